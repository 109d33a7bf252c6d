//! Runs by their definition, to compare with. Uses nothing of the fast path but its result type.

use super::Run;

/// All runs, ascending by start, then by period. O(n^2) and more.
pub(super) fn runs<T: Eq>(s: &[T]) -> Vec<Run> {
    let mut found = Vec::new();
    for period in 1..=s.len() / 2 {
        let mut start = 0;
        while start + period < s.len() {
            let mut end = start + period;
            while end < s.len() && s[end] == s[end - period] {
                end += 1;
            }
            if end - start >= 2 * period && is_primitive(&s[start..start + period]) {
                found.push(Run { start: start as u32, period: period as u32, end: end as u32 });
            }
            // The letter at `end` breaks the period: the next stretch starts after its partner.
            start = end - period + 1;
        }
    }
    found.sort();
    found
}

/// Whether a word is no repetition of a shorter one.
fn is_primitive<T: Eq>(word: &[T]) -> bool {
    (1..word.len()).filter(|p| word.len().is_multiple_of(*p)).all(|p| {
        let (head, tail) = (&word[..word.len() - p], &word[p..]);
        head != tail
    })
}

//! All runs (maximal repetitions) of a string.
//!
//! # The theorem
//!
//! Bannai et al. (SIAM J. Comput. 2017): order the letters in one way and in the other. In one of the two
//! orders, every run of period p contains a position i whose longest Lyndon word has length p (an
//! L-root). So it is enough to take the longest Lyndon word [i, j) at every position in both orders, where j is the next
//! smaller suffix, and to find how far the period j - i reaches: to the right that is
//! how far the suffixes at i and j agree, to the left it is counted. Every stretch of at least two periods is a run, and
//! there are no other runs.
//!
//! # Cost
//!
//! Next smaller suffixes with the agreement to the right take O(n) (see `lyndon.rs`). To the left, a
//! run costs less than its period, and the periods of all runs add up to O(n log n). Words that turn out
//! to be no run cost as many letters as they agree on to the left, less than their length. Words do not
//! cross, so that only O(n / 2^k) of them can agree on about 2^k letters: O(n log n) again. In
//! practice it is a few letters: a search for bad strings found none above 1.4 n in all.
//! 16 bytes a letter beside the result.

use super::lyndon::{next_smaller, NextSmaller, Order};

/// A maximal repetition: `start..end` has the smallest period `period` and at least two of them, and
/// no longer stretch around it has that period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// Its first position.
    pub start: u32,
    /// The smallest distance at which its letters repeat.
    pub period: u32,
    /// The position after its last.
    pub end: u32,
}

/// All runs of a string, ascending by start, then by period.
///
/// There are fewer than letters. O(n log n) time, see the head of `runs.rs`. Positions are 32 bits
/// wide: of a longer string only the first 2^32 - 2 letters are looked at.
///
/// ```
/// use loopscope_core::repeats::{runs, Run};
/// assert_eq!(runs(b"aabaab"), [
///     Run { start: 0, period: 1, end: 2 },
///     Run { start: 0, period: 3, end: 6 },
///     Run { start: 3, period: 1, end: 5 },
/// ]);
/// ```
pub fn runs<T: Ord>(string: &[T]) -> Vec<Run> {
    let mut found = Vec::new();
    each_run(string, |run| found.push(run));
    found.sort_unstable();
    found
}

/// Calls with all runs, in no particular order.
pub(crate) fn each_run<T: Ord>(string: &[T], mut found: impl FnMut(Run)) {
    let s = &string[..string.len().min(u32::MAX as usize - 1)];
    for order in [Order::Ascending, Order::Descending] {
        runs_in_order(s, &next_smaller(s, order), order, &mut found);
    }
}

/// Finds the runs that have an L-root in that order.
fn runs_in_order<T: Ord>(s: &[T], next: &NextSmaller, order: Order, found: &mut impl FnMut(Run)) {
    for (l, (&r, &lce)) in next.position.iter().zip(&next.lce).enumerate() {
        let (r, lce) = (r as usize, lce as usize);
        // With no agreement to the right it is no run, or not the run's first L-root.
        if lce == 0 {
            continue;
        }
        let (period, end) = (r - l, r + lce);
        // A run that ends with the string has L-roots in both orders.
        if end == s.len() && order == Order::Descending {
            continue;
        }
        // Only the first L-root of a run reports it: no copy of the word may stand before it.
        if let Some(before) = l.checked_sub(period) {
            if next.position[before] as usize == l && next.lce[before] as usize >= period {
                continue;
            }
        }
        let needed = period.saturating_sub(lce);
        // The letter farthest away is the likeliest to differ.
        if needed > l || (needed > 0 && s[l - needed] != s[r - needed]) {
            continue;
        }
        let left = s[l.saturating_sub(period)..l].iter().rev();
        let same = left.zip(s[..r].iter().rev()).take_while(|(a, b)| a == b).count();
        if same >= needed {
            let (start, period, end) = ((l - same) as u32, period as u32, end as u32);
            found(Run { start, period, end });
        }
    }
}

#[cfg(test)]
mod tests;

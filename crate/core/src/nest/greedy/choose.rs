//! Which of the triples of one level are taken.

use crate::small_sort::SmallSort;
use std::cmp::Reverse;

use crate::nest::stretch::Stretch;

/// A PM-triple of the level at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Triple {
    start: u32,
    count: u32,
}

impl Triple {
    fn new(start: usize, count: usize) -> Triple {
        Triple { start: start as u32, count: count as u32 }
    }

    pub(super) fn start(&self) -> usize {
        self.start as usize
    }

    pub(super) fn count(&self) -> usize {
        self.count as usize
    }
}

/// Takes triples by decreasing span, ties by earliest start, skipping those that overlap one taken.
/// The stretches ascend, and so does the result.
///
/// The triples of a stretch all overlap: each contains the last position of the first copy and the
/// first of the second. So at most one of a stretch is taken, and where its run overlaps no other, that
/// is the first. Runs of one period overlap by less than the period and only with their neighbours;
/// for a chain of such runs all triples are tried in order. That is O(m log m) for a chain of m
/// symbols, and at least every other run of it is replaced.
pub(super) fn choose(level: usize, stretches: &[Stretch]) -> Vec<Triple> {
    let mut taken = Vec::with_capacity(stretches.len());
    // A run is `level` longer than its stretch.
    for chain in stretches.chunk_by(|a, b| b.start() < a.end() + level) {
        match chain {
            [one] => taken.push(Triple::new(one.start(), (one.len() + level) / level)),
            _ => choose_in_chain(level, chain, &mut taken),
        }
    }
    taken
}

fn choose_in_chain(level: usize, chain: &[Stretch], taken: &mut Vec<Triple>) {
    let mut triples = Vec::new();
    for (index, stretch) in chain.iter().enumerate() {
        let (start, end) = (stretch.start(), stretch.end());
        for first in start..(start + level).min(end - level + 1) {
            let count = (end + level - first) / level;
            triples.push((Reverse(count), first, index));
        }
    }
    triples.sort_small();
    // For every run the stretch that was taken in it.
    let mut chosen: Vec<Option<Triple>> = vec![None; chain.len()];
    for (Reverse(count), start, index) in triples {
        let end = start + count * level;
        let before = index.checked_sub(1).and_then(|index| chosen[index]);
        let after = chosen.get(index + 1).copied().flatten();
        let free = chosen[index].is_none()
            && before.is_none_or(|other| other.start() + other.count() * level <= start)
            && after.is_none_or(|other| end <= other.start());
        if free {
            chosen[index] = Some(Triple::new(start, count));
        }
    }
    taken.extend(chosen.into_iter().flatten());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(level: usize, stretches: &[(usize, usize)], expected: &[(usize, usize)]) {
        let stretches: Vec<Stretch> =
            stretches.iter().map(|&(start, end)| Stretch::new(start, end)).collect();
        let found = choose(level, &stretches);
        let found: Vec<_> = found.iter().map(|t| (t.start(), t.count())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_larger_span_wins() {
        // ababcbcbc: abab and bcbcbc share a b.
        check(2, &[(0, 2), (3, 7)], &[(3, 3)]);
        // babababacaca: the first run takes the shared a, the second starts after it.
        check(2, &[(0, 6), (7, 10)], &[(0, 4), (8, 2)]);
    }

    #[test]
    fn of_equal_spans_the_earliest() {
        // ababcbcb: both four long; the second run has a triple that leaves the first alone.
        check(2, &[(0, 2), (3, 6)], &[(0, 2), (4, 2)]);
        check(2, &[(0, 2), (3, 5)], &[(0, 2)]);
    }

    #[test]
    fn what_does_not_overlap_is_taken() {
        check(1, &[(0, 1), (2, 6), (7, 8)], &[(0, 2), (2, 5), (7, 2)]);
        check(3, &[], &[]);
        // Three in a chain, the middle one the largest: of its neighbours only the first has
        // another triple.
        check(2, &[(0, 3), (4, 9), (10, 12)], &[(0, 2), (4, 3), (10, 2)]);
        check(2, &[(0, 2), (3, 8), (9, 11)], &[(3, 3), (9, 2)]);
    }
}

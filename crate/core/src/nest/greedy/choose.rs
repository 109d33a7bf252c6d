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
    fn new(start: usize, count: usize) -> Self {
        Self { start: start as u32, count: count as u32 }
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
mod tests;

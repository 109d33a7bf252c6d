//! All runs and a heap: the search that no string can slow down.
//!
//! - All runs are put in order by (span, earliest start), which is never too small for what clipping
//!   leaves of them.
//! - The next run in order is either inside one live part: then it is the best there, as all others
//!   have their turn at their best, and is taken; or it is clipped to the live parts that it touches,
//!   and the pieces wait for their turn in a heap.
//! - A taken loop cuts its part in four: left, body, the copies of the body (dead), right. The borders
//!   are kept in a [`BorderSet`].
//!
//! There are fewer than n runs, each loop that is taken cuts few of the others (its span is at least
//! theirs, so a run of length R meets a fixed number of borders), and a run that has been cut comes back
//! at most with the number of periods it has, of which there are below 3 n in all: O(n log n).

use std::collections::BinaryHeap;

use super::borders::BorderSet;
use crate::nest::greedy::Repeat;
use crate::repeats::{each_run, Run};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

/// A run, or the part of it that clipping left, as a number that gives its turn. From the top, it has 32 bits each of the
/// largest span of a loop in it, the start (inverted, so that the earliest of a span comes first), the end and the
/// period. One number is compared faster than four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate(u128);

impl Candidate {
    fn new(Run { start, period, end }: Run) -> Self {
        let span = (end - start) / period * period;
        let words = [span, !start, end, period];
        Self(words.into_iter().fold(0, |all, word| all << 32 | u128::from(word)))
    }

    fn run(self) -> Run {
        Run { start: !((self.0 >> 64) as u32), period: self.0 as u32, end: (self.0 >> 32) as u32 }
    }
}

/// Calls with the loops of a string, each of the largest span that is left.
pub(super) fn choose(string: &[Symbol], mut chosen: impl FnMut(Repeat)) {
    let mut runs: Vec<Candidate> = Vec::new();
    each_run(string, |run| {
        // Doubling would leave up to half of it unused.
        if runs.len() == runs.capacity() {
            runs.reserve_exact(runs.len() / 4 + 64);
        }
        runs.push(Candidate::new(run));
    });
    runs.sort_small();
    let mut clipped: BinaryHeap<Candidate> = BinaryHeap::new();
    let mut parts = Parts::new(string.len());
    loop {
        let from_heap = clipped.peek() > runs.last();
        let next = if from_heap { clipped.pop() } else { runs.pop() };
        let Some(Run { start, period, end }) = next.map(Candidate::run) else { return };
        let (start, period, end) = (start as usize, period as usize, end as usize);
        if parts.is_within_live(start, end) {
            let taken = Repeat { start, period, count: (end - start) / period };
            parts.take(taken);
            chosen(taken);
        } else {
            parts.clip(start, end, 2 * period, |start, end| {
                let (start, period, end) = (start as u32, period as u32, end as u32);
                clipped.push(Candidate::new(Run { start, period, end }));
            });
        }
    }
}

/// The string cut into parts, some live (still to be searched) and some dead (copies of a body).
struct Parts {
    /// Where parts start, and the end of the string.
    borders: BorderSet,
    /// For every start of a part whether it is live.
    live: Vec<bool>,
}

impl Parts {
    fn new(len: usize) -> Self {
        let mut parts = Self { borders: BorderSet::new(len + 1), live: vec![false; len + 1] };
        parts.borders.insert(len);
        if len > 0 {
            parts.begin(0, true);
        }
        parts
    }

    fn begin(&mut self, start: usize, live: bool) {
        self.borders.insert(start);
        self.live[start] = live;
    }

    fn is_within_live(&self, start: usize, end: usize) -> bool {
        self.live[self.borders.at_or_before(start)] && self.borders.after(start) >= end
    }

    /// Cuts the live part around a loop.
    fn take(&mut self, taken: Repeat) {
        let (start, end) = (taken.start, taken.start + taken.span());
        let part_end = self.borders.after(start);
        self.begin(start, true);
        self.begin(start + taken.period, false);
        if end < part_end {
            self.begin(end, true);
        }
    }

    /// Calls with the part of a stretch in each live part, if it is at least `shortest` long.
    fn clip(&self, start: usize, end: usize, shortest: usize, mut found: impl FnMut(usize, usize)) {
        let mut part = self.borders.at_or_before(start);
        while part < end {
            let next = self.borders.after(part);
            let (from, to) = (part.max(start), next.min(end));
            if self.live[part] && to - from >= shortest {
                found(from, to);
            }
            part = next;
        }
    }
}

//! The iterations of one loop: how long each lasts.

use super::cursor::Level;
use super::groups::{groupings, Grouping};
use super::outliers::Outliers;
use super::Parts;

/// An iteration of a loop on one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    /// When its first event begins, in nanoseconds of the corrected clock.
    pub start: i64,
    /// When its last event ends.
    pub end: i64,
    /// From its first event to that of the next iteration; of the last one to the next event after the loop, or to its
    /// own end.
    pub period: u64,
    /// What counts for it, with the loops inside it. The first iteration has no gap before it, so all of them together are the
    /// time of the loop.
    pub parts: Parts,
}

/// Records the iterations of a loop while a process is walked.
#[derive(Debug)]
pub(super) struct Recorder {
    row: u32,
    most: usize,
    /// The level on which the loop is under way, and what it had added up to when the iteration began.
    open: Option<(usize, Parts)>,
    /// When the first event of the iteration begins and its last one ends, as far as there are any.
    span: Option<(i64, i64)>,
    /// Whether the last iteration in the list still lacks its period.
    waits: bool,
    list: Vec<Iteration>,
}

impl Recorder {
    pub(super) fn new(row: u32, most: usize) -> Recorder {
        Recorder { row, most, open: None, span: None, waits: false, list: Vec::new() }
    }

    pub(super) fn iteration_begins(&mut self, depth: usize, level: &Level) {
        // Of loops of one name inside each other only the outermost counts.
        if level.node.row == self.row && self.open.is_none() {
            self.open = Some((depth, level.total()));
            self.span = None;
        }
    }

    pub(super) fn iteration_ends(&mut self, depth: usize, level: &Level) {
        let Some((at, before)) = self.open.filter(|(at, _)| *at == depth) else { return };
        debug_assert_eq!(at, depth);
        self.open = None;
        if let (Some((start, end)), true) = (self.span.take(), self.list.len() < self.most) {
            let parts = level.total().minus(before);
            self.list.push(Iteration { start, end, period: end.abs_diff(start), parts });
            self.waits = true;
        }
    }

    /// The process has an event in a call of these times.
    pub(super) fn touch(&mut self, enter: i64, leave: i64) {
        if std::mem::take(&mut self.waits) {
            if let Some(last) = self.list.last_mut() {
                last.period = enter.saturating_sub(last.start).max(0).unsigned_abs();
            }
        }
        if self.open.is_some() {
            let (start, end) = self.span.unwrap_or((enter, leave));
            self.span = Some((start, end.max(leave)));
        }
    }

    pub(super) fn finish(self) -> Vec<Iteration> {
        self.list
    }
}

/// The iterations of a loop, over all its processes.
#[derive(Clone, Debug, Default)]
pub struct Iterations {
    /// The processes that run it, by place, each with its iterations: all have the same number.
    pub processes: Vec<(u32, Vec<Iteration>)>,
    /// Iterations each time the loop is entered; iteration `i` of the list is number `i % count`.
    pub count: u64,
}

impl Iterations {
    /// The number of iterations.
    pub fn len(&self) -> usize {
        self.processes.iter().map(|(_, list)| list.len()).max().unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The longest period that an iteration has on any process, and the place of that process.
    pub fn longest(&self, index: usize) -> Option<(u64, u32)> {
        let periods = self.processes.iter();
        let periods = periods.filter_map(|(place, list)| Some((list.get(index)?.period, *place)));
        periods.max_by_key(|&(period, place)| (period, std::cmp::Reverse(place)))
    }

    /// The iterations that stand out. O(iterations log iterations).
    pub fn outliers(&self) -> Outliers {
        Outliers::new(&self.periods(), self.count)
    }

    /// The iterations in two to five groups of about the same length, as far as they differ. O(iterations log iterations).
    pub fn groupings(&self) -> Vec<Grouping> {
        groupings(&self.periods())
    }

    /// The longest period of each iteration on any process.
    fn periods(&self) -> Vec<u64> {
        let longest = |at| self.longest(at).map_or(0, |(period, _)| period);
        (0..self.len()).map(longest).collect()
    }
}

//! The iterations of one loop: how long each lasts.

use super::cursor::Level;
use super::groups::{groupings, Grouping};
use super::outliers::Outliers;
use super::rounds::is_rounds;
use super::Parts;
use crate::waits::Carried;

/// An iteration of a loop on one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    /// When its first event begins, in nanoseconds of the corrected clock; of a round, when the event before it ends.
    pub start: i64,
    /// When its last event ends.
    pub end: i64,
    /// From its first event to that of the next iteration; of the last one to the next event after the loop, or to its
    /// own end. Of a round, to its end.
    pub period: u64,
    /// What the process does in that time, cut where it begins and ends: the times add up to the period. Bytes are those of its
    /// events.
    pub parts: Parts,
}

/// What a process did since its first call, until a call of it begins and until that call ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed {
    pub(super) enter: i64,
    pub(super) leave: i64,
    pub(super) at_enter: Parts,
    pub(super) at_leave: Parts,
}

impl Passed {
    /// Goes on to the next call, which waits so long from its beginning on. Calls do not overlap; one that did would begin where
    /// the one before ends.
    pub(super) fn go_on(&mut self, enter: i64, wait: i64, leave: i64) {
        self.enter = enter.max(self.leave);
        let gap = self.enter.abs_diff(self.leave);
        self.leave = leave.max(self.enter);
        let inside = self.leave.abs_diff(self.enter);
        let wait = wait.max(0).unsigned_abs().min(inside);
        self.at_enter = self.at_leave.plus(Parts { compute: gap, ..Parts::default() });
        self.at_leave = self.at_enter.plus(Parts { calls: inside - wait, wait, ..Parts::default() });
    }
}

/// The events of an iteration: when the first begins and the last ends, and what was done until then.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: i64,
    end: i64,
    before: Parts,
    after: Parts,
}

/// The loop whose iterations are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IterationsOf {
    /// The main loop, with those that do the same.
    Main,
    /// The loop of that name alone.
    Loop(u32),
}

/// Records the iterations of a loop while a process is walked.
#[derive(Debug)]
pub(super) struct Recorder {
    of: IterationsOf,
    most: usize,
    /// The level on which the loop is under way, and the bytes that it had given others when the iteration began.
    open: Option<(usize, Carried)>,
    /// The events of the iteration, as far as there are any.
    events: Option<Stretch>,
    /// What was done until the last event ended, where that begins an iteration.
    ended: Option<(i64, Parts)>,
    /// What was done when the last iteration in the list began, while the next event is still to come.
    waits: Option<Parts>,
    list: Vec<Iteration>,
}

impl Recorder {
    pub(super) fn new(of: IterationsOf, most: usize) -> Self {
        Self { of, most, open: None, events: None, ended: None, waits: None, list: Vec::new() }
    }

    pub(super) fn iteration_begins(&mut self, depth: usize, level: &Level) {
        // Of loops of one name inside each other only the outermost counts.
        let is_wanted = match self.of {
            IterationsOf::Main => level.node.is_main,
            IterationsOf::Loop(row) => level.node.row == row,
        };
        if is_wanted && self.open.is_none() {
            self.open = Some((depth, level.total().carried));
            self.events = None;
        }
    }

    pub(super) fn iteration_ends(&mut self, depth: usize, level: &Level) {
        let Some((at, before)) = self.open.filter(|(at, _)| *at == depth) else { return };
        debug_assert_eq!(at, depth);
        self.open = None;
        if let (Some(events), true) = (self.events.take(), self.list.len() < self.most) {
            let Stretch { start, end, .. } = events;
            let carried = level.total().carried.minus(before);
            let parts = Parts { carried, ..events.after.minus(events.before) };
            self.list.push(Iteration { start, end, period: end.abs_diff(start), parts });
            self.waits = Some(events.before).filter(|_| self.ended.is_none());
        }
    }

    /// The process has an event in that call.
    pub(super) fn touch(&mut self, call: &Passed) {
        let Passed { enter, leave, at_enter, at_leave } = *call;
        if let (Some(before), Some(last)) = (self.waits.take(), self.list.last_mut()) {
            last.period = enter.abs_diff(last.start);
            last.parts = Parts { carried: last.parts.carried, ..at_enter.minus(before) };
        }
        if self.open.is_some() {
            let (start, before) = self.ended.unwrap_or((enter, at_enter));
            let first = Stretch { start, end: leave, before, after: at_leave };
            let events = self.events.get_or_insert(first);
            (events.end, events.after) = (leave, at_leave);
        }
        if matches!(self.of, IterationsOf::Loop(row) if is_rounds(row)) {
            self.ended = Some((leave, at_leave));
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

    /// The mean period of all iterations on all processes: times the iterations, what the loop takes on a process in the mean.
    pub fn mean(&self) -> u64 {
        let (mut sum, mut count) = (0u64, 0u64);
        for (_, list) in &self.processes {
            for it in list {
                sum = sum.saturating_add(it.period);
                count += 1;
            }
        }
        sum / count.max(1)
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
    pub fn periods(&self) -> Vec<u64> {
        let longest = |at| self.longest(at).map_or(0, |(period, _)| period);
        (0..self.len()).map(longest).collect()
    }
}

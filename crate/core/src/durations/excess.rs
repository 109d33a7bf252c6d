//! Where one iteration of a loop takes longer, or less long, than the others: in which loop inside, in which call, and doing what.
//!
//! A process's time in an iteration is cut as that of an [`Iteration`](super::Iteration) is. Each piece counts for a [`Slot`]: the
//! innermost loop around it, the name of the call, and whether the process computes, waits or is in the call beyond its wait. So the
//! slots of an iteration add up to its period. Each is compared with the median of the same slot over the iterations; one that does
//! not have it counts with 0.
//!
//! O(calls times log slots).

use super::compared::{median_of, Compared};
use super::cursor::Cursor;
use super::places::Begun;
use super::rounds::is_rounds;
use super::LoopTree;
use crate::trace::{NameId, Trace};
use crate::waits::{Cause, FoundWaits, FoundWalk, TimedCall, Waits};

/// Slots that are told apart; the time of all others is left to no slot.
const MOST_SLOTS: usize = 4_096;

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// Something outside of calls.
    Computes,
    /// A call of that name, beyond its wait; `None` for an event in no call.
    InCall(Option<NameId>),
    /// Waiting in a call of that name.
    Waits(Option<NameId>),
}

/// A part of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// The innermost loop around it: the one whose iterations are looked at, or one inside.
    pub row: u32,
    /// What the process does.
    pub doing: Doing,
}

/// What an iteration spends on a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// How long, in nanoseconds.
    pub time: u64,
    /// For whom most of it is waited.
    pub cause: Option<Cause>,
    /// When the first of it begins, by the corrected clock.
    pub from: i64,
    /// When the last of it ends.
    pub to: i64,
}

/// The time of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotTime {
    /// Where it is spent.
    pub slot: Slot,
    /// In the iteration.
    pub here: Spent,
    /// In the iteration before it: processes begin their iterations at different times, so that others wait for that one, too.
    pub before: Spent,
    /// The median of the iterations that it is compared with, in nanoseconds.
    pub median: u64,
}

/// What a process does in an iteration, beside what it does in others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excess {
    /// How long the iteration lasts on the process.
    pub period: u64,
    /// The median of the iterations that it is compared with.
    pub median: u64,
    /// The slots of the iteration, of the one before it and of half of the others, ascending.
    pub slots: Vec<SlotTime>,
}

/// A slot of all iterations.
#[derive(Debug)]
struct Column {
    slot: Slot,
    /// In the iteration under way.
    now: u64,
    /// In the iteration that is looked at, and in the one before it.
    wanted: [Wanted; 2],
    /// In each of the others that has it.
    times: Vec<u64>,
}

/// A slot in an iteration that is looked at.
#[derive(Debug, Default)]
struct Wanted {
    time: u64,
    causes: Vec<(Cause, u64)>,
    /// When the first piece begins and the last ends.
    span: Option<(i64, i64)>,
}

impl Wanted {
    fn add(&mut self, piece: &Piece) {
        let end = piece.from.wrapping_add_unsigned(piece.time);
        let (from, _) = self.span.unwrap_or((piece.from, end));
        self.span = Some((from, end));
        let Some(cause) = piece.cause else { return };
        match self.causes.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, sum)) => *sum += piece.time,
            None => self.causes.push((cause, piece.time)),
        }
    }

    fn spent(&self) -> Spent {
        let causes = self.causes.iter();
        // Of several that are waited for as long the first.
        let cause = causes.max_by_key(|&&(cause, time)| (time, std::cmp::Reverse(cause)));
        let (from, to) = self.span.unwrap_or_default();
        Spent { time: self.time, cause: cause.map(|&(cause, _)| cause), from, to }
    }
}

/// A stretch of time in which a process does one thing.
#[derive(Clone, Copy, Debug)]
struct Piece {
    slot: Slot,
    from: i64,
    time: u64,
    cause: Option<Cause>,
}

/// The slots of one process while it is walked.
#[derive(Debug)]
pub(super) struct Slots {
    compared: Compared,
    cursor: Cursor,
    counter: Begun,
    columns: Vec<Column>,
    /// The columns in the order of their slots.
    order: Vec<u32>,
    /// Columns with a time in the iteration under way.
    touched: Vec<u32>,
    /// The iteration of the last event.
    current: Option<u64>,
    /// When the last call ended; `None` before the first.
    last: Option<i64>,
    /// What came after the last event: of its iteration, if another event follows.
    pending: Vec<Piece>,
    period: u64,
    wanted: u64,
    periods: Vec<u64>,
}

impl Slots {
    pub(super) fn new(tree: &LoopTree, compared: Compared) -> Self {
        Self {
            compared,
            cursor: Cursor::new(tree),
            counter: Begun::new(compared.row),
            columns: Vec::new(),
            order: Vec::new(),
            touched: Vec::new(),
            current: None,
            last: None,
            pending: Vec::new(),
            period: 0,
            wanted: 0,
            periods: Vec::new(),
        }
    }

    /// The next call; `name` is what is called. O(loops and events passed, log slots).
    pub(super) fn take(&mut self, (tree, by_calls): (&LoopTree, bool), call: &TimedCall, name: Option<NameId>) {
        let (position, events) = match (by_calls, call.call) {
            (false, _) => (call.position, call.events),
            (true, Some(number)) => (number, 1),
            (true, None) => return,
        };
        let open = self.counter.open;
        let shared = self.cursor.advance(tree, position, &mut self.counter);
        let between = self.cursor.gap_level(shared, events);
        let between = self.row(open.filter(|&open| between >= open).map_or(0, |_| between));
        let inside = self.counter.open.map_or(0, |_| self.cursor.depth());
        let within = self.row(inside);
        // Calls do not overlap; one that did would begin where the one before ends.
        let last = self.last.unwrap_or(call.enter);
        let enter = call.enter.max(last);
        let leave = call.leave.max(enter);
        self.last = Some(leave);
        let waited = enter.saturating_add(call.wait.max(0)).min(leave);
        let slot = |row, doing| Slot { row, doing };
        self.push(slot(between, Doing::Computes), (last, enter), None);
        if events > 0 {
            // What comes between is of the iteration before, but of the next round.
            let of_next = is_rounds(self.compared.row);
            if !of_next || position == 0 {
                self.add_pending();
            }
            // A call in which one iteration ends and the next begins is of the next, but of the round before.
            let mut now = self.counter.iteration();
            for more in 1..events {
                self.cursor.advance(tree, position + more, &mut self.counter);
            }
            if !of_next {
                now = self.counter.iteration();
            }
            if now != self.current {
                self.flush();
                self.current = now;
            }
            if of_next {
                self.add_pending();
            }
        }
        self.push(slot(within, Doing::Waits(name)), (enter, waited), call.cause);
        self.push(slot(within, Doing::InCall(name)), (waited, leave), None);
        if events > 0 {
            self.add_pending();
        }
    }

    #[inline(never)] // One copy for all its calls.
    fn push(&mut self, slot: Slot, (from, to): (i64, i64), cause: Option<Cause>) {
        self.pending.push(Piece { slot, from, time: to.abs_diff(from), cause });
    }

    #[inline(never)] // One copy for both its calls.
    fn add_pending(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        for piece in &pending {
            self.add(piece);
        }
        pending.clear();
        self.pending = pending;
    }

    /// The loop of a level; what is outside of the loop counts for the loop itself.
    #[inline(never)] // One copy for both its calls.
    fn row(&mut self, depth: usize) -> u32 {
        let level = self.cursor.level_mut(depth).filter(|_| depth > 0);
        level.map_or(self.compared.row, |level| level.node.row)
    }

    /// Counts a piece of the current iteration.
    fn add(&mut self, piece: &Piece) {
        let Piece { slot, time, .. } = *piece;
        let Some(current) = self.current.filter(|_| time > 0) else { return };
        let wanted = self.compared.wanted(current);
        if wanted.is_none() && !self.compared.holds(current) {
            return;
        }
        self.period += time;
        let columns = &self.columns;
        let known = |&at: &u32| columns.get(at as usize).map(|column| column.slot);
        let at = match self.order.binary_search_by(|at| known(at).cmp(&Some(slot))) {
            Ok(at) => self.order.get(at).copied().unwrap_or(0),
            Err(_) if columns.len() >= MOST_SLOTS => return,
            Err(at) => {
                let next = columns.len() as u32;
                self.order.insert(at, next);
                let wanted = Default::default();
                self.columns.push(Column { slot, now: 0, wanted, times: Vec::new() });
                next
            }
        };
        let Some(column) = self.columns.get_mut(at as usize) else { return };
        if column.now == 0 {
            self.touched.push(at);
        }
        column.now += time;
        if let Some(wanted) = wanted.and_then(|at| column.wanted.get_mut(at)) {
            wanted.add(piece);
        }
    }

    /// The iteration under way is over.
    fn flush(&mut self) {
        let Some(current) = self.current else { return };
        let (compared, wanted) = (self.compared.holds(current), self.compared.wanted(current));
        for at in self.touched.drain(..) {
            let Some(column) = self.columns.get_mut(at as usize) else { continue };
            let time = std::mem::take(&mut column.now);
            if compared {
                column.times.push(time);
            }
            if let Some(wanted) = wanted.and_then(|at| column.wanted.get_mut(at)) {
                wanted.time = time;
            }
        }
        let period = std::mem::take(&mut self.period);
        if compared {
            self.periods.push(period);
        }
        if wanted == Some(0) {
            self.wanted = period;
        }
    }

    /// What was found; `None` if the process does not have the iteration.
    pub(super) fn finish(mut self) -> Option<Excess> {
        self.flush();
        if self.counter.count <= self.compared.index {
            return None;
        }
        let count = self.compared.count(self.counter.count) as usize;
        let mut slots: Vec<SlotTime> = Vec::new();
        for &at in &self.order {
            let Some(column) = self.columns.get_mut(at as usize) else { continue };
            let [here, before] = &column.wanted;
            let (here, before) = (here.spent(), before.spent());
            let (slot, median) = (column.slot, median_of(std::mem::take(&mut column.times), count));
            if here.time > 0 || before.time > 0 || median > 0 {
                slots.push(SlotTime { slot, here, before, median });
            }
        }
        Some(Excess { period: self.wanted, median: median_of(self.periods, count), slots })
    }
}

/// Compares an iteration of a loop with the others, on all processes, in slices.
#[derive(Debug)]
pub struct Comparing {
    compared: Compared,
    place: usize,
    walk: FoundWalk,
    slots: Option<Slots>,
    found: Vec<Option<Excess>>,
    steps: u64,
}

impl Comparing {
    /// Nothing is walked yet of the calls whose waits these are.
    pub fn new(compared: Compared, waits: &FoundWaits) -> Self {
        let (walk, found) = (FoundWalk::new(waits), Vec::new());
        Self { compared, place: 0, walk, slots: None, found, steps: 0 }
    }

    /// Calls that were walked.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Walks so many calls of processes whose loops are these trees, by place; whether there are more. `by_calls` says whether
    /// these are loops of calls. O(calls, their events and the loops around them, each times the log of the slots).
    pub fn step(
        &mut self,
        (trace, waits, all): (&Trace, &Waits, &FoundWaits),
        (trees, by_calls): (&[LoopTree], bool),
        most: usize,
    ) -> bool {
        let mut left = most;
        while let (Some(process), Some(tree)) = (trace.processes().get(self.place), trees.get(self.place)) {
            let walk = &mut self.walk;
            let compared = self.compared;
            let slots = self.slots.get_or_insert_with(|| {
                walk.begin();
                Slots::new(tree, compared)
            });
            while let Some(call) = walk.next((trace, waits, all), (self.place as u32, process)) {
                let name = call.record.map(|record| trace.table().record(record).name);
                slots.take((tree, by_calls), &call, name);
                self.steps += 1;
                left -= 1;
                if left == 0 {
                    return true;
                }
            }
            self.found.push(self.slots.take().and_then(Slots::finish));
            self.place += 1;
        }
        false
    }

    /// What each process does in the iteration, by place; `None` for one that does not have it.
    pub fn finish(self) -> Vec<Option<Excess>> {
        self.found
    }
}

/// What the calls of one process do in an iteration: without a trace.
#[cfg(test)]
pub(super) fn excess_of(
    tree: &LoopTree,
    calls: &[TimedCall],
    names: &[Option<NameId>],
    compared: Compared,
) -> Option<Excess> {
    let mut slots = Slots::new(tree, compared);
    for (call, &name) in calls.iter().zip(names) {
        slots.take((tree, false), call, name);
    }
    slots.finish()
}

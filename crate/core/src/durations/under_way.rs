//! Adds up the times of one process, one call after the other.

use rustc_hash::FxHashMap;

use super::cursor::{Cursor, Level, Listener};
use super::iterations::{IterationsOf, Passed, Recorder};
use super::kinds::{add_wait, KindSums, WaitTimes};
use super::sums::{CallSums, Cell, Sums, WaitSum};
use super::tree::LoopTree;
use super::Parts;
use crate::small_sort::SmallSort;
use crate::trace::RecordId;
use crate::waits::{Carried, FoundLine, TimedCall};

/// A process that is walked in part.
#[derive(Debug)]
pub(super) struct UnderWay {
    pub(super) cursor: Cursor,
    collector: Collector,
    /// When the call before ended.
    pub(super) before: i64,
    /// When the first call of the main loop begins, and the last ends.
    pub(super) main: Option<(i64, i64)>,
    /// The call, and what the process did until it; `None` before its first call.
    pub(super) passed: Option<Passed>,
    pub(super) waits: WaitTimes,
    pub(super) kinds: KindSums,
}

/// Takes in what loops add up to.
#[derive(Debug)]
struct Collector {
    cells: FxHashMap<u32, Cell>,
    recorder: Option<Recorder>,
}

impl Listener for Collector {
    fn iteration_ends(&mut self, depth: usize, level: &Level) {
        if let Some(recorder) = &mut self.recorder {
            recorder.iteration_ends(depth, level);
        }
    }

    fn iteration_begins(&mut self, depth: usize, level: &Level) {
        if let Some(recorder) = &mut self.recorder {
            recorder.iteration_begins(depth, level);
        }
    }

    fn loop_ends(&mut self, level: &Level) {
        let row = level.node.row;
        let cell = self.cells.entry(row).or_insert(Cell { row, ..Cell::default() });
        cell.own = cell.own.plus(level.own);
        cell.total = cell.total.plus(level.total());
    }
}

/// What of the time between two moments is in the run.
fn clipped((from, to): (i64, i64), (begin, end): (i64, i64)) -> u64 {
    let (begin, end) = (begin.max(from), end.min(to));
    if begin < end {
        end.abs_diff(begin)
    } else {
        0
    }
}

impl UnderWay {
    pub(super) fn new(tree: &LoopTree, from: i64, of: Option<(IterationsOf, usize)>) -> Self {
        let recorder = of.map(|(of, most)| Recorder::new(of, most));
        Self {
            cursor: Cursor::new(tree),
            collector: Collector { cells: FxHashMap::default(), recorder },
            before: from,
            main: None,
            passed: None,
            waits: WaitTimes::default(),
            kinds: KindSums::default(),
        }
    }

    pub(super) fn take(
        &mut self,
        (tree, by_calls): (&LoopTree, bool),
        run: (i64, i64),
        call: &TimedCall,
        calls: &mut [CallSums],
    ) {
        let (position, events) = match (by_calls, call.call) {
            (false, _) => (call.position, call.events),
            (true, Some(number)) => (number, 1),
            // An event in no call is nothing among calls.
            (true, None) => return,
        };
        let shared = self.cursor.advance(tree, position, &mut self.collector);
        let between = self.cursor.gap_level(shared, events);
        let gap = clipped(run, (self.before, call.enter));
        self.before = self.before.max(call.leave);
        let start = Passed { enter: call.enter, leave: call.enter, ..Passed::default() };
        self.passed.get_or_insert(start).go_on(call.enter, call.wait, call.leave);
        if let Some(level) = self.cursor.level_mut(between) {
            level.own.compute = level.own.compute.saturating_add(gap);
        }
        let waited = call.enter.saturating_add(call.wait);
        let wait = clipped(run, (call.enter, waited));
        let spent = clipped(run, (waited, call.leave));
        // What it gives others counts even where a process begins it before the run does.
        let within = call.events > 0 || call.enter < run.1 && call.leave > run.0 || call.leave == call.enter;
        let carried = if within { call.carried } else { Carried::default() };
        let parts = Parts { compute: 0, calls: spent, wait, carried };
        let depth = self.cursor.depth();
        let mut row = 0;
        if let Some(level) = self.cursor.level_mut(depth) {
            level.own = level.own.plus(parts);
            row = level.node.row;
        }
        add_wait(&mut self.waits, (row, call.cause), (wait, u64::from(wait > 0)));
        if let Some(sums) = call.record.and_then(|record: RecordId| calls.get_mut(record.index())) {
            if within {
                sums.count += 1;
                sums.parts = sums.parts.plus(parts);
            }
        }
        self.touch(events > 0);
        // Loops may begin and end between the events of one call.
        for more in 1..events {
            self.cursor.advance(tree, position + more, &mut self.collector);
            self.touch(true);
        }
    }

    /// The current iteration has an event of the call.
    fn touch(&mut self, has_event: bool) {
        if let Some(passed) = self.passed.filter(|_| has_event && self.cursor.is_in_main()) {
            let (first, _) = self.main.unwrap_or((passed.enter, 0));
            self.main = Some((first, passed.leave));
        }
        let recorder = self.collector.recorder.as_mut().filter(|_| has_event);
        if let (Some(recorder), Some(passed)) = (recorder, &self.passed) {
            recorder.touch(passed);
        }
    }

    pub(super) fn finish(mut self, run: (i64, i64), line: &FoundLine, sums: &mut Sums) {
        let gap = clipped(run, (self.before, run.1));
        let Collector { mut cells, recorder } = {
            // What is after the last call is in no loop.
            let mut collector = self.collector;
            self.cursor.finish_loops(&mut collector);
            if let Some(all) = self.cursor.level_mut(0) {
                all.own.compute = all.own.compute.saturating_add(gap);
            }
            self.cursor.finish(&mut collector);
            collector
        };
        let mut list: Vec<Cell> = cells.drain().map(|(_, cell)| cell).collect();
        list.sort_small_by_key(|cell| cell.row);
        sums.cells.push(list);
        let outside = |(first, last)| (clipped(run, (run.0, first)), clipped(run, (last, run.1)));
        sums.outside.push(self.main.map(outside));
        self.kinds.finish(line, &mut sums.calls, &mut self.waits);
        let mut waits: Vec<WaitSum> =
            self.waits.into_iter().map(|((row, cause), (time, count))| WaitSum { row, cause, time, count }).collect();
        waits.sort_small_by_key(|wait| (wait.row, std::cmp::Reverse(wait.time), wait.cause));
        sums.waits.push(waits);
        sums.iterations.push(recorder.map_or(Vec::new(), Recorder::finish));
    }
}

/// The sums of one process without a trace, whose calls are these, one after the other; and the iterations of a loop, so many at
/// most. Those of records are added to `records`.
#[cfg(test)]
pub(super) fn sums_of(
    (tree, by_calls): (&LoopTree, bool),
    run: (i64, i64),
    calls: &[TimedCall],
    (of, records): (Option<(IterationsOf, usize)>, &mut [CallSums]),
) -> Sums {
    let mut sums = Sums::default();
    let mut under_way = UnderWay::new(tree, run.0, of);
    for call in calls {
        under_way.take((tree, by_calls), run, call, records);
    }
    under_way.finish(run, &FoundLine::default(), &mut sums);
    sums
}

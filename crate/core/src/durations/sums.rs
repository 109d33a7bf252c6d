//! Walks all processes and adds up their times by loop, by call and by iteration.

use rustc_hash::FxHashMap;

use super::cursor::{Cursor, Level, Listener};
use super::iterations::{Iteration, Passed, Recorder};
use super::run::Run;
use super::tree::LoopTree;
use super::Parts;
use crate::small_sort::SmallSort;
use crate::trace::{Process, RecordId, Trace};
use crate::waits::{Carried, Cause, TimedCall, WaitWalk, Waits};

/// The time of a process in a loop, all times it is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The name of the loop; 0 for what is in no loop.
    pub row: u32,
    /// What counts for it and for no loop inside it.
    pub own: Parts,
    /// What counts for it or for a loop inside it. Of the row 0: all of the run.
    pub total: Parts,
}

/// The waits of a process in a loop, and in no loop inside it, for one other process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitSum {
    /// The name of the loop; 0 for what is in no loop.
    pub row: u32,
    /// For whom, and why.
    pub cause: Cause,
    /// How long, in nanoseconds.
    pub time: u64,
    /// How often.
    pub count: u64,
}

/// The calls of one record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallSums {
    /// How many there are in the run.
    pub count: u64,
    /// Their times.
    pub parts: Parts,
}

/// The times of a trace, by process. See the [module](super).
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// For each process, by place, the loops that it runs, ascending by row; the row 0 comes first.
    pub cells: Vec<Vec<Cell>>,
    /// For each process its waits, the longest of each row first, ascending by row.
    pub waits: Vec<Vec<WaitSum>>,
    /// For each record of a call.
    pub calls: Vec<CallSums>,
    /// For each process how long its run lasts before the first event of the loop 1, the main loop, and after the last one;
    /// nothing of a process that does not run it.
    pub outside: Vec<Option<(u64, u64)>>,
    /// For each process the iterations of the loop that was asked for.
    pub iterations: Vec<Vec<Iteration>>,
    /// Calls that were walked.
    pub steps: u64,
}

/// Sums that are being made, in slices.
#[derive(Debug)]
pub struct Summing {
    /// By place; `None` for a process without loops.
    trees: Vec<LoopTree>,
    /// Whether positions are those of calls, not of events of communication.
    by_calls: bool,
    place: usize,
    walk: WaitWalk,
    under_way: Option<UnderWay>,
    /// The loop whose iterations are recorded, and how many of them at most.
    row: Option<(u32, usize)>,
    sums: Sums,
}

/// A process that is walked in part.
#[derive(Debug)]
struct UnderWay {
    cursor: Cursor,
    collector: Collector,
    /// When the call before ended.
    before: i64,
    /// When the first call of the main loop begins, and the last ends.
    main: Option<(i64, i64)>,
    /// The call, and what the process did until it; `None` before its first call.
    passed: Option<Passed>,
    waits: FxHashMap<(u32, Cause), (u64, u64)>,
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

impl Summing {
    /// Sums of the processes of a trace whose loops are these trees, by place. `by_calls` says whether these are loops of
    /// calls, `row` which loop's iterations are recorded, and how many of each process at most.
    pub fn new(trees: Vec<LoopTree>, by_calls: bool, row: Option<(u32, usize)>) -> Summing {
        Summing {
            trees,
            by_calls,
            place: 0,
            walk: WaitWalk::new(),
            under_way: None,
            row,
            sums: Sums::default(),
        }
    }

    /// Calls that were walked.
    pub fn steps(&self) -> u64 {
        self.sums.steps
    }

    /// Walks so many calls; whether there are more. O(calls, their events and the loops around them).
    pub fn step(&mut self, (trace, waits, run): (&Trace, &Waits, &Run), most: usize) -> bool {
        let mut left = most;
        self.sums.calls.resize(trace.table().records().len(), CallSums::default());
        while let Some(process) = trace.processes().get(self.place) {
            let Some(tree) = self.trees.get(self.place) else { return false };
            let (from, to) = run.span(self.place);
            let row = self.row;
            let walk = &mut self.walk;
            let under_way = self.under_way.get_or_insert_with(|| {
                walk.begin();
                UnderWay::new(tree, from, row)
            });
            let place = self.place as u32;
            while let Some(call) = next(&mut self.walk, (trace, waits), (place, process)) {
                under_way.take((tree, self.by_calls), (from, to), &call, &mut self.sums.calls);
                self.sums.steps += 1;
                left -= 1;
                if left == 0 {
                    return true;
                }
            }
            if let Some(under_way) = self.under_way.take() {
                under_way.finish((from, to), &mut self.sums);
            }
            self.place += 1;
        }
        false
    }

    /// All sums.
    pub fn finish(self) -> Sums {
        self.sums
    }
}

/// The next call of a process: one function for all who walk along calls here.
#[inline(never)]
pub(super) fn next(
    walk: &mut WaitWalk,
    (trace, waits): (&Trace, &Waits),
    (place, process): (u32, &Process),
) -> Option<TimedCall> {
    walk.next((trace, waits), (place, process))
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
    fn new(tree: &LoopTree, from: i64, row: Option<(u32, usize)>) -> UnderWay {
        let recorder = row.map(|(row, most)| Recorder::new(row, most));
        UnderWay {
            cursor: Cursor::new(tree),
            collector: Collector { cells: FxHashMap::default(), recorder },
            before: from,
            main: None,
            passed: None,
            waits: FxHashMap::default(),
        }
    }

    fn take(
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
        let within = call.enter < run.1 && call.leave > run.0 || call.leave == call.enter;
        let carried = if within { call.carried } else { Carried::default() };
        let parts = Parts { compute: 0, calls: spent, wait, carried };
        let depth = self.cursor.depth();
        let mut row = 0;
        if let Some(level) = self.cursor.level_mut(depth) {
            level.own = level.own.plus(parts);
            row = level.node.row;
        }
        if let Some(cause) = call.cause.filter(|_| wait > 0) {
            let (time, count) = self.waits.entry((row, cause)).or_default();
            *time += wait;
            *count += 1;
        }
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
        if let Some(passed) = self.passed.filter(|_| has_event && self.cursor.is_in(1)) {
            let (first, _) = self.main.unwrap_or((passed.enter, 0));
            self.main = Some((first, passed.leave));
        }
        let recorder = self.collector.recorder.as_mut().filter(|_| has_event);
        if let (Some(recorder), Some(passed)) = (recorder, &self.passed) {
            recorder.touch(passed);
        }
    }

    fn finish(mut self, run: (i64, i64), sums: &mut Sums) {
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
        let mut waits: Vec<WaitSum> = self
            .waits
            .into_iter()
            .map(|((row, cause), (time, count))| WaitSum { row, cause, time, count })
            .collect();
        waits.sort_small_by_key(|wait| (wait.row, std::cmp::Reverse(wait.time), wait.cause));
        sums.waits.push(waits);
        sums.iterations.push(recorder.map_or(Vec::new(), Recorder::finish));
    }
}

/// The sums of one process without a trace, whose calls are these; and the iterations of a loop, so many at most.
#[cfg(test)]
pub(super) fn sums_of(
    tree: &LoopTree,
    run: (i64, i64),
    calls: &[TimedCall],
    row: (u32, usize),
) -> Sums {
    let mut sums = Sums::default();
    let mut under_way = UnderWay::new(tree, run.0, Some(row));
    for call in calls {
        under_way.take((tree, false), run, call, &mut []);
    }
    under_way.finish(run, &mut sums);
    sums
}

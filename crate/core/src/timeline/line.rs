//! The calls of all processes with their waits, packed.

use super::opened::{Mark, Opened};
use crate::clocks::Clocks;
use crate::trace::{Process, RecordId, Trace, View, ViewTimes, BLOCK, TIMES_BLOCK};
use crate::waits::{Cause, FoundLine, FoundWaits};

/// The calls of a process.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) calls: usize,
    /// For every block of calls, and one for what is after the last call.
    pub(super) marks: Vec<Mark>,
}

/// A call of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its number among the calls of the process.
    pub number: u64,
    /// What is called.
    pub record: Option<RecordId>,
    /// When it begins.
    pub enter: i64,
    /// Until when it waits; `enter` if it does not.
    pub waited: i64,
    /// When it ends.
    pub leave: i64,
    /// For whom it waits, if it does.
    pub cause: Option<Cause>,
}

/// The waits of all calls. See the [module](super).
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    pub(super) lines: Vec<Line>,
    /// The waits; nothing where they are not known yet.
    pub(super) found: FoundWaits,
    /// The longest time that a message of a channel is under way.
    pub(super) delays: Vec<i64>,
}

impl Timeline {
    /// Bytes that it takes.
    pub fn kept_bytes(&self) -> u64 {
        let marks: usize = self.lines.iter().map(|line| line.marks.len()).sum();
        self.found.kept_bytes() + (marks * size_of::<Mark>()) as u64
    }

    /// The waits of all calls; of none where they are not known yet.
    pub fn found(&self) -> &FoundWaits {
        &self.found
    }

    /// When the first call of a process begins and the last ends; `None` if it has none.
    pub fn span(&self, place: usize) -> Option<(i64, i64)> {
        let marks = &self.lines.get(place)?.marks;
        Some((marks.first()?.enter, marks.last()?.enter))
    }

    /// How long a process waits in all.
    pub fn waited(&self, place: usize) -> u64 {
        let last = self.lines.get(place).and_then(|line| line.marks.last());
        last.map_or(0, |mark| mark.wait)
    }

    /// No more calls of a process than this are under way between two times: those of the blocks there. O(log of the calls).
    pub fn calls_at_most(&self, place: usize, (from, to): (i64, i64)) -> u64 {
        let Some(line) = self.lines.get(place) else { return 0 };
        let first = line.marks.partition_point(|mark| mark.enter <= from).saturating_sub(1);
        let after = line.marks.partition_point(|mark| mark.enter < to);
        (after.saturating_sub(first) * TIMES_BLOCK) as u64
    }

    /// Unpacks the block of that number, of the process at that place.
    pub(super) fn open(&self, (trace, clocks): (&Trace, &Clocks), (place, block): (usize, usize), opened: &mut Opened) {
        opened.clear(place, block);
        let (Some(line), Some(process)) = (self.lines.get(place), trace.processes().get(place)) else {
            return;
        };
        let (Some(mark), Some(times)) = (line.marks.get(block), own_times(process)) else { return };
        times.own().map(|own| own.block(block, &mut opened.times)).unwrap_or_default();
        if let Some(found) = self.found.line(place) {
            found.waits.block(block, &mut opened.waits);
        }
        opened.fill(*mark, clocks.of_process(place), times.tick());
    }

    /// The calls of a process that are under way between two times, at most so many. O(calls, and a block at each end).
    pub fn calls(
        &self,
        (trace, clocks): (&Trace, &Clocks),
        place: usize,
        (from, to): (i64, i64),
        most: usize,
    ) -> Vec<Call> {
        let mut calls = Vec::new();
        let Some(line) = self.lines.get(place) else { return calls };
        let Some(process) = trace.processes().get(place) else { return calls };
        let first = line.marks.partition_point(|mark| mark.enter <= from).saturating_sub(1);
        let (mut opened, mut kinds) = (Opened::default(), Kinds::default());
        let found = self.found.line(place);
        for block in first..line.marks.len().saturating_sub(1) {
            self.open((trace, clocks), (place, block), &mut opened);
            kinds.open((found, process), block);
            for (at, call) in opened.calls().iter().enumerate() {
                if call.enter >= to || calls.len() >= most {
                    return calls;
                }
                if call.leave <= from && call.enter < from {
                    continue;
                }
                let (record, cause) = kinds.get(found, at);
                calls.push(Call {
                    number: (block * TIMES_BLOCK + at) as u64,
                    record,
                    enter: call.enter,
                    waited: call.waited,
                    leave: call.leave,
                    cause,
                });
            }
        }
        calls
    }
}

/// The kinds of the calls of a block.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    numbers: Vec<u64>,
    /// Where waits are not known yet: the records of a larger block, its number plus one, and where the block begins in it.
    records: Vec<RecordId>,
    next: usize,
    first: usize,
}

impl Kinds {
    pub(super) fn open(&mut self, (found, process): (Option<&FoundLine>, &Process), block: usize) {
        if let Some(found) = found {
            return found.kinds_of_block(block, &mut self.numbers);
        }
        let large = block * TIMES_BLOCK / BLOCK;
        self.first = block * TIMES_BLOCK % BLOCK;
        if large + 1 != self.next {
            self.next = large + 1;
            self.records.clear();
            if let Some(records) = process.events(View::Calls) {
                records.copy_block(large, &mut self.records);
            }
        }
    }

    /// What the call at that place of the block calls, and for whom it waits.
    #[inline(never)]
    pub(super) fn get(&self, found: Option<&FoundLine>, at: usize) -> (Option<RecordId>, Option<Cause>) {
        match found.zip(self.numbers.get(at)) {
            Some((found, &number)) => {
                let kind = found.kind(number);
                (kind.record, kind.cause)
            }
            None => (self.records.get(self.first + at).copied(), None),
        }
    }
}

/// The times of the calls of a process.
pub(super) fn own_times(process: &Process) -> Option<ViewTimes<'_>> {
    process.times(View::Calls)
}

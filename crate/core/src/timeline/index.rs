//! Finds the waits of all calls once, and keeps them packed; or finds the calls alone, before waits are known.

use rustc_hash::FxHashMap;

use super::line::{code, Line, Timeline};
use super::messages::longest_delay;
use super::opened::Mark;
use crate::matching::{Matcher, Matching, Step};
use crate::trace::{RecordId, Trace, TIMES_BLOCK};
use crate::waits::{WaitWalk, Waits};

/// Makes a [`Timeline`], in slices.
#[derive(Debug, Default)]
pub struct Indexing {
    walk: WaitWalk,
    line: Line,
    /// The process that is walked, and whether it has begun.
    place: usize,
    begun: bool,
    /// The place of each kind of call of this process.
    kind_numbers: FxHashMap<(Option<RecordId>, u32), u32>,
    last: i64,
    compute: u64,
    wait: u64,
    steps: u64,
    timeline: Timeline,
}

impl Indexing {
    /// Nothing indexed yet.
    pub fn new() -> Indexing {
        Indexing::default()
    }

    /// How many calls were walked.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Walks so many calls; whether there are more. Always the same trace. O(calls and their events).
    pub fn step(&mut self, trace: &Trace, waits: &Waits, most: usize) -> bool {
        let mut left = most;
        while let Some(process) = trace.processes().get(self.place) {
            if !self.begun {
                self.walk.begin();
                self.begun = true;
            }
            let own = (self.place as u32, &**process);
            while let Some(call) = self.walk.next((trace, waits), own) {
                left = left.saturating_sub(1);
                self.steps += 1;
                if call.call.is_some() {
                    let (wait, enter) = (call.wait.max(0).unsigned_abs(), call.enter);
                    self.take(enter, wait, call.leave);
                    self.line.waits.push([self.wait]);
                    self.note_kind((call.record, call.cause.map_or(0, code)));
                } else {
                    self.take_event(call.enter);
                }
                if left == 0 {
                    return true;
                }
            }
            self.end_line();
        }
        false
    }

    fn take(&mut self, enter: i64, wait: u64, leave: i64) {
        let count = self.line.calls;
        if count > 0 {
            self.compute += enter.saturating_sub(self.last).max(0).unsigned_abs();
        }
        if count.is_multiple_of(TIMES_BLOCK) {
            let (compute, wait) = (self.compute, self.wait);
            self.line.marks.push(Mark { enter, compute, wait });
        }
        self.wait += wait;
        self.last = leave.max(enter);
        self.line.calls += 1;
    }

    /// An event in no call: the process computes until then.
    fn take_event(&mut self, time: i64) {
        if self.line.calls > 0 {
            self.compute += time.saturating_sub(self.last).max(0).unsigned_abs();
            self.last = self.last.max(time);
        }
    }

    fn note_kind(&mut self, kind: (Option<RecordId>, u32)) {
        let next = self.line.kinds.len() as u32;
        let number = *self.kind_numbers.entry(kind).or_insert(next);
        if number == next {
            self.line.kinds.push(kind);
        }
        self.line.kind_of_call.push(number.into());
    }

    fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        if !line.marks.is_empty() {
            let (compute, wait) = (self.compute, self.wait);
            line.marks.push(Mark { enter: self.last, compute, wait });
        }
        line.waits.finish();
        line.kind_of_call.finish();
        line.kinds.shrink_to_fit();
        // Emptying a map costs its room, which another process may have needed.
        self.kind_numbers = FxHashMap::default();
        let lists = line.waits.kept_bytes() + line.kind_of_call.kept_bytes();
        let marks = line.marks.len() * size_of::<Mark>();
        self.timeline.kept += lists + (marks + 8 * line.kinds.len()) as u64;
        self.timeline.lines.push(line);
        self.begun = false;
        self.place += 1;
        (self.compute, self.wait) = (0, 0);
    }

    /// All that was indexed. O(messages).
    pub fn finish(mut self, waits: &Waits) -> Timeline {
        let clocks = waits.clocks();
        let channels = waits.matching().channels().iter();
        self.timeline.delays = channels.map(|channel| longest_delay(channel, clocks)).collect();
        self.timeline
    }
}

/// Makes a [`Timeline`] without waits, on clocks as they were recorded, in slices: what can be drawn before messages are
/// matched.
#[derive(Debug)]
pub struct Drafting {
    matcher: Matcher,
    indexing: Indexing,
}

impl Default for Drafting {
    fn default() -> Drafting {
        Drafting::new()
    }
}

impl Drafting {
    /// Nothing walked yet.
    pub fn new() -> Drafting {
        Drafting { matcher: Matcher::of_ends(), indexing: Indexing::new() }
    }

    /// How many calls were walked.
    pub fn steps(&self) -> u64 {
        self.matcher.steps()
    }

    /// Walks so many calls; whether there are more. Always the same trace. O(calls and their events).
    pub fn step(&mut self, trace: &Trace, most: usize) -> bool {
        let Drafting { matcher, indexing } = self;
        let signed = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
        matcher.step_with(trace, most, |place, step: &Step| {
            while indexing.place < place {
                indexing.end_line();
            }
            match step.call {
                Some(_) => indexing.take(signed(step.enter), 0, signed(step.leave)),
                None => indexing.take_event(signed(step.enter)),
            }
        })
    }

    /// All that was walked, and the ends of all processes.
    pub fn finish(self, trace: &Trace) -> (Timeline, Matching) {
        let Drafting { matcher, mut indexing } = self;
        while indexing.place < trace.processes().len() {
            indexing.end_line();
        }
        (indexing.timeline, matcher.finish(trace))
    }
}

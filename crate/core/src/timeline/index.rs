//! Finds the waits of all calls once, and keeps them packed.

use super::line::{code, Line, Timeline};
use super::messages::longest_delay;
use super::opened::Mark;
use crate::trace::{Trace, TIMES_BLOCK};
use crate::waits::{Cause, WaitWalk, Waits};

/// Makes a [`Timeline`], in slices.
#[derive(Debug, Default)]
pub struct Indexing {
    walk: WaitWalk,
    line: Line,
    /// The process that is walked, and whether it has begun.
    place: usize,
    begun: bool,
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
                (self.compute, self.wait) = (0, 0);
            }
            let own = (self.place as u32, &**process);
            while let Some(call) = self.walk.next((trace, waits), own) {
                left = left.saturating_sub(1);
                self.steps += 1;
                if call.call.is_some() {
                    let (wait, enter) = (call.wait.max(0).unsigned_abs(), call.enter);
                    self.take(enter, wait, call.leave, call.cause);
                } else if !self.line.waits.is_empty() {
                    // An event in no call: the process computes until then.
                    self.compute += call.enter.saturating_sub(self.last).max(0).unsigned_abs();
                    self.last = self.last.max(call.enter);
                }
                if left == 0 {
                    return true;
                }
            }
            self.end_line();
        }
        false
    }

    fn take(&mut self, enter: i64, wait: u64, leave: i64, cause: Option<Cause>) {
        let count = self.line.waits.len();
        if count > 0 {
            self.compute += enter.saturating_sub(self.last).max(0).unsigned_abs();
        }
        if count.is_multiple_of(TIMES_BLOCK) {
            let (compute, wait) = (self.compute, self.wait);
            self.line.marks.push(Mark { enter, compute, wait });
        }
        self.wait += wait;
        self.last = leave.max(enter);
        self.line.waits.push([self.wait]);
        self.line.causes.push(cause.map_or(0, code));
    }

    fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        if !line.marks.is_empty() {
            let (compute, wait) = (self.compute, self.wait);
            line.marks.push(Mark { enter: self.last, compute, wait });
        }
        line.waits.finish();
        line.causes.shrink();
        let marks = line.marks.len() * size_of::<Mark>();
        self.timeline.kept += line.waits.kept_bytes() + line.causes.kept_bytes() + marks as u64;
        self.timeline.lines.push(line);
        self.begun = false;
        self.place += 1;
    }

    /// All that was indexed. O(messages).
    pub fn finish(mut self, waits: &Waits) -> Timeline {
        let clocks = waits.clocks();
        let channels = waits.matching().channels().iter();
        self.timeline.delays = channels.map(|channel| longest_delay(channel, clocks)).collect();
        self.timeline
    }
}

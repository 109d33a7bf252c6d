//! Finds the waits of all calls once, and keeps them packed; or finds the calls alone, before waits are known.

use super::line::{Line, Timeline};
use super::messages::longest_delay;
use super::opened::Mark;
use crate::matching::{Matcher, Matching, Step};
use crate::trace::{Trace, TIMES_BLOCK};
use crate::waits::{Finding, WaitWalk, Waits};

/// Makes a [`Timeline`], in slices.
#[derive(Debug, Default)]
pub struct Indexing {
    walk: WaitWalk,
    finding: Finding,
    marking: Marking,
    /// Whether the process has begun.
    begun: bool,
    steps: u64,
}

impl Indexing {
    /// Nothing indexed yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many calls were walked.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Walks so many calls; whether there are more. Always the same trace. O(calls and their events).
    pub fn step(&mut self, trace: &Trace, waits: &Waits, most: usize) -> bool {
        let mut left = most;
        while let Some(process) = trace.processes().get(self.marking.place()) {
            if !self.begun {
                self.walk.begin();
                self.begun = true;
            }
            let own = (self.marking.place() as u32, &**process);
            while let Some(call) = self.walk.next((trace, waits), own) {
                left = left.saturating_sub(1);
                self.steps += 1;
                self.finding.take(&call);
                self.finding.take_long(self.walk.long());
                match call.call {
                    Some(_) => self.marking.take(call.enter, call.wait, call.leave),
                    None => self.marking.take_event(call.enter),
                }
                if left == 0 {
                    return true;
                }
            }
            self.finding.end_process();
            self.marking.end_line();
            self.begun = false;
        }
        false
    }

    /// All that was indexed. O(messages).
    pub fn finish(self, waits: &Waits) -> Timeline {
        let clocks = waits.clocks();
        let channels = waits.matching().channels().iter();
        let mut timeline = self.marking.timeline;
        timeline.delays = channels.map(|channel| longest_delay(channel, clocks)).collect();
        timeline.found = self.finding.finish();
        timeline
    }
}

/// Marks where blocks of calls begin, of one process after the other.
#[derive(Debug, Default)]
struct Marking {
    line: Line,
    last: i64,
    compute: u64,
    wait: u64,
    timeline: Timeline,
}

impl Marking {
    /// The place of the process that is marked.
    fn place(&self) -> usize {
        self.timeline.lines.len()
    }

    #[inline]
    fn take(&mut self, enter: i64, wait: i64, leave: i64) {
        let count = self.line.calls;
        if count > 0 {
            self.compute += enter.saturating_sub(self.last).max(0).unsigned_abs();
        }
        if count.is_multiple_of(TIMES_BLOCK) {
            let (compute, wait) = (self.compute, self.wait);
            self.line.marks.push(Mark { enter, compute, wait });
        }
        self.wait += wait.max(0).unsigned_abs();
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

    #[inline(never)]
    fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        if !line.marks.is_empty() {
            let (compute, wait) = (self.compute, self.wait);
            line.marks.push(Mark { enter: self.last, compute, wait });
        }
        self.timeline.lines.push(line);
        (self.compute, self.wait) = (0, 0);
    }
}

/// Makes a [`Timeline`] without waits, on clocks as they were recorded, in slices: what can be drawn before messages are
/// matched.
#[derive(Debug)]
pub struct Drafting {
    matcher: Matcher,
    marking: Marking,
}

impl Default for Drafting {
    fn default() -> Self {
        Self::new()
    }
}

impl Drafting {
    /// Nothing walked yet.
    pub fn new() -> Self {
        Self { matcher: Matcher::of_ends(), marking: Marking::default() }
    }

    /// How many calls were walked.
    pub fn steps(&self) -> u64 {
        self.matcher.steps()
    }

    /// Walks so many calls; whether there are more. Always the same trace. O(calls and their events).
    pub fn step(&mut self, trace: &Trace, most: usize) -> bool {
        let Self { matcher, marking } = self;
        let signed = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
        matcher.step_with(trace, most, |place, step: &Step| {
            while marking.place() < place {
                marking.end_line();
            }
            match step.call {
                Some(_) => marking.take(signed(step.enter), 0, signed(step.leave)),
                None => marking.take_event(signed(step.enter)),
            }
        })
    }

    /// All that was walked, and the ends of all processes.
    pub fn finish(self, trace: &Trace) -> (Timeline, Matching) {
        let Self { matcher, mut marking } = self;
        while marking.place() < trace.processes().len() {
            marking.end_line();
        }
        (marking.timeline, matcher.finish(trace))
    }
}

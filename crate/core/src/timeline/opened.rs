//! A block of calls, unpacked: what a process had done at any time in it.

use crate::trace::Tick;

/// What a process does in a stretch of time, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Outside of calls.
    pub compute: u64,
    /// In calls, beyond their waits.
    pub calls: u64,
    /// Waiting for another process.
    pub wait: u64,
}

impl Share {
    /// All of it; less than the stretch where the process has not begun or has ended.
    pub fn time(self) -> u64 {
        self.compute + self.calls + self.wait
    }
}

/// What a process had done when the first call of a block begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// When it begins.
    pub(super) enter: i64,
    /// How long the process had computed until then, since its first call.
    pub(super) compute: u64,
    /// How long it had waited.
    pub(super) wait: u64,
}

/// What a process had done at some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) time: i64,
    pub(super) compute: u64,
    pub(super) wait: u64,
}

impl Done {
    pub(super) fn until(self, later: Self) -> Share {
        let time = later.time.saturating_sub(self.time).max(0).unsigned_abs();
        let compute = later.compute.saturating_sub(self.compute).min(time);
        let wait = later.wait.saturating_sub(self.wait).min(time - compute);
        Share { compute, calls: time - compute - wait, wait }
    }
}

/// A call of an unpacked block.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenedCall {
    pub(super) enter: i64,
    pub(super) waited: i64,
    pub(super) leave: i64,
    /// What the process had done when it begins.
    compute: u64,
    wait: u64,
}

/// An unpacked block.
#[derive(Clone, Debug, Default)]
pub(super) struct Opened {
    pub(super) which: Option<(usize, usize)>,
    pub(super) times: Vec<[u64; 2]>,
    pub(super) waits: Vec<u64>,
    calls: Vec<OpenedCall>,
}

impl Opened {
    /// Empty, and the block of that process.
    pub(super) fn clear(&mut self, place: usize, block: usize) {
        self.which = Some((place, block));
        self.times.clear();
        self.waits.clear();
        self.calls.clear();
    }

    /// The calls, of the times and waits that were unpacked.
    pub(super) fn fill(&mut self, mark: Mark, corrected: impl Fn(u64) -> i64, tick: Tick) {
        let (mut compute, mut wait) = (mark.compute, mark.wait);
        let mut last = mark.enter;
        let nanoseconds = |time: u64| match tick {
            Tick::NANOSECOND => time,
            tick => u64::try_from(tick.nanoseconds(time)).unwrap_or(u64::MAX),
        };
        let Self { times, waits, calls, .. } = self;
        calls.extend(times.iter().enumerate().map(|(at, &[enter, leave])| {
            let enter = corrected(nanoseconds(enter)).max(last);
            let leave = corrected(nanoseconds(leave)).max(enter);
            compute += enter.abs_diff(last);
            let before = wait;
            wait += waits.get(at).copied().unwrap_or(0);
            last = leave;
            let until = enter.saturating_add_unsigned(wait - before).min(leave);
            OpenedCall { enter, waited: until, leave, compute, wait: before }
        }));
    }

    pub(super) fn calls(&self) -> &[OpenedCall] {
        &self.calls
    }

    /// What the process had done at a time in this block. O(log of the calls).
    pub(super) fn done(&self, time: i64) -> Option<Done> {
        let at = self.calls.partition_point(|call| call.enter <= time).checked_sub(1)?;
        let call = self.calls.get(at)?;
        let waited = time.min(call.waited).saturating_sub(call.enter).max(0).unsigned_abs();
        let computed = time.saturating_sub(call.leave).max(0).unsigned_abs();
        Some(Done { time, compute: call.compute + computed, wait: call.wait + waited })
    }
}

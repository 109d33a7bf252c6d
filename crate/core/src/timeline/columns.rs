//! How much a process computes, is in calls and waits in each of many columns of time.

use super::index::{Line, Mark, Timeline};
use crate::clocks::Clocks;
use crate::trace::{Tick, Trace};

/// A block that is wider than so many columns is unpacked.
pub const WIDE: i64 = 3;

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

/// What a process had done at some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    time: i64,
    compute: u64,
    wait: u64,
}

impl Done {
    fn until(self, later: Done) -> Share {
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
    which: Option<(usize, usize)>,
    pub(super) times: Vec<[u64; 2]>,
    pub(super) waits: Vec<[u64; 1]>,
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
        let Opened { times, waits, calls, .. } = self;
        calls.extend(times.iter().zip(waits.iter()).map(|(&[enter, leave], &[waited])| {
            let enter = corrected(nanoseconds(enter)).max(last);
            let leave = corrected(nanoseconds(leave)).max(enter);
            compute += enter.abs_diff(last);
            let before = wait;
            wait = waited.max(before);
            last = leave;
            let until = enter.saturating_add_unsigned(wait - before).min(leave);
            OpenedCall { enter, waited: until, leave, compute, wait: before }
        }));
    }

    pub(super) fn calls(&self) -> &[OpenedCall] {
        &self.calls
    }

    /// What the process had done at a time in this block. O(log of the calls).
    fn done(&self, time: i64) -> Option<Done> {
        let at = self.calls.partition_point(|call| call.enter <= time).checked_sub(1)?;
        let call = self.calls.get(at)?;
        let waited = time.min(call.waited).saturating_sub(call.enter).max(0).unsigned_abs();
        let computed = time.saturating_sub(call.leave).max(0).unsigned_abs();
        Some(Done { time, compute: call.compute + computed, wait: call.wait + waited })
    }
}

impl Line {
    /// What the process had done at a time, as far as marks tell: spread evenly between two of them.
    fn spread(&self, block: usize, time: i64) -> Option<Done> {
        let (from, to) = (self.marks.get(block)?, self.marks.get(block + 1)?);
        let length = to.enter.abs_diff(from.enter).max(1);
        let passed = time.saturating_sub(from.enter).max(0).unsigned_abs().min(length);
        let part = |whole: u64| {
            (u128::from(whole) * u128::from(passed) / u128::from(length)) as u64
        };
        Some(Done {
            time,
            compute: from.compute + part(to.compute - from.compute),
            wait: from.wait + part(to.wait - from.wait),
        })
    }
}

impl Timeline {
    /// What the process at that place does in each of so many equal columns between two times. See the [module](super) for
    /// the cost, and for what is spread evenly.
    pub fn columns(
        &self,
        source: (&Trace, &Clocks),
        place: usize,
        (from, to): (i64, i64),
        count: usize,
    ) -> Vec<Share> {
        let nothing = vec![Share::default(); count];
        let Some(line) = self.lines.get(place) else { return nothing };
        let (Some(start), Some(end)) = (line.marks.first(), line.marks.last()) else {
            return nothing;
        };
        let length = i128::from(to) - i128::from(from);
        if length <= 0 || count == 0 {
            return nothing;
        }
        let wide = length * i128::from(WIDE) / count as i128;
        let mut opened = Opened::default();
        let mut block = 0;
        let mut done = |column: usize| {
            let at = i128::from(from) + length * column as i128 / count as i128;
            let time = (at as i64).clamp(start.enter, end.enter);
            block = line.block_at(time, block);
            let (first, next) = (line.marks.get(block)?, line.marks.get(block + 1)?);
            if i128::from(next.enter) - i128::from(first.enter) <= wide {
                return line.spread(block, time);
            }
            if opened.which != Some((place, block)) {
                self.open(source, (place, block), &mut opened);
            }
            opened.done(time)
        };
        let mut before = done(0).unwrap_or_default();
        let shares = (1..=count).map(|column| {
            let after = done(column).unwrap_or(before);
            let share = before.until(after);
            before = after;
            share
        });
        shares.collect()
    }

    /// What the process at that place does between two times, exactly. O(log of the calls, and two blocks).
    pub fn share(&self, source: (&Trace, &Clocks), place: usize, (from, to): (i64, i64)) -> Share {
        let Some(line) = self.lines.get(place) else { return Share::default() };
        let (Some(start), Some(end)) = (line.marks.first(), line.marks.last()) else {
            return Share::default();
        };
        let mut opened = Opened::default();
        let mut done = |time: i64| {
            let time = time.clamp(start.enter, end.enter);
            self.open(source, (place, line.block_at(time, 0)), &mut opened);
            opened.done(time)
        };
        match (done(from), done(to.max(from))) {
            (Some(before), Some(after)) => before.until(after),
            _ => Share::default(),
        }
    }
}

impl Line {
    /// The block that holds a time; `near` is one that comes not after it.
    fn block_at(&self, time: i64, near: usize) -> usize {
        let blocks = self.marks.len().saturating_sub(1);
        let holds = |block: usize| {
            let next = self.marks.get(block + 1).map_or(i64::MAX, |mark| mark.enter);
            self.marks.get(block).is_some_and(|mark| mark.enter <= time) && time < next
        };
        if holds(near) {
            return near;
        }
        let after = self.marks.partition_point(|mark| mark.enter <= time);
        after.saturating_sub(1).min(blocks.saturating_sub(1))
    }
}

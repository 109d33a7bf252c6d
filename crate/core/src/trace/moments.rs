//! When events happen that are in no call: local events between the calls of a process.
//!
//! Such an event has a moment of its own; every other event of the process has the times of its call. Kept are the positions of these
//! events and their moments, a packed list each.

use super::{Ascending, Cursor};
use crate::bytes::{put_unsigned, Bytes, Malformed};

/// The moments of the events that have one, in their order. Times are in the unit of the calls of the process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// Positions of the events among those of the process.
    positions: Ascending<1>,
    times: Ascending<1>,
    /// Events that have the moment of the event before them: because theirs is earlier, and because they have none.
    backward: u64,
    missing: u64,
}

impl Moments {
    /// Positions of the events that have a moment.
    pub fn positions(&self) -> &Ascending<1> {
        &self.positions
    }

    /// Their moments, in the same order.
    pub fn times(&self) -> &Ascending<1> {
        &self.times
    }

    /// How many moments are earlier than the one before, and how many are missing.
    pub(super) fn repairs(&self) -> (u64, u64) {
        (self.backward, self.missing)
    }

    /// The moment of the event at a position; `None` if it has none. O(log events + 128).
    pub(super) fn get(&self, position: usize) -> Option<u64> {
        let index = self.below(position);
        let found = self.positions.get(index)? == [position as u64];
        self.times.get(index).filter(|_| found).map(|[time]| time)
    }

    /// How many of the events before a position have one.
    fn below(&self, position: usize) -> usize {
        self.positions.rows_below(|at| at < position as u64)
    }

    /// Appends one; in units, like those before. Says by how many bytes the lists grew, or shrank.
    pub(super) fn push(&mut self, position: usize, time: u64) -> i64 {
        self.backward += u64::from(time < self.times.last());
        self.positions.push([position as u64]) + self.times.push([time])
    }

    /// The event at a position has no time: it gets that of the event before, if it is one of these. Says by how many bytes the
    /// lists grew.
    pub(super) fn repeat(&mut self, position: usize) -> i64 {
        let follows = self.positions.last().checked_add(1) == Some(position as u64);
        if self.positions.is_empty() || !follows {
            return 0;
        }
        self.missing += 1;
        self.push(position, self.times.last())
    }

    /// Of the events from a position on, the first that does not end `before` a time, where those without a moment end before it if
    /// `others` do. See [`ViewTimes::ended`](super::ViewTimes::ended). O(log² events + 128 log events).
    pub(super) fn ended(&self, from: usize, before: impl Fn(u64) -> bool, others: Option<usize>) -> usize {
        let first = self.below(from);
        let passed = self.times.rows_below(before).max(first);
        let next = self.positions.get(passed).map(|[at]| at as usize);
        if let Some(all) = others {
            return next.unwrap_or(all);
        }
        // As long as events with a moment follow each other.
        let (mut low, mut high) = (0, passed - first);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let follows = self.positions.get(first + middle - 1) == Some([(from + middle - 1) as u64]);
            (low, high) = if follows { (middle, high) } else { (low, middle - 1) };
        }
        from + low
    }

    /// Bytes that it keeps.
    pub(super) fn kept_bytes(&self) -> u64 {
        self.positions.kept_bytes() + self.times.kept_bytes()
    }

    /// Takes out what can no longer be changed.
    pub(super) fn take_packed(&mut self) -> Self {
        let (positions, times) = (self.positions.take_packed(), self.times.take_packed());
        Self { positions, times, ..Self::default() }
    }

    /// Gives up memory that was held for growing. Nothing may be pushed after that.
    pub(super) fn finish(&mut self) {
        self.positions.finish();
        self.times.finish();
    }

    /// Rounds all moments down to units 2^`more` times as long. O(events that have one).
    pub(super) fn coarsen(&mut self, more: u32) {
        self.times = self.times.shifted(more);
    }

    /// Whether each is of one of so many events.
    pub(super) fn fits(&self, events: usize) -> bool {
        let within = self.positions.is_empty() || self.positions.last() < events as u64;
        within && self.positions.len() == self.times.len()
    }

    /// Appends it as bytes: for another worker, whose memory is its own.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        put_unsigned(out, self.backward.into());
        put_unsigned(out, self.missing.into());
        self.positions.write(out);
        self.times.write(out);
    }

    /// Reads what [`write`](Self::write) wrote.
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let (backward, missing) = (bytes.number()?, bytes.number()?);
        let (positions, times) = (Ascending::read(bytes)?, Ascending::read(bytes)?);
        Ok(Self { positions, times, backward, missing })
    }
}

/// A place in [`Moments`] that goes from event to event, without holding them.
#[derive(Clone, Debug, Default)]
pub struct MomentCursor {
    positions: Cursor<1>,
    times: Cursor<1>,
    /// The position and the moment of the next event that has one; a position that no event has after the last.
    next: Option<(u64, u64)>,
}

impl MomentCursor {
    /// The moment of the event at a position, which is behind that of the call before; the moments must be the same every time.
    pub fn at(&mut self, moments: &Moments, position: u64) -> Option<u64> {
        while self.next.is_none_or(|(at, _)| at < position) {
            let row = self.positions.next(&moments.positions).zip(self.times.next(&moments.times));
            self.next = Some(row.map_or((u64::MAX, 0), |([at], [time])| (at, time)));
        }
        self.next.filter(|&(at, _)| at == position).map(|(_, time)| time)
    }
}

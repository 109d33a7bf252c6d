//! When the calls of a process begin and end.
//!
//! A call has two times, its enter and its leave, in [ticks](Tick) of the trace's own clock. The calls of a process stand
//! one after the other: none begins before the one before it ends. Where a trace says otherwise, [`Times`] makes it so and
//! counts what it changed ([`Repairs`]); the events themselves stay as they are.
//!
//! | in the trace | kept |
//! | --- | --- |
//! | a call inside another | the outer call has the time; the inner one lasts 0 ticks, at the beginning of the outer or at its end, whichever side of it it stands on in the list |
//! | calls that overlap | the later begins where the earlier ends |
//! | a call that begins before an earlier call began | it begins where the one before it ends |
//! | a call that ends before it begins | it lasts 0 ticks |
//! | a call without times among others | it lasts 0 ticks, where the call before it ends |

use super::ascending::{Ascending, Rows};
use crate::bytes::{put_unsigned, Bytes, Malformed};

/// No unit is longer than 2^30 ticks.
const MAX_SHIFT: u8 = 30;

/// Nanoseconds in a second.
const NANOSECONDS: u64 = 1_000_000_000;

/// How long the unit of stored times is: 2^`shift` ticks of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tick {
    /// Ticks of the trace's clock in a second; at least 1.
    pub per_second: u64,
    /// Times are divided by 2 to this power and rounded down, which saves memory and inverts no order.
    pub shift: u8,
}

impl Tick {
    /// Times in nanoseconds.
    pub const NANOSECOND: Self = Self { per_second: 1_000_000_000, shift: 0 };

    /// Times of a clock that ticks so often in a second; 0 counts as 1.
    pub fn per_second(ticks: u64) -> Self {
        Self { per_second: ticks.max(1), shift: 0 }
    }

    /// So many units in nanoseconds, rounded down.
    pub fn nanoseconds(self, units: u64) -> u128 {
        let (shift, per_second) = (self.shift.min(MAX_SHIFT), self.per_second.max(1));
        let ticks = u128::from(units) << shift;
        match u64::try_from(ticks) {
            // In parts that do not overflow: wide numbers are divided ten times as slowly.
            Ok(ticks) if per_second <= u64::MAX / NANOSECONDS => {
                let (whole, rest) = (ticks / per_second, ticks % per_second);
                u128::from(whole) * u128::from(NANOSECONDS) + u128::from(rest * NANOSECONDS / per_second)
            }
            _ => ticks * u128::from(NANOSECONDS) / u128::from(per_second),
        }
    }

    /// So many units in seconds.
    pub fn seconds(self, units: u64) -> f64 {
        units as f64 * (1u64 << self.shift.min(MAX_SHIFT)) as f64 / self.per_second.max(1) as f64
    }
}

/// How many calls have other times than the trace gives them, by reason. See the [module](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Calls inside another.
    pub nested: u64,
    /// Calls that begin while another is open, and end after it.
    pub overlapping: u64,
    /// Calls that begin before an earlier call began.
    pub backward: u64,
    /// Calls that end before they begin.
    pub negative: u64,
    /// Calls without times.
    pub missing: u64,
}

impl Repairs {
    /// Whether every time is as in the trace.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Adds those of other calls.
    pub fn add(&mut self, more: Self) {
        self.nested += more.nested;
        self.overlapping += more.overlapping;
        self.backward += more.backward;
        self.negative += more.negative;
        self.missing += more.missing;
    }
}

/// The enter and the leave of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// When it begins.
    pub enter: u64,
    /// When it ends: not before that.
    pub leave: u64,
}

impl Span {
    /// How long it lasts.
    pub fn duration(self) -> u64 {
        self.leave.saturating_sub(self.enter)
    }
}

/// The times of the items of one view of a process, in their order. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    tick: Tick,
    rows: Ascending<2>,
    repairs: Repairs,
}

impl Times {
    /// No times yet, of a clock with that tick.
    pub fn new(tick: Tick) -> Self {
        Self { tick, rows: Ascending::default(), repairs: Repairs::default() }
    }

    /// The unit of all times.
    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// What had to be changed.
    pub fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Bytes that the times take: 3.4 to 5.3 a call in real traces.
    pub fn kept_bytes(&self) -> u64 {
        self.rows.kept_bytes()
    }

    /// The times of an item; `None` beyond the end. O(128).
    pub fn get(&self, position: usize) -> Option<Span> {
        self.rows.get(position).map(span)
    }

    /// The times of all items, in order.
    pub fn iter(&self) -> Spans<'_> {
        Spans(self.rows.iter())
    }

    /// Number of blocks: see [`block`](Self::block).
    pub fn blocks(&self) -> usize {
        self.rows.blocks()
    }

    /// The enters and leaves of [`TIMES_BLOCK`](super::TIMES_BLOCK) items, of fewer in the last block; none where there is
    /// no such block. They take the place of what `rows` held.
    pub fn block(&self, index: usize, rows: &mut Vec<[u64; 2]>) {
        self.rows.block(index, rows);
    }

    /// When the last item ends; 0 if there is none.
    pub fn last(&self) -> u64 {
        self.rows.last()
    }

    /// The times of the last item, if it is not packed yet.
    pub(super) fn last_span(&self) -> Option<Span> {
        self.rows.recent().last().copied().map(span)
    }

    /// Appends an item's times, in ticks of the trace. Says by how many bytes the list grew, or shrank. O(1) amortised.
    #[inline]
    pub(super) fn push(&mut self, enter: u64, leave: u64) -> i64 {
        let (enter, leave) = (enter >> self.tick.shift, leave >> self.tick.shift);
        if leave < enter || enter < self.rows.last() {
            return self.push_repaired(enter, leave);
        }
        self.rows.push([enter, leave])
    }

    #[cold]
    fn push_repaired(&mut self, enter: u64, leave: u64) -> i64 {
        self.repairs.negative += u64::from(leave < enter);
        let leave = leave.max(enter);
        let (before, recent) = self.rows.recent_mut();
        if enter >= recent.last().map_or(before, |row| row[1]) {
            return self.rows.push([enter, leave]);
        }
        let inside = recent.iter().rev().take_while(|row| row[0] >= enter && row[1] <= leave);
        let at = recent.len() - inside.count();
        let (earlier, inner) = recent.split_at_mut(at);
        let around = earlier.last().copied();
        let start = around.map_or(before, |row| row[1]).max(enter);
        self.repairs.nested += inner.iter().filter(|row| row[1] > row[0]).count() as u64;
        inner.fill([start, start]);
        // Without rows to compare with, what is before may be anything: the least that can be said is that it overlaps.
        match around {
            _ if start == enter => {}
            Some(around) if around[0] <= enter && leave <= around[1] => self.repairs.nested += 1,
            Some(around) if enter < around[0] => self.repairs.backward += 1,
            _ => self.repairs.overlapping += 1,
        }
        self.rows.push([start, leave.max(start)])
    }

    /// Appends items without times until there are so many. Says by how many bytes the list grew.
    pub(super) fn fill(&mut self, count: usize, first: u64) -> i64 {
        let mut grown = 0;
        while self.rows.len() < count {
            let time = if self.rows.is_empty() { first >> self.tick.shift } else { self.last() };
            grown += self.rows.push([time, time]);
            self.repairs.missing += 1;
        }
        grown
    }

    /// The rows of all items: when they begin and end.
    pub fn rows(&self) -> &Ascending<2> {
        &self.rows
    }

    /// Takes out the items that can no longer be changed.
    pub(super) fn take_packed(&mut self) -> Self {
        let rows = self.rows.take_packed();
        Self { tick: self.tick, rows, repairs: Repairs::default() }
    }

    /// Gives up memory that was held for growing. Nothing may be pushed after that.
    pub(super) fn finish(&mut self) {
        self.rows.finish();
    }

    /// Rounds all times down to units of 2^`shift` ticks, if they are not as coarse already. O(items).
    pub(super) fn coarsen(&mut self, shift: u8) {
        if let Some(more) = shift.checked_sub(self.tick.shift).filter(|&more| more > 0) {
            self.rows = self.rows.shifted(more.into());
            self.tick.shift = shift;
        }
    }

    /// Appends it as bytes: for another worker, whose memory is its own.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Repairs { nested, overlapping, backward, negative, missing } = self.repairs;
        put_unsigned(out, self.tick.per_second.into());
        put_unsigned(out, self.tick.shift.into());
        for count in [nested, overlapping, backward, negative, missing] {
            put_unsigned(out, count.into());
        }
        self.rows.write(out);
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// It did not write that.
    pub fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let tick = Tick { per_second: bytes.number::<u64>()?.max(1), shift: bytes.number()? };
        if tick.shift > MAX_SHIFT {
            return Err(bytes.malformed("a unit of time is too long"));
        }
        let repairs = Repairs {
            nested: bytes.number()?,
            overlapping: bytes.number()?,
            backward: bytes.number()?,
            negative: bytes.number()?,
            missing: bytes.number()?,
        };
        Ok(Self { tick, rows: Ascending::read(bytes)?, repairs })
    }
}

fn span([enter, leave]: [u64; 2]) -> Span {
    Span { enter, leave }
}

/// The times of items, in order.
#[derive(Clone, Debug)]
pub struct Spans<'a>(Rows<'a, 2>);

impl Iterator for Spans<'_> {
    type Item = Span;

    #[inline]
    fn next(&mut self) -> Option<Span> {
        self.0.next().map(span)
    }
}

#[cfg(test)]
mod tests;

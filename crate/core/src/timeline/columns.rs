//! How much a process computes, is in calls and waits in each of many columns of time.

use super::line::{Line, Timeline};
use super::opened::{Done, Opened, Share};
use crate::clocks::Clocks;
use crate::trace::Trace;

/// A block that is wider than so many columns is unpacked.
pub const WIDE: i64 = 3;

/// The edges of equal columns between two times: column `i` of `n` begins a part `i / n` of the way, rounded down.
#[derive(Clone, Copy, Debug)]
pub struct Edges {
    from: i64,
    count: u64,
    /// The width of a column, and what is left of the whole.
    width: u64,
    rest: u64,
}

impl Edges {
    /// The edges of so many columns; of one if there are none.
    pub fn new((from, to): (i64, i64), count: usize) -> Self {
        let (length, count) = (to.abs_diff(from), (count as u64).max(1));
        Self { from, count, width: length / count, rest: length % count }
    }

    /// Where a column begins; the one before it ends there.
    pub fn at(self, column: usize) -> i64 {
        self.from.saturating_add_unsigned(self.span(column as u64))
    }

    /// The width of so many columns.
    fn span(self, columns: u64) -> u64 {
        // Exact: the rest is less than the number of columns.
        let rest = product(self.rest, columns).unwrap_or(u64::MAX) / self.count;
        product(self.width, columns).unwrap_or(u64::MAX).saturating_add(rest)
    }
}

/// The product of two numbers, if it has 64 bits. To be told so by the product itself takes ten times as long where the processor has
/// no wider numbers, as in wasm.
fn product(a: u64, b: u64) -> Option<u64> {
    match a.leading_zeros() + b.leading_zeros() >= u64::BITS {
        true => Some(a.wrapping_mul(b)),
        false => a.checked_mul(b),
    }
}

impl Line {
    /// What the process had done at a time, as far as marks tell: spread evenly between two of them.
    fn spread(&self, block: usize, time: i64) -> Option<Done> {
        let (from, to) = (self.marks.get(block)?, self.marks.get(block + 1)?);
        let length = to.enter.abs_diff(from.enter).max(1);
        let passed = time.saturating_sub(from.enter).max(0).unsigned_abs().min(length);
        // Wide numbers are divided ten times as slowly where the processor has none, as in wasm.
        let part = |whole: u64| match product(whole, passed) {
            Some(product) => product / length,
            None => (u128::from(whole) * u128::from(passed) / u128::from(length)) as u64,
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
    pub fn columns(&self, source: (&Trace, &Clocks), place: usize, (from, to): (i64, i64), count: usize) -> Vec<Share> {
        let nothing = vec![Share::default(); count];
        let Some(line) = self.lines.get(place) else { return nothing };
        let (Some(start), Some(end)) = (line.marks.first(), line.marks.last()) else {
            return nothing;
        };
        if to <= from || count == 0 {
            return nothing;
        }
        let edges = Edges::new((from, to), count);
        let wide = edges.span(WIDE as u64);
        let mut opened = Opened::default();
        let mut block = 0;
        let mut done = |column: usize| {
            let time = edges.at(column).clamp(start.enter, end.enter);
            block = line.block_at(time, block);
            let (first, next) = (line.marks.get(block)?, line.marks.get(block + 1)?);
            if next.enter.abs_diff(first.enter) <= wide {
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
    pub(super) fn block_at(&self, time: i64, near: usize) -> usize {
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

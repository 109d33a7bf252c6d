//! Where the items of a body begin: stored for every sixteenth item.

use std::iter::FusedIterator;

use super::{Loop, Nest, NodeId};

/// Items from one sample to the next.
pub(super) const EVERY: usize = 16;

/// For each item of a body, or of the top level, how many events stand before it there.
///
/// They ascend strictly. Only every sixteenth is stored; the others are added up when needed.
#[derive(Clone, Copy, Debug)]
pub struct Offsets<'a> {
    nest: &'a Nest,
    /// The stretch of the nest's items.
    first: usize,
    end: usize,
}

impl Nest {
    /// For each item of the top level, how many events stand before it.
    pub fn root_offsets(&self) -> Offsets<'_> {
        Offsets { nest: self, first: self.root, end: self.items.len() }
    }

    /// For each item of a loop's body, how many events of the iteration stand before it.
    pub fn body_offsets(&self, node: &Loop) -> Offsets<'_> {
        let (first, end) = (node.first as usize, (node.first + node.len) as usize);
        Offsets { nest: self, first, end }
    }
}

impl<'a> Offsets<'a> {
    /// Number of items.
    pub fn len(&self) -> usize {
        self.end - self.first
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The events before the item of that index, if it exists. O(1): at most 16 items are looked at.
    pub fn get(&self, item: usize) -> Option<u64> {
        let place = self.first.checked_add(item).filter(|&place| place < self.end)?;
        let sample = place / EVERY;
        let (from, before) = if sample * EVERY > self.first {
            (sample * EVERY, *self.nest.samples.get(sample)?)
        } else {
            (self.first, 0)
        };
        Some(self.from(from, before).nth(place - from).unwrap_or(before))
    }

    /// The index of the first item for whose offset `holds` is false. It must be true for all items before it and false
    /// for all after it. O(log items).
    pub fn partition_point(&self, holds: impl Fn(u64) -> bool) -> usize {
        let (low, high) = (self.first.div_ceil(EVERY), self.end.div_ceil(EVERY));
        let samples = self.nest.samples.get(low..high).unwrap_or(&[]);
        let (from, before) = match samples.partition_point(|&before| holds(before)) {
            0 => (self.first, 0),
            more => ((low + more - 1) * EVERY, samples[more - 1]),
        };
        from - self.first + self.from(from, before).take_while(|&before| holds(before)).count()
    }

    /// All offsets in order, O(1) each.
    pub fn iter(&self) -> OffsetsIter<'a> {
        self.from(self.first, 0)
    }

    /// The offsets from a place on, whose own offset is `before`.
    fn from(&self, place: usize, before: u64) -> OffsetsIter<'a> {
        OffsetsIter { nest: self.nest, rest: self.nest.items[place..self.end].iter(), before }
    }
}

impl<'a> IntoIterator for Offsets<'a> {
    type Item = u64;
    type IntoIter = OffsetsIter<'a>;

    fn into_iter(self) -> OffsetsIter<'a> {
        self.iter()
    }
}

/// [`Offsets`] in order.
#[derive(Clone, Debug)]
pub struct OffsetsIter<'a> {
    nest: &'a Nest,
    rest: std::slice::Iter<'a, NodeId>,
    before: u64,
}

impl Iterator for OffsetsIter<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let &id = self.rest.next()?;
        let before = self.before;
        self.before = before.saturating_add(self.nest.span(id));
        Some(before)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl ExactSizeIterator for OffsetsIter<'_> {}
impl FusedIterator for OffsetsIter<'_> {}

#[cfg(test)]
mod tests;

//! Long lists of small numbers, packed block by block while they grow.
//!
//! Events are kept as ids of what they say, and programs loop: a block of 65,536 ids is a few
//! different numbers in an order that repeats. So a full block is narrowed to the bytes that its
//! largest number needs, and those are packed with LZ4, which finds repetitions up to 64 KiB apart.
//! A looping trace takes a hundredth of 4 bytes an event then, and a trace can be larger than memory.
//! What does not repeat is kept narrow.
//!
//! # Cost
//!
//! A push is a store; a block is packed at 1 to 2 GB/s where it loops, which is a few percent of reading any
//! format, and unpacked faster than it is read through. At most a block of each list is not packed.

use std::collections::BTreeMap;

use crate::bytes::{put_unsigned, Bytes, Malformed};

/// Ids in a full block.
pub const BLOCK: usize = 1 << 16;

/// A number that lists are made of.
pub trait Id: Copy {
    /// The id of that number.
    fn from_number(number: u32) -> Self;
    /// Its number.
    fn number(self) -> u32;
}

impl Id for u32 {
    fn from_number(number: u32) -> Self {
        number
    }
    fn number(self) -> u32 {
        self
    }
}

/// A full block: [`BLOCK`] numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    /// Bytes of a number: 1, 2 or 4.
    width: u8,
    /// Whether `bytes` is packed; what would not get smaller is kept as it is.
    packed: bool,
    bytes: Box<[u8]>,
}

/// A list of ids that grows at its end.
#[derive(Clone, Debug)]
pub struct Sequence<T> {
    full: Vec<Block>,
    /// The last block, not full.
    open: Vec<T>,
    /// What was changed after it was packed, by position.
    changed: BTreeMap<usize, T>,
    full_bytes: u64,
}

impl<T> Default for Sequence<T> {
    fn default() -> Self {
        Self { full: Vec::new(), open: Vec::new(), changed: BTreeMap::new(), full_bytes: 0 }
    }
}

impl<T: Id> Sequence<T> {
    /// Number of ids.
    pub fn len(&self) -> usize {
        self.full.len() * BLOCK + self.open.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that it keeps.
    pub fn kept_bytes(&self) -> u64 {
        self.full_bytes + 4 * self.open.len() as u64 + 64 * self.changed.len() as u64
    }

    /// Appends an id; returns by how many [kept bytes](Self::kept_bytes) it grew, or shrank where a block got full.
    #[inline]
    pub fn push(&mut self, id: T) -> i64 {
        self.open.push(id);
        if self.open.len() == BLOCK {
            self.pack()
        } else {
            4
        }
    }

    /// Appends ids as one [`push`](Self::push) of each would; returns by how many bytes it grew, below 0 if it shrank.
    pub fn push_all(&mut self, ids: &[T]) -> i64 {
        let (mut rest, mut grown) = (ids, 0);
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(BLOCK - self.open.len()));
            self.open.extend_from_slice(now);
            grown += 4 * now.len() as i64;
            if self.open.len() == BLOCK {
                // What it tells is for the last id, which was counted.
                grown += self.pack() - 4;
            }
            rest = later;
        }
        grown
    }

    #[cold]
    fn pack(&mut self) -> i64 {
        let block = Block::new(&self.open);
        let bytes = block.kept_bytes();
        self.full_bytes += bytes;
        self.full.push(block);
        self.open.clear();
        bytes as i64 - 4 * (BLOCK as i64 - 1)
    }

    /// Puts another id in the place of one; nothing happens beyond the end. Meant for ids that were
    /// appended not long ago: each one in a full block takes memory of its own.
    pub fn set(&mut self, position: usize, id: T) {
        let first_open = self.full.len() * BLOCK;
        if position < first_open {
            self.changed.insert(position, id);
        } else if let Some(place) = self.open.get_mut(position - first_open) {
            *place = id;
        }
    }

    /// Gives up memory that was held for growing.
    pub fn shrink(&mut self) {
        self.open.shrink_to_fit();
        self.full.shrink_to_fit();
    }

    /// Appends it as bytes, packed as it is: for another worker, whose memory is its own.
    pub fn write(&self, out: &mut Vec<u8>) {
        put_unsigned(out, self.full.len() as u128);
        for block in &self.full {
            out.push(block.width << 1 | u8::from(block.packed));
            put_unsigned(out, block.bytes.len() as u128);
            out.extend_from_slice(&block.bytes);
        }
        put_unsigned(out, self.open.len() as u128);
        self.open.iter().for_each(|id| put_unsigned(out, id.number().into()));
        put_unsigned(out, self.changed.len() as u128);
        for (&position, id) in &self.changed {
            put_unsigned(out, position as u128);
            put_unsigned(out, id.number().into());
        }
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// It did not write that. What is inside packed blocks is not looked at: a block always has its number of
    /// ids.
    pub fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let mut sequence = Self::default();
        for _ in 0..bytes.count(2)? {
            let kind: u8 = bytes.take(1)?.first().copied().unwrap_or_default();
            let length = bytes.count(1)?;
            let block = Block { width: kind >> 1, packed: kind & 1 == 1, bytes: bytes.take(length)?.into() };
            sequence.full_bytes += block.kept_bytes();
            sequence.full.push(block);
        }
        let open = bytes.count(1)?;
        if open >= BLOCK {
            return Err(bytes.malformed("a block is too long"));
        }
        for _ in 0..open {
            sequence.open.push(T::from_number(bytes.number()?));
        }
        for _ in 0..bytes.count(2)? {
            let position = bytes.number()?;
            sequence.changed.insert(position, T::from_number(bytes.number()?));
        }
        Ok(sequence)
    }

    /// Number of blocks; all but the last have [`BLOCK`] ids.
    pub fn blocks(&self) -> usize {
        self.full.len() + usize::from(!self.open.is_empty())
    }

    /// The ids of a block, which may be unpacked into `buffer`; empty where there is no such block.
    pub fn block<'a>(&'a self, index: usize, buffer: &'a mut Vec<T>) -> &'a [T] {
        let Some(block) = self.full.get(index) else {
            return if index == self.full.len() { &self.open } else { &[] };
        };
        block.unpack(buffer);
        let first = index * BLOCK;
        for (&position, &id) in self.changed.range(first..first + BLOCK) {
            if let Some(place) = buffer.get_mut(position - first) {
                *place = id;
            }
        }
        buffer
    }

    /// The ids of a block in place of what `ids` held; none where there is no such block.
    pub fn copy_block(&self, index: usize, ids: &mut Vec<T>) {
        if index < self.full.len() {
            self.block(index, ids);
            return;
        }
        ids.clear();
        if index == self.full.len() {
            ids.extend_from_slice(&self.open);
        }
    }

    /// Hands over all ids, in order, a block at a time.
    pub fn each_block(&self, mut take: impl FnMut(&[T])) {
        let mut buffer = Vec::new();
        for index in 0..self.blocks() {
            take(self.block(index, &mut buffer));
        }
    }

    /// All ids, in order.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { sequence: self, block: Vec::new(), at: 0, next_block: 0, left: self.len() }
    }
}

impl<'a, T: Id> IntoIterator for &'a Sequence<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T: Id> FromIterator<T> for Sequence<T> {
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> Self {
        let mut sequence = Self::default();
        for id in ids {
            sequence.push(id);
        }
        sequence
    }
}

impl<T: Id + PartialEq> PartialEq for Sequence<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Id + Eq> Eq for Sequence<T> {}

/// The ids of a [`Sequence`], in order.
#[derive(Debug)]
pub struct Iter<'a, T> {
    sequence: &'a Sequence<T>,
    block: Vec<T>,
    at: usize,
    next_block: usize,
    left: usize,
}

impl<T: Id> Iterator for Iter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if self.at == self.block.len() {
            self.next_block();
        }
        let id = *self.block.get(self.at)?;
        self.at += 1;
        self.left = self.left.saturating_sub(1);
        Some(id)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T: Id> ExactSizeIterator for Iter<'_, T> {}

impl<T: Id> Iter<'_, T> {
    #[cold]
    fn next_block(&mut self) {
        match self.sequence.full.get(self.next_block) {
            Some(_) => {
                self.sequence.block(self.next_block, &mut self.block);
            }
            None if self.next_block == self.sequence.full.len() => {
                self.block.clone_from(&self.sequence.open);
            }
            None => return,
        }
        self.next_block += 1;
        self.at = 0;
    }
}

impl Block {
    fn new<T: Id>(ids: &[T]) -> Self {
        let largest = ids.iter().map(|id| id.number()).max().unwrap_or(0);
        let (width, narrow): (u8, Vec<u8>) = match largest {
            0..=0xff => (1, ids.iter().map(|id| id.number() as u8).collect()),
            0x100..=0xffff => (2, bytes_of(ids, |id| (id as u16).to_le_bytes())),
            _ => (4, bytes_of(ids, u32::to_le_bytes)),
        };
        let packed = lz4_flex::block::compress(&narrow);
        if packed.len() < narrow.len() {
            Self { width, packed: true, bytes: packed.into() }
        } else {
            Self { width, packed: false, bytes: narrow.into() }
        }
    }

    /// Its bytes and what a block takes beside them.
    fn kept_bytes(&self) -> u64 {
        self.bytes.len() as u64 + 32
    }

    /// Its ids in place of what `ids` held.
    fn unpack<T: Id>(&self, ids: &mut Vec<T>) {
        ids.clear();
        let size = BLOCK * usize::from(self.width);
        let unpacked;
        let narrow: &[u8] = if self.packed {
            // What was packed here is unpacked here: it cannot fail.
            unpacked = lz4_flex::block::decompress(&self.bytes, size).unwrap_or_default();
            &unpacked
        } else {
            &self.bytes
        };
        match self.width {
            1 => ids.extend(narrow.iter().map(|&byte| T::from_number(u32::from(byte)))),
            2 => ids.extend(
                narrow
                    .chunks_exact(2)
                    .filter_map(|bytes| Some(T::from_number(u32::from(u16::from_le_bytes(bytes.try_into().ok()?))))),
            ),
            _ => ids.extend(
                narrow
                    .chunks_exact(4)
                    .filter_map(|bytes| Some(T::from_number(u32::from_le_bytes(bytes.try_into().ok()?)))),
            ),
        }
        // Bytes from elsewhere may hold anything.
        ids.resize(BLOCK, T::from_number(0));
    }
}

fn bytes_of<T: Id, const N: usize>(ids: &[T], bytes: impl Fn(u32) -> [u8; N]) -> Vec<u8> {
    ids.iter().flat_map(|id| bytes(id.number())).collect()
}

#[cfg(test)]
mod tests;

//! Long ascending lists of numbers, packed while they grow, with access by position.
//!
//! A row has `K` numbers; no number is below the one before it, in its row or in the row before. Kept are the steps from
//! number to number, a column each, because the columns differ in magnitude: of a call, the time since the last one and its
//! duration. [`packed`](super::packed) packs 128 rows at a time; an index of 12 bytes a block says where its bytes begin and
//! which number stands before it.
//!
//! # Cost
//!
//! A push is a store and, amortised, packing. A row is found by unpacking its block of 128.

use crate::bytes::{put_unsigned, Bytes, Malformed};

use super::packed::{pack, unpack, PACKED_BLOCK};

/// Blocks that share one list of bytes: positions in it fit 32 bits, and only the last list has room to grow.
const CHUNK: usize = 512;

/// Bytes of the index for a block: the number before it, and where it begins.
const INDEX_BYTES: u64 = 12;

/// Packed blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Chunk {
    bytes: Vec<u8>,
    /// Where each block begins.
    starts: Vec<u32>,
    /// The number before each block.
    before: Vec<u64>,
}

/// A list of ascending rows. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ascending<const K: usize> {
    /// Rows that were [taken](Self::take_packed) and stood before all others.
    taken: usize,
    /// Each but the last has [`CHUNK`] blocks.
    chunks: Vec<Chunk>,
    /// Rows that are packed: full blocks, except that the last may be shorter once the list is complete.
    packed: usize,
    /// The last number that is packed.
    packed_last: u64,
    packed_bytes: u64,
    /// The last rows, fewer than two blocks of them.
    open: Vec<[u64; K]>,
}

impl<const K: usize> Default for Ascending<K> {
    fn default() -> Self {
        Self { taken: 0, chunks: Vec::new(), packed: 0, packed_last: 0, packed_bytes: 0, open: Vec::new() }
    }
}

impl<const K: usize> Ascending<K> {
    /// Number of rows, those that were [taken](Self::take_packed) included.
    pub fn len(&self) -> usize {
        self.taken + self.packed + self.open.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The last number; 0 in an empty list.
    #[inline]
    pub fn last(&self) -> u64 {
        self.open.last().and_then(|row| row.last()).copied().unwrap_or(self.packed_last)
    }

    /// Bytes that it keeps.
    pub fn kept_bytes(&self) -> u64 {
        self.packed_bytes + (8 * K * self.open.len()) as u64
    }

    /// Appends a row; a number below the one before it is raised to that. Says by how many
    /// [kept bytes](Self::kept_bytes) the list grew, or shrank.
    #[inline]
    pub fn push(&mut self, mut row: [u64; K]) -> i64 {
        let mut least = self.last();
        for number in &mut row {
            least = least.max(*number);
            *number = least;
        }
        self.open.push(row);
        if self.open.len() < 2 * PACKED_BLOCK {
            8 * K as i64
        } else {
            self.pack_first_block()
        }
    }

    #[cold]
    #[inline(never)]
    fn pack_first_block(&mut self) -> i64 {
        let before = self.kept_bytes() as i64 - 8 * K as i64;
        self.pack_open(PACKED_BLOCK);
        self.kept_bytes() as i64 - before
    }

    /// Packs the first open rows, at most a block.
    fn pack_open(&mut self, count: usize) {
        let mut steps = [[0; PACKED_BLOCK]; K];
        let mut last = self.packed_last;
        let rows = self.open.get(..count).unwrap_or(&self.open);
        for (at, row) in rows.iter().enumerate() {
            for (steps, &number) in steps.iter_mut().zip(row) {
                if let Some(step) = steps.get_mut(at) {
                    *step = number.wrapping_sub(last);
                }
                last = number;
            }
        }
        let count = rows.len();
        if self.chunks.last().is_none_or(|chunk| chunk.starts.len() == CHUNK) {
            if let Some(full) = self.chunks.last_mut() {
                full.shrink();
            }
            self.chunks.push(Chunk::default());
        }
        if let Some(chunk) = self.chunks.last_mut() {
            let start = chunk.bytes.len();
            chunk.starts.push(start as u32);
            chunk.before.push(self.packed_last);
            for steps in &steps {
                pack(steps.get(..count).unwrap_or(steps), &mut chunk.bytes);
            }
            self.packed_bytes += (chunk.bytes.len() - start) as u64 + INDEX_BYTES;
        }
        self.packed += count;
        self.packed_last = last;
        self.open.drain(..count);
    }

    /// The last rows, which can still be changed as long as they ascend: at least 128 of them, if there are so many and the
    /// list is not [finished](Self::finish). And the number before them.
    pub fn recent_mut(&mut self) -> (u64, &mut [[u64; K]]) {
        (self.packed_last, &mut self.open)
    }

    /// The last rows: at least 128 of them, if there are so many and the list is not [finished](Self::finish).
    pub fn recent(&self) -> &[[u64; K]] {
        &self.open
    }

    /// Takes out the rows that can no longer be changed: all but the [recent](Self::recent) ones. Blocks and rows are counted
    /// from there on; the length still counts all.
    pub fn take_packed(&mut self) -> Self {
        let packed = Self {
            chunks: std::mem::take(&mut self.chunks),
            packed: std::mem::take(&mut self.packed),
            packed_last: self.packed_last,
            packed_bytes: std::mem::take(&mut self.packed_bytes),
            ..Self::default()
        };
        self.taken += packed.packed;
        packed
    }

    /// Packs what is left and gives up memory that was held for growing. Nothing may be pushed after that.
    pub fn finish(&mut self) {
        while !self.open.is_empty() {
            self.pack_open(PACKED_BLOCK);
        }
        self.open = Vec::new();
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.shrink();
        }
        self.chunks.shrink_to_fit();
    }

    /// Number of blocks; all but the last have [`PACKED_BLOCK`] rows.
    pub fn blocks(&self) -> usize {
        (self.packed + self.open.len()).div_ceil(PACKED_BLOCK)
    }

    /// The rows of a block, in place of what `rows` held; none where there is no such block.
    pub fn block(&self, index: usize, rows: &mut Vec<[u64; K]>) {
        rows.clear();
        let first = index.saturating_mul(PACKED_BLOCK);
        if first >= self.packed {
            let open = self.open.get(first - self.packed..).unwrap_or_default();
            rows.extend_from_slice(open.get(..PACKED_BLOCK).unwrap_or(open));
            return;
        }
        let Some(chunk) = self.chunks.get(index / CHUNK) else { return };
        let at = index % CHUNK;
        let (Some(&start), Some(&before)) = (chunk.starts.get(at), chunk.before.get(at)) else {
            return;
        };
        let count = (self.packed - first).min(PACKED_BLOCK);
        let mut steps = [[0; PACKED_BLOCK]; K];
        let mut bytes = chunk.bytes.get(start as usize..).unwrap_or_default();
        for steps in &mut steps {
            let used = unpack(bytes, steps.get_mut(..count).unwrap_or_default());
            bytes = bytes.get(used..).unwrap_or_default();
        }
        let mut last = before;
        rows.extend((0..count).map(|at| {
            std::array::from_fn(|column| {
                last = last.wrapping_add(steps[column][at]);
                last
            })
        }));
    }

    /// How many rows, those that were taken included, come before the first whose last number is not `below` a limit, which
    /// must hold for no number after one for which it does not. O(log blocks + 128).
    pub fn rows_below(&self, below: impl Fn(u64) -> bool) -> usize {
        let (mut low, mut high) = (0, self.blocks().saturating_sub(1));
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.before_block(middle).is_some_and(&below) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        let mut rows = Vec::with_capacity(PACKED_BLOCK);
        self.block(low, &mut rows);
        let within = rows.partition_point(|row| row.last().copied().is_some_and(&below));
        self.taken + low * PACKED_BLOCK + within
    }

    /// The number before a block.
    fn before_block(&self, index: usize) -> Option<u64> {
        if let Some(open) = (index * PACKED_BLOCK).checked_sub(self.packed) {
            let last = open.checked_sub(1).and_then(|at| self.open.get(at)?.last().copied());
            return Some(last.unwrap_or(self.packed_last));
        }
        self.chunks.get(index / CHUNK)?.before.get(index % CHUNK).copied()
    }

    /// The row at a position; `None` beyond the end, and of those that were taken. O(128).
    pub fn get(&self, position: usize) -> Option<[u64; K]> {
        let position = position.checked_sub(self.taken)?;
        if let Some(open) = position.checked_sub(self.packed) {
            return self.open.get(open).copied();
        }
        let mut rows = Vec::with_capacity(PACKED_BLOCK);
        self.block(position / PACKED_BLOCK, &mut rows);
        rows.get(position % PACKED_BLOCK).copied()
    }

    /// All rows, in order.
    pub fn iter(&self) -> Rows<'_, K> {
        Rows { list: self, cursor: Cursor::default() }
    }

    /// This list with every number divided by 2^`bits` and rounded down, which keeps the order.
    pub fn shifted(&self, bits: u32) -> Self {
        let before = self.chunks.first().and_then(|chunk| chunk.before.first().copied());
        let packed_last = before.unwrap_or(self.packed_last).checked_shr(bits).unwrap_or(0);
        let mut shifted = Self { taken: self.taken, packed_last, ..Self::default() };
        for row in self.iter() {
            shifted.push(row.map(|number| number.checked_shr(bits).unwrap_or(0)));
        }
        if self.open.is_empty() {
            shifted.finish();
        }
        shifted
    }

    /// Appends it as bytes, packed as it is: for another worker, whose memory is its own.
    pub fn write(&self, out: &mut Vec<u8>) {
        put_unsigned(out, self.packed as u128);
        let mut last = 0;
        for chunk in &self.chunks {
            let ends = chunk.starts.iter().skip(1).copied().chain([chunk.bytes.len() as u32]);
            for ((&start, end), &before) in chunk.starts.iter().zip(ends).zip(&chunk.before) {
                put_unsigned(out, (end - start).into());
                put_unsigned(out, before.wrapping_sub(last).into());
                last = before;
            }
            out.extend_from_slice(&chunk.bytes);
        }
        put_unsigned(out, self.packed_last.wrapping_sub(last).into());
        put_unsigned(out, self.open.len() as u128);
        let mut last = self.packed_last;
        for &number in self.open.iter().flatten() {
            put_unsigned(out, number.wrapping_sub(last).into());
            last = number;
        }
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// It did not write that. What is inside packed blocks is not looked at: a block always has its number of rows.
    pub fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let mut list = Self::default();
        let packed = bytes.number::<usize>()?;
        // A block has K bytes or more, and two numbers in the index.
        let mut blocks = packed.div_ceil(PACKED_BLOCK);
        if blocks > bytes.left() {
            return Err(bytes.malformed("more is announced than there are bytes"));
        }
        list.packed = packed;
        let mut last = 0u64;
        while blocks > 0 {
            let mut chunk = Chunk::default();
            let mut length = 0usize;
            for _ in 0..blocks.min(CHUNK) {
                chunk.starts.push(length as u32);
                length += bytes.count(1)?;
                last = last.wrapping_add(bytes.number()?);
                chunk.before.push(last);
            }
            if u32::try_from(length).is_err() {
                return Err(bytes.malformed("a block is too long"));
            }
            chunk.bytes = bytes.take(length)?.to_vec();
            blocks -= chunk.starts.len();
            list.packed_bytes += length as u64 + INDEX_BYTES * chunk.starts.len() as u64;
            list.chunks.push(chunk);
        }
        list.packed_last = last.wrapping_add(bytes.number()?);
        let mut last = list.packed_last;
        let open = bytes.count(K)?;
        let whole = packed.is_multiple_of(PACKED_BLOCK);
        if open >= 2 * PACKED_BLOCK || (open > 0 && !whole) {
            return Err(bytes.malformed("rows are in no block"));
        }
        for _ in 0..open {
            let mut row = [0; K];
            for number in &mut row {
                last = last.wrapping_add(bytes.number()?);
                *number = last;
            }
            list.open.push(row);
        }
        Ok(list)
    }
}

impl Chunk {
    fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.before.shrink_to_fit();
    }
}

/// A place in an [`Ascending`] list that goes from row to row, without holding the list.
#[derive(Clone, Debug)]
pub struct Cursor<const K: usize> {
    block: Vec<[u64; K]>,
    at: usize,
    next_block: usize,
}

impl<const K: usize> Default for Cursor<K> {
    fn default() -> Self {
        Self { block: Vec::new(), at: 0, next_block: 0 }
    }
}

impl<const K: usize> Cursor<K> {
    /// The next row of the list, which must be the same every time; `None` at its end.
    #[inline]
    pub fn next(&mut self, list: &Ascending<K>) -> Option<[u64; K]> {
        if self.at == self.block.len() {
            list.block(self.next_block, &mut self.block);
            self.next_block += 1;
            self.at = 0;
        }
        let row = *self.block.get(self.at)?;
        self.at += 1;
        Some(row)
    }
}

/// The rows of an [`Ascending`] list, in order.
#[derive(Clone, Debug)]
pub struct Rows<'a, const K: usize> {
    list: &'a Ascending<K>,
    cursor: Cursor<K>,
}

impl<const K: usize> Iterator for Rows<'_, K> {
    type Item = [u64; K];

    #[inline]
    fn next(&mut self) -> Option<[u64; K]> {
        self.cursor.next(self.list)
    }
}

#[cfg(test)]
mod tests;

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
    fn default() -> Ascending<K> {
        Ascending {
            taken: 0,
            chunks: Vec::new(),
            packed: 0,
            packed_last: 0,
            packed_bytes: 0,
            open: Vec::new(),
        }
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
    pub fn take_packed(&mut self) -> Ascending<K> {
        let packed = Ascending {
            chunks: std::mem::take(&mut self.chunks),
            packed: std::mem::take(&mut self.packed),
            packed_last: self.packed_last,
            packed_bytes: std::mem::take(&mut self.packed_bytes),
            ..Ascending::default()
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
    pub fn shifted(&self, bits: u32) -> Ascending<K> {
        let before = self.chunks.first().and_then(|chunk| chunk.before.first().copied());
        let packed_last = before.unwrap_or(self.packed_last).checked_shr(bits).unwrap_or(0);
        let mut shifted = Ascending { taken: self.taken, packed_last, ..Ascending::default() };
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
    pub fn read(bytes: &mut Bytes<'_>) -> Result<Ascending<K>, Malformed> {
        let mut list = Ascending::default();
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
    fn default() -> Cursor<K> {
        Cursor { block: Vec::new(), at: 0, next_block: 0 }
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
mod tests {
    use loopscope_testing::Random;

    use super::*;

    /// The plain list beside the packed one.
    fn both<const K: usize>(rows: impl Iterator<Item = [u64; K]>) -> (Vec<[u64; K]>, Ascending<K>) {
        let (mut plain, mut packed) = (Vec::new(), Ascending::default());
        let mut kept = 0;
        for row in rows {
            plain.push(row);
            kept += packed.push(row);
            assert_eq!(kept as u64, packed.kept_bytes());
        }
        (plain, packed)
    }

    fn check<const K: usize>(plain: &[[u64; K]], packed: &Ascending<K>) {
        assert_eq!((packed.len(), packed.is_empty()), (plain.len(), plain.is_empty()));
        assert!(packed.iter().eq(plain.iter().copied()));
        assert_eq!(packed.last(), plain.last().map_or(0, |row| row[K - 1]));
        assert_eq!(packed.blocks(), plain.len().div_ceil(PACKED_BLOCK));
        let mut rows = Vec::new();
        for (index, expected) in plain.chunks(PACKED_BLOCK).enumerate() {
            packed.block(index, &mut rows);
            assert_eq!(rows, expected);
        }
        packed.block(packed.blocks(), &mut rows);
        assert!(rows.is_empty());
        let ends: Vec<u64> = plain.iter().map(|row| row[K - 1]).collect();
        let some = ends.iter().copied().step_by(1 + plain.len() / 40);
        for limit in some.flat_map(|end| [end, end.saturating_add(1)]).chain([0, u64::MAX]) {
            let expected = ends.partition_point(|&end| end < limit);
            assert_eq!(packed.rows_below(|end| end < limit), expected);
        }
        for position in (0..plain.len() + 300).step_by(1 + plain.len() / 50) {
            assert_eq!(packed.get(position), plain.get(position).copied());
        }
        let mut bytes = Vec::new();
        packed.write(&mut bytes);
        let mut reading = Bytes::new(&bytes);
        let read = Ascending::<K>::read(&mut reading).unwrap();
        assert!(reading.is_empty() && read == *packed && read.kept_bytes() == packed.kept_bytes());
        for cut in (0..bytes.len()).step_by(1 + bytes.len() / 50) {
            assert!(Ascending::<K>::read(&mut Bytes::new(&bytes[..cut])).is_err(), "{cut}");
        }
    }

    fn check_all<const K: usize>(rows: impl Iterator<Item = [u64; K]>) {
        let (plain, mut packed) = both(rows);
        check(&plain, &packed);
        let shifted: Vec<[u64; K]> = plain.iter().map(|row| row.map(|it| it >> 6)).collect();
        check(&shifted, &packed.shifted(6));
        packed.finish();
        check(&plain, &packed);
        check(&shifted, &packed.shifted(6));
    }

    fn random_rows<const K: usize>(
        random: &mut Random,
        length: usize,
    ) -> impl Iterator<Item = [u64; K]> + '_ {
        let mut last = 0u64;
        (0..length).map(move |_| {
            std::array::from_fn(|_| {
                let width = [3, 14, 14, 14, 40][random.index(5)];
                last += random.below(1 << width);
                last
            })
        })
    }

    #[test]
    fn what_goes_in_comes_out() {
        let mut random = Random::new(5);
        for length in [0, 1, 127, 128, 129, 255, 256, 257, 511, 512, 65_535, 65_536, 131_400] {
            check_all(random_rows::<1>(&mut random, length));
            check_all(random_rows::<2>(&mut random, length));
        }
    }

    #[test]
    fn the_largest_numbers() {
        check_all((0..600).map(|_| [u64::MAX, u64::MAX]));
        check_all((0..600u64).map(|at| [if at < 300 { 0 } else { 1 << 63 }]));
        check_all((0..600u64).map(|at| [at, at].map(|it| if it == 599 { u64::MAX } else { it })));
    }

    #[test]
    fn numbers_that_descend_are_raised() {
        let mut list = Ascending::<2>::default();
        for row in [[5, 3], [1, 9], [u64::MAX, 0], [7, 7]] {
            list.push(row);
        }
        let max = u64::MAX;
        assert!(list.iter().eq([[5, 5], [5, 9], [max, max], [max, max]]));
    }

    #[test]
    fn recent_rows_can_be_changed() {
        let (mut plain, mut packed) = both((0..700).map(|at| [10 * at, 10 * at + 9]));
        let (before, recent) = packed.recent_mut();
        let first = plain.len() - recent.len();
        assert!(recent.len() >= 128 && before == plain[first - 1][1]);
        for (at, row) in recent.iter_mut().enumerate().skip(100) {
            row[1] = row[0];
            plain[first + at][1] = plain[first + at][0];
        }
        check(&plain, &packed);
    }

    #[test]
    fn damaged_bytes_give_an_error_or_other_numbers() {
        let (_, mut packed) = both(random_rows::<2>(&mut Random::new(9), 1000));
        packed.finish();
        let mut bytes = Vec::new();
        packed.write(&mut bytes);
        let mut random = Random::new(10);
        for _ in 0..2000 {
            let mut damaged = bytes.clone();
            let at = random.index(damaged.len());
            damaged[at] ^= 1 << random.below(8);
            if let Ok(read) = Ascending::<2>::read(&mut Bytes::new(&damaged)) {
                assert_eq!(read.iter().count(), read.len());
            }
        }
    }
}

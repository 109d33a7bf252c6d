//! Long lists of small numbers in any order, packed while they grow, with access by block.
//!
//! [`Sequence`](super::Sequence) packs 65,536 numbers at a time and takes less where they repeat; here a block of 128 is found
//! by unpacking no other. [`packed`](super::packed) packs it; 8 bytes a block say where it begins.

use super::packed::{pack, unpack, PACKED_BLOCK};

/// A list of numbers that grows at its end. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedList {
    bytes: Vec<u8>,
    /// Where each block begins. All but the last have [`PACKED_BLOCK`] numbers.
    starts: Vec<u64>,
    /// Numbers that are packed.
    packed: usize,
    /// The last numbers, fewer than a block.
    open: Vec<u64>,
}

impl PackedList {
    /// Appends a number; nothing may be appended after [`finish`](Self::finish). O(1) amortised.
    #[inline]
    pub fn push(&mut self, number: u64) {
        self.open.push(number);
        if self.open.len() == PACKED_BLOCK {
            self.pack_open();
        }
    }

    #[cold]
    #[inline(never)]
    fn pack_open(&mut self) {
        self.starts.push(self.bytes.len() as u64);
        pack(&self.open, &mut self.bytes);
        self.packed += self.open.len();
        self.open.clear();
    }

    /// Packs what is left and gives up memory that was held for growing.
    pub fn finish(&mut self) {
        if !self.open.is_empty() {
            self.pack_open();
        }
        self.open = Vec::new();
        self.bytes.shrink_to_fit();
        self.starts.shrink_to_fit();
    }

    /// Bytes that it keeps.
    pub fn kept_bytes(&self) -> u64 {
        (self.bytes.len() + 8 * self.starts.len() + 8 * self.open.len()) as u64
    }

    /// The numbers of a block in place of what `numbers` held; none where there is no such block.
    pub fn block(&self, index: usize, numbers: &mut Vec<u64>) {
        numbers.clear();
        let Some(&start) = self.starts.get(index) else {
            if index == self.starts.len() {
                numbers.extend_from_slice(&self.open);
            }
            return;
        };
        let first = index * PACKED_BLOCK;
        numbers.resize(self.packed.saturating_sub(first).min(PACKED_BLOCK), 0);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        unpack(self.bytes.get(start..).unwrap_or_default(), numbers);
    }
}

#[cfg(test)]
mod tests;

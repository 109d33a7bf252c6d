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
mod tests {
    use loopscope_testing::Random;

    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        let mut random = Random::new(8);
        for length in [0, 1, 127, 128, 129, 1_000, 20_000] {
            let mut list = PackedList::default();
            let widths = [1, 3, 7, 64];
            let width = *random.one_of(&widths);
            let plain: Vec<u64> = (0..length).map(|_| random.bits() >> (64 - width)).collect();
            plain.iter().for_each(|&number| list.push(number));
            for finished in [false, true] {
                if finished {
                    list.finish();
                }
                let mut block = vec![7];
                for (index, expected) in plain.chunks(PACKED_BLOCK).enumerate() {
                    list.block(index, &mut block);
                    assert_eq!(block, expected);
                }
                list.block(plain.len().div_ceil(PACKED_BLOCK), &mut block);
                assert!(block.is_empty());
            }
            let most = (length as u64 * (width + 2)).div_ceil(8) + 12 * (length as u64 / 128 + 1);
            assert!(list.kept_bytes() <= most, "{} {most}", list.kept_bytes());
        }
    }
}

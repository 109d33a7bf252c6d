//! How many terms on top of the stack are in line, for short blocks: counted, not tried.
//!
//! For blocks of up to [`SHORT`] terms the count of every height is kept, one byte a block length: a push
//! adds one where the new term is in line with those one and two blocks below, and else sets it to zero. That is
//! a few instructions for all of them together, and nothing need be undone when the stack is cut.

use super::key::Key;

/// Block lengths that are counted here; for longer ones there is the schedule.
pub(super) const SHORT: usize = 8;

/// A byte for each block length, all 1.
const ONES: u64 = 0x0101_0101_0101_0101;
/// What lifts a count of at least b, in byte b - 1, to 128.
const LIFT: u64 = 0x7879_7a7b_7c7d_7e7f;

/// The counts at every height of the stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    counts: Vec<u64>,
}

impl Runs {
    /// Counts for the height of `keys`, of which those from `base` on are still there, and appends the block
    /// lengths up to `k` whose three blocks are in line to `found`.
    ///
    /// The heights below must have been counted since their terms were pushed.
    #[inline]
    pub(super) fn count(&mut self, keys: &[Key], base: usize, k: usize, found: &mut Vec<usize>) {
        let height = keys.len();
        self.counts.resize(height.max(1), 0);
        let mut in_line = 0u64;
        if let Some((&top, below)) = keys[base..].split_last() {
            if let Some(near) = below.last_chunk::<{ 2 * SHORT }>() {
                // Where shapes tell terms apart, mostly none is the same.
                let same = |block: usize| near[2 * SHORT - block].shape == top.shape;
                if (1..=SHORT).fold(false, |any, block| any | same(block)) {
                    for block in 1..=SHORT {
                        let (v, u) = (near[2 * SHORT - block], near[2 * SHORT - 2 * block]);
                        in_line |= u64::from(Key::in_line(u, v, top)) << (8 * (block - 1));
                    }
                }
            } else {
                for block in 1..=below.len() / 2 {
                    let (v, u) = (below[below.len() - block], below[below.len() - 2 * block]);
                    in_line |= u64::from(Key::in_line(u, v, top)) << (8 * (block - 1));
                }
            }
        }
        let before = self.counts[height.saturating_sub(1)];
        // The bytes that are 1 become 255. A count stays at 127.
        let more = (before + ONES) & in_line.wrapping_mul(0xff);
        let more = more - (more >> 7 & ONES);
        self.counts.push(more);
        let mut long_enough = (more + LIFT) & (ONES << 7);
        while long_enough != 0 {
            let block = long_enough.trailing_zeros() as usize / 8 + 1;
            if block <= k && 3 * block <= height - base {
                found.push(block);
            }
            long_enough &= long_enough - 1;
        }
    }

    /// Notes that the lowest terms are gone for good: all heights decrease by so many.
    pub(super) fn forget_below(&mut self, base: usize) {
        self.counts.drain(..base.min(self.counts.len()));
    }
}

//! Messages counted by their size, each with the least of a figure.

use crate::small_sort::SmallSort;

/// A size of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) bytes: u32,
    /// How many messages there are.
    pub(crate) count: u32,
    /// The least of their figures, such as how long one takes.
    pub(crate) least: i64,
}

/// So many entries are kept before those of one size are joined.
const ROOM: usize = 1 << 10;

/// Sizes in the order in which messages come, joined now and then: at most twice as many entries as sizes, or [`ROOM`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    entries: Vec<Size>,
    room: usize,
}

impl Sizes {
    /// Takes in a message. O(log sizes) on average.
    #[inline(never)] // Called from two parts of the engine.
    pub(crate) fn add(&mut self, bytes: u32, figure: i64) {
        let new = Size { bytes, count: 1, least: figure };
        if let Some(last) = self.entries.last_mut().filter(|last| last.bytes == bytes) {
            last.join(new);
            return;
        }
        if self.entries.len() >= self.room.max(ROOM) {
            self.join();
            self.room = 2 * self.entries.len();
        }
        self.entries.push(new);
    }

    /// The sizes, ascending.
    pub(crate) fn joined(mut self) -> Vec<Size> {
        self.join();
        self.entries
    }

    #[inline(never)]
    fn join(&mut self) {
        self.entries.sort_small_by_key(|size| size.bytes);
        self.entries.dedup_by(|next, known| {
            let same = next.bytes == known.bytes;
            if same {
                known.join(*next);
            }
            same
        });
    }
}

impl Size {
    fn join(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.least = self.least.min(other.least);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use loopscope_testing::Random;

    use super::*;

    #[test]
    fn sizes_are_joined_as_a_map_would() {
        let mut random = Random::new(7);
        for case in 0..60 {
            let (mut sizes, mut known) = (Sizes::default(), BTreeMap::new());
            let kinds = 1 + random.below(if case % 3 == 0 { 3000 } else { 40 });
            for _ in 0..random.below(9000) {
                let (bytes, figure) = (random.below(kinds) as u32, random.below(99) as i64);
                sizes.add(bytes, figure);
                let (count, least) = known.entry(bytes).or_insert((0, figure));
                (*count, *least) = (*count + 1, figure.min(*least));
                assert!(sizes.entries.len() <= ROOM.max(2 * kinds as usize));
            }
            let known = known.into_iter();
            let known = known.map(|(bytes, (count, least))| Size { bytes, count, least });
            assert!(sizes.joined().into_iter().eq(known), "{case}");
        }
    }
}

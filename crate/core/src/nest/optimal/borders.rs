//! A set of positions that finds the nearest member at or before a position, and the next one after it.

/// A set of numbers below a fixed bound, as a tree of 64-way bit words.
///
/// Every operation is O(log64 of the bound): three or four words for millions of positions. A bit
/// of a level is set if and only if the word of 64 bits that it stands for one level below is not zero.
pub(super) struct BorderSet {
    /// From the bits of the numbers themselves up to a level of one word.
    levels: Vec<Vec<u64>>,
}

impl BorderSet {
    /// The empty set of numbers below `bound`.
    pub(super) fn new(bound: usize) -> Self {
        let mut levels = Vec::new();
        let mut words = bound;
        loop {
            words = words.div_ceil(64).max(1);
            levels.push(vec![0; words]);
            if words == 1 {
                return Self { levels };
            }
        }
    }

    /// Adds a number.
    pub(super) fn insert(&mut self, mut number: usize) {
        for level in &mut self.levels {
            level[number / 64] |= 1 << (number % 64);
            number /= 64;
        }
    }

    /// The largest member that is at most `number`; 0 if there is none.
    pub(super) fn at_or_before(&self, number: usize) -> usize {
        // Members of the same word up to the number, else of the words before it, and so on up.
        let mut allowed = !0 >> (63 - number % 64);
        let mut number = number;
        for (height, level) in self.levels.iter().enumerate() {
            let word = level.get(number / 64).map_or(0, |word| word & allowed);
            if word != 0 {
                let top = number / 64 * 64 + word.ilog2() as usize;
                return self.descend(height, top, |word| word.ilog2() as usize);
            }
            number /= 64;
            allowed = !(!0 << (number % 64));
        }
        0
    }

    /// The smallest member that is larger than `number`; the largest number if there is none.
    pub(super) fn after(&self, number: usize) -> usize {
        let mut number = number;
        for (height, level) in self.levels.iter().enumerate() {
            let word = level.get(number / 64).map_or(0, |word| word & (!1 << (number % 64)));
            if word != 0 {
                let top = number / 64 * 64 + word.trailing_zeros() as usize;
                return self.descend(height, top, |word| word.trailing_zeros() as usize);
            }
            number /= 64;
        }
        usize::MAX
    }

    /// From a bit of a level down to a member, choosing in each word.
    fn descend(&self, height: usize, bit: usize, choose: impl Fn(u64) -> usize) -> usize {
        let below = self.levels[..height].iter().rev();
        below.fold(bit, |bit, level| bit * 64 + choose(level[bit]))
    }
}

#[cfg(test)]
mod tests;

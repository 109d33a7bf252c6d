//! Sets of small numbers that are made again and again, and read in ascending order without a sort.
//!
//! The members of a loop, and the channels that it uses, are found by looking at everything in its body. Sorting them
//! was a quarter of the work of a merge, and the only part that grew faster than the constructs.

use crate::small_sort::SmallSort;

/// A set of numbers below a bound.
#[derive(Debug, Default)]
pub(crate) struct SparseBitSet {
    /// A bit for each number below the bound, set if and only if `list` has the number.
    words: Vec<u64>,
    list: Vec<u32>,
}

impl SparseBitSet {
    /// The empty set of numbers below `bound`.
    pub(crate) fn below(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)], list: Vec::new() }
    }

    /// Adds a number; numbers above the bound are ignored. O(1).
    pub(crate) fn add(&mut self, number: usize) {
        let Some(word) = self.words.get_mut(number / 64) else { return };
        let bit = 1 << (number % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.list.push(number as u32);
        }
    }

    /// Removes all numbers and returns them, ascending. O(numbers) where they are close together, O(n log n) where they
    /// are far apart.
    pub(crate) fn take(&mut self) -> Vec<u32> {
        let mut list = std::mem::take(&mut self.list);
        let ends = list.iter().min().zip(list.iter().max());
        let Some((first, last)) = ends.map(|(&min, &max)| (min as usize / 64, max as usize / 64)) else {
            return list;
        };
        if last - first > 2 * list.len() {
            list.sort_small();
            for &number in &list {
                self.words[number as usize / 64] = 0;
            }
            return list;
        }
        list.clear();
        for (at, word) in self.words.iter_mut().enumerate().take(last + 1).skip(first) {
            let mut left = std::mem::take(word);
            while left != 0 {
                list.push((at * 64) as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        list
    }
}

#[cfg(test)]
mod tests;

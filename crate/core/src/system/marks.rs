//! Sets of small numbers that are made again and again: given in ascending order without a sort.
//!
//! Who takes part in a loop, and through which channels it goes, is found by looking at all that is in its body. Sorting
//! that was a quarter of the work of a merge, and the only part that grew faster than the constructs.

use crate::order::InOrder;

/// A set of numbers below a bound.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// A bit for each number; it is set if and only if the number is in `list`.
    words: Vec<u64>,
    list: Vec<u32>,
}

impl Marks {
    /// The empty set of numbers below `bound`.
    pub(super) fn below(bound: usize) -> Marks {
        Marks { words: vec![0; bound.div_ceil(64)], list: Vec::new() }
    }

    /// Adds a number. O(1).
    pub(super) fn add(&mut self, number: usize) {
        let Some(word) = self.words.get_mut(number / 64) else { return };
        let bit = 1 << (number % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.list.push(number as u32);
        }
    }

    /// Takes all numbers out, and gives them ascending. O(numbers) where they stand close, a sort where they are far apart.
    pub(super) fn take(&mut self) -> Vec<u32> {
        let mut list = std::mem::take(&mut self.list);
        let ends = list.iter().min().zip(list.iter().max());
        let Some((first, last)) = ends.map(|(&min, &max)| (min as usize / 64, max as usize / 64))
        else {
            return list;
        };
        if last - first > 2 * list.len() {
            list.order();
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
mod tests {
    use super::Marks;
    use crate::testing::strings::Random;

    #[test]
    fn ascending_and_empty_again() {
        let mut random = Random::new(1);
        let mut marks = Marks::below(1_000);
        for length in 0..300 {
            let bound = 1 + random.below(999);
            let mut numbers: Vec<u32> = (0..length).map(|_| random.below(bound) as u32).collect();
            numbers.iter().for_each(|&number| marks.add(number as usize));
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(marks.take(), numbers);
        }
        marks.add(1_024);
        assert_eq!(marks.take(), []);
    }
}

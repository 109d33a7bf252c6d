//! Sorting short lists with little code.
//!
//! The standard library's sort is fast, but takes 4 KB of code for every type and order: with some eighty orders that was
//! a sixth of the page's download. Lists of names, loops and notes are short, so they are sorted with `tiny_sort`, by
//! the authors of the standard library's sort, in a tenth of the code. The innermost loops of the algorithms do
//! not use it.

use std::cmp::Ordering;

/// Sorting of lists that are short, or that are sorted only once.
pub trait SmallSort<T> {
    /// Sorts as [`sort`](slice::sort). O(n log n).
    fn sort_small(&mut self)
    where
        T: Ord;
    /// Sorts as [`sort_by`](slice::sort_by). O(n log n).
    fn sort_small_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
    /// Sorts as [`sort_by_key`](slice::sort_by_key). O(n log n).
    fn sort_small_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

/// Sorts a few dozen items by a key, by insertion: in a hundred bytes of code for each type. Stable. O(n²) at worst, O(n) where they
/// are in order.
///
/// ```
/// let mut words = ["three", "a", "at", "b"];
/// loopscope_core::small_sort::sort_few_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["a", "b", "at", "three"]);
/// ```
pub fn sort_few_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 2..=list.len() {
        for place in (1..end).rev() {
            let [before, item] = [place - 1, place].map(|at| list.get(at).map(&key));
            if before <= item {
                break;
            }
            list.swap(place - 1, place);
        }
    }
}

impl<T> SmallSort<T> for [T] {
    fn sort_small(&mut self)
    where
        T: Ord,
    {
        tiny_sort::stable::sort(self);
    }

    fn sort_small_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        tiny_sort::stable::sort_by(self, compare);
    }

    fn sort_small_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        tiny_sort::stable::sort_by_key(self, key);
    }
}

#[cfg(test)]
mod tests;

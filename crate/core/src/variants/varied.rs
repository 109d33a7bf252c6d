//! A string as one loop of several variants, and the string again.

use super::body::Body;
use crate::nest::Nest;
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

/// The most variants: nobody compares more.
pub const MOST_VARIANTS: usize = 256;

/// A string as one loop of several variants, with what is before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variants {
    /// What is before the loop.
    pub before: Nest,
    /// The variants, the most frequent one first and the others by first appearance.
    pub bodies: Vec<Body>,
    /// For each iteration the number of its variant, from 0.
    pub which: Nest,
    /// What is after the loop.
    pub after: Nest,
}

impl Variants {
    /// How many iterations the loop has.
    pub fn iterations(&self) -> u64 {
        self.which.len()
    }

    /// How often each variant occurs. O(nodes of the order).
    pub fn times(&self) -> Vec<u64> {
        let mut times = vec![0; self.bodies.len()];
        self.which.symbols().for_each(|number| {
            if let Some(times) = times.get_mut(number.0 as usize) {
                *times += 1;
            }
        });
        times
    }

    /// The symbols that it stands for, in order. Holds one iteration at a time.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        let mut cursors: Vec<_> = self.bodies.iter().map(Body::iterations).collect();
        let iterations = self.which.symbols().flat_map(move |number| {
            cursors.get_mut(number.0 as usize).and_then(Iterator::next).unwrap_or_default()
        });
        self.before.symbols().chain(iterations).chain(self.after.symbols())
    }

    /// Where each iteration begins among the events, and where the last one ends. O(iterations).
    pub fn starts(&self) -> Vec<u64> {
        let mut cursors: Vec<_> = self.bodies.iter().map(Body::lengths).collect();
        let mut at = self.before.len();
        let mut starts = vec![at];
        for number in self.which.symbols() {
            let length = cursors.get_mut(number.0 as usize).and_then(Iterator::next);
            at = at.saturating_add(length.unwrap_or(0));
            starts.push(at);
        }
        starts
    }
}

/// The numbers of variants in the order in which they are listed: the most frequent one first, and the others by first
/// appearance. `times` are those of the variants by first appearance.
pub(super) fn listed_order(times: &[u64]) -> Vec<usize> {
    let most = times.iter().copied().max().unwrap_or(0);
    let first = times.iter().position(|&own| own == most).unwrap_or(0);
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_small_by_key(|&number| (number != first, number));
    order
}

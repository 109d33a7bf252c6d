//! A string as one loop of several variants, and the string again.

use super::body::Body;
use crate::nest::Nest;
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
        let iterations = self
            .which
            .symbols()
            .flat_map(move |number| cursors.get_mut(number.0 as usize).and_then(Iterator::next).unwrap_or_default());
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

/// Variants by first appearance as they are listed: the most frequent one first, and the others by first appearance. Their numbers in
/// that order, and for each iteration the place of its variant there. O(iterations + variants).
pub(crate) fn as_listed(which: &[u32], variants: usize) -> (Vec<usize>, Vec<Symbol>) {
    let mut times = vec![0u64; variants];
    for &number in which {
        if let Some(times) = times.get_mut(number as usize) {
            *times += 1;
        }
    }
    let most = times.iter().copied().max().unwrap_or(0);
    let first = times.iter().position(|&own| own == most).unwrap_or(0);
    let others = (0..variants).filter(|&number| number != first);
    let order: Vec<usize> = (0..variants).filter(|&number| number == first).chain(others).collect();
    let place = |number: usize| match number {
        _ if number == first => 0,
        _ if number < first => number + 1,
        _ => number,
    };
    (order, which.iter().map(|&number| Symbol(place(number as usize) as u32)).collect())
}

/// Items in the order of their numbers; `None` if one is missing or is asked for twice.
pub(crate) fn in_order<T>(items: Vec<T>, order: &[usize]) -> Option<Vec<T>> {
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.iter().map(|&number| items.get_mut(number)?.take()).collect()
}

//! Lengths without running: how many tuples stand before an iteration, and which iteration holds a position.
//!
//! The length of an iteration is a polynomial in the indices around it, whose degree is known from the bounds.
//! So its sum over the first n iterations is a polynomial, too, and follows from its first values by finite differences
//! (Newton): f(0) + .. + f(n - 1) = the sum over j of the j-th difference of f at 0 times n over j + 1.

use super::{Affine, Node};
use crate::recognize::Function;

/// The first values of a polynomial as differences at 0: f, f's first difference, ..
#[derive(Clone, Debug)]
pub(super) struct Differences(Vec<i128>);

impl Differences {
    /// From f(0), f(1), ..
    pub(super) fn new(mut values: Vec<i128>) -> Option<Self> {
        let mut differences = Vec::with_capacity(values.len());
        while let Some(&first) = values.first() {
            differences.push(first);
            for k in 0..values.len() - 1 {
                values[k] = values[k + 1].checked_sub(values[k])?;
            }
            values.pop();
        }
        Some(Self(differences))
    }

    /// The sum over the first `n` indices; `None` beyond 128 bits.
    pub(super) fn sum(&self, n: i128) -> Option<i128> {
        let (mut sum, mut binomial) = (0i128, 1i128);
        for (j, difference) in self.0.iter().enumerate() {
            let j = j as i128;
            binomial = binomial.checked_mul(n - j)? / (j + 1);
            sum = sum.checked_add(binomial.checked_mul(*difference)?)?;
        }
        Some(sum)
    }
}

/// Counts, with a limit on its work: a nest from a file may be made so that counting never ends.
pub(super) struct Counter<'a> {
    nest: &'a Affine,
    work: u32,
}

/// The most nodes that a count looks at. Recognized nests need some dozens.
const WORK: u32 = 10_000_000;

impl<'a> Counter<'a> {
    pub(super) fn new(nest: &'a Affine) -> Self {
        Counter { nest, work: WORK }
    }

    /// Tuples of a node where the loops around it have these indices.
    pub(super) fn node(&mut self, number: u32, indices: &mut Vec<u64>) -> Option<i128> {
        self.work = self.work.checked_sub(1)?;
        let facts = self.nest.facts(number);
        if let Some(fixed) = facts.fixed {
            return Some(fixed.into());
        }
        let Some(Node::Loop { bound, .. }) = self.nest.node(number) else { return Some(1) };
        let iterations = iterations(bound, indices)?;
        self.prefix(number, indices, iterations)?.sum(iterations)
    }

    /// Tuples of a list of nodes.
    pub(super) fn list(&mut self, items: &[u32], indices: &mut Vec<u64>) -> Option<i128> {
        let mut sum = 0i128;
        for &item in items {
            sum = sum.checked_add(self.node(item, indices)?)?;
        }
        Some(sum)
    }

    /// The polynomial that adds up the lengths of a loop's iterations, for a loop of so many iterations.
    pub(super) fn prefix(&mut self, number: u32, indices: &mut Vec<u64>, iterations: i128) -> Option<Differences> {
        let nest = self.nest;
        self.sample(number, indices, iterations, |counter, indices| counter.list(nest.body(number), indices))
    }

    /// The same for anything whose degree in the loop's index is at most that of its length.
    pub(super) fn sample(
        &mut self,
        number: u32,
        indices: &mut Vec<u64>,
        iterations: i128,
        mut value: impl FnMut(&mut Self, &mut Vec<u64>) -> Option<i128>,
    ) -> Option<Differences> {
        let facts = self.nest.facts(number);
        let degree = facts.degrees.get(facts.level as usize).copied().unwrap_or(0);
        let mut first = Vec::new();
        for index in 0..=u64::from(degree) {
            if i128::from(index) >= iterations {
                break;
            }
            self.work = self.work.checked_sub(1)?;
            indices.push(index);
            let inside = value(self, indices);
            indices.pop();
            first.push(inside?);
        }
        Differences::new(first)
    }
}

/// How often a loop runs; 0 for a negative bound.
pub(super) fn iterations(bound: &Function, indices: &[u64]) -> Option<i128> {
    Some(bound.evaluate(indices)?.checked_add(1)?.max(0))
}

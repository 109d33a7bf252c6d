//! Following a loop passively: values are compared one by one with what the loop expects, and the stack stays
//! as it is. The module `watch` explains why this is exact.
//!
//! Following ends at a value that the loop does not expect, at the limit, or when the caller asks for the stack.
//! Then the loop receives the iterations that were followed, and the values of the unfinished iteration are
//! pushed.

use super::function::Function;
use super::options::{Kind, Options};
use super::run::values_inside;
use super::stack::next_index;
use super::term::{Loop, Term};
use crate::symbols::Symbol;

/// A loop that is followed.
#[derive(Clone, Debug, Default)]
pub(super) struct Follow {
    /// The position of the loop, which is on top.
    pub(super) position: usize,
    /// The values of the next iteration: labels, where the fields of each begin, and all fields.
    labels: Vec<u32>,
    starts: Vec<u32>,
    fields: Vec<u64>,
    /// By how much each field moves.
    steps: Vec<u64>,
    /// How many values of the iteration have been accepted.
    at: usize,
    /// Iterations that have been accepted.
    passed: u64,
    /// How many may be accepted.
    limit: u64,
}

impl Follow {
    /// Follows a loop at a position whose body holds only values, from its next iteration on, for at most
    /// `limit` iterations.
    pub(super) fn of_values(
        node: &Loop,
        position: usize,
        limit: u64,
        options: &Options,
        spare: &mut Option<Box<Self>>,
    ) -> Option<Box<Self>> {
        let next = next_index(node);
        let mut follow = Self::empty(position, spare);
        follow.limit = limit;
        for term in node.body() {
            let Term::Value(value) = term else { return None };
            follow.labels.push(value.label());
            for (place, field) in value.fields().iter().enumerate() {
                let (now, step) = (field.evaluate(&[next])?, slope(field));
                follow.fields.push(now as u64);
                follow.steps.push(step as u64);
                follow.limit = follow.limit.min(in_range(now, step, options.kind(place)));
            }
            follow.starts.push(follow.fields.len() as u32);
        }
        Some(follow)
    }

    /// Starts again from the next iteration, after exactly one iteration has been accepted; `None` otherwise.
    pub(super) fn restarted(self: Box<Self>, limit: u64) -> Option<Box<Self>> {
        (self.passed == 1 && self.at == 0).then(|| Box::new(Self { passed: 0, limit, ..*self }))
    }

    /// Whether at least one iteration may be followed.
    pub(super) fn is_useful(&self) -> bool {
        self.limit > 0
    }

    /// Values in one iteration.
    pub(super) fn period(&self) -> usize {
        self.labels.len()
    }

    /// Follows a loop at a position whose iterations are all the same.
    pub(super) fn of_same(node: &Loop, position: usize, spare: &mut Option<Box<Self>>) -> Box<Self> {
        let mut follow = Self::empty(position, spare);
        follow.limit = u64::MAX;
        let mut values = values_inside(node.body(), &[0]);
        while let Some((label, fields)) = values.next_ref() {
            follow.labels.push(label);
            follow.fields.extend_from_slice(fields);
            follow.starts.push(follow.fields.len() as u32);
        }
        follow
    }

    fn empty(position: usize, spare: &mut Option<Box<Self>>) -> Box<Self> {
        let mut follow = spare.take().unwrap_or_default();
        follow.position = position;
        follow.labels.clear();
        follow.starts.clear();
        follow.starts.push(0);
        follow.fields.clear();
        follow.steps.clear();
        (follow.at, follow.passed) = (0, 0);
        follow
    }

    /// Whether the limit is reached.
    #[inline]
    pub(super) fn at_limit(&self) -> bool {
        self.passed == self.limit
    }

    /// Complete iterations that have been accepted.
    pub(super) fn iterations(&self) -> u64 {
        self.passed
    }

    /// Accepts a value if it is the next one. Returns whether it is.
    #[inline]
    pub(super) fn accept(&mut self, label: u32, fields: &[u64]) -> bool {
        let expected = self.starts[self.at] as usize..self.starts[self.at + 1] as usize;
        if self.labels[self.at] != label || self.fields[expected] != *fields {
            return false;
        }
        self.at += 1;
        if self.at == self.labels.len() {
            self.at = 0;
            self.passed += 1;
            for (field, step) in self.fields.iter_mut().zip(&self.steps) {
                *field = field.wrapping_add(*step);
            }
        }
        true
    }

    /// Accepts values without fields as long as they are the next ones, up to the limit. Returns how many.
    pub(super) fn accept_symbols(&mut self, string: &[Symbol]) -> usize {
        let mut accepted = 0;
        if self.fields.is_empty() && self.at == 0 {
            // Whole iterations.
            let left = usize::try_from(self.limit - self.passed).unwrap_or(usize::MAX);
            let blocks = string.chunks_exact(self.labels.len()).take(left);
            let same = |block: &[Symbol]| block.iter().zip(&self.labels).all(|(a, b)| a.0 == *b);
            let passed = blocks.take_while(|block| same(block)).count();
            self.passed += passed as u64;
            accepted = passed * self.labels.len();
        }
        while !self.at_limit() {
            match string.get(accepted) {
                Some(symbol) if self.accept(symbol.0, &[]) => accepted += 1,
                _ => break,
            }
        }
        accepted
    }

    /// The accepted values of the unfinished iteration.
    pub(super) fn begun(&self) -> impl Iterator<Item = (u32, &[u64])> {
        (0..self.at).map(|item| {
            let fields = self.starts[item] as usize..self.starts[item + 1] as usize;
            (self.labels[item], &self.fields[fields])
        })
    }
}

/// The coefficient of i0 in a function of i0 alone.
pub(super) fn slope(function: &Function) -> i128 {
    function.slopes().first().map_or(0, |pair| pair.1)
}

/// How many of the numbers `now`, `now + step`, `now + 2 step`, .. are in the range of the kind before one is not.
fn in_range(now: i128, step: i128, kind: Kind) -> u64 {
    let (least, most) = match kind {
        Kind::Unsigned => (0, i128::from(u64::MAX)),
        Kind::Signed => (i128::from(i64::MIN), i128::from(i64::MAX)),
    };
    if now < least || now > most {
        return 0;
    }
    let steps = match step {
        0 => return u64::MAX,
        1.. => (most - now) / step,
        _ => (least - now) / step,
    };
    u64::try_from(steps + 1).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_a_range_reaches() {
        assert_eq!(in_range(0, 0, Kind::Unsigned), u64::MAX);
        assert_eq!(in_range(-1, 1, Kind::Unsigned), 0);
        assert_eq!(in_range(7, -2, Kind::Unsigned), 4);
        assert_eq!(in_range(i128::from(u64::MAX) - 5, 3, Kind::Unsigned), 2);
        assert_eq!(in_range(i128::from(i64::MAX), 1, Kind::Signed), 1);
        assert_eq!(in_range(i128::from(i64::MIN) + 1, -1, Kind::Signed), 2);
        assert_eq!(in_range(0, 1, Kind::Unsigned), u64::MAX);
    }
}

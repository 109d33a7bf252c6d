//! From the nest back to the tuples: all of them in order, or one.

use super::count::{iterations, Counter};
use super::{Affine, Node};

/// The tuples that a nest stands for, in order; see [`Affine::tuples`].
#[derive(Clone, Debug)]
pub struct Tuples<'a> {
    nest: &'a Affine,
    rest: std::slice::Iter<'a, u32>,
    open: Vec<Open<'a>>,
    indices: Vec<u64>,
    numbers: Vec<i128>,
}

/// A loop that is being run.
#[derive(Clone, Debug)]
struct Open<'a> {
    body: &'a [u32],
    last: u64,
    after: std::slice::Iter<'a, u32>,
}

impl<'a> Tuples<'a> {
    /// The next tuple: its label, which may be empty, and its numbers, borrowed until the next call.
    pub fn next_ref(&mut self) -> Option<(&'a str, &[i128])> {
        loop {
            match self.rest.next().map(|&item| self.nest.node(item)) {
                Some(Some(Node::Value { label, fields })) => {
                    self.numbers.clear();
                    let indices = &self.indices;
                    let number = |field: &crate::recognize::Function| field.evaluate(indices);
                    self.numbers.extend(fields.iter().map(|field| number(field).unwrap_or(0)));
                    return Some((self.nest.label(*label), &self.numbers));
                }
                Some(Some(Node::Loop { bound, body })) => {
                    let count = iterations(bound, &self.indices).unwrap_or(0);
                    let Ok(last) = u64::try_from(count - 1) else { continue };
                    let after = std::mem::replace(&mut self.rest, body.iter());
                    self.open.push(Open { body, last, after });
                    self.indices.push(0);
                }
                Some(None) => {}
                None => {
                    let (open, index) = (self.open.last_mut()?, self.indices.last_mut()?);
                    if *index < open.last {
                        *index += 1;
                        self.rest = open.body.iter();
                    } else {
                        self.rest = std::mem::take(&mut open.after);
                        self.open.pop();
                        self.indices.pop();
                    }
                }
            }
        }
    }
}

/// One tuple: its value, the iterations around it, and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The loops around it, outermost first.
    pub way: Vec<u32>,
    /// Their indices.
    pub indices: Vec<u64>,
    /// The value.
    pub value: u32,
    /// Its numbers there.
    pub numbers: Vec<i128>,
}

impl Affine {
    /// The tuples in order, O(1) memory beside the loops that are open.
    pub fn tuples(&self) -> Tuples<'_> {
        let (open, indices, numbers) = (Vec::new(), Vec::new(), Vec::new());
        Tuples { nest: self, rest: self.root.iter(), open, indices, numbers }
    }

    /// The text of a label, empty for one that does not exist.
    pub fn label(&self, label: u32) -> &str {
        self.labels.get(label as usize).map_or("", |text| text)
    }

    /// The tuple at that position; `None` after the end. No loop is run: O(items of the bodies on the path x degree),
    /// whatever the number of tuples.
    pub fn at(&self, position: u64) -> Option<Place> {
        if position >= self.len {
            return None;
        }
        let item = self.starts.partition_point(|&start| start <= position).checked_sub(1)?;
        let mut rest = i128::from(position) - i128::from(*self.starts.get(item)?);
        let (mut number, mut way, mut indices) = (*self.root.get(item)?, Vec::new(), Vec::new());
        let mut counter = Counter::new(self);
        while let Node::Loop { bound, body } = self.node(number)? {
            let count = iterations(bound, &indices)?;
            let prefix = counter.prefix(number, &mut indices, count)?;
            // The last iteration that begins at the position or before it.
            let (mut low, mut high) = (0, count - 1);
            while low < high {
                let middle = low + (high - low + 1) / 2;
                if prefix.sum(middle)? <= rest {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            rest -= prefix.sum(low)?;
            way.push(number);
            indices.push(u64::try_from(low).ok()?);
            let mut inside = None;
            for &item in body {
                let len = counter.node(item, &mut indices)?;
                if rest < len {
                    inside = Some(item);
                    break;
                }
                rest -= len;
            }
            number = inside?;
        }
        let Some(Node::Value { fields, .. }) = self.node(number) else { return None };
        let numbers = fields.iter().map(|field| field.evaluate(&indices)).collect::<Option<Vec<_>>>()?;
        Some(Place { way, indices, value: number, numbers })
    }
}

//! Running terms that were read from a file: like [`values`](super::super::values), but one term at a time, and checked.

use super::super::function::lowest_bits;
use super::super::{Function, Term};
use super::Malformed;

/// Runs one term after the other and keeps its memory between them.
///
/// A term is laid out flat before it is run, so that a step needs no pointer into a tree.
#[derive(Clone, Debug, Default)]
pub struct Player {
    steps: Vec<Step>,
    /// The functions of all values, in the order of the steps.
    numbers: Vec<Number>,
    slopes: Vec<(u64, u64)>,
    bounds: Vec<Function>,
    /// The step that comes next.
    at: usize,
    /// The loops around it, outermost first, and their indices.
    open: Vec<Open>,
    indices: Vec<u64>,
    /// The value that was last given.
    label: u32,
    fields: Vec<u64>,
}

#[derive(Clone, Debug)]
enum Step {
    /// A value, whose fields are these of the numbers.
    Value { label: u32, from: usize, to: usize },
    /// A loop: which bound, and the step after its body.
    Loop { bound: usize, end: usize },
}

/// A function modulo 2^64, which is all that a field needs.
#[derive(Clone, Debug)]
struct Number {
    constant: u64,
    /// The slopes: these of the player's.
    from: usize,
    to: usize,
}

#[derive(Clone, Debug)]
struct Open {
    start: usize,
    end: usize,
    last: u64,
}

impl Player {
    /// A player that has no term yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the term to run, replacing the previous one. O(size of the term).
    pub fn load(&mut self, term: &Term) {
        self.steps.clear();
        self.numbers.clear();
        self.slopes.clear();
        self.bounds.clear();
        self.open.clear();
        self.indices.clear();
        self.at = 0;
        self.lay_out(term);
    }

    fn lay_out(&mut self, term: &Term) {
        match term {
            Term::Value(value) => {
                let from = self.numbers.len();
                for field in value.fields() {
                    let first = self.slopes.len();
                    let low = |&(mask, coefficient): &(u64, i128)| (mask, coefficient as u64);
                    self.slopes.extend(field.slopes().iter().map(low));
                    let constant = field.offset() as u64;
                    self.numbers.push(Number { constant, from: first, to: self.slopes.len() });
                }
                let (label, to) = (value.label(), self.numbers.len());
                self.steps.push(Step::Value { label, from, to });
            }
            Term::Loop(node) => {
                let place = self.steps.len();
                let bound = self.bounds.len();
                self.bounds.push(node.bound().clone());
                self.steps.push(Step::Loop { bound, end: 0 });
                for term in node.body() {
                    self.lay_out(term);
                }
                let end = self.steps.len();
                if let Some(step) = self.steps.get_mut(place) {
                    *step = Step::Loop { bound, end };
                }
            }
        }
    }

    /// Goes to the next value; false if the term is at its end.
    ///
    /// # Errors
    /// A loop would not run at all, or more than 2^64 times. (The byte is that of the term: 0.)
    pub fn advance(&mut self) -> Result<bool, Malformed> {
        loop {
            if let Some(open) = self.open.last() {
                if self.at == open.end {
                    match self.indices.last_mut() {
                        Some(index) if *index < open.last => {
                            *index += 1;
                            self.at = open.start;
                        }
                        _ => {
                            self.open.pop();
                            self.indices.pop();
                        }
                    }
                    continue;
                }
            }
            match self.steps.get(self.at) {
                None => return Ok(false),
                Some(&Step::Value { label, from, to }) => {
                    self.at += 1;
                    self.label = label;
                    self.fields.clear();
                    for number in self.numbers.get(from..to).unwrap_or_default() {
                        let slopes = self.slopes.get(number.from..number.to).unwrap_or_default();
                        let slopes = slopes.iter().copied();
                        self.fields.push(lowest_bits(number.constant, slopes, &self.indices));
                    }
                    return Ok(true);
                }
                Some(&Step::Loop { bound, end }) => {
                    let bound = self.bounds.get(bound).and_then(|bound| bound.evaluate(&self.indices));
                    let last = bound.and_then(|bound| u64::try_from(bound).ok());
                    let last = last.ok_or(Malformed { at: 0, what: "a loop does not run" })?;
                    self.at += 1;
                    self.open.push(Open { start: self.at, end, last });
                    self.indices.push(0);
                }
            }
        }
    }

    /// The label of the value it is at.
    #[inline]
    pub fn label(&self) -> u32 {
        self.label
    }

    /// The fields of the value it is at.
    #[inline]
    pub fn fields(&self) -> &[u64] {
        &self.fields
    }
}

//! A place in the run of a loop: which of its values comes next.

use super::super::{Function, Loop, Term, Value};

/// After so many loops and iterations in a row without a value, nothing is expected any more.
/// Beyond the iterations that were seen a bound may fall below 0, and that of a loop around it be large.
const EMPTY: u32 = 1000;

/// A place in the run of a loop that goes on for ever, from one of its iterations on.
///
/// It holds only numbers. The caller passes the loop to each method, always the same one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The indices of the open loops, outermost first.
    indices: Vec<u64>,
    /// The last index of each; of the outermost nothing.
    lasts: Vec<u64>,
    /// The place in the body of each.
    items: Vec<usize>,
    /// Whether there is no value any more.
    ended: bool,
}

impl Cursor {
    /// The beginning of an iteration.
    pub(super) fn at_iteration(index: u64) -> Self {
        Self { indices: vec![index], lasts: vec![0], items: vec![0], ended: false }
    }

    /// The iteration of the outermost loop.
    pub(super) fn iteration(&self) -> u64 {
        self.indices.first().copied().unwrap_or(0)
    }

    /// The value that comes next and the indices around it; `None` if there is none any more. Only of a cursor
    /// that is [settled](Self::settle).
    pub(super) fn value<'a>(&self, node: &'a Loop) -> Option<(&'a Value, &[u64])> {
        if self.ended {
            return None;
        }
        let value = self.body(node).get(*self.items.last()?)?.as_value()?;
        Some((value, &self.indices))
    }

    /// Goes past the next value.
    pub(super) fn advance(&mut self, node: &Loop) {
        self.past();
        self.settle(node);
    }

    /// Goes on to the next value, if it does not stand before one.
    pub(super) fn settle(&mut self, node: &Loop) {
        let mut left = EMPTY;
        loop {
            if self.ended || left == 0 {
                self.ended = true;
                return;
            }
            match self.term(node) {
                Some(Term::Value(_)) => return,
                Some(Term::Loop(inner)) => self.enter(inner),
                None => {
                    if !self.leave() {
                        match self.iteration().checked_add(1) {
                            Some(next) => *self = Self::at_iteration(next),
                            None => self.ended = true,
                        }
                    }
                }
            }
            left -= 1;
        }
    }

    /// Goes past a term of the stack, if the iteration goes on with it: the paper's matching of small trees
    /// inside a bigger one. A term is one of the loop's own; or it is the first iterations of one, its
    /// bound being less; or it stands where one of them begins.
    ///
    /// If not, the cursor must not be used any more.
    pub(super) fn consume(&mut self, node: &Loop, term: &Term) -> bool {
        for _ in 0..EMPTY {
            match self.term(node) {
                // The iteration is over, or that of a loop in it.
                None => {
                    if !self.leave() {
                        return false;
                    }
                }
                Some(own) if equals_inside(own, &self.indices, term) => {
                    self.past();
                    return true;
                }
                Some(Term::Value(_)) => return false,
                Some(Term::Loop(inner)) => {
                    if let Some((begun, last)) = self.begins(inner, term) {
                        self.open(begun, last);
                        // After that iteration.
                        if let Some(item) = self.items.last_mut() {
                            *item = inner.body().len();
                        }
                        return true;
                    }
                    self.enter(inner);
                }
            }
        }
        false
    }

    /// The last index of the term, and of the inner loop whose first iterations it is.
    fn begins(&self, inner: &Loop, term: &Term) -> Option<(u64, u64)> {
        let is = term.as_loop()?;
        let begun = index(is.bound(), &[])?;
        let last = index(inner.bound(), &self.indices)?;
        if begun >= last || inner.body().len() != is.body().len() {
            return None;
        }
        // In the bodies the own index is free.
        let mut pairs = inner.body().iter().zip(is.body());
        pairs.all(|(own, is)| equals_inside(own, &self.indices, is)).then_some((begun, last))
    }

    /// The term it stands before; `None` at the end of a body.
    fn term<'a>(&self, node: &'a Loop) -> Option<&'a Term> {
        self.body(node).get(*self.items.last()?)
    }

    /// The body it stands in.
    fn body<'a>(&self, node: &'a Loop) -> &'a [Term] {
        let outer = self.items.split_last().map_or(&[][..], |(_, outer)| outer);
        outer.iter().fold(node.body(), |body, &item| body.get(item).and_then(Term::as_loop).map_or(&[][..], Loop::body))
    }

    /// Goes into a loop, or past it if it does not run.
    fn enter(&mut self, inner: &Loop) {
        match index(inner.bound(), &self.indices) {
            Some(last) => self.open(0, last),
            None => self.past(),
        }
    }

    fn open(&mut self, index: u64, last: u64) {
        self.indices.push(index);
        self.lasts.push(last);
        self.items.push(0);
    }

    /// Goes past the term.
    fn past(&mut self) {
        if let Some(item) = self.items.last_mut() {
            *item += 1;
        }
    }

    /// From the end of a body to the next iteration, or after the loop; `false` if it is the outermost.
    fn leave(&mut self) -> bool {
        if self.items.len() <= 1 {
            return false;
        }
        match (self.indices.last_mut(), self.lasts.last(), self.items.last_mut()) {
            (Some(index), Some(last), Some(item)) if *index < *last => {
                *index += 1;
                *item = 0;
            }
            _ => {
                self.indices.pop();
                self.lasts.pop();
                self.items.pop();
                self.past();
            }
        }
        true
    }
}

/// The bound where the loops around have these indices; `None` if it is below 0: the loop is not run.
fn index(bound: &Function, indices: &[u64]) -> Option<u64> {
    bound.evaluate(indices).and_then(|bound| u64::try_from(bound).ok())
}

/// Whether `other` is what the term is inside of loops with these indices.
fn equals_inside(term: &Term, indices: &[u64], other: &Term) -> bool {
    match (term, other) {
        (Term::Value(a), Term::Value(b)) => {
            a.label() == b.label()
                && a.fields().len() == b.fields().len()
                && a.fields().iter().zip(b.fields()).all(|(a, b)| a.equals_inside(indices, b))
        }
        (Term::Loop(a), Term::Loop(b)) => {
            a.body().len() == b.body().len()
                && a.bound().equals_inside(indices, b.bound())
                && a.body().iter().zip(b.body()).all(|(a, b)| equals_inside(a, indices, b))
        }
        _ => false,
    }
}

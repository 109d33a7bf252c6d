//! Running terms: from loops back to the stream.

use super::Term;

/// The values that terms stand for, in order; see [`values`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    /// The list that is being run and what is left of it.
    rest: std::slice::Iter<'a, Term>,
    /// The loops around it, outermost first.
    open: Vec<Open<'a>>,
    /// The indices of those loops.
    indices: Vec<u64>,
    /// The fields of the value last given.
    fields: Vec<u64>,
}

/// A loop that is being run.
#[derive(Clone, Debug)]
struct Open<'a> {
    body: &'a [Term],
    /// The last index.
    last: u64,
    /// What follows the loop in the list that holds it.
    after: std::slice::Iter<'a, Term>,
}

/// Runs terms with no loop around them: gives the recognized stream again.
///
/// An iterator over (label, fields) with the fields as 64-bit patterns, as they were pushed;
/// [`Values::next_ref`] gives the same without an allocation. Takes memory for one entry per level of loops, however long
/// the stream is, and no recursion. A loop whose bound is below 0 does not run.
///
/// ```
/// use loopscope_core::recognize::{values, Function, Term};
/// let body = vec![Term::value(0, [Function::from_pairs([(0, 3), (1, 7)])])];
/// let terms = [Term::for_loop(Function::constant(4), body).unwrap()];
/// assert!(values(&terms).map(|(_, fields)| fields[0]).eq([3, 10, 17, 24, 31]));
/// ```
pub fn values(terms: &[Term]) -> Values<'_> {
    values_inside(terms, &[])
}

/// Runs terms inside loops whose indices currently have these values, outermost first: the rest of an iteration, or
/// a later one.
///
/// ```
/// use loopscope_core::recognize::{values_inside, Function, Term};
/// let address = Function::from_pairs([(0, 1), (0b1, 128), (0b10, 4)]);
/// let inner = Term::for_loop(Function::from_pairs([(0, 1), (0b1, 1)]), vec![Term::value(0, [address])]);
/// let next = values_inside(std::slice::from_ref(inner.as_ref().unwrap()), &[2]);
/// assert!(next.map(|(_, fields)| fields[0]).eq([257, 261, 265, 269]));
/// ```
pub fn values_inside<'a>(terms: &'a [Term], indices: &[u64]) -> Values<'a> {
    let (open, indices, fields) = (Vec::new(), indices.to_vec(), Vec::new());
    Values { rest: terms.iter(), open, indices, fields }
}

impl Term {
    /// The values that the term stands for, with no loop around it. See [`values`] for several terms.
    pub fn values(&self) -> Values<'_> {
        values(std::slice::from_ref(self))
    }
}

impl Values<'_> {
    /// The next value; its fields are borrowed until the next call.
    pub fn next_ref(&mut self) -> Option<(u32, &[u64])> {
        loop {
            match self.rest.next() {
                Some(Term::Value(value)) => {
                    self.fields.clear();
                    let indices = &self.indices;
                    self.fields.extend(value.fields().iter().map(|field| field.bits(indices)));
                    return Some((value.label(), &self.fields));
                }
                Some(Term::Loop(node)) => {
                    let bound = node.bound().evaluate(&self.indices);
                    let Some(last) = bound.and_then(|bound| u64::try_from(bound).ok()) else {
                        continue;
                    };
                    let after = std::mem::replace(&mut self.rest, node.body().iter());
                    self.open.push(Open { body: node.body(), last, after });
                    self.indices.push(0);
                }
                None => {
                    let (open, index) = (self.open.last_mut()?, self.indices.last_mut()?);
                    // An empty body ends at once, however often it would run.
                    if *index < open.last && !open.body.is_empty() {
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

impl Iterator for Values<'_> {
    type Item = (u32, Vec<u64>);

    fn next(&mut self) -> Option<(u32, Vec<u64>)> {
        self.next_ref().map(|(label, fields)| (label, fields.to_vec()))
    }
}

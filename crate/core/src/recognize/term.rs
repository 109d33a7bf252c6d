//! Terms: the trees of functions that loop recognition builds (section 2.2 of the paper).

use std::fmt;

use super::Function;

/// A value, or a loop over terms.
///
/// Inside d loops, all its functions depend on the indices of those d loops. On the top level there are none, and the
/// functions of its values are numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// One event: a label and a tuple of numbers.
    Value(Value),
    /// `for i = 0 to bound`, and what is inside.
    Loop(Box<Loop>),
}

/// A tuple of numbers with a label, each number a function of the indices of the loops around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    label: u32,
    fields: Box<[Function]>,
}

impl Value {
    /// The label, which is the same in all iterations.
    pub fn label(&self) -> u32 {
        self.label
    }

    /// The numbers of the tuple.
    pub fn fields(&self) -> &[Function] {
        &self.fields
    }

    pub(super) fn fields_mut(&mut self) -> &mut [Function] {
        &mut self.fields
    }
}

/// A loop: its index goes from 0 to the bound, so the body runs bound + 1 times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    bound: Function,
    body: Vec<Term>,
    depth: u32,
}

impl Loop {
    /// The last index, a function of the indices of the loops around this one.
    pub fn bound(&self) -> &Function {
        &self.bound
    }

    /// The terms inside. Their functions have the index of this loop, too: if d loops are around it, as
    /// bit d of the masks.
    pub fn body(&self) -> &[Term] {
        &self.body
    }

    /// How many levels of loops it has, itself included.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    pub(super) fn parts_mut(&mut self) -> (&mut Function, &mut Vec<Term>) {
        (&mut self.bound, &mut self.body)
    }
}

impl Term {
    /// Loops in loops end here: a mask has 64 bits. No stream is long enough for that many levels, as every
    /// level that is recognized has three iterations or more.
    pub const MAX_DEPTH: u32 = 64;

    /// A value.
    pub fn value(label: u32, fields: impl IntoIterator<Item = Function>) -> Self {
        Self::Value(Value { label, fields: fields.into_iter().collect() })
    }

    /// A loop around a body; `None` if it is more than [`MAX_DEPTH`](Term::MAX_DEPTH) levels.
    ///
    /// The caller ensures that masks have no bit of a loop that is not around the function. O(items of the body).
    pub fn for_loop(bound: Function, body: Vec<Self>) -> Option<Self> {
        let depth = body.iter().map(Self::depth).max().unwrap_or(0) + 1;
        (depth <= Self::MAX_DEPTH).then(|| Self::Loop(Box::new(Loop { bound, body, depth })))
    }

    /// Levels of loops, 0 for a value.
    pub fn depth(&self) -> u32 {
        match self {
            Self::Value(_) => 0,
            Self::Loop(node) => node.depth,
        }
    }

    /// The loop, if it is one.
    pub fn as_loop(&self) -> Option<&Loop> {
        match self {
            Self::Loop(node) => Some(node),
            Self::Value(_) => None,
        }
    }

    /// The value, if it is one.
    pub fn as_value(&self) -> Option<&Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Loop(_) => None,
        }
    }

    /// Whether `other` is this term with the outermost index at that value: the paper's
    /// `self[i <- value] = other`, without making the term.
    pub fn equals_at(&self, value: u64, other: &Self) -> bool {
        match (self, other) {
            (Self::Value(a), Self::Value(b)) => {
                a.label == b.label
                    && a.fields.len() == b.fields.len()
                    && a.fields.iter().zip(&*b.fields).all(|(a, b)| a.equals_at(value, b))
            }
            (Self::Loop(a), Self::Loop(b)) => {
                a.body.len() == b.body.len()
                    && a.bound.equals_at(value, &b.bound)
                    && a.body.iter().zip(&b.body).all(|(a, b)| a.equals_at(value, b))
            }
            _ => false,
        }
    }
}

impl Function {
    /// Whether `other` is this function with the outermost index at that value.
    pub fn equals_at(&self, value: u64, other: &Self) -> bool {
        if self.is_constant() {
            return self == other;
        }
        self.at_outermost(value).is_some_and(|function| function == *other)
    }
}

/// Writes loops as the paper does, with `done` after the body and labels as numbers. A value without a label (0) is
/// `val 3 + 7*i0`, one with a label `val 2: 7 + 4*i0, 8`. With `{:#}` constants are hexadecimal.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Term {
    fn write(&self, f: &mut fmt::Formatter<'_>, level: usize) -> fmt::Result {
        let indent = 2 * level;
        match self {
            Self::Value(value) => {
                write!(f, "{:indent$}val", "")?;
                if value.label != 0 || value.fields.is_empty() {
                    let colon = if value.fields.is_empty() { "" } else { ":" };
                    write!(f, " {}{colon}", value.label)?;
                }
                for (place, field) in value.fields.iter().enumerate() {
                    f.write_str(if place == 0 { " " } else { ", " })?;
                    fmt::Display::fmt(field, f)?;
                }
                f.write_str("\n")
            }
            Self::Loop(node) => {
                writeln!(f, "{:indent$}for i{level} = 0 to {}", "", node.bound)?;
                for term in &node.body {
                    term.write(f, level + 1)?;
                }
                writeln!(f, "{:indent$}done", "")
            }
        }
    }
}

#[cfg(test)]
mod tests;

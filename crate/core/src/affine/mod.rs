//! Nests of tuples: loops whose bounds, and values whose numbers, are functions of the loop indices.
//!
//! The loops that [`recognize`](crate::recognize) finds in a sequence of tuples are kept here together with their words:
//! labels, names of fields, names of loops. Equal items on the same level are one node, and children come before parents,
//! as in a [`Nest`](crate::nest::Nest).
//!
//! ```text
//! for i0 = 0 to 5                # 1
//!   for i1 = 0 to 5 + 3*i0       # 2
//!     val read: 0x2da50 + 8192*i0 + 8*i1, 8
//!   done
//! done
//! ```
//!
//! - [`Affine::recognize`] makes a nest from the tuples of a process; [`text`] prints and parses it.
//! - [`Affine::tuples`] gives the tuples again, and [`Affine::at`] one of them. No iteration is run for that, however many
//!   there are, because lengths are polynomials in the indices (`count.rs`).
//! - [`Affine::position`] says where the tuples of a place lie, as a [`Polynomial`] in the indices.
//! - [`Drawing`] is a nest of symbols for pictures; [`Affine::reach`] and [`Affine::strides`] describe a value in them.

mod build;
mod count;
mod drawing;
mod names;
mod polynomial;
mod positions;
mod reach;
mod run;
pub mod text;

#[cfg(test)]
mod tests;

pub use build::{AffineBuilder, Refusal};
pub use drawing::{Drawing, MOST_DRAWN};
pub use polynomial::Polynomial;
pub use positions::NoPolynomial;
pub use reach::{Reach, Stride};
pub use run::{Place, Tuples};

use crate::recognize::Function;
use crate::trace::Notation;

/// The name of a field, and how its numbers are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; empty if it has none.
    pub name: Box<str>,
    /// How its constants are written.
    pub notation: Notation,
}

/// A value or a loop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// One tuple, each number a function of the indices of the loops around it.
    Value {
        /// Its place among [`Affine::labels`].
        label: u32,
        /// Its numbers.
        fields: Box<[Function]>,
    },
    /// A body that is run from index 0 to a bound.
    Loop {
        /// The last index.
        bound: Function,
        /// Numbers of its nodes, at least one.
        body: Box<[u32]>,
    },
}

/// A distinct loop of a nest of tuples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedFor {
    /// Its name: 1 for the loop with the most tuples inside.
    pub id: u32,
    /// Its node.
    pub node: u32,
    /// Tuples inside it, over all its runs.
    pub events: u64,
    /// How often it is entered.
    pub entered: u64,
    /// Its iterations, over all its runs.
    pub iterations: u64,
    /// Position of the first tuple in it.
    pub first: u64,
}

/// Facts about a node that follow from its body and its level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Facts {
    /// How many loops are around it.
    level: u32,
    /// Levels of loops that it has, itself included.
    height: u32,
    /// Tuples in it, if their number does not depend on the indices around it.
    fixed: Option<u64>,
    /// Whether a bound in it, or its own, is not constant.
    varied: bool,
    /// Whether its body uses its index.
    used: bool,
    /// For each index around it, and for its own, the degree of its length (of that of an iteration) as a polynomial.
    degrees: Vec<u32>,
}

/// A nest of tuples. Made by [`Affine::recognize`], [`text::parse`] or an [`AffineBuilder`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Affine {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    root: Vec<u32>,
    /// Position of the first tuple of every item of the top level.
    starts: Vec<u64>,
    len: u64,
    labels: Vec<Box<str>>,
    fields: Vec<Field>,
    loops: Vec<NamedFor>,
    /// For every node the number of its loop, 0 for a value.
    ids: Vec<u32>,
}

impl Affine {
    /// All different nodes, children before parents.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node of that number.
    pub fn node(&self, number: u32) -> Option<&Node> {
        self.nodes.get(number as usize)
    }

    /// The numbers of the items of the top level.
    pub fn root(&self) -> &[u32] {
        &self.root
    }

    /// The number of tuples that it stands for.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it stands for no tuple.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The texts of labels; tuples without a label have the empty one.
    pub fn labels(&self) -> &[Box<str>] {
        &self.labels
    }

    /// The fields of its tuples, in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// How many loops are around a node.
    pub fn level(&self, number: u32) -> u32 {
        self.facts(number).level
    }

    /// Whether a loop has the same number of iterations wherever it runs, and nothing in it uses its index.
    pub fn is_plain(&self, number: u32) -> bool {
        let facts = self.facts(number);
        let constant = matches!(self.node(number), Some(Node::Loop { bound, .. }) if bound.is_constant());
        constant && !facts.used
    }

    fn facts(&self, number: u32) -> &Facts {
        static NOTHING: Facts =
            Facts { level: 0, height: 0, fixed: None, varied: false, used: false, degrees: Vec::new() };
        self.facts.get(number as usize).unwrap_or(&NOTHING)
    }

    fn body(&self, number: u32) -> &[u32] {
        match self.node(number) {
            Some(Node::Loop { body, .. }) => body,
            _ => &[],
        }
    }
}

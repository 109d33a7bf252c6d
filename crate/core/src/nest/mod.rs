//! Loop nests: a string written as symbols and loops.
//!
//! A nest is an ordered list of items; an item is a symbol or a loop, and a loop is a body (again a
//! list of items) and a count. Equal items are stored once, so a nest never takes more memory than
//! it has different items, however long the string it stands for.
//!
//! - [`greedy`](greedy()), [`optimal`](optimal()) and [`smallest`](smallest()) make one from a string; which to use
//!   when, [`crate::method`] says.
//! - [`Stats`] tells how well it went, [`LoopNames`] numbers the loops and tells where they stand.
//! - [`Nest::symbols`] gives the string back, [`Nest::symbol_at`] the way down to one position.
//! - [`text`] prints and parses it; [`paper`] has the strings of the paper's table.

mod build;
mod expand;
mod greedy;
mod limit;
mod names;
mod optimal;
pub mod paper;
mod smallest;
mod stats;
mod stretch;
pub mod text;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod theorem;

pub use build::NestBuilder;
pub use expand::{Location, Step, Symbols};
pub use greedy::greedy;
pub(crate) use greedy::LIMIT as GREEDY_LIMIT;
pub use limit::TooLong;
pub use names::{LoopNames, NamedLoop};
pub(crate) use optimal::LIMIT as OPTIMAL_LIMIT;
pub use optimal::{optimal, optimal_with_limit, BYTES_PER_SYMBOL};
pub use smallest::{smallest, smallest_with_limit, Smallest, Winner, WORK_LIMIT};
pub use stats::{MainLoop, Stats};

use crate::symbols::Symbol;

/// Index of a node in a [`Nest`]. Children have smaller ids than the loop that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The position in [`Nest::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A symbol or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// One event.
    Symbol(Symbol),
    /// A body that is run `count` times.
    Loop(Loop),
}

/// A loop node; [`Nest::body`] gives its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// How often the body runs, at least 2.
    pub count: u64,
    /// Events in one iteration, inner loops run out.
    pub period: u64,
    /// How many levels of loops it is, itself included: 1 if its body has no loop.
    pub height: u32,
    first: u32,
    len: u32,
}

impl Loop {
    /// Events in all its iterations: period x count.
    pub fn span(&self) -> u64 {
        self.period.saturating_mul(self.count)
    }
}

/// A loop nest. Build one with a [`NestBuilder`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nest {
    nodes: Vec<Node>,
    /// The bodies of all loops, one after the other, then the items of the top level.
    items: Vec<NodeId>,
    /// For every place in `items`, how many events stand before it in its body (or top level).
    offsets: Vec<u64>,
    root: usize,
    len: u64,
}

impl Nest {
    /// All different nodes, children before parents.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node of that id.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    /// The loop of that id, if it is one.
    pub fn as_loop(&self, id: NodeId) -> Option<Loop> {
        match self.node(id) {
            Node::Loop(node) => Some(node),
            Node::Symbol(_) => None,
        }
    }

    /// The items of the top level.
    pub fn root(&self) -> &[NodeId] {
        &self.items[self.root..]
    }

    /// For each item of the top level, how many events stand before it.
    pub fn root_offsets(&self) -> &[u64] {
        &self.offsets[self.root..]
    }

    /// The items of a loop's body.
    pub fn body(&self, node: &Loop) -> &[NodeId] {
        &self.items[node.first as usize..(node.first + node.len) as usize]
    }

    /// For each item of a loop's body, how many events of the iteration stand before it.
    pub fn body_offsets(&self, node: &Loop) -> &[u64] {
        &self.offsets[node.first as usize..(node.first + node.len) as usize]
    }

    /// Number of events that the nest stands for.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it stands for no event.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Events under one node.
    pub fn span(&self, id: NodeId) -> u64 {
        match self.node(id) {
            Node::Symbol(_) => 1,
            Node::Loop(node) => node.span(),
        }
    }

    /// Ids of all nodes, ascending.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as u32).map(NodeId)
    }
}

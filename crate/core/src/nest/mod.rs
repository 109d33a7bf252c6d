//! Loop nests: a string written as symbols and loops.
//!
//! A nest is an ordered list of items; an item is a symbol or a loop, and a loop is a body (again a
//! list of items) and a count. Equal items are stored once, so a nest never takes more memory than
//! it has different items, however long the string it stands for.
//!
//! - [`greedy`](greedy()), [`optimal`](optimal()) and [`smallest`](smallest()) make a nest from a string;
//!   [`crate::method`] says when to use which.
//! - [`Stats`] measures the result; [`LoopNames`] numbers the loops and gives their places.
//! - [`Nest::symbols`] gives the string again; [`Nest::symbol_at`] the path to one position.
//! - [`Differences`] lists where nests of one string differ.
//! - [`text`] prints and parses nests; [`paper`] has the strings of the paper's table.

mod blocks;
mod build;
mod difference;
mod expand;
mod folded;
mod greedy;
mod limit;
mod main_loop;
mod names;
mod offsets;
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
pub use difference::{Differences, Piece, PieceLoop, Relation, Segment, Shift};
pub use expand::{Location, Step, Symbols};
pub use folded::{Folded, Folding};
pub use greedy::{greedy, greedy_folded};
pub(crate) use greedy::{greedy_watched, WatchGreedy};
pub use limit::{TooLong, BYTES_PER_SYMBOL};
pub(crate) use limit::{GREEDY_LIMIT, OPTIMAL_LIMIT};
pub(crate) use main_loop::repeated_loop;
pub use names::{LoopNames, NamedLoop};
pub use offsets::{Offsets, OffsetsIter};
pub(crate) use optimal::optimal_loops;
pub use optimal::{optimal, optimal_folded, optimal_with_limit};
pub use smallest::{smallest, smallest_folded, smallest_with_limit, Smallest, Winner, WORK_LIMIT};
pub use stats::{MainLoop, Stats};
pub(crate) use stretch::agreement;

use crate::symbols::Symbol;

/// A node of a [`Nest`]. Children have smaller ids than the loop that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The number of the node, from 0: its position in [`Nest::nodes`].
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
    /// How many levels of loops it has, itself included: 1 if its body has no loop.
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
///
/// A symbol takes 4 bytes, a loop 20 and an item of a body or of the top level 4 and a half.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nest {
    /// For every node the number of its symbol, or from [`OTHER`] on its place in `others`.
    nodes: Vec<u32>,
    others: Vec<Packed>,
    /// Loops and symbols whose numbers need more than 32 bits.
    wide: Vec<Wide>,
    /// The bodies of all loops, one after the other, then the items of the top level.
    items: Vec<NodeId>,
    /// For every sixteenth place in `items`, how many events stand before it in its body (or top level).
    samples: Vec<u64>,
    /// Where the bodies end.
    root: usize,
    len: u64,
}

/// The first number of a node that is not that of its symbol.
const OTHER: u32 = 1 << 31;

/// A loop whose body ends where the next begins; or, if the count is 0, a place in [`Nest::wide`]
/// instead of the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed {
    count: u32,
    period: u32,
    height: u32,
    first: u32,
}

/// Loops with numbers of more than 32 bits, which only files have, and symbols from [`OTHER`] on, which no trace has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wide {
    Symbol(Symbol),
    Loop { count: u64, period: u64 },
}

impl Nest {
    /// All different nodes, children before parents.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + '_ {
        self.ids().map(|id| self.node(id))
    }

    /// The node of that id.
    pub fn node(&self, id: NodeId) -> Node {
        let number = self.nodes[id.index()];
        let Some(other) = number.checked_sub(OTHER) else { return Node::Symbol(Symbol(number)) };
        let Packed { height, first, .. } = self.others[other as usize];
        let (count, period) = match self.unpacked(other) {
            Wide::Symbol(symbol) => return Node::Symbol(symbol),
            Wide::Loop { count, period } => (count, period),
        };
        let end = self.others.get(other as usize + 1).map_or(self.root as u32, |next| next.first);
        Node::Loop(Loop { count, period, height, first, len: end - first })
    }

    fn unpacked(&self, other: u32) -> Wide {
        let Packed { count, period, .. } = self.others[other as usize];
        if count == 0 {
            return self.wide[period as usize];
        }
        Wide::Loop { count: u64::from(count), period: u64::from(period) }
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

    /// The items of a loop's body.
    pub fn body(&self, node: &Loop) -> &[NodeId] {
        &self.items[node.first as usize..(node.first + node.len) as usize]
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
        match self.nodes[id.index()].checked_sub(OTHER).map(|other| self.unpacked(other)) {
            Some(Wide::Loop { count, period }) => period.saturating_mul(count),
            _ => 1,
        }
    }

    /// Ids of all nodes, ascending.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator {
        (0..self.nodes.len() as u32).map(NodeId)
    }
}

//! Building nests from the inside out.

use rustc_hash::FxHashMap;

use super::{Loop, Nest, Node, NodeId};
use crate::symbols::Symbol;

/// Makes the nodes of a nest, each different one once, children first.
#[derive(Debug, Default)]
pub struct NestBuilder {
    nest: Nest,
    symbols: FxHashMap<Symbol, NodeId>,
    loops: FxHashMap<(Box<[NodeId]>, u64), NodeId>,
}

impl NestBuilder {
    /// A builder without nodes.
    pub fn new() -> NestBuilder {
        NestBuilder::default()
    }

    /// The node of a symbol.
    pub fn symbol(&mut self, symbol: Symbol) -> NodeId {
        let nodes = &mut self.nest.nodes;
        *self.symbols.entry(symbol).or_insert_with(|| push(nodes, Node::Symbol(symbol)))
    }

    /// The node of a loop: the same one for the same body and count.
    ///
    /// `body` is made of ids that this builder gave, and `count` is at least 2.
    pub fn repeat(&mut self, count: u64, body: &[NodeId]) -> NodeId {
        let key = (Box::from(body), count);
        if let Some(&id) = self.loops.get(&key) {
            return id;
        }
        let first = self.nest.items.len() as u32;
        let period = self.nest.append_items(body);
        let inner =
            body.iter().filter_map(|&id| self.nest.as_loop(id)).map(|node| node.height).max();
        let node =
            Loop { count, period, height: inner.unwrap_or(0) + 1, first, len: body.len() as u32 };
        let id = push(&mut self.nest.nodes, Node::Loop(node));
        self.loops.insert(key, id);
        id
    }

    /// The nest with these items at the top level.
    pub fn finish(mut self, root: &[NodeId]) -> Nest {
        self.nest.root = self.nest.items.len();
        self.nest.len = self.nest.append_items(root);
        self.nest
    }
}

impl Nest {
    /// Appends a list of items and returns the number of events in it.
    fn append_items(&mut self, items: &[NodeId]) -> u64 {
        let mut before = 0u64;
        for &id in items {
            self.items.push(id);
            self.offsets.push(before);
            before = before.saturating_add(self.span(id));
        }
        before
    }
}

fn push(nodes: &mut Vec<Node>, node: Node) -> NodeId {
    let id = NodeId(nodes.len() as u32);
    nodes.push(node);
    id
}

//! Nests of symbols as nodes of a document, and back.

use loopscope_core::nest::{LoopNames, Nest, NestBuilder, Node, NodeId};
use loopscope_core::symbols::Symbol;

use super::nodes::{WrittenLoop, WrittenNode};

/// Why a process cannot be read: what was found, and what was expected.
pub(super) type Broken = (String, &'static str);

/// A process has fewer events than this.
const MOST_EVENTS: u64 = 1 << 63;

fn numbers(ids: &[NodeId]) -> Vec<u32> {
    ids.iter().map(|id| id.index() as u32).collect()
}

/// All nodes, children before parents.
pub(super) fn nodes(nest: &Nest, names: &LoopNames) -> Vec<WrittenNode> {
    let node = |id| match nest.node(id) {
        Node::Symbol(symbol) => WrittenNode::Symbol(symbol.0),
        Node::Loop(node) => {
            WrittenNode::Loop(WrittenLoop { id: names.id(id), count: node.count, body: numbers(nest.body(&node)) })
        }
    };
    nest.ids().map(node).collect()
}

/// The items of the top level.
pub(super) fn root(nest: &Nest) -> Vec<u32> {
    numbers(nest.root())
}

/// The nest of these nodes, whose symbols are numbers below `symbols`.
pub(super) fn read_nest(nodes: &[WrittenNode], root: &[u32], symbols: usize) -> Result<Nest, Broken> {
    NestReader { symbols, builder: NestBuilder::new(), made: Vec::with_capacity(nodes.len()) }.read(nodes, root)
}

/// Builds a nest of symbols from its nodes, children before parents.
struct NestReader {
    /// The number of different symbols.
    symbols: usize,
    builder: NestBuilder,
    /// The nodes that are built, each with its number of events.
    made: Vec<(NodeId, u64)>,
}

impl NestReader {
    fn read(mut self, nodes: &[WrittenNode], root: &[u32]) -> Result<Nest, Broken> {
        for node in nodes {
            let node = self.node(node)?;
            self.made.push(node);
        }
        let (root, _) = self.items(root, 1)?;
        Ok(self.builder.finish(&root))
    }

    fn node(&mut self, node: &WrittenNode) -> Result<(NodeId, u64), Broken> {
        match node {
            WrittenNode::Symbol(symbol) if (*symbol as usize) < self.symbols => {
                Ok((self.builder.symbol(Symbol(*symbol)), 1))
            }
            WrittenNode::Symbol(symbol) => Err((format!("symbol {symbol}"), "the number of a symbol in the list")),
            WrittenNode::Loop(WrittenLoop { count, body, .. }) => {
                if *count < 2 || body.is_empty() {
                    let found = format!("a loop of {count} iterations over {} items", body.len());
                    return Err((found, "at least 2 iterations and 1 item"));
                }
                let (items, events) = self.items(body, *count)?;
                Ok((self.builder.repeat(*count, &items), events))
            }
            WrittenNode::For(_) | WrittenNode::Val(_) => Err(("a value among symbols".to_owned(), "symbols and loops")),
        }
    }

    /// The nodes of a list, and their number of events over `times` iterations.
    fn items(&self, numbers: &[u32], times: u64) -> Result<(Vec<NodeId>, u64), Broken> {
        let mut ids = Vec::with_capacity(numbers.len());
        let mut events = Some(0u64);
        for &number in numbers {
            let &(id, own) = self
                .made
                .get(number as usize)
                .ok_or_else(|| (format!("node {number}"), "the number of a node that stands before"))?;
            ids.push(id);
            events = events.and_then(|sum| sum.checked_add(own));
        }
        let events = events.and_then(|sum| sum.checked_mul(times));
        let events = events.filter(|&events| events < MOST_EVENTS);
        let too_long = || ("a longer one".to_owned(), "a trace of fewer than 2^63 events");
        Ok((ids, events.ok_or_else(too_long)?))
    }
}

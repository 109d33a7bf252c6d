//! Building nests from the inside out.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use super::{Loop, Nest, Node, NodeId};
use crate::symbols::Symbol;

/// Makes the nodes of a nest, each different one once, children first.
#[derive(Debug, Default)]
pub struct NestBuilder {
    nest: Nest,
    symbols: SymbolNodes,
    loops: LoopTable,
}

impl NestBuilder {
    /// A builder without nodes.
    pub fn new() -> NestBuilder {
        NestBuilder::default()
    }

    /// The node of a symbol.
    pub fn symbol(&mut self, symbol: Symbol) -> NodeId {
        let slot = self.symbols.slot(symbol);
        if *slot != NONE {
            return NodeId(*slot);
        }
        let id = push(&mut self.nest.nodes, Node::Symbol(symbol));
        *slot = id.0;
        if symbol.0 == self.symbols.same && id.0 == symbol.0 {
            self.symbols.same += 1;
        }
        id
    }

    /// Makes the nodes of all symbols of a string, in order of first appearance, up to the first block with one
    /// above the largest that is allowed. Returns whether there was none.
    ///
    /// Symbols are usually numbered in that order, and then node and symbol have the same number: of
    /// such, whole blocks are passed over.
    pub(super) fn note_symbols(&mut self, string: &[Symbol], largest: Symbol) -> bool {
        string.chunks(64).all(|block| {
            // What has a node already was allowed.
            if self.symbols.are_same(block) {
                return true;
            }
            let allowed = block.iter().all(|&symbol| symbol <= largest);
            if allowed {
                block.iter().for_each(|&symbol| {
                    self.symbol(symbol);
                });
            }
            allowed
        })
    }

    /// The nodes of a whole string.
    pub(super) fn symbols(&mut self, string: &[Symbol]) -> Vec<NodeId> {
        let mut ids = Vec::with_capacity(string.len());
        self.append_symbols(string, &mut ids);
        ids
    }

    /// Appends the nodes of a whole string, blocks of such as have the symbol's own number by copying.
    pub(super) fn append_symbols(&mut self, string: &[Symbol], ids: &mut Vec<NodeId>) {
        for block in string.chunks(64) {
            if self.symbols.are_same(block) {
                ids.extend(block.iter().map(|symbol| NodeId(symbol.0)));
            } else {
                ids.extend(block.iter().map(|&symbol| self.symbol(symbol)));
            }
        }
    }

    /// The node of a loop: the same one for the same body and count.
    ///
    /// `body` is made of ids that this builder gave, and `count` is at least 2.
    /// O(items of the body) time.
    pub fn repeat(&mut self, count: u64, body: &[NodeId]) -> NodeId {
        let slot = match self.loops.find(&self.nest, count, body) {
            Ok(id) => return id,
            Err(slot) => slot,
        };
        let first = self.nest.items.len() as u32;
        let period = self.nest.append_items(body);
        let inner =
            body.iter().filter_map(|&id| self.nest.as_loop(id)).map(|node| node.height).max();
        let node =
            Loop { count, period, height: inner.unwrap_or(0) + 1, first, len: body.len() as u32 };
        let id = push(&mut self.nest.nodes, Node::Loop(node));
        self.loops.insert(&self.nest, slot, id);
        id
    }

    /// The nest with these items at the top level.
    pub fn finish(self, root: &[NodeId]) -> Nest {
        // The tables go before the top level comes: it may be as long as the string.
        let NestBuilder { mut nest, symbols, loops } = self;
        drop((symbols, loops));
        nest.root = nest.items.len();
        nest.len = nest.append_items(root);
        nest
    }
}

impl Nest {
    /// Appends a list of items and returns the number of events in it.
    fn append_items(&mut self, items: &[NodeId]) -> u64 {
        let mut before = 0u64;
        grow(&mut self.items, items.len());
        grow(&mut self.offsets, items.len());
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
    grow(nodes, 1);
    nodes.push(node);
    id
}

/// Makes room for more, by a quarter and not by the whole when it is used up: a vector that has just
/// been doubled takes three times its content for a moment, and twice for as long as it stays.
fn grow<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact(more.max(items.len() / 4 + 16));
    }
}

/// Stands for "no node".
const NONE: u32 = u32::MAX;

/// The node of every symbol: by index, as symbols are small dense numbers; others by hash.
#[derive(Debug, Default)]
struct SymbolNodes {
    dense: Vec<u32>,
    others: FxHashMap<u32, u32>,
    /// All symbols below this have the node of their own number.
    same: u32,
}

impl SymbolNodes {
    /// Symbols from here on are looked up by hash: 4 MiB at most are spent on the table.
    const DENSE: usize = 1 << 20;

    /// Whether all of them have the node of their own number.
    fn are_same(&self, block: &[Symbol]) -> bool {
        block.iter().fold(true, |all, symbol| all & (symbol.0 < self.same))
    }

    fn slot(&mut self, symbol: Symbol) -> &mut u32 {
        let index = symbol.0 as usize;
        if index >= Self::DENSE {
            return self.others.entry(symbol.0).or_insert(NONE);
        }
        if index >= self.dense.len() {
            self.dense.resize(index + 1, NONE);
        }
        &mut self.dense[index]
    }
}

/// All loops by body and count: open addressing, the keys being what the nest holds anyway.
#[derive(Debug, Default)]
struct LoopTable {
    /// Nodes of loops or [`NONE`]; a power of two of them, at most half in use.
    slots: Vec<u32>,
    used: usize,
}

impl LoopTable {
    /// The loop, or the slot in which it belongs.
    fn find(&self, nest: &Nest, count: u64, body: &[NodeId]) -> Result<NodeId, usize> {
        let Some(mask) = self.slots.len().checked_sub(1) else { return Err(0) };
        let mut at = hash(count, body) & mask;
        loop {
            let id = NodeId(self.slots[at]);
            if id.0 == NONE {
                return Err(at);
            }
            if nest.as_loop(id).is_some_and(|l| l.count == count && nest.body(&l) == body) {
                return Ok(id);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts a loop that is already in the nest into the slot that [`find`](Self::find) gave.
    fn insert(&mut self, nest: &Nest, slot: usize, id: NodeId) {
        if 2 * (self.used + 1) > self.slots.len() {
            let larger = (4 * self.slots.len()).max(64);
            let old = std::mem::replace(&mut self.slots, vec![NONE; larger]);
            for id in old.into_iter().filter(|&id| id != NONE) {
                self.place(nest, NodeId(id));
            }
            self.place(nest, id);
        } else {
            self.slots[slot] = id.0;
        }
        self.used += 1;
    }

    /// Puts a loop that the table does not have into the first free slot for it.
    fn place(&mut self, nest: &Nest, id: NodeId) {
        let Some(node) = nest.as_loop(id) else { return };
        let mask = self.slots.len() - 1;
        let mut at = hash(node.count, nest.body(&node)) & mask;
        while self.slots[at] != NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = id.0;
    }
}

fn hash(count: u64, body: &[NodeId]) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write_u64(count);
    for id in body {
        hasher.write_u32(id.0);
    }
    hasher.finish() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_nodes_are_one() {
        let mut builder = NestBuilder::new();
        let (a, far) = (builder.symbol(Symbol(0)), builder.symbol(Symbol(u32::MAX)));
        assert_eq!((builder.symbol(Symbol(0)), builder.symbol(Symbol(u32::MAX))), (a, far));
        let two = builder.repeat(2, &[a, far]);
        assert_eq!(builder.repeat(2, &[a, far]), two);
        assert_ne!(builder.repeat(3, &[a, far]), two);
        assert_ne!(builder.repeat(2, &[far, a]), two);
        let nest = builder.finish(&[two, a]);
        assert_eq!((nest.len(), nest.nodes().len()), (5, 5));
    }

    #[test]
    fn whole_strings() {
        for letters in [vec![], (0..500).chain(0..500).collect(), vec![0, 2, 1, 2, 0], vec![7; 200]]
        {
            let string: Vec<Symbol> = letters.into_iter().map(Symbol).collect();
            let (mut builder, mut one_by_one) = (NestBuilder::new(), NestBuilder::new());
            let ids = builder.symbols(&string);
            let expected: Vec<_> = string.iter().map(|&symbol| one_by_one.symbol(symbol)).collect();
            assert_eq!(ids, expected);
            assert_eq!(builder.finish(&ids), one_by_one.finish(&ids));
        }
    }

    #[test]
    fn many_loops_are_found_again() {
        let mut builder = NestBuilder::new();
        let mut make = || -> Vec<NodeId> {
            let mut loops = Vec::new();
            for k in 0..5000 {
                let symbol = builder.symbol(Symbol(k % 70));
                let body = [symbol, *loops.last().unwrap_or(&symbol)];
                loops.push(builder.repeat(2 + u64::from(k % 3), &body));
                // Kept low, or the spans would overflow.
                if k % 20 == 0 {
                    loops.push(builder.repeat(u64::from(k) + 7, &[symbol]));
                }
            }
            loops
        };
        assert_eq!(make(), make());
    }

    #[test]
    fn spans_and_offsets() {
        let mut builder = NestBuilder::new();
        let (a, b) = (builder.symbol(Symbol(1)), builder.symbol(Symbol(2)));
        let inner = builder.repeat(3, &[a, b]);
        let outer = builder.repeat(2, &[b, inner, a]);
        let nest = builder.finish(&[a, outer, inner]);
        let node = nest.as_loop(outer).unwrap();
        assert_eq!((node.period, node.span(), node.height), (8, 16, 2));
        assert_eq!(nest.body_offsets(&node), [0, 1, 7]);
        assert_eq!(nest.root_offsets(), [0, 1, 17]);
        assert_eq!((nest.len(), nest.is_empty(), nest.ids().count()), (23, false, 4));
        assert!(Nest::default().is_empty());
    }

    #[test]
    fn spans_saturate() {
        let mut builder = NestBuilder::new();
        let mut node = builder.symbol(Symbol(0));
        for _ in 0..3 {
            node = builder.repeat(u64::MAX / 2, &[node]);
        }
        assert_eq!(builder.finish(&[node, node]).len(), u64::MAX);
    }
}

//! Building nests from the inside out.

use rustc_hash::FxHashMap;

use super::offsets::EVERY;
use super::{Nest, NodeId, Packed, Wide, OTHER};
use crate::symbols::Symbol;

/// Makes the nodes of a nest, children first. Equal nodes are stored once.
#[derive(Debug, Default)]
pub struct NestBuilder {
    nest: Nest,
    symbols: SymbolNodes,
    loops: LoopTable,
}

impl NestBuilder {
    /// A builder without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The node of a symbol.
    pub fn symbol(&mut self, symbol: Symbol) -> NodeId {
        let slot = self.symbols.slot(symbol);
        if *slot != NONE {
            return NodeId(*slot);
        }
        let id = if symbol.0 < OTHER {
            self.nest.push_node(symbol.0)
        } else {
            self.nest.push_wide(Wide::Symbol(symbol), 0, self.nest.items.len())
        };
        *slot = id.0;
        self.symbols.known += 1;
        if symbol.0 == self.symbols.same && id.0 == symbol.0 {
            self.symbols.same += 1;
        }
        id
    }

    /// Makes the nodes of all symbols of a string, in order of first appearance, up to the first block with one
    /// above the largest that is allowed. Returns whether there was none.
    ///
    /// Symbols are usually numbered in that order, and then node and symbol have the same number.
    /// Whole blocks of such symbols are passed over.
    pub(super) fn note_symbols(&mut self, string: &[Symbol], largest: Symbol) -> bool {
        string.chunks(64).all(|block| {
            // Symbols that have a node are allowed.
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
        let hash = hash(count, body);
        if let Some(id) = self.loops.find(&self.nest, hash, count, body) {
            return id;
        }
        let first = self.nest.items.len();
        let period = self.nest.append_items(body);
        self.nest.root = self.nest.items.len();
        let height = 1 + body.iter().map(|&id| self.nest.height(id)).max().unwrap_or(0);
        let id = match (u32::try_from(count), u32::try_from(period)) {
            (Ok(count @ 1..), Ok(period)) => {
                self.nest.push_other(Packed { count, period, height, first: first as u32 })
            }
            _ => self.nest.push_wide(Wide::Loop { count, period }, height, first),
        };
        self.loops.insert(&self.nest, hash, id);
        id
    }

    /// The nest with these items at the top level.
    pub fn finish(self, root: &[NodeId]) -> Nest {
        // The tables are freed before the top level is stored, which may be as long as the string.
        let Self { mut nest, symbols, loops } = self;
        drop((symbols, loops));
        nest.len = nest.append_items(root);
        nest
    }
}

impl Nest {
    /// Appends a list of items and returns the number of events in it.
    fn append_items(&mut self, items: &[NodeId]) -> u64 {
        let mut before = 0u64;
        grow(&mut self.items, items.len());
        for &id in items {
            if self.items.len().is_multiple_of(EVERY) {
                grow(&mut self.samples, 1);
                self.samples.push(before);
            }
            self.items.push(id);
            before = before.saturating_add(self.span(id));
        }
        before
    }

    fn push_node(&mut self, number: u32) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        grow(&mut self.nodes, 1);
        self.nodes.push(number);
        id
    }

    fn push_wide(&mut self, wide: Wide, height: u32, first: usize) -> NodeId {
        let period = self.wide.len() as u32;
        self.wide.push(wide);
        self.push_other(Packed { count: 0, period, height, first: first as u32 })
    }

    /// Levels of loops in a node.
    fn height(&self, id: NodeId) -> u32 {
        let other = self.nodes[id.index()].checked_sub(OTHER);
        other.map_or(0, |other| self.others[other as usize].height)
    }

    fn push_other(&mut self, other: Packed) -> NodeId {
        let place = self.others.len() as u32;
        grow(&mut self.others, 1);
        self.others.push(other);
        self.push_node(OTHER + place)
    }
}

/// Makes room for more, by a quarter of the length when the room is used up. A vector that is doubled takes three times
/// its content while it is copied, and twice its content from then on.
pub(super) fn grow<T>(items: &mut Vec<T>, more: usize) {
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
    /// Symbols that have a node.
    known: usize,
    /// All symbols below this have the node of their own number.
    same: u32,
}

impl SymbolNodes {
    /// Symbols below this are always looked up by index: 4 MiB at most are spent on strays.
    const DENSE: usize = 1 << 20;

    /// Whether all of them have the node of their own number.
    fn are_same(&self, block: &[Symbol]) -> bool {
        block.iter().fold(true, |all, symbol| all & (symbol.0 < self.same))
    }

    fn slot(&mut self, symbol: Symbol) -> &mut u32 {
        let index = symbol.0 as usize;
        if index >= self.dense.len() {
            // The table grows with the symbols as long as these are numbered in order of appearance.
            let in_order = self.others.is_empty() && index <= 2 * self.known;
            if index >= Self::DENSE && !in_order {
                return self.others.entry(symbol.0).or_insert(NONE);
            }
            let more = index + 1 - self.dense.len();
            grow(&mut self.dense, more);
            self.dense.resize(index + 1, NONE);
        }
        &mut self.dense[index]
    }
}

/// All loops by body and count: open addressing, the keys being what the nest holds anyway.
#[derive(Debug, Default)]
struct LoopTable {
    /// For every slot 0 if it is free, else some bits of the hash. They nearly always suffice to see that a loop is not
    /// there, without a look at the nest. Their number is a power of two; at most three quarters are in use.
    tags: Vec<u8>,
    /// Nodes of loops.
    slots: Vec<u32>,
    used: usize,
}

impl LoopTable {
    fn find(&self, nest: &Nest, hash: u64, count: u64, body: &[NodeId]) -> Option<NodeId> {
        let mask = self.tags.len().checked_sub(1)?;
        let (wanted, mut at) = (tag(hash), hash as usize & mask);
        while self.tags[at] != 0 {
            if self.tags[at] == wanted {
                let id = NodeId(self.slots[at]);
                if nest.as_loop(id).is_some_and(|l| l.count == count && nest.body(&l) == body) {
                    return Some(id);
                }
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Adds the loop that was made last, with its hash.
    fn insert(&mut self, nest: &Nest, hash: u64, id: NodeId) {
        self.used += 1;
        if 4 * self.used <= 3 * self.tags.len() {
            self.place(hash, id);
            return;
        }
        let larger = (2 * self.tags.len()).max(64);
        // The nest has all loops, so the old table is freed before the new one is made.
        (self.tags, self.slots) = (Vec::new(), Vec::new());
        (self.tags, self.slots) = (vec![0; larger], vec![0; larger]);
        for id in nest.ids() {
            if let Some(node) = nest.as_loop(id) {
                self.place(self::hash(node.count, nest.body(&node)), id);
            }
        }
    }

    /// Puts a loop into the first free slot for it.
    fn place(&mut self, hash: u64, id: NodeId) {
        let mask = self.tags.len() - 1;
        let mut at = hash as usize & mask;
        while self.tags[at] != 0 {
            at = (at + 1) & mask;
        }
        (self.tags[at], self.slots[at]) = (tag(hash), id.0);
    }
}

/// Bits of a hash that do not decide its slot.
fn tag(hash: u64) -> u8 {
    (hash >> (u64::BITS - 8)) as u8 | 1
}

/// As `rustc-hash` on 64 bits, on every target: on 32 bits its upper bits would repeat the lowest bits of the nodes, and loops
/// of every second node would crowd in half of a large table, where each is looked for in a row of others.
fn hash(count: u64, body: &[NodeId]) -> u64 {
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    let add = |hash: u64, more: u64| hash.wrapping_add(more).wrapping_mul(FACTOR);
    let all = body.iter().fold(add(0, count), |hash, id| add(hash, id.0.into()));
    all.rotate_left(26)
}

#[cfg(test)]
mod tests;

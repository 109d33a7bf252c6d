//! One process to draw: its nest, and lists of items in which positions are found quickly.

use loopscope_core::completions::Orders;
use loopscope_core::nest::{Loop, LoopNames, Nest, Node, NodeId, Offsets};
use loopscope_core::numbers::counted;
use loopscope_core::symbols::{Appearance, Symbol, SymbolTable};
use loopscope_core::trace::View;

use super::tags::TagSlots;
use super::tuples::Tuples;
use loopscope_core::affine::Drawing;

/// One process: its nest and what is needed to read it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Number of the process.
    pub process: u32,
    /// Its nest.
    pub nest: &'a Nest,
    /// The texts of its symbols.
    pub symbols: &'a SymbolTable,
    /// What the symbols are.
    pub view: View,
    /// The names of its loops.
    pub names: &'a LoopNames,
    /// The colours of the trace's tags.
    pub tags: &'a TagSlots,
    /// How runs of receives were recorded that the nest has in another order.
    pub orders: Option<&'a Orders>,
    /// The word for one event: `call`, `event` or `symbol`.
    pub noun: &'a str,
    /// The tuples that the nest represents, where numbers are functions of loop indices.
    pub tuples: Option<Tuples<'a>>,
}

impl<'a> Source<'a> {
    /// What the text of a symbol says about its event.
    pub(super) fn appearance(&self, symbol: Symbol) -> Appearance<'a> {
        Appearance::of(self.view, self.symbols.text(symbol))
    }

    /// The items of the top level.
    pub(super) fn root(&self) -> List<'a> {
        let (nest, drawing) = (self.nest, self.tuples.map(|tuples| tuples.drawing));
        List { nest, drawing, items: nest.root(), offsets: nest.root_offsets(), len: nest.len() }
    }

    /// The items of a loop's body.
    pub(super) fn body(&self, node: &Loop) -> List<'a> {
        let (nest, drawing) = (self.nest, self.tuples.map(|tuples| tuples.drawing));
        let (items, offsets) = (nest.body(node), nest.body_offsets(node));
        List { nest, drawing, items, offsets, len: node.period }
    }
}

/// A list of items (a body, or the top level) with the position of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a> {
    nest: &'a Nest,
    drawing: Option<&'a Drawing>,
    items: &'a [NodeId],
    offsets: Offsets<'a>,
    /// Events in it.
    pub(super) len: u64,
}

/// One item of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// Its index in the list.
    pub(super) item: usize,
    /// Its node.
    pub(super) id: NodeId,
    /// What it is.
    pub(super) node: Node,
    /// Events of the list before it.
    pub(super) start: u64,
    /// Events in it.
    pub(super) span: u64,
    /// For a loop whose iterations differ, and so are in its body one after the other: how many it has.
    pub(super) all: Option<u64>,
}

impl Placed {
    /// How often a loop runs.
    pub(super) fn times(&self) -> u64 {
        self.all.unwrap_or(self.as_loop().map_or(1, |node| node.count))
    }

    /// Events in each of its iterations, in words: `3 tuples`, `about 5 tuples`.
    pub(super) fn each(&self, source: &Source<'_>) -> String {
        match (self.node, self.all) {
            (Node::Loop(_), Some(all)) => {
                let mean = self.span as f64 / all.max(1) as f64;
                format!("about {}", counted(mean.round() as u64, source.noun))
            }
            (Node::Loop(node), None) => counted(node.period, source.noun),
            (Node::Symbol(_), _) => counted(1, source.noun),
        }
    }

    /// Its loop, if it is one.
    pub(super) fn as_loop(&self) -> Option<Loop> {
        match self.node {
            Node::Loop(node) => Some(node),
            Node::Symbol(_) => None,
        }
    }
}

/// One event, found by its position in a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The item of the list around it.
    pub(super) item: usize,
    /// How many loops of the list are around it.
    pub(super) depth: usize,
    /// The symbol.
    pub(super) symbol: Symbol,
}

impl<'a> List<'a> {
    /// The item at an index.
    pub(super) fn get(&self, item: usize) -> Option<Placed> {
        Some(self.placed(item, *self.items.get(item)?, self.offsets.get(item)?))
    }

    fn placed(&self, item: usize, id: NodeId, start: u64) -> Placed {
        let all = self.drawing.and_then(|drawing| drawing.iterations(id));
        Placed { item, id, node: self.nest.node(id), start, span: self.nest.span(id), all }
    }

    /// Its nodes.
    pub(super) fn items(&self) -> &'a [NodeId] {
        self.items
    }

    /// All items in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Placed> + 'a {
        let items = self.items.iter().zip(self.offsets).enumerate();
        items.map(move |(item, (&id, start))| self.placed(item, id, start))
    }

    /// Index of the item that holds a position; the last one for a position after the end.
    /// O(log items).
    pub(super) fn item_at(&self, position: u64) -> usize {
        self.offsets.partition_point(|offset| offset <= position).saturating_sub(1)
    }

    /// Index of the first item that begins at or after a position. O(log items).
    pub(super) fn first_from(&self, position: u64) -> usize {
        self.offsets.partition_point(|offset| offset < position)
    }

    /// The event at a position. O(depth x log items).
    pub(super) fn event_at(&self, position: u64) -> Option<Found> {
        if position >= self.len {
            return None;
        }
        let (mut list, mut rest, mut depth, mut outer) = (*self, position, 0, None);
        loop {
            let placed = list.get(list.item_at(rest))?;
            let item = *outer.get_or_insert(placed.item);
            rest = rest.checked_sub(placed.start)?;
            match placed.node {
                Node::Symbol(symbol) => return Some(Found { item, depth, symbol }),
                Node::Loop(node) => {
                    rest = rest.checked_rem(node.period)?;
                    let (items, offsets) = (self.nest.body(&node), self.nest.body_offsets(&node));
                    list = List { items, offsets, len: node.period, ..*self };
                    depth += 1;
                }
            }
        }
    }

    /// The loop of the largest span, the earliest of equal ones. O(items).
    pub(super) fn largest_loop(&self) -> Option<Placed> {
        let loops = self.iter().filter(|placed| placed.as_loop().is_some());
        loops.max_by_key(|placed| (placed.span, std::cmp::Reverse(placed.item)))
    }
}

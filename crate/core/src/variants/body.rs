//! One variant: its events, and the loops in it whose counts are not the same each time.

use crate::nest::{Nest, Node, NodeId, Symbols};
use crate::symbols::Symbol;

/// A variant of the iterations of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its events; loops whose counts vary have that of the first such iteration.
    pub nest: Nest,
    /// The loops whose counts vary, by their places.
    pub counts: Vec<Counts>,
}

/// How often a loop runs each time its variant comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The loop: how many loops begin before it in the text of the body, where each body is written in full.
    pub place: u32,
    /// The counts, one for each iteration of that variant.
    pub of: Nest,
}

impl Counts {
    /// The least and the most. O(nodes).
    pub fn range(&self) -> (u64, u64) {
        let counts = self.of.nodes().filter_map(|node| match node {
            Node::Symbol(count) => Some(u64::from(count.0)),
            Node::Loop(_) => None,
        });
        counts.fold((u64::MAX, 0), |(least, most), count| (least.min(count), most.max(count)))
    }
}

impl Body {
    /// A variant in which no count varies.
    pub(super) fn plain(nest: Nest) -> Self {
        Self { nest, counts: Vec::new() }
    }

    /// The symbols of each iteration, in order. Without counts that vary it never ends.
    pub(super) fn iterations(&self) -> impl Iterator<Item = Vec<Symbol>> + '_ {
        self.each_counts().map(|counts| {
            let mut symbols = Vec::new();
            match counts.is_empty() {
                true => symbols.extend(self.nest.symbols()),
                false => self.run(self.nest.root(), &counts, &mut 0, &mut symbols),
            }
            symbols
        })
    }

    /// How many events each iteration has.
    pub(super) fn lengths(&self) -> impl Iterator<Item = u64> + '_ {
        self.each_counts().map(|counts| match counts.is_empty() {
            true => self.nest.len(),
            false => self.length(self.nest.root(), &counts, &mut 0),
        })
    }

    /// The counts that vary, for each iteration in turn.
    fn each_counts(&self) -> impl Iterator<Item = Vec<(u32, u64)>> + '_ {
        let mut cursors: Vec<(u32, Symbols<'_>)> =
            self.counts.iter().map(|counts| (counts.place, counts.of.symbols())).collect();
        std::iter::from_fn(move || {
            let next = cursors.iter_mut();
            next.map(|(place, counts)| Some((*place, u64::from(counts.next()?.0)))).collect()
        })
    }

    fn run(&self, items: &[NodeId], counts: &[(u32, u64)], place: &mut u32, out: &mut Vec<Symbol>) {
        for &id in items {
            match self.nest.node(id) {
                Node::Symbol(symbol) => out.push(symbol),
                Node::Loop(node) => {
                    let count = count_of(counts, *place).unwrap_or(node.count);
                    let inside = *place + 1;
                    for _ in 0..count {
                        *place = inside;
                        self.run(self.nest.body(&node), counts, place, out);
                    }
                }
            }
        }
    }

    fn length(&self, items: &[NodeId], counts: &[(u32, u64)], place: &mut u32) -> u64 {
        let each = items.iter().map(|&id| match self.nest.node(id) {
            Node::Symbol(_) => 1,
            Node::Loop(node) => {
                let count = count_of(counts, *place).unwrap_or(node.count);
                *place += 1;
                self.length(self.nest.body(&node), counts, place).saturating_mul(count)
            }
        });
        each.fold(0, u64::saturating_add)
    }
}

fn count_of(counts: &[(u32, u64)], place: u32) -> Option<u64> {
    counts.iter().find(|(own, _)| *own == place).map(|(_, count)| *count)
}

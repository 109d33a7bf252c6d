//! The names of loops: numbers, ordered by how much of the trace is inside each loop.

use crate::small_sort::SmallSort;
use std::cmp::Reverse;

use super::main_loop::main_node;
use super::{Nest, NodeId, Step};

/// A distinct loop of a nest, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedLoop {
    /// Its name: 1 for the main loop.
    pub id: u32,
    /// Its node.
    pub node: NodeId,
    /// Events inside it, over all its runs.
    pub events: u64,
    /// How often it is entered: its occurrences in the string, with the loops around it run out.
    pub entered: u64,
    /// Position in the string at which it is first entered.
    pub first: u64,
    /// The outermost level on which it stands, 1 for the top level.
    pub level: u32,
    /// The loop whose body holds its first occurrence (`None` for the top level), and the index of the item there.
    holder: (Option<NodeId>, u32),
}

/// The distinct loops of a nest, numbered from 1: the [main loop](super::MainLoop) first, then by the share of the string
/// inside them, largest first. Among equal ones the loop that is entered first comes first, and among those the one with
/// the longer span.
///
/// The text form, JSON and every picture use the same names.
///
/// ```
/// use loopscope_core::nest::{text, LoopNames};
/// let (nest, _) = text::parse_inline("a(b)^3((b)^3c)^5").unwrap();
/// let names = LoopNames::new(&nest);
/// let seen: Vec<_> = names.loops().iter().map(|l| (l.id, l.events, l.entered, l.first)).collect();
/// assert_eq!(seen, [(1, 20, 1, 4), (2, 18, 6, 1)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopNames {
    loops: Vec<NamedLoop>,
    /// For every node its name, 0 for a symbol.
    ids: Vec<u32>,
}

impl LoopNames {
    /// Numbers the loops of a nest. O(size of the nest) and a sort of the loops.
    pub fn new(nest: &Nest) -> Self {
        let mut loops = occurrences(nest);
        let main = main_node(nest);
        let span = |l: &NamedLoop| Reverse(nest.span(l.node));
        let key = |l: &NamedLoop| (Some(l.node) != main, Reverse(l.events), l.first, span(l), l.node);
        loops.sort_small_by_key(key);
        let mut ids = vec![0; nest.nodes().len()];
        for (index, named) in loops.iter_mut().enumerate() {
            named.id = index as u32 + 1;
            ids[named.node.index()] = named.id;
        }
        Self { loops, ids }
    }

    /// The loops of a nest with names from elsewhere: `ids` has the name of every node, 0 for none. Nodes of one name count
    /// as one loop, whose node is the one that comes first.
    ///
    /// If a node of one name holds nodes of another, all nodes of that name must.
    pub fn given(nest: &Nest, mut ids: Vec<u32>) -> Self {
        ids.resize(nest.nodes().len(), 0);
        let mut loops: Vec<NamedLoop> = Vec::new();
        let mut named = occurrences(nest);
        named.iter_mut().for_each(|l| l.id = ids[l.node.index()]);
        named.sort_small_by_key(|l| (l.id, l.first));
        for known in named.into_iter().filter(|l| l.id > 0) {
            match loops.last_mut().filter(|last| last.id == known.id) {
                None => loops.push(known),
                Some(last) => {
                    last.events = last.events.saturating_add(known.events);
                    last.entered = last.entered.saturating_add(known.entered);
                    last.level = last.level.min(known.level);
                }
            }
        }
        Self { loops, ids }
    }

    /// All loops, ascending by name.
    pub fn loops(&self) -> &[NamedLoop] {
        &self.loops
    }

    /// The loop of that name.
    pub fn get(&self, id: u32) -> Option<&NamedLoop> {
        // The loop named k is at k - 1, unless some names are missing.
        let at = (id as usize).checked_sub(1).and_then(|at| self.loops.get(at));
        at.filter(|named| named.id == id).or_else(|| {
            let at = self.loops.binary_search_by_key(&id, |named| named.id).ok()?;
            self.loops.get(at)
        })
    }

    /// The name of a node, 0 if it is no loop of the nest.
    pub fn id(&self, node: NodeId) -> u32 {
        self.ids.get(node.index()).copied().unwrap_or(0)
    }

    /// The loop of a node.
    pub fn of(&self, node: NodeId) -> Option<&NamedLoop> {
        self.get(self.id(node))
    }

    /// The path to the first occurrence of the loop of that name, with its own step last, all in iteration 0; empty for an
    /// unknown name. O(depth).
    pub fn path(&self, id: u32) -> Vec<Step> {
        let mut path = Vec::new();
        let mut at = self.get(id);
        while let Some(named) = at {
            let (parent, item) = named.holder;
            path.push(Step { item: item as usize, iteration: 0 });
            at = parent.and_then(|node| self.of(node));
        }
        path.reverse();
        path
    }
}

/// The places of all loops that are used, without names. Parents come before their bodies.
pub(super) fn occurrences(nest: &Nest) -> Vec<NamedLoop> {
    let mut places = vec![Place::default(); nest.nodes().len()];
    for (item, (id, offset)) in nest.root().iter().zip(nest.root_offsets()).enumerate() {
        places[id.index()].add(1, offset, 1, (None, item as u32));
    }
    let mut loops = Vec::new();
    // Parents first, so a place is complete when its loop is reached.
    for id in nest.reachable() {
        let Some(node) = nest.as_loop(id) else { continue };
        let place = places[id.index()];
        let Place { entered, first, level, holder } = place;
        let events = entered.saturating_mul(node.span());
        loops.push(NamedLoop { id: 0, node: id, events, entered, first, level, holder });
        let inner = entered.saturating_mul(node.count);
        let items = nest.body(&node).iter().zip(nest.body_offsets(&node)).enumerate();
        for (item, (child, offset)) in items {
            let first = first.saturating_add(offset);
            places[child.index()].add(inner, first, level + 1, (Some(id), item as u32));
        }
    }
    loops
}

/// What is known of a node's occurrences.
#[derive(Clone, Copy, Default)]
struct Place {
    entered: u64,
    first: u64,
    level: u32,
    holder: (Option<NodeId>, u32),
}

impl Place {
    fn add(&mut self, entered: u64, first: u64, level: u32, holder: (Option<NodeId>, u32)) {
        if self.entered == 0 {
            (self.first, self.level, self.holder) = (first, level, holder);
        }
        if first < self.first {
            (self.first, self.holder) = (first, holder);
        }
        self.level = self.level.min(level);
        self.entered = self.entered.saturating_add(entered);
    }
}

#[cfg(test)]
mod tests;

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
    pub fn new(nest: &Nest) -> LoopNames {
        let mut loops = occurrences(nest);
        let main = main_node(nest);
        let span = |l: &NamedLoop| Reverse(nest.span(l.node));
        let key =
            |l: &NamedLoop| (Some(l.node) != main, Reverse(l.events), l.first, span(l), l.node);
        loops.sort_small_by_key(key);
        let mut ids = vec![0; nest.nodes().len()];
        for (index, named) in loops.iter_mut().enumerate() {
            named.id = index as u32 + 1;
            ids[named.node.index()] = named.id;
        }
        LoopNames { loops, ids }
    }

    /// The loops of a nest with names from elsewhere: `ids` has the name of every node, 0 for none. Nodes of one name count
    /// as one loop, whose node is the one that comes first.
    ///
    /// If a node of one name holds nodes of another, all nodes of that name must.
    pub fn given(nest: &Nest, mut ids: Vec<u32>) -> LoopNames {
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
        LoopNames { loops, ids }
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
mod tests {
    use super::*;
    use crate::building::{build, Method};
    use crate::nest::{text, NestBuilder, Node, Stats};
    use crate::symbols::Symbol;
    use loopscope_testing::strings;

    #[test]
    fn order() {
        // Loops of 20, 6 and 6 events: of the equal ones the first in the string comes first.
        let (nest, table) = text::parse_inline("(ab)^3(ba)^3(x)^20").unwrap();
        let names = LoopNames::new(&nest);
        let long = text::print(&nest, &table, &names);
        let ids: Vec<&str> = long.lines().filter_map(|line| line.split("# ").nth(1)).collect();
        assert_eq!(ids, ["2", "3", "1"]);
        // A loop whose body is a loop: equal events, equal position, the longer first.
        let (nest, _) = text::parse_inline("((a)^3)^4").unwrap();
        let names = LoopNames::new(&nest);
        assert_eq!(names.loops().iter().map(|l| l.level).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn places() {
        // (xy)^2 stands first deep inside, later on top.
        let (nest, _) = text::parse_inline("a((xy)^2b(c)^2)^3(xy)^2").unwrap();
        let names = LoopNames::new(&nest);
        let [outer, inner, small] = names.loops() else { panic!("{names:?}") };
        assert_eq!((outer.id, outer.events, outer.entered, outer.first), (1, 21, 1, 1));
        assert_eq!((inner.events, inner.entered, inner.first, inner.level), (16, 4, 1, 1));
        assert_eq!((small.events, small.entered, small.first, small.level), (6, 3, 6, 2));
        let path = |id| names.path(id).iter().map(|s| s.item).collect::<Vec<_>>();
        assert_eq!((path(1), path(2), path(3)), (vec![1], vec![1, 0], vec![1, 2]));
        assert_eq!((path(0), path(4)), (vec![], vec![]));
        assert_eq!(names.of(inner.node), Some(inner));
        assert_eq!((names.get(0), names.get(4)), (None, None));
        assert_eq!(names.id(nest.root()[0]), 0);
    }

    #[test]
    fn nodes_that_are_not_used_have_no_name() {
        let mut builder = NestBuilder::new();
        let a = builder.symbol(Symbol(0));
        let unused = builder.repeat(2, &[a]);
        let used = builder.repeat(3, &[a]);
        let names = LoopNames::new(&builder.finish(&[used]));
        assert_eq!((names.loops().len(), names.id(unused), names.id(used)), (1, 0, 1));
    }

    /// Walks through all occurrences.
    fn by_walking(nest: &Nest) -> Vec<(NodeId, u64, u64, u32)> {
        fn walk(
            nest: &Nest,
            items: &[NodeId],
            mut at: u64,
            level: u32,
            seen: &mut Vec<(u64, u64, u32)>,
        ) -> u64 {
            for &id in items {
                let Node::Loop(node) = nest.node(id) else {
                    at += 1;
                    continue;
                };
                let place = &mut seen[id.index()];
                *place = (place.0 + 1, place.1.min(at), place.2.min(level));
                for _ in 0..node.count {
                    at = walk(nest, nest.body(&node), at, level + 1, seen);
                }
            }
            at
        }
        let mut seen = vec![(0, u64::MAX, u32::MAX); nest.nodes().len()];
        walk(nest, nest.root(), 0, 1, &mut seen);
        let loops = nest.ids().filter(|&id| nest.as_loop(id).is_some());
        loops.map(|id| (id, seen[id.index()].0, seen[id.index()].1, seen[id.index()].2)).collect()
    }

    #[test]
    fn as_by_walking() {
        for s in strings::structured(2_000) {
            let s: Vec<Symbol> = s.into_iter().map(Symbol).collect();
            for method in Method::ALL {
                let nest = build(method, &s).unwrap().nest;
                let names = LoopNames::new(&nest);
                let mut found: Vec<_> =
                    names.loops().iter().map(|l| (l.node, l.entered, l.first, l.level)).collect();
                found.sort_small();
                assert_eq!(found, by_walking(&nest));
                for named in names.loops() {
                    let path = names.path(named.id);
                    assert_eq!(nest.loop_at(&path).map(|(id, _)| id), Some(named.node));
                    assert_eq!(named.events, named.entered * nest.span(named.node));
                }
                let order =
                    |l: &NamedLoop| (Reverse(l.events), l.first, Reverse(nest.span(l.node)));
                // The main loop comes first, the others by their events.
                let main = Stats::new(&nest).main_loop.map(|main| main.node);
                assert_eq!(names.loops().first().map(|l| l.node), main);
                let others = names.loops().get(1..).unwrap_or_default();
                assert!(others.windows(2).all(|w| order(&w[0]) <= order(&w[1])));
            }
        }
    }
}

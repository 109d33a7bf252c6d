//! The names of loops: numbers by how much of the trace is inside them.

use std::cmp::Reverse;

use super::{Nest, NodeId, Step};

/// A distinct loop of a nest and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedLoop {
    /// Its name: 1 for the loop with the most events inside.
    pub id: u32,
    /// Its node.
    pub node: NodeId,
    /// Events inside it, over all its runs.
    pub events: u64,
    /// How often it is entered: its occurrences in the string, outer loops run out.
    pub entered: u64,
    /// Position in the string at which it is first entered.
    pub first: u64,
    /// The outermost level on which it stands, 1 for the top level.
    pub level: u32,
    /// The loop whose body holds its first occurrence (`None`: the top level), and as which item.
    holder: (Option<NodeId>, u32),
}

/// The distinct loops of a nest, numbered from 1 by the share of the string inside them: largest
/// first; of equal ones the one that is entered first; of those the one of the longer span.
///
/// The same names stand in the text form, in JSON and in every picture.
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
        let mut places = vec![Place::default(); nest.nodes().len()];
        for (item, (id, &offset)) in nest.root().iter().zip(nest.root_offsets()).enumerate() {
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
            for (item, (child, &offset)) in items {
                let first = first.saturating_add(offset);
                places[child.index()].add(inner, first, level + 1, (Some(id), item as u32));
            }
        }
        loops.sort_by_key(|l| (Reverse(l.events), l.first, Reverse(nest.span(l.node)), l.node));
        let mut ids = vec![0; nest.nodes().len()];
        for (index, named) in loops.iter_mut().enumerate() {
            named.id = index as u32 + 1;
            ids[named.node.index()] = named.id;
        }
        LoopNames { loops, ids }
    }

    /// All loops; the one named `k` is at `k - 1`.
    pub fn loops(&self) -> &[NamedLoop] {
        &self.loops
    }

    /// The loop of that name.
    pub fn get(&self, id: u32) -> Option<&NamedLoop> {
        self.loops.get((id as usize).checked_sub(1)?)
    }

    /// The name of a node, 0 if it is no loop of the nest.
    pub fn id(&self, node: NodeId) -> u32 {
        self.ids.get(node.index()).copied().unwrap_or(0)
    }

    /// The loop of a node.
    pub fn of(&self, node: NodeId) -> Option<&NamedLoop> {
        self.get(self.id(node))
    }

    /// The way down to the first occurrence of the loop of that name, its own step last, all in
    /// iteration 0; empty for an unknown name. O(depth).
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

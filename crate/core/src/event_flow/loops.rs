//! The loops of a flow graph as a tree, and what an edge does to them.

use crate::small_sort::SmallSort;

/// How a loop of a flow graph came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    /// It has one entry, its header.
    Natural,
    /// A node that follows itself.
    SelfLoop,
    /// An inner loop that shares its header with the loop around it.
    Inner,
    /// It has several entries.
    Irreducible,
}

impl LoopKind {
    /// The name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Natural => "natural",
            Self::SelfLoop => "self",
            Self::Inner => "inner",
            Self::Irreducible => "irreducible",
        }
    }
}

/// A loop of a flow graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowLoop {
    /// The node at which an iteration begins.
    pub header: u32,
    /// The innermost loop around it.
    pub parent: Option<u32>,
    /// Loops around it, itself included: at least 1.
    pub depth: u32,
    /// How it came about.
    pub kind: LoopKind,
}

/// The loops of a flow graph: parents before their children, and siblings in the order of their headers, which for graphs of
/// strings is that of first appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowLoops {
    loops: Vec<FlowLoop>,
    innermost: Vec<Option<u32>>,
}

/// What following an edge means for the loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The innermost loop that holds both ends. Loops of the source below it are left, and loops of the target below it are
    /// entered.
    pub common: Option<u32>,
    /// Whether the common loop begins an iteration.
    pub iterates: bool,
}

impl FlowLoops {
    /// Sorts loops into their order. `innermost`: for every node the loop that it belongs to. O(loops log loops + nodes).
    pub(super) fn new(loops: &[FlowLoop], innermost: Vec<Option<u32>>) -> Self {
        let mut order: Vec<u32> = (0..loops.len() as u32).collect();
        // By header, and among loops of one header the outer first.
        order.sort_small_by_key(|&id| {
            let flow = &loops[id as usize];
            (flow.header, std::cmp::Reverse(id))
        });
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); loops.len()];
        let mut stack = Vec::new();
        for &id in order.iter().rev() {
            match loops[id as usize].parent {
                Some(parent) => children[parent as usize].push(id),
                None => stack.push(id),
            }
        }
        let mut sorted = Self { loops: Vec::with_capacity(loops.len()), innermost };
        let mut new_ids = vec![0u32; loops.len()];
        while let Some(id) = stack.pop() {
            let known = loops[id as usize];
            let parent = known.parent.map(|parent| new_ids[parent as usize]);
            let depth = 1 + parent.map_or(0, |parent| sorted.loops[parent as usize].depth);
            new_ids[id as usize] = sorted.loops.len() as u32;
            sorted.loops.push(FlowLoop { parent, depth, ..known });
            stack.extend(&children[id as usize]);
        }
        for inner in &mut sorted.innermost {
            *inner = inner.map(|id| new_ids[id as usize]);
        }
        sorted
    }

    /// All loops.
    pub fn all(&self) -> &[FlowLoop] {
        &self.loops
    }

    /// The loop of that number.
    pub fn get(&self, id: u32) -> Option<&FlowLoop> {
        self.loops.get(id as usize)
    }

    /// The innermost loop that holds a node.
    pub fn innermost(&self, node: u32) -> Option<u32> {
        self.innermost.get(node as usize).copied().flatten()
    }

    /// A loop and the loops around it, innermost first, up to `end`, which is not among them.
    pub fn chain(&self, from: Option<u32>, end: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        let mut at = from;
        std::iter::from_fn(move || {
            let id = at.filter(|_| at != end)?;
            at = self.get(id).and_then(|flow| flow.parent);
            Some(id)
        })
    }

    /// Whether a loop holds a node. O(depth).
    pub fn holds(&self, id: u32, node: u32) -> bool {
        self.chain(self.innermost(node), None).any(|around| around == id)
    }

    /// For every node whether a loop holds it. O(nodes + loops).
    pub fn members(&self, id: u32) -> Vec<bool> {
        let mut inside = vec![false; self.loops.len()];
        for (at, flow) in self.loops.iter().enumerate() {
            inside[at] = at as u32 == id || flow.parent.is_some_and(|parent| inside[parent as usize]);
        }
        let of = |inner: &Option<u32>| inner.is_some_and(|inner| inside[inner as usize]);
        self.innermost.iter().map(of).collect()
    }

    /// What it means for the loops that `to` follows `from`. O(depth).
    pub fn passage(&self, from: u32, to: u32) -> Passage {
        let (mut a, mut b) = (self.innermost(from), self.innermost(to));
        while a != b {
            let depth = |id: Option<u32>| id.and_then(|id| self.get(id)).map_or(0, |it| it.depth);
            let parent = |id: Option<u32>| id.and_then(|id| self.get(id)).and_then(|it| it.parent);
            if depth(a) >= depth(b) {
                a = parent(a);
            } else {
                b = parent(b);
            }
        }
        let iterates = a.and_then(|id| self.get(id)).is_some_and(|common| common.header == to);
        Passage { common: a, iterates }
    }
}

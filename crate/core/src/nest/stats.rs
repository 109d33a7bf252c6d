//! The numbers that are reported about a nest, whatever method built it.

use super::main_loop::main_node;
use super::names::occurrences;
use super::{LoopNames, NamedLoop, Nest, NodeId};

/// The loop that the program spends its events in: the one with the most events on the top level, all its runs there
/// together. It is the one named 1.
///
/// Where that loop has two or three iterations, and most of each is one loop with more of them, it is the inner one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MainLoop {
    /// The loop.
    pub node: NodeId,
    /// How often its body repeats in one run.
    pub count: u64,
    /// Events in one iteration.
    pub period: u64,
    /// How often it is entered.
    pub runs: u64,
    /// Position in the string at which it is first entered.
    pub start: u64,
    /// Share of the string inside all its runs, 0 to 1.
    pub share: f64,
}

/// Sizes of a nest; the definitions are those of Xu and Subhlok 2008 where they have one.
///
/// ```
/// use loopscope_core::nest::{text, Stats};
/// let (nest, _) = text::parse_inline("(ab(a)^2b)^2(a)^2b").unwrap();
/// let stats = Stats::new(&nest);
/// assert_eq!((stats.length, stats.top_level, stats.total), (13, 3, 8));
/// assert_eq!((stats.loops, stats.depth), (2, 2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// Events that the nest stands for.
    pub length: u64,
    /// Items of the top level: the paper's compressed length.
    pub top_level: u64,
    /// Items on all levels. A loop is one item wherever it stands, and the items of its body are
    /// counted once however often an equal loop (same body, same count) occurs.
    pub total: u64,
    /// Distinct loops.
    pub loops: u64,
    /// Levels of loops, 0 without any.
    pub depth: u32,
    /// Share of the events that are inside loops of the top level, 0 to 1.
    pub coverage: f64,
    /// The loop with the most events inside, the earliest of several; `None` without loops.
    pub main_loop: Option<MainLoop>,
}

impl Stats {
    /// Counts. O(size of the nest), never of the string.
    pub fn new(nest: &Nest) -> Self {
        Self::of(nest, &occurrences(nest))
    }

    /// The same where the loops have their names already: nothing is counted twice.
    pub fn named(nest: &Nest, names: &LoopNames) -> Self {
        Self::of(nest, names.loops())
    }

    fn of(nest: &Nest, loops: &[NamedLoop]) -> Self {
        let length = nest.len();
        let (mut covered, mut depth) = (0u64, 0);
        for node in nest.root().iter().filter_map(|&id| nest.as_loop(id)) {
            covered = covered.saturating_add(node.span());
            depth = depth.max(node.height);
        }
        let bodies = loops.iter().filter_map(|known| nest.as_loop(known.node));
        let items: u64 = bodies.map(|node| nest.body(&node).len() as u64).sum();
        Self {
            length,
            top_level: nest.root().len() as u64,
            total: nest.root().len() as u64 + items,
            loops: loops.len() as u64,
            depth,
            coverage: share(covered, length),
            main_loop: main_loop(nest, loops),
        }
    }

    /// Events per item of the top level: the paper's compression ratio; 1 for the empty string.
    pub fn ratio(&self) -> f64 {
        ratio(self.length, self.top_level)
    }

    /// Events per item on all levels; 1 for the empty string.
    pub fn total_ratio(&self) -> f64 {
        ratio(self.length, self.total)
    }
}

/// The figures of the main loop. O(loops, the top level and the bodies on the way).
fn main_loop(nest: &Nest, loops: &[NamedLoop]) -> Option<MainLoop> {
    let id = main_node(nest)?;
    let main = loops.iter().find(|known| known.node == id)?;
    let node = nest.as_loop(main.node)?;
    Some(MainLoop {
        node: main.node,
        count: node.count,
        period: node.period,
        runs: main.entered,
        start: main.first,
        share: share(main.events, nest.len()),
    })
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

fn ratio(length: u64, items: u64) -> f64 {
    if items == 0 {
        1.0
    } else {
        length as f64 / items as f64
    }
}

impl Nest {
    /// Ids of the nodes that stand somewhere under the top level, descending: parents first.
    ///
    /// A builder may have made nodes that are not used; they are no part of the nest.
    pub(super) fn reachable(&self) -> Vec<NodeId> {
        let mut reached = vec![false; self.nodes().len()];
        for id in self.root() {
            reached[id.index()] = true;
        }
        let mut ids = Vec::new();
        for index in (0..self.nodes().len()).rev() {
            if !reached[index] {
                continue;
            }
            let id = NodeId(index as u32);
            ids.push(id);
            if let Some(node) = self.as_loop(id) {
                for child in self.body(&node) {
                    reached[child.index()] = true;
                }
            }
        }
        ids
    }
}

#[cfg(test)]
mod tests;

//! The numbers that are reported about a nest, whatever method built it.

use super::{Nest, NodeId};

/// The loop of the largest span: the one that the program spends its events in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MainLoop {
    /// The loop.
    pub node: NodeId,
    /// How often its body runs.
    pub count: u64,
    /// Events in one iteration.
    pub period: u64,
    /// Position of its first event in the string.
    pub start: u64,
    /// Share of the string inside it, 0 to 1.
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
    /// The loop of the largest span, the earliest of several; `None` without loops.
    pub main_loop: Option<MainLoop>,
}

impl Stats {
    /// Counts. O(size of the nest), never of the string.
    pub fn new(nest: &Nest) -> Stats {
        let length = nest.len();
        let mut stats = Stats {
            length,
            top_level: nest.root().len() as u64,
            total: nest.root().len() as u64,
            loops: 0,
            depth: 0,
            coverage: 0.0,
            main_loop: None,
        };
        let (mut covered, mut largest) = (0u64, 0);
        for (&id, start) in nest.root().iter().zip(nest.root_offsets()) {
            let Some(node) = nest.as_loop(id) else { continue };
            let span = node.span();
            covered = covered.saturating_add(span);
            stats.depth = stats.depth.max(node.height);
            if span > largest {
                largest = span;
                let share = share(span, length);
                let (count, period) = (node.count, node.period);
                stats.main_loop = Some(MainLoop { node: id, count, period, start, share });
            }
        }
        stats.coverage = share(covered, length);
        for id in nest.reachable() {
            if let Some(node) = nest.as_loop(id) {
                stats.loops += 1;
                stats.total += nest.body(&node).len() as u64;
            }
        }
        stats
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
mod tests {
    use super::*;
    use crate::nest::text;

    fn stats(inline: &str) -> Stats {
        Stats::new(&text::parse_inline(inline).unwrap().0)
    }

    #[test]
    fn total_counts_equal_loops_once_and_each_place_as_an_item() {
        assert_eq!(stats("(a)^2(ab)^2a").total, 3 + 1 + 2);
        assert_eq!(stats("(a)^3(ba)^2").total, 2 + 1 + 2);
        assert_eq!(stats("(ab)^2c(ab)^2").total, 3 + 2);
        // Another count is another loop.
        assert_eq!(stats("(ab)^2c(ab)^3").total, 3 + 2 + 2);
    }

    #[test]
    fn the_main_loop_has_the_largest_span_and_is_the_earliest() {
        let main = stats("x(ab)^3(cd)^3(e)^2").main_loop.unwrap();
        assert_eq!((main.count, main.period, main.start), (3, 2, 1));
        assert!((main.share - 6.0 / 15.0).abs() < 1e-12);
    }

    #[test]
    fn without_loops_and_without_anything() {
        let plain = stats("abc");
        assert_eq!((plain.loops, plain.depth, plain.main_loop), (0, 0, None));
        assert_eq!((plain.coverage, plain.ratio(), plain.total_ratio()), (0.0, 1.0, 1.0));
        let empty = stats("");
        assert_eq!((empty.length, empty.total, empty.coverage), (0, 0, 0.0));
        assert_eq!((empty.ratio(), empty.total_ratio()), (1.0, 1.0));
    }

    #[test]
    fn coverage_is_that_of_the_top_level() {
        let nested = stats("ab((c)^2d)^2");
        assert_eq!((nested.coverage, nested.depth, nested.loops), (0.75, 2, 2));
        assert_eq!((nested.ratio(), nested.total_ratio()), (8.0 / 3.0, 8.0 / 6.0));
    }
}

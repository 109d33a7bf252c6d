//! Which algorithm finds the loops.

use super::forest::LoopForest;
use super::{ramalingam, wei, Successors};

/// Steps along lists of headers that Wei's algorithm may take for each edge. On graphs of real programs it takes less than one.
const STEPS: u64 = 20;

/// The loops of the nodes of a graph that can be reached from `root`.
///
/// First by [`wei`](mod@super::wei), which is the fastest on graphs of real programs; where that takes more than 20 steps an edge, by
/// [`ramalingam`](mod@super::ramalingam), which is nearly linear on all. The result does not depend on which of them ran.
///
/// O((nodes + edges) α(nodes)) time and O(nodes + edges) memory.
///
/// ```
/// use loopscope_core::event_flow::{loop_forest, HeaderKind, Successors};
/// // 0 -> 1 -> 2 -> 1, and 0 -> 2: the loop of 1 and 2 has two entries.
/// let forest = loop_forest(&Successors::of_edges(3, &[(0, 1), (1, 2), (2, 1), (0, 2)]), 0);
/// assert_eq!((forest.header_around(2), forest.kind(1)), (Some(1), HeaderKind::Irreducible));
/// ```
pub fn loop_forest(graph: &Successors, root: u32) -> LoopForest {
    let budget = STEPS.saturating_mul(graph.edges() as u64);
    wei::loops(graph, root, budget).unwrap_or_else(|| ramalingam::loops(graph, root))
}

/// The loops as Wei's algorithm finds them, however long it takes, with each of its steps reported.
pub(crate) fn headers_watched(graph: &Successors, root: u32, watch: &mut impl wei::WatchHeaders) -> LoopForest {
    // The budget is never used up.
    wei::loops_watched(graph, root, u64::MAX, watch).unwrap_or_else(|| ramalingam::loops(graph, root))
}

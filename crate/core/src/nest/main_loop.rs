//! Which loop of a nest is the main loop.

use super::{Nest, NodeId};

/// A loop with fewer iterations than this only repeats what is inside it: two solves of fifty iterations each are
/// fifty iterations, run twice.
const FEWEST: u64 = 4;

/// The loop that has the most events on the top level, or the one that it only repeats. O(nodes) for each level on the
/// way, of which a string of 2^63 symbols has 62 at most.
pub(super) fn main_node(nest: &Nest) -> Option<NodeId> {
    let (main, _) = heaviest(nest, nest.root())?;
    let shape = |id: NodeId| nest.as_loop(id).map(|node| (node.count, node.period));
    let inner = |id: NodeId| nest.as_loop(id).and_then(|node| heaviest(nest, nest.body(&node)));
    Some(repeated_loop(main, shape, inner))
}

/// The loop that a loop of few iterations only repeats: one of many iterations that has more than half of its events,
/// directly or through loops of as few iterations. `main` comes back if there is none.
///
/// `shape` gives the count and the period of a loop. `heaviest` takes a loop; it gives the loop of its body that has the most
/// events, and these events.
pub(crate) fn repeated_loop<I: Copy>(
    main: I,
    shape: impl Fn(I) -> Option<(u64, u64)>,
    heaviest: impl Fn(I) -> Option<(I, u64)>,
) -> I {
    let mut at = main;
    while let Some((_, period)) = shape(at).filter(|&(count, _)| count < FEWEST) {
        match heaviest(at) {
            Some((inner, events)) if events > period / 2 => at = inner,
            _ => return main,
        }
    }
    at
}

/// The loop that has the most events in a list (of equal ones the first), and its events.
fn heaviest(nest: &Nest, items: &[NodeId]) -> Option<(NodeId, u64)> {
    let mut events = vec![0u64; nest.nodes().len()];
    let loops = items.iter().filter_map(|&id| Some((id, nest.as_loop(id)?)));
    for (id, node) in loops {
        events[id.index()] = events[id.index()].saturating_add(node.span());
    }
    let mut best: Option<(NodeId, u64)> = None;
    for &id in items {
        let own = events[id.index()];
        if own > best.map_or(0, |(_, most)| most) {
            best = Some((id, own));
        }
    }
    best
}

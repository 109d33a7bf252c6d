//! Which loop of a nest is the main loop.

use super::{Nest, NodeId};

/// A loop with fewer iterations than this only repeats what is inside it: two solves of fifty iterations each are
/// fifty iterations, run twice.
const FEWEST: u64 = 4;

/// The loop that has the most events on the top level, or the one that it only repeats. O(nodes) for each level on the
/// way, of which a string of 2^63 symbols has 62 at most.
pub(super) fn main_node(nest: &Nest) -> Option<NodeId> {
    let (mut main, _) = heaviest(nest, nest.root(), 0)?;
    // A loop of few iterations may only repeat one of many, which is more than half of it.
    while let Some(node) = nest.as_loop(main).filter(|node| node.count < FEWEST) {
        match heaviest(nest, nest.body(&node), FEWEST) {
            Some((inner, events)) if events > node.period / 2 => main = inner,
            _ => break,
        }
    }
    Some(main)
}

/// The loop of at least so many iterations that has the most events in a list, the first of several, and its events.
fn heaviest(nest: &Nest, items: &[NodeId], least: u64) -> Option<(NodeId, u64)> {
    let mut events = vec![0u64; nest.nodes().len()];
    let loops = items.iter().filter_map(|&id| Some((id, nest.as_loop(id)?)));
    for (id, node) in loops.filter(|(_, node)| node.count >= least) {
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

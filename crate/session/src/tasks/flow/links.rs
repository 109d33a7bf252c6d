//! Which loop of the flow graph belongs to a loop of the nest, and back.
//!
//! A loop of the nest belongs to the smallest loop of the graph that holds all of its calls. They are compared by their
//! positions in the trace, so it does not matter under which signatures the two were made, and whether the nest is one of calls or of
//! communication: a trace with times says of each event to which call it belongs.

use loopscope_core::event_flow::FlowLoops;
use loopscope_core::nest::{Nest, NodeId};
use rustc_hash::FxHashSet;

use super::process::ProcessFlow;
use super::walk::Walk;
use crate::analysis::ProcessNest;
use crate::wire::FlowLink;

/// Loops of a nest that are looked up, the largest first, and calls of each of them.
const MOST_LOOPS: usize = 64;
const MOST_CALLS: u64 = 100_000;

/// The links of the largest loops of a nest, by the names of its loops; `None` if the items of the nest cannot be found among
/// the events of the graph. `place`: the position among those of an item of the nest. O(calls of these loops, at most 100,000
/// each).
pub(super) fn links(
    nest: &ProcessNest,
    flow: &ProcessFlow,
    walk: &Walk,
    place: impl Fn(u64) -> Option<u64>,
) -> Option<Vec<FlowLink>> {
    let mut links = Vec::new();
    let main = nest.names.get(1);
    for named in nest.names.loops().iter().take(MOST_LOOPS) {
        // A loop that the main loop holds is looked for there: it may stand elsewhere, too.
        let within = main.and_then(|main| {
            let offset = offset_in(&nest.nest, main.node, named.node, &mut FxHashSet::default())?;
            Some(main.first + offset)
        });
        let first = within.unwrap_or(named.first);
        let last = first + nest.nest.span(named.node).saturating_sub(1);
        let (first, last) = (place(first)?, place(last)?);
        let nodes = walk.nodes(first, last.saturating_add(1).min(first.saturating_add(MOST_CALLS)));
        let mut nodes = nodes.iter().map(|node| flow.loops.innermost(node.0));
        let Some(Some(first)) = nodes.next() else { continue };
        let common = nodes.try_fold(first, |known, next| common(&flow.loops, known, next?));
        if let Some(id) = common {
            links.push(FlowLink { nest: named.id, flow: flow.number(id) });
        }
    }
    Some(links)
}

/// Where a loop stands first in one iteration of another, or of a loop inside it. O(nodes); `seen`: those in which it is not.
fn offset_in(nest: &Nest, holder: NodeId, wanted: NodeId, seen: &mut FxHashSet<NodeId>) -> Option<u64> {
    let mut offset = 0;
    for &id in nest.body(&nest.as_loop(holder)?) {
        if id == wanted {
            return Some(offset);
        }
        if !seen.contains(&id) {
            if let Some(inside) = offset_in(nest, id, wanted, seen) {
                return Some(offset + inside);
            }
            seen.insert(id);
        }
        offset += nest.span(id);
    }
    None
}

/// The innermost loop that holds two loops.
pub(super) fn common(loops: &FlowLoops, a: u32, b: u32) -> Option<u32> {
    let (mut a, mut b) = (a, b);
    while a != b {
        let (of_a, of_b) = (loops.get(a)?, loops.get(b)?);
        if of_a.depth >= of_b.depth {
            a = of_a.parent?;
        } else {
            b = of_b.parent?;
        }
    }
    Some(a)
}

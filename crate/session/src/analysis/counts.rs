//! How often the nodes and labels of a nest occur in the process.

use loopscope_core::affine;
use loopscope_core::nest::{Nest, Node, NodeId};

use super::ProcessNest;

/// How often each node occurs, outer loops run out; O(nest).
pub(crate) fn occurrences(nest: &Nest) -> Vec<u64> {
    let mut times = vec![0u64; nest.nodes().len()];
    let add = |times: &mut [u64], items: &[NodeId], count: u64| {
        for item in items {
            if let Some(entry) = times.get_mut(item.index()) {
                *entry = entry.saturating_add(count);
            }
        }
    };
    add(&mut times, nest.root(), 1);
    // Parents have larger ids than their children, so a node's count is complete when it is met.
    let ids: Vec<NodeId> = nest.ids().collect();
    for &id in ids.iter().rev() {
        let Some(node) = nest.as_loop(id) else { continue };
        let count = times.get(id.index()).copied().unwrap_or(0).saturating_mul(node.count);
        add(&mut times, nest.body(&node), count);
    }
    times
}

/// A part of a whole, 0 if there is no whole.
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// The labels of the values of a process, each with the tuples that it stands for.
pub(crate) fn label_counts(process: &ProcessNest) -> Vec<(&str, u64)> {
    let Some(tuples) = &process.tuples else { return Vec::new() };
    let nest = &process.nest;
    let counted = nest.ids().zip(occurrences(nest)).filter_map(|(id, times)| {
        let Node::Symbol(symbol) = nest.node(id) else { return None };
        match tuples.nest.node(tuples.drawing.value(symbol)?.0)? {
            affine::Node::Value { label, .. } => Some((tuples.nest.label(*label), times)),
            affine::Node::Loop { .. } => None,
        }
    });
    counted.collect()
}

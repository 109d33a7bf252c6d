//! Processes with equal flow graphs: of one kind, as far as a graph tells.
//!
//! Symbols are numbered anew in each process, so graphs are compared by the texts of their nodes. A copy of a node that
//! was split is another node, and says so in its text.

use rustc_hash::FxHashMap;

use super::graph::FlowGraph;
use crate::small_sort::SmallSort;

/// What must be equal in the graphs of two processes of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alike {
    /// The edges.
    #[default]
    Edges,
    /// The edges, and how often each is taken.
    Counts,
}

/// The kind of each graph: numbers from 0 in order of first appearance. `texts`: the text of each node.
///
/// O(edges log edges x length of texts).
pub fn graph_kinds<'a, T: AsRef<str> + 'a>(
    graphs: impl IntoIterator<Item = (&'a FlowGraph, &'a [T])>,
    alike: Alike,
) -> Vec<u32> {
    let mut kinds: FxHashMap<Vec<(&str, &str, u64)>, u32> = FxHashMap::default();
    let mut found = Vec::new();
    for (graph, texts) in graphs {
        let text = |node: u32| texts.get(node as usize).map_or("", |text| text.as_ref());
        let count = |count: u64| if alike == Alike::Counts { count } else { 0 };
        let mut key: Vec<(&str, &str, u64)> =
            graph.edges().map(|edge| (text(edge.from), text(edge.to), count(edge.count))).collect();
        if let Some(ends) = graph.ends() {
            // The ends as edges, so that a process of a single event has a kind too.
            key.extend([("", text(ends.first), 0), (text(ends.last), "", 0)]);
        }
        key.sort_small();
        let next = kinds.len() as u32;
        found.push(*kinds.entry(key).or_insert(next));
    }
    found
}

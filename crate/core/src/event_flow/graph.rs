//! The event flow graph of a string: which symbol directly follows which, and how often (Aguilar, Fürlinger and Laure 2016).

use super::Successors;

/// A node of a [`FlowGraph`], which stands for one symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowNode {
    /// How often the symbol occurs.
    pub count: u64,
    /// Time inside its calls, in the unit of the trace's clock; 0 without times.
    pub time: u64,
}

/// An edge of a [`FlowGraph`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowEdge {
    /// The symbol that comes first.
    pub from: u32,
    /// The symbol that directly follows it.
    pub to: u32,
    /// How often it does.
    pub count: u64,
    /// Time between the end of the first call and the begin of the second, added up; 0 without times.
    pub time: u64,
}

/// The ends of the walk through a graph: the nodes to which the virtual entry leads, and from which the virtual exit is
/// reached. Each of these two edges counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkEnds {
    /// The first symbol of the string.
    pub first: u32,
    /// The last symbol of the string.
    pub last: u32,
}

/// A string as a graph: its symbols are nodes, and an edge leads from each to every symbol that directly follows it.
///
/// Node `k` is symbol `k`. The edges of a node stand in the order in which they first occur in the string: the order of a
/// depth-first search depends on it, and with that the loops of a graph that is not reducible. A loop that runs many times
/// and takes another branch now and then is one loop here; the order of the branches is lost, see
/// [`SuccessorLists`](super::SuccessorLists).
///
/// The counts of all edges add up to the length of the string less one, and at each node the counts of the edges that
/// enter and leave are both its own, with the virtual ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowGraph {
    nodes: Vec<FlowNode>,
    successors: Successors,
    /// Of each edge, in the order of `successors`.
    weights: Vec<FlowNode>,
    ends: Option<WalkEnds>,
}

impl FlowGraph {
    /// A graph of these edges, in the order in which they first occur. Those between nodes that do not exist are left out.
    /// O(nodes + edges).
    pub fn of_edges(nodes: Vec<FlowNode>, edges: &[FlowEdge], ends: Option<WalkEnds>) -> Self {
        let exists = |node: u32| (node as usize) < nodes.len();
        let good = |edge: &&FlowEdge| exists(edge.from) && exists(edge.to);
        let known: Vec<FlowEdge> = edges.iter().filter(good).copied().collect();
        let ends = ends.filter(|ends| exists(ends.first) && exists(ends.last));
        Self::new(nodes, &known, ends)
    }

    /// A graph of these edges, in the order in which they first occur. O(nodes + edges).
    pub(super) fn new(nodes: Vec<FlowNode>, edges: &[FlowEdge], ends: Option<WalkEnds>) -> Self {
        let mut weights = vec![FlowNode::default(); edges.len()];
        let weighted = edges.iter().map(|edge| (edge.from, edge.to, edge));
        let successors = Successors::arrange(nodes.len(), weighted, |at, edge| {
            weights[at] = FlowNode { count: edge.count, time: edge.time };
        });
        Self { nodes, successors, weights, ends }
    }

    /// All nodes, in order of symbol.
    pub fn nodes(&self) -> &[FlowNode] {
        &self.nodes
    }

    /// Who follows whom.
    pub fn successors(&self) -> &Successors {
        &self.successors
    }

    /// The first and the last symbol; `None` for the empty string.
    pub fn ends(&self) -> Option<WalkEnds> {
        self.ends
    }

    /// The number of edges, without those of the virtual ends.
    pub fn edge_count(&self) -> usize {
        self.weights.len()
    }

    /// All edges, by the node they leave, then in order of first appearance.
    pub fn edges(&self) -> impl Iterator<Item = FlowEdge> + '_ {
        (0..self.nodes.len() as u32).flat_map(|from| self.edges_of(from))
    }

    /// The edges that leave a node, in order of first appearance.
    pub fn edges_of(&self, from: u32) -> impl Iterator<Item = FlowEdge> + '_ {
        let range = self.successors.range(from);
        let weights = self.weights.get(range).unwrap_or(&[]);
        self.successors.of(from).iter().zip(weights).map(move |(&to, weight)| FlowEdge {
            from,
            to,
            count: weight.count,
            time: weight.time,
        })
    }

    /// Whether different symbols follow a node.
    pub fn branches(&self, node: u32) -> bool {
        self.successors.of(node).len() > 1
    }
}

//! A directed graph as lists of successors, which is all that the searches for loops look at.

use std::ops::Range;

/// The successors of each node, in the order in which a depth-first search follows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Successors {
    /// The successors of node `k` are `targets[starts[k]..starts[k + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Successors {
    /// Of edges in that order; an edge between other nodes than the first `nodes` is left out. O(nodes + edges).
    ///
    /// ```
    /// use loopscope_core::event_flow::Successors;
    /// let graph = Successors::of_edges(3, &[(2, 0), (0, 1), (2, 1)]);
    /// assert_eq!((graph.of(2), graph.of(1), graph.of(7)), (&[0, 1][..], &[][..], &[][..]));
    /// ```
    pub fn of_edges(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let known = |&(from, to): &(u32, u32)| (from.max(to) as usize) < nodes;
        let edges = edges.iter().copied().filter(known);
        Self::arrange(nodes, edges.map(|(from, to)| (from, to, ())), |_, ()| ())
    }

    /// Of edges between the first `nodes` nodes, in that order; tells of each thing that came with an edge where the edge stands
    /// among all.
    pub(super) fn arrange<T>(
        nodes: usize,
        edges: impl DoubleEndedIterator<Item = (u32, u32, T)> + Clone,
        mut stands: impl FnMut(usize, T),
    ) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for (from, ..) in edges.clone() {
            starts[from as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Each is the end of the node's edges, until these are put in place, the last first.
        let mut targets = vec![0; end as usize];
        for (from, to, thing) in edges.rev() {
            let at = &mut starts[from as usize];
            *at -= 1;
            targets[*at as usize] = to;
            stands(*at as usize, thing);
        }
        Self { starts, targets }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The successors of a node; none of one that does not exist.
    pub fn of(&self, node: u32) -> &[u32] {
        self.targets.get(self.range(node)).unwrap_or(&[])
    }

    /// Where the edges of a node stand among all.
    pub(super) fn range(&self, node: u32) -> Range<usize> {
        let at = |node: usize| self.starts.get(node).copied().unwrap_or(0) as usize;
        if node as usize >= self.nodes() {
            return 0..0;
        }
        at(node as usize)..at(node as usize + 1)
    }

    /// The edge that stands there, and the position after it, of edges up to `end`: an iterator that can be put aside.
    pub(super) fn next(&self, at: u32, end: u32) -> Option<u32> {
        if at < end {
            self.targets.get(at as usize).copied()
        } else {
            None
        }
    }
}

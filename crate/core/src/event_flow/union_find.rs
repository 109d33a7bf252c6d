//! Disjoint sets with a representative that the caller names (Tarjan 1975).

/// Disjoint sets of numbers; O(log n) amortised by path halving alone, nearly constant in practice.
#[derive(Debug)]
pub(super) struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Each number below `count` is a set of its own.
    pub(super) fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// The representative of the set that holds a number.
    pub(super) fn find(&mut self, mut number: u32) -> u32 {
        loop {
            let parent = self.parents[number as usize];
            let above = self.parents[parent as usize];
            if parent == above {
                return parent;
            }
            self.parents[number as usize] = above;
            number = above;
        }
    }

    /// Joins the set that `representative` stands for to another, whose representative stays.
    pub(super) fn join_to(&mut self, representative: u32, to: u32) {
        self.parents[representative as usize] = to;
    }
}

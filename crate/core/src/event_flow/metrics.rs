//! What each loop of a flow graph counts, and how long it takes: from the graph alone.
//!
//! An event belongs to the innermost loop that holds its node, an edge to the innermost loop that holds both its ends. So the
//! own figures of all loops and of what is outside add up to those of the process, exactly, and the inclusive time of a loop
//! is the time from the begin to the end of its visits.

use super::graph::FlowGraph;
use super::loops::FlowLoops;
use crate::small_sort::SmallSort;

/// Calls, and the time in and between them, in the unit of the trace's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowSums {
    /// Number of calls.
    pub calls: u64,
    /// Time in calls.
    pub inside: u64,
    /// Time between calls.
    pub between: u64,
}

impl FlowSums {
    /// All of the time.
    pub fn time(self) -> u64 {
        self.inside.saturating_add(self.between)
    }

    /// The share of the time that is spent in calls, 0 to 1; 0 without times.
    pub fn inside_share(self) -> f64 {
        match self.time() {
            0 => 0.0,
            time => self.inside as f64 / time as f64,
        }
    }

    fn add(&mut self, more: Self) {
        self.calls = self.calls.saturating_add(more.calls);
        self.inside = self.inside.saturating_add(more.inside);
        self.between = self.between.saturating_add(more.between);
    }
}

/// The figures of one loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopMetrics {
    /// How often it is entered from outside, the begin of the string included.
    pub visits: u64,
    /// How often an iteration begins: its visits and the edges back to its header.
    pub iterations: u64,
    /// Without inner loops.
    pub own: FlowSums,
    /// With inner loops.
    pub total: FlowSums,
}

/// The figures of all loops of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowMetrics {
    /// By loop.
    pub loops: Vec<LoopMetrics>,
    /// Outside of loops.
    pub outside: FlowSums,
    /// All of the process.
    pub total: FlowSums,
}

impl FlowMetrics {
    /// Adds up a graph. O(nodes + edges x depth).
    pub fn new(graph: &FlowGraph, loops: &FlowLoops) -> Self {
        let mut metrics = Self { loops: vec![LoopMetrics::default(); loops.all().len()], ..Self::default() };
        for (node, weight) in graph.nodes().iter().enumerate() {
            let more = FlowSums { calls: weight.count, inside: weight.time, between: 0 };
            metrics.own(loops.innermost(node as u32)).add(more);
        }
        for edge in graph.edges() {
            let passage = loops.passage(edge.from, edge.to);
            metrics.own(passage.common).between += edge.time;
            if let (true, Some(id)) = (passage.iterates, passage.common) {
                metrics.loops[id as usize].iterations += edge.count;
            }
            for id in loops.chain(loops.innermost(edge.to), passage.common) {
                metrics.loops[id as usize].visits += edge.count;
            }
        }
        for id in graph.ends().iter().flat_map(|ends| loops.chain(loops.innermost(ends.first), None)) {
            metrics.loops[id as usize].visits += 1;
        }
        metrics.total = metrics.outside;
        // Children come after their parents.
        for id in (0..loops.all().len()).rev() {
            let own = metrics.loops[id].own;
            let known = &mut metrics.loops[id];
            known.iterations += known.visits;
            known.total.add(own);
            let total = known.total;
            match loops.all()[id].parent {
                Some(parent) => metrics.loops[parent as usize].total.add(total),
                None => metrics.total.add(total),
            }
        }
        metrics
    }

    fn own(&mut self, id: Option<u32>) -> &mut FlowSums {
        match id {
            Some(id) => &mut self.loops[id as usize].own,
            None => &mut self.outside,
        }
    }

    /// The loops by their number of calls, most first: `L1` is the first of them. Equal ones stay in their order.
    pub fn by_calls(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.loops.len() as u32).collect();
        order.sort_small_by_key(|&id| std::cmp::Reverse(self.loops[id as usize].total.calls));
        order
    }
}

/// How unevenly something is spread: the largest over the mean, less 1; 0 of nothing.
///
/// ```
/// use loopscope_core::event_flow::imbalance;
/// assert_eq!((imbalance(&[2, 2]), imbalance(&[1, 3]), imbalance(&[])), (0.0, 0.5, 0.0));
/// ```
pub fn imbalance(times: &[u64]) -> f64 {
    let sum: f64 = times.iter().map(|&time| time as f64).sum();
    match times.iter().max() {
        Some(&most) if sum > 0.0 => most as f64 * times.len() as f64 / sum - 1.0,
        _ => 0.0,
    }
}

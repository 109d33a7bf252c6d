//! What each block and loop takes on each process of a kind: one structure, and figures for each process.

use rustc_hash::FxHashMap;

use loopscope_core::event_flow::FlowSums;

use super::blocks::Blocks;
use super::state::FlowSource;

/// The figures of one process on the structure of another one of its kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Column {
    /// The number of the process.
    pub(super) process: u32,
    /// All of its time, in the unit of its clock.
    pub(super) whole: u64,
    /// The same in nanoseconds.
    pub(super) nanoseconds: u64,
    /// Of each block: its calls, the time in them, and the time after each up to the next call.
    pub(super) blocks: Vec<FlowSums>,
    /// Of each loop, inner ones included: the time from the begin to the end of its visits.
    pub(super) loops: Vec<FlowSums>,
}

impl Column {
    /// The figures of `own`, whose nodes are found in the structure by their texts. O(nodes + edges x depth).
    pub(super) fn new(structure: &FlowSource<'_>, blocks: &Blocks, own: &FlowSource<'_>) -> Self {
        let known: FxHashMap<&str, u32> = structure.texts.iter().map(String::as_str).zip(0..).collect();
        let places: Vec<Option<u32>> = own.texts.iter().map(|text| known.get(text.as_str()).copied()).collect();
        let place = |node: u32| places.get(node as usize).copied().flatten();
        let mut column = Self {
            process: own.process,
            whole: own.metrics.total.time(),
            nanoseconds: own.nanoseconds(own.metrics.total.time()),
            blocks: vec![FlowSums::default(); blocks.list.len()],
            loops: vec![FlowSums::default(); structure.loops.all().len()],
        };
        for (node, weight) in own.graph.nodes().iter().enumerate() {
            let Some(node) = place(node as u32) else { continue };
            let block = &mut column.blocks[blocks.of_node[node as usize] as usize];
            block.calls += weight.count;
            block.inside += weight.time;
            if let Some(id) = structure.loops.innermost(node) {
                column.loops[id as usize].calls += weight.count;
                column.loops[id as usize].inside += weight.time;
            }
        }
        for edge in own.graph.edges() {
            let (Some(from), Some(to)) = (place(edge.from), place(edge.to)) else { continue };
            column.blocks[blocks.of_node[from as usize] as usize].between += edge.time;
            if let Some(id) = structure.loops.passage(from, to).common {
                column.loops[id as usize].between += edge.time;
            }
        }
        // Children come after their parents.
        for (id, known) in structure.loops.all().iter().enumerate().rev() {
            let own = column.loops[id];
            if let Some(parent) = known.parent.and_then(|id| column.loops.get_mut(id as usize)) {
                parent.calls += own.calls;
                parent.inside += own.inside;
                parent.between += own.between;
            }
        }
        column
    }

    /// The share of the process's time.
    pub(super) fn share(&self, time: u64) -> f64 {
        time as f64 / self.whole.max(1) as f64
    }
}

/// The share that is as wide as a column: the largest of the blocks in loops, or without loops the largest there is. What takes
/// longer, as the start of a program may, is broken.
pub(super) fn scale(blocks: &Blocks, columns: &[Column]) -> f64 {
    let largest = |in_loops: bool| {
        let mut largest: f64 = 0.0;
        for column in columns {
            for (block, sums) in blocks.list.iter().zip(&column.blocks) {
                if !in_loops || block.around.is_some() || block.own_loop.is_some() {
                    largest = largest.max(column.share(sums.time()));
                }
            }
        }
        largest
    };
    let inside = largest(true);
    if inside > 0.0 {
        inside
    } else {
        largest(false)
    }
}

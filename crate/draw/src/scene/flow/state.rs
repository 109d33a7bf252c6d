//! What the picture of flow graphs is made from, what it is asked to show, and what drawing it returns.

use loopscope_core::event_flow::{FlowGraph, FlowLoops, FlowMetrics, VisitLengths};
use loopscope_core::trace::{Tick, View};

use crate::scene::{Area, Scene};

/// The narrowest picture in CSS pixels.
pub(super) const NARROWEST: f64 = 160.0;

/// The flow graph of one process, with its loops and what they count.
#[derive(Clone, Copy, Debug)]
pub struct FlowSource<'a> {
    /// The number of the process.
    pub process: u32,
    /// Who is drawn: `process 0`, or more words where it stands for several.
    pub name: &'a str,
    /// What its nodes are.
    pub view: View,
    /// The text of each node.
    pub texts: &'a [String],
    /// The place of each node among those of its name, from 1; 0 of one that has no namesake, and beyond the end.
    pub namesakes: &'a [u32],
    /// The graph.
    pub graph: &'a FlowGraph,
    /// Its loops.
    pub loops: &'a FlowLoops,
    /// Their figures.
    pub metrics: &'a FlowMetrics,
    /// The lengths of their visits.
    pub lengths: &'a [VisitLengths],
    /// The number that names each loop.
    pub numbers: &'a [u32],
    /// The unit of its times; `None` without times.
    pub tick: Option<Tick>,
}

impl FlowSource<'_> {
    /// The text of a node.
    pub(super) fn text(&self, node: u32) -> &str {
        self.texts.get(node as usize).map_or("", String::as_str)
    }

    /// The number that names a loop; 0 for none.
    pub(super) fn number(&self, id: u32) -> u32 {
        self.numbers.get(id as usize).copied().unwrap_or(0)
    }

    /// A time in nanoseconds.
    pub(super) fn nanoseconds(&self, time: u64) -> u64 {
        let tick = self.tick.unwrap_or(Tick::NANOSECOND);
        u64::try_from(tick.nanoseconds(time)).unwrap_or(u64::MAX)
    }
}

/// What is highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowMark {
    /// The loop of that number in a spine.
    Loop {
        /// The index of the spine.
        spine: usize,
        /// The name of the loop without the F.
        number: u32,
    },
    /// A block of a spine.
    Block {
        /// The index of the spine.
        spine: usize,
        /// A node in it.
        node: u32,
    },
}

/// What to show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FlowState<'a> {
    /// Width of the picture in CSS pixels.
    pub width: f64,
    /// What is highlighted, if anything is.
    pub mark: Option<FlowMark>,
    /// The numbers of loops of the first graph that are drawn as one row.
    pub folded: &'a [u32],
    /// Nodes of the first graph whose runs of blocks, outside of loops or between those in one, are drawn as one row each.
    pub runs: &'a [u32],
}

/// A drawn block: calls that always follow each other, or what is folded.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowBlock {
    /// Its nodes, in order.
    pub nodes: Vec<u32>,
    /// Where it is.
    pub area: Area,
}

/// A drawn line: from the last node of a block to the first of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowLine {
    /// The node it leaves.
    pub from: u32,
    /// The node it leads to.
    pub to: u32,
}

/// The drawn graph of one process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowSpine {
    /// The number of the process.
    pub process: u32,
    /// Its blocks, from the top. The item of a hit on a block is its index.
    pub blocks: Vec<FlowBlock>,
    /// Its lines. The item of a hit on a line is its index.
    pub lines: Vec<FlowLine>,
    /// The areas of its loops, by the number of the loop, outer ones first.
    pub boxes: Vec<(u32, Area)>,
    /// Blocks that are not drawn, because there are too many.
    pub left_out: usize,
}

/// A drawn picture of flow graphs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowDrawn {
    /// What to draw. The strip of a hit is the index of its spine.
    pub scene: Scene,
    /// The graphs, from left to right.
    pub spines: Vec<FlowSpine>,
    /// The processes with a column of bars, from left to right; none where bars are in the blocks.
    pub columns: Vec<u32>,
}

//! The flow graph of one process, its loops and their figures.

use loopscope_core::event_flow::{
    flow_loops, loop_forest, visit_lengths, FindIterations, FlowGraph, FlowIterations, FlowLoops, FlowMetrics,
    GraphBuilder, NodeCopy, SharedHeaders, SuccessorLists, VisitLengths,
};
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::{Process, ProcessId, Span, Table, Tick};
use loopscope_formats::notes::Note;

use super::choices::FlowChoices;
use super::walk::Walk;
use crate::options::Options;

/// A loop with fewer iterations has one inside that is worth more.
const FEWEST_STEPS: u64 = 12;
/// Parts of the calls, in percent, after which the size of the graph is noted.
pub(super) const GROWTH: [u64; 7] = [1, 5, 10, 25, 50, 90, 100];

/// The flow graph of one process.
#[derive(Clone, Debug)]
pub struct ProcessFlow {
    /// Its number.
    pub process: ProcessId,
    /// The texts of its symbols.
    pub texts: Vec<Box<str>>,
    /// The graph, in which loops with several entries are split unless that was not wanted.
    pub graph: FlowGraph,
    /// What each node stands for.
    pub copies: Vec<NodeCopy>,
    /// Nodes and edges before the graph was split.
    pub size: (usize, usize),
    /// How often it was split.
    pub rounds: u32,
    /// Whether a loop has several entries before it is split.
    pub was_irreducible: bool,
    /// Loops with several entries that are left.
    pub irreducible: usize,
    /// The loops.
    pub loops: FlowLoops,
    /// Their figures.
    pub metrics: FlowMetrics,
    /// The lengths of their visits.
    pub lengths: Vec<VisitLengths>,
    /// The loop that each number names, from 1 on: by share of the calls.
    pub numbered: Vec<u32>,
    /// The number of each loop.
    numbers: Vec<u32>,
    /// The unit of times; `None` without them.
    pub tick: Option<Tick>,
    /// Calls that were left out.
    pub left_out: u64,
    /// The successor lists, if they are wanted.
    pub lists: Option<SuccessorLists>,
    /// Nodes and edges after each of some parts of the calls, before the graph was split, if that is wanted.
    pub growth: Vec<(usize, usize)>,
    /// The iterations of the loop that was asked for, if the process has it.
    pub iterations: Option<FlowIterations>,
}

impl ProcessFlow {
    /// The flow graph of a process. O(events), and the size of the graph.
    ///
    /// # Errors
    /// As for nests: the process has too many different tuples.
    pub fn new(process: &Process, table: &Table, options: &Options, choices: &FlowChoices) -> Result<Self, Note> {
        let (mut size, mut grown) = (FlowGraph::default(), Vec::new());
        let walk = Walk::new(process, table, options, choices, |string| {
            size = graph_of(string, None);
            // While a program runs, nothing can be split: growth is that of the graph as it was recorded.
            if choices.details.growth {
                grown = growth(string);
            }
        })?;
        let Walk { string, spans, texts, copies, left_out, .. } = walk;
        let graph = graph_of(&string, spans.as_deref());
        let root = graph.ends().map_or(0, |ends| ends.first);
        let shared = if choices.plain { SharedHeaders::Plain } else { SharedHeaders::Split };
        let loops = flow_loops(&graph, &loop_forest(graph.successors(), root), shared);
        let metrics = FlowMetrics::new(&graph, &loops);
        let numbered = metrics.by_calls();
        let mut numbers = vec![0; numbered.len()];
        for (number, &id) in (1..).zip(&numbered) {
            numbers[id as usize] = number;
        }
        let details = choices.details;
        let wanted = details.iterations.and_then(|number| number.checked_sub(1));
        let wanted = wanted.and_then(|at| numbered.get(at as usize).copied());
        let string = &string[..];
        Ok(Self {
            process: process.id,
            size: (size.nodes().len(), size.edge_count()),
            rounds: walk.rounds,
            was_irreducible: walk.was_irreducible,
            irreducible: walk.irreducible,
            lengths: visit_lengths(&loops, string),
            lists: details.lists.map(|make| make(&graph, string)),
            growth: grown,
            iterations: wanted.map(|id| iterations(&loops, id, string, spans.as_deref())),
            tick: spans.and(process.times(options.view)).map(|times| times.tick()),
            copies,
            texts,
            graph,
            loops,
            metrics,
            numbered,
            numbers,
            left_out,
        })
    }

    /// The number by which a loop is named.
    pub fn number(&self, id: u32) -> u32 {
        self.numbers.get(id as usize).copied().unwrap_or(0)
    }

    /// The number by which each loop is named.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The outermost loop with enough iterations to be steps of the program, following the loops with most calls.
    pub(super) fn main_loop(&self) -> Option<u32> {
        let mut around = None;
        loop {
            let inside = |id: &&u32| self.loops.get(**id).is_some_and(|known| known.parent == around);
            // They are sorted by their calls.
            let &id = self.numbered.iter().find(inside)?;
            if self.metrics.loops.get(id as usize)?.iterations >= FEWEST_STEPS {
                return Some(id);
            }
            around = Some(id);
        }
    }

    /// The text of a node: its symbol, and for a copy the symbols through which its visits came.
    pub fn node_text(&self, node: u32) -> String {
        let text = |symbol: u32| self.texts.get(symbol as usize).map_or("", |text| text);
        let Some(copy) = self.copies.get(node as usize) else { return String::new() };
        let mut said = text(copy.symbol).to_owned();
        for &entry in &copy.via {
            said += " via ";
            said += text(entry);
        }
        said
    }

    /// The share of the process that a part of it has: of its time, or without times of its calls.
    pub fn share_of_time(&self, time: u64) -> f64 {
        time as f64 / self.metrics.total.time().max(1) as f64
    }

    /// A time in nanoseconds.
    pub fn nanoseconds(&self, time: u64) -> u64 {
        let tick = self.tick.unwrap_or(Tick::NANOSECOND);
        u64::try_from(tick.nanoseconds(time)).unwrap_or(u64::MAX)
    }
}

fn graph_of(string: &[Symbol], spans: Option<&[Span]>) -> FlowGraph {
    let mut builder = GraphBuilder::new();
    match spans {
        Some(spans) => builder.push_timed(string, spans),
        None => builder.push(string),
    }
    builder.finish()
}

fn growth(string: &[Symbol]) -> Vec<(usize, usize)> {
    let mut builder = GraphBuilder::new();
    let mut before = 0;
    let size = |percent: u64| {
        let end = (string.len() as u64 * percent).div_ceil(100) as usize;
        builder.push(string.get(before..end).unwrap_or(&[]));
        before = end;
        builder.size()
    };
    GROWTH.into_iter().map(size).collect()
}

/// The iterations of a loop in a walk. O(events x depth of the loop).
pub(super) fn iterations(loops: &FlowLoops, id: u32, string: &[Symbol], spans: Option<&[Span]>) -> FlowIterations {
    let mut finding = FindIterations::new(loops, id);
    for (at, symbol) in string.iter().enumerate() {
        let span = spans.and_then(|spans| spans.get(at)).copied();
        finding.push(symbol.0, span.unwrap_or(Span { enter: 0, leave: 0 }));
    }
    finding.finish()
}

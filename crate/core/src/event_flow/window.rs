//! Watching a graph grow, and choosing the iterations that are worth keeping, while the program runs.
//!
//! A graph is stable when no node and no edge is new for a while. The paper asks for that in intervals of time, which is
//! fulfilled while nothing runs at all, as in `MPI_Init`. So calls are counted, and a loop must be running: a window of the next
//! iterations begins at an event if
//!
//! - it is the header of a loop of the graph so far, and has come `repeats` times since the graph last changed, `calls` calls ago or more;
//! - neither this loop, with so many nodes, nor a loop around it has a window.
//!
//! Of several loops with that header the outermost counts. A window of a loop that turns out to lie in another one is dropped
//! when that one begins its own. A loop that gains nodes gets a window again: the program is in another phase.
//!
//! The window ends when its iterations are over, or when the loop is left. O(1) for each event, and the search for loops once
//! for each time at which the graph is stable anew: one to three times in a run.

use super::headers::{flow_loops, SharedHeaders};
use super::loop_forest::loop_forest;
use super::loops::{FlowLoops, LoopKind, Passage};
use super::transitions::GraphBuilder;
use crate::symbols::Symbol;

/// When a window begins and ends. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowRule {
    /// Calls without a new node or edge.
    pub calls: u64,
    /// Arrivals at the header since then.
    pub repeats: u64,
    /// Iterations that are kept.
    pub iterations: u64,
}

impl Default for WindowRule {
    fn default() -> Self {
        Self { calls: 200, repeats: 3, iterations: 10 }
    }
}

/// Iterations of a loop that are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The header of the loop.
    pub header: u32,
    /// The nodes of the loop.
    pub nodes: u32,
    /// The position of the first event.
    pub begin: u64,
    /// The position after the last event; `None` while it is open.
    pub end: Option<u64>,
    /// Iterations that have begun in it.
    pub iterations: u64,
    /// The window of a loop around it for which it was dropped.
    pub dropped_for: Option<u32>,
}

/// What was noticed at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The graph, which was stable, has a new node or edge.
    Grows,
    /// The graph is stable, and a loop is running.
    Stable,
    /// The window of that number begins with this event.
    Begins(u32),
    /// The window of that number has ended before this event.
    Ends(u32),
    /// The window of that number is dropped.
    Dropped(u32),
}

/// The graph of a string so far, and its windows.
#[derive(Debug, Default)]
pub struct GrowingFlow {
    rule: WindowRule,
    builder: GraphBuilder,
    position: u64,
    before: Option<u32>,
    size: (usize, usize),
    changed: u64,
    /// By node: the change since which it is counted, and how often it came.
    arrivals: Vec<(u64, u64)>,
    /// The loops of the graph as it is since it last changed.
    loops: Option<FlowLoops>,
    windows: Vec<Window>,
    open: Vec<Open>,
}

/// A window that is open.
#[derive(Debug)]
struct Open {
    window: u32,
    loops: FlowLoops,
    id: u32,
    members: Vec<bool>,
}

impl GrowingFlow {
    /// Nothing has come yet.
    pub fn new(rule: WindowRule) -> Self {
        Self { rule, ..Self::default() }
    }

    /// The next event; appends what is noticed at it.
    pub fn push(&mut self, node: u32, notices: &mut Vec<Notice>) {
        self.builder.push(&[Symbol(node)]);
        if self.builder.size() != self.size {
            self.size = self.builder.size();
            self.changed = self.position;
            if self.loops.take().is_some() {
                notices.push(Notice::Grows);
            }
        }
        if self.arrivals.len() <= node as usize {
            self.arrivals.resize(node as usize + 1, (0, 0));
        }
        let arrivals = &mut self.arrivals[node as usize];
        if arrivals.0 != self.changed {
            *arrivals = (self.changed, 0);
        }
        arrivals.1 += 1;
        let running = arrivals.1 >= self.rule.repeats;
        self.close(node, notices);
        if running && self.position - self.changed >= self.rule.calls {
            self.stable(node, notices);
        }
        self.before = Some(node);
        self.position += 1;
    }

    /// The windows, in the order in which they begin.
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// The numbers of nodes and edges so far.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The number of events so far.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Counts iterations of open windows, and ends those that are over.
    fn close(&mut self, node: u32, notices: &mut Vec<Notice>) {
        let (windows, position) = (&mut self.windows, self.position);
        let (before, most) = (self.before, self.rule.iterations);
        self.open.retain(|open| {
            let window = &mut windows[open.window as usize];
            // A node that is new since then may belong to the loop.
            let left = open.members.get(node as usize) == Some(&false);
            // A call that follows itself begins no iteration of the loop around it. A loop that shares the header does: where a
            // warm-up comes before the time steps, they are the inner loop of that header.
            let inner = before.is_some_and(|before| {
                let Passage { common, iterates } = open.loops.passage(before, node);
                let kind = common.and_then(|id| open.loops.get(id)).map(|known| known.kind);
                iterates && common != Some(open.id) && kind == Some(LoopKind::SelfLoop)
            });
            let arrives = node == window.header && !inner;
            if left || (arrives && window.iterations >= most) {
                window.end = Some(position);
                notices.push(Notice::Ends(open.window));
                return false;
            }
            window.iterations += u64::from(arrives);
            true
        });
    }

    /// The graph is stable: begins the window of the outermost loop with this header that may have one.
    fn stable(&mut self, node: u32, notices: &mut Vec<Notice>) {
        if self.loops.is_none() {
            notices.push(Notice::Stable);
        }
        let builder = &self.builder;
        let loops = self.loops.get_or_insert_with(|| {
            let graph = builder.so_far();
            let root = graph.ends().map_or(0, |ends| ends.first);
            let forest = loop_forest(graph.successors(), root);
            flow_loops(&graph, &forest, SharedHeaders::Split)
        });
        let chain: Vec<u32> = loops.chain(loops.innermost(node), None).collect();
        let header = |id: u32| loops.get(id).map(|known| known.header);
        let Some(&id) = chain.iter().rev().find(|&&id| header(id) == Some(node)) else { return };
        let members = loops.members(id);
        let nodes = members.iter().filter(|&&inside| inside).count() as u32;
        let kept = |window: &&Window| window.dropped_for.is_none();
        let around = loops.get(id).and_then(|known| known.parent);
        let taken = self.windows.iter().filter(kept).any(|window| {
            let this = (window.header, window.nodes) == (node, nodes);
            this || loops.chain(around, None).any(|outer| header(outer) == Some(window.header))
        });
        if taken {
            return;
        }
        let number = self.windows.len() as u32;
        for (at, window) in self.windows.iter_mut().enumerate() {
            let inside = members.get(window.header as usize) == Some(&true);
            if inside && window.header != node && window.dropped_for.is_none() {
                window.dropped_for = Some(number);
                window.end.get_or_insert(self.position);
                self.open.retain(|open| open.window != at as u32);
                notices.push(Notice::Dropped(at as u32));
            }
        }
        notices.push(Notice::Begins(number));
        let (begin, header) = (self.position, node);
        let window = Window { header, nodes, begin, end: None, iterations: 1, dropped_for: None };
        self.windows.push(window);
        self.open.push(Open { window: number, loops: loops.clone(), id, members });
    }
}

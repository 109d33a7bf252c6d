//! What it would gain to leave out each single event: all of them at once.
//!
//! Only events of the critical path gain anything. A path around the event crosses the place right behind it, in the order of
//! the prediction, by another constraint; the longest of these paths is shorter than the run by the least *value* of such a
//! constraint: its slack plus that of its target. So the gain is the least value, at most the time of the event. Constraints
//! are painted over the path in order of their values, each place once (union-find): O(calls log calls) in all, where one
//! pass for each event costs the square. Constraints into the event itself do not count: they vanish with it.

use super::changes::Changes;
use super::critical_path::{CriticalPath, PathNode};
use super::order::Order;
use super::predicted::{first_memberships, Given, Predicted, Slack};
use super::program::{InputKind, Program};

/// What is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// The computation before a call.
    Computation(u32),
    /// The computation after the last call of a process, by its place in the program.
    LastComputation(u32),
    /// The wait of a call.
    Wait(u32),
    /// A call.
    Call(u32),
}

/// An event of the critical path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// What is left out.
    pub event: Event,
    /// How long it lasts.
    pub time: i64,
    /// How much shorter the run then is.
    pub gain: i64,
}

/// A constraint between two places of the order, and its value.
#[derive(Clone, Copy, Debug)]
struct Edge {
    value: i64,
    from: u64,
    to: u64,
}

/// Finds the gain of each event of the critical path: computations, waits and calls that take time, in the order of the path.
/// Those of all other events are 0.
pub fn gains(program: &Program, order: &Order, changes: &Changes, run: &Predicted, path: &CriticalPath) -> Vec<Gain> {
    let given = Given { program, order, changes };
    let events = events(given, run, path);
    let most = events.iter().map(|&(_, _, time)| time).max().unwrap_or(0);
    let slack = Slack::new(program, order, changes, run);
    let positions = positions(order);
    let place = |node: PathNode| match node {
        PathNode::Enter(call) => positions[2 * call as usize],
        PathNode::Leave(call) => positions[2 * call as usize + 1],
        PathNode::End(process) => end_position(order, process),
    };
    let places: Vec<u64> = path.nodes.iter().map(|&node| place(node)).collect();
    let mut edges = Edges { most, places: &places, list: Vec::new() };
    edges.gather(given, run, &slack, &positions);
    let cuts = cuts(edges.list, &places);
    let gain = |&(at, event, time): &(usize, Event, i64)| Gain { event, time, gain: time.min(cuts[at]) };
    events.iter().map(gain).collect()
}

/// The events of the path with the index of the place behind them, and their times.
fn events(given: Given<'_>, run: &Predicted, path: &CriticalPath) -> Vec<(usize, Event, i64)> {
    let program = given.program;
    let mut events = Vec::new();
    let before = |process: u32, call: u32| {
        let first = program.processes()[process as usize].first;
        if call > first {
            run.leaves[call as usize - 1]
        } else {
            run.start
        }
    };
    for (at, &node) in path.nodes.iter().enumerate() {
        match node {
            PathNode::Enter(call) => {
                let process = program.process_of(call);
                let time = run.enters[call as usize] - before(process, call);
                events.push((at, Event::Computation(call), time));
            }
            PathNode::Leave(call) => {
                let enter = run.enters[call as usize];
                events.push((at, Event::Wait(call), run.ready(given, call) - enter));
                events.push((at, Event::Call(call), run.leaves[call as usize] - enter));
            }
            PathNode::End(process) => {
                let end = program.processes()[process as usize].end;
                let time = run.ends[process as usize] - before(process, end);
                events.push((at, Event::LastComputation(process), time));
            }
        }
    }
    events.retain(|&(_, _, time)| time > 0);
    events
}

/// Where each enter and leave stands in the order: even numbers, because hubs stand between.
fn positions(order: &Order) -> Vec<u64> {
    let mut positions = vec![0; order.len()];
    for (at, (_, node)) in order.nodes().enumerate() {
        positions[node as usize] = 2 * at as u64 + 2;
    }
    positions
}

/// Where the run of a process ends: behind all calls.
fn end_position(order: &Order, process: u32) -> u64 {
    2 * order.len() as u64 + 2 + 2 * u64::from(process)
}

/// Constraints that can make a gain smaller.
struct Edges<'a> {
    /// The longest event: larger values change nothing.
    most: i64,
    places: &'a [u64],
    list: Vec<Edge>,
}

impl Edges<'_> {
    fn push(&mut self, value: i64, from: u64, to: u64) {
        if value < self.most && from + 1 < to {
            self.list.push(Edge { value, from, to });
        }
    }

    fn gather(&mut self, given: Given<'_>, run: &Predicted, slack: &Slack, positions: &[u64]) {
        if self.places.is_empty() {
            return;
        }
        let (program, order) = (given.program, given.order);
        let (enter, leave) = (|call: u32| 2 * call as usize, |call: u32| 2 * call as usize + 1);
        let mut hubs = vec![0u64; program.hubs().len()];
        for &(call, hub) in &program.memberships {
            let known = &mut hubs[hub as usize];
            *known = (*known).max(positions[enter(call)] + 1);
        }
        let memberships = first_memberships(program);
        for (place, process) in program.processes().iter().enumerate() {
            let mut before = 0;
            let mut membership = memberships[place];
            for call in process.calls() {
                let (at, own) = (call as usize, slack.leaves[call as usize]);
                let (entered, left) = (positions[enter(call)], positions[leave(call)]);
                self.push(slack.enters[at], before, entered);
                before = left;
                let of_call = |it: &&(u32, u32)| it.0 == call;
                while let Some(&(_, hub)) = program.memberships.get(membership).filter(of_call) {
                    membership += 1;
                    let hub = hub as usize;
                    let value = slack.hubs[hub].saturating_add(run.hubs[hub] - run.enters[at]);
                    self.push(value, entered, hubs[hub]);
                }
                let ready = run.ready(given, call);
                self.push(own + ready - run.enters[at], entered, left);
                if given.is_rigid(call) {
                    continue;
                }
                for input in program.indexed_inputs(call) {
                    let from = match input.1.kind {
                        InputKind::Hub => hubs[input.1.source as usize],
                        _ => positions[enter(input.1.source)],
                    };
                    self.push(own + ready - run.finish(given, input), from, left);
                }
            }
            let (end, value) = (end_position(order, place as u32), run.end() - run.ends[place]);
            self.push(value, before, end);
            self.push(value, end, u64::MAX);
        }
    }
}

/// For each place the least value of the constraints that begin before it and end behind it.
fn cuts(mut edges: Vec<Edge>, places: &[u64]) -> Vec<i64> {
    edges.sort_unstable_by_key(|edge| edge.value);
    let mut cuts = vec![i64::MAX; places.len()];
    // The next place without a value, from each on.
    let mut next: Vec<usize> = (0..=places.len()).collect();
    for edge in edges {
        let mut at = free(&mut next, places.partition_point(|&place| place <= edge.from));
        while places.get(at).is_some_and(|&place| place < edge.to) {
            cuts[at] = edge.value;
            next[at] = at + 1;
            at = free(&mut next, at);
        }
    }
    cuts
}

/// The first place without a value from there on; halves the way for the next time.
fn free(next: &mut [usize], mut at: usize) -> usize {
    while next[at] != at {
        next[at] = next[next[at]];
        at = next[at];
    }
    at
}

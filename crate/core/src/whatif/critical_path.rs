//! The critical path: the chain of computations, calls and messages that makes a run as long as it is.
//!
//! It is followed backward from where the run ends: before a completion stands the last of what it needed, its own enter
//! first, then its inputs in their order. Its parts follow each other without a gap, so they add up to the length of the run.

use super::changes::Changes;
use super::order::Order;
use super::predicted::{delay, Given, Predicted};
use super::program::{InputKind, Program};
use crate::durations::Context;

/// What a part of the path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathPart {
    /// The process computes.
    Computation,
    /// A call, beyond its wait.
    Residual,
    /// A message on its way to the call.
    Message,
}

/// A part of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The process, by its place in the program.
    pub process: u32,
    /// The call that it belongs to; `None` for the time after the last call of a process.
    pub call: Option<u32>,
    /// What it is.
    pub part: PathPart,
    /// How long it lasts, in nanoseconds.
    pub time: i64,
}

/// A place that the path passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathNode {
    Enter(u32),
    Leave(u32),
    End(u32),
}

/// The critical path of a predicted run, from its beginning to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CriticalPath {
    /// Its parts; those of no time are left out.
    pub steps: Vec<PathStep>,
    /// How often it goes from one process to another.
    pub hops: u64,
    pub(super) nodes: Vec<PathNode>,
}

impl CriticalPath {
    /// Finds it. O(its length).
    pub fn new(program: &Program, order: &Order, changes: &Changes, run: &Predicted) -> Self {
        let given = Given { program, order, changes };
        let mut path = Self::default();
        let end = run.end();
        let Some(place) = run.ends.iter().position(|&last| last == end) else { return path };
        let mut process = place as u32;
        path.nodes.push(PathNode::End(process));
        let mut at = program.processes()[place].calls().last();
        let leave = at.map_or(run.start, |call| run.leaves[call as usize]);
        path.push(process, None, PathPart::Computation, end - leave);
        while let Some(call) = at {
            path.nodes.push(PathNode::Leave(call));
            let source = path.follow(given, run, (process, call));
            if let Some(source) = source {
                let next = program.process_of(source);
                path.hops += u64::from(next != process);
                process = next;
            }
            let call = source.unwrap_or(call);
            path.nodes.push(PathNode::Enter(call));
            at = (call > program.processes()[process as usize].first).then(|| call - 1);
            let before = at.map_or(run.start, |before| run.leaves[before as usize]);
            let computation = run.enters[call as usize] - before;
            path.push(process, Some(call), PathPart::Computation, computation);
        }
        path.steps.reverse();
        path.nodes.reverse();
        path
    }

    fn push(&mut self, process: u32, call: Option<u32>, part: PathPart, time: i64) {
        if time != 0 {
            self.steps.push(PathStep { process, call, part, time });
        }
    }

    /// From the leave of a call to the enter that it comes from; `None` for its own.
    fn follow(&mut self, given: Given<'_>, run: &Predicted, (process, call): (u32, u32)) -> Option<u32> {
        let ready = run.ready(given, call);
        let residual = run.leaves[call as usize] - ready;
        self.push(process, Some(call), PathPart::Residual, residual);
        if ready == run.enters[call as usize] {
            return None;
        }
        let last = given.program.indexed_inputs(call).find(|&input| run.finish(given, input) == ready)?;
        let (_, input) = last;
        if input.kind == InputKind::Hub {
            let hub = &given.program.hubs()[input.source as usize];
            let members = given.program.members(hub).iter().copied();
            return members.into_iter().find(|&member| run.enters[member as usize] == ready);
        }
        self.push(process, Some(call), PathPart::Message, delay(given, last));
        Some(input.source)
    }

    /// The contexts of the times on it: of its computations, of the calls in it that end when something from elsewhere is there,
    /// and of all its calls that take time. Where nothing of a loop is among them the run lasts as long without that, for the
    /// path does. O(its length).
    pub fn contexts(&self, program: &Program) -> [Vec<bool>; 3] {
        let none = || vec![false; program.contexts().len()];
        let mut found = [none(), none(), none()];
        let mut set = |kind: usize, context: Context| {
            let known = found.get_mut(kind).and_then(|all| all.get_mut(context as usize));
            known.into_iter().for_each(|known| *known = true);
        };
        for step in &self.steps {
            let call = step.call.and_then(|call| program.calls().get(call as usize));
            match step.part {
                PathPart::Computation => set(0, call.map_or(0, |call| call.gap_context)),
                // A message may be one that a process sends to itself.
                PathPart::Message => set(1, call.map_or(0, |call| call.context)),
                PathPart::Residual => {}
            }
        }
        let mut entered = None;
        for &node in &self.nodes {
            match node {
                PathNode::Enter(call) => entered = Some(call),
                PathNode::Leave(call) => {
                    let Some(own) = program.calls().get(call as usize) else { continue };
                    if entered != Some(call) {
                        set(1, own.context);
                    }
                    set(2, own.context);
                }
                PathNode::End(_) => {}
            }
        }
        found
    }

    /// How long it lasts: exactly as long as the run.
    pub fn length(&self) -> i64 {
        self.steps.iter().map(|step| step.time).sum()
    }
}

//! A run as it can be predicted: calls, what the completion of each needs, and how long that takes.
//!
//! A call `k` has an occurrence `t` (it is entered) and a completion `u` (it is left). What it needs are its *inputs*: the
//! enters of other calls, and for messages a delay. The *finish* of an input is the time of its source plus its delay, and
//! `m` is the last finish, or `t` if that is later. Then `w = m - t` is the *wait* of the call, and `r = u - m` its *residual*:
//! overhead, copying, the scheduler. The *slack* of an input is `m` less its finish. None of these is negative.

use super::calls::{Call, ProcessCalls, Unknowns, NONE};
use crate::durations::Contexts;
use crate::small_sort::SmallSort;

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A message: its source is the call that sends it.
    Message,
    /// A receive of a message that waits for it: its source is the call that posts it.
    Posting,
    /// The next call of another process, which lets a message go on whose receive is posted, or a call that it
    /// [holds up](super::held). As a wait it is not counted.
    Progress,
    /// The root of a collective operation: its source is the call of the root.
    Root,
    /// A collective operation that all enter: its source is a hub.
    Hub,
}

/// Something that a completion needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// What it is.
    pub kind: InputKind,
    /// The index of a call, or of a hub.
    pub source: u32,
    /// The channel of a message.
    pub channel: u32,
    /// Its size.
    pub bytes: u32,
    /// From the enter of the source to where the input is there, in nanoseconds; 0 for all but messages.
    pub delay: i64,
}

impl Input {
    /// One that is no message.
    pub(super) fn plain(kind: InputKind, source: u32) -> Self {
        Self { kind, source, channel: NONE, bytes: 0, delay: 0 }
    }
}

/// A collective operation: it is there when the last of its members has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hub {
    /// When the last enters.
    pub last: i64,
    /// Its members, in a list of all.
    first: u32,
    end: u32,
}

/// A run that can be predicted. See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(super) calls: Vec<Call>,
    pub(super) processes: Vec<ProcessCalls>,
    pub(super) contexts: Contexts,
    /// For each call its first input; one more at the end.
    pub(super) first_inputs: Vec<u32>,
    pub(super) inputs: Vec<Input>,
    pub(super) hubs: Vec<Hub>,
    pub(super) members: Vec<u32>,
    /// The hubs that each call is a member of, ascending.
    pub(super) memberships: Vec<(u32, u32)>,
    pub(super) unknowns: Unknowns,
}

impl Program {
    /// The calls of all processes, one process after the other.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The processes with calls or without.
    pub fn processes(&self) -> &[ProcessCalls] {
        &self.processes
    }

    /// The ways in which loops stand around calls.
    pub fn contexts(&self) -> &Contexts {
        &self.contexts
    }

    /// What the trace does not tell.
    pub fn unknowns(&self) -> Unknowns {
        self.unknowns
    }

    /// The inputs of a call.
    #[inline]
    pub fn inputs(&self, call: u32) -> &[Input] {
        let at = call as usize;
        match self.first_inputs.get(at..at + 2) {
            Some(&[first, end]) => self.inputs.get(first as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// The inputs of a call with their indices among all.
    pub fn indexed_inputs(&self, call: u32) -> impl Iterator<Item = (u32, &Input)> {
        let first = self.first_inputs.get(call as usize).copied().unwrap_or(0);
        let inputs = self.inputs(call).iter().enumerate();
        inputs.map(move |(at, input)| (first + at as u32, input))
    }

    /// The calls of a collective operation, ascending.
    pub fn members(&self, hub: &Hub) -> &[u32] {
        self.members.get(hub.first as usize..hub.end as usize).unwrap_or(&[])
    }

    /// The collective operations.
    pub fn hubs(&self) -> &[Hub] {
        &self.hubs
    }

    /// When an input is there.
    #[inline]
    pub fn finish(&self, input: &Input) -> i64 {
        match input.kind {
            InputKind::Hub => self.hubs[input.source as usize].last,
            _ => self.calls[input.source as usize].enter + input.delay,
        }
    }

    /// When all that a call needs is there: `m`.
    #[inline]
    pub fn ready(&self, call: u32) -> i64 {
        let enter = self.calls[call as usize].enter;
        self.inputs(call).iter().fold(enter, |ready, input| ready.max(self.finish(input)))
    }

    /// How long a call waits.
    pub fn wait(&self, call: u32) -> i64 {
        self.ready(call) - self.calls[call as usize].enter
    }

    /// How long a call waits until all that it needs has begun elsewhere: without the time that messages take, as
    /// [`Waits`](crate::waits::Waits) counts it.
    pub fn wait_for_others(&self, call: u32) -> i64 {
        let Call { enter, leave, .. } = self.calls[call as usize];
        let begin = |input: &Input| self.finish(input) - input.delay;
        let others = self.inputs(call).iter().filter(|input| input.kind != InputKind::Progress);
        let begun = others.map(begin).fold(enter, i64::max);
        begun.min(leave) - enter
    }

    /// What a call lasts beyond its wait.
    pub fn residual(&self, call: u32) -> i64 {
        self.calls[call as usize].leave - self.ready(call)
    }

    /// The process of a call. O(log processes).
    pub fn process_of(&self, call: u32) -> u32 {
        self.processes.partition_point(|process| process.end <= call) as u32
    }

    /// When the run begins and ends.
    pub fn span(&self) -> (i64, i64) {
        let start = self.processes.iter().map(|process| process.start).min().unwrap_or(0);
        (start, self.processes.iter().map(|process| process.last).max().unwrap_or(start))
    }

    /// How long the run lasts: T.
    pub fn length(&self) -> i64 {
        let (start, end) = self.span();
        end - start
    }

    /// The time before a call in which its process computes: since the call before, or since the run began.
    pub fn computation(&self, process: &ProcessCalls, call: u32) -> i64 {
        let before = if call > process.first { self.calls[call as usize - 1].leave } else { process.start };
        self.calls[call as usize].enter - before
    }

    /// The time after the last call of a process, until its run ends.
    pub fn last_computation(&self, process: &ProcessCalls) -> i64 {
        let calls = self.calls.get(process.first as usize..process.end as usize);
        let leave = calls.and_then(|calls| calls.last()).map_or(process.start, |call| call.leave);
        process.last - leave
    }

    /// Appends the inputs of the next call.
    pub(super) fn push_inputs(&mut self, inputs: &[Input]) {
        if self.first_inputs.is_empty() {
            self.first_inputs.push(0);
        }
        self.inputs.extend_from_slice(inputs);
        self.first_inputs.push(self.inputs.len() as u32);
    }

    /// Appends a collective operation of these calls; its index.
    pub(super) fn push_hub(&mut self, calls: &[u32]) -> u32 {
        let first = self.members.len() as u32;
        let last = calls.iter().map(|&call| self.calls[call as usize].enter).max().unwrap_or(0);
        self.members.extend_from_slice(calls);
        let index = self.hubs.len() as u32;
        self.memberships.extend(calls.iter().map(|&call| (call, index)));
        self.hubs.push(Hub { last, first, end: self.members.len() as u32 });
        index
    }

    /// All inputs and operations are there.
    pub(super) fn close(&mut self) {
        self.memberships.sort_small();
    }
}

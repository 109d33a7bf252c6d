//! When every call of a predicted run is entered and left, and how much later each may be.
//!
//! A [`Stream`](super::Stream) knows only how long the run lasts. Here are the times of all calls, from which critical path,
//! gains and pictures are made. Both go along the same order; tests compare them.

use super::changes::{Changes, Part};
use super::order::Order;
use super::program::{Input, InputKind, Program};
use crate::durations::Parts;

/// A predicted run. Times are those of the corrected clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predicted {
    /// When each call is entered.
    pub enters: Vec<i64>,
    /// When each call is left.
    pub leaves: Vec<i64>,
    /// When the run of each process ends.
    pub ends: Vec<i64>,
    /// When the last member of each hub enters.
    pub(super) hubs: Vec<i64>,
    /// When the run begins.
    pub start: i64,
}

/// What goes into a prediction.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) program: &'a Program,
    pub(super) order: &'a Order,
    pub(super) changes: &'a Changes,
}

impl Given<'_> {
    /// Whether the inputs of a call do not count: how long it lasts is given.
    pub(super) fn is_rigid(&self, call: u32) -> bool {
        self.changes.of_call(call).is_some()
    }

    /// How long a call lasts whose inputs do not count; else its residual.
    fn lasts(&self, call: u32) -> i64 {
        let own = &self.program.calls()[call as usize];
        match self.changes.of_call(call) {
            Some(change) if change.part == Part::Wait => {
                own.leave - own.enter - change.factor.gain(self.program.wait(call))
            }
            Some(change) => own.leave - own.enter - change.factor.gain(own.leave - own.enter),
            None => self.program.residual(call),
        }
    }
}

impl Predicted {
    /// Predicts the times of all calls. O(calls + inputs).
    pub fn new(program: &Program, order: &Order, changes: &Changes) -> Self {
        Self::with((program, order, changes), |_, residual| residual)
    }

    /// The same where residuals are replaced: `residual` gets the call and its residual.
    pub fn with((program, order, changes): (&Program, &Order, &Changes), residual: impl Fn(u32, i64) -> i64) -> Self {
        let given = Given { program, order, changes };
        let start = program.span().0;
        let mut predicted = Self {
            enters: vec![start; program.calls().len()],
            leaves: vec![start; program.calls().len()],
            ends: Vec::with_capacity(program.processes().len()),
            hubs: vec![i64::MIN; program.hubs().len()],
            start,
        };
        let mut memberships = first_memberships(program);
        for (place, node) in order.nodes() {
            let call = node / 2;
            let process = &program.processes()[place as usize];
            if node % 2 == 1 {
                let lasts = match given.is_rigid(call) {
                    true => given.lasts(call),
                    false => residual(call, given.lasts(call)),
                };
                predicted.leaves[call as usize] = predicted.ready(given, call) + lasts;
                continue;
            }
            let computation = program.computation(process, call);
            let gain = changes.gain_of_gap(call, computation);
            let before = match call > process.first {
                true => predicted.leaves[call as usize - 1],
                false => start,
            };
            let enter = before + computation - gain;
            predicted.enters[call as usize] = enter;
            let at = &mut memberships[place as usize];
            while let Some(&(_, hub)) = program.memberships.get(*at).filter(|it| it.0 == call) {
                *at += 1;
                predicted.hubs[hub as usize] = predicted.hubs[hub as usize].max(enter);
            }
        }
        for (place, process) in program.processes().iter().enumerate() {
            let time = program.last_computation(process);
            let gain = changes.gain_of_end(place as u32, time);
            let leave = match process.calls().last() {
                Some(call) => predicted.leaves[call as usize],
                None => start,
            };
            predicted.ends.push(leave + time - gain);
        }
        predicted
    }

    /// Where the time of each process goes. A call waits until all that it needs has begun elsewhere, as it does where times are
    /// added up: what its messages take then is time in the call. A call whose wait is changed waits so long, whoever it waited for;
    /// one that is changed as a whole does not wait. O(calls + inputs).
    pub fn parts(&self, (program, order, changes): (&Program, &Order, &Changes)) -> Vec<Parts> {
        let given = Given { program, order, changes };
        let time = |from: i64, to: i64| (to - from).max(0) as u64;
        let of_process = |(process, &end): (&super::ProcessCalls, &i64)| {
            let mut parts = Parts::default();
            let mut before = self.start;
            for call in process.calls() {
                let (enter, leave) = (self.enters[call as usize], self.leaves[call as usize]);
                let begun = match changes.of_call(call) {
                    Some(change) if change.part == Part::Wait => {
                        let wait = program.wait_for_others(call);
                        enter + wait - change.factor.gain(wait)
                    }
                    _ => self.begun(given, call),
                };
                let begun = begun.min(leave);
                parts.compute += time(before, enter);
                parts.wait += time(enter, begun);
                parts.calls += time(begun, leave);
                before = leave;
            }
            parts.compute += time(before, end);
            parts
        };
        program.processes().iter().zip(&self.ends).map(of_process).collect()
    }

    /// When the run ends.
    pub fn end(&self) -> i64 {
        self.ends.iter().copied().max().unwrap_or(self.start)
    }

    /// How long the run lasts: T'.
    pub fn length(&self) -> i64 {
        self.end() - self.start
    }

    /// When an input is there.
    pub(super) fn finish(&self, given: Given<'_>, (index, input): (u32, &Input)) -> i64 {
        match input.kind {
            InputKind::Hub => self.hubs[input.source as usize],
            _ => self.enters[input.source as usize] + delay(given, (index, input)),
        }
    }

    /// When all that counts for a call has begun.
    fn begun(&self, given: Given<'_>, call: u32) -> i64 {
        let enter = self.enters[call as usize];
        if given.is_rigid(call) {
            return enter;
        }
        let begin = |input: &Input| match input.kind {
            InputKind::Hub => self.hubs[input.source as usize],
            _ => self.enters[input.source as usize],
        };
        let inputs = given.program.inputs(call).iter();
        inputs.filter(|input| input.kind != InputKind::Progress).map(begin).fold(enter, i64::max)
    }

    /// When all that counts for a call is there.
    pub(super) fn ready(&self, given: Given<'_>, call: u32) -> i64 {
        let enter = self.enters[call as usize];
        if given.is_rigid(call) {
            return enter;
        }
        let finishes = given.program.indexed_inputs(call).map(|input| self.finish(given, input));
        finishes.fold(enter, i64::max)
    }
}

/// How long a message takes, after a change.
pub(super) fn delay(given: Given<'_>, (index, input): (u32, &Input)) -> i64 {
    let change = given.changes.of_input(index);
    input.delay - change.map_or(0, |change| change.factor.gain(input.delay))
}

/// For each process the first of the memberships of its calls.
pub(super) fn first_memberships(program: &Program) -> Vec<usize> {
    let first = |process: &super::ProcessCalls| program.memberships.partition_point(|&(call, _)| call < process.first);
    program.processes().iter().map(first).collect()
}

/// How much later each enter and leave may be without the run ending later. Never negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slack {
    /// Of each enter.
    pub enters: Vec<i64>,
    /// Of each leave.
    pub leaves: Vec<i64>,
    pub(super) hubs: Vec<i64>,
}

impl Slack {
    /// One pass backward. O(calls + inputs).
    pub fn new(program: &Program, order: &Order, changes: &Changes, run: &Predicted) -> Self {
        let given = Given { program, order, changes };
        let count = program.calls().len();
        let mut slack = Self {
            enters: vec![i64::MAX; count],
            leaves: vec![i64::MAX; count],
            hubs: vec![i64::MAX; program.hubs().len()],
        };
        let end = run.end();
        for (process, last) in program.processes().iter().zip(&run.ends) {
            if let Some(call) = process.calls().last() {
                slack.leaves[call as usize] = end - last;
            }
        }
        let behind =
            |process: &super::ProcessCalls| program.memberships.partition_point(|&(call, _)| call < process.end);
        let mut memberships: Vec<usize> = program.processes().iter().map(behind).collect();
        for (place, node) in order.nodes().rev() {
            let (call, place) = (node / 2, place as usize);
            if node % 2 == 1 {
                slack.leave(given, run, call);
                continue;
            }
            let mut own = slack.enters[call as usize];
            let at = &mut memberships[place];
            while let Some(&(_, hub)) =
                at.checked_sub(1).and_then(|at| program.memberships.get(at)).filter(|it| it.0 == call)
            {
                *at -= 1;
                let hub = hub as usize;
                let until = run.hubs[hub] - run.enters[call as usize];
                own = own.min(slack.hubs[hub].saturating_add(until));
            }
            slack.enters[call as usize] = own;
            if call > program.processes()[place].first {
                let before = &mut slack.leaves[call as usize - 1];
                *before = (*before).min(own);
            }
        }
        slack
    }

    fn leave(&mut self, given: Given<'_>, run: &Predicted, call: u32) {
        let own = self.leaves[call as usize];
        let ready = run.ready(given, call);
        let enter = &mut self.enters[call as usize];
        *enter = (*enter).min(own + ready - run.enters[call as usize]);
        if given.is_rigid(call) {
            return;
        }
        for input in given.program.indexed_inputs(call) {
            let slack = own + ready - run.finish(given, input);
            let of = match input.1.kind {
                InputKind::Hub => &mut self.hubs,
                _ => &mut self.enters,
            };
            let known = &mut of[input.1.source as usize];
            *known = (*known).min(slack);
        }
    }
}

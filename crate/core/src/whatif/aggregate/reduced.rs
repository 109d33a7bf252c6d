//! A run without the inputs that no question needs: fewer calls, the same answers.

use super::forms::Forms;
use super::lanes::Lanes;
use super::{pass, Asked, Rule};
use crate::durations::Contexts;
use crate::whatif::calls::{Call, NONE};
use crate::whatif::gains::Event;
use crate::whatif::order::Order;
use crate::whatif::program::{Input, InputKind, Program};

/// How many calls of a program communicate: the ends of messages that something depends on, and the processes of collective
/// operations. The events of the paper's Table I. O(calls + inputs).
pub fn communicating(program: &Program) -> u64 {
    let mut calls = vec![false; program.calls().len()];
    for call in 0..calls.len() {
        for input in program.inputs(call as u32) {
            calls[call] = true;
            if input.kind != InputKind::Hub {
                calls[input.source as usize] = true;
            }
        }
    }
    program.memberships.iter().for_each(|&(call, _)| calls[call as usize] = true);
    calls.into_iter().filter(|communicates| *communicates).count() as u64
}

/// A reduced run. See the [module](super).
#[derive(Clone, Debug)]
pub struct Reduced {
    /// What is left. What lies between its calls counts as computation.
    pub program: Program,
    /// The asked events in it, in the order in which they were given.
    pub events: Vec<Event>,
    /// Whether each call of the whole run is in it; empty if that is not known.
    pub kept: Vec<bool>,
}

impl Reduced {
    /// Reduces a run to what questions about these events need. O(calls + inputs), times the terms of a form or the events.
    pub fn new(program: &Program, order: &Order, events: &[Event], rule: Rule) -> Self {
        let asked = Asked::new(events, program.calls().len());
        let given = (program, order);
        let kept = match rule {
            Rule::Equal { last } | Rule::Unmoved { last } => pass::kept(given, rule, &asked, Forms::new(last), &mut ()),
            Rule::Alone => pass::kept(given, rule, &asked, Lanes::new(events.len()), &mut ()),
        };
        Self::from_kept(program, &kept, events)
    }

    /// What is left if of all inputs only these stay, by index.
    pub(super) fn from_kept(program: &Program, kept: &[bool], events: &[Event]) -> Self {
        let reducing = Reducing { program, kept };
        let needed = reducing.needed(events);
        reducing.reduced(needed, events)
    }
}

/// What is left of a program.
struct Reducing<'a> {
    program: &'a Program,
    kept: &'a [bool],
}

impl Reducing<'_> {
    fn kept_inputs(&self, call: u32) -> impl Iterator<Item = &Input> {
        let inputs = self.program.indexed_inputs(call);
        inputs.filter(|&(index, _)| self.kept[index as usize]).map(|(_, input)| input)
    }

    /// Which calls stay: those that need something, that something needs, and around what is asked.
    fn needed(&self, events: &[Event]) -> Vec<bool> {
        let program = self.program;
        let mut needed = vec![false; program.calls().len()];
        let mut hubs = vec![false; program.hubs().len()];
        for call in 0..program.calls().len() as u32 {
            for input in self.kept_inputs(call) {
                needed[call as usize] = true;
                match input.kind {
                    InputKind::Hub => hubs[input.source as usize] = true,
                    _ => needed[input.source as usize] = true,
                }
            }
        }
        for (hub, _) in program.hubs().iter().zip(hubs).filter(|(_, needed)| *needed) {
            program.members(hub).iter().for_each(|&call| needed[call as usize] = true);
        }
        for &event in events {
            match event {
                Event::Wait(call) | Event::Call(call) => needed[call as usize] = true,
                Event::Computation(call) => {
                    needed[call as usize] = true;
                    let process = &program.processes()[program.process_of(call) as usize];
                    if call > process.first {
                        needed[call as usize - 1] = true;
                    }
                }
                Event::LastComputation(process) => {
                    let last = program.processes()[process as usize].calls().last();
                    last.into_iter().for_each(|call| needed[call as usize] = true);
                }
            }
        }
        needed
    }

    /// Until when a call waits for what was left out, if it also waits for something that was not.
    fn fixed_until(&self, call: u32) -> Option<i64> {
        self.kept_inputs(call).next()?;
        let left_out = self.program.indexed_inputs(call).filter(|(at, _)| !self.kept[*at as usize]);
        let until = left_out.map(|(_, input)| self.program.finish(input)).max()?;
        (until > self.program.calls()[call as usize].enter).then_some(until)
    }

    fn reduced(&self, needed: Vec<bool>, events: &[Event]) -> Reduced {
        let program = self.program;
        let mut reduced = Program { contexts: Contexts::default(), ..Program::default() };
        // Where a call is entered and left; two calls where part of its wait is fixed.
        let mut places = vec![(NONE, NONE); program.calls().len()];
        let mut of: Vec<u32> = Vec::new();
        for process in program.processes() {
            let first = reduced.calls.len() as u32;
            for call in process.calls().filter(|&call| needed[call as usize]) {
                let own = program.calls()[call as usize];
                let own = Call { gap_context: 0, context: 0, iteration: 0, first_need: 0, ..own };
                let at = reduced.calls.len() as u32;
                let until = self.fixed_until(call);
                if let Some(until) = until {
                    reduced.calls.push(Call { leave: until, ..own });
                    of.push(NONE);
                }
                reduced.calls.push(Call { enter: until.unwrap_or(own.enter), ..own });
                of.push(call);
                places[call as usize] = (at, reduced.calls.len() as u32 - 1);
            }
            let end = reduced.calls.len() as u32;
            reduced.processes.push(crate::whatif::ProcessCalls { first, end, ..*process });
        }
        let entered = |call: u32| places[call as usize].0;
        let mut hubs = vec![NONE; program.hubs().len()];
        let mut inputs = Vec::new();
        for &call in &of {
            inputs.clear();
            let kept = (call != NONE).then(|| self.kept_inputs(call));
            for &input in kept.into_iter().flatten() {
                let source = match input.kind {
                    InputKind::Hub => {
                        let known = &mut hubs[input.source as usize];
                        if *known == NONE {
                            let hub = &program.hubs()[input.source as usize];
                            let members = program.members(hub).iter().map(|&call| entered(call));
                            *known = reduced.push_hub(&members.collect::<Vec<u32>>());
                        }
                        *known
                    }
                    _ => entered(input.source),
                };
                inputs.push(Input { source, ..input });
            }
            reduced.push_inputs(&inputs);
        }
        reduced.close();
        let event = |event: &Event| match *event {
            Event::Computation(call) => Event::Computation(entered(call)),
            Event::Wait(call) => Event::Wait(places[call as usize].1),
            Event::Call(call) => Event::Call(places[call as usize].1),
            Event::LastComputation(process) => Event::LastComputation(process),
        };
        let events = events.iter().map(event).collect();
        Reduced { program: reduced, events, kept: needed }
    }
}

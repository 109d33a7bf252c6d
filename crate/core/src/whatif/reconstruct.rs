//! Finds the inputs of all completions, and how long messages take.
//!
//! A receive that lasts long can be read in two ways, and a trace does not tell which is right. Under [`Reading::LogGps`] its
//! message is there after the time of the model, and what the call lasts beyond that stays in every prediction. Under
//! [`Reading::Measured`] the message is there when the call ends: all of the call is a wait. Both are computed, and shown as a
//! range. A receive that is entered when its message has been under way for longer than the call lasts has only the first
//! reading: nothing says that the message took so long, and if the receive came earlier it would not wait for that.
//!
//! A send above the limit of [`EagerLimit`](crate::waits::EagerLimit) ends when its receiver is in MPI with the receive posted:
//! the input is the first call of the receiver, from the posting on, that is left after the send is entered. One send that
//! ends earlier refutes this, for the network may go on by itself: then the posting is the input of all.

use super::calls::{Calls, Requirement};
use super::loggps::Parameters;
use super::lookup::{OperationInput, Reconstruction};
use super::program::{Input, InputKind, Program};
use super::trees::{end_of_subtree, parent};
use crate::clocks::{Collective, Needs};
use crate::small_sort::SmallSort;
use crate::trace::Trace;
use crate::waits::{Kinds, Waits};

/// How a long receive is read. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The message takes the time of the model.
    LogGps,
    /// The message takes until the call ends.
    Measured,
}

/// What lets a send above the limit go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// The receiver is in MPI.
    InCalls,
    /// The receive is posted.
    Alone,
}

impl Program {
    /// The program of a run, read by the model. O(calls + messages).
    pub fn new(trace: &Trace, waits: &Waits, calls: Calls, parameters: &Parameters) -> Self {
        let mut calls = calls;
        let mut program = Self {
            calls: std::mem::take(&mut calls.calls),
            processes: std::mem::take(&mut calls.processes),
            contexts: std::mem::take(&mut calls.contexts),
            unknowns: calls.unknowns,
            ..Self::default()
        };
        let operations = collectives((trace, waits), &calls, parameters.trees, &mut program);
        let reconstruction = Reconstruction { waits, calls: &calls, parameters, operations: &operations };
        let progress = reconstruction.progress(&program);
        let (unknowns, mut inputs, mut kinds) = (program.unknowns, Vec::new(), Kinds::new());
        // What holds calls up is counted before it is told apart. Where nothing does, all is done then.
        for counts in [true, false] {
            if !counts && !kinds.any_tells() {
                break;
            }
            program.unknowns = unknowns;
            program.inputs.clear();
            program.first_inputs.clear();
            for call in 0..program.calls.len() as u32 {
                inputs.clear();
                for &need in reconstruction.needs(&program, call) {
                    reconstruction.input((&mut program, call), need, progress, &mut inputs);
                }
                let enter = program.calls[call as usize].enter;
                let ready = inputs.iter().fold(enter, |ready, it| ready.max(program.finish(it)));
                match reconstruction.held(&program, call, ready) {
                    Some(held) if counts => kinds.count(held),
                    Some(held) if kinds.waits(held) => {
                        inputs.push(Input::plain(InputKind::Progress, held.source));
                        program.unknowns.held += 1;
                    }
                    _ => {}
                }
                program.push_inputs(&inputs);
            }
        }
        program.close();
        program
    }

    /// The same run, with long receives read as [`Reading::Measured`]. O(calls + inputs).
    pub fn measured(&self, parameters: &Parameters) -> Self {
        let mut program = self.clone();
        for (at, call) in self.calls.iter().enumerate() {
            // Until the last of what else the call needs, no message need be late.
            let (mut last, mut free) = (None, call.enter);
            for (index, input) in self.indexed_inputs(at as u32) {
                let finish = self.finish(input);
                if input.kind != InputKind::Message {
                    free = free.max(finish);
                } else if last.is_none_or(|(_, known)| finish > known) {
                    last = Some((index, finish));
                }
            }
            let Some((index, _)) = last else { continue };
            let Some(input) = program.inputs.get_mut(index as usize) else { continue };
            let sent = self.calls[input.source as usize].enter;
            let (lasts, under_way) = (call.leave - free, call.leave - sent);
            if lasts > parameters.delay(input.bytes) && 2 * lasts >= under_way {
                input.delay = under_way;
            }
        }
        program
    }
}

/// The calls of an operation from that of the root, around.
fn around(members: &[u32], root: u32) -> Option<Vec<u32>> {
    let at = members.iter().position(|&call| call == root)?;
    let (before, from) = members.split_at_checked(at)?;
    Some([from, before].concat())
}

/// A hub for each call that gathers from others along the tree.
fn gathered(program: &mut Program, around: &[u32]) -> Vec<(u32, u32)> {
    let mut hubs = Vec::new();
    for (number, &call) in around.iter().enumerate() {
        let below = around.get(number..end_of_subtree(number, around.len())).unwrap_or(&[]);
        if below.len() < 2 {
            continue;
        }
        let mut below = below.to_vec();
        below.sort_small();
        // Libraries pick other trees as they like: who left earlier than this one allows needed less.
        let entered = |&call: &u32| program.calls.get(call as usize).map(|call| call.enter);
        let leave = program.calls.get(call as usize).map(|call| call.leave);
        if below.iter().filter_map(entered).max() > leave {
            program.unknowns.trees += 1;
            continue;
        }
        hubs.push((call, program.push_hub(&below)));
    }
    hubs.sort_small();
    hubs
}

/// Makes a hub of each operation that has one.
fn collectives(
    (trace, waits): (&Trace, &Waits),
    calls: &Calls,
    trees: bool,
    program: &mut Program,
) -> Vec<OperationInput> {
    let mut found = Vec::with_capacity(calls.joined.len());
    for (operation, members) in waits.matching().operations().iter().zip(&calls.joined) {
        let collective = Collective::of(operation, trace);
        let known = collective.filter(|_| members.len() == operation.members.len());
        found.push(match known {
            None if operation.members.len() < 2 => OperationInput::Unknown,
            None => {
                program.unknowns.collectives += 1;
                OperationInput::Unknown
            }
            Some(collective) => {
                let root = collective.root().and_then(|&(place, _)| {
                    let at = operation.members.iter().position(|member| member.0 == place)?;
                    members.get(at).copied()
                });
                let around = root.filter(|_| trees).and_then(|root| around(members, root));
                match (collective.needs, root) {
                    (Needs::Root(_), Some(root)) => around.map_or(OperationInput::Root(root), OperationInput::FromRoot),
                    (Needs::ByRoot(_), Some(_)) if around.is_some() => {
                        OperationInput::ToRoot(gathered(program, &around.unwrap_or_default()))
                    }
                    (Needs::ByRoot(_), Some(root)) => OperationInput::ByRoot(program.push_hub(members), root),
                    _ => OperationInput::Hub(program.push_hub(members)),
                }
            }
        });
    }
    found
}

impl Reconstruction<'_> {
    /// Whether sends above the limit wait for calls of their receivers, as far as none of them says no.
    fn progress(&self, program: &Program) -> Progress {
        for call in 0..program.calls.len() as u32 {
            for &need in self.needs(program, call) {
                let Requirement::SendDone { channel, message } = need else { continue };
                let Some(posting) = self.posting(channel, message) else { continue };
                let going = self.first_in_mpi(program, (channel, message), posting);
                let leave = program.calls[call as usize].leave;
                let enter = |call: u32| program.calls[call as usize].enter;
                if enter(posting) <= leave && going.is_none_or(|going| enter(going) > leave) {
                    return Progress::Alone;
                }
            }
        }
        Progress::InCalls
    }

    fn input(
        &self,
        (program, call): (&mut Program, u32),
        need: Requirement,
        progress: Progress,
        inputs: &mut Vec<Input>,
    ) {
        let own = program.calls[call as usize];
        match need {
            Requirement::Received { channel, message } => {
                let Some(source) = Calls::at(&self.calls.sent, channel, message) else {
                    program.unknowns.sends += 1;
                    return;
                };
                let messages = self.waits.matching().channels().get(channel as usize);
                let send = messages.and_then(|it| it.sends().get(message as usize));
                let bytes = send.and_then(|send| send.bytes()).unwrap_or(0);
                let most = (own.leave - program.calls[source as usize].enter).max(0);
                let delay = self.parameters.delay(bytes).min(most);
                inputs.push(Input { kind: InputKind::Message, source, channel, bytes, delay });
            }
            Requirement::SendDone { channel, message } => {
                let Some(posting) = self.posting(channel, message) else {
                    program.unknowns.postings += u64::from(self.waits(channel, message));
                    return;
                };
                let going = match progress {
                    Progress::Alone => Some(posting),
                    Progress::InCalls => self.first_in_mpi(program, (channel, message), posting),
                };
                let Some(source) = going else { return };
                if program.calls[source as usize].enter > own.leave {
                    program.unknowns.refuted += 1;
                    return;
                }
                let is_late = source == posting;
                let kind = if is_late { InputKind::Posting } else { InputKind::Progress };
                inputs.push(Input::plain(kind, source));
            }
            Requirement::Joined { operation } => match self.operations.get(operation as usize) {
                Some(&OperationInput::Hub(hub)) => inputs.push(Input::plain(InputKind::Hub, hub)),
                Some(&OperationInput::ByRoot(hub, root)) if root == call => {
                    inputs.push(Input::plain(InputKind::Hub, hub));
                }
                Some(&OperationInput::Root(root)) if root != call => {
                    inputs.push(Input::plain(InputKind::Root, root));
                }
                Some(OperationInput::FromRoot(around)) => {
                    let own_number = around.iter().position(|&it| it == call);
                    let mut number = own_number.and_then(parent);
                    while let Some(at) = number {
                        let Some(&source) = around.get(at) else { break };
                        match program.calls[source as usize].enter <= own.leave {
                            true => inputs.push(Input::plain(InputKind::Root, source)),
                            false => program.unknowns.trees += 1,
                        }
                        number = parent(at);
                    }
                }
                Some(OperationInput::ToRoot(hubs)) => {
                    let found = hubs.binary_search_by_key(&call, |hub| hub.0);
                    if let Some(&(_, hub)) = found.ok().and_then(|at| hubs.get(at)) {
                        inputs.push(Input::plain(InputKind::Hub, hub));
                    }
                }
                // Whoever needs nobody, and what is not known.
                _ => {}
            },
        }
    }
}

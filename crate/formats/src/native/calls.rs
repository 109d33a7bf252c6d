//! Calls from pairs of `local call X` and `local return X`.
//!
//! A call becomes an item when it **returns**, because only then is it known what happened inside
//! it: a call that waits names the message that it waited for. So the items stand in the order of
//! the returns, and a call that calls others stands behind them.
//!
//! What happened inside counts for all the calls it is inside of: `mpi_send_`, the Fortran
//! entry that calls `MPI_Send`, has the same peer and tag.

use loopscope_core::trace::{GroupId, Kind, NameId, Record};

/// Calls that may be open at once in a process; deeper ones are left out.
const MAX_DEPTH: usize = 1000;

/// What a line of the native form means for the calls around it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// A message was sent or received.
    Message { peer: u32, tag: i64 },
    /// A synchronisation took place.
    Sync(GroupId),
    /// A call begins.
    Call(NameId),
    /// A call ends.
    Return(NameId),
}

/// How often something happened, and what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside<T> {
    Nothing,
    One(T),
    Several,
}

impl<T: Copy> Inside<T> {
    fn one(self) -> Option<T> {
        match self {
            Inside::One(it) => Some(it),
            _ => None,
        }
    }
}

#[derive(Debug)]
struct OpenCall {
    name: NameId,
    /// The line it began in.
    line: u64,
    message: Inside<(u32, i64)>,
    group: Inside<GroupId>,
}

impl OpenCall {
    /// Adds messages; exactly one makes the call's peer and tag.
    fn add_message(&mut self, message: Inside<(u32, i64)>) {
        self.message = match (self.message, message) {
            (kept, Inside::Nothing) => kept,
            (Inside::Nothing, new) => new,
            _ => Inside::Several,
        };
    }

    /// Adds a group; several synchronisations of one group keep it.
    fn add_group(&mut self, group: Inside<GroupId>) {
        self.group = match (self.group, group) {
            (kept, Inside::Nothing) => kept,
            (Inside::Nothing, new) => new,
            (kept, new) if kept == new => kept,
            _ => Inside::Several,
        };
    }
}

/// What an effect led to.
pub(super) enum Outcome {
    /// Nothing to tell.
    Quiet,
    /// A call is complete. `unreturned` are the calls inside it that never returned: the line of
    /// the first and their number.
    Complete { call: Record, unreturned: Option<(NameId, u64, u64)> },
    /// A return without its call.
    NoCall,
    /// A call that stands deeper than is followed.
    TooDeep,
}

/// The calls of one process that have begun and not returned, innermost last.
#[derive(Debug, Default)]
pub(super) struct OpenCalls {
    stack: Vec<OpenCall>,
    /// Calls above the deepest that is followed.
    beyond: u64,
}

impl OpenCalls {
    /// The line of the outermost call that has not returned, its name, and how many there are.
    pub(super) fn unreturned(&self) -> Option<(NameId, u64, u64)> {
        let first = self.stack.first()?;
        Some((first.name, first.line, self.stack.len() as u64))
    }

    /// Takes the effect of a line.
    pub(super) fn apply(&mut self, effect: Effect, line: u64) -> Outcome {
        match effect {
            Effect::None => {}
            Effect::Message { peer, tag } => {
                if let Some(innermost) = self.stack.last_mut() {
                    innermost.add_message(Inside::One((peer, tag)));
                }
            }
            Effect::Sync(group) => {
                if let Some(innermost) = self.stack.last_mut() {
                    innermost.add_group(Inside::One(group));
                }
            }
            Effect::Call(_) if self.stack.len() >= MAX_DEPTH => {
                self.beyond += 1;
                return Outcome::TooDeep;
            }
            Effect::Call(name) => {
                let (message, group) = (Inside::Nothing, Inside::Nothing);
                self.stack.push(OpenCall { name, line, message, group });
            }
            Effect::Return(_) if self.beyond > 0 => self.beyond -= 1,
            Effect::Return(name) => return self.returned(name),
        }
        Outcome::Quiet
    }

    fn returned(&mut self, name: NameId) -> Outcome {
        let Some(at) = self.stack.iter().rposition(|call| call.name == name) else {
            return Outcome::NoCall;
        };
        let inner = self.stack.get(at + 1..).unwrap_or_default();
        let unreturned = inner.first().map(|call| (call.name, call.line, inner.len() as u64));
        let mut message = Inside::Nothing;
        let mut group = Inside::Nothing;
        while self.stack.len() > at {
            let Some(mut call) = self.stack.pop() else { break };
            call.add_message(message);
            call.add_group(group);
            (message, group) = (call.message, call.group);
        }
        if let Some(around) = self.stack.last_mut() {
            around.add_message(message);
            around.add_group(group);
        }
        let call = Record {
            peer: message.one().map(|(peer, _)| peer),
            tag: message.one().map(|(_, tag)| tag),
            group: group.one(),
            ..Record::new(Kind::Call, name)
        };
        Outcome::Complete { call, unreturned }
    }
}

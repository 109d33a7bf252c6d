//! What the inputs of a call are found from: what its completion needs, and who sends, posts and takes part.

use super::calls::{Calls, Requirement};
use super::loggps::Parameters;
use super::program::Program;
use crate::waits::Waits;

/// What the parts of a collective operation need.
#[derive(Clone, Debug)]
pub(super) enum OperationInput {
    Hub(u32),
    /// The root needs the hub, nobody else needs anything.
    ByRoot(u32, u32),
    /// All others need the call of the root.
    Root(u32),
    /// The same along a tree: members, numbered from the root, around.
    FromRoot(Vec<u32>),
    /// Whoever has a hub in the tree needs it: those below it have entered.
    ToRoot(Vec<(u32, u32)>),
    /// It is not known who needs whom.
    Unknown,
}

/// What inputs are found from.
pub(super) struct Reconstruction<'a> {
    pub(super) waits: &'a Waits,
    pub(super) calls: &'a Calls,
    pub(super) parameters: &'a Parameters,
    pub(super) operations: &'a [OperationInput],
}

impl Reconstruction<'_> {
    /// What the completion of a call needs.
    pub(super) fn needs(&self, program: &Program, call: u32) -> &[Requirement] {
        let first = program.calls.get(call as usize).map_or(0, |call| call.first_need as usize);
        let next = program.calls.get(call as usize + 1);
        let end = next.map_or(self.calls.needs.len(), |next| next.first_need as usize);
        self.calls.needs.get(first..end).unwrap_or(&[])
    }

    /// Whether the send of a message waits for its receive.
    pub(super) fn waits(&self, channel: u32, message: u32) -> bool {
        let messages = self.waits.matching().channels().get(channel as usize);
        messages.is_some_and(|messages| {
            let bytes = messages.sends().get(message as usize).and_then(|send| send.bytes());
            let waits = bytes.is_some_and(|it| self.parameters.is_synchronous(it, self.waits));
            waits && messages.from != messages.to
        })
    }

    /// The call that posts the receive of a message whose send waits for it.
    pub(super) fn posting(&self, channel: u32, message: u32) -> Option<u32> {
        Calls::at(&self.calls.posted, channel, message).filter(|_| self.waits(channel, message))
    }

    /// The first call of the receiver, from the posting on, that is left after the send of the message is entered.
    pub(super) fn first_in_mpi(&self, program: &Program, (channel, message): (u32, u32), posting: u32) -> Option<u32> {
        let send = Calls::at(&self.calls.sent, channel, message)?;
        let sent = program.calls.get(send as usize)?.enter;
        let process = program.processes.get(program.process_of(posting) as usize)?;
        let rest = program.calls.get(posting as usize..process.end as usize)?;
        let before = rest.partition_point(|call| call.leave <= sent);
        (before < rest.len()).then_some(posting + before as u32)
    }
}

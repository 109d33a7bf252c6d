//! A message as a reader reports it: the other end, and its fields as far as they are known.

use loopscope_core::trace::GroupId;

use super::calls::MessageFields;

/// The other end of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Peer {
    /// The trace does not say, or a receive takes a message from any process.
    #[default]
    Any,
    /// `MPI_PROC_NULL`: there is no message.
    Null,
    /// A process, by its rank in the whole program.
    Process(u32),
}

/// A message, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) peer: Peer,
    /// `None` is unknown, or any.
    pub(crate) tag: Option<i64>,
    pub(crate) bytes: Option<u64>,
    /// The processes of its communicator.
    pub(crate) group: Option<GroupId>,
}

impl Message {
    pub(super) fn fields(self) -> MessageFields {
        let peer = match self.peer {
            Peer::Process(peer) => Some(peer),
            Peer::Any | Peer::Null => None,
        };
        MessageFields { peer, tag: self.tag, bytes: self.bytes, group: self.group }
    }

    /// What was posted, with what is known now.
    pub(super) fn completed(self, now: Self) -> Self {
        Self {
            peer: if now.peer == Peer::Any { self.peer } else { now.peer },
            tag: now.tag.or(self.tag),
            bytes: now.bytes.or(self.bytes),
            group: self.group.or(now.group),
        }
    }
}

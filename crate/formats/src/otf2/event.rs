//! Events: the records of `N.evt`.
//!
//! In this format the record of a receive comes **where the receive completed**: `MpiRecv` when the
//! call was blocking, `MpiIrecv` in the `MPI_Wait` or `MPI_Test` that found it done, with the peer and
//! tag that matched. `MpiIrecvRequest` marks where it was posted, with the same request number.

use super::bytes::Values;

/// The other end of a message, as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Message {
    /// Rank in the communicator.
    pub(super) peer: u32,
    /// Id of the communicator, in the numbering of the location.
    pub(super) comm: u32,
    pub(super) tag: u32,
    pub(super) bytes: u64,
}

/// A collective operation of a communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CollectiveRecord {
    pub(super) op: u8,
    pub(super) comm: u32,
    /// Rank in the communicator, or one of the largest three numbers, which mean none, the own and
    /// the own side of an inter-communicator.
    pub(super) root: u32,
    pub(super) sent: u64,
    pub(super) received: u64,
}

/// What an event says, as far as it is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A region begins or ends, by its id in the numbering of the location.
    Enter(u32),
    Leave(u32),
    Send(Message),
    Receive(Message),
    /// A non-blocking send begins, or ends.
    Isend(Message, u64),
    IsendDone(u64),
    /// A non-blocking receive is posted, or complete.
    IrecvPosted(u64),
    IrecvDone(Message, u64),
    Tested(u64),
    Cancelled(u64),
    CollectiveBegin,
    CollectiveEnd(CollectiveRecord),
    /// A non-blocking collective operation is posted, or complete.
    IcollectivePosted(u64),
    IcollectiveDone(CollectiveRecord, u64),
}

impl Event {
    /// Whether records of that kind are events of use; all others are jumped over.
    pub(super) fn is_used(kind: u8) -> bool {
        matches!(kind, 12..=23 | 85 | 86)
    }

    /// Reads a record; `Some(None)` if it is of no use, `None` if it ends too early.
    #[inline]
    pub(super) fn read(kind: u8, mut values: Values<'_>) -> Option<Option<Self>> {
        let values = &mut values;
        Some(Some(match kind {
            12 => Self::Enter(values.id()?),
            13 => Self::Leave(values.id()?),
            14 => Self::Send(message(values)?),
            15 => Self::Isend(message(values)?, values.number()?),
            16 => Self::IsendDone(values.number()?),
            17 => Self::IrecvPosted(values.number()?),
            18 => Self::Receive(message(values)?),
            19 => Self::IrecvDone(message(values)?, values.number()?),
            20 => Self::Tested(values.number()?),
            21 => Self::Cancelled(values.number()?),
            22 => Self::CollectiveBegin,
            23 => Self::CollectiveEnd(collective(values)?),
            85 => Self::IcollectivePosted(values.number()?),
            86 => Self::IcollectiveDone(collective(values)?, values.number()?),
            _ => return Some(None),
        }))
    }
}

#[inline]
fn message(values: &mut Values<'_>) -> Option<Message> {
    let (peer, comm, tag) = (values.id()?, values.id()?, values.id()?);
    Some(Message { peer, comm, tag, bytes: values.number()? })
}

fn collective(values: &mut Values<'_>) -> Option<CollectiveRecord> {
    let (op, comm, root) = (values.byte()?, values.id()?, values.id()?);
    Some(CollectiveRecord { op, comm, root, sent: values.number()?, received: values.number()? })
}

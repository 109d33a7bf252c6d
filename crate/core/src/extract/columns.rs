//! What can be read of each event: columns of whole numbers by process and position.
//!
//! | column | an event's |
//! | --- | --- |
//! | `position` | place among the events of communication of its process, from 0 |
//! | `start`, `end` | times in nanoseconds on the clock of the process as recorded: those of the call that it belongs to |
//! | `kind` | 0 send, 1 receive, 2 collective, 3 local |
//! | `peer`, `tag` | the other process of a message, and its tag; -1 where it is no message |
//! | `bytes` | size: of a message that is sent, or what the process sends in a collective; 0 where the trace has none |
//! | `sent`, `sent_sum` | size if it is a send, else 0; and the sum of these up to the event, which is included |
//! | `mpi`, `mpi_sum` | time in calls from the end of the call of the event before to the end of its own; and the sum of these |
//!
//! So sums over any stretch of events are two reads, and neither posts, tests nor calls of several events leave gaps or count
//! twice. [`TraceColumns`](super::of_trace::TraceColumns) has the columns of a trace; files of a data trace are another source.

use std::fmt;

use super::identity::Identity;
use crate::trace::ProcessId;

/// A column. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// The place among the events of the process.
    Position,
    /// When the call begins.
    Start,
    /// When the call ends.
    End,
    /// The kind: see [`kind_number`](super::identity::kind_number).
    Kind,
    /// The other process of a message.
    Peer,
    /// The tag of a message.
    Tag,
    /// The size.
    Bytes,
    /// The size of what is sent in a message.
    Sent,
    /// The sum of `sent`.
    SentSum,
    /// The time in calls since the event before.
    Mpi,
    /// The sum of `mpi`.
    MpiSum,
}

impl Column {
    /// All columns, in the order in which files have them.
    pub const ALL: [Self; 11] = [
        Self::Position,
        Self::Start,
        Self::End,
        Self::Kind,
        Self::Peer,
        Self::Tag,
        Self::Bytes,
        Self::Sent,
        Self::SentSum,
        Self::Mpi,
        Self::MpiSum,
    ];

    /// The name in files and programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Start => "start",
            Self::End => "end",
            Self::Kind => "kind",
            Self::Peer => "peer",
            Self::Tag => "tag",
            Self::Bytes => "bytes",
            Self::Sent => "sent",
            Self::SentSum => "sent_sum",
            Self::Mpi => "mpi",
            Self::MpiSum => "mpi_sum",
        }
    }

    /// What a source must know to have it.
    pub fn needs(self) -> Option<Knowledge> {
        match self {
            Self::Start | Self::End | Self::Mpi | Self::MpiSum => Some(Knowledge::Times),
            Self::Bytes | Self::Sent | Self::SentSum => Some(Knowledge::Sizes),
            Self::Position | Self::Kind | Self::Peer | Self::Tag => None,
        }
    }
}

/// What a trace may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Knowledge {
    /// When events begin and end.
    Times,
    /// How large messages are.
    Sizes,
}

/// Why a column cannot be read, in words: file, place, found, expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How many messages arrive before they are sent: more than a few where clocks disagree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Early {
    /// Messages with both ends.
    pub messages: u64,
    /// Those whose receive ends before the send begins.
    pub early: u64,
}

impl Early {
    /// Whether times of different processes cannot be compared: more than one message in a hundred is early.
    pub fn is_much(self) -> bool {
        u128::from(self.early) * 100 > u128::from(self.messages)
    }
}

/// A source of columns.
pub trait Columns {
    /// The processes that it has, ascending.
    fn processes(&self) -> Vec<ProcessId>;

    /// The file that a process is read from, for messages.
    fn source(&self, process: ProcessId) -> String;

    /// How many events a process has, and a number that tells them from others. `None` if there is no such process.
    fn identity(&mut self, process: ProcessId) -> Option<Identity>;

    /// Whether the columns that need it are known for a process.
    fn knows(&mut self, process: ProcessId, what: Knowledge) -> bool;

    /// How many messages are early, as far as the source can tell without being read as a whole for it.
    fn early(&mut self) -> Option<Early>;

    /// Appends the values at these positions, which ascend (equal ones may follow each other), to `out`.
    ///
    /// # Errors
    /// There is no such process or position, the source does not have the column, or it cannot be read.
    fn read(
        &mut self,
        process: ProcessId,
        column: Column,
        positions: &[u64],
        out: &mut Vec<i64>,
    ) -> Result<(), Unreadable>;
}

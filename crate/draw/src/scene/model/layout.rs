//! Where everything is: in steps from left to right and in rows from top to bottom; no pixels yet.
//!
//! [`compose`](super::compose) makes a [`Layout`], [`grid`](super::grid) gives it pixels.

use loopscope_core::system::{ChannelId, ConstructId};

/// The box of a loop.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) id: ConstructId,
    pub(super) left: f64,
    pub(super) right: f64,
    /// First and last row.
    pub(super) first: u32,
    pub(super) last: u32,
    /// How many boxes are around it.
    pub(super) depth: usize,
    /// The box around it.
    pub(super) parent: Option<usize>,
    /// Whether its inside is not drawn.
    pub(super) closed: bool,
}

/// A collective or a local event in its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EventMark {
    pub(super) id: ConstructId,
    pub(super) x: f64,
    /// Its rows, ascending; several for a collective.
    pub(super) rows: Vec<u32>,
}

/// What is known of the end of a message that is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherEnd {
    /// Both ends are drawn.
    Drawn,
    /// It is in another iteration of the loop.
    Iteration,
    /// It is outside the loop.
    Outside,
    /// It is in a part that is not shown.
    Hidden,
    /// There is none.
    Missing,
}

/// One end of a message: its step and its row.
pub(super) type End = (f64, u32);

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrow {
    pub(super) channel: ChannelId,
    pub(super) tag: i64,
    /// Where it is sent, unless that is not drawn.
    pub(super) from: Option<End>,
    /// Where it is received, unless that is not drawn.
    pub(super) to: Option<End>,
    pub(super) other: OtherEnd,
    /// How many there are in one iteration.
    pub(super) count: u64,
    /// The loop around it.
    pub(super) inside: Option<ConstructId>,
    /// The send, if it is drawn and is not inside a loop.
    pub(super) sender: Option<ConstructId>,
    /// The receive likewise.
    pub(super) receiver: Option<ConstructId>,
    /// When the message crosses, if it is not drawn straight.
    pub(super) crossing: Option<Crossing>,
}

/// When a message crosses from row to row, and in which lanes it waits before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    /// The steps between which it goes from row to row.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Lane beside the sender's line and lane beside the receiver's, 0 nearest.
    pub(super) lanes: (u32, u32),
}

/// A line that changes its row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RowChange {
    /// The number of the line: its row when all rows ascend.
    pub(super) line: u32,
    /// The step at which the change begins.
    pub(super) start: f64,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The number of a process inside the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ProcessNumber {
    pub(super) line: u32,
    /// The step at which the change of rows before it begins.
    pub(super) start: f64,
    /// The middle of its room.
    pub(super) x: f64,
    pub(super) row: u32,
    /// How many boxes are around it.
    pub(super) depth: usize,
}

/// A model laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    /// Rows, as many as lines: one for each process, or for each set of processes that share one.
    pub(super) rows: usize,
    /// The row of every line at the left edge.
    pub(super) starts: Vec<u32>,
    /// Steps from left to right.
    pub(super) length: f64,
    /// Outer boxes before inner ones.
    pub(super) frames: Vec<Frame>,
    pub(super) marks: Vec<EventMark>,
    pub(super) arrows: Vec<Arrow>,
    /// By line, then by time.
    pub(super) changes: Vec<RowChange>,
    pub(super) numbers: Vec<ProcessNumber>,
    /// Steps that are kept free for numbers where rows change.
    pub(super) room: f64,
    /// Events before, between and after the main loops that are not drawn.
    pub(super) hidden: u64,
}

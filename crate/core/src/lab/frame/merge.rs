//! Frames of the merge of nests into one model (Ketterlin 2011, section III).

use std::sync::Arc;

use crate::lab::word::Word;
use crate::system::{ChannelLog, LeftLog};

/// The first and the last column of something in the layout of its level: clocks of Lamport, from 1.
pub type Columns = (u32, u32);

/// A loop that is kept as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptLoop {
    /// Its process.
    pub process: u32,
    /// The loop in one line.
    pub text: Word,
    /// Where it stands.
    pub columns: Columns,
}

/// A step of the merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeStep {
    /// A level begins: the program, or the body of a loop.
    Start,
    /// An event has run.
    Event {
        /// Its process.
        process: u32,
        /// The event in one line.
        text: Word,
        /// Where it stands.
        columns: Columns,
    },
    /// A loop that exchanges nothing with others has run.
    Alone {
        /// The loop.
        kept: KeptLoop,
    },
    /// Loops at fronts exchange messages.
    Component {
        /// How many iterations of each go together.
        rates: Vec<u64>,
        /// How often they do.
        g: u64,
    },
    /// Loops are split.
    Split {
        /// How many iterations of each go together.
        rates: Vec<u64>,
        /// How often they do.
        g: u64,
        /// The iterations of each that stay.
        rest: Vec<u64>,
    },
    /// A loop gives out a part of itself.
    Shift {
        /// Its process.
        process: u32,
        /// `shift`, `peel`, `split`, or `shift, count kept`.
        how: &'static str,
        /// The loop as it was.
        before: Word,
        /// What it became.
        after: Vec<Word>,
    },
    /// One round of iterations is unrolled.
    Unroll {
        /// How many iterations of each go together.
        rates: Vec<u64>,
        /// How often they do: once, or not at all.
        g: u64,
    },
    /// Loops have become one.
    Coalesce {
        /// The processes, ascending.
        processes: Vec<u32>,
        /// Its iterations.
        count: u64,
        /// Its body.
        body: Vec<Word>,
        /// Where it stands.
        columns: Columns,
    },
    /// Loops stay as they are.
    Conflict {
        /// Which.
        kept: Vec<KeptLoop>,
    },
    /// Copies of bodies have gone back into their loops.
    Reroll {
        /// The iterations that those loops have now.
        counts: Vec<u64>,
    },
    /// Nothing is left.
    End {
        /// What came out, a construct each.
        result: Vec<Word>,
    },
}

impl MergeStep {
    /// The name of the step.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Event { .. } => "event",
            Self::Alone { .. } => "alone",
            Self::Component { .. } => "component",
            Self::Split { .. } => "split",
            Self::Shift { .. } => "shift",
            Self::Unroll { .. } => "unroll",
            Self::Coalesce { .. } => "coalesce",
            Self::Conflict { .. } => "conflict",
            Self::Reroll { .. } => "reroll",
            Self::End { .. } => "end",
        }
    }
}

/// A step of the merge, and how its level stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeFrame {
    /// How many loops are around: 0 in the program.
    pub depth: u32,
    /// The processes of the level, ascending.
    pub processes: Arc<[u32]>,
    /// What each of them has left.
    pub left: Vec<Arc<LeftLog>>,
    /// The channels of the level.
    pub channels: Arc<[ChannelLog]>,
    /// The step.
    pub step: MergeStep,
}

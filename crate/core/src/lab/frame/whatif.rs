//! Frames of What if (Ino et al. 2006, sections III to V and VII-A).

use std::sync::Arc;

use crate::lab::word::Word;

/// What an event of a small run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEventKind {
    /// A computation; its name, if a question may shorten it.
    Compute(Option<Word>),
    /// A send, by the number of its message.
    Send(u32),
    /// A receive; when the message is there.
    Receive(u32, i64),
}

/// An event of a small run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEvent {
    /// Its process.
    pub process: u32,
    /// What it is.
    pub kind: RunEventKind,
    /// When it begins.
    pub from: i64,
    /// When it ends.
    pub to: i64,
}

impl RunEvent {
    /// How long a receive waits; 0 for anything else.
    pub fn wait(&self) -> i64 {
        match self.kind {
            RunEventKind::Receive(_, there) => (there - self.from).max(0),
            RunEventKind::Compute(_) | RunEventKind::Send(_) => 0,
        }
    }
}

/// A small run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmallRun {
    /// Its processes.
    pub processes: u32,
    /// Its events, in the order in which they happen.
    pub events: Vec<RunEvent>,
}

impl SmallRun {
    /// When it ends.
    pub fn end(&self) -> i64 {
        self.events.iter().map(|event| event.to).max().unwrap_or(0)
    }
}

/// An item of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramItem {
    /// A computation that lasts so long, and its name.
    Compute(i64, Option<Word>),
    /// A send, by the number of its message.
    Send(u32),
    /// A receive.
    Receive(u32),
}

/// What may be left out on the domino path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DominoEvent {
    /// The wait at a message.
    Wait(u32),
    /// A computation, by its process and what follows it.
    Computation(u32, Word),
}

/// A message as it was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeasuredMessage {
    /// When it is sent.
    pub t_p: i64,
    /// How long it takes.
    pub delay: i64,
    /// When the receive is called.
    pub t_q: i64,
    /// When both are there.
    pub m: i64,
    /// What both ends last beyond that.
    pub residual: i64,
    /// When the sender leaves.
    pub u_p: i64,
    /// When the receiver leaves.
    pub u_q: i64,
}

impl MeasuredMessage {
    /// When the message is there.
    pub fn arrives(&self) -> i64 {
        self.t_p + self.delay
    }
}

/// How both ends of a message move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How much earlier each begins.
    pub before: (i64, i64),
    /// The slack of each.
    pub slack: (i64, i64),
    /// How much earlier each leaves.
    pub after: (i64, i64),
    /// Whether the sender's term is the least.
    pub by_sender: bool,
    /// How long one end then waits, or the message lies there.
    pub new_wait: i64,
    /// Whether it is the sender's end; `None` if nobody waits.
    pub new_wait_at_sender: Option<bool>,
}

/// A message that was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Its number.
    pub message: u32,
    /// Its processes.
    pub between: (u32, u32),
    /// The form of the sender.
    pub sender: Word,
    /// The form of the receiver, before.
    pub receiver: Word,
    /// How long the receiver waits.
    pub wait: i64,
    /// How long the message has been there.
    pub there: i64,
    /// Whether its events stay.
    pub kept: bool,
    /// The forms after it, by process.
    pub forms: Vec<Word>,
}

/// A step of What if.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatIfStep {
    /// One message as it was measured.
    Measured(MeasuredMessage),
    /// The differences of both ends.
    Difference(Difference),
    /// The aggregation begins.
    Aggregate {
        /// The forms, by process.
        forms: Vec<Word>,
        /// The wait at each message.
        waits: Vec<(u32, i64)>,
        /// How long the run lasts.
        length: i64,
    },
    /// A computation that may be shortened.
    Candidate {
        /// Its process.
        process: u32,
        /// Its name.
        candidate: Word,
        /// How long it lasts.
        time: i64,
        /// The forms behind it, by process.
        forms: Vec<Word>,
    },
    /// A message: its events go (R3) or stay.
    Compared(Compared),
    /// The aggregation is done.
    Aggregated {
        /// Messages that stay.
        kept: Vec<u32>,
        /// Messages that went.
        dropped: Vec<u32>,
        /// The reduced program.
        reduced: Vec<Vec<ProgramItem>>,
        /// Of each question how much shorter each candidate is, and how long the whole and the reduced run then last.
        predictions: Vec<(Vec<i64>, i64, i64)>,
    },
    /// The domino path begins.
    Replay {
        /// How long the run lasts.
        length: i64,
        /// The wait at each message.
        waits: Vec<(u32, i64)>,
    },
    /// One candidate is left out.
    Try {
        /// Which.
        event: DominoEvent,
        /// How long it lasts.
        time: i64,
        /// How much shorter the run is.
        gain: i64,
        /// How long it then lasts.
        length: i64,
    },
    /// The candidate that gains most is left out.
    Take {
        /// Which.
        event: DominoEvent,
        /// How much shorter the run is.
        gain: i64,
        /// How long it then lasts.
        length: i64,
        /// The gains of all candidates.
        gains: Vec<(DominoEvent, i64)>,
        /// The wait at each message then.
        waits: Vec<(u32, i64)>,
    },
    /// The domino path ends.
    Fallen {
        /// How long the run lasts.
        length: i64,
        /// How long it lasted.
        before: i64,
        /// The longest candidates, as many as the path has steps.
        longest: Vec<DominoEvent>,
        /// What those together gain.
        longest_gain: i64,
    },
}

impl WhatIfStep {
    /// The name of the step.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Measured(_) => "measured",
            Self::Difference(_) => "difference",
            Self::Aggregate { .. } | Self::Replay { .. } => "start",
            Self::Candidate { .. } => "candidate",
            Self::Compared(compared) if compared.kept => "kept",
            Self::Compared(_) => "R3",
            Self::Aggregated { .. } | Self::Fallen { .. } => "end",
            Self::Try { .. } => "try",
            Self::Take { .. } => "take",
        }
    }
}

/// A step of What if with the run that was measured, and as it would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatIfFrame {
    /// The run as it was measured.
    pub measured: Arc<SmallRun>,
    /// The run as it would be.
    pub predicted: Option<Arc<SmallRun>>,
    /// The step.
    pub step: WhatIfStep,
}

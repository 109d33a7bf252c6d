//! What is written down of a merge.

use std::sync::Arc;

use crate::system::model::Channel;

/// A level.
#[derive(Debug, Default)]
pub(crate) struct LevelLog {
    /// The processes that take part, ascending.
    pub(crate) processes: Vec<u32>,
    pub(crate) steps: Vec<StepLog>,
    /// The loops of the level, by their places in the result, with their bodies.
    pub(crate) bodies: Vec<(usize, usize)>,
    /// What came out: the place of each construct, its text if it is an event, else its count.
    pub(crate) result: Vec<(usize, Result<Arc<str>, u64>)>,
}

/// A step, and how the level stands after it.
#[derive(Debug)]
pub(crate) struct StepLog {
    pub(crate) kind: StepKind,
    pub(crate) state: StateLog,
}

/// How a level stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateLog {
    /// What each member has left.
    pub(crate) left: Vec<Arc<LeftLog>>,
    pub(crate) channels: Arc<[ChannelLog]>,
}

/// What a process has left at a step of a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftLog {
    /// The first constructs, in one line each: `for 12 { 0 send 1 0 }`.
    pub first: Vec<Arc<str>>,
    /// How many follow them.
    pub more: usize,
}

/// A channel at a step of a merge: messages of the level, so of one iteration in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelLog {
    /// The channel.
    pub channel: Channel,
    /// Messages that were sent so far.
    pub sent: u64,
    /// Messages that were received so far.
    pub received: u64,
    /// Messages in flight; negative where receives went ahead.
    pub in_flight: i64,
    /// Messages still to be sent.
    pub left_to_send: u64,
    /// Messages still to be received.
    pub left_to_receive: u64,
}

/// A loop that came out of a sweep.
#[derive(Clone, Debug)]
pub(crate) struct LoopLog {
    /// Its place in the result.
    pub(crate) place: usize,
    pub(crate) processes: Vec<u32>,
    pub(crate) count: u64,
    /// The text of its first part.
    pub(crate) text: Arc<str>,
    /// The most events of a part in an iteration.
    pub(crate) period: u64,
    /// By channel, whether it sends and how much in all.
    pub(crate) flows: Vec<(Channel, bool, u64)>,
}

/// What a step does.
#[derive(Clone, Debug)]
pub(crate) enum StepKind {
    Start,
    Event {
        process: u32,
        text: Arc<str>,
        message: Option<(Channel, bool)>,
        ahead: bool,
    },
    /// Loops that exchange messages: their counts, and by channel what an iteration sends and receives.
    Component {
        processes: Vec<u32>,
        counts: Vec<u64>,
        rates: Vec<u64>,
        g: u64,
        links: Vec<(Channel, u64, u64)>,
    },
    Split {
        processes: Vec<u32>,
        counts: Vec<u64>,
        rates: Vec<u64>,
        g: u64,
    },
    Unroll {
        rates: Vec<u64>,
        g: u64,
    },
    Coalesce {
        made: LoopLog,
    },
    Alone {
        kept: LoopLog,
    },
    Conflict {
        kept: Vec<LoopLog>,
    },
    /// The kind of the shift, the loop before it, what it became and how many iterations are left; why: the channel, whether a send
    /// is missing, and how much.
    Shift {
        process: u32,
        how: &'static str,
        before: Arc<str>,
        after: Vec<Arc<str>>,
        given: Vec<Arc<str>>,
        left: u64,
        reason: Option<(Channel, bool, u64)>,
    },
    /// Copies of bodies have gone back into loops, of these counts.
    Reroll {
        counts: Vec<u64>,
    },
    End,
}

//! The calls of a run as they were recorded, and what each completion needs, by number.

use crate::durations::{Context, Contexts};

/// Stands for nothing where an index is expected.
pub(super) const NONE: u32 = u32::MAX;

/// A call, or an event in no call, on corrected clocks and cut to the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its occurrence: when it is entered.
    pub enter: i64,
    /// Its completion: when it is left.
    pub leave: i64,
    /// The index of its record; `u32::MAX` for none.
    pub record: u32,
    /// Its number among the calls of its process, from 0; `u32::MAX` for an event in no call.
    pub number: u32,
    /// The loops around the time before it.
    pub gap_context: Context,
    /// The loops around it.
    pub context: Context,
    /// The iteration of the innermost of them, from 0.
    pub iteration: u32,
    /// The first of its needs, then of its inputs.
    pub(super) first_need: u32,
}

/// The calls of a process: those from `first` to `end`, without it, of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessCalls {
    /// Its place in [`Trace::processes`](crate::trace::Trace::processes).
    pub place: u32,
    /// Its first call.
    pub first: u32,
    /// Behind its last call.
    pub end: u32,
    /// When its run begins.
    pub start: i64,
    /// When its run ends.
    pub last: i64,
}

impl ProcessCalls {
    /// Its calls.
    pub fn calls(&self) -> std::ops::Range<u32> {
        self.first..self.end
    }
}

/// What a completion needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Requirement {
    Received { channel: u32, message: u32 },
    SendDone { channel: u32, message: u32 },
    Joined { operation: u32 },
}

/// What a trace does not tell, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unknowns {
    /// Receives that are posted without a source: from anybody, or from nobody.
    pub wildcards: u64,
    /// Receives whose message is sent by no call of the run.
    pub sends: u64,
    /// Sends above the limit whose receives are posted by no known call.
    pub postings: u64,
    /// Collective operations of which it is not known who needs whom.
    pub collectives: u64,
    /// Sends above the limit that end before their receive is posted.
    pub refuted: u64,
    /// Completions of collective operations that come before a binomial tree allows them.
    pub trees: u64,
    /// Calls that are taken to wait until another process is in MPI, because the calls of their kind end then.
    pub held: u64,
}

/// The calls of a run, collected. See [`Collector`](super::Collector).
#[derive(Debug)]
pub struct Calls {
    pub(super) calls: Vec<Call>,
    pub(super) processes: Vec<ProcessCalls>,
    pub(super) contexts: Contexts,
    pub(super) needs: Vec<Requirement>,
    /// The call that sends each message, by channel.
    pub(super) sent: Vec<Vec<u32>>,
    /// The call that posts the receive of each message, by channel.
    pub(super) posted: Vec<Vec<u32>>,
    /// The calls that take part in each collective operation, ascending.
    pub(super) joined: Vec<Vec<u32>>,
    /// The shortest call of each function, by name.
    pub(super) shortest: Vec<i64>,
    /// How long the shortest call lasts that only sends or receives.
    pub(super) shortest_of_messages: Option<i64>,
    /// The least time from one send of a process to its next.
    pub(super) between_sends: i64,
    pub(super) unknowns: Unknowns,
    pub(super) too_many: bool,
}

impl Default for Calls {
    fn default() -> Self {
        Self {
            calls: Vec::new(),
            processes: Vec::new(),
            contexts: Contexts::default(),
            needs: Vec::new(),
            sent: Vec::new(),
            posted: Vec::new(),
            joined: Vec::new(),
            shortest: Vec::new(),
            shortest_of_messages: None,
            between_sends: i64::MAX,
            unknowns: Unknowns::default(),
            too_many: false,
        }
    }
}

impl Calls {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.calls.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Whether there are more calls than can be numbered.
    pub fn are_too_many(&self) -> bool {
        self.too_many
    }

    /// Takes out how long the shortest call of each function lasts, by the index of its name; `i64::MAX` where none is known.
    pub fn take_shortest(&mut self) -> Vec<i64> {
        std::mem::take(&mut self.shortest)
    }

    /// What the trace does not tell.
    pub fn unknowns(&self) -> Unknowns {
        self.unknowns
    }

    /// The call at an index of a list of lists.
    pub(super) fn at(list: &[Vec<u32>], channel: u32, message: u32) -> Option<u32> {
        let call = list.get(channel as usize)?.get(message as usize).copied()?;
        Some(call).filter(|&call| call != NONE)
    }
}

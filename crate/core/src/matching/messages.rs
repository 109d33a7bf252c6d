//! The messages and collective operations of a trace, with their times.

use rustc_hash::{FxHashMap, FxHashSet};

use super::tracker::Channel;
use crate::trace::{GroupId, NameId, Span, Tick};

/// Stands for a size that the trace does not have.
pub(super) const UNKNOWN_SIZE: u32 = u32::MAX;

/// Stands for a time that the trace does not have.
pub const UNKNOWN: u64 = u64::MAX;

/// The end of a message where it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendEnd {
    /// When the call that sends it is entered.
    pub enter: u64,
    /// When the call that completes the send is left; [`UNKNOWN`] where the trace does not tell.
    pub done: u64,
    pub(super) bytes: u32,
    /// Whether that call surely completes this send.
    pub proves: bool,
    /// Whether that call waits for one request, and the send is taken for it because it completes nothing else.
    pub(super) by_wait: bool,
}

impl SendEnd {
    /// Its size, if the trace has it.
    pub fn bytes(&self) -> Option<u32> {
        Some(self.bytes).filter(|&bytes| bytes != UNKNOWN_SIZE)
    }
}

/// The end of a message where it is received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveEnd {
    /// When the call that posts the receive is entered; [`UNKNOWN`] where the trace does not tell.
    pub posted: u64,
    /// When the call that completes it is left; [`UNKNOWN`] if none does.
    pub leave: u64,
    pub(super) bytes: u32,
}

impl ReceiveEnd {
    const NONE: Self = Self { posted: UNKNOWN, leave: UNKNOWN, bytes: UNKNOWN_SIZE };
}

/// The messages of a channel, both ends in the order in which they are matched.
#[derive(Clone, Debug, Default)]
pub struct ChannelMessages {
    /// The channel.
    pub channel: Channel,
    /// The place of the sender in [`Trace::processes`](crate::trace::Trace::processes); `None` if the trace does not have it.
    pub from: Option<u32>,
    /// The place of the receiver.
    pub to: Option<u32>,
    pub(super) sends: Vec<SendEnd>,
    pub(super) receives: Vec<ReceiveEnd>,
}

impl ChannelMessages {
    /// The messages as they were sent.
    pub fn sends(&self) -> &[SendEnd] {
        &self.sends
    }

    /// The messages as receives were posted for them.
    pub fn receives(&self) -> &[ReceiveEnd] {
        &self.receives
    }

    pub(super) fn receive(&self, message: u32) -> ReceiveEnd {
        self.receives.get(message as usize).copied().unwrap_or(ReceiveEnd::NONE)
    }

    pub(super) fn set_receive(&mut self, message: u32, end: ReceiveEnd) {
        let at = message as usize;
        if at >= self.receives.len() {
            self.receives.resize(at + 1, ReceiveEnd::NONE);
        }
        if let Some(known) = self.receives.get_mut(at) {
            *known = end;
        }
    }
}

/// A collective operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The processes that should take part.
    pub group: GroupId,
    /// Its name, as the first process calls it.
    pub name: NameId,
    /// Whether all processes call it by that name.
    pub alike: bool,
    /// The number of its root, if it has one and the trace tells it.
    pub root: Option<u32>,
    /// Those that take part, by their place in [`Trace::processes`](crate::trace::Trace::processes) in ascending order, and when.
    pub members: Vec<(u32, Span)>,
}

/// The first and the last of what a process does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessEnds {
    /// When it leaves `MPI_Init`.
    pub init: Option<u64>,
    /// When it enters `MPI_Finalize`.
    pub finalize: Option<u64>,
    /// When its first call begins.
    pub first: u64,
    /// When its last call ends.
    pub last: u64,
    /// Its calls, and its events in no call, if it has times.
    pub steps: u64,
    /// Whether it has times.
    pub timed: bool,
}

/// The messages and collective operations of a trace. See the [module](super).
#[derive(Clone, Debug, Default)]
pub struct Matching {
    pub(super) channels: Vec<ChannelMessages>,
    pub(super) indices: FxHashMap<Channel, u32>,
    pub(super) operations: Vec<Operation>,
    pub(super) of_group: FxHashMap<GroupId, Vec<u32>>,
    pub(super) ends: Vec<ProcessEnds>,
    tick: Option<Tick>,
    /// Processes without times.
    pub untimed: u64,
    /// Whether processes have clocks of different units.
    pub converted: bool,
    /// Receives without a send, and sends without a receive.
    pub unmatched: u64,
    /// Messages that are sent with another size than they are received with.
    pub resized: u64,
}

impl Matching {
    /// All channels.
    pub fn channels(&self) -> &[ChannelMessages] {
        &self.channels
    }

    /// The index of a channel, if the trace has it.
    pub fn channel(&self, channel: Channel) -> Option<u32> {
        self.indices.get(&channel).copied()
    }

    /// All collective operations, in order of first appearance.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The index of the operation of that number on a group.
    pub fn operation(&self, group: GroupId, number: u32) -> Option<u32> {
        self.of_group.get(&group)?.get(number as usize).copied()
    }

    /// The ends of each process, by place.
    pub fn ends(&self) -> &[ProcessEnds] {
        &self.ends
    }

    /// The unit of the clocks, if a process has times; nanoseconds if they differ.
    pub fn tick(&self) -> Option<Tick> {
        self.tick
    }

    pub(super) fn note_ticks(&mut self, tick: Option<Tick>) {
        match (tick, self.tick) {
            (None, _) => self.untimed += 1,
            (Some(tick), None) => self.tick = Some(tick),
            (Some(tick), Some(known)) => self.converted |= tick != known,
        }
        if self.converted {
            self.tick = Some(Tick::NANOSECOND);
        }
    }

    pub(super) fn channel_mut(&mut self, index: u32) -> &mut ChannelMessages {
        let at = index as usize;
        if at >= self.channels.len() {
            self.channels.resize_with(at + 1, ChannelMessages::default);
        }
        &mut self.channels[at]
    }

    /// All is gathered: counts what does not fit together.
    pub(super) fn close(&mut self) {
        for messages in &self.channels {
            let complete = messages.receives.iter().filter(|end| end.leave != UNKNOWN).count();
            let both = messages.sends.len().min(complete);
            self.unmatched += (messages.sends.len() - both + complete - both) as u64;
            let differ = |(send, receive): &(&SendEnd, &ReceiveEnd)| {
                let unknown = send.bytes == UNKNOWN_SIZE || receive.bytes == UNKNOWN_SIZE;
                !unknown && send.bytes != receive.bytes
            };
            let pairs = messages.sends.iter().zip(&messages.receives);
            self.resized += pairs.filter(differ).count() as u64;
        }
        // A wait that completes nothing may be for a receive whose end the trace lacks.
        let is_lost = |messages: &&ChannelMessages| messages.receives.iter().any(|end| end.leave == UNKNOWN);
        let lost: FxHashSet<u32> = self.channels.iter().filter(is_lost).filter_map(|messages| messages.to).collect();
        let of_lost = |messages: &&mut ChannelMessages| messages.from.is_some_and(|from| lost.contains(&from));
        for messages in self.channels.iter_mut().filter(of_lost) {
            messages.sends.iter_mut().for_each(|send| send.proves &= !send.by_wait);
        }
    }
}

//! What each call of a process does to messages and requests, step by step.
//!
//! A trace says where a send begins and where a receive is complete, but not by which request. So a receive that a call of
//! [`Role::Wait`] and the like completes is the one of its channel that was posted first; a send that such a call may have
//! completed is the oldest that is open, and all of them where a call waits for all. Messages of one channel do not overtake
//! each other, so the n-th that is sent is the n-th that is posted.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::role::Role;
use super::walk::Step;
use crate::trace::{GroupId, Kind, NameId, RecordId, Table};

/// Source, destination, tag.
pub type Channel = (u32, u32, i64);

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It sends the message of that number on that channel.
    Sent {
        /// The index of the channel.
        channel: u32,
        /// Of all messages sent on it.
        message: u32,
        /// Its size in bytes, if the trace has it.
        bytes: Option<u64>,
    },
    /// It posts the receive of that number.
    Posted {
        /// The index of the channel.
        channel: u32,
        /// Of all messages received on it.
        message: u32,
        /// Its size in bytes, if the trace has it.
        bytes: Option<u64>,
    },
    /// It completes the receive of that number.
    Received {
        /// The index of the channel.
        channel: u32,
        /// Of all messages received on it.
        message: u32,
    },
    /// It completes the send of that number.
    SendDone {
        /// The index of the channel.
        channel: u32,
        /// Of all messages sent on it.
        message: u32,
        /// Whether no other call can have completed it before, and this one no other send.
        sure: bool,
    },
    /// It takes part in the operation of that number on a group.
    Joined {
        /// The processes.
        group: GroupId,
        /// The operation.
        name: NameId,
        /// Of all operations on the group.
        number: u32,
    },
}

/// Sends that wait for their completion and are remembered.
const MOST_OPEN: usize = 1 << 16;

/// The channel of a record, for the process that was walked in that round, counted from 1.
#[derive(Clone, Copy, Debug, Default)]
struct KnownChannel {
    round: u32,
    channel: Option<u32>,
}

/// Follows the processes of a trace, one after the other, always in the same order of their steps.
#[derive(Clone, Debug)]
pub struct Tracker {
    /// The role of the calls of each record, as far as records were met.
    roles: Vec<Option<Role>>,
    /// Processes that were begun, plus one.
    round: u32,
    /// The channel of each record, as far as records were met.
    channels: Vec<KnownChannel>,
    /// Messages sent and posted so far, by channel.
    sent: Vec<u32>,
    posted: Vec<u32>,
    /// Receives that are posted and not complete, by channel: each channel ends at one process.
    waiting: Vec<VecDeque<u32>>,
    /// Sends of the current process that are begun and not complete.
    open: VecDeque<(u32, u32)>,
    /// Those before them that a test, or a wait for some of several, may have completed.
    tested: VecDeque<(u32, u32)>,
    /// Whether the current process has begun something since it waited for all that leaves no event when it is complete: a
    /// receive from the null process, or a collective operation of unknown processes.
    hidden: bool,
    /// Operations of the current process so far, by group.
    joined: FxHashMap<GroupId, u32>,
}

impl Default for Tracker {
    fn default() -> Self {
        Self {
            roles: Vec::new(),
            round: 1,
            channels: Vec::new(),
            sent: Vec::new(),
            posted: Vec::new(),
            waiting: Vec::new(),
            open: VecDeque::new(),
            tested: VecDeque::new(),
            hidden: false,
            joined: FxHashMap::default(),
        }
    }
}

impl Tracker {
    /// Begins a process.
    pub fn begin(&mut self) {
        self.round += 1;
        self.open.clear();
        self.tested.clear();
        self.hidden = false;
        self.joined.clear();
    }

    /// The role of the call of a step.
    pub fn role(&mut self, step: &Step, table: &Table) -> Role {
        self.role_of(step.record, table)
    }

    /// The role of a call of that record.
    pub fn role_of(&mut self, record: Option<RecordId>, table: &Table) -> Role {
        let Some(record) = record else { return Role::Other };
        match self.roles.get(record.index()) {
            Some(&Some(role)) => role,
            _ => self.find_role(record, table),
        }
    }

    #[cold]
    fn find_role(&mut self, record: RecordId, table: &Table) -> Role {
        let role = Role::of(table.name(table.record(record).name));
        if self.roles.len() <= record.index() {
            self.roles.resize(record.index() + 1, None);
        }
        if let Some(known) = self.roles.get_mut(record.index()) {
            *known = Some(role);
        }
        role
    }

    /// The channel of a record of the current process; `find` finds it where it was not asked for yet.
    #[inline]
    fn channel_of(&mut self, record: RecordId, find: impl FnOnce() -> Option<u32>) -> Option<u32> {
        match self.channels.get(record.index()) {
            Some(known) if known.round == self.round => known.channel,
            _ => self.note_channel(record, find()),
        }
    }

    #[cold]
    fn note_channel(&mut self, record: RecordId, channel: Option<u32>) -> Option<u32> {
        if self.channels.len() <= record.index() {
            self.channels.resize(record.index() + 1, KnownChannel::default());
        }
        if let Some(known) = self.channels.get_mut(record.index()) {
            *known = KnownChannel { round: self.round, channel };
        }
        channel
    }

    /// Hands over what a step of the process `own` does, in order. `index` gives the index of a channel; what
    /// happens on a channel without one is left out. O(effects).
    pub fn follow(
        &mut self,
        step: &Step,
        events: &[RecordId],
        (own, table): (u32, &Table),
        mut index: impl FnMut(Channel) -> Option<u32>,
        mut take: impl FnMut(Effect),
    ) {
        let role = self.role(step, table);
        if role == Role::Post || (role == Role::Start && events.is_empty()) {
            self.post(step, (own, table), &mut index, &mut take);
        }
        let group = step.record.and_then(|id| table.record(id).group);
        self.hidden |= role == Role::Join && group.is_none();
        let mut received = false;
        for &id in events {
            let record = table.record(id);
            match (record.kind, record.peer, record.group) {
                (Kind::Send, Some(peer), _) => {
                    let channel = (own, peer, record.tag.unwrap_or(0));
                    let channel = self.channel_of(id, || index(channel));
                    let Some(channel) = channel else { continue };
                    let message = next(&mut self.sent, channel);
                    take(Effect::Sent { channel, message, bytes: record.bytes });
                    self.begin_send(role, channel, message, &mut take);
                }
                (Kind::Recv, Some(peer), _) => {
                    received = true;
                    let channel = (peer, own, record.tag.unwrap_or(0));
                    let channel = self.channel_of(id, || index(channel));
                    let Some(channel) = channel else { continue };
                    let message = self.complete_receive(role, channel, &mut take);
                    take(Effect::Received { channel, message });
                }
                (Kind::Sync, _, Some(group)) => {
                    received = true;
                    let count = self.joined.entry(group).or_default();
                    take(Effect::Joined { group, name: record.name, number: *count });
                    *count += 1;
                }
                _ => {}
            }
        }
        self.complete_sends(role, received, &mut take);
    }

    fn post(
        &mut self,
        step: &Step,
        (own, table): (u32, &Table),
        index: &mut impl FnMut(Channel) -> Option<u32>,
        take: &mut impl FnMut(Effect),
    ) {
        let Some(id) = step.record else { return };
        let record = table.record(id);
        let Some(peer) = record.peer else {
            self.hidden = true;
            return;
        };
        let channel = (peer, own, record.tag.unwrap_or(0));
        let channel = self.channel_of(id, || index(channel));
        let Some(channel) = channel else { return };
        let message = next(&mut self.posted, channel);
        let at = channel as usize;
        if at >= self.waiting.len() {
            self.waiting.resize_with(at + 1, VecDeque::new);
        }
        if let Some(waiting) = self.waiting.get_mut(at) {
            waiting.push_back(message);
        }
        take(Effect::Posted { channel, message, bytes: record.bytes });
    }

    fn begin_send(&mut self, role: Role, channel: u32, message: u32, take: &mut impl FnMut(Effect)) {
        match role {
            Role::Send | Role::SendReceive => {
                take(Effect::SendDone { channel, message, sure: true });
            }
            Role::Begin | Role::Start => {
                self.open.push_back((channel, message));
                self.forget_oldest();
            }
            _ => {}
        }
    }

    /// The number of the receive that is complete.
    fn complete_receive(&mut self, role: Role, channel: u32, take: &mut impl FnMut(Effect)) -> u32 {
        if role.completes() {
            let posted = self.waiting.get_mut(channel as usize).and_then(VecDeque::pop_front);
            // Without a call that is known to have posted it, nothing is known of when it was.
            return posted.unwrap_or_else(|| next(&mut self.posted, channel));
        }
        let message = next(&mut self.posted, channel);
        if matches!(role, Role::SendReceive | Role::Receive) {
            take(Effect::Posted { channel, message, bytes: None });
        }
        message
    }

    fn complete_sends(&mut self, role: Role, received: bool, take: &mut impl FnMut(Effect)) {
        match role {
            Role::WaitAll => {
                for (channel, message) in self.tested.drain(..) {
                    take(Effect::SendDone { channel, message, sure: false });
                }
                for (channel, message) in self.open.drain(..) {
                    take(Effect::SendDone { channel, message, sure: true });
                }
                self.hidden = false;
            }
            Role::Wait if !received => {
                let sure = self.open.len() == 1 && self.tested.is_empty() && !self.hidden;
                // What was tested may be complete long since, and its request gone.
                let done = self.open.pop_front().or_else(|| self.tested.pop_front());
                if let Some((channel, message)) = done {
                    take(Effect::SendDone { channel, message, sure });
                }
            }
            Role::WaitSome => {
                self.tested.append(&mut self.open);
                self.forget_oldest();
            }
            _ => {}
        }
    }

    /// Keeps the number of sends that are remembered within its bound.
    fn forget_oldest(&mut self) {
        if self.tested.len() + self.open.len() > MOST_OPEN && self.tested.pop_front().is_none() {
            self.open.pop_front();
        }
    }
}

/// The number of the next message on a channel.
fn next(counts: &mut Vec<u32>, channel: u32) -> u32 {
    let at = channel as usize;
    if at >= counts.len() {
        counts.resize(at + 1, 0);
    }
    let Some(count) = counts.get_mut(at) else { return 0 };
    *count = count.saturating_add(1);
    *count - 1
}

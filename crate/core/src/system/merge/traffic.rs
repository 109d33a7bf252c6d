//! What is in flight on channels, and how far groups have got with their collectives.

use super::frontier::MemberIndex;
use super::local_constructs::ProcessIndex;
use crate::system::model::{ChannelId, GroupId};

/// A channel during a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct ChannelState {
    /// Messages in flight; negative if receives had to go ahead of their sends.
    pub(super) in_flight: i64,
    pub(super) sends_left: u64,
    pub(super) recvs_left: u64,
    /// What is in flight comes from a loop that was kept as it is.
    pub(super) from_conflict: bool,
    /// A message that did not come out of a loop has been sent since the last shift for this channel.
    pub(super) is_fresh: bool,
}

/// A group during a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupState {
    /// How many members have collectives left.
    pub(super) unfinished: u32,
    /// The members that stand at a collective of the group.
    pub(super) arrived: Vec<MemberIndex>,
    /// How many of them did not come to it out of a loop.
    pub(super) arrived_fresh: u32,
    /// All members that had collectives when the sweep began.
    pub(super) members: Vec<MemberIndex>,
    /// Some members have gone ahead of others, in a loop that was kept as it is.
    pub(super) is_skewed: bool,
    /// How many loops at fronts hold collectives of the group and wait for all members.
    pub(super) loops: u32,
    /// The last component of loops that was found to contain the group.
    pub(super) component: u64,
    /// Coalescing has looked at the group's members in the current component.
    pub(super) is_counted: bool,
    /// The group is listed as changed since the last look at the fronts.
    pub(super) is_changed: bool,
}

/// The state of all channels and groups. It lasts for the whole merge, but counts only the current sweep.
pub(super) struct Traffic {
    /// For every channel its source and destination, if they are among the processes.
    ends: Vec<(Option<ProcessIndex>, Option<ProcessIndex>)>,
    /// For every process its place in the current sweep, if it takes part.
    member_of: Vec<Option<MemberIndex>>,
    channels: Vec<ChannelState>,
    groups: Vec<GroupState>,
}

impl Traffic {
    /// No traffic yet, between so many processes, on channels with these ends and in so many groups.
    pub(super) fn new(
        processes: usize,
        ends: Vec<(Option<ProcessIndex>, Option<ProcessIndex>)>,
        groups: usize,
    ) -> Self {
        Self {
            member_of: vec![None; processes],
            channels: vec![ChannelState::default(); ends.len()],
            groups: vec![GroupState::default(); groups],
            ends,
        }
    }

    pub(super) fn channel(&self, id: ChannelId) -> &ChannelState {
        &self.channels[id.index()]
    }

    pub(super) fn channel_mut(&mut self, id: ChannelId) -> &mut ChannelState {
        &mut self.channels[id.index()]
    }

    pub(super) fn group(&self, id: GroupId) -> &GroupState {
        &self.groups[id.index()]
    }

    pub(super) fn group_mut(&mut self, id: GroupId) -> &mut GroupState {
        &mut self.groups[id.index()]
    }

    /// Number of groups.
    pub(super) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The processes that are the source and the destination of a channel.
    pub(super) fn processes_of(&self, channel: ChannelId) -> (Option<ProcessIndex>, Option<ProcessIndex>) {
        self.ends[channel.index()]
    }

    /// The members of the current sweep that are the source and the destination of a channel.
    pub(super) fn members_of(&self, channel: ChannelId) -> (Option<MemberIndex>, Option<MemberIndex>) {
        let (src, dst) = self.ends[channel.index()];
        let member = |process: Option<ProcessIndex>| process.and_then(|p| self.member(p));
        (member(src), member(dst))
    }

    /// The place of a process in the current sweep.
    pub(super) fn member(&self, process: ProcessIndex) -> Option<MemberIndex> {
        self.member_of.get(process.index()).copied().flatten()
    }

    /// Says which processes take part in the current sweep.
    pub(super) fn begin(&mut self, members: &[ProcessIndex]) {
        for (at, process) in members.iter().enumerate() {
            self.member_of[process.index()] = Some(MemberIndex(at as u32));
        }
    }

    /// No sweep is in progress any more.
    pub(super) fn end(&mut self, members: &[ProcessIndex]) {
        for process in members {
            self.member_of[process.index()] = None;
        }
    }

    /// Forgets what is in flight on a channel.
    pub(super) fn clear_channel(&mut self, id: ChannelId) {
        self.channels[id.index()] = ChannelState::default();
    }

    /// Forgets how far a group has got.
    pub(super) fn clear_group(&mut self, id: GroupId) {
        self.groups[id.index()] = GroupState::default();
    }
}

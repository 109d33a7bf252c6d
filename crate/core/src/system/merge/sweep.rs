//! The state of one sweep, and the steps that change it: events are consumed, constructs are taken into the result,
//! and what they send and receive is counted.
//!
//! Every step keeps three things in line: the frontier, the counts of messages and collectives, and the list of
//! what has changed since the last look at the fronts.

use super::frontier::{Entry, Frontier, MemberIndex};
use super::local_constructs::{Action, End, LocalConstruct, LocalConstructs, LocalId, ProcessIndex};
use super::merged_list::{Defect, MergedKind, MergedList, Part};
use super::traffic::{ChannelState, GroupState, Traffic};
use crate::small_sort::SmallSort;
use crate::sparse_bit_set::SparseBitSet;
use crate::system::model::{ChannelId, GroupId, NameId};

/// What outlasts a sweep.
pub(super) struct Workspace {
    pub(super) constructs: LocalConstructs,
    pub(super) traffic: Traffic,
    /// How many more constructs the model may get because loops are taken apart.
    pub(super) growth_left: u64,
}

/// How far a member has got with the collectives of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct CollectiveProgress {
    group: GroupId,
    pub(super) left: u64,
    pub(super) passed: u64,
}

/// What has changed since the last look at the fronts.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Members whose front may stand differently; all others stand as they did.
    members: SparseBitSet,
    /// Groups whose counts have changed, each once.
    groups: Vec<GroupId>,
}

/// A sweep in progress.
pub(super) struct Sweep<'a> {
    workspace: &'a mut Workspace,
    /// The processes that take part, ascending.
    members: &'a [ProcessIndex],
    frontier: Frontier,
    /// For every member its groups, ascending.
    progress: Vec<Vec<CollectiveProgress>>,
    /// Whether a member is in the list of those that have arrived at their collective.
    at_collective: Vec<bool>,
    changes: Changes,
    merged: MergedList,
    /// The channels and groups that are counted, to be cleared at the end.
    channels: Vec<ChannelId>,
    groups: Vec<GroupId>,
}

impl<'a> Sweep<'a> {
    /// A sweep over the lists of these processes, with nothing consumed. O(constructs of the lists and their flows).
    pub(super) fn new(workspace: &'a mut Workspace, members: &'a [ProcessIndex], lists: &[Vec<LocalId>]) -> Self {
        let mut sweep = Sweep {
            members,
            frontier: Frontier::new(lists),
            progress: vec![Vec::new(); members.len()],
            at_collective: vec![false; members.len()],
            changes: Changes { members: SparseBitSet::below(members.len()), groups: Vec::new() },
            merged: MergedList::default(),
            channels: Vec::new(),
            groups: Vec::new(),
            workspace,
        };
        sweep.workspace.traffic.begin(members);
        let mut flow = Vec::new();
        for (at, list) in lists.iter().enumerate() {
            sweep.workspace.constructs.flow_of_list(list, &mut flow);
            for &(end, count) in &flow {
                sweep.expect(MemberIndex(at as u32), end, count);
            }
        }
        sweep
    }

    /// Counts what a member has before it when the sweep begins.
    fn expect(&mut self, at: MemberIndex, end: End, count: u64) {
        let traffic = &mut self.workspace.traffic;
        match end {
            End::Send(channel) => {
                traffic.channel_mut(channel).sends_left = count;
                self.channels.push(channel);
            }
            End::Recv(channel) => {
                traffic.channel_mut(channel).recvs_left = count;
                self.channels.push(channel);
            }
            End::Sync(group) => {
                let state = traffic.group_mut(group);
                state.unfinished += 1;
                state.members.push(at);
                self.progress[at.index()].push(CollectiveProgress { group, left: count, passed: 0 });
                self.groups.push(group);
            }
        }
    }

    /// Ends the sweep: what has come out of it.
    pub(super) fn finish(self) -> MergedList {
        let traffic = &mut self.workspace.traffic;
        self.channels.into_iter().for_each(|channel| traffic.clear_channel(channel));
        self.groups.into_iter().for_each(|group| traffic.clear_group(group));
        traffic.end(self.members);
        self.merged
    }

    pub(super) fn constructs(&self) -> &LocalConstructs {
        &self.workspace.constructs
    }

    pub(super) fn constructs_mut(&mut self) -> &mut LocalConstructs {
        &mut self.workspace.constructs
    }

    pub(super) fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    pub(super) fn channel(&self, id: ChannelId) -> &ChannelState {
        self.workspace.traffic.channel(id)
    }

    /// The members at the ends of a channel, source first.
    pub(super) fn ends(&self, id: ChannelId) -> (Option<MemberIndex>, Option<MemberIndex>) {
        self.workspace.traffic.members_of(id)
    }

    pub(super) fn group(&self, id: GroupId) -> &GroupState {
        self.workspace.traffic.group(id)
    }

    /// The state of a group, for marks that do not change how anything stands.
    pub(super) fn group_mut(&mut self, id: GroupId) -> &mut GroupState {
        self.workspace.traffic.group_mut(id)
    }

    /// Number of groups of all processes.
    pub(super) fn groups(&self) -> usize {
        self.workspace.traffic.groups()
    }

    /// How many more constructs the model may get because loops are taken apart.
    pub(super) fn growth_left(&self) -> u64 {
        self.workspace.growth_left
    }

    /// Takes from what the model may grow; if there is not enough, nothing may be taken apart any more.
    pub(super) fn grow(&mut self, constructs: u64) -> bool {
        let left = self.workspace.growth_left.checked_sub(constructs);
        self.workspace.growth_left = left.unwrap_or(0);
        left.is_some()
    }

    /// The process that a member is.
    pub(super) fn process(&self, at: MemberIndex) -> ProcessIndex {
        self.members[at.index()]
    }

    /// The event at the front of a member, if it is one, and whether it came out of a loop.
    pub(super) fn front_event(&self, at: MemberIndex) -> Option<(Action, bool)> {
        let entry = self.frontier.front(at)?;
        match self.constructs().get(entry.id) {
            LocalConstruct::Event(action) => Some((action, entry.from_loop)),
            LocalConstruct::Loop { .. } => None,
        }
    }

    /// The loop at the front of a member, if it is one.
    pub(super) fn front_loop(&self, at: MemberIndex) -> Option<LocalId> {
        self.frontier.front(at).map(|entry| entry.id).filter(|&id| self.constructs().is_loop(id))
    }

    /// How far a member has got with the collectives of a group; `None` if it had none.
    pub(super) fn progress_of(&self, at: MemberIndex, group: GroupId) -> Option<&CollectiveProgress> {
        let list = self.progress.get(at.index())?;
        list.binary_search_by_key(&group, |p| p.group).ok().and_then(|place| list.get(place))
    }

    /// Whether a member waits at a collective of a group.
    pub(super) fn is_at_collective(&self, at: MemberIndex, group: GroupId) -> bool {
        self.at_collective[at.index()] && matches!(self.front_event(at), Some((Action::Sync(_, at), _)) if at == group)
    }

    /// Removes what stands at the front of a member.
    pub(super) fn pop(&mut self, at: MemberIndex) -> Option<Entry> {
        self.frontier.pop(at)
    }

    /// Removes these constructs if they are exactly what comes next for a member.
    pub(super) fn pop_prefix(&mut self, at: MemberIndex, prefix: &[LocalId]) -> bool {
        self.frontier.pop_prefix(at, prefix)
    }

    /// Puts constructs before everything that a member has left. `rotations` is that of the loops among them.
    pub(super) fn put_back(&mut self, at: MemberIndex, ids: &[LocalId], from_loop: bool, rotations: u32) {
        let constructs = &self.workspace.constructs;
        let entry = |&id: &LocalId| {
            let rotations = if constructs.is_loop(id) { rotations } else { 0 };
            Entry { id, from_loop, rotations }
        };
        self.frontier.put_back(at, ids.iter().rev().map(entry));
    }

    /// The next member whose events may go on.
    pub(super) fn next_awake(&mut self) -> Option<MemberIndex> {
        self.frontier.next_awake()
    }

    /// Notes that a message was sent by an event that did not come out of a loop.
    pub(super) fn note_fresh(&mut self, channel: ChannelId, is_fresh: bool) {
        self.workspace.traffic.channel_mut(channel).is_fresh |= is_fresh;
    }

    /// What has come out of the sweep so far.
    pub(super) fn merged(&self) -> &MergedList {
        &self.merged
    }

    /// The channels that are counted; one with both ends in the sweep twice.
    pub(super) fn counted_channels(&self) -> &[ChannelId] {
        &self.channels
    }

    /// Queues a member whose events may go on.
    pub(super) fn wake(&mut self, at: MemberIndex) {
        self.frontier.wake(at);
    }

    /// The members whose front may have changed since the last call, ascending.
    pub(super) fn take_moved(&mut self) -> Vec<MemberIndex> {
        self.frontier.take_moved()
    }

    /// Notes that a member may stand differently.
    pub(super) fn mark_member(&mut self, at: MemberIndex) {
        self.changes.members.add(at.index());
    }

    /// Notes that what is in flight, or still to come, on a channel has changed.
    pub(super) fn mark_channel(&mut self, channel: ChannelId) {
        let (src, dst) = self.ends(channel);
        src.into_iter().chain(dst).for_each(|at| self.mark_member(at));
    }

    /// Notes that the counts of a group have changed: who is unfinished, who has arrived, or how far members are.
    fn mark_group(&mut self, group: GroupId) {
        let state = self.workspace.traffic.group_mut(group);
        if !std::mem::replace(&mut state.is_changed, true) {
            self.changes.groups.push(group);
        }
    }

    /// The members that may stand differently since the last call, ascending.
    pub(super) fn take_changed(&mut self) -> Vec<MemberIndex> {
        for group in self.changes.groups.drain(..) {
            let state = self.workspace.traffic.group_mut(group);
            state.is_changed = false;
            state.members.iter().for_each(|member| self.changes.members.add(member.index()));
        }
        self.changes.members.take().into_iter().map(MemberIndex).collect()
    }

    /// Says that no message that is new to a channel has been sent since the last shift for it.
    pub(super) fn clear_fresh(&mut self, channel: ChannelId) {
        self.workspace.traffic.channel_mut(channel).is_fresh = false;
        self.mark_channel(channel);
    }

    /// Takes the event at the front of a member into the result.
    pub(super) fn take_event(&mut self, at: MemberIndex, defect: Option<Defect>) {
        let Some(entry) = self.pop(at) else { return };
        let part = Part { process: self.process(at), id: entry.id };
        self.merged.push(MergedKind::Event, defect, [part]);
    }

    /// Takes a loop over these parts into the result.
    pub(super) fn take_loop(&mut self, count: u64, defect: Option<Defect>, parts: Vec<Part>) {
        self.merged.push(MergedKind::Loop { count }, defect, parts);
    }

    /// Counts what goes through an end when a construct is taken into the result. `in_conflict` says that the
    /// construct is a loop that is kept as it is.
    pub(super) fn account(&mut self, at: MemberIndex, end: End, amount: u64, in_conflict: bool) {
        let traffic = &mut self.workspace.traffic;
        match end {
            End::Send(channel) => {
                let (_, dst) = traffic.members_of(channel);
                let state = traffic.channel_mut(channel);
                state.sends_left = state.sends_left.saturating_sub(amount);
                state.in_flight = state.in_flight.saturating_add_unsigned(amount);
                state.from_conflict = state.in_flight != 0 && (state.from_conflict || in_conflict);
                if let Some(dst) = dst {
                    self.wake(dst);
                }
                self.mark_channel(channel);
            }
            End::Recv(channel) => {
                let state = traffic.channel_mut(channel);
                state.recvs_left = state.recvs_left.saturating_sub(amount);
                // A receive without a partner takes nothing.
                let least = 0i64.saturating_sub_unsigned(state.sends_left);
                state.in_flight = state.in_flight.saturating_sub_unsigned(amount).max(least);
                state.from_conflict = state.in_flight != 0 && (state.from_conflict || in_conflict);
                self.mark_channel(channel);
            }
            End::Sync(group) => self.account_collectives(at, group, amount, in_conflict),
        }
    }

    /// Counts collectives that a member has passed.
    fn account_collectives(&mut self, at: MemberIndex, group: GroupId, amount: u64, in_conflict: bool) {
        let Some(list) = self.progress.get_mut(at.index()) else { return };
        let Ok(place) = list.binary_search_by_key(&group, |p| p.group) else { return };
        let Some(progress) = list.get_mut(place) else { return };
        progress.left = progress.left.saturating_sub(amount);
        progress.passed += amount;
        let is_done = progress.left == 0;
        let state = self.workspace.traffic.group_mut(group);
        state.unfinished -= u32::from(is_done && state.unfinished > 0);
        state.is_skewed |= in_conflict && state.unfinished > 0;
        let (is_changed, arrived) = (is_done || state.is_skewed, state.arrived.clone());
        if is_changed {
            self.mark_group(group);
        }
        for waiting in arrived {
            self.wake(waiting);
        }
    }

    /// Notes that a member stands at a collective of a group.
    pub(super) fn arrive(&mut self, at: MemberIndex, group: GroupId, is_fresh: bool) {
        if std::mem::replace(&mut self.at_collective[at.index()], true) {
            return;
        }
        let state = self.workspace.traffic.group_mut(group);
        state.arrived.push(at);
        state.arrived_fresh += u32::from(is_fresh);
        if state.arrived.len() == 1 || (is_fresh && state.arrived_fresh == 1) {
            self.mark_group(group);
        }
    }

    /// Makes one construct of a group's collective once all members have arrived that are expected to, or, if it is
    /// `forced`, of those that have. Returns whether there was one.
    pub(super) fn complete_collective(&mut self, group: GroupId, forced: bool) -> bool {
        let Some(meeting) = self.expected_members(group, forced) else { return false };
        let state = self.workspace.traffic.group_mut(group);
        state.is_skewed |= forced;
        state.arrived.retain(|at| meeting.binary_search(at).is_err());
        let waiting = state.arrived.clone();
        let is_fresh = |&&at: &&MemberIndex| self.front_event(at).is_some_and(|(_, from)| !from);
        let fresh = waiting.iter().filter(is_fresh).count() as u32;
        self.workspace.traffic.group_mut(group).arrived_fresh = fresh;
        self.mark_group(group);
        self.take_collectives(group, &meeting, forced);
        for &at in &meeting {
            self.at_collective[at.index()] = false;
            self.account(at, End::Sync(group), 1, false);
        }
        for at in meeting {
            self.wake(at);
        }
        true
    }

    /// Who takes part in the next collective of a group, ascending; `None` if it has to wait for others.
    fn expected_members(&self, group: GroupId, forced: bool) -> Option<Vec<MemberIndex>> {
        let state = self.group(group);
        let by_count = !state.is_skewed && !forced;
        // Nothing more is looked at for each member that arrives: that would cost the square of the members.
        if by_count && (state.arrived.len() as u32) < state.unfinished {
            return None;
        }
        let mut meeting = state.arrived.clone();
        if !by_count {
            let passed = |at: MemberIndex| self.progress_of(at, group).map(|p| p.passed);
            let least = meeting.iter().filter_map(|&at| passed(at)).min()?;
            let is_behind =
                |&&at: &&MemberIndex| self.progress_of(at, group).is_some_and(|p| p.left > 0 && p.passed <= least);
            meeting.retain(|&at| passed(at) == Some(least));
            if !forced && state.members.iter().filter(is_behind).count() > meeting.len() {
                return None;
            }
        }
        if meeting.is_empty() {
            return None;
        }
        if !meeting.is_sorted() {
            meeting.sort_small();
        }
        Some(meeting)
    }

    /// Takes the collectives at the fronts of some members into the result: one construct for each name.
    fn take_collectives(&mut self, group: GroupId, meeting: &[MemberIndex], forced: bool) {
        let mut named: Vec<(NameId, MemberIndex)> = Vec::with_capacity(meeting.len());
        for &at in meeting {
            if let Some((Action::Sync(name, _), _)) = self.front_event(at) {
                named.push((name, at));
            }
        }
        let several = named.iter().any(|(name, _)| Some(*name) != named.first().map(|n| n.0));
        let ahead = forced.then_some(Defect::Ahead);
        let defect = several.then_some(Defect::NamesDiffer).or(ahead);
        while let Some(&(name, _)) = named.first() {
            let mut parts = Vec::with_capacity(named.len());
            for &(_, at) in named.iter().filter(|(other, _)| *other == name) {
                if let Some(entry) = self.pop(at) {
                    parts.push(Part { process: self.process(at), id: entry.id });
                }
            }
            named.retain(|(other, _)| *other != name);
            self.merged.push(MergedKind::Sync(name, group), defect, parts);
        }
    }
}

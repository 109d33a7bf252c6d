//! One sweep over all processes at once: communication, regularisation and coalescing in one.
//!
//! Ketterlin 2011 (III.B) links constructs first, then splits loops until every link is regular, then
//! coalesces. Splitting a loop changes the flow of all others, and two loops out of phase make each other be
//! unwrapped for ever. Here the three are done together, in topological order: events are consumed as far as
//! messages in flight allow, until every process stands at a loop or at an event that waits for a loop. Then each
//! decision is made with exact counts of what is in flight:
//!
//! - loops that exchange messages with each other and with nothing else are *ready* and coalesced;
//! - a loop that something waits for is *shifted*: the least of its body comes out that delivers it;
//! - a loop whose one iteration holds the whole of its partner is opened;
//! - what is left is a conflict, and the loops that depend on each other both ways are left as they are.
//!
//! A collective is a flow of its group: an undirected channel with an end for each member, which is a hub and
//! not a clique, since linking members pairwise would cost the square of the processes.
//!
//! Every construct enters and leaves the front once, and a step without progress looks at all fronts and
//! their flows: linear in constructs for programs whose loops are in phase.

use crate::order::InOrder;
use std::collections::VecDeque;

use super::fronts::Fronts;
use super::items::{Action, End, Item, ItemId, Items};
use super::model::{ChannelId, GroupId, NameId};

/// Stands for a process that does not take part.
pub(super) const NOBODY: u32 = u32::MAX;

/// What stays between sweeps: constructs, where channels end, and room to count in.
pub(super) struct World {
    pub(super) items: Items,
    /// For every channel the places of its source and destination among the processes, or [`NOBODY`].
    pub(super) ends: Vec<(u32, u32)>,
    /// For every process its place in the current sweep.
    pub(super) local_of: Vec<u32>,
    pub(super) channels: Vec<ChannelState>,
    pub(super) groups: Vec<GroupState>,
    /// Constructs by which the model may still grow when loops are taken apart.
    pub(super) budget: u64,
}

/// A channel during a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct ChannelState {
    /// Messages in flight; negative if receives had to go ahead.
    pub(super) flying: i64,
    pub(super) sends_left: u64,
    pub(super) recvs_left: u64,
    /// What is in flight comes from a loop that was left as it is.
    pub(super) apart: bool,
    /// A message that did not come out of a loop has been sent since the last shift for it.
    pub(super) fresh: bool,
}

/// A group during a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupState {
    /// Members that have collectives left.
    pub(super) need: u32,
    /// Members that stand at one.
    pub(super) arrived: Vec<u32>,
    /// Members that had any, as places in the sweep.
    pub(super) members: Vec<u32>,
    /// Some members have gone ahead of others, in a loop left as it is.
    pub(super) skewed: bool,
    /// How many of those that stand at one did not come to it out of a loop.
    pub(super) arrived_new: u32,
    /// Loops at the fronts that hold it.
    pub(super) loops: u32,
    /// Its members in a component have been looked at.
    pub(super) is_counted: bool,
    /// It is noted that it counts differently than at the last look at the fronts.
    pub(super) is_changed: bool,
    /// The last component of loops at the fronts in which it was met.
    pub(super) met: u64,
}

/// Something at or behind the front of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) item: ItemId,
    /// It came out of a loop.
    pub(super) derived: bool,
    /// How many constructs came out of this loop since something new asked for it.
    pub(super) turned: u32,
}

/// What a member has left of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meetings {
    pub(super) group: GroupId,
    pub(super) left: u64,
    pub(super) passed: u64,
}

/// What one member contributes to a construct of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The place of the process among all.
    pub(super) process: u32,
    pub(super) item: ItemId,
}

/// A construct of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Event,
    Sync(NameId, GroupId),
    Loop {
        count: u64,
    },
    /// It has become part of another.
    Gone,
}

/// A construct of the result, with what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Out {
    pub(super) kind: Kind,
    pub(super) parts: (u32, u32),
    pub(super) trouble: Option<Trouble>,
}

/// What went wrong with a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A loop that was left as it is.
    Apart,
    /// An event that could not wait for its partner.
    Ahead,
    /// A collective that others of its group name differently.
    Names,
}

/// The result of a sweep.
#[derive(Debug, Default)]
pub(super) struct Outs {
    pub(super) list: Vec<Out>,
    pub(super) parts: Vec<Part>,
}

impl Outs {
    pub(super) fn parts(&self, out: &Out) -> &[Part] {
        &self.parts[out.parts.0 as usize..out.parts.1 as usize]
    }
}

/// A sweep in progress.
pub(super) struct Sweep<'a> {
    pub(super) world: &'a mut World,
    /// The places of the processes that take part, ascending.
    pub(super) members: &'a [u32],
    /// For each what is left, the next one last.
    pub(super) stacks: Vec<Vec<Entry>>,
    pub(super) meetings: Vec<Vec<Meetings>>,
    pub(super) at_sync: Vec<bool>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    pub(super) fronts: Fronts,
    /// For every process its place in the component that is made one loop, or [`NOBODY`].
    pub(super) places: Vec<u32>,
    pub(super) outs: Outs,
}

/// Merges the lists of some processes into one.
pub(super) fn sweep(world: &mut World, members: &[u32], lists: &[Vec<ItemId>]) -> Outs {
    let mut touched: Vec<ChannelId> = Vec::new();
    let mut met: Vec<GroupId> = Vec::new();
    let mut meetings: Vec<Vec<Meetings>> = vec![Vec::new(); members.len()];
    for (at, &process) in members.iter().enumerate() {
        world.local_of[process as usize] = at as u32;
    }
    let mut flow = Vec::new();
    for (at, list) in lists.iter().enumerate() {
        flow.clear();
        for &item in list {
            let times = world.items.count(item);
            let of = world.items.flow(item).iter();
            flow.extend(of.map(|&(end, count)| (end, count.saturating_mul(times))));
        }
        super::items::sum(&mut flow);
        for &(end, count) in &flow {
            match end {
                End::Send(channel) => {
                    world.channels[channel.index()].sends_left = count;
                    touched.push(channel);
                }
                End::Recv(channel) => {
                    world.channels[channel.index()].recvs_left = count;
                    touched.push(channel);
                }
                End::Sync(group) => {
                    let state = &mut world.groups[group.index()];
                    state.need += 1;
                    state.members.push(at as u32);
                    meetings[at].push(Meetings { group, left: count, passed: 0 });
                    met.push(group);
                }
            }
        }
    }
    let entry = |&item| Entry { item, derived: false, turned: 0 };
    let stacks = lists.iter().map(|list| list.iter().rev().map(entry).collect()).collect();
    let mut sweep = Sweep {
        members,
        stacks,
        meetings,
        at_sync: vec![false; members.len()],
        queue: (0..members.len() as u32).collect(),
        queued: vec![true; members.len()],
        fronts: Fronts::new(members.len()),
        places: vec![NOBODY; members.len()],
        outs: Outs::default(),
        world,
    };
    loop {
        sweep.run_events();
        if !sweep.decide() {
            break;
        }
    }
    let outs = sweep.outs;
    for channel in touched {
        world.channels[channel.index()] = ChannelState::default();
    }
    for group in met {
        world.groups[group.index()] = GroupState::default();
    }
    for &process in members {
        world.local_of[process as usize] = NOBODY;
    }
    outs
}

impl Sweep<'_> {
    pub(super) fn front(&self, at: usize) -> Option<Entry> {
        self.stacks.get(at).and_then(|stack| stack.last()).copied()
    }

    /// Takes away what stands at the front of a process.
    pub(super) fn pop(&mut self, at: usize) -> Option<Entry> {
        self.fronts.moved(at);
        self.stacks.get_mut(at)?.pop()
    }

    /// The event at the front of a process, if it is one.
    pub(super) fn front_event(&self, at: usize) -> Option<(Action, bool)> {
        let entry = self.front(at)?;
        match self.world.items.item(entry.item) {
            Item::Event(action) => Some((action, entry.derived)),
            Item::Loop { .. } => None,
        }
    }

    /// The loop at the front of a process, if it is one.
    pub(super) fn front_loop(&self, at: usize) -> Option<ItemId> {
        self.front(at).map(|entry| entry.item).filter(|&item| self.world.items.is_loop(item))
    }

    /// The place in this sweep of a channel's source and destination.
    pub(super) fn ends(&self, channel: ChannelId) -> (u32, u32) {
        let (src, dst) = self.world.ends[channel.index()];
        let local = |process: u32| self.world.local_of.get(process as usize).copied();
        (local(src).unwrap_or(NOBODY), local(dst).unwrap_or(NOBODY))
    }

    pub(super) fn meetings_of(&self, at: usize, group: GroupId) -> Option<&Meetings> {
        let list = self.meetings.get(at)?;
        list.binary_search_by_key(&group, |m| m.group).ok().and_then(|place| list.get(place))
    }

    pub(super) fn wake(&mut self, at: u32) {
        if let Some(queued) = self.queued.get_mut(at as usize) {
            if !std::mem::replace(queued, true) {
                self.queue.push_back(at);
            }
        }
    }

    fn run_events(&mut self) {
        while let Some(at) = self.queue.pop_front() {
            self.queued[at as usize] = false;
            self.advance(at as usize);
        }
    }

    /// Consumes the events of a process up to a loop or to one that has to wait.
    fn advance(&mut self, at: usize) {
        while let Some((action, derived)) = self.front_event(at) {
            match action {
                Action::Local(_) => self.pass(at, None),
                Action::Send(channel) => {
                    self.pass(at, None);
                    let state = &mut self.world.channels[channel.index()];
                    state.fresh |= !derived;
                    self.account(at, End::Send(channel), 1, false);
                }
                Action::Recv(channel) => {
                    let state = &self.world.channels[channel.index()];
                    if state.flying <= 0 && state.sends_left > 0 {
                        return;
                    }
                    self.pass(at, None);
                    self.account(at, End::Recv(channel), 1, false);
                }
                Action::Sync(_, group) => {
                    if !std::mem::replace(&mut self.at_sync[at], true) {
                        let state = &mut self.world.groups[group.index()];
                        state.arrived.push(at as u32);
                        state.arrived_new += u32::from(!derived);
                        if state.arrived.len() == 1 || (!derived && state.arrived_new == 1) {
                            self.changed(group);
                        }
                    }
                    if !self.meet(group, false) {
                        return;
                    }
                }
            }
        }
    }

    /// Takes the event at the front of a process into the result.
    pub(super) fn pass(&mut self, at: usize, trouble: Option<Trouble>) {
        let Some(entry) = self.pop(at) else { return };
        let start = self.outs.parts.len() as u32;
        self.outs.parts.push(Part { process: self.members[at], item: entry.item });
        let parts = (start, start + 1);
        self.outs.list.push(Out { kind: Kind::Event, parts, trouble });
    }

    /// Counts what goes through an end when a construct is taken into the result.
    pub(super) fn account(&mut self, at: usize, end: End, amount: u64, apart: bool) {
        match end {
            End::Send(channel) => {
                let (_, dst) = self.ends(channel);
                let state = &mut self.world.channels[channel.index()];
                state.sends_left = state.sends_left.saturating_sub(amount);
                state.flying = state.flying.saturating_add_unsigned(amount);
                state.apart = state.flying != 0 && (state.apart || apart);
                if dst != NOBODY {
                    self.wake(dst);
                }
                self.stale(channel);
            }
            End::Recv(channel) => {
                let state = &mut self.world.channels[channel.index()];
                state.recvs_left = state.recvs_left.saturating_sub(amount);
                // A receive without a partner takes nothing.
                let least = 0i64.saturating_sub_unsigned(state.sends_left);
                state.flying = state.flying.saturating_sub_unsigned(amount).max(least);
                state.apart = state.flying != 0 && (state.apart || apart);
                self.stale(channel);
            }
            End::Sync(group) => {
                let Some(list) = self.meetings.get_mut(at) else { return };
                let Ok(place) = list.binary_search_by_key(&group, |m| m.group) else { return };
                let Some(meetings) = list.get_mut(place) else { return };
                meetings.left = meetings.left.saturating_sub(amount);
                meetings.passed += amount;
                let done = meetings.left == 0;
                let state = &mut self.world.groups[group.index()];
                state.need -= u32::from(done && state.need > 0);
                state.skewed |= apart && state.need > 0;
                let (is_changed, arrived) = (done || state.skewed, state.arrived.clone());
                if is_changed {
                    self.changed(group);
                }
                for waiting in arrived {
                    self.wake(waiting);
                }
            }
        }
    }

    /// Merges the collectives of a group at which all members stand that are expected, or all that
    /// stand there if it is `forced`. Returns whether there were any.
    pub(super) fn meet(&mut self, group: GroupId, forced: bool) -> bool {
        let state = &self.world.groups[group.index()];
        let by_count = !state.skewed && !forced;
        // Nothing more is looked at for each that arrives: the square of the members would be.
        if by_count && (state.arrived.len() as u32) < state.need {
            return false;
        }
        let mut meeting: Vec<u32> = state.arrived.clone();
        if !by_count {
            let passed = |at: u32| self.meetings_of(at as usize, group).map(|m| m.passed);
            let Some(least) = meeting.iter().filter_map(|&at| passed(at)).min() else {
                return false;
            };
            let behind = |&&at: &&u32| {
                let meetings = self.meetings_of(at as usize, group);
                meetings.is_some_and(|m| m.left > 0 && m.passed <= least)
            };
            meeting.retain(|&at| passed(at) == Some(least));
            if !forced && state.members.iter().filter(behind).count() > meeting.len() {
                return false;
            }
        }
        if meeting.is_empty() {
            return false;
        }
        if !meeting.is_sorted() {
            meeting.order();
        }
        let state = &mut self.world.groups[group.index()];
        state.skewed |= forced;
        state.arrived.retain(|at| meeting.binary_search(at).is_err());
        state.arrived_new = 0;
        for at in state.arrived.clone() {
            let is_new = self.front_event(at as usize).is_some_and(|(_, derived)| !derived);
            self.world.groups[group.index()].arrived_new += u32::from(is_new);
        }
        self.changed(group);
        let mut named: Vec<(NameId, u32)> = Vec::with_capacity(meeting.len());
        for &at in &meeting {
            if let Some((Action::Sync(name, _), _)) = self.front_event(at as usize) {
                named.push((name, at));
            }
        }
        let several = named.iter().any(|(name, _)| Some(*name) != named.first().map(|n| n.0));
        while let Some(&(name, _)) = named.first() {
            let start = self.outs.parts.len() as u32;
            for &(_, at) in named.iter().filter(|(other, _)| *other == name) {
                if let Some(entry) = self.pop(at as usize) {
                    let process = self.members[at as usize];
                    self.outs.parts.push(Part { process, item: entry.item });
                }
            }
            named.retain(|(other, _)| *other != name);
            let parts = (start, self.outs.parts.len() as u32);
            let ahead = forced.then_some(Trouble::Ahead);
            let trouble = several.then_some(Trouble::Names).or(ahead);
            self.outs.list.push(Out { kind: Kind::Sync(name, group), parts, trouble });
        }
        for &at in &meeting {
            self.at_sync[at as usize] = false;
            self.account(at as usize, End::Sync(group), 1, false);
        }
        for at in meeting {
            self.wake(at);
        }
        true
    }
}

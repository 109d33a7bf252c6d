//! What is known of the fronts, from one decision to the next.
//!
//! How a loop at a front stands depends on its channels and groups and on who stands at their other ends. Most decisions
//! change that for a few processes, so only those are looked at again: with all of them at each decision, a process
//! that takes results from thousands of others one by one costs the square of them.

use super::decide::{Need, Standing};
use super::items::{End, ItemId};
use super::marks::Marks;
use super::model::{ChannelId, GroupId};
use super::sweep::Sweep;
use crate::order::InOrder;

/// How the loop at the front of a process stands, and at what it was seen.
#[derive(Debug, Default)]
struct Known {
    /// What stood at the front.
    item: Option<ItemId>,
    /// Loops at the fronts that must become one with it.
    linked: Vec<u32>,
    /// Groups that must be at such loops altogether.
    hubs: Vec<GroupId>,
    /// What it must deliver.
    needs: Vec<Need>,
    /// Something must happen before it can become one with others.
    is_blocked: bool,
    /// It is in the list of those that must deliver.
    is_needy: bool,
    /// The last component in which it was met.
    met: u64,
}

/// What is known of all fronts.
#[derive(Debug, Default)]
pub(super) struct Fronts {
    known: Vec<Known>,
    /// Fronts that may be others than those seen.
    moved: Marks,
    /// Processes whose standing may be another; all others stand as they are known to.
    stale: Marks,
    /// Groups that count differently, each once.
    changed: Vec<GroupId>,
    /// Those that must deliver, and some that had to.
    needy: Vec<u32>,
    /// Processes that have something left.
    left: usize,
    /// Components that were looked for, and how many of them before this look.
    components: u64,
    before: u64,
}

impl Fronts {
    /// Nothing is known of so many processes.
    pub(super) fn new(processes: usize) -> Fronts {
        let mut moved = Marks::below(processes);
        (0..processes).for_each(|at| moved.add(at));
        Fronts {
            known: (0..processes).map(|_| Known::default()).collect(),
            moved,
            stale: Marks::below(processes),
            changed: Vec::new(),
            needy: Vec::new(),
            left: 0,
            components: 0,
            before: 0,
        }
    }

    /// Whether any process had something left at the last look.
    pub(super) fn is_left(&self) -> bool {
        self.left > 0
    }

    /// What stands at the front of a process is another.
    pub(super) fn moved(&mut self, at: usize) {
        self.moved.add(at);
    }
}

impl Sweep<'_> {
    /// What is in flight, or to come, on a channel is another.
    pub(super) fn stale(&mut self, channel: ChannelId) {
        let (src, dst) = self.ends(channel);
        self.fronts.stale.add(src as usize);
        self.fronts.stale.add(dst as usize);
    }

    /// A group counts differently: its needs, who is there, or how far they are.
    pub(super) fn changed(&mut self, group: GroupId) {
        let state = &mut self.world.groups[group.index()];
        if !std::mem::replace(&mut state.is_changed, true) {
            self.fronts.changed.push(group);
        }
    }

    /// The components of loops at the fronts that are ready: none of them is blocked, and all of their groups are there.
    /// Those come first whose first process does. O(what may stand differently since the last look, and the
    /// components that it is part of).
    pub(super) fn look(&mut self) -> Vec<Vec<u32>> {
        for at in self.fronts.moved.take() {
            let now = self.front(at as usize).map(|entry| entry.item);
            let before = std::mem::replace(&mut self.fronts.known[at as usize].item, now);
            self.fronts.left += usize::from(now.is_some());
            self.fronts.left -= usize::from(before.is_some());
            self.fronts.stale.add(at as usize);
            for item in [before.filter(|_| before != now), now].into_iter().flatten() {
                for place in 0..self.world.items.flow(item).len() {
                    match self.world.items.flow(item)[place].0 {
                        End::Send(channel) | End::Recv(channel) => self.stale(channel),
                        End::Sync(_) => {}
                    }
                }
            }
        }
        for group in self.fronts.changed.drain(..) {
            let state = &mut self.world.groups[group.index()];
            state.is_changed = false;
            state.members.iter().for_each(|&member| self.fronts.stale.add(member as usize));
        }
        let stale = self.fronts.stale.take();
        for &at in &stale {
            self.weigh(at);
        }
        self.fronts.before = self.fronts.components;
        // What was not ready, and of which nothing is different, is not.
        let mut ready: Vec<Vec<u32>> =
            stale.into_iter().filter_map(|at| self.component(at)).collect();
        if !ready.is_sorted() {
            ready.order();
        }
        ready
    }

    /// What all processes must deliver, in their order.
    pub(super) fn needs(&mut self) -> Vec<Need> {
        let Fronts { known, needy, .. } = &mut self.fronts;
        needy.retain(|&at| {
            let known = &mut known[at as usize];
            known.is_needy = !known.needs.is_empty();
            known.is_needy
        });
        if !needy.is_sorted() {
            needy.order();
        }
        needy.iter().flat_map(|&at| &known[at as usize].needs).copied().collect()
    }

    /// Finds out how the loop at the front of a process stands.
    fn weigh(&mut self, at: u32) {
        let mut known = std::mem::take(&mut self.fronts.known[at as usize]);
        for group in known.hubs.drain(..) {
            self.world.groups[group.index()].loops -= 1;
        }
        known.linked.clear();
        known.needs.clear();
        known.is_blocked = false;
        if let Some(item) = self.front_loop(at as usize) {
            for place in 0..self.world.items.flow(item).len() {
                let (end, b) = self.world.items.flow(item)[place];
                match self.standing(at, end, b) {
                    Standing::Free => {}
                    Standing::Linked(other) => known.linked.push(other),
                    Standing::Hub(group) => {
                        self.world.groups[group.index()].loops += 1;
                        known.hubs.push(group);
                    }
                    Standing::Need(amount, fresh) => {
                        known.needs.push(Need { at, end, amount, fresh });
                        known.is_blocked = true;
                    }
                    Standing::Waits(_) | Standing::Behind(_) => known.is_blocked = true,
                }
            }
        }
        if !known.needs.is_empty() && !std::mem::replace(&mut known.is_needy, true) {
            self.fronts.needy.push(at);
        }
        self.fronts.known[at as usize] = known;
    }

    /// The component of a loop, ascending, if it is ready and was not met in this look before.
    fn component(&mut self, start: u32) -> Option<Vec<u32>> {
        self.front_loop(start as usize)?;
        if self.fronts.known[start as usize].met > self.fronts.before {
            return None;
        }
        self.fronts.components += 1;
        self.fronts.known[start as usize].met = self.fronts.components;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            self.spread(at, &mut reached)?;
        }
        // Nobody is marked any more: room to put them in order.
        reached.iter().for_each(|&at| self.fronts.stale.add(at as usize));
        Some(self.fronts.stale.take())
    }

    /// Adds to a component whom a loop must become one with; `None` if it is not ready.
    fn spread(&mut self, at: u32, reached: &mut Vec<u32>) -> Option<()> {
        let Fronts { known, components, before, .. } = &mut self.fronts;
        let own = &known[at as usize];
        let mut others: Vec<u32> = own.linked.clone();
        if own.is_blocked {
            return None;
        }
        for group in &own.hubs {
            let state = &mut self.world.groups[group.index()];
            let is_new = Self::meets(&mut state.met, *components, *before)?;
            if state.loops != state.need {
                return None;
            }
            if is_new {
                let is_there = |other: &&u32| known[**other as usize].hubs.contains(group);
                others.extend(state.members.iter().filter(is_there));
            }
        }
        for other in others {
            if Self::meets(&mut known[other as usize].met, *components, *before)? {
                reached.push(other);
            }
        }
        Some(())
    }

    /// Whether something is met for the first time in this look. `None` if it was met in another component: that is
    /// not ready, or it would have been looked at to its end.
    fn meets(met: &mut u64, component: u64, before: u64) -> Option<bool> {
        match *met {
            known if known == component => Some(false),
            known if known > before => None,
            _ => {
                *met = component;
                Some(true)
            }
        }
    }
}

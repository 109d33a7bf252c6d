//! Which loops at the fronts are ready to be coalesced, and which must deliver: kept from one decision to the next.
//!
//! How a loop at a front stands depends on its channels and groups and on who stands at their other ends. Most
//! decisions change that for a few members, so only those are looked at again. With all of them at each
//! decision, a process that takes results from thousands of others one by one would cost the square of them. In
//! tests of this crate the module `ready_naive` looks at all fronts each time, and compares.

use super::frontier::MemberIndex;
use super::local_constructs::{End, LocalId};
use super::status::{front_status, Demand, FrontStatus};
use super::sweep::Sweep;
use crate::small_sort::SmallSort;
use crate::sparse_bit_set::SparseBitSet;
use crate::system::model::GroupId;

/// How the loop at the front of a member stands, and what was at the front at that time.
#[derive(Debug, Default)]
struct Known {
    front: Option<LocalId>,
    /// Members whose loops must become one with it.
    linked: Vec<MemberIndex>,
    /// Groups of which all members must stand at such loops.
    hubs: Vec<GroupId>,
    /// What it must deliver.
    demands: Vec<Demand>,
    /// Something must happen before it can become one with others.
    is_blocked: bool,
    /// It is in the list of loops that must deliver.
    is_listed: bool,
    /// The last component that it was found to be in.
    component: u64,
}

/// What is known of all fronts.
#[derive(Debug)]
pub(super) struct ReadyLoops {
    known: Vec<Known>,
    /// Members whose loops must deliver, and some whose loops no longer must.
    demanding: Vec<MemberIndex>,
    /// How many members have something left.
    unfinished: usize,
    /// Components that were searched so far, and that number when the current look began.
    components: u64,
    components_before: u64,
    /// Room to sort members in.
    sorter: SparseBitSet,
}

impl ReadyLoops {
    /// Nothing is known yet of so many members.
    pub(super) fn new(members: usize) -> Self {
        Self {
            known: (0..members).map(|_| Known::default()).collect(),
            demanding: Vec::new(),
            unfinished: 0,
            components: 0,
            components_before: 0,
            sorter: SparseBitSet::below(members),
        }
    }

    /// Whether any member had something left at the last look.
    pub(super) fn any_unfinished(&self) -> bool {
        self.unfinished > 0
    }

    /// The components of loops that have become ready: no loop is blocked, and all members of their groups
    /// have arrived. Components ascend by their first member, and so do the members of each.
    ///
    /// O(what may stand differently since the last look, and the components around it).
    pub(super) fn look(&mut self, sweep: &mut Sweep<'_>) -> Vec<Vec<MemberIndex>> {
        for at in sweep.take_moved() {
            self.note_front(sweep, at);
        }
        let changed = sweep.take_changed();
        for &at in &changed {
            self.weigh(sweep, at);
        }
        self.components_before = self.components;
        // A component that was not ready and in which nothing has changed is still not ready.
        let mut ready: Vec<Vec<MemberIndex>> = changed.into_iter().filter_map(|at| self.component(sweep, at)).collect();
        if !ready.is_sorted() {
            ready.sort_small();
        }
        ready
    }

    /// What all members must deliver, in their order.
    pub(super) fn demands(&mut self) -> Vec<Demand> {
        let Self { known, demanding, .. } = self;
        demanding.retain(|at| {
            let known = &mut known[at.index()];
            known.is_listed = !known.demands.is_empty();
            known.is_listed
        });
        if !demanding.is_sorted() {
            demanding.sort_small();
        }
        demanding.iter().flat_map(|at| &known[at.index()].demands).copied().collect()
    }

    /// Notes what is at the front of a member now, and marks everybody whom that may concern.
    fn note_front(&mut self, sweep: &mut Sweep<'_>, at: MemberIndex) {
        let now = sweep.frontier().front(at).map(|entry| entry.id);
        let before = std::mem::replace(&mut self.known[at.index()].front, now);
        self.unfinished += usize::from(now.is_some());
        self.unfinished -= usize::from(before.is_some());
        sweep.mark_member(at);
        for id in [before.filter(|_| before != now), now].into_iter().flatten() {
            for place in 0..sweep.constructs().flow(id).len() {
                match sweep.constructs().flow(id)[place].0 {
                    End::Send(channel) | End::Recv(channel) => sweep.mark_channel(channel),
                    End::Sync(_) => {}
                }
            }
        }
    }

    /// Finds out how the loop at the front of a member stands.
    fn weigh(&mut self, sweep: &mut Sweep<'_>, at: MemberIndex) {
        let mut known = std::mem::take(&mut self.known[at.index()]);
        for group in known.hubs.drain(..) {
            sweep.group_mut(group).loops -= 1;
        }
        known.linked.clear();
        known.demands.clear();
        known.is_blocked = false;
        if let Some(id) = sweep.front_loop(at) {
            for place in 0..sweep.constructs().flow(id).len() {
                let (end, per_iteration) = sweep.constructs().flow(id)[place];
                match front_status(sweep, at, end, per_iteration) {
                    FrontStatus::Free => {}
                    FrontStatus::Linked { partner } => known.linked.push(partner),
                    FrontStatus::Hub { group } => {
                        sweep.group_mut(group).loops += 1;
                        known.hubs.push(group);
                    }
                    FrontStatus::MustDeliver { amount, is_fresh } => {
                        known.demands.push(Demand { at, end, amount, is_fresh });
                        known.is_blocked = true;
                    }
                    FrontStatus::WaitsFor { .. } | FrontStatus::Uneven { .. } => {
                        known.is_blocked = true;
                    }
                }
            }
        }
        if !known.demands.is_empty() && !std::mem::replace(&mut known.is_listed, true) {
            self.demanding.push(at);
        }
        self.known[at.index()] = known;
    }

    /// The component of a member's loop, ascending, if it is ready and was not found in this look before.
    fn component(&mut self, sweep: &mut Sweep<'_>, start: MemberIndex) -> Option<Vec<MemberIndex>> {
        sweep.front_loop(start)?;
        if self.known[start.index()].component > self.components_before {
            return None;
        }
        self.components += 1;
        self.known[start.index()].component = self.components;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            self.spread(sweep, at, &mut reached)?;
        }
        reached.iter().for_each(|at| self.sorter.add(at.index()));
        Some(self.sorter.take().into_iter().map(MemberIndex).collect())
    }

    /// Adds the members whose loops must become one with that of a member; `None` if the component is not ready.
    fn spread(&mut self, sweep: &mut Sweep<'_>, at: MemberIndex, reached: &mut Vec<MemberIndex>) -> Option<()> {
        let Self { known, components, components_before, .. } = self;
        let own = &known[at.index()];
        let mut others: Vec<MemberIndex> = own.linked.clone();
        if own.is_blocked {
            return None;
        }
        for group in &own.hubs {
            let state = sweep.group_mut(*group);
            let is_new = enter(&mut state.component, *components, *components_before)?;
            if state.loops != state.unfinished {
                return None;
            }
            if is_new {
                let has_loop = |other: &&MemberIndex| known[other.index()].hubs.contains(group);
                others.extend(state.members.iter().filter(has_loop));
            }
        }
        for other in others {
            if enter(&mut known[other.index()].component, *components, *components_before)? {
                reached.push(other);
            }
        }
        Some(())
    }
}

/// Whether something is found for the first time in this look. `None` if it belongs to another component: that one
/// is not ready, or the search for it would have ended with all of it.
fn enter(component: &mut u64, current: u64, before: u64) -> Option<bool> {
    match *component {
        known if known == current => Some(false),
        known if known > before => None,
        _ => {
            *component = current;
            Some(true)
        }
    }
}

//! Sweeping one level: events run as far as they can, and then, when every member stands at a loop or waits for one,
//! something is decided.

use super::coalesce::coalesce;
use super::conflicts::keep_circles;
use super::frontier::MemberIndex;
use super::local_constructs::{Action, End, LocalId, ProcessIndex};
use super::merged_list::MergedList;
use super::open::open_large;
use super::ready::ReadyLoops;
use super::shift::deliver;
use super::sweep::{Sweep, Workspace};
use super::watch::{Decision, WatchMerge};

/// Merges the lists of some processes into one.
pub(super) fn sweep_level<W: WatchMerge>(
    workspace: &mut Workspace,
    (members, lists): (&[ProcessIndex], &[Vec<LocalId>]),
    watch: &mut W,
) -> MergedList {
    let mut sweep = Sweep::new(workspace, members, lists);
    let mut loops = ReadyLoops::new(members.len());
    watch.level_begins(&sweep);
    loop {
        // Consumes the events of all members up to loops and to events that have to wait.
        while let Some(at) = sweep.next_awake() {
            advance(&mut sweep, at, watch);
        }
        if !decide(&mut sweep, &mut loops, watch) {
            return sweep.finish();
        }
    }
}

/// Consumes the events of a member up to a loop or to an event that has to wait.
fn advance<W: WatchMerge>(sweep: &mut Sweep<'_>, at: MemberIndex, watch: &mut W) {
    while let Some((action, from_loop)) = sweep.front_event(at) {
        match action {
            Action::Local(_) => sweep.take_event(at, None),
            Action::Send(channel) => {
                sweep.take_event(at, None);
                sweep.note_fresh(channel, !from_loop);
                sweep.account(at, End::Send(channel), 1, false);
            }
            Action::Recv(channel) => {
                let state = sweep.channel(channel);
                if state.in_flight <= 0 && state.sends_left > 0 {
                    return;
                }
                sweep.take_event(at, None);
                sweep.account(at, End::Recv(channel), 1, false);
            }
            Action::Sync(_, group) => {
                sweep.arrive(at, group, !from_loop);
                if !sweep.complete_collective(group, false) {
                    return;
                }
            }
        }
        watch.event_taken(sweep);
    }
}

/// Makes one decision for every part of the frontier that allows it, the first kind that applies. Returns whether
/// anything is left.
fn decide<W: WatchMerge>(sweep: &mut Sweep<'_>, loops: &mut ReadyLoops, watch: &mut W) -> bool {
    let ready = loops.look(sweep);
    #[cfg(test)]
    super::ready_naive::assert_same(sweep, loops, &ready);
    if !loops.any_unfinished() {
        return false;
    }
    for component in &ready {
        let blocks = coalesce(sweep, component);
        watch.decided(sweep, Decision::Coalesce { component, blocks: blocks.as_deref() });
    }
    if !ready.is_empty() {
        return true;
    }
    let shifted = deliver(sweep, &loops.demands());
    if !shifted.is_empty() {
        watch.decided(sweep, Decision::Shift { shifted: &shifted });
    } else if open_large(sweep) {
        watch.decided(sweep, Decision::Open);
    } else {
        keep_circles(sweep);
        watch.decided(sweep, Decision::Keep);
    }
    true
}

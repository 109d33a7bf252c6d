//! Sweeping one level: events run as far as they can, and then, when every member stands at a loop or waits for one,
//! something is decided.

use super::coalesce::coalesce;
use super::conflicts::keep_circles;
use super::frontier::MemberIndex;
use super::local_constructs::{End, LocalId, ProcessIndex};
use super::merged_list::MergedList;
use super::ready::ReadyLoops;
use super::shift::{deliver, open};
use super::status::{front_status, FrontStatus};
use super::sweep::{Sweep, Workspace};

/// Merges the lists of some processes into one.
pub(super) fn sweep_level(
    workspace: &mut Workspace,
    members: &[ProcessIndex],
    lists: &[Vec<LocalId>],
) -> MergedList {
    let mut sweep = Sweep::new(workspace, members, lists);
    let mut loops = ReadyLoops::new(members.len());
    loop {
        sweep.run_events();
        if !decide(&mut sweep, &mut loops) {
            return sweep.finish();
        }
    }
}

/// Makes one decision for every part of the frontier that allows it, the first kind that applies. Returns whether
/// anything is left.
fn decide(sweep: &mut Sweep<'_>, loops: &mut ReadyLoops) -> bool {
    let ready = loops.look(sweep);
    #[cfg(test)]
    super::ready_naive::assert_same(sweep, loops, &ready);
    if !loops.any_unfinished() {
        return false;
    }
    for component in &ready {
        coalesce(sweep, component);
    }
    if ready.is_empty() && !deliver(sweep, &loops.demands()) && !open_large(sweep) {
        keep_circles(sweep);
    }
    true
}

/// Opens loops of which one iteration holds all that their partner has: loops of different levels.
fn open_large(sweep: &mut Sweep<'_>) -> bool {
    let mut touched = vec![false; sweep.frontier().len()];
    let mut any = false;
    let members: Vec<MemberIndex> = sweep.frontier().members().collect();
    for at in members {
        let Some(partner) = smaller_partner(sweep, at, &touched) else { continue };
        if open(sweep, at) {
            (touched[at.index()], touched[partner.index()]) = (true, true);
            any = true;
        }
    }
    any
}

/// A member whose whole loop exchanges no more with the loop of `at`, on some channel, than that does in one
/// iteration. Neither may have been touched.
fn smaller_partner(sweep: &Sweep<'_>, at: MemberIndex, touched: &[bool]) -> Option<MemberIndex> {
    let constructs = sweep.constructs();
    let id = sweep.front_loop(at)?;
    constructs.flow(id).iter().find_map(|&(end, per_iteration)| {
        let FrontStatus::Linked { partner } = front_status(sweep, at, end, per_iteration) else {
            return None;
        };
        let other = sweep.front_loop(partner).filter(|_| partner != at)?;
        let other_end = match end {
            End::Send(channel) => End::Recv(channel),
            End::Recv(channel) => End::Send(channel),
            End::Sync(_) => return None,
        };
        let all = constructs.through(other, other_end).saturating_mul(constructs.count(other));
        let free = !touched[at.index()] && !touched[partner.index()];
        (free && per_iteration >= all).then_some(partner)
    })
}

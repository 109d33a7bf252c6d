//! Conflicts: loops that are kept as they are.
//!
//! When nothing is ready and nothing may be shifted, members wait for each other in circles. Only the loops of such a
//! circle, a strongly connected set that waits for nothing outside it, are kept as they are, and the others go
//! on. (The paper keeps "all loops as is"; a choice among the loops of one circle would be as arbitrary as it
//! says.) A circle without a loop is a trace that cannot have happened, such as one with collectives in different
//! orders: there one event goes ahead of its partner.

use super::frontier::MemberIndex;
use super::local_constructs::{Action, End};
use super::merged_list::{Defect, Part};
use super::status::{front_status, FrontStatus};
use super::sweep::Sweep;
use crate::small_sort::SmallSort;
use crate::system::model::GroupId;

/// Takes the loop at the front of a member into the result as it is.
pub(super) fn keep_as_is(sweep: &mut Sweep<'_>, at: MemberIndex) {
    let Some(id) = sweep.front_loop(at) else { return };
    sweep.pop(at);
    let count = sweep.constructs().count(id);
    let part = Part { process: sweep.process(at), id };
    sweep.take_loop(count, Some(Defect::Conflict), vec![part]);
    // Sends come first in a flow: both ends of a channel may be in the loop.
    for place in 0..sweep.constructs().flow(id).len() {
        let (end, per_iteration) = sweep.constructs().flow(id)[place];
        sweep.account(at, end, per_iteration.saturating_mul(count), true);
    }
    sweep.wake(at);
}

/// Keeps the loops of every circle as they are.
pub(super) fn keep_circles(sweep: &mut Sweep<'_>) {
    let members = sweep.frontier().len();
    let active: Vec<u32> =
        sweep.frontier().members().filter(|&at| sweep.frontier().front(at).is_some()).map(|at| at.0).collect();
    // Groups are numbered after the members.
    for circle in circles(members + sweep.groups(), |node| waits_for(sweep, node), &active) {
        let members: Vec<MemberIndex> =
            circle.into_iter().filter(|&node| (node as usize) < members).map(MemberIndex).collect();
        let loops: Vec<MemberIndex> = members.iter().copied().filter(|&at| sweep.front_loop(at).is_some()).collect();
        if loops.is_empty() {
            force(sweep, &members);
        }
        loops.into_iter().for_each(|at| keep_as_is(sweep, at));
    }
}

/// What a member, or a group, waits for.
fn waits_for(sweep: &Sweep<'_>, node: u32) -> Vec<u32> {
    let members = sweep.frontier().len() as u32;
    let of_group = |group: GroupId| members + group.0;
    if let Some(group) = node.checked_sub(members) {
        return absent(sweep, GroupId(group));
    }
    let at = MemberIndex(node);
    match sweep.front_event(at) {
        Some((Action::Recv(channel), _)) => {
            return sweep.ends(channel).0.into_iter().map(|src| src.0).collect();
        }
        Some((Action::Sync(_, group), _)) => return vec![of_group(group)],
        Some(_) => return Vec::new(),
        None => {}
    }
    let Some(id) = sweep.front_loop(at) else { return Vec::new() };
    let flow = sweep.constructs().flow(id).iter();
    flow.filter_map(|&(end, per_iteration)| match front_status(sweep, at, end, per_iteration) {
        FrontStatus::WaitsFor { partner } | FrontStatus::Linked { partner } => Some(partner.0),
        FrontStatus::Hub { group } | FrontStatus::Uneven { group } => Some(of_group(group)),
        FrontStatus::MustDeliver { .. } | FrontStatus::Free => None,
    })
    .collect()
}

/// The members of a group that have collectives left and do not stand at one.
fn absent(sweep: &Sweep<'_>, group: GroupId) -> Vec<u32> {
    let is_absent = |&at: &MemberIndex| {
        let has_left = sweep.progress_of(at, group).is_some_and(|p| p.left > 0);
        let id = sweep.front_loop(at);
        let in_loop = id.is_some_and(|id| sweep.constructs().through(id, End::Sync(group)) > 0);
        has_left && (in_loop || !sweep.is_at_collective(at, group))
    };
    sweep.group(group).members.iter().copied().filter(is_absent).map(|at| at.0).collect()
}

/// Lets the first event of a circle go ahead: a receive if there is one.
fn force(sweep: &mut Sweep<'_>, members: &[MemberIndex]) {
    let mut first_group = None;
    for &at in members {
        match sweep.front_event(at) {
            Some((Action::Recv(channel), _)) => {
                sweep.take_event(at, Some(Defect::Ahead));
                sweep.account(at, End::Recv(channel), 1, false);
                sweep.wake(at);
                return;
            }
            Some((Action::Sync(_, group), _)) => {
                first_group = first_group.or(Some(group));
            }
            _ => {}
        }
    }
    if let Some(group) = first_group {
        sweep.complete_collective(group, true);
    }
}

/// The strongly connected sets that no edge leaves, in the part of a graph that can be reached from some nodes (Tarjan
/// 1972). O(nodes + edges), without recursion. By hand, because a library would first want the edges of all nodes:
/// here they are computed for the nodes that are reached, once each.
fn circles(nodes: usize, edges: impl Fn(u32) -> Vec<u32>, from: &[u32]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut order = vec![UNSEEN; nodes];
    let mut low = vec![0u32; nodes];
    let mut set_of = vec![UNSEEN; nodes];
    let (mut next, mut sets) = (0u32, 0u32);
    let mut stack: Vec<u32> = Vec::new();
    let mut found: Vec<Vec<u32>> = Vec::new();
    for &start in from {
        if order[start as usize] != UNSEEN {
            continue;
        }
        let mut path: Vec<(u32, Vec<u32>, usize, bool)> = Vec::new();
        let mut enter = Some(start);
        loop {
            if let Some(node) = enter.take() {
                (order[node as usize], low[node as usize]) = (next, next);
                next += 1;
                stack.push(node);
                path.push((node, edges(node), 0, false));
            }
            let Some((node, targets, at, leaves)) = path.last_mut() else { break };
            let node = *node as usize;
            if let Some(&target) = targets.get(*at) {
                *at += 1;
                let target = target as usize;
                if order[target] == UNSEEN {
                    enter = Some(target as u32);
                } else if set_of[target] == UNSEEN {
                    low[node] = low[node].min(order[target]);
                } else {
                    *leaves = true;
                }
                continue;
            }
            let mut leaves = *leaves;
            let is_root = low[node] == order[node];
            path.pop();
            if is_root {
                let mut set = Vec::new();
                while let Some(member) = stack.pop() {
                    set_of[member as usize] = sets;
                    set.push(member);
                    if member as usize == node {
                        break;
                    }
                }
                sets += 1;
                set.sort_small();
                if !leaves {
                    found.push(set);
                }
                // The node from which the search came here has an edge out of its own set.
                leaves = true;
            }
            if let Some((parent, _, _, parent_leaves)) = path.last_mut() {
                low[*parent as usize] = low[*parent as usize].min(low[node]);
                *parent_leaves |= leaves;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;

//! Conflicts: what is left as it is.
//!
//! When nothing is ready and nothing may be shifted, processes wait for each other in circles. Only the
//! loops of such a circle, a strongly connected set that waits for nothing outside of it, are left as they
//! are, and the others go on. (The paper keeps "all loops as is"; a choice among the loops of one
//! circle would be as arbitrary as it says.) A circle without a loop is a trace that cannot have happened,
//! such as one with collectives in different orders: there an event goes ahead of its partner.

use super::decide::Standing;
use super::items::{Action, End};
use super::model::GroupId;
use super::sweep::{Sweep, Trouble, NOBODY};
use crate::order::InOrder;

impl Sweep<'_> {
    /// Leaves the loops of every circle as they are.
    pub(super) fn leave_apart(&mut self, active: &[u32]) {
        let circles =
            circles(self.stacks.len() + self.world.groups.len(), |at| self.waits_for(at), active);
        for circle in circles {
            let processes: Vec<u32> =
                circle.into_iter().filter(|&at| (at as usize) < self.stacks.len()).collect();
            let loops: Vec<u32> = processes
                .iter()
                .copied()
                .filter(|&at| self.front_loop(at as usize).is_some())
                .collect();
            if loops.is_empty() {
                self.force(&processes);
            }
            loops.into_iter().for_each(|at| self.leave(at));
        }
    }

    /// What a process, or a group, waits for. Groups are numbered behind the processes.
    fn waits_for(&self, at: u32) -> Vec<u32> {
        let processes = self.stacks.len() as u32;
        let Some(at_process) = (at < processes).then_some(at) else {
            let group = GroupId(at - processes);
            return self.absent(group);
        };
        match self.front_event(at_process as usize) {
            Some((Action::Recv(channel), _)) => {
                let (src, _) = self.ends(channel);
                return if src == NOBODY { Vec::new() } else { vec![src] };
            }
            Some((Action::Sync(_, group), _)) => return vec![processes + group.0],
            Some(_) => return Vec::new(),
            None => {}
        }
        let Some(item) = self.front_loop(at as usize) else { return Vec::new() };
        let flow = self.world.items.flow(item).iter();
        flow.filter_map(|&(end, b)| match (self.standing(at, end, b), end) {
            (Standing::Waits(other) | Standing::Linked(other), _) => Some(other),
            (Standing::Hub(group) | Standing::Behind(group), _) => Some(processes + group.0),
            (Standing::Need(..) | Standing::Free, _) => None,
        })
        .collect()
    }

    /// The members of a group that have collectives left and do not stand at one.
    fn absent(&self, group: GroupId) -> Vec<u32> {
        let state = &self.world.groups[group.index()];
        let absent = state.members.iter().copied().filter(|&at| {
            let left = self.meetings_of(at as usize, group).is_some_and(|m| m.left > 0);
            let item = self.front_loop(at as usize);
            let holds =
                item.is_some_and(|item| self.world.items.through(item, End::Sync(group)) > 0);
            let here = self.at_sync[at as usize]
                && matches!(self.front_event(at as usize), Some((Action::Sync(_, at), _)) if at == group);
            left && (holds || !here)
        });
        absent.collect()
    }

    /// Lets the first event of a circle go ahead: a receive if there is one.
    fn force(&mut self, processes: &[u32]) {
        let mut group = None;
        for &at in processes {
            match self.front_event(at as usize) {
                Some((Action::Recv(channel), _)) => {
                    self.pass(at as usize, Some(Trouble::Ahead));
                    self.account(at as usize, End::Recv(channel), 1, false);
                    self.wake(at);
                    return;
                }
                Some((Action::Sync(_, other), _)) => {
                    group = group.or(Some(other));
                }
                _ => {}
            }
        }
        if let Some(group) = group {
            self.meet(group, true);
        }
    }
}

/// The strongly connected sets of a graph that no edge leaves, as far as it can be reached (Tarjan 1972).
/// O(nodes + edges), without recursion.
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
                set.order();
                if !leaves {
                    found.push(set);
                }
                // Whoever came here has an edge out of its own set.
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
mod tests {
    use super::circles;

    #[test]
    fn only_what_nothing_leaves() {
        // 0 -> 1 <-> 2, 3 -> 3 -> 4, 5 alone.
        let edges = |at: u32| match at {
            0 => vec![1],
            1 => vec![2],
            2 => vec![1],
            3 => vec![3, 4],
            _ => vec![],
        };
        assert_eq!(circles(6, edges, &[0, 3, 5]), [vec![1, 2], vec![4], vec![5]]);
    }
}

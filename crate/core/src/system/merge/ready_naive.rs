//! All fronts looked at anew: what every decision of a sweep is compared with in the tests of this crate.

use super::frontier::MemberIndex;
use super::ready::ReadyLoops;
use super::status::{front_status, Demand, FrontStatus};
use super::sweep::Sweep;
use crate::system::model::GroupId;

/// Sweeps of more members are not compared: it takes their square.
const MOST_MEMBERS: usize = 64;

/// The components of loops that are ready, and what must be delivered.
fn look_at_all(sweep: &Sweep<'_>) -> (Vec<Vec<MemberIndex>>, Vec<Demand>) {
    let count = sweep.frontier().len();
    let loops: Vec<MemberIndex> = sweep.frontier().members().filter(|&at| sweep.front_loop(at).is_some()).collect();
    let mut root: Vec<u32> = (0..count as u32).collect();
    let join = |root: &mut Vec<u32>, a: MemberIndex, b: MemberIndex| {
        let (a, b) = (root[a.index()], root[b.index()]);
        root.iter_mut().filter(|r| **r == a.max(b)).for_each(|r| *r = a.min(b));
    };
    let mut blocked = vec![false; count];
    let (mut demands, mut hubs) = (Vec::new(), Vec::<(GroupId, MemberIndex)>::new());
    for &at in &loops {
        let Some(id) = sweep.front_loop(at) else { continue };
        for &(end, per_iteration) in sweep.constructs().flow(id) {
            match front_status(sweep, at, end, per_iteration) {
                FrontStatus::Free => {}
                FrontStatus::Linked { partner } => join(&mut root, at, partner),
                FrontStatus::Hub { group } => hubs.push((group, at)),
                FrontStatus::MustDeliver { amount, is_fresh } => {
                    demands.push(Demand { at, end, amount, is_fresh });
                    blocked[at.index()] = true;
                }
                FrontStatus::WaitsFor { .. } | FrontStatus::Uneven { .. } => {
                    blocked[at.index()] = true;
                }
            }
        }
    }
    for &(group, at) in &hubs {
        let same: Vec<MemberIndex> = hubs.iter().filter(|hub| hub.0 == group).map(|hub| hub.1).collect();
        join(&mut root, at, same[0]);
        blocked[at.index()] |= same.len() as u32 != sweep.group(group).unfinished;
    }
    let whole =
        |of: MemberIndex| -> Vec<MemberIndex> { loops.iter().copied().filter(|at| root[at.index()] == of.0).collect() };
    let firsts = loops.iter().copied().filter(|at| root[at.index()] == at.0);
    let ready = firsts.map(whole).filter(|all| all.iter().all(|at| !blocked[at.index()]));
    (ready.collect(), demands)
}

/// Asserts that what is known of the fronts is what there is.
pub(super) fn assert_same(sweep: &Sweep<'_>, loops: &mut ReadyLoops, ready: &[Vec<MemberIndex>]) {
    if sweep.frontier().len() > MOST_MEMBERS {
        return;
    }
    let (components, demands) = look_at_all(sweep);
    assert_eq!(ready, components);
    assert_eq!(loops.demands(), demands);
    let unfinished = sweep.frontier().members().any(|at| sweep.frontier().front(at).is_some());
    assert_eq!(loops.any_unfinished(), unfinished);
}

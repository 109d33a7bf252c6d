//! The fronts looked at as a whole: what each decision of a sweep must see in the tests.

use super::super::decide::{Need, Standing};
use super::super::model::GroupId;
use super::super::sweep::Sweep;

/// The components of loops at the fronts that are ready, and what must be delivered. O(all fronts and their flows).
fn all(sweep: &Sweep<'_>) -> (Vec<Vec<u32>>, Vec<Need>) {
    let count = sweep.stacks.len();
    let loops: Vec<u32> =
        (0..count as u32).filter(|&at| sweep.front_loop(at as usize).is_some()).collect();
    let mut root: Vec<u32> = (0..count as u32).collect();
    let join = |root: &mut Vec<u32>, a: u32, b: u32| {
        let (a, b) = (root[a as usize], root[b as usize]);
        root.iter_mut().filter(|r| **r == a.max(b)).for_each(|r| *r = a.min(b));
    };
    let mut blocked = vec![false; count];
    let (mut needs, mut hubs) = (Vec::new(), Vec::<(GroupId, u32)>::new());
    for &at in &loops {
        let Some(item) = sweep.front_loop(at as usize) else { continue };
        for &(end, b) in sweep.world.items.flow(item) {
            match sweep.standing(at, end, b) {
                Standing::Free => {}
                Standing::Linked(other) => join(&mut root, at, other),
                Standing::Hub(group) => hubs.push((group, at)),
                Standing::Need(amount, fresh) => {
                    needs.push(Need { at, end, amount, fresh });
                    blocked[at as usize] = true;
                }
                Standing::Waits(_) | Standing::Behind(_) => blocked[at as usize] = true,
            }
        }
    }
    for &(group, at) in &hubs {
        let same: Vec<u32> = hubs.iter().filter(|hub| hub.0 == group).map(|hub| hub.1).collect();
        join(&mut root, at, same[0]);
        let need = sweep.world.groups[group.index()].need;
        blocked[at as usize] |= same.len() as u32 != need;
    }
    let whole = |of: u32| -> Vec<u32> {
        loops.iter().copied().filter(|&at| root[at as usize] == of).collect()
    };
    let firsts = loops.iter().copied().filter(|&at| root[at as usize] == at);
    let ready = firsts.map(whole).filter(|all| all.iter().all(|&at| !blocked[at as usize]));
    (ready.collect(), needs)
}

impl Sweep<'_> {
    /// Asserts that what is known is what there is.
    pub(in super::super) fn assert_known(&mut self, ready: &[Vec<u32>]) {
        if self.stacks.len() > 64 {
            return;
        }
        let (components, needs) = all(self);
        assert_eq!(ready, components);
        assert_eq!(self.needs(), needs);
        assert_eq!(self.fronts.is_left(), self.stacks.iter().any(|stack| !stack.is_empty()));
    }
}

//! What to do when every process stands at a loop or waits for one.

use super::items::{Action, End};
use super::model::GroupId;
use super::sweep::{Kind, Out, Part, Sweep, Trouble, NOBODY};

/// How an end of a loop at the front stands to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nobody is there any more, or what it needs is in flight.
    Free,
    /// The other side is a loop at the front that holds the counterpart.
    Linked(u32),
    /// All others that have collectives left should be loops at the front, too.
    Hub(GroupId),
    /// It must deliver that much before anything else happens; whether something new asks for it.
    Need(u64, bool),
    /// The other side is not there yet.
    Waits(u32),
    /// Others of the group are behind.
    Behind(GroupId),
}

/// A loop must deliver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) at: u32,
    pub(super) end: End,
    pub(super) amount: u64,
    pub(super) fresh: bool,
}

impl Sweep<'_> {
    /// One decision for every part of the front that allows it. Returns whether anything is left.
    pub(super) fn decide(&mut self) -> bool {
        let ready = self.look();
        #[cfg(test)]
        self.assert_known(&ready);
        if !self.fronts.is_left() {
            return false;
        }
        for component in &ready {
            self.coalesce(component);
        }
        if !ready.is_empty() {
            return true;
        }
        let needs = self.needs();
        if self.answer(&needs) {
            return true;
        }
        let active: Vec<u32> =
            (0..self.stacks.len() as u32).filter(|&at| self.front(at as usize).is_some()).collect();
        if self.open_large(&active) {
            return true;
        }
        self.leave_apart(&active);
        true
    }

    /// How an end of the loop at the front of a process stands.
    pub(super) fn standing(&self, at: u32, end: End, b: u64) -> Standing {
        let Some(item) = self.front_loop(at as usize) else { return Standing::Free };
        let items = &self.world.items;
        let volume = b.saturating_mul(items.count(item));
        match end {
            End::Send(channel) => {
                let state = &self.world.channels[channel.index()];
                let (_, dst) = self.ends(channel);
                if state.flying < 0 {
                    let amount = state.flying.unsigned_abs();
                    if state.apart && amount >= volume {
                        return Standing::Free;
                    }
                    return Standing::Need(amount.min(volume), state.fresh);
                }
                if state.recvs_left == 0 || dst == NOBODY {
                    return Standing::Free;
                }
                if state.flying > 0 {
                    return Standing::Waits(dst);
                }
                match (self.front_event(dst as usize), self.front_loop(dst as usize)) {
                    (Some((Action::Recv(other), derived)), _) if other == channel => {
                        Standing::Need(1, !derived)
                    }
                    (_, Some(other)) if items.through(other, End::Recv(channel)) > 0 => {
                        Standing::Linked(dst)
                    }
                    _ => Standing::Waits(dst),
                }
            }
            End::Recv(channel) => {
                let state = &self.world.channels[channel.index()];
                let (src, _) = self.ends(channel);
                if state.flying > 0 {
                    let amount = state.flying.unsigned_abs();
                    if state.apart && amount >= volume {
                        return Standing::Free;
                    }
                    return Standing::Need(amount.min(volume), state.fresh);
                }
                if state.sends_left == 0 || src == NOBODY {
                    return Standing::Free;
                }
                let other = self.front_loop(src as usize).filter(|_| state.flying == 0);
                match other {
                    Some(other) if items.through(other, End::Send(channel)) > 0 => {
                        Standing::Linked(src)
                    }
                    _ => Standing::Waits(src),
                }
            }
            End::Sync(group) => {
                let state = &self.world.groups[group.index()];
                if state.need <= 1 {
                    return Standing::Free;
                }
                if state.skewed {
                    let own = self.meetings_of(at as usize, group).map_or(0, |m| m.passed);
                    let others = state.members.iter().filter(|&&other| other != at);
                    let passed = others
                        .filter_map(|&other| self.meetings_of(other as usize, group))
                        .filter(|m| m.left > 0)
                        .map(|m| m.passed);
                    let (least, most) = (passed.clone().min(), passed.max());
                    let (Some(least), Some(most)) = (least, most) else { return Standing::Free };
                    if least >= own.saturating_add(volume) {
                        return Standing::Free;
                    }
                    if least > own {
                        return Standing::Need(least - own, false);
                    }
                    if least < own || most > own {
                        return Standing::Behind(group);
                    }
                }
                match state.arrived.is_empty() {
                    true => Standing::Hub(group),
                    false => Standing::Need(1, state.arrived_new > 0),
                }
            }
        }
    }

    /// Opens the loops whose one iteration holds all that their partner has: loops of different levels.
    fn open_large(&mut self, active: &[u32]) -> bool {
        let mut touched = vec![false; self.stacks.len()];
        let mut any = false;
        for &at in active {
            let Some(item) = self.front_loop(at as usize) else { continue };
            let items = &self.world.items;
            let holds = items.flow(item).iter().find_map(|&(end, b)| {
                let Standing::Linked(other) = self.standing(at, end, b) else { return None };
                let partner = self.front_loop(other as usize).filter(|_| other != at)?;
                let volume = match end {
                    End::Send(channel) => items.through(partner, End::Recv(channel)),
                    End::Recv(channel) => items.through(partner, End::Send(channel)),
                    End::Sync(_) => return None,
                };
                let free = !touched[at as usize] && !touched[other as usize];
                (free && b >= volume.saturating_mul(items.count(partner))).then_some(other)
            });
            if let Some(other) = holds {
                if self.open(at) {
                    (touched[at as usize], touched[other as usize]) = (true, true);
                    any = true;
                }
            }
        }
        any
    }

    /// Takes the loop at the front of a process into the result as it is.
    pub(super) fn leave(&mut self, at: u32) {
        let Some(item) = self.front_loop(at as usize) else { return };
        self.pop(at as usize);
        let start = self.outs.parts.len() as u32;
        self.outs.parts.push(Part { process: self.members[at as usize], item });
        let count = self.world.items.count(item);
        let (kind, parts) = (Kind::Loop { count }, (start, start + 1));
        self.outs.list.push(Out { kind, parts, trouble: Some(Trouble::Apart) });
        // What it sends first: a channel may have both its ends here.
        for place in 0..self.world.items.flow(item).len() {
            let (end, b) = self.world.items.flow(item)[place];
            self.account(at as usize, end, b.saturating_mul(count), true);
        }
        self.wake(at);
    }
}

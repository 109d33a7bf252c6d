//! Shifting: the least of a loop's body comes out that delivers what is waited for.
//!
//! The paper unwraps whole iterations where the volume of a link allows; two loops out of phase then
//! unwrap each other to the end. So always the least consistent cut is taken: the shortest prefix of the body that
//! holds what is needed and leaves nothing in flight on channels that the process has to itself. The loop
//! goes on with the rest of its body first: `for n {X Y}` is `X for n-1 {Y X} Y`, and where a copy of X
//! follows the loop, `X for n {Y X}`.

use super::decide::Need;
use super::items::{End, ItemId};
use super::model::ChannelId;
use super::sweep::{Entry, Sweep};

/// A loop may be turned this many times its body, and a few constructs, without anything new asking for it;
/// then it is not the phase that is wrong.
const TURNS: usize = 3;
const TURNS_MORE: usize = 10;

/// A body in two parts that come out and stay.
struct Cut {
    prefix: Vec<ItemId>,
    suffix: Vec<ItemId>,
}

impl Sweep<'_> {
    /// Shifts every loop that must deliver, each for the need that takes least of it. Returns whether there
    /// was one that may still be shifted.
    pub(super) fn answer(&mut self, needs: &[Need]) -> bool {
        let mut any = false;
        let mut rest = needs;
        while let Some(first) = rest.first() {
            let own = rest.iter().take_while(|need| need.at == first.at).count();
            let (needs, after) = rest.split_at(own);
            rest = after;
            any |= self.shift(needs);
        }
        any
    }

    /// Shifts one loop for the least of its needs.
    fn shift(&mut self, needs: &[Need]) -> bool {
        let Some(at) = needs.first().map(|need| need.at as usize) else { return false };
        let Some(entry) = self.front(at) else { return false };
        let body = self.world.items.body(entry.item).to_vec();
        let count = self.world.items.count(entry.item);
        let fresh = needs.iter().any(|need| need.fresh);
        let limit = TURNS * body.len() + TURNS_MORE;
        if (!fresh && entry.turned as usize > limit) || self.world.budget == 0 {
            return false;
        }
        // A loop that takes what a loop left alone has sent stays a loop, too.
        for need in needs {
            let b = self.world.items.through(entry.item, need.end).max(1);
            let apart = match need.end {
                End::Send(channel) | End::Recv(channel) => {
                    self.world.channels[channel.index()].apart
                }
                End::Sync(group) => self.world.groups[group.index()].skewed,
            };
            let whole = need.amount / b;
            if apart && whole >= 2 && whole < count {
                let process = self.members[at];
                let first = self.world.items.repeat(process, whole, &body);
                let rest = self.looped(at, count - whole, &body);
                self.pop(at);
                self.push_back(at, &rest, true, entry.turned);
                self.push_back(at, &[first], true, entry.turned);
                return true;
            }
        }
        let mut best: Option<(u64, Cut)> = None;
        for need in needs {
            let b = self.world.items.through(entry.item, need.end).max(1);
            let whole = (need.amount.max(1) - 1) / b;
            let cut = self.cut(at, entry.item, need.end, need.amount - whole * b);
            let shorter = best.as_ref().is_none_or(|(other_whole, other)| {
                (whole, cut.prefix.len()) < (*other_whole, other.prefix.len())
            });
            if shorter {
                best = Some((whole, cut));
            }
        }
        let Some((whole, cut)) = best else { return false };
        for need in needs {
            if let End::Send(channel) | End::Recv(channel) = need.end {
                self.world.channels[channel.index()].fresh = false;
                self.stale(channel);
            }
        }
        let turned = if fresh { 0 } else { entry.turned };
        self.turn(at, whole, &cut, turned)
    }

    /// Opens a loop: one iteration comes out of it.
    pub(super) fn open(&mut self, at: u32) -> bool {
        let Some(item) = self.front_loop(at as usize) else { return false };
        let cut = Cut { prefix: self.world.items.body(item).to_vec(), suffix: Vec::new() };
        self.turn(at as usize, 0, &cut, 0)
    }

    /// Takes whole iterations and a prefix out of the loop at the front of a process.
    fn turn(&mut self, at: usize, whole: u64, cut: &Cut, turned: u32) -> bool {
        let Some(entry) = self.front(at) else { return false };
        let body = self.world.items.body(entry.item).to_vec();
        let count = self.world.items.count(entry.item);
        let growth = self.world.items.size(entry.item).saturating_mul(whole.saturating_add(1));
        if whole >= count || growth > self.world.budget {
            self.world.budget = 0;
            return false;
        }
        self.world.budget -= growth;
        self.pop(at);
        let turned_body: Vec<ItemId> = [cut.suffix.as_slice(), cut.prefix.as_slice()].concat();
        let turned = turned
            .saturating_add(cut.prefix.len() as u32)
            .saturating_add((whole as u32).saturating_mul(body.len() as u32));
        let follows = |place: usize, item: &ItemId| {
            let stack = &self.stacks[at];
            stack.len().checked_sub(place + 1).and_then(|p| stack.get(p)).map(|e| e.item)
                == Some(*item)
        };
        if cut.prefix.iter().enumerate().all(|(place, item)| follows(place, item)) {
            // `for n {X Y} X` keeps its iterations.
            let kept = self.stacks[at].len() - cut.prefix.len();
            self.stacks[at].truncate(kept);
            let rest = self.looped(at, count - whole, &turned_body);
            self.push_back(at, &rest, true, turned);
        } else {
            self.push_back(at, &cut.suffix, true, 0);
            let rest = self.looped(at, count - whole - 1, &turned_body);
            self.push_back(at, &rest, true, turned);
        }
        self.push_back(at, &cut.prefix, true, 0);
        for _ in 0..whole {
            self.push_back(at, &body, true, 0);
        }
        self.wake(at as u32);
        true
    }

    /// That many iterations of a body: a loop, the body itself, or nothing.
    pub(super) fn looped(&mut self, at: usize, count: u64, body: &[ItemId]) -> Vec<ItemId> {
        match count {
            0 => Vec::new(),
            1 => body.to_vec(),
            _ => vec![self.world.items.repeat(self.members[at], count, body)],
        }
    }

    /// Puts constructs before what is left of a process.
    pub(super) fn push_back(&mut self, at: usize, items: &[ItemId], derived: bool, turned: u32) {
        let turned = |item: ItemId, world: &super::sweep::World| {
            if world.items.is_loop(item) {
                turned
            } else {
                0
            }
        };
        for &item in items.iter().rev() {
            let turned = turned(item, self.world);
            self.stacks[at].push(Entry { item, derived, turned });
        }
        self.fronts.moved(at);
        self.wake(at as u32);
    }

    /// The least consistent cut of a loop's body that holds so much of an end.
    fn cut(&mut self, at: usize, item: ItemId, end: End, amount: u64) -> Cut {
        let items = &self.world.items;
        let body = items.body(item).to_vec();
        let own = self.own_channels(at, item);
        let (mut seen, mut flying) = (0u64, own.clone());
        let mut inside = false;
        for (place, &part) in body.iter().enumerate() {
            let times = items.count(part);
            seen = seen.saturating_add(items.through(part, end).saturating_mul(times));
            self.fly(&mut flying, part, times);
            if seen >= amount {
                if flying.iter().all(|(_, flying)| *flying == 0) {
                    let (prefix, suffix) = body.split_at(place + 1);
                    return Cut { prefix: prefix.to_vec(), suffix: suffix.to_vec() };
                }
                inside |= items.is_loop(part);
            }
        }
        // No cut between constructs is closed. Perhaps one inside of an inner loop is, which is turned first.
        let turned = inside.then(|| self.cut_inside(at, &body, end, amount, own)).flatten();
        turned.unwrap_or_else(|| Cut { prefix: body, suffix: Vec::new() })
    }

    /// The channels that a process has to itself in a loop, with what is in flight on them.
    fn own_channels(&self, at: usize, item: ItemId) -> Vec<(ChannelId, i64)> {
        let flow = self.world.items.flow(item).iter();
        let own = flow.filter_map(|&(end, _)| match end {
            End::Send(channel) if self.ends(channel) == (at as u32, at as u32) => Some(channel),
            _ => None,
        });
        own.map(|channel| (channel, self.world.channels[channel.index()].flying)).collect()
    }

    /// Counts what so many runs of a construct leave in flight.
    fn fly(&self, flying: &mut [(ChannelId, i64)], item: ItemId, times: u64) {
        for (channel, flying) in flying {
            let through = |end| self.world.items.through(item, end).saturating_mul(times);
            *flying = flying
                .saturating_add_unsigned(through(End::Send(*channel)))
                .saturating_sub_unsigned(through(End::Recv(*channel)));
        }
    }

    /// The least closed cut of a list, inside of loops if need be: of a loop that is cut, whole iterations and
    /// the first part of one come out, and the rest goes on with the second part first.
    fn cut_inside(
        &mut self,
        at: usize,
        list: &[ItemId],
        end: End,
        amount: u64,
        mut flying: Vec<(ChannelId, i64)>,
    ) -> Option<Cut> {
        let mut seen = 0u64;
        for (place, &part) in list.iter().enumerate() {
            let items = &self.world.items;
            let times = items.count(part);
            let b = items.through(part, end);
            let missing = amount.saturating_sub(seen);
            if items.is_loop(part) && b.saturating_mul(times) >= missing {
                let whole = (missing.max(1) - 1).checked_div(b).unwrap_or(0).min(times - 1);
                let body = items.body(part).to_vec();
                let mut at_entry = flying.clone();
                self.fly(&mut at_entry, part, whole);
                let rest = missing.saturating_sub(whole.saturating_mul(b));
                let inner = self.cut_inside(at, &body, end, rest, at_entry);
                if let Some(inner) = inner.filter(|cut| !cut.suffix.is_empty()) {
                    let mut prefix = list[..place].to_vec();
                    prefix.extend(self.looped(at, whole, &body));
                    prefix.extend_from_slice(&inner.prefix);
                    let turned = [inner.suffix.as_slice(), inner.prefix.as_slice()].concat();
                    let mut suffix = self.looped(at, times - whole - 1, &turned);
                    suffix.extend_from_slice(&inner.suffix);
                    suffix.extend_from_slice(&list[place + 1..]);
                    return Some(Cut { prefix, suffix });
                }
            }
            seen = seen.saturating_add(b.saturating_mul(times));
            self.fly(&mut flying, part, times);
            if seen >= amount && flying.iter().all(|(_, flying)| *flying == 0) {
                let (prefix, suffix) = list.split_at(place + 1);
                return Some(Cut { prefix: prefix.to_vec(), suffix: suffix.to_vec() });
            }
        }
        None
    }
}

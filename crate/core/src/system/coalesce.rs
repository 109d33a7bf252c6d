//! Coalescing: loops that exchange messages become one.

use super::decide::Standing;
use super::items::End;
use super::model::GroupId;
use super::sweep::{Kind, Out, Part, Sweep, NOBODY};

/// More constructs than this are not unrolled where counts have no common measure.
const UNROLL: u64 = 10_000;

/// A positive rational number, reduced.
type Rate = (u128, u128);

impl Sweep<'_> {
    /// Makes one loop of a component that is ready, or of what its counts have in common.
    ///
    /// The channels between two loops say how many iterations of one go with how many of the other; all must
    /// agree. With the smallest integers x_i that do, g = min floor(n_i / x_i) iterations of all are one loop,
    /// in which a loop of x_i iterations stands where x_i is above 1; what is over stays at the front. This is
    /// the paper's k = min floor(f/b), its blocking by the greatest common divisor and its complete unrolling
    /// in one rule.
    pub(super) fn coalesce(&mut self, component: &[u32]) {
        let Some(times) = self.times(component) else {
            component.iter().for_each(|&at| self.leave(at));
            return;
        };
        let front = |sweep: &Self, at: u32| sweep.front_loop(at as usize);
        let counts: Vec<u64> = component
            .iter()
            .map(|&at| front(self, at).map_or(0, |item| self.world.items.count(item)))
            .collect();
        let iterations = counts.iter().zip(&times).map(|(n, x)| n / x).min().unwrap_or(0);
        if iterations < 2 {
            let single: Vec<u32> =
                component.iter().zip(&times).filter(|(_, x)| **x == 1).map(|(at, _)| *at).collect();
            let opened = single.iter().filter(|&&at| self.open(at)).count();
            if opened == 0 && !(single.is_empty() && self.unroll(component, &counts, &times)) {
                component.iter().for_each(|&at| self.leave(at));
            }
            return;
        }
        let start = self.outs.parts.len() as u32;
        let mut flows = Vec::new();
        for (&at, (&n, &x)) in component.iter().zip(counts.iter().zip(&times)) {
            let Some(item) = front(self, at) else { continue };
            let body = self.world.items.body(item).to_vec();
            let process = self.members[at as usize];
            let merged = self.world.items.repeat(process, iterations * x, &body);
            self.outs.parts.push(Part { process, item: merged });
            let derived = self.pop(at as usize).is_some_and(|entry| entry.derived);
            let rest = self.looped(at as usize, n - iterations * x, &body);
            self.push_back(at as usize, &rest, derived, 0);
            let flow = self.world.items.flow(item).iter();
            flows.extend(flow.map(|&(end, b)| (end, at, b * iterations * x)));
        }
        let parts = (start, self.outs.parts.len() as u32);
        self.outs.list.push(Out { kind: Kind::Loop { count: iterations }, parts, trouble: None });
        // All sends come first.
        for sends in [true, false] {
            for &(end, at, amount) in &flows {
                if matches!(end, End::Send(_)) == sends {
                    self.account(at as usize, end, amount, false);
                }
            }
        }
    }

    /// One iteration of all of them, unrolled. Returns whether it is small enough.
    fn unroll(&mut self, component: &[u32], counts: &[u64], times: &[u64]) -> bool {
        let mut size = 0u64;
        for (&at, (n, x)) in component.iter().zip(counts.iter().zip(times)) {
            let Some(item) = self.front_loop(at as usize) else { return false };
            size = size.saturating_add(self.world.items.size(item).saturating_mul(*n.min(x)));
        }
        if size > UNROLL.min(self.world.budget) {
            return false;
        }
        self.world.budget -= size;
        for (&at, (&n, &x)) in component.iter().zip(counts.iter().zip(times)) {
            let Some(item) = self.front_loop(at as usize) else { continue };
            let body = self.world.items.body(item).to_vec();
            self.pop(at as usize);
            let rest = self.looped(at as usize, n - n.min(x), &body);
            self.push_back(at as usize, &rest, true, 0);
            (0..n.min(x)).for_each(|_| self.push_back(at as usize, &body, true, 0));
        }
        true
    }

    /// How many iterations of each loop go together, `None` if its channels do not agree.
    fn times(&mut self, component: &[u32]) -> Option<Vec<u64>> {
        for (place, &at) in component.iter().enumerate() {
            self.places[at as usize] = place as u32;
        }
        let mut hubs: Vec<GroupId> = Vec::new();
        let times = self.times_in(component, &mut hubs);
        component.iter().for_each(|&at| self.places[at as usize] = NOBODY);
        hubs.into_iter().for_each(|hub| self.world.groups[hub.index()].is_counted = false);
        times
    }

    fn times_in(&mut self, component: &[u32], hubs: &mut Vec<GroupId>) -> Option<Vec<u64>> {
        let mut rates: Vec<Option<Rate>> = vec![None; component.len()];
        *rates.first_mut()? = Some((1, 1));
        let mut reached = vec![0usize];
        while let Some(here) = reached.pop() {
            let (at, rate) = (component[here], rates[here]?);
            let item = self.front_loop(at as usize)?;
            for place_in_flow in 0..self.world.items.flow(item).len() {
                let (end, b) = self.world.items.flow(item)[place_in_flow];
                let volume = multiply(rate, b)?;
                match self.standing(at, end, b) {
                    Standing::Linked(other) => {
                        let other_end = match end {
                            End::Send(channel) => End::Recv(channel),
                            End::Recv(channel) => End::Send(channel),
                            End::Sync(_) => continue,
                        };
                        let there = self.place_in_component(other)?;
                        self.agree(&mut rates, &mut reached, there, component, other_end, volume)?;
                    }
                    Standing::Hub(group) if !self.world.groups[group.index()].is_counted => {
                        hubs.push(group);
                        let state = &mut self.world.groups[group.index()];
                        state.is_counted = true;
                        let members = state.members.clone();
                        for other in members {
                            let Some(there) = self.place_in_component(other) else { continue };
                            if self
                                .front_loop(other as usize)
                                .is_none_or(|item| self.world.items.through(item, end) == 0)
                            {
                                continue;
                            }
                            self.agree(&mut rates, &mut reached, there, component, end, volume)?;
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut scale: u128 = 1;
        for rate in &rates {
            let (_, below) = (*rate)?;
            scale = scale.checked_mul(below / gcd(scale, below))?;
        }
        let mut whole: Vec<u128> = Vec::with_capacity(rates.len());
        for rate in &rates {
            let (above, below) = (*rate)?;
            whole.push(above.checked_mul(scale / below)?);
        }
        let common = whole.iter().fold(0, |common, &x| gcd(common, x)).max(1);
        whole.into_iter().map(|x| u64::try_from(x / common).ok()).collect()
    }

    fn place_in_component(&self, at: u32) -> Option<usize> {
        let place = self.places.get(at as usize).filter(|&&place| place != NOBODY);
        place.map(|&place| place as usize)
    }

    /// Notes that so much goes through an end of a loop while the first loop runs once; `None` if another
    /// channel says something else.
    fn agree(
        &self,
        rates: &mut [Option<Rate>],
        reached: &mut Vec<usize>,
        there: usize,
        component: &[u32],
        end: End,
        volume: Rate,
    ) -> Option<()> {
        let item = self.front_loop(component[there] as usize)?;
        let rate = divide(volume, self.world.items.through(item, end))?;
        match rates[there] {
            Some(known) => (known == rate).then_some(()),
            None => {
                rates[there] = Some(rate);
                reached.push(there);
                Some(())
            }
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn multiply((above, below): Rate, by: u64) -> Option<Rate> {
    let common = gcd(below, by.into()).max(1);
    Some((above.checked_mul(u128::from(by) / common)?, below / common))
}

fn divide((above, below): Rate, by: u64) -> Option<Rate> {
    let common = gcd(above, by.into());
    if by == 0 || common == 0 {
        return None;
    }
    Some((above / common, below.checked_mul(u128::from(by) / common)?))
}

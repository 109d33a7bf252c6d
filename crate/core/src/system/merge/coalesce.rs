//! Coalescing: loops that exchange messages become one.

use super::conflicts::keep_as_is;
use super::frontier::MemberIndex;
use super::local_constructs::End;
use super::merged_list::Part;
use super::shift::open;
use super::status::{front_status, FrontStatus};
use super::sweep::Sweep;
use crate::system::model::GroupId;

/// Where counts have no common measure, no more constructs than this are unrolled.
const MOST_UNROLLED: u64 = 10_000;

/// Makes one loop of the loops of a component that is ready, as far as their counts allow it. `component` ascends.
///
/// The channels between two loops say how many iterations of one go with how many of the other, and all of them must
/// agree. Let x_i be the smallest integers that do, n_i the counts, and g = min floor(n_i / x_i). Then g iterations of
/// all become one loop, in whose body a loop of x_i iterations stands where x_i is above 1; the rest stays at the
/// front. This one rule covers the paper's k = min floor(f/b), its blocking by the greatest common divisor and its
/// complete unrolling. Returns the x_i; `None` if the channels contradict each other.
pub(super) fn coalesce(sweep: &mut Sweep<'_>, component: &[MemberIndex]) -> Option<Vec<u64>> {
    let Some(blocks) = block_counts(sweep, component) else {
        component.iter().for_each(|&at| keep_as_is(sweep, at));
        return None;
    };
    let count = |&at: &MemberIndex| sweep.front_loop(at).map_or(0, |id| sweep.constructs().count(id));
    let counts: Vec<u64> = component.iter().map(count).collect();
    let iterations = counts.iter().zip(&blocks).map(|(n, x)| n / x).min().unwrap_or(0);
    if iterations < 2 {
        let single = component.iter().zip(&blocks).filter(|(_, x)| **x == 1);
        let single: Vec<MemberIndex> = single.map(|(at, _)| *at).collect();
        let opened = single.iter().filter(|&&at| open(sweep, at)).count();
        if opened == 0 && !(single.is_empty() && unroll(sweep, component, &counts, &blocks)) {
            component.iter().for_each(|&at| keep_as_is(sweep, at));
        }
        return Some(blocks);
    }
    let (mut parts, mut flows) = (Vec::with_capacity(component.len()), Vec::new());
    for (&at, (&n, &x)) in component.iter().zip(counts.iter().zip(&blocks)) {
        let Some(id) = sweep.front_loop(at) else { continue };
        let (process, body) = (sweep.process(at), sweep.constructs().body(id).to_vec());
        let merged = sweep.constructs_mut().repeat(process, iterations * x, &body);
        parts.push(Part { process, id: merged });
        let from_loop = sweep.pop(at).is_some_and(|entry| entry.from_loop);
        let rest = sweep.constructs_mut().iterations(process, n - iterations * x, &body);
        sweep.put_back(at, &rest, from_loop, 0);
        let flow = sweep.constructs().flow(id).iter();
        flows.extend(flow.map(|&(end, b)| (end, at, b * iterations * x)));
    }
    sweep.take_loop(iterations, None, parts);
    // All sends come first.
    for sends in [true, false] {
        for &(end, at, amount) in &flows {
            if matches!(end, End::Send(_)) == sends {
                sweep.account(at, end, amount, false);
            }
        }
    }
    Some(blocks)
}

/// Unrolls one iteration of all loops together. Returns whether it is small enough.
fn unroll(sweep: &mut Sweep<'_>, component: &[MemberIndex], counts: &[u64], blocks: &[u64]) -> bool {
    let mut size = 0u64;
    for (&at, (n, x)) in component.iter().zip(counts.iter().zip(blocks)) {
        let Some(id) = sweep.front_loop(at) else { return false };
        size = size.saturating_add(sweep.constructs().size(id).saturating_mul(*n.min(x)));
    }
    if size > MOST_UNROLLED.min(sweep.growth_left()) || !sweep.grow(size) {
        return false;
    }
    for (&at, (&n, &x)) in component.iter().zip(counts.iter().zip(blocks)) {
        let Some(id) = sweep.front_loop(at) else { continue };
        let (process, body) = (sweep.process(at), sweep.constructs().body(id).to_vec());
        sweep.pop(at);
        let rest = sweep.constructs_mut().iterations(process, n - n.min(x), &body);
        sweep.put_back(at, &rest, true, 0);
        (0..n.min(x)).for_each(|_| sweep.put_back(at, &body, true, 0));
    }
    true
}

/// How many iterations of each loop go together; `None` if the channels between the loops do not agree.
fn block_counts(sweep: &mut Sweep<'_>, component: &[MemberIndex]) -> Option<Vec<u64>> {
    let mut rates = Rates::new(component)?;
    let is_known = rates.spread(sweep);
    for group in std::mem::take(&mut rates.groups) {
        sweep.group_mut(group).is_counted = false;
    }
    is_known?;
    rates.smallest_integers()
}

/// How often each loop of a component runs while the first one runs once.
struct Rates<'a> {
    component: &'a [MemberIndex],
    rates: Vec<Option<Rate>>,
    /// Places in the component whose rate is known and whose partners have not been looked at.
    reached: Vec<usize>,
    /// Groups whose members have been looked at; they are marked as counted.
    groups: Vec<GroupId>,
}

impl<'a> Rates<'a> {
    fn new(component: &'a [MemberIndex]) -> Option<Self> {
        let mut rates = vec![None; component.len()];
        *rates.first_mut()? = Some(Rate::ONE);
        Some(Rates { component, rates, reached: vec![0], groups: Vec::new() })
    }

    /// Finds all rates by following links and groups; `None` if they contradict each other.
    fn spread(&mut self, sweep: &mut Sweep<'_>) -> Option<()> {
        while let Some(here) = self.reached.pop() {
            let (at, rate) = (self.component[here], self.rates[here]?);
            let id = sweep.front_loop(at)?;
            for place in 0..sweep.constructs().flow(id).len() {
                let (end, per_iteration) = sweep.constructs().flow(id)[place];
                let volume = rate.times(per_iteration)?;
                match front_status(sweep, at, end, per_iteration) {
                    FrontStatus::Linked { partner } => {
                        let other_end = match end {
                            End::Send(channel) => End::Recv(channel),
                            End::Recv(channel) => End::Send(channel),
                            End::Sync(_) => continue,
                        };
                        let there = self.place(partner)?;
                        self.agree(sweep, there, other_end, volume)?;
                    }
                    FrontStatus::Hub { group } => self.spread_in_group(sweep, group, volume)?,
                    _ => {}
                }
            }
        }
        Some(())
    }

    /// Notes that all loops of a group's members pass so many of its collectives.
    fn spread_in_group(&mut self, sweep: &mut Sweep<'_>, group: GroupId, volume: Rate) -> Option<()> {
        let state = sweep.group_mut(group);
        if std::mem::replace(&mut state.is_counted, true) {
            return Some(());
        }
        let members = state.members.clone();
        self.groups.push(group);
        let end = End::Sync(group);
        for other in members {
            let Some(there) = self.place(other) else { continue };
            let id = sweep.front_loop(other);
            if id.is_some_and(|id| sweep.constructs().through(id, end) > 0) {
                self.agree(sweep, there, end, volume)?;
            }
        }
        Some(())
    }

    /// Where a member stands in the component.
    fn place(&self, at: MemberIndex) -> Option<usize> {
        self.component.binary_search(&at).ok()
    }

    /// Notes that so much goes through an end of a loop while the first loop runs once; `None` if another channel
    /// says something else.
    fn agree(&mut self, sweep: &Sweep<'_>, there: usize, end: End, volume: Rate) -> Option<()> {
        let id = sweep.front_loop(self.component[there])?;
        let rate = volume.divided_by(sweep.constructs().through(id, end))?;
        match self.rates[there] {
            Some(known) => (known == rate).then_some(()),
            None => {
                self.rates[there] = Some(rate);
                self.reached.push(there);
                Some(())
            }
        }
    }

    /// The smallest integers in the same proportion as the rates.
    fn smallest_integers(&self) -> Option<Vec<u64>> {
        let mut scale: u128 = 1;
        for rate in &self.rates {
            let below = (*rate)?.below;
            scale = scale.checked_mul(below / gcd(scale, below))?;
        }
        let mut whole: Vec<u128> = Vec::with_capacity(self.rates.len());
        for rate in &self.rates {
            let Rate { above, below } = (*rate)?;
            whole.push(above.checked_mul(scale / below)?);
        }
        let common = whole.iter().fold(0, |common, &x| gcd(common, x)).max(1);
        whole.into_iter().map(|x| u64::try_from(x / common).ok()).collect()
    }
}

/// A positive rational number, reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rate {
    above: u128,
    below: u128,
}

impl Rate {
    const ONE: Self = Self { above: 1, below: 1 };

    fn times(self, factor: u64) -> Option<Self> {
        let common = gcd(self.below, factor.into()).max(1);
        let above = self.above.checked_mul(u128::from(factor) / common)?;
        Some(Self { above, below: self.below / common })
    }

    fn divided_by(self, divisor: u64) -> Option<Self> {
        let common = gcd(self.above, divisor.into());
        if divisor == 0 || common == 0 {
            return None;
        }
        let below = self.below.checked_mul(u128::from(divisor) / common)?;
        Some(Self { above: self.above / common, below })
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

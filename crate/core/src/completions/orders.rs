//! Which runs are written in another order than the recorded one, and what is kept of them.
//!
//! Per process, without parameters:
//! 1. A run has a bag (its receives, however ordered) and a context (the events around it). The orders of each bag and
//!    context, as they occur, are a list.
//! 2. A list is regular if it is constant, or if each order stands once in the nest of the list and there are at most half as
//!    many orders as entries: a program that alternates or changes phase. A list that alternates may begin and end
//!    anywhere, since the first and the last run of a process stand in other contexts.
//! 3. If a list is irregular, every bag of the process with several orders is written in its most frequent one, ties by
//!    first appearance.
//! 4. A run of several rounds is written as rounds if that nest has fewer items and, where 3 does not hold, the recorded
//!    one has more than two symbols for each channel.
//!
//! Orders are compared in their contexts because the first and the last run of a phase may differ from all others in a
//! deterministic program, too; and all bags of an irregular process are taken together because a bag that occurs four
//! times passes for a phase. The most frequent order is taken instead of a sorted one, so that as few runs as can be
//! differ from what was recorded.

use crate::small_sort::SmallSort;
use rustc_hash::FxHashMap;

use super::rounds::{as_rounds, leaves_and_items, measure};
use super::runs::{each_run, Roles, Run};
use super::varies::{hashes, in_context, may_vary};
use crate::nest::{optimal, Nest};
use crate::symbols::Symbol;

/// A string in which runs that vary are written in one order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arranged {
    /// The string as written.
    pub string: Vec<Symbol>,
    /// How the runs were recorded.
    pub orders: Orders,
}

/// How the runs of a process were recorded that are written in another order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// One for each bag, in order of first appearance.
    pub orders: Vec<Order>,
}

/// The runs of one bag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The receives as they are written.
    pub written: Vec<Symbol>,
    /// The other orders that were recorded: place `j` had what is written at place `permutation[j]`.
    pub permutations: Vec<Vec<u32>>,
    /// For each run of the bag, in order: 0 if it was recorded as it is written, else one more than the place in
    /// `permutations`.
    pub which: Nest,
}

impl Order {
    /// How many runs were recorded in another order, and how many there are. O(runs).
    pub fn moved(&self) -> (u64, u64) {
        let moved = self.which.symbols().filter(|number| number.0 != 0).count() as u64;
        (moved, self.which.len())
    }
}

impl Orders {
    /// Whether everything is written as it was recorded.
    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    /// How many runs were recorded in another order than they are written in, and how many runs have a bag that varies.
    /// O(runs).
    pub fn moved(&self) -> (u64, u64) {
        match self.orders.is_empty() {
            true => (0, 0),
            false => self.moved_of_some(),
        }
    }

    #[inline(never)] // of a part that most traces do not need
    fn moved_of_some(&self) -> (u64, u64) {
        let each = self.orders.iter().map(Order::moved);
        each.fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1))
    }
}

/// Writes the runs that vary in one order; `None` if there are none. O(string) where nothing varies, and the nests of the
/// lists of orders otherwise.
pub fn arrange(string: &[Symbol], roles: &Roles) -> Option<Arranged> {
    if may_vary(string, roles) {
        arrange_runs(string, roles)
    } else {
        None
    }
}

#[inline(never)] // of a part that most traces do not need
fn arrange_runs(string: &[Symbol], roles: &Roles) -> Option<Arranged> {
    let mut seen = Seen::default();
    each_run(string, roles, |run, receives| seen.add(run, receives));
    seen.arrange(string, roles)
}

/// All runs with at least two different receives.
#[derive(Default)]
struct Seen {
    /// The distinct orders, each with the number of its bag.
    orders: Vec<(Box<[Symbol]>, u32)>,
    /// Their numbers, by their hashes.
    number_of: FxHashMap<u64, u64>,
    /// The numbers of bags, by the hashes of their receives in any order.
    bags: FxHashMap<u64, u64>,
    /// Each run with the number of its order.
    runs: Vec<(Run, u32)>,
}

impl Seen {
    fn add(&mut self, run: Run, receives: &[Symbol]) {
        let Some(first) = receives.first() else { return };
        if receives.iter().all(|symbol| symbol == first) {
            return;
        }
        let (bag, order) = hashes(receives);
        let next = self.orders.len() as u64;
        let number = *self.number_of.entry(order).or_insert(next);
        if number == next {
            let next = self.bags.len() as u64;
            let bag = *self.bags.entry(bag).or_insert(next);
            self.orders.push((receives.into(), bag as u32));
        }
        self.runs.push((run, number as u32));
    }

    fn order(&self, number: u32) -> (&[Symbol], u32) {
        self.orders.get(number as usize).map_or((&[], 0), |(order, bag)| (order, *bag))
    }

    #[inline(never)]
    fn arrange(&self, string: &[Symbol], roles: &Roles) -> Option<Arranged> {
        let is_irregular = self.is_irregular();
        let written = self.written(is_irregular, roles);
        if written.iter().all(Option::is_none) {
            return None;
        }
        let mut arranged = string.to_vec();
        let mut kept: Vec<Kept> = vec![Kept::default(); written.len()];
        for &(run, number) in &self.runs {
            let (recorded, bag) = self.order(number);
            let Some(Some(order)) = written.get(bag as usize) else { continue };
            let Some(kept) = kept.get_mut(bag as usize) else { continue };
            kept.add(number, recorded, order);
            if recorded != &**order {
                let slots = arranged.get_mut(run.start..run.end).unwrap_or_default();
                let slots = slots.iter_mut().filter(|symbol| roles.is_receive(**symbol));
                slots.zip(order.iter()).for_each(|(slot, &symbol)| *slot = symbol);
            }
        }
        let mut orders = Vec::new();
        for (written, kept) in written.into_iter().zip(kept) {
            if let Some(written) = written {
                orders.push(kept.finish(written)?);
            }
        }
        Some(Arranged { string: arranged, orders: Orders { orders } })
    }

    /// Rule 2: whether the orders of some bag and context follow no rule.
    fn is_irregular(&self) -> bool {
        let mut places: FxHashMap<u64, u64> = FxHashMap::default();
        let mut lists: Vec<Vec<Symbol>> = Vec::new();
        for (run, number) in &self.runs {
            let (_, bag) = self.order(*number);
            let next = lists.len() as u64;
            let place = *places.entry(in_context(u64::from(bag), run)).or_insert(next) as usize;
            if place == lists.len() {
                lists.push(Vec::new());
            }
            if let Some(list) = lists.get_mut(place) {
                list.push(Symbol(*number));
            }
        }
        lists.iter().any(|list| !is_regular(list))
    }

    /// Rules 3 and 4: the order in which the receives of each bag are written; `None` if as recorded.
    fn written(&self, is_irregular: bool, roles: &Roles) -> Vec<Option<Box<[Symbol]>>> {
        let mut counts = vec![0u64; self.orders.len()];
        for &(_, number) in &self.runs {
            if let Some(count) = counts.get_mut(number as usize) {
                *count += 1;
            }
        }
        let mut of_bag: Vec<Vec<(u64, &[Symbol])>> = vec![Vec::new(); self.bags.len()];
        for ((order, bag), count) in self.orders.iter().zip(counts) {
            if let Some(orders) = of_bag.get_mut(*bag as usize) {
                orders.push((count, order));
            }
        }
        of_bag.iter().map(|orders| written_order(orders, is_irregular, roles)).collect()
    }
}

/// The order in which a bag is written whose recorded orders, with their counts, are these.
fn written_order(orders: &[(u64, &[Symbol])], is_irregular: bool, roles: &Roles) -> Option<Box<[Symbol]>> {
    let &(_, first) = orders.first()?;
    let rounds = as_rounds(first, roles);
    let improves = |recorded: &[Symbol]| {
        let rounds = rounds.as_ref().filter(|rounds| *rounds.written != *recorded)?;
        let (leaves, items) = leaves_and_items(recorded);
        let is_mixed = is_irregular || leaves > 2 * rounds.channels as u64;
        let fewer = || leaves_and_items(&rounds.written).1 < items;
        (is_mixed && fewer()).then(|| rounds.written.clone().into_boxed_slice())
    };
    if !is_irregular {
        let mut last = None;
        for (_, order) in orders {
            last = Some(improves(order)?);
        }
        return last;
    }
    let most = orders.iter().map(|(count, _)| *count).max()?;
    let (_, frequent) = orders.iter().find(|(count, _)| *count == most)?;
    improves(frequent).or_else(|| (orders.len() > 1).then(|| (*frequent).into()))
}

/// Whether a list of orders, or of lengths, is constant, alternates, or changes phase.
pub(crate) fn is_regular(list: &[Symbol]) -> bool {
    if list.first().is_none_or(|first| list.iter().all(|number| number == first)) {
        return true;
    }
    let mut distinct = list.to_vec();
    distinct.sort_small();
    distinct.dedup();
    let once = |list: &[Symbol]| optimal(list).is_ok_and(|nest| measure(&nest).0 == distinct.len() as u64);
    let period = smallest_period(list);
    let mut rotations = (0..period.min(MOST_ROTATIONS)).filter_map(|first| list.get(first..));
    let mut whole_periods = || rotations.any(|rest| once(rest.get(..rest.len() / period * period).unwrap_or_default()));
    2 * distinct.len() <= list.len() && (once(list) || (2 * period <= list.len() && whole_periods()))
}

/// At how many places the period of a list may begin.
const MOST_ROTATIONS: usize = 16;

/// The smallest distance at which all entries of a list are equal; its length if there is none. O(list): Knuth, Morris and
/// Pratt 1977.
fn smallest_period(list: &[Symbol]) -> usize {
    // Of each beginning, the longest proper end that is a beginning, too.
    let mut borders = vec![0; list.len()];
    let mut border = 0;
    for (at, symbol) in list.iter().enumerate().skip(1) {
        while border > 0 && list.get(border) != Some(symbol) {
            border = borders.get(border - 1).copied().unwrap_or(0);
        }
        border += usize::from(list.get(border) == Some(symbol));
        if let Some(known) = borders.get_mut(at) {
            *known = border;
        }
    }
    list.len() - border
}

/// What is kept of the runs of a bag while they are written.
#[derive(Clone, Default)]
struct Kept {
    permutations: Vec<Vec<u32>>,
    /// The number in `which` of each recorded order.
    numbers: FxHashMap<u64, u64>,
    which: Vec<Symbol>,
}

impl Kept {
    fn add(&mut self, order: u32, recorded: &[Symbol], written: &[Symbol]) {
        let permutations = &mut self.permutations;
        let number = *self.numbers.entry(u64::from(order)).or_insert_with(|| {
            if recorded == written {
                return 0;
            }
            permutations.push(permutation(recorded, written));
            permutations.len() as u64
        });
        self.which.push(Symbol(number as u32));
    }

    /// `None` if there are too many runs for a nest.
    fn finish(self, written: Box<[Symbol]>) -> Option<Order> {
        let which = optimal(&self.which).ok()?;
        Some(Order { written: written.into(), permutations: self.permutations, which })
    }
}

/// Where each recorded receive is written; the k-th of equal ones is the k-th. Both have the same receives.
fn permutation(recorded: &[Symbol], written: &[Symbol]) -> Vec<u32> {
    let by_symbol = |list: &[Symbol]| {
        let mut places: Vec<u32> = (0..list.len() as u32).collect();
        places.sort_small_by_key(|&at| list.get(at as usize).copied());
        places
    };
    let mut permutation = vec![0; recorded.len()];
    for (from, to) in by_symbol(recorded).into_iter().zip(by_symbol(written)) {
        if let Some(place) = permutation.get_mut(from as usize) {
            *place = to;
        }
    }
    permutation
}

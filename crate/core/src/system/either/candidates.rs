//! In which ways each process may be cut, of those in which all processes have one order of variants.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::ends::Ends;
use super::parts::Parts;
use crate::nest::{optimal, Nest, Stats};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;
use crate::system::merge::Local;
use crate::variants::{readings, Reading};

/// The least iterations of the loop.
const LEAST_ITERATIONS: usize = 8;

/// One way to cut a process.
pub(super) struct Candidate {
    /// The number of its reading.
    reading: usize,
    /// How many iterations stay outside at the beginning and at the end.
    outside: (usize, usize),
    /// A number for the order of variants: equal for equal orders, whatever the variants are called.
    pub(super) order: u64,
    /// What the process sends and receives in each part.
    pub(super) ends: Ends,
}

/// A process with the ways in which it may be cut, the shortest reading first.
pub(super) struct Process {
    readings: Vec<Reading>,
    pub(super) candidates: Vec<Candidate>,
}

/// All processes; `None` if there is no order of variants that all have.
pub(super) fn of_all(locals: &[Local<'_>]) -> Option<Vec<Process>> {
    let mut common: Option<FxHashSet<u64>> = None;
    let mut processes = Vec::with_capacity(locals.len());
    for local in locals {
        let main = Stats::new(local.nest).main_loop?;
        let mut readings = readings(local.nest, main.node);
        readings.sort_small_by_key(|reading| reading.length);
        let mut found: Vec<(usize, (usize, usize), u64)> = Vec::new();
        for (number, reading) in readings.iter().enumerate() {
            for outside in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let Some(kept) = kept(reading, outside) else { continue };
                let order = hash(&renamed(kept).0);
                if common.as_ref().is_none_or(|common| common.contains(&order)) {
                    found.push((number, outside, order));
                }
            }
        }
        let own: FxHashSet<u64> = found.iter().map(|(.., order)| *order).collect();
        common = Some(own);
        processes.push((local, readings, found));
    }
    let common = common.filter(|common| !common.is_empty())?;
    let each = processes.into_iter().map(|(local, readings, found)| {
        let kept = found.into_iter().filter(|(.., order)| common.contains(order));
        let candidates = kept.filter_map(|(number, outside, order)| {
            let reading = readings.get(number)?;
            let ends = Ends::of(local, &parts_symbols(reading, outside)?);
            Some(Candidate { reading: number, outside, order, ends })
        });
        let candidates = candidates.collect();
        Process { readings, candidates }
    });
    Some(each.collect())
}

/// The variants of the iterations that are not outside.
fn kept(reading: &Reading, (lead, tail): (usize, usize)) -> Option<&[u32]> {
    let end = reading.which.len().checked_sub(tail)?;
    reading.which.get(lead..end).filter(|kept| kept.len() >= LEAST_ITERATIONS)
}

/// An order with its variants numbered by first appearance, and the old number of each.
fn renamed(which: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let mut old = Vec::new();
    let new = which.iter().map(|&number| {
        *numbers.entry(number).or_insert_with(|| {
            old.push(number);
            old.len() as u32 - 1
        })
    });
    (new.collect(), old)
}

fn hash(list: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    list.hash(&mut hasher);
    hasher.finish()
}

/// What is before, each variant, and what is after.
type PartStrings<'a> = (Vec<Symbol>, Vec<&'a [Symbol]>, Vec<Symbol>);

/// The strings of the parts that a reading has, with so many iterations outside at either end.
fn parts_symbols(reading: &Reading, outside: (usize, usize)) -> Option<PartStrings<'_>> {
    let (_, old) = renamed(kept(reading, outside)?);
    let body = |number: u32| reading.bodies.get(number as usize).map(Vec::as_slice);
    let mut before = reading.before.clone();
    for &number in reading.which.get(..outside.0)? {
        before.extend(body(number)?);
    }
    let mut after = Vec::new();
    for &number in reading.which.get(reading.which.len() - outside.1..)? {
        after.extend(body(number)?);
    }
    after.extend(&reading.after);
    Some((before, old.into_iter().map(body).collect::<Option<_>>()?, after))
}

impl Process {
    /// The parts of a process that is cut in one of the ways.
    pub(super) fn parts(&self, candidate: &Candidate) -> Option<Parts> {
        let reading = self.readings.get(candidate.reading)?;
        let (before, bodies, after) = parts_symbols(reading, candidate.outside)?;
        let bodies: Option<Vec<Nest>> = bodies.into_iter().map(|body| optimal(body).ok()).collect();
        Some(Parts { before: optimal(&before).ok()?, bodies: bodies?, after: optimal(&after).ok()? })
    }

    /// The order of variants of one of the ways, by first appearance.
    pub(super) fn order(&self, candidate: &Candidate) -> Option<Vec<u32>> {
        let kept = kept(self.readings.get(candidate.reading)?, candidate.outside)?;
        Some(renamed(kept).0)
    }
}

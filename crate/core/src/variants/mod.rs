//! Iterations of several variants: a loop that a nest breaks wherever an iteration differs, kept whole.
//!
//! A nest is exact and ends a loop where an iteration has a branch more than the one before. [`find`] cuts the string of
//! a process at an event of its main loop instead. Different iterations are *variants*; which of them comes when is a
//! string again, with a nest of its own. Nothing is lost: [`Variants::symbols`] gives the string back.
//!
//! 1. Each symbol of the main loop's body, the first 64, is an *anchor*: the string is cut before each of its occurrences.
//!    The last iteration reaches as far as another one does (`cut`). An anchor with more variants than 12 and a quarter of
//!    its iterations is left out.
//! 2. Iterations are equal if their strings are. In further readings they are equal if their nests are but for the counts of
//!    loops (`counts`), which are kept; the anchors are then the first 64 symbols of the whole nest, for a loop whose count
//!    varies is often the main loop itself.
//! 3. The length of a reading is the items of all its nests: before, after, the most frequent variant, of every other one
//!    the stretch in which it differs from the one that it is most like (`blocks`), and of the order of the variants
//!    (`length`). The shortest one counts, the first of equal ones.
//! 4. It is worth showing if it has eight iterations, at most two thirds of the items of the exact nest, and a tenth more
//!    of the events in its loop than the exact main loop has.
//!
//! Cost: for each anchor a pass over the string, and the nests of what it leaves. No process is looked at whose main loop
//! has nine tenths of its events.

mod anchors;
mod blocks;
mod body;
mod counts;
mod cut;
mod length;
mod outline;
pub mod text;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

use crate::nest::{Nest, NodeId, Stats};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

pub use body::{Body, Counts};
pub use outline::{Alternative, Outline, Piece, VaryingLoop};

/// The most events of a process that is looked at.
pub const LONGEST: u64 = 1 << 23;
/// The most variants: nobody compares more.
pub const MOST_VARIANTS: usize = 256;
/// A process whose main loop has this share of its events needs no other reading.
const ENOUGH: f64 = 0.9;
/// The least iterations that are worth showing.
const LEAST_ITERATIONS: u64 = 8;
/// How much more of the events the loop must have.
const LEAST_GAIN: f64 = 0.1;
/// The most symbols whose nests are searched for counts that vary, over all anchors.
const MOST_COUNTED: usize = 1 << 22;

/// A string as one loop of several variants, with what is before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variants {
    /// What is before the loop.
    pub before: Nest,
    /// The variants, the most frequent one first and the others by first appearance.
    pub bodies: Vec<Body>,
    /// For each iteration the number of its variant, from 0.
    pub which: Nest,
    /// What is after the loop.
    pub after: Nest,
}

/// A reading that is shorter than the exact nest.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The reading.
    pub variants: Variants,
    /// Items of all its nests.
    pub length: u64,
    /// Share of the events inside its loop, 0 to 1.
    pub share: f64,
}

impl Variants {
    /// How many iterations the loop has.
    pub fn iterations(&self) -> u64 {
        self.which.len()
    }

    /// How often each variant occurs. O(nodes of the order).
    pub fn times(&self) -> Vec<u64> {
        let mut times = vec![0; self.bodies.len()];
        self.which.symbols().for_each(|number| {
            if let Some(times) = times.get_mut(number.0 as usize) {
                *times += 1;
            }
        });
        times
    }

    /// The symbols that it stands for, in order. Holds one iteration at a time.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        let mut cursors: Vec<_> = self.bodies.iter().map(Body::iterations).collect();
        let iterations = self.which.symbols().flat_map(move |number| {
            cursors.get_mut(number.0 as usize).and_then(Iterator::next).unwrap_or_default()
        });
        self.before.symbols().chain(iterations).chain(self.after.symbols())
    }

    /// Where each iteration begins among the events, and where the last one ends. O(iterations).
    pub fn starts(&self) -> Vec<u64> {
        let mut cursors: Vec<_> = self.bodies.iter().map(Body::lengths).collect();
        let mut at = self.before.len();
        let mut starts = vec![at];
        for number in self.which.symbols() {
            let length = cursors.get_mut(number.0 as usize).and_then(Iterator::next);
            at = at.saturating_add(length.unwrap_or(0));
            starts.push(at);
        }
        starts
    }
}

/// The shortest reading of a nest's string with one loop of several variants, if it is worth showing; see the [module](self).
pub fn find(nest: &Nest, stats: &Stats) -> Option<Found> {
    let main = stats.main_loop.as_ref()?;
    if main.share >= ENOUGH || nest.len() > LONGEST {
        return None;
    }
    search(nest, stats)
}

#[inline(never)] // It belongs to a part of the engine that most traces do not need.
fn search(nest: &Nest, stats: &Stats) -> Option<Found> {
    let main = stats.main_loop.as_ref()?;
    let string: Vec<Symbol> = nest.symbols().collect();
    let anchors = anchors::of(nest, main.node);
    let found = shortest(&string, &anchors, &anchors::of_all(nest))?;
    let is_worth = found.variants.iterations() >= LEAST_ITERATIONS
        && found.length.saturating_mul(3) <= stats.total.saturating_mul(2)
        && found.share >= main.share + LEAST_GAIN;
    is_worth.then_some(found)
}

/// One way to cut a string: what is before the loop, the strings of the variants, which of them each iteration is, what is
/// after, and the length of that reading.
pub(crate) struct Reading {
    pub(crate) before: Vec<Symbol>,
    pub(crate) bodies: Vec<Vec<Symbol>>,
    pub(crate) which: Vec<u32>,
    pub(crate) after: Vec<Symbol>,
    pub(crate) length: u64,
}

/// The exact readings of all anchors of a loop's body; none for a string that is too long. The cost is that of [`find`].
pub(crate) fn readings(nest: &Nest, main: NodeId) -> Vec<Reading> {
    if nest.len() > LONGEST {
        return Vec::new();
    }
    let string: Vec<Symbol> = nest.symbols().collect();
    let read = |anchor| {
        let variants = cut::Cut::new(&string, anchor)?.exact()?;
        Some(Reading {
            length: length::of(&variants)?,
            before: variants.before.symbols().collect(),
            bodies: variants.bodies.iter().map(|body| body.nest.symbols().collect()).collect(),
            which: variants.which.symbols().map(|number| number.0).collect(),
            after: variants.after.symbols().collect(),
        })
    };
    anchors::of(nest, main).into_iter().filter_map(read).collect()
}

/// The shortest reading that one of the anchors gives; of `counted` those in which counts vary.
fn shortest(string: &[Symbol], anchors: &[Symbol], counted: &[Symbol]) -> Option<Found> {
    let mut best: Option<Found> = None;
    let mut keep = |variants: Variants| {
        let Some(length) = length::of(&variants) else { return };
        if best.as_ref().is_none_or(|best| length < best.length) {
            let outside = variants.before.len() + variants.after.len();
            let share = 1.0 - outside as f64 / string.len().max(1) as f64;
            best = Some(Found { variants, length, share });
        }
    };
    let cuts = |anchors: &[Symbol]| -> Vec<cut::Cut<'_>> {
        anchors.iter().filter_map(|&anchor| cut::Cut::new(string, anchor)).collect()
    };
    cuts(anchors).iter().filter_map(cut::Cut::exact).for_each(&mut keep);
    let mut room = MOST_COUNTED;
    let varying = cuts(counted);
    varying.iter().filter_map(|cut| cut.without_counts(&mut room)).for_each(&mut keep);
    best
}

/// The numbers of variants in the order in which they are listed: the most frequent one first, and the others by first
/// appearance. `times` are those of the variants by first appearance.
fn listed_order(times: &[u64]) -> Vec<usize> {
    let most = times.iter().copied().max().unwrap_or(0);
    let first = times.iter().position(|&own| own == most).unwrap_or(0);
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_small_by_key(|&number| (number != first, number));
    order
}

/// In what a variant differs from the most frequent one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How often the variant occurs.
    pub times: u64,
    /// What it has instead of the symbols that it lacks, in one stretch. A loop whose count varies is one symbol, which no table
    /// has.
    pub has: Vec<Symbol>,
    /// The symbols that it lacks.
    pub lacks: Vec<Symbol>,
    /// Whether it is another iteration altogether: most of it is in that stretch.
    pub is_other: bool,
}

impl Variants {
    /// The differences of all variants but the first. O(events of the variants).
    pub fn differences(&self) -> Vec<Difference> {
        let mut loops = outline::Loops::of(self);
        let strings: Vec<Vec<Symbol>> = self.bodies.iter().map(|body| loops.string(body)).collect();
        let Some((first, others)) = strings.split_first() else { return Vec::new() };
        let times = self.times().into_iter().skip(1);
        let each = others.iter().zip(times).map(|(own, times)| {
            let (from, end) = blocks::in_common(own, first);
            let stretch = |string: &[Symbol]| {
                string.get(from..string.len() - end).unwrap_or_default().to_vec()
            };
            let (has, lacks) = (stretch(own), stretch(first));
            let is_other = 2 * has.len() > own.len() || 2 * lacks.len() > first.len();
            Difference { times, has, lacks, is_other }
        });
        each.collect()
    }
}

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
mod difference;
mod length;
mod outline;
pub mod text;
mod varied;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

use crate::nest::{Nest, NodeId, Stats};
use crate::symbols::Symbol;

pub use body::{Body, Counts};
pub use difference::Difference;
pub use outline::{Alternative, Outline, Piece, VaryingLoop};
pub(crate) use varied::{as_listed, in_order};
pub use varied::{Variants, MOST_VARIANTS};

/// The most events of a process that is looked at.
pub const LONGEST: u64 = 1 << 23;
/// A process whose main loop has this share of its events needs no other reading.
pub const ENOUGH: f64 = 0.9;
/// The least iterations that are worth showing.
const LEAST_ITERATIONS: u64 = 8;
/// How much more of the events the loop must have.
const LEAST_GAIN: f64 = 0.1;
/// The most symbols whose nests are searched for counts that vary, over all anchors.
const MOST_COUNTED: usize = 1 << 22;

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

/// The shortest reading of a nest's string with one loop of several variants, if it is worth showing; see the [module](self).
pub fn find(nest: &Nest, stats: &Stats) -> Option<Found> {
    let main = stats.main_loop.as_ref()?;
    if main.share >= ENOUGH || nest.len() > LONGEST {
        return None;
    }
    search(nest, stats)
}

#[inline(never)] // of a part that most traces do not need
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

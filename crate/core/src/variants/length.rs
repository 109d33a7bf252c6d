//! The length of a reading: what somebody would have to read of it.

use super::blocks::{items, steps};
use super::outline::Loops;
use super::varied::Variants;
use crate::nest::{Nest, Stats};
use crate::symbols::Symbol;

/// Items before and after the loop, the loop itself, those of the most frequent variant, of each other one a line and the
/// stretch in which it differs from the one that it is most like, those of the order of the variants and of counts that
/// vary. `None` if there are none.
pub(super) fn of(variants: &Variants) -> Option<u64> {
    let total = |nest: &Nest| Stats::new(nest).total;
    let mut loops = Loops::of(variants);
    let strings: Vec<Vec<Symbol>> = variants.bodies.iter().map(|body| loops.string(body)).collect();
    let others = steps(&strings).iter().map(|step| 1 + items(&step.put)).sum::<u64>();
    let inside = loops.loops.iter().map(|varying| total(&varying.body)).sum::<u64>();
    let counts = variants.bodies.iter().flat_map(|body| &body.counts);
    let counts = counts.map(|counts| total(&counts.of)).sum::<u64>();
    let around = total(&variants.before) + total(&variants.after) + total(&variants.which);
    Some(around + 1 + items(strings.first()?) + others + inside + counts)
}

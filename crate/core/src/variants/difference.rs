//! In what the variants differ from the most frequent one.

use super::blocks::in_common;
use super::outline::Loops;
use super::varied::Variants;
use crate::symbols::Symbol;

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
        let mut loops = Loops::of(self);
        let strings: Vec<Vec<Symbol>> = self.bodies.iter().map(|body| loops.string(body)).collect();
        let Some((first, others)) = strings.split_first() else { return Vec::new() };
        let times = self.times().into_iter().skip(1);
        let each = others.iter().zip(times).map(|(own, times)| {
            let (from, end) = in_common(own, first);
            let stretch = |string: &[Symbol]| string.get(from..string.len() - end).unwrap_or_default().to_vec();
            let (has, lacks) = (stretch(own), stretch(first));
            let is_other = 2 * has.len() > own.len() || 2 * lacks.len() > first.len();
            Difference { times, has, lacks, is_other }
        });
        each.collect()
    }
}

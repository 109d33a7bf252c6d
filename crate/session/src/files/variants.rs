//! A loop of several variants in a document, beside the exact nest of the same events.

use loopscope_core::nest::Nest;
use loopscope_core::numbers::{counted, thousands};
use loopscope_core::variants::{Body, Counts, Variants, LONGEST, MOST_VARIANTS};
use serde::{Deserialize, Serialize};

use super::orders::WrittenNest;
use super::symbol_nodes::Broken;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenVariants {
    /// What is before the loop.
    before: WrittenNest,
    /// The variants, the most frequent one first.
    bodies: Vec<WrittenBody>,
    /// For each iteration the number of its variant.
    which: WrittenNest,
    /// How often each variant comes, for other readers; this program computes it again.
    times: Vec<u64>,
    /// What is after the loop.
    after: WrittenNest,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenBody {
    #[serde(flatten)]
    nest: WrittenNest,
    /// The loops that run another number of times each time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    counts: Vec<WrittenCounts>,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenCounts {
    /// How many loops begin before this one in the text of the body.
    place: u32,
    /// Its counts, one for each time the variant comes.
    #[serde(flatten)]
    of: WrittenNest,
}

/// Deeper nests of variants are not read; no method builds them.
const MOST_LEVELS: u32 = 64;

pub(super) fn written(variants: &Variants) -> WrittenVariants {
    let body = |body: &Body| WrittenBody {
        nest: WrittenNest::of(&body.nest),
        counts: body
            .counts
            .iter()
            .map(|counts| WrittenCounts { place: counts.place, of: WrittenNest::of(&counts.of) })
            .collect(),
    };
    WrittenVariants {
        before: WrittenNest::of(&variants.before),
        bodies: variants.bodies.iter().map(body).collect(),
        which: WrittenNest::of(&variants.which),
        times: variants.times(),
        after: WrittenNest::of(&variants.after),
    }
}

/// The variants of a process with so many symbols, which stand for the events of its exact nest.
pub(super) fn read(written: &WrittenVariants, symbols: usize, exact: &Nest) -> Result<Variants, Broken> {
    if exact.len() > LONGEST {
        let found = format!("variants of {}", counted(exact.len(), "event"));
        return Err((found, "at most 8,388,608 events, or none"));
    }
    let nest = |written: &WrittenNest, symbols: usize| {
        let nest = written.read(symbols)?;
        let depth = nest.root().iter().filter_map(|&id| nest.as_loop(id)).map(|node| node.height);
        match nest.len() > exact.len() || depth.max().unwrap_or(0) > MOST_LEVELS {
            true => {
                let found = format!("variants with {} in one nest", counted(nest.len(), "event"));
                Err((found, "no more events than the process has, in at most 64 levels of loops"))
            }
            false => Ok(nest),
        }
    };
    let number = written.bodies.len();
    if number > MOST_VARIANTS {
        return Err((format!("{} variants", thousands(number as u64)), "at most 256 variants"));
    }
    let mut bodies = Vec::with_capacity(number);
    for body in &written.bodies {
        let own = nest(&body.nest, symbols)?;
        if own.is_empty() {
            return Err(("a variant without events".to_owned(), "at least one event in each"));
        }
        let counts = body.counts.iter().map(|counts| {
            let of = nest(&counts.of, u32::MAX as usize)?;
            Ok(Counts { place: counts.place, of })
        });
        bodies.push(Body { nest: own, counts: counts.collect::<Result<_, Broken>>()? });
    }
    let variants = Variants {
        before: nest(&written.before, symbols)?,
        which: nest(&written.which, number)?,
        after: nest(&written.after, symbols)?,
        bodies,
    };
    // The lengths first: counts of a broken document may be large.
    let length = variants.starts().last().copied().unwrap_or(0);
    let is_same = length.saturating_add(variants.after.len()) == exact.len() && variants.symbols().eq(exact.symbols());
    match is_same {
        true => Ok(variants),
        false => Err(("variants of other events".to_owned(), "the events of the nest, in their order")),
    }
}

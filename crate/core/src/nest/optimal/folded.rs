//! The loops of a string whose long repetitions are folded.
//!
//! Folded stretches are runs that are known exactly, and the longest of them is a lower bound for the span of the first
//! loop. `long_runs.rs` finds all other runs of that span by testing single places, so it never needs the string in full.
//! The loops that are taken are therefore those of the string in full. The parts between them are strings of their own;
//! they are shorter, and are unfolded as soon as that is cheap.

use super::long_runs::{LongRun, LongRuns};
use super::seeded::{self, take, Outcome};
use crate::nest::folded::{Folded, Text, Window};
use crate::nest::greedy::Repeat;
use crate::symbols::Symbol;

/// A part of at most this length is unfolded: 16 MB, beside what the search takes.
const IN_FULL: usize = 1 << 22;

/// The most steps of the search for each part; a step takes some dozen nanoseconds.
const MOST_STEPS: usize = 1 << 28;

/// A part whose longest run is a smaller share of it is unfolded.
const SHARE: usize = 64;

/// Calls with all loops of the string, in no particular order.
pub(super) fn choose(string: &Folded, chosen: impl FnMut(Repeat)) {
    choose_above(string, IN_FULL, chosen);
}

fn choose_above(string: &Folded, in_full: usize, mut chosen: impl FnMut(Repeat)) {
    let known: Vec<LongRun> = string
        .repeats()
        .into_iter()
        .map(|run| LongRun { start: run.start, end: run.end, period: run.period })
        .collect();
    let mut parts = vec![(0, string.len())];
    let mut plain: Vec<Symbol> = Vec::new();
    while let Some((from, to)) = parts.pop() {
        let window = Window::new(string, from, to);
        let found = (to - from > in_full).then(|| long_runs(&window, from, to, &known)).flatten();
        if let Some(found) = found {
            take(found, to - from, |from_part| match from_part {
                Outcome::Loop(taken) => chosen(Repeat { start: from + taken.start, ..taken }),
                Outcome::Left(start, end) => parts.push((from + start, from + end)),
            });
            continue;
        }
        plain.clear();
        plain.reserve_exact(to - from);
        window.each(0, to - from, |symbols| plain.extend_from_slice(symbols));
        seeded::choose(&plain, |taken| chosen(Repeat { start: from + taken.start, ..taken }));
    }
}

/// The runs of a part that are at least as long as its longest known run; `None` if the search does not pay.
fn long_runs(window: &Window<'_>, from: usize, to: usize, known: &[LongRun]) -> Option<LongRuns> {
    let clipped = known.iter().filter_map(|run| {
        let (start, end) = (run.start.max(from), run.end.min(to));
        (end >= start + 2 * run.period).then(|| LongRun { start: start - from, end: end - from, period: run.period })
    });
    let clipped: Vec<LongRun> = clipped.collect();
    let at_least = clipped.iter().map(LongRun::span).max().filter(|span| span * SHARE >= to - from)?;
    let seeds = clipped.into_iter().filter(|run| run.span() >= at_least);
    LongRuns::around(window, at_least, seeds, MOST_STEPS)
}

#[cfg(test)]
mod tests;

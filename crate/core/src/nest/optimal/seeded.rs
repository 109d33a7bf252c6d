//! Few long loops first: the search that makes looping traces cheap.
//!
//! A part of the string is searched for its long runs alone ([`LongRuns`]), which costs little where the greedy
//! method has seen a few loops that make up half of it. The best of these are taken in order, clipped to
//! the remaining parts, until none is long enough. The parts that remain are searched anew. A part where that does
//! not pay is handed to the search of [`heap`](super::heap), which gives the same loops: the result does not depend
//! on the search, as parts are strings of their own.
//!
//! Each step that pays removes at least a quarter of a part, as the copies of a body are dead, and a step
//! has a fixed amount of work for each symbol, so all steps take O(n), in addition to the other search.

use super::heap;
use super::long_runs::{LongRun, LongRuns};
use crate::nest::greedy::Repeat;
use crate::symbols::Symbol;

/// Calls with all loops of the string, in no particular order.
pub(super) fn choose(string: &[Symbol], mut chosen: impl FnMut(Repeat)) {
    let mut parts = vec![(0, string.len())];
    while let Some((from, to)) = parts.pop() {
        let part = &string[from..to];
        match LongRuns::find(part) {
            Some(found) => take(found, part.len(), |from_part| match from_part {
                Outcome::Loop(taken) => chosen(Repeat { start: from + taken.start, ..taken }),
                Outcome::Left(start, end) => parts.push((from + start, from + end)),
            }),
            None => heap::choose(part, |taken| {
                chosen(Repeat { start: from + taken.start, ..taken });
            }),
        }
    }
}

/// The outcome of taking long loops.
pub(super) enum Outcome {
    /// A loop.
    Loop(Repeat),
    /// A part, from start to end, without any loop that is long enough.
    Left(usize, usize),
}

/// Takes loops until none of the long ones is left. There are few: each part looks through those that
/// its whole had.
pub(super) fn take(found: LongRuns, len: usize, mut outcome: impl FnMut(Outcome)) {
    let at_least = found.at_least;
    let mut parts = vec![(0, len, found.runs)];
    while let Some((from, to, runs)) = parts.pop() {
        let clipped = |run: LongRun| {
            let run = LongRun { start: run.start.max(from), end: run.end.min(to), ..run };
            (run.end >= run.start + 2 * run.period && run.span() >= at_least).then_some(run)
        };
        let runs: Vec<LongRun> = runs.into_iter().filter_map(clipped).collect();
        // The largest span; of several the earliest.
        let best = runs.iter().min_by_key(|run| (usize::MAX - run.span(), run.start)).copied();
        let Some(LongRun { start, end, period }) = best else {
            if from < to {
                outcome(Outcome::Left(from, to));
            }
            continue;
        };
        let taken = Repeat { start, period, count: (end - start) / period };
        outcome(Outcome::Loop(taken));
        parts.push((from, start, runs.clone()));
        parts.push((start, start + period, runs.clone()));
        parts.push((start + taken.span(), to, runs));
    }
}

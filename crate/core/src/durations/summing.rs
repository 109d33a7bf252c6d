//! Walks all processes and adds up their times, in slices; natively on all cores.

use std::ops::Range;

use super::cores::{joined, shared, step_all};
use super::sums::{CallSums, Sums, UnderWay};
use super::{LoopTree, Run};
use crate::trace::Trace;
use crate::waits::{FoundLine, FoundWaits, FoundWalk, Waits};

/// What is added up: a trace, its waits, those of each call, and when the run begins and ends.
pub type Summed<'a> = (&'a Trace, &'a Waits, &'a FoundWaits, &'a Run);

/// Sums that are being made, in slices.
#[derive(Debug)]
pub struct Summing {
    loops: Loops,
    /// Each for other processes, in their order.
    parts: Vec<Part>,
}

/// The loops by which times are added up.
#[derive(Debug)]
struct Loops {
    /// By place.
    trees: Vec<LoopTree>,
    /// Whether positions are those of calls, not of events of communication.
    by_calls: bool,
    /// The loop whose iterations are recorded, and how many of them at most.
    row: Option<(u32, usize)>,
}

/// Some processes that are walked one after the other.
#[derive(Debug)]
struct Part {
    places: Range<usize>,
    walk: FoundWalk,
    under_way: Option<UnderWay>,
    sums: Sums,
}

impl Part {
    fn new(summed: Summed<'_>, places: Range<usize>) -> Part {
        let calls = vec![CallSums::default(); summed.0.table().records().len()];
        let sums = Sums { calls, ..Sums::default() };
        Part { places, walk: FoundWalk::new(summed.2), under_way: None, sums }
    }

    fn step(&mut self, loops: &Loops, (trace, waits, found, run): Summed<'_>, most: usize) -> bool {
        let mut left = most;
        let nothing = FoundLine::default();
        let Part { walk, sums, .. } = self;
        while let Some(place) = self.places.clone().next() {
            let (process, tree) = (trace.processes().get(place), loops.trees.get(place));
            let (Some(process), Some(tree)) = (process, tree) else { return false };
            let tree = (tree, loops.by_calls);
            let span = run.span(place);
            let under_way = self.under_way.get_or_insert_with(|| {
                walk.begin();
                UnderWay::new(tree.0, span.0, loops.row)
            });
            let line = found.line(place).unwrap_or(&nothing);
            loop {
                if left == 0 {
                    return true;
                }
                let mut taken = (0, 0);
                if loops.row.is_none() {
                    taken = under_way.take_alike(tree, span, &walk.ahead(left), line);
                    walk.skip(taken);
                }
                if taken.0 == 0 {
                    let call = walk.next((trace, waits, found), (place as u32, process));
                    let Some(call) = call else { break };
                    under_way.take(tree, span, &call, &mut sums.calls);
                    taken.0 = 1;
                }
                sums.steps += taken.0 as u64;
                left -= taken.0;
            }
            if let Some(under_way) = self.under_way.take() {
                under_way.finish(span, line, sums);
            }
            self.places.next();
        }
        false
    }
}

impl Summing {
    /// Sums of the processes of a trace whose loops are these trees, by place. `by_calls` says whether these are loops of
    /// calls, `row` which loop's iterations are recorded, and how many of each process at most.
    pub fn new(trees: Vec<LoopTree>, by_calls: bool, row: Option<(u32, usize)>) -> Summing {
        Summing { loops: Loops { trees, by_calls, row }, parts: Vec::new() }
    }

    /// Calls that were walked.
    pub fn steps(&self) -> u64 {
        self.parts.iter().map(|part| part.sums.steps).sum()
    }

    /// Walks so many calls, natively so many on each core; whether there are more. O(calls, their events and the loops around
    /// them).
    pub fn step(&mut self, summed: Summed<'_>, most: usize) -> bool {
        let Summing { loops, parts } = self;
        if parts.is_empty() {
            parts.extend(shared(summed).map(|places| Part::new(summed, places)));
        }
        step_all(parts, |part: &mut Part| part.step(loops, summed, most))
    }

    /// All sums. O(processes + records).
    pub fn finish(self) -> Sums {
        joined(self.parts.into_iter().map(|part| part.sums))
    }
}

//! Walks processes and adds up their times, in slices.

use std::ops::Range;
use std::sync::Arc;

use super::sums::{CallSums, Sums};
use super::under_way::UnderWay;
use super::{IterationsOf, LoopTree, Run};
use crate::trace::{Trace, View};
use crate::waits::{FoundLine, FoundWaits, FoundWalk, Waits};

/// What is added up: a trace, its waits, those of each call, and when the run begins and ends.
pub type Summed<'a> = (&'a Trace, &'a Waits, &'a FoundWaits, &'a Run);

/// Sums that are being made, in slices: of all processes, or of some.
#[derive(Debug)]
pub struct Summing {
    loops: Arc<Loops>,
    /// The places of the processes that are left.
    places: Range<usize>,
    walk: Option<FoundWalk>,
    under_way: Option<UnderWay>,
    sums: Sums,
}

/// The loops by which times are added up.
#[derive(Debug)]
struct Loops {
    /// By place.
    trees: Vec<LoopTree>,
    /// Whether positions are those of calls, not of events of communication.
    by_calls: bool,
    /// The loop whose iterations are recorded, and how many of them at most.
    of: Option<(IterationsOf, usize)>,
}

impl Summing {
    /// Sums of the processes of a trace whose loops are these trees, by place. `by_calls` says whether these are loops of
    /// calls, `of` which loop's iterations are recorded, and how many of each process at most.
    pub fn new(trees: Vec<LoopTree>, by_calls: bool, of: Option<(IterationsOf, usize)>) -> Self {
        Self::of(Arc::new(Loops { trees, by_calls, of }), 0..usize::MAX)
    }

    fn of(loops: Arc<Loops>, places: Range<usize>) -> Self {
        Self { loops, places, walk: None, under_way: None, sums: Sums::default() }
    }

    /// The same as up to so many parts that have about as many calls and can be made at once; their sums are
    /// [put together](Sums::append) in this order. Nothing may be added up yet. O(processes).
    pub fn split(self, trace: &Trace, found: &FoundWaits, most: u64) -> Vec<Self> {
        // Where messages have to be followed, processes are walked in their order.
        let most = if found.are_complete() { most } else { 1 };
        let all = trace.event_count(View::Calls);
        let (mut parts, mut begin, mut passed) = (Vec::new(), 0, 0);
        let mut add = |places| parts.push(Self::of(self.loops.clone(), places));
        let mut next = 1;
        for (place, process) in trace.processes().iter().enumerate() {
            passed += process.events(View::Calls).map_or(0, |calls| calls.len() as u64);
            if next < most && passed * most >= all * next {
                add(begin..place + 1);
                (begin, next) = (place + 1, next + 1);
            }
        }
        add(begin..usize::MAX);
        parts
    }

    /// Calls that were walked.
    pub fn steps(&self) -> u64 {
        self.sums.steps
    }

    /// Walks so many calls; whether there are more. O(calls, their events and the loops around them).
    pub fn step(&mut self, (trace, waits, found, run): Summed<'_>, most: usize) -> bool {
        let mut left = most;
        let nothing = FoundLine::default();
        let Self { loops, walk, sums, .. } = self;
        let walk = walk.get_or_insert_with(|| FoundWalk::new(found));
        sums.calls.resize(trace.table().records().len(), CallSums::default());
        while let Some(place) = self.places.clone().next() {
            let (process, tree) = (trace.processes().get(place), loops.trees.get(place));
            let (Some(process), Some(tree)) = (process, tree) else { return false };
            let tree = (tree, loops.by_calls);
            let span = run.span(place);
            let under_way = self.under_way.get_or_insert_with(|| {
                walk.begin();
                UnderWay::new(tree.0, span.0, loops.of)
            });
            let line = found.line(place).unwrap_or(&nothing);
            loop {
                if left == 0 {
                    return true;
                }
                let mut taken = (0, 0);
                if loops.of.is_none() {
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

    /// All sums.
    pub fn finish(self) -> Sums {
        self.sums
    }
}

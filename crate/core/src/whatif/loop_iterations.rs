//! In which iteration of one loop each call of a run stands, and the time before it.
//!
//! Iterations are counted over all times the loop is entered, as everywhere. One lasts until the next begins: what is computed
//! between two iterations belongs to the first of them. So the iterations of a loop are all of it, each part once: what is
//! computed before the loop and after it is in none. O(calls, their events and the loops around them) for each loop.

use super::calls::NONE;
use super::program::Program;
use super::standing::CallPlaces;
use crate::durations::{Contexts, LoopTree};
use crate::matching::Walk;
use crate::nest::{LoopNames, Nest};
use crate::trace::Trace;

/// The iterations of one loop. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopIterations {
    /// By call of the program, the iteration that it stands in, and that of the time before it.
    calls: Vec<u32>,
    gaps: Vec<u32>,
    count: u32,
}

impl LoopIterations {
    /// Finds the iterations of the loop in a row. The loops of the processes are these trees, by place, as the
    /// [`Collector`](super::Collector) of the program had them.
    pub fn new(trace: &Trace, (trees, by_calls): (&[LoopTree], bool), row: u32, program: &Program) -> Self {
        let count = program.calls().len();
        let mut found = Self { calls: vec![NONE; count], gaps: vec![NONE; count], count: 0 };
        let empty = LoopTree::of_nest(&Nest::default(), &LoopNames::default());
        let mut contexts = Contexts::default();
        let mut walk = Walk::new();
        for process in program.processes() {
            let Some(own) = trace.processes().get(process.place as usize) else { continue };
            let tree = trees.get(process.place as usize).unwrap_or(&empty);
            let mut standing = CallPlaces::new(tree, by_calls, row);
            walk.restart();
            // The run of a process is the first of its calls.
            for call in process.calls() {
                let Some(step) = walk.next(trace, own) else { break };
                let before = standing.iteration();
                let place = standing.next(&mut contexts, tree, (&step, &walk));
                let before = before.filter(|_| contexts.is_in(place.gap, row));
                found.set((call, row), (place.wanted, before));
            }
        }
        found
    }

    fn set(&mut self, (call, row): (u32, u32), (own, gap): (Option<u64>, Option<u64>)) {
        // A run has fewer calls than that, so an iteration that holds one has a number below it.
        let number = |it: Option<u64>| it.filter(|_| row > 0).map_or(NONE, |it| it as u32);
        let (own, gap) = (number(own), number(gap));
        if let Some(known) = self.calls.get_mut(call as usize) {
            *known = own;
        }
        if let Some(known) = self.gaps.get_mut(call as usize) {
            *known = gap;
        }
        self.count = self.count.max(own.wrapping_add(1));
    }

    /// How many iterations hold calls of the run: one more than the last of them.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Whether no call is in the loop.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The iteration in which a call stands, from 0.
    pub fn of_call(&self, call: u32) -> Option<u32> {
        self.calls.get(call as usize).copied().filter(|&iteration| iteration != NONE)
    }

    /// That in which the time before a call is.
    pub fn of_gap(&self, call: u32) -> Option<u32> {
        self.gaps.get(call as usize).copied().filter(|&iteration| iteration != NONE)
    }
}

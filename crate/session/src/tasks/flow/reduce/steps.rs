//! The steps of a process: the iterations, or groups of them, of the longest visit to a loop.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use loopscope_core::event_flow::{FlowIteration, FlowIterations};
use loopscope_core::trace::{Process, Table};
use loopscope_formats::notes::Note;

use super::super::choices::FlowChoices;
use super::super::process::{iterations, ProcessFlow};
use super::super::walk::Walk;
use super::choices::ReducedLoop;
use crate::error_note;
use crate::options::Options;

/// Steps of one process.
#[derive(Debug)]
pub(super) struct Steps {
    pub(super) flow: ProcessFlow,
    pub(super) id: u32,
    /// All iterations of the loop.
    pub(super) iterations: u64,
    /// The iterations that make steps, how many make one, and with which of them the first step begins.
    run: Vec<FlowIteration>,
    period: usize,
    first: usize,
}

impl Steps {
    /// The steps of a loop of a process. O(events).
    ///
    /// # Errors
    /// There is no such loop, or it has fewer than two steps.
    pub(super) fn new(
        name: &str,
        (process, table): (&Process, &Table),
        (options, choices): (&Options, &FlowChoices),
        (of, irregular): (&ReducedLoop, bool),
    ) -> Result<Self, Note> {
        let flow = ProcessFlow::new(process, table, options, choices)?;
        let number = match of {
            ReducedLoop::Main => {
                let main = flow.main_loop().or_else(|| flow.numbered.first().copied());
                main.map(|id| flow.number(id))
            }
            ReducedLoop::Number(number) => Some(*number),
            ReducedLoop::Like { calls, iterations } => like(&flow, calls, *iterations),
        };
        let place = number.and_then(|number| (number as usize).checked_sub(1));
        let id = place.and_then(|place| flow.numbered.get(place)).copied();
        if let Some(id) = id {
            let walk = Walk::new(process, table, options, choices, |_| ())?;
            let found = iterations(&flow.loops, id, &walk.string, walk.spans.as_deref());
            let (period, run) = run(&found, irregular);
            if run.len() >= 2 * period {
                let (iterations, run) = (found.list.len() as u64, run.to_vec());
                return Ok(Self { flow, id, iterations, run, period, first: 0 });
            }
        }
        Err(error_note(
            name,
            format!("process {} has no loop to cut", process.id),
            "fewer than two steps",
            "a loop with at least two",
            "choose another --loop",
        ))
    }

    /// Steps begin with that iteration of those that make steps.
    pub(super) fn begin_at(&mut self, first: usize) {
        self.first = first;
    }

    /// How many steps there are.
    pub(super) fn count(&self) -> u64 {
        (self.run.len().saturating_sub(self.first) / self.period.max(1)) as u64
    }

    /// How many iterations are in no step.
    pub(super) fn others(&self) -> u64 {
        self.iterations - self.count() * self.period as u64
    }

    /// The first and the last iteration of a step.
    fn ends(&self, step: u64) -> Option<(&FlowIteration, &FlowIteration)> {
        let from = self.first + usize::try_from(step).ok()?.checked_mul(self.period)?;
        self.run.get(from).zip(self.run.get(from + self.period.checked_sub(1)?))
    }

    /// The calls of a step: its first, and the one after its last.
    pub(super) fn range(&self, step: u64) -> Option<(u64, u64)> {
        self.ends(step).map(|(from, to)| (from.start, to.end))
    }

    /// When a step begins, and when what follows it does, in the unit of the trace's clock.
    pub(super) fn times(&self, step: u64) -> Option<(u64, u64)> {
        self.ends(step).map(|(from, to)| (from.begin, to.begin + to.sums.time()))
    }

    /// How many iterations make steps, and how many one of them.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.run.len(), self.period)
    }

    /// When the first step begins, in the unit of the trace's clock.
    pub(super) fn begin(&self) -> u64 {
        self.run.first().map_or(0, |first| first.begin)
    }

    /// The iteration that begins nearest to a time, of those that make steps.
    pub(super) fn nearest(&self, time: u64) -> usize {
        let apart = |at: &usize| self.run.get(*at).map_or(0, |it| it.begin.abs_diff(time));
        // Two steps are left.
        (0..=self.run.len().saturating_sub(2 * self.period)).min_by_key(apart).unwrap_or(0)
    }
}

/// The texts of the nodes of each loop and of the loops inside it, each once, ascending. O(nodes, times their depth).
pub(super) fn calls_of_loops(flow: &ProcessFlow) -> Vec<Vec<String>> {
    let mut calls = vec![BTreeSet::new(); flow.loops.all().len()];
    for node in 0..flow.graph.nodes().len() as u32 {
        let mut around = flow.loops.innermost(node);
        while let Some(id) = around {
            if let Some(calls) = calls.get_mut(id as usize) {
                calls.insert(flow.node_text(node));
            }
            around = flow.loops.get(id).and_then(|known| known.parent);
        }
    }
    calls.into_iter().map(|calls| calls.into_iter().collect()).collect()
}

/// The number of the loop that shares most of its calls with these, of equal ones that which runs about as often.
fn like(flow: &ProcessFlow, wanted: &[String], iterations: u64) -> Option<u32> {
    let all = calls_of_loops(flow).into_iter().enumerate();
    let closest = all.filter_map(|(id, calls)| {
        let common = calls.iter().filter(|call| wanted.binary_search(call).is_ok()).count();
        let either = calls.len() + wanted.len() - common;
        let runs = flow.metrics.loops.get(id).map_or(0, |known| known.iterations);
        // Shares are compared as whole numbers.
        let share = (common as u64) << 32;
        (common > 0).then_some((share / either as u64, runs.abs_diff(iterations), id))
    });
    let best = closest.min_by_key(|&(share, apart, id)| (Reverse(share), apart, id));
    best.map(|(.., id)| flow.number(id as u32))
}

/// How many iterations make a step, and those that make steps. Where the shapes of iterations loop, steps are that loop's,
/// which may begin with a warm-up that looks like the others; else, and with `irregular`, they are the iterations of the longest
/// visit.
fn run(found: &FlowIterations, irregular: bool) -> (usize, &[FlowIteration]) {
    let (period, first, count) = match found.step.filter(|_| !irregular) {
        Some(step) => (step.period, step.first, step.count),
        None => {
            let visits = found.visits();
            let longest = visits.iter().max().copied().unwrap_or(0);
            let visit = visits.iter().position(|&count| count == longest).unwrap_or(0);
            (1, visits.iter().take(visit).sum(), longest)
        }
    };
    let [first, all] = [first, period * count].map(|it| usize::try_from(it).unwrap_or(usize::MAX));
    let rest = found.list.get(first..).unwrap_or_default();
    (period as usize, rest.get(..all).unwrap_or(rest))
}

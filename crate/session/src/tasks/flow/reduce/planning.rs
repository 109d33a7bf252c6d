//! Which steps of a trace are kept: the same ordinals on every process.

use std::sync::Arc;

use loopscope_core::numbers::{counted, listed, thousands};
use loopscope_core::trace::{Process, Trace, View};
use loopscope_formats::notes::Note;

use super::super::choices::{FlowChoices, Queries};
use super::choices::ReduceChoices;
use super::cut::Windows;
use super::steps::Steps;
use crate::error_note;
use crate::options::Options;

/// Finds the steps, a process at a time.
#[derive(Debug)]
pub struct Planning {
    pub(super) name: String,
    pub(super) trace: Trace,
    choices: ReduceChoices,
    options: Options,
    pub(super) processes: Vec<Arc<Process>>,
    pub(super) all: Vec<Steps>,
}

/// The steps that are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptSteps {
    /// Their numbers, from 0, ascending.
    pub chosen: Vec<u64>,
    /// The fewest steps that a process has.
    pub fewest: u64,
}

impl KeptSteps {
    /// `steps 3 to 12 of 248`.
    pub fn words(&self) -> String {
        let noun = if self.chosen.len() == 1 { "step" } else { "steps" };
        format!("{noun} {} of {}", in_words(&self.chosen), thousands(self.fewest))
    }
}

impl Planning {
    /// Prepares to find the steps; no work is done yet.
    ///
    /// # Errors
    /// The trace has no times of calls.
    pub fn new(name: &str, trace: &Trace, choices: &ReduceChoices) -> Result<Self, Note> {
        let timed = |process: &&Arc<Process>| process.times(View::Calls).is_some();
        let processes: Vec<_> = trace.processes().iter().filter(timed).cloned().collect();
        if processes.is_empty() {
            return Err(error_note(
                name,
                "only a trace with times can be reduced",
                "no times of calls",
                "when calls begin and end",
                "record the trace with times",
            ));
        }
        let flow = FlowChoices { queries: Queries::Keep, ..choices.flow.clone() };
        let options = flow.resolve(name, trace)?;
        let choices = ReduceChoices { flow, ..choices.clone() };
        let (name, trace) = (name.to_owned(), trace.clone());
        Ok(Self { name, trace, choices, options, processes, all: Vec::new() })
    }

    /// Finds the steps of the next process; false if there is none. O(events of the process).
    ///
    /// # Errors
    /// It has no such loop, or the loop has fewer than two steps.
    pub fn step(&mut self) -> Result<bool, Note> {
        let Some(process) = self.processes.get(self.all.len()) else { return Ok(false) };
        let made = (&self.options, &self.choices.flow);
        let (table, of) = (self.trace.table(), (&self.choices.of, self.choices.irregular));
        self.all.push(Steps::new(&self.name, (process, table), made, of)?);
        let alike = |two: &[Steps]| two.first().map(Steps::size) == two.last().map(Steps::size);
        if self.all.len() == self.processes.len() && !self.all.windows(2).all(alike) {
            self.align();
        }
        Ok(true)
    }

    /// Processes that are done, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.all.len(), self.processes.len())
    }

    /// The steps that are kept, when all processes are done.
    ///
    /// # Errors
    /// The loop does not have them.
    pub fn kept(&self) -> Result<KeptSteps, Note> {
        let fewest = self.all.iter().map(Steps::count).min().unwrap_or(0);
        let first = self.choices.from.max(1) - 1;
        let kept = self.choices.steps.min(fewest.saturating_sub(first)).min((fewest / 2).max(1));
        if kept == 0 {
            return Err(error_note(
                &self.name,
                "the loop does not have these steps",
                counted(fewest, "step"),
                format!("at least {}", first + 1),
                "choose an earlier --from, or another --loop",
            ));
        }
        Ok(KeptSteps { chosen: chosen(first, kept, fewest, self.choices.spread), fewest })
    }

    /// How many iterations are in no step, of the first process that has such: "Iterations that differ are no steps: 12 of 52"; empty where all are steps.
    pub(super) fn others(&self) -> String {
        match self.all.iter().find(|steps| steps.others() > 0) {
            Some(steps) => format!(
                "Iterations that differ are no steps: {} of {}",
                thousands(steps.others()),
                thousands(steps.iterations)
            ),
            None => String::new(),
        }
    }

    /// The calls of some steps on each process.
    pub(super) fn windows(&self, kept: &KeptSteps) -> Vec<Windows> {
        let of = |steps: &Steps| Windows::new(kept.chosen.iter().filter_map(|&at| steps.range(at)));
        self.all.iter().map(of).collect()
    }

    /// The calls of some steps on a process, steps that follow each other as one range: its first call and the one after its last.
    pub fn ranges(&self, process: u32, kept: &KeptSteps) -> Vec<(u64, u64)> {
        let place = self.processes.iter().position(|known| known.id.0 == process);
        let Some(steps) = place.and_then(|place| self.all.get(place)) else { return Vec::new() };
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for (from, to) in kept.chosen.iter().filter_map(|&at| steps.range(at)) {
            match ranges.last_mut() {
                Some((_, last)) if *last == from => *last = to,
                _ => ranges.push((from, to)),
            }
        }
        ranges
    }
}

/// The numbers of the steps that are kept, from 0, ascending.
fn chosen(first: u64, kept: u64, all: u64, spread: bool) -> Vec<u64> {
    let apart = |at: u64| if spread { at * (all - first) / kept } else { at };
    (0..kept).map(|at| first + apart(at)).collect()
}

/// Steps as people count them: "3 to 12", or "3, 13 and 23".
fn in_words(chosen: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &step in chosen {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == step => *last = step,
            _ => ranges.push((step, step)),
        }
    }
    let text = |(from, to): (u64, u64)| match from == to {
        true => thousands(from + 1),
        false => format!("{} to {}", thousands(from + 1), thousands(to + 1)),
    };
    listed(&ranges.into_iter().map(text).collect::<Vec<String>>())
}

//! The critical path of a run by loop, process, function and iteration, how much slack loops have, and the domino path.

use loopscope_core::durations::Context;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::whatif::{
    Call, Candidates, Changes, CriticalPath, Domino, DominoPath, Event, LoopIterations, PathPart, PathStep, Program,
    Reading, Slack,
};
use loopscope_formats::notes::Note;
use rustc_hash::FxHashMap;

use super::builder::WhatIf;
use super::select::function;

/// What is asked of a path.
#[derive(Clone, Copy, Debug)]
pub struct PathQuestion {
    /// How long receives are read.
    pub measured: bool,
    /// Steps of the domino path.
    pub domino: usize,
    /// What a step of it may leave out.
    pub of: Candidates,
    /// The loop whose iterations are told apart.
    pub row: Option<u32>,
}

/// Times on the critical path, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OnPath {
    pub(super) computation: i64,
    pub(super) residual: i64,
    pub(super) message: i64,
}

impl OnPath {
    pub(super) fn all(self) -> i64 {
        self.computation + self.residual + self.message
    }

    pub(super) fn add(&mut self, step: &PathStep) {
        match step.part {
            PathPart::Computation => self.computation += step.time,
            PathPart::Residual => self.residual += step.time,
            PathPart::Message => self.message += step.time,
        }
    }

    fn plus(&mut self, more: Self) {
        self.computation += more.computation;
        self.residual += more.residual;
        self.message += more.message;
    }
}

/// A loop on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopOnPath {
    pub(super) row: u32,
    /// In it and in no loop inside it.
    pub(super) own: OnPath,
    pub(super) total: OnPath,
    /// How much later its calls may end at least; `None` if it has none.
    pub(super) slack: Option<i64>,
}

/// An iteration of the loop that was asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationOnPath {
    pub(super) iteration: u32,
    pub(super) total: OnPath,
    pub(super) slack: i64,
}

/// The critical path of a run.
#[derive(Debug)]
pub struct RunPath {
    pub(super) reading: Reading,
    pub(super) of: Candidates,
    pub(super) path: CriticalPath,
    pub(super) length: i64,
    pub(super) loops: Vec<LoopOnPath>,
    /// By process, those with the most time first.
    pub(super) processes: Vec<(u32, OnPath)>,
    /// By function, in calls and on the way to them.
    pub(super) functions: Vec<(String, OnPath)>,
    pub(super) iterations: Vec<IterationOnPath>,
    pub(super) domino: Vec<Domino>,
}

/// The context of a step: that of the time before its call, or of the call.
pub(super) fn context_of(program: &Program, step: &PathStep) -> Context {
    let call = step.call.and_then(|call| program.calls().get(call as usize));
    call.map_or(0, |call| match step.part {
        PathPart::Computation => call.gap_context,
        _ => call.context,
    })
}

/// The number of a call among those of its process; `None` of an event in no call.
pub(super) fn number_of(call: &Call) -> Option<u32> {
    Some(call.number).filter(|&number| number != u32::MAX)
}

/// The call of an event; `None` of what is after the last call of a process.
pub(super) fn call_of(event: Event) -> Option<u32> {
    match event {
        Event::Computation(call) | Event::Wait(call) | Event::Call(call) => Some(call),
        Event::LastComputation(_) => None,
    }
}

impl WhatIf {
    /// Finds the critical path, and what goes with it.
    ///
    /// # Errors
    /// There is no loop of that name.
    pub fn find_path(&self, question: PathQuestion) -> Result<RunPath, Note> {
        if let Some(id) = question.row.filter(|&id| id == 0 || self.rows().get(id).is_none()) {
            return Err(crate::tasks::time::error_of_loop(id));
        }
        let reading = if question.measured { Reading::Measured } else { Reading::LogGps };
        let read = self.read(reading);
        let (program, order) = (&read.program, &read.order);
        let (run, path) = read.path(&Changes::none());
        let slack = Slack::new(program, order, &Changes::none(), &run);
        let mut dominoes = DominoPath::new(question.of, program);
        let domino = std::iter::from_fn(|| dominoes.step(program, order));
        let domino: Vec<Domino> = domino.take(question.domino).collect();
        let iterations = question.row.map(|row| self.iterations_of(row));
        Ok(RunPath {
            reading,
            of: question.of,
            length: run.length(),
            loops: self.loops_on(program, &path, &slack),
            processes: self.processes_on(&path),
            functions: self.functions_on(program, &path),
            iterations: iterations.map_or(Vec::new(), |it| iterations_on(&it, &path, &slack)),
            path,
            domino,
        })
    }

    fn loops_on(&self, program: &Program, path: &CriticalPath, slack: &Slack) -> Vec<LoopOnPath> {
        let contexts = program.contexts();
        let mut own = vec![(OnPath::default(), None::<i64>); contexts.len()];
        for step in &path.steps {
            if let Some((known, _)) = own.get_mut(context_of(program, step) as usize) {
                known.add(step);
            }
        }
        for (call, &leave) in program.calls().iter().zip(&slack.leaves) {
            if let Some((_, known)) = own.get_mut(call.context as usize) {
                *known = Some(known.map_or(leave, |known| known.min(leave)));
            }
        }
        let of_row = |row: u32| {
            let mut found = LoopOnPath { row, own: OnPath::default(), total: OnPath::default(), slack: None };
            for (context, &(times, least)) in own.iter().enumerate() {
                let context = context as Context;
                if !contexts.is_in(context, row) {
                    continue;
                }
                found.total.plus(times);
                if contexts.row(context) == row {
                    found.own.plus(times);
                }
                found.slack = [found.slack, least].into_iter().flatten().min();
            }
            found
        };
        let mut loops: Vec<LoopOnPath> = self.rows().rows.iter().map(|row| of_row(row.id)).collect();
        loops.sort_small_by_key(|it| (std::cmp::Reverse(it.total.all()), it.row));
        loops
    }

    fn processes_on(&self, path: &CriticalPath) -> Vec<(u32, OnPath)> {
        let mut sums: FxHashMap<u32, OnPath> = FxHashMap::default();
        for step in &path.steps {
            sums.entry(self.number(step.process)).or_default().add(step);
        }
        let mut list: Vec<(u32, OnPath)> = sums.into_iter().collect();
        list.sort_small_by_key(|&(number, times)| (std::cmp::Reverse(times.all()), number));
        list
    }

    fn functions_on(&self, program: &Program, path: &CriticalPath) -> Vec<(String, OnPath)> {
        let mut sums: FxHashMap<&str, OnPath> = FxHashMap::default();
        for step in path.steps.iter().filter(|step| step.part != PathPart::Computation) {
            let call = step.call.and_then(|call| program.calls().get(call as usize));
            let name = call.and_then(|call| function(self.trace(), call.record));
            sums.entry(name.unwrap_or("event")).or_default().add(step);
        }
        let mut list: Vec<(String, OnPath)> = sums.into_iter().map(|(name, times)| (name.to_owned(), times)).collect();
        list.sort_small_by(|a, b| b.1.all().cmp(&a.1.all()).then_with(|| a.0.cmp(&b.0)));
        list
    }

    /// The function in which the critical path spends most beyond waits, and how long.
    pub(super) fn longest_residual(&self) -> Option<(String, i64)> {
        let read = self.read(Reading::LogGps);
        let (_, path) = read.path(&Changes::none());
        let functions = self.functions_on(&read.program, &path);
        let longest = functions.into_iter().max_by_key(|(_, times)| times.residual)?;
        Some((longest.0, longest.1.residual)).filter(|&(_, time)| time > 0)
    }
}

fn iterations_on(iterations: &LoopIterations, path: &CriticalPath, slack: &Slack) -> Vec<IterationOnPath> {
    let empty = |iteration| IterationOnPath { iteration, total: OnPath::default(), slack: i64::MAX };
    let mut found: Vec<IterationOnPath> = (0..iterations.len()).map(empty).collect();
    for (call, &slack) in slack.leaves.iter().enumerate() {
        let iteration = iterations.of_call(call as u32);
        if let Some(known) = iteration.and_then(|at| found.get_mut(at as usize)) {
            known.slack = known.slack.min(slack);
        }
    }
    for step in &path.steps {
        let iteration = iteration_of(iterations, step);
        if let Some(known) = iteration.and_then(|at| found.get_mut(at as usize)) {
            known.total.add(step);
        }
    }
    found
}

/// The iteration that a step of the path is in.
pub(super) fn iteration_of(iterations: &LoopIterations, step: &PathStep) -> Option<u32> {
    step.call.and_then(|call| match step.part {
        PathPart::Computation => iterations.of_gap(call),
        _ => iterations.of_call(call),
    })
}

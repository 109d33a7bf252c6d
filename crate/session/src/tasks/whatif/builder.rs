//! Makes a run ready for predictions, in slices: messages and clocks as for times, then calls, inputs, an order.

use std::sync::Arc;

use loopscope_core::numbers::percent;
use loopscope_core::trace::Trace;
use loopscope_core::waits::Waits;
use loopscope_core::whatif::{
    trust, Call, Changes, Collector, CriticalPath, LoopIterations, Moving, Order, Overrides, Parameters, Predicted,
    Program, Reading, Stream,
};
use loopscope_formats::notes::Note;

use super::details::KnownIterations;
use super::refusals::{check, defect, too_many};
use crate::tasks::time::{Prepared, Rows, TimeBuilder, TimeChoices};

/// Below this share explained, predictions are hints.
pub(super) const DOUBTFUL: f64 = 0.8;

/// Of what the trust in predictions is the length.
pub(super) const EXPLAIN: &str = "Computing and messages explain ";

/// Even where all was explained, forecasts of changed programs were off by nearly as much, as a share of the run.
const LEAST_ERROR: f64 = 0.01;

/// How good predictions are where enough is explained.
pub(super) fn forecasts_in_words(trust: f64) -> String {
    format!("gains are forecasts with an error of about {} of the run", percent(LEAST_ERROR.max(1.0 - trust)))
}

/// Calls of one slice of work.
const SLICE: usize = 50_000;

/// How a run is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WhatIfChoices {
    /// What counts as the run, and whether clocks stay as recorded.
    pub times: TimeChoices,
    /// What the user knows of messages.
    pub overrides: Overrides,
}

/// A run under one reading of long receives.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) program: Program,
    /// That of all readings: how long messages take does not change what comes first.
    pub(crate) order: Arc<Order>,
}

impl Read {
    pub(crate) fn predict(&self, changes: &Changes) -> i64 {
        let stream = Stream::new(&self.program, &self.order, changes, Moving::Nothing);
        stream.predict(loopscope_core::whatif::Factor::SAME)
    }

    /// The times of all calls under changes, and the critical path.
    pub(crate) fn path(&self, changes: &Changes) -> (Predicted, CriticalPath) {
        let run = Predicted::new(&self.program, &self.order, changes);
        let path = CriticalPath::new(&self.program, &self.order, changes, &run);
        (run, path)
    }
}

/// A run that can be predicted.
#[derive(Debug)]
pub struct WhatIf {
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) parameters: Parameters,
    /// Messages take the time of the model.
    pub(crate) modelled: Read,
    /// Long receives are all wait.
    pub(crate) measured: Read,
    /// The shortest call of each function.
    shortest: Vec<i64>,
    /// The iterations of loops that were asked about.
    iterations: KnownIterations,
}

impl WhatIf {
    pub(crate) fn trace(&self) -> &Trace {
        &self.prepared.trace
    }

    pub(crate) fn waits(&self) -> &Waits {
        &self.prepared.waits
    }

    pub(crate) fn rows(&self) -> &Rows {
        &self.prepared.rows
    }

    /// The run under a reading.
    pub(crate) fn read(&self, reading: Reading) -> &Read {
        match reading {
            Reading::LogGps => &self.modelled,
            Reading::Measured => &self.measured,
        }
    }

    /// How long the run lasts.
    pub(crate) fn length(&self) -> i64 {
        self.modelled.program.length()
    }

    /// The number of the process at a place of the program.
    pub(crate) fn number(&self, process: u32) -> u32 {
        let place = self.modelled.program.processes().get(process as usize).map(|it| it.place);
        let process = place.and_then(|place| self.trace().processes().get(place as usize));
        process.map_or(0, |process| process.id.0)
    }

    /// How much of the run is explained.
    pub(crate) fn trust(&self) -> f64 {
        trust(&self.modelled.program, &self.modelled.order, |call| self.shortest_of(call))
    }

    /// The iterations of one of its loops. Both readings have the same calls.
    pub(super) fn iterations_of(&self, row: u32) -> Arc<LoopIterations> {
        self.iterations.of((self.trace(), self.rows(), &self.modelled.program), row)
    }

    /// How long the shortest call of a function lasts; 0 if none is known.
    pub(super) fn shortest_of(&self, call: &Call) -> i64 {
        let record = self.trace().table().records().get(call.record as usize);
        let shortest = record.and_then(|it| self.shortest.get(it.name.index() as usize));
        shortest.copied().unwrap_or(0)
    }
}

/// What is under way.
#[derive(Debug)]
enum Stage {
    Times(Box<TimeBuilder>),
    Collect(Arc<Prepared>, Box<Collector>),
    Read(Arc<Prepared>, Box<Collector>),
}

/// Makes a run ready for predictions.
#[derive(Debug)]
pub struct WhatIfBuilder {
    name: String,
    choices: WhatIfChoices,
    stage: Stage,
}

/// The end of a slice.
pub(crate) enum Built {
    Working(WhatIfBuilder),
    Done(Box<WhatIf>),
}

impl WhatIfBuilder {
    pub(crate) fn new(name: &str, trace: &Trace, rows: Rows, choices: WhatIfChoices) -> Self {
        let times = TimeBuilder::new(trace, rows, choices.times, None);
        Self { name: name.to_owned(), choices, stage: Stage::Times(Box::new(times)) }
    }

    /// The same where the times are prepared.
    ///
    /// # Errors
    /// The run cannot be predicted.
    pub(crate) fn prepared(name: &str, prepared: Arc<Prepared>, choices: WhatIfChoices) -> Result<Self, Note> {
        let stage = collecting(name, prepared)?;
        Ok(Self { name: name.to_owned(), choices, stage })
    }

    /// Calls that were walked, and all.
    pub(crate) fn progress(&self) -> (u64, u64) {
        match &self.stage {
            Stage::Times(times) => times.progress(),
            Stage::Collect(prepared, collector) => (collector.collected(), prepared.calls()),
            Stage::Read(prepared, _) => (prepared.calls(), prepared.calls()),
        }
    }

    /// Does one slice.
    ///
    /// # Errors
    /// The run cannot be predicted.
    pub(crate) fn step(self) -> Result<Built, Note> {
        let Self { name, choices, stage } = self;
        let stage = match stage {
            Stage::Times(mut times) => {
                let over = times.step().is_some();
                match times.found() {
                    Some(prepared) => collecting(&name, prepared.clone())?,
                    None if over => return Err(crate::view::clock::no_times(&name)),
                    None => Stage::Times(times),
                }
            }
            Stage::Collect(prepared, mut collector) => {
                let parts = (&prepared.trace, &prepared.waits, &prepared.run);
                match collector.step(parts, SLICE) {
                    true => Stage::Collect(prepared, collector),
                    false => Stage::Read(prepared, collector),
                }
            }
            Stage::Read(prepared, collector) => {
                let built = read(&name, prepared, *collector, choices.overrides)?;
                return Ok(Built::Done(Box::new(built)));
            }
        };
        Ok(Built::Working(Self { name, choices, stage }))
    }
}

fn collecting(name: &str, prepared: Arc<Prepared>) -> Result<Stage, Note> {
    check(name, &prepared)?;
    let Rows { trees, by_calls, .. } = &prepared.rows;
    let collector = Collector::new(trees.clone(), *by_calls);
    Ok(Stage::Collect(prepared, Box::new(collector)))
}

fn read(name: &str, prepared: Arc<Prepared>, collector: Collector, overrides: Overrides) -> Result<WhatIf, Note> {
    let (trace, waits) = (&prepared.trace, &prepared.waits);
    let mut calls = collector.finish();
    if calls.are_too_many() {
        return Err(too_many(name));
    }
    let parameters = Parameters::fit(&calls, waits, overrides);
    let shortest = calls.take_shortest();
    let program = Program::new(trace, waits, calls, &parameters);
    let order = Order::new(&program);
    let order = order.map_err(|found| defect(name, &prepared, &program, &found))?;
    let order = Arc::new(order);
    let measured = program.measured(&parameters);
    let measured = Read { order: order.clone(), program: measured };
    let modelled = Read { order, program };
    let iterations = KnownIterations::default();
    Ok(WhatIf { prepared, parameters, modelled, measured, shortest, iterations })
}

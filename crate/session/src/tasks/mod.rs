//! Background tasks on a loaded trace: their list, and one way to start and to step each of them.
//!
//! The page sends a [`TaskRequest`], receives [`TaskReport`]s while the session steps, and at the end a [`TaskResult`].
//! Bindings and worker pass these on without knowing any task. To add a task, write its request and result in
//! [`wire`](crate::wire), a folder here with the [`Task`] and what is kept of it, a variant in each enum of
//! `wire/task.rs` and of this file, and follow it on the page with `createTask`.

pub mod compare_methods;
pub mod flow;
pub mod model;
pub mod predict;
mod task;
pub mod time;
pub mod whatif;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use loopscope_formats::notes::Note;

use crate::ask::job::Ask;
use crate::error::missing;
use crate::loaded::{Loaded, TraceHandle};
use crate::view::problem;
use crate::wire::{TaskReport, TaskRequest, TaskResult};

use compare_methods::{CompareMethods, Comparisons};
use flow::{FindGrowth, KeptFlow, MakeFlow, MakeReduced};
use model::{MakeModel, TraceModel};
use predict::Predict;
use task::{Slice, Task};
use time::{ExplainIteration, FindTime, KeptTime, ListIterations, PrepareTimeline};
use whatif::{KeptWhatIf, MakeWhatIf};

/// What finished tasks leave behind, to answer queries.
#[derive(Debug, Default)]
pub(crate) struct KeptResults {
    /// The nests of the last comparisons.
    pub(crate) comparisons: Comparisons,
    /// The model that was made last.
    pub(crate) model: Option<Arc<TraceModel>>,
    /// What was found about time.
    pub(crate) time: KeptTime,
    /// The flow graphs that were made last.
    pub(crate) flow: Option<Arc<KeptFlow>>,
    /// The run that was made ready for predictions last.
    pub(crate) whatif: Option<Arc<KeptWhatIf>>,
    /// The question that was answered last.
    pub(crate) ask: Ask,
}

impl KeptResults {
    /// Drops what is kept of other traces than this one.
    pub(crate) fn keep_only(&mut self, handle: TraceHandle) {
        self.model = self.model.take().filter(|known| known.is_of(handle));
        self.time.keep_only(handle);
        self.ask.keep_only(handle);
        self.flow = self.flow.take().filter(|known| known.is_of(handle));
        self.whatif = self.whatif.take().filter(|known| known.is_of(handle));
    }

    /// The flow graphs of that trace.
    ///
    /// # Errors
    /// They were not made, or those of another trace were.
    pub(crate) fn flow_of(&self, handle: TraceHandle) -> Result<&KeptFlow, Note> {
        let known = self.flow.as_deref().filter(|known| known.is_of(handle));
        known.ok_or_else(|| missing("there is no flow graph yet", handle.0, "one that was made"))
    }

    /// The run of that trace that is ready for predictions.
    ///
    /// # Errors
    /// None was made ready, or that of another trace was.
    pub(crate) fn whatif_of(&self, handle: TraceHandle) -> Result<&KeptWhatIf, Note> {
        let known = self.whatif.as_deref().filter(|known| known.is_of(handle));
        known.ok_or_else(|| missing("no prediction is ready yet", handle.0, "a trace that is"))
    }

    /// Takes in what a task about time leaves.
    fn keep_time(&mut self, kept: time::Kept) {
        self.model = kept.model.or(self.model.take());
        let iterations = kept.time.iterations.clone().or(self.time.iterations.take());
        let timeline = kept.time.timeline.clone().or(self.time.timeline.take());
        let prepared = kept.time.prepared.clone().or(self.time.prepared.take());
        self.time = KeptTime { prepared, iterations, timeline };
    }
}

/// A task under way.
#[derive(Debug)]
pub(crate) enum RunningTask {
    Compare(CompareMethods),
    Predict(Predict),
    Model(MakeModel),
    Time(FindTime),
    Iterations(ListIterations),
    Excess(ExplainIteration),
    Timeline(PrepareTimeline),
    Flow(MakeFlow),
    Growth(FindGrowth),
    Reduce(MakeReduced),
    WhatIf(MakeWhatIf),
}

impl RunningTask {
    /// Prepares a task on a loaded trace; no work is done yet.
    ///
    /// # Errors
    /// The trace does not have what the task needs.
    pub(crate) fn new(loaded: &Loaded, request: &TaskRequest, kept: &KeptResults) -> Result<Self, Note> {
        Ok(match request {
            TaskRequest::Compare(request) => Self::Compare(CompareMethods::new(loaded, request)?),
            TaskRequest::Predict(request) => Self::Predict(Predict::new(loaded, request)?),
            TaskRequest::Model(request) => Self::Model(MakeModel::new(loaded, request, kept.model.as_ref())?),
            TaskRequest::Time(request) => {
                let before = (kept.model.as_ref(), &kept.time);
                Self::Time(FindTime::new(loaded, request, before)?)
            }
            TaskRequest::Iterations(request) => {
                let before = (kept.model.as_ref(), &kept.time);
                Self::Iterations(ListIterations::new(loaded, request, before)?)
            }
            TaskRequest::Excess(request) => Self::Excess(ExplainIteration::new(loaded.handle, request, &kept.time)?),
            TaskRequest::Timeline(request) => {
                let before = (kept.model.as_ref(), &kept.time);
                Self::Timeline(PrepareTimeline::new(loaded, request, before)?)
            }
            TaskRequest::Flow(request) => Self::Flow(MakeFlow::new(loaded, request)?),
            TaskRequest::Growth(request) => Self::Growth(FindGrowth::new(loaded, request, kept.flow.as_deref())?),
            TaskRequest::Reduce(request) => Self::Reduce(MakeReduced::new(loaded, request, kept.flow.as_deref())?),
            TaskRequest::WhatIf(request) => {
                let before = (kept.model.as_ref(), &kept.time);
                Self::WhatIf(MakeWhatIf::new(loaded, request, before)?)
            }
        })
    }

    /// Does one slice. Returns the task, unless it has ended, and its report.
    pub(crate) fn step(self, kept: &mut KeptResults) -> (Option<Self>, TaskReport) {
        match self {
            Self::Compare(task) => step(task, RunningTask::Compare, |output, nests| {
                kept.comparisons.keep(nests);
                TaskResult::Compare(Box::new(output))
            }),
            Self::Predict(task) => step(task, RunningTask::Predict, |output, ()| TaskResult::Predict(Box::new(output))),
            Self::Model(task) => step(task, RunningTask::Model, |output, model| {
                kept.model = Some(model);
                TaskResult::Model(Box::new(output))
            }),
            Self::Time(task) => step(task, RunningTask::Time, |output, result| {
                kept.keep_time(result);
                TaskResult::Time(Box::new(output))
            }),
            Self::Iterations(task) => step(task, RunningTask::Iterations, |output, result| {
                kept.keep_time(result);
                TaskResult::Iterations(Box::new(output))
            }),
            Self::Excess(task) => step(task, RunningTask::Excess, |output, ()| TaskResult::Excess(Box::new(output))),
            Self::Timeline(task) => step(task, RunningTask::Timeline, |output, result| {
                kept.keep_time(result);
                TaskResult::Timeline(Box::new(output))
            }),
            Self::Flow(task) => step(task, RunningTask::Flow, |output, flow| {
                kept.flow = Some(flow);
                TaskResult::Flow(Box::new(output))
            }),
            Self::Growth(task) => step(task, RunningTask::Growth, |output, ()| TaskResult::Growth(Box::new(output))),
            Self::Reduce(task) => step(task, RunningTask::Reduce, |output, ()| TaskResult::Reduce(Box::new(output))),
            Self::WhatIf(task) => step(task, RunningTask::WhatIf, |output, result| {
                kept.keep_time(result.time);
                kept.whatif = Some(result.run);
                TaskResult::WhatIf(Box::new(output))
            }),
        }
    }
}

/// Steps a task of any kind; `running` and `finish` say which one it is.
fn step<T: Task, R>(
    task: T,
    running: impl FnOnce(T) -> R,
    finish: impl FnOnce(T::Output, T::Kept) -> TaskResult,
) -> (Option<R>, TaskReport) {
    match task.step() {
        Ok(Slice::Working(task, progress)) => (Some(running(task)), TaskReport::Progress { progress }),
        Ok(Slice::Finished(output, kept)) => (None, TaskReport::Finished { result: finish(output, kept) }),
        Err(note) => (None, TaskReport::Failed { problem: Box::new(problem(&note)) }),
    }
}

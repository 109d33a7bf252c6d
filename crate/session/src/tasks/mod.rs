//! Background tasks on a loaded trace: the list of them, and one way to start and to step each.
//!
//! The page sends a [`TaskRequest`], receives [`TaskReport`]s while the session steps, and at the end a [`TaskResult`]. All
//! of it crosses page, worker and bindings without any of them naming a task. To add one, write its file beside
//! `predict.rs` (the request, the [`Task`], what is kept), give it a variant in each enum here, and follow it on the
//! page with `createTask`.

mod compare_methods;
mod model;
mod predict;
mod task;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use loopscope_formats::notes::Note;

use crate::message::{Comparison, ModelSummary, Prediction, Problem};
use crate::view::summary;
use crate::Loaded;

use compare_methods::CompareMethods;
pub use compare_methods::CompareRequest;
pub(crate) use compare_methods::Comparisons;
use model::MakeModel;
pub use model::ModelRequest;
pub(crate) use model::TraceModel;
use predict::Predict;
pub use predict::PredictRequest;
pub use task::TaskProgress;
use task::{Slice, Task};

/// What the page asks to be done in the background.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum TaskRequest {
    /// Compare the methods on one process.
    Compare(CompareRequest),
    /// Predict all processes.
    Predict(PredictRequest),
    /// Make the model of the whole program.
    Model(ModelRequest),
}

/// What a task produced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum TaskResult {
    /// The methods side by side.
    Compare(Box<Comparison>),
    /// The share of events that are predicted.
    Predict(Box<Prediction>),
    /// What the model is.
    Model(Box<ModelSummary>),
}

/// What a slice of a task reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "type", rename_all_fields = "camelCase")]
pub enum TaskReport {
    /// There is more to do.
    Progress {
        /// How far it is.
        progress: TaskProgress,
    },
    /// The task is finished.
    Finished {
        /// What it produced.
        result: TaskResult,
    },
    /// The task has ended without a result.
    Failed {
        /// Why.
        problem: Box<Problem>,
    },
}

/// What finished tasks leave behind, to answer queries.
#[derive(Debug, Default)]
pub(crate) struct KeptResults {
    /// The nests of processes whose methods were compared.
    pub(crate) comparisons: Comparisons,
    /// The model that was made last.
    pub(crate) model: Option<Arc<TraceModel>>,
}

/// A task under way.
#[derive(Debug)]
pub(crate) enum RunningTask {
    Compare(CompareMethods),
    Predict(Predict),
    Model(MakeModel),
}

impl RunningTask {
    /// Prepares a task on a loaded trace; no work is done yet.
    ///
    /// # Errors
    /// The trace does not have what the task needs.
    pub(crate) fn new(
        loaded: &Loaded,
        request: &TaskRequest,
        kept: &KeptResults,
    ) -> Result<RunningTask, Note> {
        Ok(match request {
            TaskRequest::Compare(request) => {
                RunningTask::Compare(CompareMethods::new(loaded, request)?)
            }
            TaskRequest::Predict(request) => RunningTask::Predict(Predict::new(loaded, request)?),
            TaskRequest::Model(request) => {
                RunningTask::Model(MakeModel::new(loaded, request, kept.model.as_ref())?)
            }
        })
    }

    /// Does one slice: the task, unless it has ended, and what there is to report.
    pub(crate) fn step(self, kept: &mut KeptResults) -> (Option<RunningTask>, TaskReport) {
        match self {
            RunningTask::Compare(task) => step(task, RunningTask::Compare, |output, nests| {
                kept.comparisons.keep(nests);
                TaskResult::Compare(Box::new(output))
            }),
            RunningTask::Predict(task) => {
                step(task, RunningTask::Predict, |output, ()| TaskResult::Predict(Box::new(output)))
            }
            RunningTask::Model(task) => step(task, RunningTask::Model, |output, model| {
                kept.model = Some(model);
                TaskResult::Model(Box::new(output))
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
        Ok(Slice::Working(task, progress)) => {
            (Some(running(task)), TaskReport::Progress { progress })
        }
        Ok(Slice::Finished(output, kept)) => {
            (None, TaskReport::Finished { result: finish(output, kept) })
        }
        Err(note) => (None, TaskReport::Failed { problem: Box::new(summary::problem(&note)) }),
    }
}

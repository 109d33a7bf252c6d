//! Background tasks: what the page asks for, and what it receives while a task runs and when it ends.
//!
//! The request and the result of each task stand in the file of its subject, such as `predict.rs`.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{
    CompareRequest, Comparison, ExcessSummary, FlowRequest, FlowSummary, GrowthSummary, IterationsRequest,
    IterationsSummary, ModelRequest, ModelSummary, PredictRequest, Prediction, Problem, ReduceRequest, ReducedTrace,
    TimeRequest, TimeSummary, TimelineRequest, TimelineSummary, WhatIfSummary,
};

/// A background task that the page starts. In JavaScript its `kind` is one of its fields, as the `type` of a
/// [`Request`](super::Request) is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TaskRequest {
    /// Compare the methods on one process.
    Compare(CompareRequest),
    /// Predict all processes.
    Predict(PredictRequest),
    /// Build the model of the whole program.
    Model(ModelRequest),
    /// Find where the time goes.
    Time(TimeRequest),
    /// List the iterations of a loop.
    Iterations(IterationsRequest),
    /// Compare an iteration with the others. The iterations of its loop must have been listed before.
    Excess(IterationsRequest),
    /// Prepare the timeline.
    Timeline(TimelineRequest),
    /// Make the flow graphs.
    Flow(FlowRequest),
    /// Find how the flow graphs grow, and the steps of a loop.
    Growth(ReduceRequest),
    /// Cut the trace to some steps.
    Reduce(ReduceRequest),
    /// Make the run ready for predictions.
    WhatIf(TimeRequest),
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum TaskResult {
    /// The comparison of the methods.
    Compare(Box<Comparison>),
    /// The shares of events that are predicted.
    Predict(Box<Prediction>),
    /// The summary of the model.
    Model(Box<ModelSummary>),
    /// Where the time goes.
    Time(Box<TimeSummary>),
    /// How the iterations of the loop differ.
    Iterations(Box<IterationsSummary>),
    /// Where an iteration takes longer than the others.
    Excess(Box<ExcessSummary>),
    /// The timeline is ready.
    Timeline(Box<TimelineSummary>),
    /// The flow graphs are there.
    Flow(Box<FlowSummary>),
    /// How the flow graphs grow.
    Growth(Box<GrowthSummary>),
    /// The reduced trace.
    Reduce(Box<ReducedTrace>),
    /// The run is ready for predictions.
    WhatIf(Box<WhatIfSummary>),
}

/// The report of one slice of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "type", rename_all_fields = "camelCase")]
pub enum TaskReport {
    /// There is more to do.
    Progress {
        /// Its progress.
        progress: TaskProgress,
    },
    /// The task is finished.
    Finished {
        /// Its result.
        result: TaskResult,
    },
    /// The task has ended without a result.
    Failed {
        /// Why.
        problem: Box<Problem>,
    },
}

/// The progress of a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TaskProgress {
    /// Units of work that are done; each task counts its own: methods, events, processes.
    pub done: f64,
    /// All units of work.
    pub total: f64,
    /// The name of the part that this slice completed, such as a method, if the task has parts whose times are worth
    /// knowing. The worker measures the slice and reports its time under this name.
    pub part: Option<String>,
}

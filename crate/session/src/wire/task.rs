//! Background tasks: what the page asks for, and what it receives while a task runs and when it ends.
//!
//! The request and the result of each task stand in the file of its subject, such as `predict.rs`.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{
    CompareRequest, Comparison, ModelRequest, ModelSummary, PredictRequest, Prediction, Problem,
};

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

/// How far a task is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TaskProgress {
    /// Units of work that are done; each task counts its own: methods, events, processes.
    pub done: f64,
    /// All units of work.
    pub total: f64,
    /// The part of the work that this slice completed, if the task has parts whose times are worth knowing: the name
    /// of a method. The worker measures the slice and files its time under this name.
    pub part: Option<String>,
}

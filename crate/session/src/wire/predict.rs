//! Messages about prediction.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

/// How well the loops under way say what comes next, for all processes of a trace.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// The most terms in the body of a loop.
    pub k: u32,
    /// Which numbers may vary: `constant`, `linear` or `polynomial`.
    pub model: String,
    /// How many of the uppermost terms are looked at.
    pub depth: u32,
    /// All processes together, by ascending distance.
    pub total: Vec<PredictionCounts>,
    /// Ascending by number.
    pub processes: Vec<ProcessPrediction>,
}

/// The same for one process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProcessPrediction {
    /// The process.
    pub process: u32,
    /// Its events.
    pub events: f64,
    /// By ascending distance.
    pub distances: Vec<PredictionCounts>,
}

/// What became of the predictions at one distance. Together they are the events that have one that far before them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictionCounts {
    /// How many events ahead.
    pub distance: u32,
    /// Events that were predicted.
    pub correct: f64,
    /// Events in whose place another was predicted.
    pub wrong: f64,
    /// Events for which nothing was predicted.
    pub none: f64,
}

/// How to predict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictRequest {
    /// How many of the uppermost terms are searched; brought into the range that makes sense.
    pub depth: u32,
}

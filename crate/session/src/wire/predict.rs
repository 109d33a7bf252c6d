//! Messages about prediction.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use loopscope_core::recognize::FunctionModel;

/// How often the current loop correctly predicts the next events, for all processes of a trace.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// The most terms in the body of a loop.
    pub k: u32,
    /// Which numbers may vary.
    pub model: PredictionModel,
    /// How many of the uppermost terms are searched.
    pub depth: u32,
    /// All processes together, by ascending distance.
    pub total: Vec<PredictionCounts>,
    /// Ascending by number.
    pub processes: Vec<ProcessPrediction>,
}

/// The predictions for one process.
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

/// The predictions at one distance. The three counts add up to the events that have another event that far before them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictionCounts {
    /// The number of events ahead.
    pub distance: u32,
    /// Events that were predicted correctly.
    pub correct: f64,
    /// Events in whose place another event was predicted.
    pub wrong: f64,
    /// Events for which nothing was predicted.
    pub none: f64,
}

/// Starts a prediction of all processes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictRequest {
    /// How many of the uppermost terms are searched. A number out of range is replaced by the nearest possible one.
    pub depth: u32,
}

/// Which numbers may vary from one iteration of a loop to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PredictionModel {
    /// None: all iterations are equal.
    #[default]
    Constant,
    /// The constant of a function: all functions stay affine.
    Linear,
    /// All coefficients.
    Polynomial,
}

impl From<FunctionModel> for PredictionModel {
    fn from(model: FunctionModel) -> Self {
        match model {
            FunctionModel::Constant => Self::Constant,
            FunctionModel::Linear => Self::Linear,
            FunctionModel::Polynomial => Self::Polynomial,
        }
    }
}

impl PredictionModel {
    /// The name as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Linear => "linear",
            Self::Polynomial => "polynomial",
        }
    }
}

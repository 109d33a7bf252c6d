//! Messages about predictions: what the run would last if some of its times were others.
//!
//! All times are whole nanoseconds, exact up to 2^53 (104 days). A pair of times are the least and the most of two readings
//! of long receives: messages take the time of the model, or long receives are all wait.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{SentencePart, TimeParts};

/// A run that is ready for predictions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WhatIfSummary {
    /// How long the run lasts.
    pub length: f64,
    /// How much of it is computing and messages, 0 to 1.
    pub trust: f64,
    /// How far predictions can be trusted, and why.
    pub sentence: Vec<SentencePart>,
    /// What is assumed, a line for each fact, as `loopscope whatif` prints it.
    pub facts: Vec<String>,
    /// What each loop would gain.
    pub loops: Vec<LoopGains>,
    /// The run without assumptions.
    pub now: PredictedRun,
}

/// What a loop, with the loops inside it, would gain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopGains {
    /// The loop, by its name without the L.
    pub id: u32,
    /// If its computations took no time.
    pub computation: [f64; 2],
    /// If nobody waited in it.
    pub waits: [f64; 2],
    /// How much of the critical path is in it.
    pub on_path: f64,
}

/// A run under assumptions, where messages take the time of the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictedRun {
    /// How long it lasts.
    pub length: f64,
    /// How often the critical path goes from one process to another.
    pub hops: f64,
    /// Of the critical path: computing, in calls, messages on their way.
    pub path: [f64; 3],
    /// Its processes, ascending.
    pub processes: Vec<PredictedProcess>,
}

/// A process of a predicted run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictedProcess {
    /// Its number.
    pub process: u32,
    /// Its time. What lasts as long as an assumption says counts as in calls.
    pub parts: TimeParts,
    /// How long the critical path is on it.
    pub on_path: f64,
    /// The same in equal parts of the run one after the other, as shares of such a part, 0 to 1.
    pub columns: Vec<f32>,
}

/// Something that lasts another time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WhatIfChange {
    /// What, in the words of `loopscope whatif --set`: `calc:L3`.
    pub select: String,
    /// How many times as long it lasts, 0 to 2.
    pub factor: f64,
}

/// What a run would last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WhatIfAnswer {
    /// How long the run lasts, under all changes.
    pub lengths: [f64; 2],
    /// Each change in words, and of how many calls or messages it is.
    pub changes: Vec<ChangeWords>,
    /// The same.
    pub sentence: Vec<SentencePart>,
    /// The length over the factor of the change that was asked for, from 0 to 2 in equal steps; the others stay.
    pub curve: Vec<[f64; 2]>,
    /// The run under all changes.
    pub then: PredictedRun,
}

/// A change in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChangeWords {
    /// "waits in L3 on process 1".
    pub name: String,
    /// How many calls or messages.
    pub count: f64,
}

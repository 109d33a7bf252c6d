//! Messages about one iteration beside the others: where it takes longer, or less long.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{SentencePart, WaitReason};

/// What a process does in a part of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ExcessPart {
    /// It computes.
    Computes,
    /// It is in a call, beyond its wait.
    InCall,
    /// It waits in a call.
    Waits,
}

/// A part of an iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExcessRow {
    /// The innermost loop around it: the loop itself, or one inside.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// What the process does.
    pub part: ExcessPart,
    /// The name of the call; empty for computing.
    pub name: String,
    /// How long it takes in the iteration.
    pub time: f64,
    /// How long it takes in the median.
    pub median: f64,
    /// For whom most of it is waited in the iteration.
    pub waits_for: Option<u32>,
    /// Why.
    pub reason: Option<WaitReason>,
}

/// An iteration of a process beside the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExcessSummary {
    /// The iteration, from 0.
    pub index: f64,
    /// The process.
    pub process: u32,
    /// How long the iteration lasts on it.
    pub period: f64,
    /// How long one lasts on it in the median.
    pub median: f64,
    /// How many iterations that is the median of.
    pub compared: f64,
    /// Whether these are iterations of the same number only, one of each time the loop is entered.
    pub by_number: bool,
    /// Whether these are only it and those next to it, as many before it as after it.
    pub near: bool,
    /// Where the difference is, and who is the cause.
    pub sentence: Vec<SentencePart>,
    /// The parts that differ most, the largest difference first. What they do not say of the period is in parts that differ less.
    pub rows: Vec<ExcessRow>,
}

//! Messages about how flow graphs grow over a run, and about the iterations that are worth keeping.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::SentencePart;

/// How the flow graphs grow, and which steps a reduced trace keeps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GrowthSummary {
    /// The processes with events, ascending, at most 64.
    pub processes: Vec<ProcessGrowth>,
    /// Calls without a new node or transition until a graph is stable.
    pub quiet: f64,
    /// The iterations of a window.
    pub iterations: f64,
    /// The steps that `loopscope reduce` keeps, in words; empty if it keeps none.
    pub steps: String,
    /// Why it keeps none.
    pub no_steps: String,
}

/// How the graph of a process grows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProcessGrowth {
    /// Its number.
    pub process: u32,
    /// All of its calls.
    pub calls: f64,
    /// What it does, in a sentence.
    pub sentence: Vec<SentencePart>,
    /// Its sizes where it grows, at most as many as fit: of each the calls, nodes and transitions, one after the other.
    pub points: Vec<f64>,
    /// Its size after parts of the calls: of each the percentage, nodes and transitions, one after the other.
    pub parts: Vec<f64>,
    /// What is noticed while it grows, in the words of `loopscope watch`.
    pub notices: Vec<String>,
    /// The windows, in the order in which they begin.
    pub windows: Vec<GrowthWindow>,
    /// The calls of the steps that a reduced trace keeps: of each range its first, from 0, and the one after its last.
    pub steps: Vec<f64>,
}

/// Iterations of a loop that are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GrowthWindow {
    /// Its number, from 1.
    pub number: u32,
    /// The header of the loop.
    pub header: String,
    /// The nodes of the loop.
    pub nodes: u32,
    /// Its first call, from 0.
    pub from: f64,
    /// The call after its last.
    pub to: f64,
    /// Iterations that begin in it.
    pub iterations: f64,
    /// The number of the window for which it was dropped; 0 if it is kept.
    pub dropped_for: u32,
}

/// The loop to whose steps a trace is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReduceRequest {
    /// The loop, by its name in the flow graph of the process without the F; 0 for the main loop.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// The process.
    pub process: u32,
    /// How many steps are kept, at most half of those there are; missing: ten.
    pub steps: Option<u32>,
    /// The first of them, from 1; missing: the third.
    pub from: Option<u32>,
    /// Whether they are spread evenly over the steps from there on; else they follow each other.
    pub spread: bool,
    /// Whether iterations that differ from the others are steps, too.
    pub irregular: bool,
}

/// A reduced trace, as a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReducedTrace {
    /// What is kept and what that changes.
    pub sentence: Vec<SentencePart>,
    /// The same at length, as `loopscope reduce` prints it.
    pub report: String,
    /// The table.
    pub text: String,
    /// A name for it.
    pub file_name: String,
}

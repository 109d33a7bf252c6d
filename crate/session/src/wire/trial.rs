//! The figures of a method on one string.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::MethodName;

/// The figures of a method on one string: whole numbers only, so that two runs are equal or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TrialFigures {
    /// The method.
    pub method: MethodName,
    /// Items at the top level: the paper's compressed length.
    pub top_level: f64,
    /// Items on all levels, equal loops once.
    pub total: f64,
    /// Distinct loops.
    pub loops: f64,
    /// Levels of loops.
    pub depth: u32,
    /// Symbols inside loops.
    pub covered: f64,
    /// Symbols in one iteration of the main loop; 0 if there is no loop.
    pub main_period: f64,
    /// Iterations of the main loop; 0 if there is no loop.
    pub main_count: f64,
    /// The main loop in lengths and counts, as the paper writes it; empty if there is no loop.
    pub structure: String,
    /// Whether the search of the method was complete.
    pub exact: bool,
}

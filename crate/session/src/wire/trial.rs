//! What a method made of a string, in figures that can be compared.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

/// What a method made of a string: whole numbers only, so that two runs agree or do not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TrialFigures {
    /// Name of the method.
    pub method: String,
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
    /// Symbols in one iteration of the main loop, 0 without one.
    pub main_period: f64,
    /// How often the main loop runs, 0 without one.
    pub main_count: f64,
    /// The main loop in lengths and counts, as the paper writes it; empty without one.
    pub structure: String,
    /// Whether the method searched to its end.
    pub exact: bool,
}

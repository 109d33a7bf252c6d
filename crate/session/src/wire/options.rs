//! The options of an analysis: as the page asks for them, and as they are in force.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

/// The choices that decide a nest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChosenOptions {
    /// Name of the method.
    pub method: String,
    /// The K of loop recognition, if it is the method.
    pub k: Option<u32>,
    /// Name of the view.
    pub view: String,
    /// Names of the fields in which equal items agree.
    pub signature: Vec<String>,
    /// `keep` or `drop`.
    pub locals: String,
}

/// The choices of a person; what is left out is left to the trace.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct WantedOptions {
    /// Name of the method.
    pub method: Option<String>,
    /// The K of loop recognition.
    pub k: Option<u32>,
    /// Name of the view.
    pub view: Option<String>,
    /// Names of the fields in which equal items agree.
    pub signature: Option<Vec<String>>,
    /// `keep` or `drop`.
    pub locals: Option<String>,
    /// The key of one of several traces in what is opened.
    pub only: Option<String>,
    /// Whether what the trace does not have is left out, instead of the trace being refused; no, if it is missing.
    pub lenient: Option<bool>,
    /// Whether words in no known format are lists of symbols, as their user says.
    pub words: Option<bool>,
}

/// A view and whether the trace has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ViewChoice {
    /// Its name.
    pub view: String,
    /// Whether the trace has it.
    pub available: bool,
    /// Why not, for people.
    pub reason: String,
}

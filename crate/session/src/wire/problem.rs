//! Errors, warnings and remarks, with the place that they are about.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use loopscope_formats::notes::Severity;

/// Something that went wrong, or that the user should know: the message form of a note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// How bad it is.
    pub severity: ProblemSeverity,
    /// The file it is about.
    pub file: String,
    /// The line it is about.
    pub line: Option<f64>,
    /// The place in words; empty for the whole file.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What was found there.
    pub found: String,
    /// What was expected there.
    pub expected: String,
    /// What to do.
    pub remedy: String,
    /// How often it occurred.
    pub count: f64,
    /// Further files with the same problem, in words; empty if there are none.
    pub also: String,
    /// If several traces were opened together: those to choose from.
    pub choices: Vec<TraceChoice>,
    /// Up to three lines around the first place.
    pub context: Vec<ProblemLine>,
}

/// A line of a file, shown with a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProblemLine {
    /// Its number, from 1.
    pub line: f64,
    /// Its text, shortened to a readable length.
    pub text: String,
    /// Where the wrong part starts, in UTF-16 units.
    pub from: u32,
    /// Where it ends; equal to `from` if nothing is marked.
    pub to: u32,
}

/// One of several traces that were opened together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TraceChoice {
    /// The key that opens it: [`OptionsRequest::only`].
    pub key: String,
    /// Its folder, or its main file.
    pub path: String,
    /// Title of its format.
    pub format: String,
    /// Its files.
    pub files: f64,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ProblemSeverity {
    /// Nothing came of what was asked.
    Error,
    /// Something may be missing or wrong.
    Warning,
    /// Something worth knowing.
    Info,
}

impl From<Severity> for ProblemSeverity {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Info => Self::Info,
        }
    }
}

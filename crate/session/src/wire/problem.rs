//! Errors, warnings and remarks, with the place that they are about.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

/// Something that went wrong, or that the user should know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// The file it is about.
    pub file: String,
    /// The line it is about.
    pub line: Option<f64>,
    /// The place in words, empty if it is the whole file.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
    /// What to do.
    pub remedy: String,
    /// How often it occurred.
    pub count: f64,
    /// Further files of which the same is to be said, in words; empty if there are none.
    pub also: String,
    /// Where several traces came at once: those to choose from.
    pub choices: Vec<TraceChoice>,
    /// Up to three lines around the first place.
    pub context: Vec<ProblemLine>,
}

/// A line of a file, as shown in a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProblemLine {
    /// Its number, from 1.
    pub line: f64,
    /// Its text, cut to a readable length.
    pub text: String,
    /// Where the wrong part starts, in UTF-16 units.
    pub from: u32,
    /// Where it ends; equal to `from` if nothing is marked.
    pub to: u32,
}

/// One of several traces that came at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TraceChoice {
    /// What opens it: [`WantedOptions::only`].
    pub key: String,
    /// Its folder, or the file that stands for it.
    pub path: String,
    /// Title of its format.
    pub format: String,
    /// Its files.
    pub files: f64,
}

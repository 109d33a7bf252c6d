//! A loop of several variants, as the page shows it.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

/// The events of a process as one loop of several variants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VariantsReply {
    /// What the reading holds, in a sentence.
    pub sentence: String,
    /// Share of the events inside the loop, 0 to 1.
    pub share: f64,
    /// How many iterations the loop has.
    pub iterations: f64,
    /// The variants, the most frequent one first.
    pub variants: Vec<Variant>,
    /// Which variant comes when, as a nest on one line: letters in the order of `variants`, numbers if there are more than letters.
    pub order: String,
    /// The iterations in order; at most 1,024 columns.
    pub columns: Vec<VariantColumn>,
    /// Whether it is known how long iterations take.
    pub timed: bool,
    /// How many iterations take much longer than others of their variant.
    pub outliers: f64,
    /// The loop with its branches, as text; cut if it is very long.
    pub text: String,
}

/// One variant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Variant {
    /// How often it comes.
    pub times: f64,
    /// How long an iteration of it takes, in nanoseconds: the median; 0 where that is not known.
    pub median: f64,
}

/// One iteration, or several neighbours of which the one with the rarest variant is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VariantColumn {
    /// The iteration that is shown, from 0.
    pub iteration: f64,
    /// The number of its variant, from 0.
    pub variant: f64,
    /// The position of its first event in the process.
    pub first: f64,
    /// The position after its last event.
    pub end: f64,
    /// How long it takes, in nanoseconds; 0 without times, and of a program.
    pub duration: f64,
    /// Whether it takes much longer than others of its variant.
    pub stands_out: bool,
}

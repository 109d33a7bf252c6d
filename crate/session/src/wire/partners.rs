//! Processes that take messages from anybody, as the page shows them.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::SentencePart;

/// A program in which such processes are shown partner by partner.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HubsReply {
    /// What the program does, one or two sentences.
    pub sentence: Vec<SentencePart>,
    /// The largest loop, of all partners that do the same together; none if there is no loop.
    pub main: Option<HubsMain>,
    /// Who takes from anybody, a sentence.
    pub says: String,
    /// The program with each partner by itself, as text; cut if it is very long.
    pub text: String,
    /// How many constructs the text shows, and how many there are.
    pub shown: f64,
    /// How many there are.
    pub constructs: f64,
    /// Whose turn it was, of the first hubs.
    pub turns: Vec<HubTurns>,
}

/// The largest loop of a program whose hubs are shown partner by partner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HubsMain {
    /// How often it runs: `18 to 48 times`.
    pub times: String,
    /// How many processes each have one.
    pub workers: f64,
    /// Iterations in all.
    pub all: f64,
    /// Events inside, and their share of the trace.
    pub events: f64,
    /// The share, 0 to 1.
    pub share: f64,
}

/// Whose turn it was at one process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HubTurns {
    /// The process.
    pub hub: u32,
    /// Its partners: `1-63`.
    pub partners: String,
    /// How many there are.
    pub among: u32,
    /// How many turns there are.
    pub turns: f64,
    /// The partner of each turn, or of as many as can be drawn, in equal distances.
    pub columns: Vec<u32>,
}

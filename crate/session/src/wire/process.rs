//! What one process does: the sentence about it, its loops, its nest as text.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{ChosenOptions, OpenedLoop, ProcessRange};

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SentencePart {
    /// Its text.
    pub text: String,
    /// Whether it is a figure that stands out.
    pub strong: bool,
}

/// What is known about a distinct loop of a process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopCard {
    /// Its name without the L.
    pub id: u32,
    /// Its node in the nest.
    pub node: u32,
    /// How often its body runs each time it is entered; where that varies, at least.
    pub count: f64,
    /// The same at most.
    pub count_most: f64,
    /// Events in one iteration; where that varies, at least.
    pub period: f64,
    /// The same at most.
    pub period_most: f64,
    /// Its last index, where that is a function of those around it; else empty.
    pub bound: String,
    /// Items in its body.
    pub body_items: u32,
    /// Share of the process inside it, all occurrences, 0 to 1.
    pub share: f64,
    /// Events inside it, all occurrences.
    pub events: f64,
    /// The depth at which it first stands, 1 = outermost.
    pub level: u32,
    /// Levels of loops in it, itself included.
    pub height: u32,
    /// How often it is entered.
    pub runs: f64,
    /// Position of its first event.
    pub first: f64,
    /// Position of the last event of its first occurrence.
    pub last: f64,
    /// Sends inside it, all occurrences.
    pub sends: f64,
    /// Receives inside it.
    pub receives: f64,
    /// Collectives inside it.
    pub collectives: f64,
    /// Other processes that have a loop of the same count and shape.
    pub same_in: Vec<ProcessRange>,
    /// Further such processes, which are not listed.
    pub same_in_more: f64,
    /// How to open its first occurrence, at the middle iteration.
    pub path: Vec<OpenedLoop>,
}

/// A change of options that would give loops, tried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// What the change is.
    pub label: String,
    /// The options after it.
    pub options: ChosenOptions,
    /// What it gives.
    pub outcome: String,
}

/// An item of a body, for the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "kind", rename_all_fields = "camelCase")]
pub enum Item {
    /// One event.
    Symbol {
        /// What it says.
        text: String,
    },
    /// A loop.
    Loop {
        /// Its node in the nest.
        node: u32,
        /// Its name without the L.
        id: u32,
        /// How often it runs.
        count: f64,
        /// Its last index as a function of those around it; empty where the count says it.
        bound: String,
        /// Items in its body.
        items: u32,
        /// Events in one iteration.
        period: f64,
    },
}

/// Where the main loop of a process stands first in its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MainInText {
    /// The item of the top level that it is, or that holds it; -1 without loops.
    pub item: i32,
    /// Events before that item.
    pub before: f64,
    /// Events after it.
    pub after: f64,
    /// How often the main loop is run after it.
    pub runs_after: f64,
}

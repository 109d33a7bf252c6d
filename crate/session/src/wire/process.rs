//! What one process does: the sentence about it, its loops, its nest as text.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{ChosenOptions, OpenedLoop, ProcessRange};

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SentencePart {
    /// Its text.
    pub text: String,
    /// Whether it is a figure to emphasise.
    pub strong: bool,
}

/// A distinct loop of a process, with all its figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopCard {
    /// Its name without the L.
    pub id: u32,
    /// Its node in the nest.
    pub node: u32,
    /// Iterations each time it is entered; the fewest, if that varies.
    pub count: f64,
    /// The most iterations.
    pub count_most: f64,
    /// Events in one iteration; the fewest, if that varies.
    pub period: f64,
    /// The most events in one iteration.
    pub period_most: f64,
    /// Its last index, if that is a function of the indices around it; else empty.
    pub bound: String,
    /// Items in its body.
    pub body_items: u32,
    /// Share of the events of the process that are inside it, over all occurrences, 0 to 1.
    pub share: f64,
    /// Events inside it, over all occurrences.
    pub events: f64,
    /// The depth of its first occurrence; 1 is outermost.
    pub level: u32,
    /// Levels of loops in it, including itself.
    pub height: u32,
    /// How often it is entered.
    pub runs: f64,
    /// Position of its first event.
    pub first: f64,
    /// Position of the last event of its first occurrence.
    pub last: f64,
    /// Sends inside it, over all occurrences.
    pub sends: f64,
    /// Receives inside it, over all occurrences.
    pub receives: f64,
    /// Collectives inside it, over all occurrences.
    pub collectives: f64,
    /// Other processes that have a loop with the same counts and shape.
    pub same_in: Vec<ProcessRange>,
    /// The number of such processes that are not listed.
    pub same_in_more: f64,
    /// The path to its first occurrence, at the middle iteration of each loop.
    pub path: Vec<OpenedLoop>,
}

/// A change of options that gives loops; it has been tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// The change, in words.
    pub label: String,
    /// The options after it.
    pub options: ChosenOptions,
    /// The loop that it gives, in words.
    pub outcome: String,
}

/// An item of a body, for the text of a nest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "kind", rename_all_fields = "camelCase")]
pub enum Item {
    /// One event.
    Symbol {
        /// Its text.
        text: String,
    },
    /// A loop.
    Loop {
        /// Its node in the nest.
        node: u32,
        /// Its name without the L.
        id: u32,
        /// Its iterations.
        count: f64,
        /// Its last index as a function of the indices around it; empty if it is constant.
        bound: String,
        /// Items in its body.
        items: u32,
        /// Events in one iteration.
        period: f64,
    },
}

/// The first place of the main loop in the text of a process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MainInText {
    /// The item of the top level that is the main loop or contains it; -1 if there is no loop.
    pub item: i32,
    /// Events before that item.
    pub before: f64,
    /// Events after it.
    pub after: f64,
    /// How often the main loop runs after that item.
    pub runs_after: f64,
}

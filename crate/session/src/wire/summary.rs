//! What a trace is: its counts and options, and a row for each process.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{ChosenOptions, Problem, TableColumns, ViewChoice};

/// What a trace is and what was found in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The name it was opened under.
    pub name: String,
    /// `trace`, or `nests` for a file of nests.
    pub source: String,
    /// Title of the format it was read from.
    pub format: String,
    /// The options its nests were built under.
    pub options: ChosenOptions,
    /// All views, with reasons for those that are missing.
    pub views: Vec<ViewChoice>,
    /// Names of the fields that items of this view have.
    pub fields: Vec<String>,
    /// Whether there are local events that could be left out.
    pub has_locals: bool,
    /// Events in this view.
    pub events: f64,
    /// The same by kind.
    pub kinds: Vec<KindCount>,
    /// Distinct symbols, the most that a process has.
    pub symbols: f64,
    /// Bytes that are kept of the trace.
    pub kept_bytes: f64,
    /// Items of all processes at the top level.
    pub top_level: f64,
    /// Items of all processes at all levels.
    pub total_items: f64,
    /// Events to top-level items.
    pub ratio: f64,
    /// Share of all events inside loops, 0 to 1.
    pub coverage: f64,
    /// Ascending by number.
    pub processes: Vec<ProcessRow>,
    /// What readers noted.
    pub problems: Vec<Problem>,
    /// The tables among the files, each header once.
    pub tables: Vec<TableColumns>,
    /// The legend of tags, ascending.
    pub tags: Vec<TagLabel>,
    /// What an item is called: `call`, `event` or `symbol`.
    pub noun: String,
}

/// How many events of a kind there are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct KindCount {
    /// Name of the kind.
    pub kind: String,
    /// Events of that kind.
    pub count: f64,
}

/// An entry of the legend of tags.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TagLabel {
    /// The tag, or the family of tags.
    pub label: String,
    /// Its colour slot, 1 to 6; 0 is shared by all others.
    pub slot: u8,
}

/// A row of the table of processes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProcessRow {
    /// Its number.
    pub process: u32,
    /// A number that is equal for processes that do the same, up to a shift of rank.
    pub kind: f64,
    /// The file it came from.
    pub source: String,
    /// What it is called in that file, if it is one of several there: a thread's name. Else empty.
    pub name: String,
    /// Its events.
    pub events: f64,
    /// Items at the top level of its nest.
    pub top_level: f64,
    /// Items at all levels, equal ones once.
    pub total: f64,
    /// Events to top-level items.
    pub ratio: f64,
    /// Share of its events inside loops, 0 to 1.
    pub coverage: f64,
    /// Levels of loops.
    pub depth: u32,
    /// Distinct loops.
    pub loops: f64,
    /// The loop with the most events inside.
    pub main_loop: Option<MainLoop>,
}

/// The main loop of a process: the one with the most events inside, all its runs together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MainLoop {
    /// Its name without the L.
    pub id: u32,
    /// How many iterations it has in one run.
    pub count: f64,
    /// Events in one iteration.
    pub period: f64,
    /// How often it is entered.
    pub runs: f64,
    /// Share of the process inside all its runs, 0 to 1.
    pub share: f64,
}

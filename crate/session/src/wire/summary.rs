//! What a trace is: its counts and options, and a row for each process.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{ChosenOptions, Problem, TableColumns, ViewChoice};

/// What a trace is, and what was found in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The name it was opened under.
    pub name: String,
    /// What was opened.
    pub source: SummarySource,
    /// Title of the format it was read from.
    pub format: String,
    /// The options its nests were built under.
    pub options: ChosenOptions,
    /// All views, with the reason for each that is missing.
    pub views: Vec<ViewChoice>,
    /// Names of the fields that items of this view have.
    pub fields: Vec<String>,
    /// How many calls send or receive, if most of them have no recorded partner: then the calls say more of the run.
    pub partners_of: Option<f64>,
    /// Whether the trace has local events, which can be left out.
    pub has_locals: bool,
    /// Whether the trace says when its calls or messages begin and end.
    pub has_times: bool,
    /// Events in this view.
    pub events: f64,
    /// The same events by kind.
    pub kinds: Vec<KindCount>,
    /// Distinct symbols of the process that has the most.
    pub symbols: f64,
    /// Which tags count steps and are read as one, a sentence; empty if none do.
    pub step_tags: String,
    /// Bytes of memory that the trace takes.
    pub kept_bytes: f64,
    /// Items at the top level, over all processes.
    pub top_level: f64,
    /// Items on all levels, over all processes.
    pub total_items: f64,
    /// Events per item at the top level.
    pub ratio: f64,
    /// Share of all events inside loops, 0 to 1.
    pub coverage: f64,
    /// A row for each process, ascending by number.
    pub processes: Vec<ProcessRow>,
    /// The notes of the readers.
    pub problems: Vec<Problem>,
    /// The tables among the files, one for each header.
    pub tables: Vec<TableColumns>,
    /// The legend of tags, ascending.
    pub tags: Vec<TagLabel>,
    /// What an item is called.
    pub noun: Noun,
}

/// The number of events of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct KindCount {
    /// Name of the kind; of tuples, their label.
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
    /// The slot of its colour, 1 to 6; all other tags share 0.
    pub slot: u8,
}

/// A row of the table of processes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProcessRow {
    /// Its number.
    pub process: u32,
    /// A number that is equal for processes that do the same, if peers count relative to the own rank.
    pub kind: f64,
    /// The file it came from.
    pub source: String,
    /// Its name in that file, if the file holds several, such as the name of a thread. Else empty.
    pub name: String,
    /// Its events.
    pub events: f64,
    /// Items at the top level of its nest.
    pub top_level: f64,
    /// Items on all levels, equal ones once.
    pub total: f64,
    /// Events per item at the top level.
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

/// The main loop of a process: the loop with the most events inside, over all its runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MainLoop {
    /// Its name without the L.
    pub id: u32,
    /// Iterations in one run.
    pub count: f64,
    /// Events in one iteration.
    pub period: f64,
    /// How often it is entered.
    pub runs: f64,
    /// Share of the events of the process that are inside it, over all runs, 0 to 1.
    pub share: f64,
}

/// What was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SummarySource {
    /// A trace.
    Trace,
    /// A file of nests.
    Nests,
}

/// What an item of a trace is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Noun {
    /// A call of a function.
    Call,
    /// A send, a receive, a collective or a local event.
    Event,
    /// A word of a symbol list.
    Symbol,
    /// A tuple of numbers.
    Tuple,
}

impl Noun {
    /// The word in a sentence about one item.
    pub fn word(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Event => "event",
            Self::Symbol => "symbol",
            Self::Tuple => "tuple",
        }
    }
}

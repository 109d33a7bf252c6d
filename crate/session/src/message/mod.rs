//! What the page and its worker say to each other.
//!
//! The one definition of every type that crosses: the TypeScript declarations are generated from
//! it (feature `typescript`). All counts are doubles in JavaScript; they are exact up to 2^53.

use serde::{Deserialize, Serialize};

use crate::analyse::ProcessNest;
pub use crate::tasks::{
    CompareRequest, ModelRequest, PredictRequest, TaskProgress, TaskReport, TaskRequest, TaskResult,
};

mod ask;
mod compare;
mod figures;
mod model;
mod picture;
mod predict;
mod table;

pub use ask::{Reply, Request};
pub use compare::{Comparison, DifferentPlace, MethodFigures, PlaceSide, PlaceTarget};
pub use figures::TrialFigures;
pub use model::{
    MatrixCell, ModelFigure, ModelLook, ModelLoopFacts, ModelMessage, ModelRow, ModelSummary,
};
pub use picture::{
    AddressRow, FlatPicture, OpenedLoop, OpenedMark, PictureHit, PictureStyle, ProcessRange,
    RibbonLook, RibbonStrip, Thumbnail,
};
pub use predict::{Prediction, PredictionCounts, ProcessPrediction};
pub use table::{mapping, TableColumn, TableColumns};

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

/// What [`Session::step`](crate::Session::step) came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "type", rename_all_fields = "camelCase")]
pub enum Step {
    /// There is nothing to do.
    Idle,
    /// There is more to do: call again.
    Working {
        /// The trace that is being worked on.
        handle: u32,
        /// How far it is.
        progress: WorkProgress,
        /// Whether at least one whole process can be shown already.
        partial: bool,
        /// Whether there is nothing to do before a file has come from where it is read.
        waiting: bool,
    },
    /// The trace is there.
    Done {
        /// The trace that was worked on.
        handle: u32,
        /// What it is.
        summary: Box<Summary>,
    },
    /// A task reports. While it reports progress: call again.
    Task {
        /// The trace that the task is about.
        handle: u32,
        /// What the slice came to.
        report: TaskReport,
    },
    /// Somebody must say what the columns of these tables are, before they can be opened; what was loaded before is
    /// untouched.
    Asking {
        /// The trace that was worked on.
        handle: u32,
        /// The tables.
        tables: Vec<TableColumns>,
        /// How many files there are in all.
        files: u32,
    },
    /// Somebody must say whether words in no known format are lists of symbols; what was loaded before is untouched.
    AskingWords {
        /// The trace that was worked on.
        handle: u32,
        /// The first of the files.
        file: String,
        /// How many there are.
        files: u32,
        /// Its first lines.
        excerpt: String,
    },
    /// It came to nothing; what was loaded before is untouched.
    Failed {
        /// The trace that was worked on.
        handle: u32,
        /// Why; the first is the one to show.
        problems: Vec<Problem>,
    },
}

/// How far reading and building are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WorkProgress {
    /// `reading` or `loops`.
    pub phase: String,
    /// The file that is being read.
    pub file: String,
    /// Files read to their end.
    pub files_done: u32,
    /// Files known so far.
    pub files: u32,
    /// Bytes of the dropped files that were read.
    pub bytes: f64,
    /// Bytes of all dropped files.
    pub total_bytes: f64,
    /// Events found.
    pub events: f64,
    /// Processes whose loops are built.
    pub processes_done: u32,
    /// Processes known so far.
    pub processes: u32,
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

impl MainLoop {
    /// That of an analysed process.
    pub(crate) fn of(process: &ProcessNest) -> Option<MainLoop> {
        let main = process.stats.main_loop.as_ref()?;
        Some(MainLoop {
            id: process.names.id(main.node),
            count: main.count as f64,
            period: main.period as f64,
            runs: main.runs as f64,
            share: main.share,
        })
    }
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

//! The outcome of one slice of the session's work.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{Problem, Summary, TableColumns, TaskReport};

/// The outcome of [`Session::step`](crate::Session::step).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", tag = "type", rename_all_fields = "camelCase")]
pub enum Step {
    /// There was nothing to do.
    Idle,
    /// There is more to do: call again.
    Working {
        /// The trace that is being worked on.
        handle: u32,
        /// Its progress.
        progress: WorkProgress,
        /// Whether at least one complete process can be shown already.
        partial: bool,
        /// Whether there is nothing to do until another worker has read a file.
        waiting: bool,
    },
    /// The trace is loaded.
    Done {
        /// The trace that was worked on.
        handle: u32,
        /// Its summary.
        summary: Box<Summary>,
    },
    /// A task reports. If it reports progress: call again.
    Task {
        /// The trace that the task is about.
        handle: u32,
        /// Its report.
        report: TaskReport,
    },
    /// The user must say what the columns of these tables are before they can be opened. What was loaded before stays.
    Asking {
        /// The trace that was worked on.
        handle: u32,
        /// The tables.
        tables: Vec<TableColumns>,
        /// How many files there are in total.
        files: u32,
    },
    /// The user must say whether texts in no known format are lists of symbols. What was loaded before stays.
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
    /// The work failed. What was loaded before stays.
    Failed {
        /// The trace that was worked on.
        handle: u32,
        /// Why; the first is the one to show.
        problems: Vec<Problem>,
    },
}

/// The progress of loading a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WorkProgress {
    /// What the next slice does.
    pub phase: WorkPhase,
    /// The file that is being read.
    pub file: String,
    /// Files that are read to their end.
    pub files_done: u32,
    /// Files known so far.
    pub files: u32,
    /// Bytes of the dropped files that are read.
    pub bytes: f64,
    /// Bytes of all dropped files.
    pub total_bytes: f64,
    /// Events found so far.
    pub events: f64,
    /// Processes whose loops are built.
    pub processes_done: u32,
    /// Processes known so far.
    pub processes: u32,
}

/// The stages of loading a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum WorkPhase {
    /// Files are being read.
    Reading,
    /// All files are read; the loops of the remaining processes are being built.
    Loops,
}

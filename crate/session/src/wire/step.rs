//! What a slice of the session's work came to.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::{Problem, Summary, TableColumns, TaskReport};

/// What [`Session::step`](crate::session::Session::step) came to.
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

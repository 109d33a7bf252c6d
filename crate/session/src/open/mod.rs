//! From dropped files to a trace, in steps.
//!
//! The same code runs in the terminal and in the browser: it sees files as [`ReadAt`] or as a
//! stream, and does a bounded amount of work in each [`Opening::step`], so that whoever calls can
//! show progress in between and cancel by dropping the opening.
//!
//! # What is opened
//!
//! Everything is told by content, nothing by name. Compressed files (gzip with several members,
//! Zstandard with several frames) and archives (tar, zip) are opened in place, in any nesting up to
//! [`Limits::depth`] layers, but a zip archive only as a file of its own, because its directory
//! stands at its end. Other compressions are refused by name. A file in an archive is called
//! `run.tar.zst/native/rank-0.trace`.
//!
//! # Which files count
//!
//! All files of an opening are one trace. A folder or archive holds more than traces, though:
//!
//! 1. Hidden files and what systems put beside files (`.DS_Store`, `__MACOSX/`, `Thumbs.db`,
//!    `desktop.ini`) are passed over.
//! 2. A file in **no known format** (binary, JSON, prose, empty, .., or not to be read at all) is left out if any
//!    other file can be used, unless its ending is one that a format's files have or that a used
//!    file has (where that is an ending of many things, like JSON's: unless a used file's name differs in numbers
//!    only): `rank-3.trace` is meant to be read, so if it cannot be, the opening fails.
//! 3. A file that would be a **symbol list, or numbers, but is called like nothing known** is left out if
//!    any other file can be used, and one that is called **like a side file** (`.md`, `.txt`, `.csv`, `.log`, `README`, ..;
//!    see [`side_file`]) if any other than such can be. If there are only such files, they are read, unless files of another tool
//!    are there, or more binary files than of them: then those are the errors. A file of the same format and family as one that is read (its name differs
//!    in numbers only, or has an ending of traces in common) is read, too. Words that hardly repeat are a question, see [`words`].
//! 4. Any other file that cannot be read to its end, or has not a single good line, fails the
//!    opening: all or nothing. All such files are listed. A trace with a process missing would be
//!    taken for the whole.
//!
//! All that is left out is one note. Files that cannot be one trace (two files hold the same process, two archives, a
//! tracer's files and others) end the opening with the traces there are, of which one can be
//! [chosen](Opening::choose). What the columns of a table are is a matter of its own, see [`columns`].
//!
//! Which process a file is, is in its content, else in its name (see `numbering`), else its place in natural order.
//!
//! A document of nests (`loopscope-nests/1`) is handed on as text; it is opened alone.
//!
//! # Cost
//!
//! Memory is what is kept of the events, at most [`Limits::kept`], and buffers of constant size for
//! every layer. Only rule 3 can make an archive be unpacked again: when it holds nothing but
//! files of doubtful names.

mod assembly;
mod choose;
pub mod columns;
mod compressed;
mod fault;
mod file_policy;
mod finish;
mod gzip;
mod left_out;
mod numbering;
mod opening;
pub mod part;
pub(crate) mod recognize;
mod remote;
pub mod side_file;
mod source;
mod sources;
mod tar;
mod times_notes;
mod transfer;
mod unpack;
pub mod words;
mod zip;
#[cfg(test)]
pub(crate) mod tests;

pub use crate::source::{Content, ReadAt, SourceFile};
pub use crate::system_error::plain_words;
pub use opening::Opening;

use loopscope_core::trace::{Kind, Trace};
use loopscope_formats::notes::Note;

/// What an opening may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of events, names and records that are kept. There is no limit on the size of files and
    /// on how well they are compressed.
    pub kept: u64,
    /// Files in an archive.
    pub entries: u64,
    /// Bytes of a document of nests.
    pub nests: u64,
    /// Compressions and archives around a file.
    pub depth: usize,
}

impl Default for Limits {
    /// 2 GiB to keep where addresses have 32 bits (a page's memory ends at 4 GiB), else 8 GiB;
    /// 100,000 files; 256 MiB of nests; 8 layers.
    fn default() -> Self {
        let kept = if cfg!(target_pointer_width = "32") { 2 << 30 } else { 8 << 30 };
        Self { kept, entries: 100_000, nests: 256 << 20, depth: 8 }
    }
}

/// How far an opening is.
#[derive(Debug)]
pub enum Status {
    /// There is more to do, perhaps when [a file has come](Opening::waits).
    Working,
    /// All is read.
    Done(Box<Opened>),
}

/// What was opened.
#[derive(Debug)]
pub struct Opened {
    /// A trace, or nests as they were saved.
    pub content: OpenedContent,
    /// Title of the format that most files have.
    pub format: &'static str,
    /// What there is to say about the files, what matters most first.
    pub notes: Vec<Note>,
    /// How many events of each kind, in the order of [`Kind::ALL`], over all processes and views;
    /// kinds without events are left out. Tuples are of no kind.
    pub kinds: Vec<(Kind, u64)>,
    /// The tables among the files, each header once.
    pub tables: Vec<columns::Table>,
    /// The files that were left out, by reason.
    pub left_out: Vec<LeftOut>,
}

impl Opened {
    /// The trace, if it is no document of nests.
    pub fn trace(&self) -> Option<&Trace> {
        match &self.content {
            OpenedContent::Trace(trace) => Some(trace),
            OpenedContent::NestsJson(_) => None,
        }
    }
}

/// Files that were left out for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Why.
    pub reason: String,
    /// How many they are.
    pub count: u64,
    /// Their paths, the first [`LeftOut::LISTED`] of them.
    pub files: Vec<String>,
}

impl LeftOut {
    /// Files that are listed by name.
    pub const LISTED: usize = 1000;

    fn add(&mut self, path: String) {
        self.count += 1;
        if self.files.len() < Self::LISTED {
            self.files.push(path);
        }
    }
}

/// A trace, or nests as they were saved.
#[derive(Debug)]
pub enum OpenedContent {
    /// A trace.
    Trace(Trace),
    /// The text of a document of nests.
    NestsJson(String),
}

/// Progress of an opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The file that is being read.
    pub file: String,
    /// Files that are done, those in archives counted one by one.
    pub files_done: u32,
    /// Files known so far.
    pub files: u32,
    /// Bytes of the dropped files, as they are stored, that were read.
    pub bytes: u64,
    /// Bytes of all dropped files; 0 if one is a stream of unknown length.
    pub total_bytes: u64,
    /// Events found.
    pub events: u64,
}

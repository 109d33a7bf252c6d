//! What a format is: a descriptor with a sniff and a reader.
//!
//! A new format adds a module with a `pub const FORMAT`, a line in the [registry](crate::registry), and
//! fixtures. A format is detected from the content alone, never from a file's name: each sniff says how sure
//! it is, and the registry takes the surest. Whatever is wrong inside a file becomes a note; a reader
//! returns an error only if nothing of the file can be used.
//!
//! # Formats of several files
//!
//! In most formats each file is read alone, by a [`Reader`]. Where a trace consists of several files that
//! depend on each other (in OTF2, definitions and events), one [`Collection`] takes all files, in
//! any order, and builds the trace at the end. It cannot ask for an order: an archive in a pipe
//! can be read only once.

use std::sync::Arc;

use loopscope_core::trace::{ProcessId, TraceBuilder};

use crate::input::head::Head;
use crate::input::source_name::process_number;
use crate::input::table::Mapping;
use crate::notes::{Note, Notes};

/// How sure a sniff is that a file is in its format; the [registry](crate::registry) takes the highest.
///
/// The levels are ordered by how much another file would have to look like the format by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// The file is not in the format.
    No,
    /// Nothing speaks against it: a list of symbols is any text without the marks of something else.
    Possible,
    /// The rows have the shape of the format, which says nothing of what they mean: numbers between blanks or commas.
    Shape,
    /// A header names the columns in words that the format knows.
    Header,
    /// At least half of the lines are written as the format writes them, in words that it may share with others.
    Lines,
    /// Lines hold words that no other format has.
    Vocabulary,
    /// The file begins as every file of the format does: a magic number, or a first line that no other format has.
    Signature,
}

impl Confidence {
    /// This confidence if the condition holds, else [`No`](Confidence::No).
    pub(crate) fn only_if(self, holds: bool) -> Self {
        if holds {
            self
        } else {
            Self::No
        }
    }
}

/// What is known about a file besides its bytes.
#[derive(Clone, Debug)]
pub struct FileInfo {
    /// Its path as the user knows it.
    pub path: String,
    /// The process number in its name, for formats whose content has none.
    pub number: Option<ProcessId>,
    /// The user's choice of columns, for tables with these titles.
    pub columns: Option<Arc<Mapping>>,
}

impl FileInfo {
    /// A file of that path. Its number is the last one in the base name, whatever it counts; a caller that knows the other
    /// files can judge better (see [`is_process_number`](crate::is_process_number)).
    pub fn new(path: &str) -> Self {
        Self { path: path.to_owned(), number: process_number(path), columns: None }
    }
}

/// Reads one file, chunk by chunk, into a trace.
///
/// Chunks may end anywhere, also within a character: the result depends on their concatenation
/// alone. The caller has told [`TraceBuilder::begin_source`] and [`Notes::begin_file`] which file
/// it is.
pub trait Reader {
    /// Takes the next bytes of the file.
    ///
    /// # Errors
    /// The note that says why the file cannot be used at all; the caller must stop reading it.
    fn read(&mut self, chunk: &[u8], trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note>;

    /// The file is at its end.
    ///
    /// # Errors
    /// The note that says why the file cannot be used at all.
    fn finish(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note>;
}

/// Takes the files of one trace, in any order, and keeps what they say.
///
/// The chunks of one file come between [`begin`](Self::begin) and [`finish`](Self::finish). Faults inside
/// a file are kept until the trace is built: only then is it known whether they matter.
pub trait FileSet {
    /// The chunks that follow are this file's.
    fn begin(&mut self, file: &FileInfo);

    /// Takes the next bytes of the file. Chunks may end anywhere.
    fn read(&mut self, chunk: &[u8]);

    /// The file is at its end.
    ///
    /// # Errors
    /// The note that says why the trace that it belongs to cannot be read.
    fn finish(&mut self) -> Result<(), Note>;

    /// The current file cannot be read any further: it counts as if it had never begun.
    fn abandon(&mut self);

    /// Takes out what the last finished file gave, as bytes for a collection in another worker;
    /// `None` if that is not possible. Either way the file counts as if it had never begun.
    fn export_file(&mut self) -> Option<Vec<u8>> {
        None
    }

    /// Takes in what [`export_file`](Self::export_file) of another collection gave, as if the file had been read here.
    /// Returns false if that is not possible.
    fn import_file(&mut self, file: &FileInfo, bytes: &[u8]) -> bool {
        let _ = (file, bytes);
        false
    }

    /// Bytes that are kept, besides what is in a trace.
    fn kept_bytes(&self) -> u64;

    /// Events found so far.
    fn events(&self) -> u64;
}

/// The files of one trace, and the trace that they make.
pub trait Collection: FileSet {
    /// Call when all files are read, until it returns true: builds the trace in slices of some milliseconds.
    ///
    /// # Errors
    /// The note that says why there is no trace. The collection must not be used after that.
    fn build(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<bool, Note>;
}

/// How the files of a format are read.
#[derive(Clone, Copy)]
pub enum Reading {
    /// Each file alone, by its own reader.
    Each(fn(&FileInfo) -> Box<dyn Reader>),
    /// All files of a trace together.
    Together(fn() -> Box<dyn Collection>),
}

/// A format of trace files.
pub struct Format {
    /// Its short name, as in JSON.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Endings that files of this format often have, without the dot. They never decide the format; they
    /// show which files a user wants to be read (see the opener's rule on side files).
    pub extensions: &'static [&'static str],
    /// Whether files that are not traces often look like this format, as any text looks like a list of words. The opener
    /// then does not read a file whose name belongs to something else.
    pub common: bool,
    /// How sure it is that a file that begins like this is in the format. Cheap: it looks at the head alone, and asks
    /// no other format.
    pub sniff: fn(&Head<'_>) -> Confidence,
    /// The highest confidence that `sniff` returns: the registry does not ask a format that cannot win.
    pub highest: Confidence,
    /// How its files are read.
    pub reading: Reading,
}

impl Format {
    /// A reader for one file, if files of this format are read each for itself.
    pub fn reader(&self, file: &FileInfo) -> Option<Box<dyn Reader>> {
        match self.reading {
            Reading::Each(reader) => Some(reader(file)),
            Reading::Together(_) => None,
        }
    }
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Format").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What can be read, for messages.
pub const EXPECTED: &str =
    "a trace (OTF2, Paraver, DUMPI and others), native text like \"0 send 1 2\", memory accesses, numbers, or \
     symbols separated by spaces";

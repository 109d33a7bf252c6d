//! What a format is: a descriptor with a sniff and a reader.
//!
//! A new format is one module with a `pub const FORMAT`, one line in [`FORMATS`], and fixtures. A
//! format is recognised by content alone, never by a file's name, and exactly one sniff accepts a
//! file. Everything that can go wrong inside a file is a note; a reader fails only if nothing of
//! the file can be used.
//!
//! # Formats of several files
//!
//! Most formats are one file, one reader: [`Reader`]. Where a trace is several files that depend on
//! each other (definitions beside events, as in OTF2), one [`Collection`] gets all of them, in
//! whatever order they come, and makes the trace when it has them all. It may not ask for an order:
//! an archive in a pipe passes by once.

use std::sync::Arc;

use loopscope_core::trace::{ProcessId, TraceBuilder};

use crate::content::{self, Content};
use crate::csv_events::Mapping;
use crate::foreign::{self, Foreign};
use crate::report::{quote, ContextLine, Note, Notes, Place};

/// The beginning of a file, from which its format is told.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The first bytes of the file: all of it, or at least [`HEAD_BYTES`].
    pub bytes: &'a [u8],
}

/// How many bytes of a file a sniff wants to see, if there are as many.
pub const HEAD_BYTES: usize = 16 << 10;

impl<'a> Head<'a> {
    /// The first [`HEAD_BYTES`] of these bytes.
    pub fn new(bytes: &'a [u8]) -> Head<'a> {
        Head { bytes: bytes.get(..HEAD_BYTES).unwrap_or(bytes) }
    }

    /// Whether this is the whole file.
    pub fn is_whole(&self) -> bool {
        self.bytes.len() < HEAD_BYTES
    }

    /// The lines of the head without one that may be cut: the last one, if the file goes on behind
    /// the head, or if it lacks a line end and is not the only line.
    pub(crate) fn whole_lines(&self) -> impl Iterator<Item = &'a [u8]> {
        let last = memchr::memrchr(b'\n', self.bytes).map_or(self.bytes.len(), |at| at + 1);
        Head { bytes: self.bytes.get(..last).unwrap_or(self.bytes) }.lines()
    }

    /// The lines that begin in the head, without their ends. The last one may be cut.
    pub fn lines(&self) -> impl Iterator<Item = &'a [u8]> {
        let bytes = self.bytes.strip_prefix(BOM).unwrap_or(self.bytes);
        let lines = bytes.split(|&byte| byte == b'\n');
        lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The mark that some editors put before UTF-8 text. It is no part of the text.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";

/// What a sniff says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniff {
    /// The file is in this format, perhaps with damage.
    Yes,
    /// It is not.
    No,
}

/// What is known of a file besides its bytes.
#[derive(Clone, Debug)]
pub struct FileInfo {
    /// Its path as the user knows it.
    pub path: String,
    /// The process that its name tells, for formats whose content does not.
    pub number: Option<ProcessId>,
    /// What a user says of the columns of tables, for those with these titles.
    pub columns: Option<Arc<Mapping>>,
}

impl FileInfo {
    /// A file of that path, its number the last one in the base name, whatever that is. Whoever knows the other files
    /// knows better whether it is [meant so](is_process_number).
    pub fn new(path: &str) -> FileInfo {
        FileInfo { path: path.to_owned(), number: process_number(path), columns: None }
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
    /// The note that says why the file cannot be used at all; the caller reads no further.
    fn read(
        &mut self,
        chunk: &[u8],
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), Note>;

    /// The file is at its end.
    ///
    /// # Errors
    /// The note that says why the file cannot be used at all.
    fn finish(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note>;
}

/// Reads the files of one trace, in any order, and makes a trace of them when all are read.
///
/// Between [`begin`](Self::begin) and [`finish`](Self::finish) stand the chunks of one file. What is
/// wrong inside a file is kept until the trace is built: only then is it known whether it matters.
pub trait Collection {
    /// The chunks that follow are this file's.
    fn begin(&mut self, file: &FileInfo);

    /// Takes the next bytes of the file. Chunks may end anywhere.
    fn read(&mut self, chunk: &[u8]);

    /// The file is at its end.
    ///
    /// # Errors
    /// The note that says why the trace that it belongs to cannot be read.
    fn finish(&mut self) -> Result<(), Note>;

    /// The current file cannot be read any further; it is as if it had never begun.
    fn abandon(&mut self);

    /// Takes out what the file that was finished last gave, as bytes for a collection of another worker;
    /// `None` if that cannot be handed on. The file is as if it had never begun then.
    fn take_part(&mut self) -> Option<Vec<u8>> {
        None
    }

    /// Takes what [`take_part`](Self::take_part) gave elsewhere, as if the file had been read here; false if that
    /// cannot be.
    fn give_part(&mut self, file: &FileInfo, bytes: &[u8]) -> bool {
        let _ = (file, bytes);
        false
    }

    /// Bytes that are kept, beside what was put into a trace.
    fn kept_bytes(&self) -> u64;

    /// Events found so far.
    fn events(&self) -> u64;

    /// All files are read: does a slice of making the trace, some milliseconds long. Says whether
    /// that was all.
    ///
    /// # Errors
    /// The note that says why there is no trace. Nothing more may be asked of the collection then.
    fn build(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<bool, Note>;
}

/// How the files of a format are read.
#[derive(Clone, Copy)]
pub enum Reading {
    /// Each for itself, by a reader of its own.
    Each(fn(&FileInfo) -> Box<dyn Reader>),
    /// All of a trace together.
    Together(fn() -> Box<dyn Collection>),
}

/// A format of trace files.
pub struct Format {
    /// Its short name, as in JSON.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Endings that files of it often have, without the dot. They never decide what a file is; they
    /// tell which files a user meant to be read (see the opener's rule on companions).
    pub extensions: &'static [&'static str],
    /// Whether files that are no traces often look like this, as texts look like lists of words: then
    /// a file that is called like something else is not taken for one (see the opener's rules).
    pub common: bool,
    /// Whether a file that begins like this is in the format. Cheap: it looks at the head alone.
    pub sniff: fn(&Head<'_>) -> Sniff,
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

/// All formats that can be read.
pub const FORMATS: &[&Format] = &[
    &crate::native::FORMAT,
    &crate::chrome::FORMAT,
    &crate::otf2::FORMAT,
    &crate::paraver::FORMAT,
    &crate::paje::FORMAT,
    &crate::simgrid::FORMAT,
    &crate::dumpi::FORMAT,
    &crate::din::FORMAT,
    &crate::lackey::FORMAT,
    &crate::numbers::FORMAT,
    &crate::csv_events::FORMAT,
    &crate::csv::FORMAT,
    &crate::symbols::FORMAT,
];

/// What can be read, for messages.
pub const EXPECTED: &str =
    "a tracer's files (OTF2, Paraver, DUMPI and others), lines like \"0 send 1 2\" (the native form), memory \
     accesses, numbers, or a list of symbols between spaces";

/// The format of a file that begins with these bytes.
///
/// # Errors
/// The note that says what the file looks like instead. `name` is used for that note alone.
pub fn sniff(head: &[u8], name: &str) -> Result<&'static Format, Note> {
    if let Some(foreign) = foreign::recognise(head) {
        return Err(refusal(foreign, head, name));
    }
    let head = Head::new(head);
    if let Some(format) = FORMATS.iter().find(|format| (format.sniff)(&head) == Sniff::Yes) {
        return Ok(format);
    }
    Err(match content::look(head.bytes) {
        Content::Empty => {
            Note::error(name, "the file is empty").found("0 bytes").expected(EXPECTED)
        }
        Content::Binary { at, kind } => {
            let found = kind.map_or_else(
                || format!("the byte 0x{:02x}", head.bytes.get(at).copied().unwrap_or(0)),
                str::to_owned,
            );
            let note = Note::error(name, "the file is binary, in no format that can be read")
                .at(if kind.is_some() { Place::Whole } else { Place::Byte(at as u64) })
                .found(found)
                .expected(EXPECTED);
            match foreign::by_ending(name) {
                Some(Foreign { what, way_out }) => {
                    note.remedy(format!("if it is {what}, as its name says: {way_out}"))
                }
                None => note,
            }
        }
        Content::OtherText(kind) => {
            let first = head.lines().enumerate().find(|(_, line)| !line.trim_ascii().is_empty());
            let (number, line) = first.unwrap_or((0, &[]));
            let mut note = Note::error(name, "the file is text in no format that can be read")
                .at(Place::Line(number as u64 + 1))
                .found(format!("{kind}: {}", quote(line)))
                .expected(EXPECTED);
            note.context = (1..)
                .zip(head.lines().take(number + 3))
                .skip(number)
                .map(|(at, text)| {
                    let mark = (at == number as u64 + 1).then_some((0, text.len()));
                    ContextLine::new(at, text, mark)
                })
                .collect();
            note
        }
        // White space alone, which no sniff takes.
        Content::Text => Note::error(name, "the file holds nothing but blanks")
            .found("white space")
            .expected(EXPECTED),
    })
}

/// The note that a file is one of another tool.
fn refusal(foreign: Foreign, head: &[u8], name: &str) -> Note {
    let note = Note::error(name, format!("the file is {}, which cannot be read", foreign.what));
    let note = note.expected(EXPECTED).remedy(foreign.way_out);
    match content::binary(head) {
        Some(_) => note.found(first_bytes(head)),
        None => {
            let lines = Head::new(head);
            let first = lines.lines().find(|line| !line.trim_ascii().is_empty());
            note.found(quote(first.unwrap_or_default()))
        }
    }
}

/// The first bytes of a binary file, as its error note shows them.
fn first_bytes(head: &[u8]) -> String {
    /// What most formats mark themselves with fits in here.
    const SHOWN: usize = 8;
    let bytes: Vec<String> = head.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    format!("binary data, which starts with the bytes {}", bytes.join(" "))
}

/// The last number in the base name of a file, if it can be that of a process.
///
/// ```
/// use loopscope_core::trace::ProcessId;
/// use loopscope_formats::process_number;
/// assert_eq!(process_number("run.2/rank-13.trace"), Some(ProcessId(13)));
/// assert_eq!(process_number("rank.trace"), None);
/// ```
pub fn process_number(path: &str) -> Option<ProcessId> {
    Some(ProcessId(last_number(path)?.1))
}

/// Words before the number of a process.
const PROCESS_WORDS: &[&str] =
    &["rank", "r", "rang", "proc", "process", "p", "pe", "task", "thread", "mpi"];

/// Whether the last number in the name of a file is meant as that of a process, as far as the name alone can tell: it
/// stands by itself (`rank-5.trace`, `lu.5`, `5.sym`) or right after a word for a process (`rank5`, `p5`). The
/// number of `paper1` may be part of a word; only other files beside it can show what it counts.
///
/// ```
/// use loopscope_formats::is_process_number;
/// assert!(["rank-5.trace", "lu.5", "5", "Rank5.sym", "run_p007"].iter().all(|name| is_process_number(name)));
/// assert!(!["paper1.sym", "lu5", "f90", "none"].iter().any(|name| is_process_number(name)));
/// ```
pub fn is_process_number(path: &str) -> bool {
    let Some((before, _)) = last_number(path) else { return false };
    let word = before.rfind(|c: char| !c.is_alphabetic()).map_or(before, |at| {
        before.get(at..).map_or("", |rest| rest.trim_start_matches(|c: char| !c.is_alphabetic()))
    });
    word.is_empty() || PROCESS_WORDS.contains(&word.to_lowercase().as_str())
}

/// The last number in the base name of a path, with what stands before it there.
fn last_number(path: &str) -> Option<(&str, u32)> {
    let base = path.rsplit(['/', '\\']).next()?;
    let end = base.rfind(|c: char| c.is_ascii_digit())? + 1;
    let digits = base.get(..end)?;
    let start = digits.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| {
        at + digits.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    });
    let number: u32 = digits.get(start..)?.parse().ok()?;
    (number <= ProcessId::MAX).then_some((digits.get(..start)?, number))
}

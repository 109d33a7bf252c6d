//! What there is to say about a file: notes with a place, what was found, what was expected.
//!
//! A bad line never ends the reading of an otherwise good file. It becomes a [`Note`], and the
//! [`Notes`] of a trace merge notes of one file and one [`Problem`]: the first place is kept,
//! the others are counted. So a file of a hundred million bad lines costs one note.

use std::fmt;
use std::sync::Arc;

use loopscope_core::trace::{natural_order, BuildError, RecordId};
use rustc_hash::FxHashMap;

/// How much a note matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing of the file can be used.
    Error,
    /// Something was left out, or looks wrong.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// The word for it, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line, counted from 1.
    Line(u64),
    /// A byte, counted from 0.
    Byte(u64),
}

impl Place {
    /// `line 1,204`, `byte 81,920`, or nothing for the whole file.
    pub fn text(self) -> String {
        match self {
            Place::Whole => String::new(),
            Place::Line(line) => format!("line {}", thousands(line)),
            Place::Byte(byte) => format!("byte {}", thousands(byte)),
        }
    }
}

/// A line of the file, to show where something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextLine {
    /// Its number, from 1.
    pub line: u64,
    /// Its text, at most [`CONTEXT_CHARS`] characters.
    pub text: String,
    /// What is wrong in it: first and one past the last character. `None` on neighbouring lines.
    pub mark: Option<(usize, usize)>,
}

/// Characters of a line that a context shows at most.
pub const CONTEXT_CHARS: usize = 200;

/// Bytes that hold [`CONTEXT_CHARS`] characters however they are encoded.
pub(crate) const CONTEXT_BYTES: usize = 4 * CONTEXT_CHARS + 4;

impl ContextLine {
    /// A line from its bytes, with the bytes `mark` marked.
    pub fn new(line: u64, bytes: &[u8], mark: Option<(usize, usize)>) -> ContextLine {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let position = |byte: usize| {
            let before = bytes.get(..byte.min(bytes.len())).unwrap_or(bytes);
            String::from_utf8_lossy(cut(before)).chars().take(CONTEXT_CHARS).count()
        };
        ContextLine {
            line,
            text: String::from_utf8_lossy(cut(bytes)).chars().take(CONTEXT_CHARS).collect(),
            mark: mark.map(|(from, to)| (position(from), position(to))),
        }
    }
}

/// The beginning of a line, as far as a context can show it.
pub(crate) fn cut(bytes: &[u8]) -> &[u8] {
    bytes.get(..CONTEXT_BYTES).unwrap_or(bytes)
}

/// One thing to say about one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How much it matters.
    pub severity: Severity,
    /// The file as the user knows it; inside an archive `run.tar.zst/rank-0.trace`.
    pub file: String,
    /// Where in it (the first such place, if there are several).
    pub place: Place,
    /// What is the matter, without a full stop.
    pub what: String,
    /// What stands there; may be empty.
    pub found: String,
    /// What should stand there; may be empty.
    pub expected: String,
    /// What was done about it, or what the user can do; may be empty.
    pub remedy: String,
    /// How many such places there are, at least 1.
    pub count: u64,
    /// The line before, the line itself, the line after, as far as there are any.
    pub context: Vec<ContextLine>,
}

impl Note {
    /// A note on a whole file, to be completed with the methods below.
    pub fn new(severity: Severity, file: &str, what: impl Into<String>) -> Note {
        Note {
            severity,
            file: file.to_owned(),
            place: Place::Whole,
            what: what.into(),
            found: String::new(),
            expected: String::new(),
            remedy: String::new(),
            count: 1,
            context: Vec::new(),
        }
    }

    /// An error on a whole file.
    pub fn error(file: &str, what: impl Into<String>) -> Note {
        Note::new(Severity::Error, file, what)
    }

    /// At this place.
    pub fn at(self, place: Place) -> Note {
        Note { place, ..self }
    }

    /// With what was found.
    pub fn found(self, found: impl Into<String>) -> Note {
        Note { found: found.into(), ..self }
    }

    /// With what was expected.
    pub fn expected(self, expected: impl Into<String>) -> Note {
        Note { expected: expected.into(), ..self }
    }

    /// With what to do about it.
    pub fn remedy(self, remedy: impl Into<String>) -> Note {
        Note { remedy: remedy.into(), ..self }
    }

    /// What a trace builder refused, as a note on the file that was being read.
    pub fn from_build(error: &BuildError, file: &str) -> Note {
        match error {
            BuildError::TwoSources { process, first, second } => {
                Note::error(second, format!("process {process} is in two files"))
                    .found(format!("{first} and {second}"))
                    .expected("one file for each process")
                    .remedy("open the files of one run, in one form, at a time")
            }
            BuildError::TooLarge { kept, limit } => {
                Note::error(file, "the trace is larger than the memory it may use")
                    .found(format!("more than {} bytes to keep", thousands(*kept)))
                    .expected(format!("at most {}", thousands(*limit)))
                    .remedy("open the files of fewer processes")
            }
        }
    }
}

impl fmt::Display for Note {
    /// One line: `file: line 1,204: what; found .., expected ..; remedy (12 such lines)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        if self.place != Place::Whole {
            write!(f, "{}: ", self.place.text())?;
        }
        f.write_str(&self.what)?;
        let found = (!self.found.is_empty()).then(|| format!("found {}", self.found));
        let expected = (!self.expected.is_empty()).then(|| format!("expected {}", self.expected));
        let both: Vec<String> = [found, expected].into_iter().flatten().collect();
        if !both.is_empty() {
            write!(f, "; {}", both.join(", "))?;
        }
        if !self.remedy.is_empty() {
            write!(f, "; {}", self.remedy)?;
        }
        if self.count > 1 {
            let unit = match self.place {
                Place::Line(_) => " lines",
                Place::Byte(_) => " places",
                Place::Whole => "",
            };
            write!(f, " ({} such{unit})", thousands(self.count))?;
        }
        Ok(())
    }
}

/// The kinds of things that notes are about. Notes of one file and one problem are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Problem {
    /// A line longer than a line may be.
    LineTooLong,
    /// A line with a word missing.
    WordMissing,
    /// A line with a word too many.
    WordTooMany,
    /// A line whose second word is no known event.
    UnknownEvent,
    /// A word that should be a number.
    NotANumber,
    /// A process number above the largest that is accepted.
    RankTooLarge,
    /// A group of processes that cannot be read.
    BadGroup,
    /// Bytes that are no UTF-8 text.
    NotText,
    /// A call that never returned.
    CallNotReturned,
    /// A return without its call.
    ReturnWithoutCall,
    /// Calls nested too deeply.
    CallsTooDeep,
    /// A token longer than a token may be.
    TokenTooLong,
    /// An event names a process that the trace does not have.
    PeerUnknown,
    /// A file got its process number by its place among the files.
    NumberGiven,
    /// A file was left out.
    Ignored,
    /// A file is in another form than most.
    OtherFormat,
    /// An archive stops without the mark of its end.
    UnmarkedEnd,
}

/// Collects the notes of a trace, merged and bounded in number.
#[derive(Debug, Default)]
pub struct Notes {
    notes: Vec<Note>,
    index: FxHashMap<(u32, Problem), usize>,
    files: Vec<Arc<str>>,
    /// The note whose context still lacks the line after.
    awaiting: Option<usize>,
    /// Notes that found no room.
    unlisted: u64,
    /// Where each record was first seen, by record number: file and line.
    first_seen: Vec<Option<(u32, u64)>>,
}

/// Notes that are kept; what comes after is counted.
const MAX_NOTES: usize = 1000;

/// Records whose first appearance is remembered.
const MAX_FIRST_SEEN: usize = 1 << 20;

impl Notes {
    /// No notes yet.
    pub fn new() -> Notes {
        Notes::default()
    }

    /// What is noted from here on is about this file.
    pub fn begin_file(&mut self, name: &str) {
        self.awaiting = None;
        self.files.push(name.into());
    }

    /// The file that notes are about.
    pub fn file(&self) -> &str {
        self.files.last().map_or("", |file| file)
    }

    /// Adds a note about the current file, or counts it if that file has one for that problem.
    /// The note is only made if it is kept.
    pub fn add(&mut self, problem: Problem, note: impl FnOnce(&str) -> Note) {
        let file = (self.files.len() as u32).wrapping_sub(1);
        if let Some(first) = self.index.get(&(file, problem)).and_then(|&at| self.notes.get_mut(at))
        {
            first.count += 1;
            return;
        }
        if self.notes.len() >= MAX_NOTES {
            self.unlisted += 1;
            return;
        }
        let note = note(self.file());
        self.awaiting = (!note.context.is_empty()).then_some(self.notes.len());
        self.index.insert((file, problem), self.notes.len());
        self.notes.push(note);
    }

    /// Whether a note waits for the line after the one it is about.
    #[inline]
    pub fn awaits_line(&self) -> bool {
        self.awaiting.is_some()
    }

    /// Gives the line after to the note that waits for it.
    pub fn following_line(&mut self, line: u64, bytes: &[u8]) {
        if let Some(note) = self.awaiting.take().and_then(|at| self.notes.get_mut(at)) {
            note.context.push(ContextLine::new(line, bytes, None));
        }
    }

    /// Remembers where a record was first seen. Later calls for the same record change nothing.
    pub fn saw_record(&mut self, record: RecordId, line: u64) {
        let at = record.index();
        if at >= MAX_FIRST_SEEN {
            return;
        }
        if at >= self.first_seen.len() {
            self.first_seen.resize(at + 1, None);
        }
        let file = (self.files.len() as u32).wrapping_sub(1);
        if let Some(place @ None) = self.first_seen.get_mut(at) {
            *place = Some((file, line));
        }
    }

    /// Where a record was first seen: the file and the line.
    pub fn first_seen(&self, record: RecordId) -> Option<(Arc<str>, u64)> {
        let (file, line) = (*self.first_seen.get(record.index())?)?;
        Some((self.files.get(file as usize)?.clone(), line))
    }

    /// All notes: errors first, then warnings, then the rest; each by file in natural order and by place.
    pub fn into_vec(mut self) -> Vec<Note> {
        if self.unlisted > 0 {
            let what = format!("{} further notes are not listed", thousands(self.unlisted));
            self.notes.push(Note::new(Severity::Info, "all files", what));
        }
        sort_notes(&mut self.notes);
        self.notes
    }
}

/// Sorts notes as they are shown: errors, warnings, the rest; by file in natural order; by place.
pub fn sort_notes(notes: &mut [Note]) {
    notes.sort_by(|a, b| {
        let by_file = || natural_order(&a.file, &b.file);
        a.severity.cmp(&b.severity).then_with(by_file).then_with(|| a.place.cmp(&b.place))
    });
}

/// A number with a comma between thousands: `1,204`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Text from a file in quotes, for a message: at most 60 characters, control characters escaped.
pub fn quote(bytes: &[u8]) -> String {
    const CHARS: usize = 60;
    let text = String::from_utf8_lossy(cut(bytes));
    let mut quoted = String::from("\"");
    for (at, c) in text.chars().enumerate() {
        if at == CHARS {
            quoted.push('…');
            break;
        }
        if c.is_control() {
            quoted.extend(c.escape_default());
        } else {
            quoted.push(c);
        }
    }
    quoted.push('"');
    quoted
}

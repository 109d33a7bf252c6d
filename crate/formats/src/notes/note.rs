//! One note on a file: the place, what was found, what was expected, what to do.
//!
//! A bad line never ends the reading of an otherwise good file. It becomes a [`Note`], and
//! [`Notes`](super::Notes) merges those of one file and one [`Problem`](super::Problem).

use loopscope_core::small_sort::SmallSort;
use std::fmt;

use loopscope_core::numbers::{plural, thousands};
use loopscope_core::trace::{natural_order, BuildError};

use super::printable::{is_printable, printable};

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
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
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
            Self::Whole => String::new(),
            Self::Line(line) => format!("line {}", thousands(line)),
            Self::Byte(byte) => format!("byte {}", thousands(byte)),
        }
    }
}

/// A line of the file, to show the place of a problem.
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
    pub fn new(line: u64, bytes: &[u8], mark: Option<(usize, usize)>) -> Self {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let position = |byte: usize| {
            let before = bytes.get(..byte.min(bytes.len())).unwrap_or(bytes);
            String::from_utf8_lossy(cut(before)).chars().take(CONTEXT_CHARS).count()
        };
        Self {
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
    /// What is wrong, without a full stop.
    pub what: String,
    /// What was found there; may be empty.
    pub found: String,
    /// What was expected there; may be empty.
    pub expected: String,
    /// What was done about it, or what the user can do; may be empty.
    pub remedy: String,
    /// How many such places there are, at least 1.
    pub count: u64,
    /// What few notes have.
    pub more: Option<Box<More>>,
    /// The line before, the line itself, the line after, as far as there are any.
    pub context: Vec<ContextLine>,
}

/// Fields that few notes have, kept separately so that the other notes stay small.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// Further files with the same note, at most [`ALSO`] of them by name.
    pub also: Vec<String>,
    /// How many further files there are.
    pub also_files: u64,
    /// If two files hold the same process, the file that was first.
    pub clashes_with: Option<String>,
    /// If several traces were opened at once, the traces to choose from.
    pub choices: Vec<Choice>,
}

/// One of several traces that were opened at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What distinguishes it from the others.
    pub key: String,
    /// Its folder, or the file that represents it.
    pub path: String,
    /// Title of its format.
    pub format: &'static str,
    /// Its files.
    pub files: u64,
}

/// Files named at most where one note is about many.
pub const ALSO: usize = 3;

impl Note {
    /// A note on a whole file, to be completed with the methods below.
    pub fn new(severity: Severity, file: &str, what: impl Into<String>) -> Self {
        Self {
            severity,
            file: file.to_owned(),
            place: Place::Whole,
            what: what.into(),
            found: String::new(),
            expected: String::new(),
            remedy: String::new(),
            count: 1,
            more: None,
            context: Vec::new(),
        }
    }

    /// An error on a whole file.
    pub fn error(file: &str, what: impl Into<String>) -> Self {
        Self::new(Severity::Error, file, what)
    }

    /// A warning about a whole file.
    pub fn warning(file: &str, what: impl Into<String>) -> Self {
        Self::new(Severity::Warning, file, what)
    }

    /// What is worth knowing of a whole file.
    pub fn info(file: &str, what: impl Into<String>) -> Self {
        Self::new(Severity::Info, file, what)
    }

    /// The error that nothing of a file can be used, because of `first`, the first of `count` faults in it.
    pub(crate) fn unusable(what: &str, first: Self, count: u64) -> Self {
        Self {
            severity: Severity::Error,
            what: format!("{what}: {}", first.what),
            remedy: String::new(),
            count,
            ..first
        }
    }

    /// At this place.
    pub fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// With what was found.
    pub fn found(self, found: impl Into<String>) -> Self {
        Self { found: found.into(), ..self }
    }

    /// With what was expected.
    pub fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: expected.into(), ..self }
    }

    /// With what to do about it.
    pub fn remedy(self, remedy: impl Into<String>) -> Self {
        Self { remedy: remedy.into(), ..self }
    }

    /// With the other file, which had the process first.
    pub fn clashing(mut self, other: &str) -> Self {
        self.more.get_or_insert_default().clashes_with = Some(other.to_owned());
        self
    }

    /// Adds another file with the same note.
    pub fn add_also(&mut self, file: &str) {
        self.count += 1;
        let more = self.more.get_or_insert_default();
        more.also_files += 1;
        if more.also.len() < ALSO {
            more.also.push(file.to_owned());
        }
    }

    /// Whether two files hold the same process.
    pub fn clashes(&self) -> bool {
        self.more.as_ref().is_some_and(|more| more.clashes_with.is_some())
    }

    /// The further files with the same note, in words; empty if there are none.
    pub fn also(&self) -> String {
        match &self.more {
            Some(more) => some_of(&more.also, more.also_files, "file"),
            None => String::new(),
        }
    }

    /// If several traces were opened at once, the traces to choose from.
    pub fn choices(&self) -> &[Choice] {
        self.more.as_ref().map_or(&[], |more| &more.choices)
    }

    /// What a trace builder refused, as a note on the file that was being read.
    pub fn from_build(error: &BuildError, file: &str) -> Self {
        match error {
            BuildError::TwoSources { process, first, second } => {
                let note = Self::error(second, "two files contain the same process")
                    .found(format!("process {process} in {first} and in {second}"))
                    .expected("one file for each process")
                    .remedy("open the files of a single run, in a single format");
                note.clashing(first)
            }
            BuildError::TooLarge { kept, limit } => Self::error(file, "the trace does not fit the memory limit")
                .found(format!("more than {} bytes to keep", thousands(*kept)))
                .expected(format!("at most {}", thousands(*limit)))
                .remedy("open the files of fewer processes"),
            BuildError::OtherArity { expected, found } => Self::error(file, "a tuple has the wrong number of fields")
                .found(thousands(*found as u64))
                .expected(thousands(*expected as u64)),
            BuildError::MixedSigns { field, .. } => Self::error(file, "no 64-bit type fits all numbers of a field")
                .found(format!("numbers below 0 and numbers of 2^63 or more in the field \"{field}\""))
                .expected("numbers from -2^63 to 2^63 - 1, or from 0 to 2^64 - 1"),
        }
    }
}

impl fmt::Display for Note {
    /// One line: `file: line 1,204: what; found .., expected ..; remedy (12 such lines)`. Whatever names of files and
    /// texts from them contain, it stays one line of [printable] characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&self.line()))
    }
}

impl Note {
    fn line(&self) -> String {
        let mut line = String::new();
        let _ = self.write(&mut line);
        line
    }

    fn write(&self, f: &mut String) -> fmt::Result {
        use fmt::Write;
        if !self.file.is_empty() {
            write!(f, "{}: ", self.file)?;
        }
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
        let also_files = self.more.as_ref().map_or(0, |more| more.also_files);
        // Of many files once each it is enough to name them.
        if self.count > 1 + also_files {
            let unit = match self.place {
                Place::Line(_) => " lines",
                Place::Byte(_) => " places",
                Place::Whole if self.severity == Severity::Error => " files",
                Place::Whole => " cases",
            };
            write!(f, " ({} such{unit})", thousands(self.count))?;
        }
        let also = self.also();
        if !also.is_empty() {
            write!(f, "; the same in {also}")?;
        }
        Ok(())
    }
}

/// `a, b and 12 further files`: those that are named, and how many there are in all.
pub fn some_of(named: &[String], all: u64, noun: &str) -> String {
    let list = named.join(", ");
    match all.saturating_sub(named.len() as u64) {
        0 => list,
        more => format!("{list} and {} further {}", thousands(more), plural(more, noun)),
    }
}

/// The same note on more files than this becomes one.
const ALIKE: usize = 3;

/// Merges notes that say the same about different files into the first of them, with the names of the next few files
/// and the sum of the counts. O(n²), of notes that are bounded in number.
pub fn merge_alike(notes: Vec<Note>) -> Vec<Note> {
    let same = |a: &Note, b: &Note| a.severity == b.severity && a.what == b.what && a.remedy == b.remedy;
    let many = |note: &Note| notes.iter().filter(|other| same(other, note)).count() > ALIKE;
    let many: Vec<bool> = notes.iter().map(many).collect();
    let mut merged: Vec<Note> = Vec::new();
    for (note, many) in notes.into_iter().zip(many) {
        let Some(first) = merged.iter_mut().find(|first| many && same(first, &note)) else {
            merged.push(note);
            continue;
        };
        first.add_also(&note.file);
        first.count += note.count - 1;
    }
    merged
}

/// Sorts notes as they are shown: errors, warnings, the rest; by file in natural order; by place.
pub fn sort_notes(notes: &mut [Note]) {
    notes.sort_small_by(|a, b| {
        let by_file = || natural_order(&a.file, &b.file);
        a.severity.cmp(&b.severity).then_with(by_file).then_with(|| a.place.cmp(&b.place))
    });
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
        if is_printable(c) {
            quoted.push(c);
        } else {
            quoted.extend(c.escape_default());
        }
    }
    quoted.push('"');
    quoted
}

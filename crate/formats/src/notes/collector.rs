//! The collector of notes: merged, counted, bounded.
//!
//! Notes on one file and one [`Problem`] are merged: the first place is kept, the others are
//! counted. A file with a hundred million bad lines costs one note.

use std::sync::Arc;

use loopscope_core::trace::RecordId;
use rustc_hash::FxHashMap;

use super::note::{merge_alike, sort_notes, ContextLine, Note};
use loopscope_core::numbers::thousands;

/// The kinds of things that notes are about. Notes of one file and one problem are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Problem {
    /// A line longer than a line may be.
    LineTooLong,
    /// A line with a word missing.
    WordMissing,
    /// A line with a word too many.
    WordTooMany,
    /// A malformed first line.
    BadHeader,
    /// Events that are not in order of time.
    OutOfOrder,
    /// Data of other kinds, which is left out.
    PassedOver,
    /// A line whose second word is an unknown event.
    UnknownEvent,
    /// A word that should be a number.
    NotANumber,
    /// A number that does not fit 64 bits.
    NumberTooLarge,
    /// A line with more or fewer numbers than the others.
    RaggedTuple,
    /// A memory access of an unknown kind.
    UnknownAccess,
    /// A quotation mark that is not closed.
    OpenQuote,
    /// A malformed event of a JSON file.
    EventDamaged,
    /// Slices of one thread overlap.
    SlicesOverlap,
    /// A message of the tool that wrote the trace.
    ToolMessage,
    /// A process number above the largest that is accepted.
    RankTooLarge,
    /// A group of processes that cannot be read.
    BadGroup,
    /// Bytes that are not UTF-8 text.
    NotText,
    /// A call that never returned.
    CallNotReturned,
    /// A return without its call.
    ReturnWithoutCall,
    /// Calls nested too deeply.
    CallsTooDeep,
    /// A token longer than a token may be.
    TokenTooLong,
    /// A whole file is one word.
    OneWord,
    /// An event names a process that the trace does not have.
    PeerUnknown,
    /// Processes are numbered by their position.
    NumberGiven,
    /// A file was left out.
    Ignored,
    /// A file is in another form than most.
    OtherFormat,
    /// An archive stops without the mark of its end.
    UnmarkedEnd,
    /// A binary file cannot be read to its end.
    Damaged,
    /// A message names no member of its communicator.
    PeerUnresolved,
    /// A call without a record of its messages or collective.
    CallWithoutRecord,
    /// A non-blocking receive, send or collective has no completion.
    ReceiveOpen,
    /// See [`Problem::ReceiveOpen`].
    SendOpen,
    /// See [`Problem::ReceiveOpen`].
    CollectiveOpen,
    /// A completed receive has an unknown source.
    SourceUnknown,
    /// A message goes to an unknown process.
    DestinationUnknown,
    /// The processes of a collective operation are unknown.
    GroupUnknown,
    /// A link has a start or an end only.
    LinkWithOneEnd,
    /// A text was read as words, in no known format.
    ReadAsWords,
    /// A message was sent and not received.
    NeverReceived,
    /// A message was received and not sent.
    NeverSent,
    /// Calls are inside others.
    TimesNested,
    /// Calls overlap in time.
    TimesOverlap,
    /// The times of a process go back.
    TimesGoBack,
    /// Calls end before they begin.
    TimesNegative,
    /// Some events of a process have no time.
    TimesMissing,
    /// The unit of times is not known.
    TimeUnit,
    /// Times are more precise than they are kept.
    TimesRounded,
    /// Times are below 0.
    TimesBelowZero,
    /// Times do not fit 64 bits.
    TimesTooLarge,
    /// The trace could have times and has none.
    TimesAbsent,
    /// The trace was cut from a longer one.
    PartOfRun,
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
    pub fn new() -> Self {
        Self::default()
    }

    /// The notes that follow are about this file.
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
        // The rest is not generic: there is a copy of this for every note that there may be.
        if self.is_new(problem) {
            let note = note(self.file());
            self.keep(problem, note);
        }
    }

    /// Counts a note that is not the first of its kind, or finds no room.
    #[inline(never)]
    fn is_new(&mut self, problem: Problem) -> bool {
        let file = (self.files.len() as u32).wrapping_sub(1);
        if let Some(first) = self.index.get(&(file, problem)).and_then(|&at| self.notes.get_mut(at)) {
            first.count += 1;
            return false;
        }
        let full = self.notes.len() >= MAX_NOTES;
        self.unlisted += u64::from(full);
        !full
    }

    #[inline(never)]
    fn keep(&mut self, problem: Problem, note: Note) {
        let file = (self.files.len() as u32).wrapping_sub(1);
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

    /// Remembers where a record was first seen. DeferredNotes calls for the same record change nothing.
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

    /// Whether there is a note for one of these problems, about any file.
    pub fn has(&self, problems: &[Problem]) -> bool {
        self.index.keys().any(|(_, problem)| problems.contains(problem))
    }

    /// Whether there are no notes.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty() && self.unlisted == 0
    }

    /// All notes: errors first, then warnings, then the rest; each by file in natural order and by
    /// place. Equal notes on many files become one.
    pub fn into_vec(mut self) -> Vec<Note> {
        if self.unlisted > 0 {
            let what = format!("{} further notes are not listed", thousands(self.unlisted));
            self.notes.push(Note::info("all files", what));
        }
        sort_notes(&mut self.notes);
        merge_alike(self.notes)
    }
}

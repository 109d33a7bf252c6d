//! Opens the files of an input, all at once and in ragged reads, and compares.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

use loopscope_session::formats::notes::{Note, Severity};
use loopscope_session::open::{Content, Limits, Opened, OpenedContent, Opening, ReadAt, SourceFile, Status};

use crate::events::{self, assert_same};
use crate::random::Random;

/// The name that stands for all files of an input in messages.
pub(crate) const NAME: &str = "input";

/// A file: its path and its bytes.
pub(crate) type File = (String, Vec<u8>);

/// What an opening gave.
pub(crate) type Outcome = Result<Opened, Vec<Note>>;

/// How bytes come out of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// As many as are asked for.
    Whole,
    /// Fewer, with interruptions in between.
    Ragged,
    /// As many as are asked for, from a stream that passes by once.
    Stream,
    /// Fewer, from such a stream.
    RaggedStream,
}

/// Limits that a small input should not come near. A trace may say more than its file has bytes: a repetition in a compressed
/// trace, a group of all processes.
pub(crate) fn limits() -> Limits {
    Limits { kept: 16 << 20, entries: 1000, nests: 8 << 20, depth: 12 }
}

/// The files as an opening takes them.
pub(crate) fn sources(files: &[File], reads: Reads) -> Vec<SourceFile> {
    let source = |(path, bytes): &File| {
        let ragged = Ragged { bytes: bytes.clone(), random: RefCell::new(Random::of(bytes)) };
        let data = match reads {
            Reads::Whole => Content::Random(Rc::new(bytes.clone())),
            Reads::Ragged => Content::Random(Rc::new(ragged)),
            Reads::Stream => Content::Stream(Box::new(io::Cursor::new(bytes.clone()))),
            Reads::RaggedStream => Content::Stream(Box::new(Stream { ragged, at: 0 })),
        };
        SourceFile { path: path.clone(), data }
    };
    files.iter().map(source).collect()
}

/// Opens files, `budget` bytes a step.
///
/// # Panics
/// If it does not end within `steps` steps.
pub(crate) fn open(files: &[File], reads: Reads, budget: usize, steps: usize) -> Outcome {
    let mut opening = Opening::new(NAME, sources(files, reads), limits());
    for _ in 0..steps {
        match opening.step(budget) {
            Ok(Status::Working) => {}
            Ok(Status::Done(opened)) => return Ok(*opened),
            Err(notes) => {
                assert!(opening.step(1).is_err(), "an opening goes on after its end");
                return Err(notes);
            }
        }
    }
    panic!("no end after {steps} steps of {budget} bytes");
}

/// Steps of a mebibyte that files of so many bytes may take: a step of making a trace of several files, or of
/// opening a file, counts as one. Deflate packs 1032 to 1, Zstandard a block of 128 KiB into 4 bytes.
fn most_steps(files: &[File]) -> usize {
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    100 + 20 * files.len() + 2 * bytes
}

/// Opens files in one go, and again with ragged reads and small steps; checks what must be true of every outcome.
///
/// # Panics
/// If the two outcomes differ, or one is not as it should be.
pub(crate) fn open_in_all_ways(files: &[File], can_pass_by: bool) -> Outcome {
    let steps = most_steps(files);
    let whole = open(files, Reads::Whole, 1 << 20, steps);
    check(&whole);
    let bytes: Vec<u8> = files.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
    let mut random = Random::of(&bytes);
    let budget = 1 << (10 + random.below(8));
    let steps_then = steps * (1 << 20) / budget;
    if can_pass_by && random.below(3) == 0 {
        // A stream cannot be begun again, so files of doubtful names are read at once; it has its own outcome.
        let stream = open(files, Reads::Stream, 1 << 20, steps);
        check(&stream);
        let ragged = open(files, Reads::RaggedStream, budget, steps_then);
        let what = format!("a ragged stream, {budget} bytes a step");
        assert_same(&told(&ragged), &told(&stream), &what);
    } else {
        let ragged = open(files, Reads::Ragged, budget, steps_then);
        let what = format!("ragged reads, {budget} bytes a step");
        assert_same(&told(&ragged), &told(&whole), &what);
    }
    whole
}

/// The trace of an outcome, if it is one.
pub(crate) fn trace(outcome: &Outcome) -> Option<&loopscope_session::trace::Trace> {
    match &outcome.as_ref().ok()?.content {
        OpenedContent::Trace(trace) => Some(trace),
        OpenedContent::NestsJson(_) => None,
    }
}

/// An outcome as text.
fn told(outcome: &Outcome) -> Vec<String> {
    let notes = |notes: &[Note]| -> Vec<String> {
        let text = |note: &Note| format!("{:?} {note} {:?}", note.severity, note.context);
        notes.iter().map(text).collect()
    };
    match outcome {
        Err(errors) => notes(errors),
        Ok(opened) => {
            let mut lines = vec![opened.format.to_owned(), format!("{:?}", opened.kinds)];
            lines.extend(notes(&opened.notes));
            lines.extend(match &opened.content {
                OpenedContent::NestsJson(text) => vec![text.clone()],
                OpenedContent::Trace(trace) => {
                    let sources = trace.processes().iter();
                    let sources = sources.map(|process| format!("{} {}", process.id, process.source));
                    sources.chain(events::lines(trace)).collect()
                }
            });
            lines
        }
    }
}

/// Checks what must be true of every outcome.
fn check(outcome: &Outcome) {
    match outcome {
        Ok(opened) => {
            assert!(!opened.format.is_empty());
            opened.notes.iter().for_each(check_note);
            let error = opened.notes.iter().find(|note| note.severity == Severity::Error);
            assert!(error.is_none(), "opened, with an error: {}", error.unwrap());
        }
        Err(notes) => {
            assert!(!notes.is_empty(), "refused without a word");
            assert!(notes.len() <= 101, "{} errors", notes.len());
            notes.iter().for_each(check_note);
            let first = &notes[0];
            assert_eq!(first.severity, Severity::Error, "{first}");
        }
    }
}

/// Letters that a message may have, names of files included.
const MOST_LETTERS: usize = 20_000;

/// A message names the file and says what is wrong; an error says what was found and what is expected, too. It is one line
/// without control characters, of a length that can be read.
///
/// # Panics
/// If it does not.
pub(crate) fn check_note(note: &Note) {
    assert!(!note.file.is_empty() && !note.what.is_empty(), "an unclear message: {note:?}");
    assert!(note.count > 0, "{note:?}");
    if note.severity == Severity::Error {
        assert!(!note.found.is_empty(), "nothing found: {note:?}");
        assert!(!note.expected.is_empty(), "nothing expected: {note:?}");
    }
    let text = note.to_string();
    assert!(!text.contains(char::is_control), "control characters: {note:?}");
    assert!(text.chars().count() <= MOST_LETTERS, "a long message: {note:?}");
    for line in &note.context {
        assert!(line.text.chars().count() <= 200, "a long line: {note:?}");
    }
}

/// Bytes that come in pieces of any size, with interruptions.
struct Ragged {
    bytes: Vec<u8>,
    random: RefCell<Random>,
}

impl ReadAt for Ragged {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut random = self.random.borrow_mut();
        if random.below(8) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = [1, 2, 7, 64, 1000, 1 << 20][random.below(6)].min(buffer.len());
        let rest = self.bytes.get(offset as usize..).unwrap_or_default();
        let count = most.min(rest.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

struct Stream {
    ragged: Ragged,
    at: u64,
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.ragged.read_at(self.at, buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

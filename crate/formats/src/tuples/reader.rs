//! What the readers of numeric traces share: one tuple a line.
//!
//! A [`Grammar`] says what a line holds. [`TupleReader`] does the rest: one file is one process, whose
//! number is the last one in the file's name, or else given by the order of the files; the first
//! tuple says how many numbers all have.
//!
//! # Bad lines
//!
//! A line that cannot be read, or has another number of numbers, is skipped, counted and noted with
//! its number. A file is refused if it has no good line, if more lines are ragged than not (then the
//! first one was not like the rest), or if one field has both numbers below 0 and from 2^63 on: no
//! integer of 64 bits holds both, and a wrong number is worse than none.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{BuildError, NameId, Notation, ProcessId, ProcessSlot, TraceBuilder};
use rustc_hash::FxHashMap;

use super::grammar::{Content, Expected, Fault, Grammar, Label, Numbers, SHORT_LINE};
use crate::format::{FileInfo, Reader};
use crate::input::head::BOM;
use crate::input::lines::{Line, Lines};
use crate::notes::{quote, ContextLine, Note, Notes, Place, Problem, Severity};

/// Reads one file of tuples.
pub(crate) struct TupleReader<G> {
    lines: Lines,
    state: State<G>,
}

/// All of the reader but the lines, which are borrowed while this changes.
struct State<G> {
    grammar: G,
    path: String,
    number: Option<ProcessId>,
    slot: Option<ProcessSlot>,
    /// Numbers in a tuple, and the line that set this number; 0 before the first.
    arity: usize,
    first_line: u64,
    /// The names of [`Grammar::LABELS`] as far as they were met, and of other labels.
    known: Vec<Option<NameId>>,
    texts: FxHashMap<Box<str>, NameId>,
    numbers: Numbers,
    /// Of each field, how many numbers were written in hexadecimal.
    hexadecimal: Vec<u64>,
    good: u64,
    bad: u64,
    ragged: u64,
    first_bad: Option<Note>,
    first_ragged: Option<Note>,
    /// Why the file cannot be used; reported once the next line is known.
    refused: Option<Note>,
}

impl<G: Grammar> TupleReader<G> {
    pub(crate) fn new(file: &FileInfo, grammar: G) -> Self {
        let state = State {
            grammar,
            path: file.path.clone(),
            number: file.number,
            slot: None,
            arity: 0,
            first_line: 0,
            known: vec![None; G::LABELS.len()],
            texts: FxHashMap::default(),
            numbers: Numbers::default(),
            hexadecimal: Vec::new(),
            good: 0,
            bad: 0,
            ragged: 0,
            first_bad: None,
            first_ragged: None,
            refused: None,
        };
        Self { lines: Lines::default(), state }
    }
}

impl<G: Grammar> Reader for TupleReader<G> {
    fn read(&mut self, chunk: &[u8], trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        let state = &mut self.state;
        self.lines.read(chunk, |line| state.line(&line, trace, notes))
    }

    fn finish(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        let state = &mut self.state;
        self.lines.end(|line| state.line(&line, trace, notes))?;
        state.finish(trace)
    }
}

impl<G: Grammar> State<G> {
    #[inline]
    fn line(&mut self, line: &Line<'_>, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        if notes.awaits_line() || self.refused.is_some() {
            self.following_line(line, notes)?;
        }
        let mut bytes = line.bytes;
        if line.number == 1 {
            bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
        }
        if line.too_long {
            let fault = Fault::new(Problem::LineTooLong, 0..bytes.len(), SHORT_LINE);
            return self.fault(&fault, line, bytes, notes);
        }
        self.numbers.list.clear();
        self.numbers.hexadecimal = 0;
        match self.grammar.read(bytes, line.number, &mut self.numbers) {
            Ok(Content::Tuple(label)) => self.tuple(label, line, bytes, trace, notes),
            Ok(Content::Nothing) => Ok(()),
            Ok(Content::Message) => {
                notes.add(Problem::ToolMessage, |file| {
                    Note::info(file, "a line is a message from the tool that wrote the trace")
                        .at(Place::Line(line.number))
                        .found(quote(bytes))
                        .remedy("skipped")
                });
                Ok(())
            }
            Err(fault) => self.fault(&fault, line, bytes, notes),
        }
    }

    #[inline]
    fn tuple(
        &mut self,
        label: Label<'_>,
        line: &Line<'_>,
        bytes: &[u8],
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), Note> {
        let count = self.numbers.list.len();
        if count != self.arity {
            if self.arity > 0 {
                let (count, line_of_first) = (self.arity, self.first_line);
                let expected = Expected::Count { count, noun: "number", line: line_of_first };
                let at = 0..bytes.len();
                let fault = Fault { problem: Problem::RaggedTuple, at, expected };
                return self.fault(&fault, line, bytes, notes);
            }
            self.begin(count, line.number, trace)?;
        }
        let Some(slot) = self.slot else { return Ok(()) };
        let label = match label {
            Label::None => None,
            Label::Known(at) => match self.known.get(at) {
                Some(&Some(id)) => Some(id),
                _ => Some(self.name_known(at, trace)?),
            },
            Label::Text(text) => match self.texts.get(&*text) {
                Some(&id) => Some(id),
                None => Some(self.name_text(&text, trace)?),
            },
        };
        if let Err(error) = trace.push_tuple(slot, label, &self.numbers.list) {
            return self.refuse(&error, line, bytes);
        }
        self.good += 1;
        let mut hexadecimal = self.numbers.hexadecimal;
        while hexadecimal != 0 {
            if let Some(count) = self.hexadecimal.get_mut(hexadecimal.trailing_zeros() as usize) {
                *count += 1;
            }
            hexadecimal &= hexadecimal - 1;
        }
        Ok(())
    }

    /// The first tuple says what all are like.
    #[cold]
    fn begin(&mut self, arity: usize, line: u64, trace: &mut TraceBuilder) -> Result<(), Note> {
        let slot = match self.number {
            Some(number) => trace.process(number),
            None => Ok(trace.unnumbered_process()),
        };
        let begun = slot.and_then(|slot| {
            let fields: Vec<_> = (0..arity).map(|k| self.grammar.field(k, arity)).collect();
            let fields = fields.iter().map(|(name, notation)| (&**name, notation.unwrap_or_default()));
            trace.begin_values(slot, &fields.collect::<Vec<_>>())?;
            self.slot = Some(slot);
            Ok(())
        });
        (self.arity, self.first_line) = (arity, line);
        self.hexadecimal = vec![0; arity];
        begun.map_err(|error| Note::from_build(&error, &self.path))
    }

    #[cold]
    fn name_known(&mut self, at: usize, trace: &mut TraceBuilder) -> Result<NameId, Note> {
        let text = G::LABELS.get(at).copied().unwrap_or_default();
        let id = trace.name(text).map_err(|error| Note::from_build(&error, &self.path))?;
        if let Some(known) = self.known.get_mut(at) {
            *known = Some(id);
        }
        Ok(id)
    }

    #[cold]
    fn name_text(&mut self, text: &str, trace: &mut TraceBuilder) -> Result<NameId, Note> {
        let id = trace.name(text).map_err(|error| Note::from_build(&error, &self.path))?;
        self.texts.insert(text.into(), id);
        Ok(id)
    }

    /// The builder does not take a tuple. What is wrong in the line is reported when the next line, which
    /// belongs to the context, is known.
    #[cold]
    fn refuse(&mut self, error: &BuildError, line: &Line<'_>, bytes: &[u8]) -> Result<(), Note> {
        let note = Note::from_build(error, &self.path);
        let BuildError::MixedSigns { index, .. } = error else { return Err(note) };
        let number = self.numbers.list.get(*index).map_or(0, |number| number.value());
        self.refused = Some(Note {
            place: Place::Line(line.number),
            found: format!("{number} and {}", note.found),
            context: line.context(bytes, Some((0, bytes.len()))),
            ..note
        });
        Ok(())
    }

    /// The line after a bad one, for the contexts of notes.
    #[cold]
    fn following_line(&mut self, line: &Line<'_>, notes: &mut Notes) -> Result<(), Note> {
        let after = || ContextLine::new(line.number, line.bytes, None);
        if let Some(mut note) = self.refused.take() {
            note.context.push(after());
            return Err(note);
        }
        notes.following_line(line.number, line.bytes);
        for note in [&mut self.first_bad, &mut self.first_ragged].into_iter().flatten() {
            if note.place == Place::Line(line.number - 1) {
                note.context.push(after());
            }
        }
        Ok(())
    }

    /// A line that cannot be used.
    #[cold]
    fn fault(&mut self, fault: &Fault, line: &Line<'_>, bytes: &[u8], notes: &mut Notes) -> Result<(), Note> {
        let note = |file: &str| {
            let note = fault.note(file, line, bytes);
            if line.ended {
                return note;
            }
            Note { remedy: "skipped; the file may be cut off there".to_owned(), ..note }
        };
        self.bad += 1;
        if self.first_bad.is_none() {
            self.first_bad = Some(note(notes.file()));
        }
        if fault.problem == Problem::RaggedTuple {
            self.ragged += 1;
            if self.first_ragged.is_none() {
                self.first_ragged = Some(note(notes.file()));
            }
        }
        notes.add(fault.problem, note);
        Ok(())
    }

    fn finish(&mut self, trace: &mut TraceBuilder) -> Result<(), Note> {
        if let Some(note) = self.refused.take() {
            return Err(note);
        }
        if self.good == 0 {
            let what = "the file contains no usable numbers";
            return Err(match self.first_bad.take() {
                Some(first) => Note::unusable(what, first, self.bad),
                None => Note::error(&self.path, what).found("no line with numbers").expected(G::EXPECTED),
            });
        }
        if let Some(first) = self.first_ragged.take().filter(|_| self.ragged > self.good) {
            let first_line = thousands(self.first_line);
            return Err(Note {
                severity: Severity::Error,
                what: "most lines have more or fewer numbers than the first".to_owned(),
                remedy: format!("check line {first_line} or remove it"),
                count: self.ragged,
                ..first
            });
        }
        let Some(slot) = self.slot else { return Ok(()) };
        for (field, &count) in self.hexadecimal.iter().enumerate() {
            if self.grammar.field(field, self.arity).1.is_none() && 2 * count > self.good {
                trace.set_notation(slot, field, Notation::Hexadecimal);
            }
        }
        Ok(())
    }
}

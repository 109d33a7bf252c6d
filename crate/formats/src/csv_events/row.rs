//! One row: its cells, or what is wrong with it.

use std::borrow::Cow;

use loopscope_core::trace::{Kind, ProcessId};

use super::times::{RowTimes, Units};
use crate::input::fields::Field;
use crate::input::integer::short_decimal;
use crate::input::lines::Line;
use crate::mpi::call_args::CallArgs;
use crate::notes::{cut, quote, Note, Place, Problem};

/// The meaning of a word for a kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    /// An event of the trace itself.
    Event(Kind),
    Enter,
    Leave,
    /// A kind without a meaning here.
    Plain,
}

/// Words for kinds of events.
pub(super) const KINDS: &[(&str, RowKind)] = &[
    ("send", RowKind::Event(Kind::Send)),
    ("recv", RowKind::Event(Kind::Recv)),
    ("receive", RowKind::Event(Kind::Recv)),
    ("sync", RowKind::Event(Kind::Sync)),
    ("local", RowKind::Event(Kind::Local)),
    ("call", RowKind::Event(Kind::Call)),
    ("enter", RowKind::Enter),
    ("begin", RowKind::Enter),
    ("entry", RowKind::Enter),
    ("start", RowKind::Enter),
    ("b", RowKind::Enter),
    ("leave", RowKind::Leave),
    ("end", RowKind::Leave),
    ("exit", RowKind::Leave),
    ("stop", RowKind::Leave),
    ("e", RowKind::Leave),
];

/// What was found wrong with a row.
pub(super) struct Bad<'a> {
    pub(super) problem: Problem,
    pub(super) what: &'static str,
    pub(super) found: Cow<'a, [u8]>,
    pub(super) expected: &'static str,
}

/// The cells of a row that are not fields of a call.
#[derive(Default)]
pub(super) struct Row<'a> {
    pub(super) name: Cow<'a, [u8]>,
    pub(super) kind: Cow<'a, [u8]>,
    pub(super) process: Option<u32>,
    pub(super) times: RowTimes,
    units: Units,
}

impl<'a> Row<'a> {
    /// A row of a table whose times have these units.
    pub(super) fn new(units: Units) -> Self {
        Row { units, ..Row::default() }
    }

    /// This row, if it names its event.
    pub(super) fn named(self, bytes: &'a [u8]) -> Result<Self, Bad<'a>> {
        if !self.name.is_empty() {
            return Ok(self);
        }
        Err(Bad {
            problem: Problem::WordMissing,
            what: "a row does not name its event",
            found: Cow::Borrowed(bytes),
            expected: "the name of a call or an event",
        })
    }

    /// Stores a cell.
    #[inline]
    pub(super) fn take(&mut self, field: Field, cell: Cow<'a, [u8]>, args: &mut CallArgs) -> Result<(), Bad<'a>> {
        match field {
            Field::Name => self.name = cell,
            Field::Kind => self.kind = cell,
            _ => {
                if let Err((problem, what, expected)) = self.number(field, &cell, args) {
                    return Err(Bad { problem, what, found: cell, expected });
                }
            }
        }
        Ok(())
    }

    /// Stores a cell that is not a name, or returns the problem and what is expected.
    fn number(
        &mut self,
        field: Field,
        cell: &[u8],
        args: &mut CallArgs,
    ) -> Result<(), (Problem, &'static str, &'static str)> {
        match field {
            Field::Process => {
                let number = whole_part(cell).and_then(short_decimal);
                let number = number.and_then(|number| u32::try_from(number).ok());
                self.process = number.filter(|&number| number <= ProcessId::MAX);
                if self.process.is_none() {
                    return Err((
                        Problem::RankTooLarge,
                        "a row has no valid process number",
                        "a process number from 0 to 16,777,215",
                    ));
                }
            }
            Field::Start | Field::End | Field::Duration => self.times.take(field, cell, &self.units),
            Field::Thread => {}
            _ => {
                if !args.set(field, cell) {
                    return Err((Problem::NotANumber, "a cell is not a number", "a whole number or an empty cell"));
                }
            }
        }
        Ok(())
    }
}

/// `3` of `3.0`, as tables come that once were numbers with fractions.
fn whole_part(cell: &[u8]) -> Option<&[u8]> {
    let end = memchr::memchr(b'.', cell).unwrap_or(cell.len());
    let zeros = cell.get(end..)?.iter().skip(1).all(|&byte| byte == b'0');
    cell.get(..end).filter(|_| zeros)
}

/// The note that a table is a part of a run: which, in its own words.
pub(super) fn part_of_run(file: &str, part: &[u8], line: u64) -> Note {
    let part = String::from_utf8_lossy(cut(part));
    let what = format!("part of a run: {}", part.trim());
    Note::warning(file, what).at(Place::Line(line))
}

pub(super) fn too_many(bytes: &[u8]) -> Bad<'_> {
    Bad {
        problem: Problem::WordTooMany,
        what: "a row has more cells than the header",
        found: Cow::Borrowed(bytes),
        expected: "at most as many cells as the header",
    }
}

impl Bad<'_> {
    pub(super) fn note(&self, file: &str, line: &Line<'_>, bytes: &[u8]) -> Note {
        let start = match &self.found {
            Cow::Borrowed(found) => {
                let start = (found.as_ptr() as usize).wrapping_sub(bytes.as_ptr() as usize);
                if start <= bytes.len() {
                    start
                } else {
                    0
                }
            }
            Cow::Owned(_) => 0,
        };
        let length = if self.found.is_empty() { bytes.len() } else { self.found.len() };
        let mark = (start, (start + length).min(bytes.len()));
        let mut note = Note::warning(file, self.what)
            .at(Place::Line(line.number))
            .found(quote(&self.found))
            .expected(self.expected)
            .remedy("skipped");
        note.context = line.context(bytes, Some(mark));
        note
    }
}

//! Compresses a trace while it is being read.

use loopscope_core::small_sort::SmallSort;
use std::collections::BTreeMap;
use std::io::{self, Write};

use loopscope_core::trace::{DrainedColumns, ProcessId, Table};
use loopscope_formats::notes::Note;

use super::directory::{Directory, Entry, ProcessEntry};
use super::encode::ProcessEncoder;
use super::pack::Packer;
use super::settings::Settings;
use super::{VERSION, VERSION_WITHOUT_TIMES};
use crate::open::{Opening, Progress, Status};

/// The result of compressing a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Bytes of the compressed file.
    pub written: u64,
    /// Events and tuples in it, over all views.
    pub items: u64,
    /// The number of processes.
    pub processes: usize,
    /// The notes of the readers.
    pub notes: Vec<Note>,
}

/// Why a trace was not compressed.
#[derive(Debug)]
pub enum Failed {
    /// The trace cannot be read.
    Input(Vec<Note>),
    /// The file cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Reads files as one trace and writes it compressed, in steps.
///
/// Items are taken from the readers as they come, so memory is bounded by the stacks of the unfinished streams and by
/// names and records.
pub struct Compressing<W> {
    name: String,
    opening: Opening,
    writing: Option<Writing<W>>,
}

impl<W> std::fmt::Debug for Compressing<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compressing").field("opening", &self.opening).finish_non_exhaustive()
    }
}

impl<W: Write> Compressing<W> {
    /// Begins to compress. Nothing of the opening may have been read.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(mut opening: Opening, settings: Settings, out: W) -> io::Result<Self> {
        opening.stream_items();
        opening.choose_by_title(settings.columns.clone());
        opening.read_as_words(settings.words);
        let writing = Some(Writing::new(settings, out)?);
        Ok(Self { name: opening.name().to_owned(), opening, writing })
    }

    /// Reads about so many bytes and compresses them. Returns the result after the last.
    ///
    /// # Errors
    /// The files are no trace, or the compressed file cannot be written. Compressing cannot go on then.
    pub fn step(&mut self, budget: usize) -> Result<Option<Outcome>, Failed> {
        let status = self.opening.step(budget).map_err(Failed::Input)?;
        let over = || io::Error::other("compressing is over");
        let writing = self.writing.as_mut().ok_or_else(over)?;
        for taken in self.opening.take_items() {
            writing.push(&taken)?;
        }
        let Status::Done(opened) = status else { return Ok(None) };
        let Some(trace) = opened.trace() else {
            return Err(Failed::Input(vec![Note::error(&self.name, "only traces can be compressed")
                .found("a document of nests")
                .expected("a trace")]));
        };
        let writing = self.writing.take().ok_or_else(over)?;
        let format = loopscope_formats::FORMATS.iter().find(|format| format.title == opened.format);
        let format = format.map_or(opened.format, |format| format.name);
        let outcome = writing.finish(trace.table(), self.opening.assigned_ranks(), format)?;
        Ok(Some(Outcome { notes: opened.notes, ..outcome }))
    }

    /// The progress of reading.
    pub fn progress(&self) -> Progress {
        self.opening.progress()
    }
}

/// A compressed file that is being written.
pub(super) struct Writing<W> {
    settings: Settings,
    packer: Packer<W>,
    /// The encoders, by the serial number of their process.
    processes: BTreeMap<u32, ProcessEncoder>,
    items: u64,
}

impl<W: Write> Writing<W> {
    pub(super) fn new(settings: Settings, out: W) -> io::Result<Self> {
        let version = if settings.times { VERSION } else { VERSION_WITHOUT_TIMES };
        let (packer, processes) = (Packer::new(out, version)?, BTreeMap::new());
        Ok(Self { settings, packer, processes, items: 0 })
    }

    pub(super) fn push(&mut self, taken: &DrainedColumns) -> io::Result<()> {
        let encoder = self.processes.entry(taken.serial);
        let encoder = encoder.or_insert_with(|| ProcessEncoder::new(taken));
        self.items += encoder.push(taken, &self.settings, &mut self.packer)?;
        Ok(())
    }

    /// Writes the directory. `given`: the numbers assigned to processes that came without one.
    pub(super) fn finish(self, table: &Table, given: &[(u32, ProcessId)], format: &str) -> io::Result<Outcome> {
        let given: BTreeMap<u32, ProcessId> = given.iter().copied().collect();
        let mut processes: Vec<ProcessEntry> = Vec::new();
        for encoder in self.processes.into_values() {
            let number = encoder.id.or_else(|| given.get(&encoder.serial).copied());
            processes.extend(number.map(|number| encoder.entry(number)));
        }
        processes.sort_small_by_key(|process| process.number);
        let count = processes.len();
        let k = (self.settings.k_symbols as u64, self.settings.k_numbers as u64);
        let directory = Directory { format: format.to_owned(), k, processes, ..tables(table) };
        let (written, _) = self.packer.finish(directory)?;
        Ok(Outcome { written, items: self.items, processes: count, notes: Vec::new() })
    }
}

/// Names, groups and records as the directory has them.
fn tables(table: &Table) -> Directory {
    let ranges = |group: &[u32]| {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for &member in group {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == member => *last = member,
                _ => ranges.push((member, member)),
            }
        }
        ranges
    };
    let entry = |record: &loopscope_core::trace::Record| Entry {
        kind: record.kind,
        name: record.name.index(),
        peer: record.peer,
        tag: record.tag,
        group: record.group.map(loopscope_core::trace::GroupId::index),
        bytes: record.bytes,
        root: record.root,
        op: record.op.map(loopscope_core::trace::NameId::index),
        site: record.site.map(loopscope_core::trace::NameId::index),
    };
    Directory {
        names: table.names().map(str::to_owned).collect(),
        groups: table.groups().iter().map(|group| ranges(group)).collect(),
        records: table.records().iter().map(entry).collect(),
        ..Directory::default()
    }
}

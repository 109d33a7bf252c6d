//! A file read for itself, in a worker of its own, to be put into an opening elsewhere.
//!
//! Reading is most of the work and files can be read side by side; the trace is one. So a worker
//! reads one dropped file and hands over what came of it as bytes, packed as it is kept; the opening takes
//! the files in their order, [as if it had read them](super::given), and the result is the same to the byte.
//!
//! A file is handed over only if there is nothing to say about it. Whatever is unusual (an archive, a
//! line that cannot be read, a file that may be no trace) is read where the whole is known: the worker says that
//! it has nothing, and the opening reads the file itself.

use std::rc::Rc;

use loopscope_core::bytes::put_unsigned;
use loopscope_core::trace::ProcessId;
use loopscope_core::trace::{DrainedColumns, Id, Record, Table, View};
use loopscope_formats::csv_events::Mapping;

use super::opening::{Leaf, Opening};
use super::source::{Content, ReadAt, SourceFile};
use super::Limits;

/// Reads one file.
#[derive(Debug)]
pub struct PartReading {
    opening: Opening,
    done: bool,
    part: Option<Vec<u8>>,
}

impl PartReading {
    /// A reading of that file; nothing is read yet.
    pub fn new(path: &str, data: Rc<dyn ReadAt>, limits: Limits) -> PartReading {
        let file = SourceFile { path: path.to_owned(), data: Content::Random(data) };
        let mut opening = Opening::new(path, vec![file], limits);
        opening.stream_items();
        // What somebody must be asked about is read where it can be asked.
        opening.ask_columns();
        // Whether its name is too doubtful is decided there, too.
        opening.doubt = u8::MAX;
        PartReading { opening, done: false, part: None }
    }

    /// The same as [`Opening::choose_columns`].
    pub fn choose_columns(&mut self, mapping: Mapping) {
        self.opening.choose_columns(mapping);
    }

    /// Does a slice of the work: about `budget` bytes. Says whether that was all.
    pub fn step(&mut self, budget: usize) -> bool {
        if !self.done {
            let more = self.opening.read_on(&mut budget.max(1));
            let opening = &self.opening;
            let usual = opening.archives.is_empty()
                && opening.errors.is_empty()
                && opening.unknown.is_empty()
                && !opening.asking()
                && opening.nests.is_empty()
                && !matches!(opening.leaf, Some(Leaf::Compressed { .. }))
                && opening.notes.is_empty();
            if !more || !usual {
                self.done = true;
                self.part = if usual { self.opening.take_part() } else { None };
            }
        }
        self.done
    }

    /// Bytes that were read of the file as it is stored, and events found.
    pub fn progress(&self) -> (u64, u64) {
        let progress = self.opening.progress();
        (progress.bytes, progress.events)
    }

    /// What came of it, when [`step`](Self::step) said that it is done; `None` if the file is to be read where
    /// the others are.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        self.part.take()
    }
}

/// How a part begins: which way its format is read.
pub(super) const EACH: u8 = 0;
pub(super) const TOGETHER: u8 = 1;

impl Opening {
    /// The only file is read: what came of it.
    fn take_part(&mut self) -> Option<Vec<u8>> {
        let [(_, format)] = self.used.as_slice() else { return None };
        let at = loopscope_formats::FORMATS.iter().position(|it| it.name == format.name)?;
        let mut out = Vec::new();
        put_unsigned(&mut out, at as u128);
        if let Some(gathered) = self.gathered.last_mut() {
            out.push(TOGETHER);
            out.append(&mut gathered.collection.export_file()?);
            return Some(out);
        }
        let processes = self.take_items();
        // Tuples are kept as they are, not packed: nothing is gained.
        if processes.iter().any(|taken| taken.values().is_some() || !taken.ended) {
            return None;
        }
        out.push(EACH);
        out.push(u8::from(self.repeats));
        let head = self.tables().first().map_or("", |table| &table.head);
        put_unsigned(&mut out, head.len() as u128);
        out.extend_from_slice(head.as_bytes());
        self.write_table(&mut out);
        put_unsigned(&mut out, processes.len() as u128);
        processes.iter().for_each(|taken| write_process(taken, &mut out));
        Some(out)
    }

    fn write_table(&self, out: &mut Vec<u8>) {
        let table: &Table = self.trace.table();
        put_unsigned(out, table.names().len() as u128);
        for name in table.names() {
            put_unsigned(out, name.len() as u128);
            out.extend_from_slice(name.as_bytes());
        }
        put_unsigned(out, table.groups().len() as u128);
        for group in table.groups() {
            put_unsigned(out, group.len() as u128);
            group.iter().for_each(|&member| put_unsigned(out, member.into()));
        }
        put_unsigned(out, table.records().len() as u128);
        for (index, record) in table.records().iter().enumerate() {
            write_record(record, out);
            let seen = self.notes.first_seen(Id::from_number(index as u32));
            put_unsigned(out, seen.map_or(0, |(_, line)| u128::from(line) + 1));
        }
    }
}

/// The fields that a record may have or not, in order, as a set of bits before them.
fn write_record(record: &Record, out: &mut Vec<u8>) {
    let Record { kind, name, peer, tag, group, bytes, root, op } = *record;
    let fields = [
        peer.map(i128::from),
        tag.map(i128::from),
        group.map(|group| group.index().into()),
        bytes.map(i128::from),
        root.map(i128::from),
        op.map(|op| op.index().into()),
    ];
    out.push(kind as u8);
    put_unsigned(out, name.index().into());
    out.push(fields.iter().rev().fold(0, |bits, field| bits << 1 | u8::from(field.is_some())));
    fields.into_iter().flatten().for_each(|field| loopscope_core::bytes::put_signed(out, field));
}

fn write_process(taken: &DrainedColumns, out: &mut Vec<u8>) {
    put_unsigned(out, taken.id.map_or(0, |ProcessId(id)| u128::from(id) + 1));
    for view in [View::Calls, View::Communication] {
        match taken.events(view) {
            Some(events) => {
                out.push(1);
                events.write(out);
            }
            None => out.push(0),
        }
    }
}

//! What came of a file that another worker read, as bytes: packed as it is kept, with names, groups and records in the order
//! of their first appearance.
//!
//! The bytes go from one worker of a page to another, never into a file: both are the same build, so there is no version. They
//! are checked nevertheless, since a fault here must not end the engine.

use loopscope_core::bytes::{put_signed, put_unsigned, Bytes, Malformed};
use loopscope_core::trace::{
    BuildError, DrainedColumns, GroupId, Id, Kind, NameId, ProcessId, ProcessSlot, Record, RecordId, Sequence, Table,
    Timing, TraceBuilder, View,
};
use loopscope_formats::notes::Notes;
use loopscope_formats::{Format, FORMATS};

/// How a part begins: which way its format is read.
const EACH: u8 = 0;
const TOGETHER: u8 = 1;

/// Why a part cannot be used.
pub(super) enum Refused {
    Malformed,
    Build,
}

impl From<Malformed> for Refused {
    fn from(_: Malformed) -> Self {
        Self::Malformed
    }
}

impl From<BuildError> for Refused {
    fn from(_: BuildError) -> Self {
        Self::Build
    }
}

/// A part, as far as it is read before anything is decided about its file.
pub(super) struct Part<'a> {
    pub(super) format: &'static Format,
    pub(super) content: PartContent<'a>,
}

/// What follows the format of a part.
pub(super) enum PartContent<'a> {
    /// The events of a file.
    Events {
        /// Whether its words repeat, if it is a list of symbols.
        repeats: bool,
        /// Its header and first rows, if it is a table.
        head: &'a [u8],
        rest: Bytes<'a>,
    },
    /// What the collection of its format makes of it.
    Collection(&'a [u8]),
}

impl<'a> Part<'a> {
    /// Reads the begin of a part.
    pub(super) fn read(part: &'a [u8]) -> Result<Self, Refused> {
        let mut bytes = Bytes::new(part);
        let at: usize = bytes.number()?;
        let format = *FORMATS.get(at).ok_or(Refused::Malformed)?;
        let content = match bytes.number::<u8>()? {
            EACH => {
                let repeats = bytes.number::<u8>()? == 1;
                let length = bytes.count(1)?;
                let head = bytes.take(length)?;
                PartContent::Events { repeats, head, rest: bytes }
            }
            TOGETHER => PartContent::Collection(part.get(bytes.position()..).unwrap_or_default()),
            _ => return Err(Refused::Malformed),
        };
        Ok(Part { format, content })
    }
}

/// Writes the part of a file that the collection of its format has read.
pub(super) fn write_collection(format: &Format, part: &[u8]) -> Option<Vec<u8>> {
    let mut out = begin(format, TOGETHER)?;
    out.extend_from_slice(part);
    Some(out)
}

/// Writes the part of a file of events: what was read of it, its table and its processes. Nothing if it holds tuples, which are
/// kept as they are and not packed, so that nothing would be gained.
pub(super) fn write_events(
    format: &Format,
    (repeats, head): (bool, &str),
    (table, notes): (&Table, &Notes),
    processes: &[DrainedColumns],
) -> Option<Vec<u8>> {
    if processes.iter().any(|process| process.values().is_some() || !process.ended) {
        return None;
    }
    let mut out = begin(format, EACH)?;
    out.push(u8::from(repeats));
    put_unsigned(&mut out, head.len() as u128);
    out.extend_from_slice(head.as_bytes());
    write_table(table, notes, &mut out);
    put_unsigned(&mut out, processes.len() as u128);
    processes.iter().for_each(|process| write_process(process, &mut out));
    Some(out)
}

fn begin(format: &Format, way: u8) -> Option<Vec<u8>> {
    let at = FORMATS.iter().position(|it| it.name == format.name)?;
    let mut out = Vec::new();
    put_unsigned(&mut out, at as u128);
    out.push(way);
    Some(out)
}

fn write_table(table: &Table, notes: &Notes, out: &mut Vec<u8>) {
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
        let seen = notes.first_seen(Id::from_number(index as u32));
        put_unsigned(out, seen.map_or(0, |(_, line)| u128::from(line) + 1));
    }
}

/// The fields that a record may have or not, in order, as a set of bits before them.
fn write_record(record: &Record, out: &mut Vec<u8>) {
    let Record { kind, name, peer, tag, group, bytes, root, op, site } = *record;
    let fields = [
        peer.map(i128::from),
        tag.map(i128::from),
        group.map(|group| group.index().into()),
        bytes.map(i128::from),
        root.map(i128::from),
        op.map(|op| op.index().into()),
        site.map(|site| site.index().into()),
    ];
    out.push(kind as u8);
    put_unsigned(out, name.index().into());
    out.push(fields.iter().rev().fold(0, |bits, field| bits << 1 | u8::from(field.is_some())));
    fields.into_iter().flatten().for_each(|field| put_signed(out, field));
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
    out.push(u8::from(taken.times().is_some()));
    taken.times().into_iter().for_each(|times| times.write(out));
}

/// A file that another worker read and that is being put into a trace, block by block.
pub(super) struct Replay {
    pub(super) path: String,
    pub(super) format: &'static Format,
    records: Vec<RecordId>,
    /// Where each record was first seen, by record of the file.
    lines: Vec<Option<u64>>,
    /// What is still to be put in; the last is the next.
    columns: Vec<(ProcessSlot, View, Sequence<u32>)>,
    next_block: usize,
    /// Events that are still to be put in.
    left: u64,
}

impl Replay {
    /// Puts the names, groups and records of a file into a trace whose source has begun. `number` is the process that the
    /// file's name says it is: the worker that read it alone did not know of files like it.
    pub(super) fn begin(
        bytes: &mut Bytes<'_>,
        (path, format): (&str, &'static Format),
        number: Option<ProcessId>,
        trace: &mut TraceBuilder,
    ) -> Result<Self, Refused> {
        let mut names: Vec<NameId> = Vec::new();
        for _ in 0..bytes.count(1)? {
            let length = bytes.count(1)?;
            let text = std::str::from_utf8(bytes.take(length)?).map_err(|_| Refused::Malformed)?;
            names.push(trace.name(text)?);
        }
        let mut groups: Vec<GroupId> = Vec::new();
        for _ in 0..bytes.count(1)? {
            let mut members = Vec::new();
            for _ in 0..bytes.count(1)? {
                members.push(bytes.number()?);
            }
            groups.push(trace.group(members)?);
        }
        let (mut records, mut lines) = (Vec::new(), Vec::new());
        for _ in 0..bytes.count(4)? {
            let record = read_record(bytes, &names, &groups)?;
            records.push(trace.record(record)?);
            lines.push(bytes.number::<u64>()?.checked_sub(1));
        }
        let mut columns = Vec::new();
        for _ in 0..bytes.count(3)? {
            let slot = match bytes.number::<u32>()?.checked_sub(1) {
                Some(number) => trace.process(ProcessId(number))?,
                None => match number {
                    Some(number) => trace.process(number)?,
                    None => trace.unnumbered_process(),
                },
            };
            let mut lengths = [0, 0];
            for (view, length) in [View::Calls, View::Communication].into_iter().zip(&mut lengths) {
                if bytes.number::<u8>()? == 1 {
                    let events = Sequence::read(bytes)?;
                    *length = events.len();
                    columns.push((slot, view, events));
                }
            }
            if bytes.number::<u8>()? == 1 {
                let times = Timing::read(bytes)?;
                if !times.fits(lengths[0], lengths[1]) {
                    return Err(Refused::Malformed);
                }
                trace.put_times(slot, times);
            }
        }
        columns.reverse();
        let left = columns.iter().map(|(_, _, events): &(_, _, Sequence<u32>)| events.len() as u64).sum();
        Ok(Self { path: path.to_owned(), format, records, lines, columns, next_block: 0, left })
    }

    /// Events that are still to be put in.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Puts a block of events into the trace; whether that was the last.
    pub(super) fn step(&mut self, trace: &mut TraceBuilder, budget: &mut usize) -> Result<bool, Refused> {
        let Some((slot, view, events)) = self.columns.last() else { return Ok(true) };
        let mut buffer = Vec::new();
        let block = events.block(self.next_block, &mut buffer);
        *budget = budget.saturating_sub(2 * block.len() + 1);
        for &id in block {
            let record = self.records.get(id as usize).ok_or(Refused::Malformed)?;
            trace.push(*slot, *view, *record)?;
        }
        self.left -= block.len() as u64;
        self.next_block += 1;
        if self.next_block >= events.blocks() {
            self.columns.pop();
            self.next_block = 0;
        }
        Ok(self.columns.is_empty())
    }

    /// All of it is in: says where its records were first seen.
    pub(super) fn finish(&self, notes: &mut Notes) {
        notes.begin_file(&self.path);
        for (&record, line) in self.records.iter().zip(&self.lines) {
            if let Some(line) = line {
                notes.saw_record(record, *line);
            }
        }
    }
}

fn read_record(bytes: &mut Bytes<'_>, names: &[NameId], groups: &[GroupId]) -> Result<Record, Refused> {
    let name_at = |at: usize| names.get(at).copied().ok_or(Refused::Malformed);
    let kind = Kind::ALL.get(bytes.number::<usize>()?).copied().ok_or(Refused::Malformed)?;
    let name = name_at(bytes.number()?)?;
    let has: u8 = bytes.take(1)?.first().copied().unwrap_or_default();
    let mut fields = [None; 7];
    for (at, field) in fields.iter_mut().enumerate() {
        if has >> at & 1 == 1 {
            *field = Some(bytes.signed()?);
        }
    }
    fn narrow<T: TryFrom<i128>>(field: Option<i128>) -> Result<Option<T>, Refused> {
        field.map(|field| T::try_from(field).map_err(|_| Refused::Malformed)).transpose()
    }
    let [peer, tag, group, size, root, op, site] = fields;
    let group = narrow::<usize>(group)?.map(|at| groups.get(at).copied().ok_or(Refused::Malformed)).transpose()?;
    let op = narrow::<usize>(op)?.map(&name_at).transpose()?;
    let site = narrow::<usize>(site)?.map(name_at).transpose()?;
    let (peer, tag, root) = (narrow(peer)?, narrow(tag)?, narrow(root)?);
    Ok(Record { kind, name, peer, tag, group, bytes: narrow(size)?, root, op, site })
}

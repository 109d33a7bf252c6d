//! A compressed file: its directory, and its blocks on demand.

use std::cell::RefCell;
use std::rc::Rc;

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{Kind, NameId, ProcessId, Record, RecordId, TraceBuilder, View};
use loopscope_formats::notes::{quote, Note, Place};

use super::block::{self, checksum};
use super::directory::{Directory, ProcessEntry, ValuesEntry};
use super::{END, MAGIC, START, TRAILER, VERSION, VERSION_WITHOUT_TIMES};
use crate::source::{fill, ReadAt};

/// The most unpacked bytes of a block, and of a directory.
const MAX_BLOCK: usize = 64 << 20;
const MAX_DIRECTORY: usize = 1 << 30;

/// The number of blocks that are kept unpacked. Processes that were written together share blocks.
const KEPT_BLOCKS: usize = 4;

/// Where a piece of a stream is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Where {
    pub(super) block: u32,
    /// The first of its bytes in the unpacked block.
    pub(super) start: usize,
    pub(super) bytes: usize,
}

/// A compressed trace that is being read.
pub struct Compressed {
    name: String,
    data: Rc<dyn ReadAt>,
    pub(super) directory: Directory,
    /// The first byte of each block, and of the directory.
    offsets: Vec<u64>,
    /// The pieces of each stream, in order.
    pieces: Vec<Vec<Where>>,
    kept: RefCell<Vec<(u32, Rc<Vec<u8>>)>>,
}

impl std::fmt::Debug for Compressed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compressed").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Compressed {
    /// Reads the directory of a file, but no block.
    ///
    /// # Errors
    /// The file is no compressed trace, has another version, or is damaged; the note names the byte.
    pub fn open(name: &str, data: Rc<dyn ReadAt>) -> Result<Self, Note> {
        let bad = |at: u64, what: &str| altered(name, at, what);
        let length = data.len();
        let mut head = vec![0; START.min(length) as usize];
        fill(name, &*data, 0, &mut head)?;
        if !head.starts_with(MAGIC) {
            return Err(Note::error(name, "this is no compressed trace")
                .at(Place::Byte(0))
                .found(quote(&head))
                .expected("a file that `loopscope compress` wrote"));
        }
        let version = head.get(8).copied().unwrap_or(VERSION);
        if !(VERSION_WITHOUT_TIMES..=VERSION).contains(&version) {
            return Err(Note::error(name, "the version of the compressed trace is unknown")
                .at(Place::Byte(8))
                .found(version.to_string())
                .expected(format!("{VERSION_WITHOUT_TIMES} to {VERSION}"))
                .remedy("use a newer program, or copy the file again"));
        }
        let end = length.checked_sub(TRAILER).filter(|&end| end >= START);
        let mut trailer = [0; TRAILER as usize];
        let end = match end {
            Some(end) => {
                fill(name, &*data, end, &mut trailer)?;
                Some(end).filter(|_| trailer.ends_with(END))
            }
            None => None,
        };
        let Some(end) = end else {
            return Err(Note::error(name, "the compressed trace is truncated")
                .at(Place::Byte(length))
                .found("the end of the file without the end mark")
                .expected("more data")
                .remedy("copy or write the file again"));
        };
        let (at, rest) = trailer.split_at(8);
        if !rest.starts_with(&checksum(&[&head, at]).to_le_bytes()) {
            return Err(bad(end, "the checksum of the trailer does not agree with its bytes"));
        }
        let begin = u64::from_le_bytes(at.try_into().unwrap_or_default());
        if !(START..=end).contains(&begin) {
            return Err(bad(end, "the directory is outside of the file"));
        }
        let mut packed = vec![0; usize::try_from(end - begin).map_err(|_| bad(end, "the directory is too large"))?];
        fill(name, &*data, begin, &mut packed)?;
        let raw = block::unpack(&packed, MAX_DIRECTORY).map_err(|(at, what)| bad(begin + at as u64, what))?;
        let directory = Directory::read(&raw, version).map_err(|error| {
            bad(begin, error.what).found(format!("byte {} of the directory", thousands(error.at as u64)))
        })?;
        let (offsets, pieces) = check(&directory, begin).map_err(|what| bad(begin, what))?;
        let (name, kept) = (name.to_owned(), RefCell::default());
        Ok(Self { name, data, directory, offsets, pieces, kept })
    }

    /// Name of the format that the trace was read from before it was compressed.
    pub fn format(&self) -> &str {
        &self.directory.format
    }

    /// The numbers of the processes, ascending.
    pub fn processes(&self) -> impl ExactSizeIterator<Item = ProcessId> + '_ {
        self.directory.processes.iter().map(|process| ProcessId(process.number))
    }

    /// The number of items of a process in a view; `None` if it does not have the view.
    pub fn len(&self, process: usize, view: View) -> Option<u64> {
        let process = self.directory.processes.get(process)?;
        let stream = match view {
            View::Calls => process.calls.as_ref()?.stream,
            View::Communication => process.communication.as_ref()?.stream,
            View::Values => process.values.as_ref()?.flow,
        };
        Some(self.directory.streams.get(stream as usize)?.values)
    }

    /// The number of items over all processes and views.
    pub fn items(&self) -> u64 {
        let of = |process| View::ALL.iter().filter_map(move |&view| self.len(process, view));
        (0..self.directory.processes.len()).flat_map(of).fold(0, u64::saturating_add)
    }

    /// Bytes that its items take in memory as a trace.
    pub(crate) fn kept_bytes(&self) -> u64 {
        let of = |process: usize| {
            let entry = self.directory.processes.get(process);
            let values = entry.and_then(|process| process.values.as_ref());
            let labels = values.is_some_and(|values| values.keys.iter().any(|key| key.label.is_some()));
            let tuple = values.map_or(0, |values| values.columns.len() as u64 * 8) + 4 * u64::from(labels);
            let events = [View::Calls, View::Communication].map(|view| self.len(process, view));
            let events = events.into_iter().flatten().fold(0u64, u64::saturating_add);
            let tuples = self.len(process, View::Values).unwrap_or(0);
            events.saturating_mul(4).saturating_add(tuples.saturating_mul(tuple))
        };
        (0..self.directory.processes.len()).map(of).fold(0, u64::saturating_add)
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.directory.blocks.len()
    }

    /// Reads a block and checks that it is undamaged. Returns the number of its bytes.
    ///
    /// # Errors
    /// It is damaged or cannot be read; the note names the byte.
    pub fn check_block(&self, block: usize) -> Result<u64, Note> {
        let bytes = self.packed(block)?;
        block::check(&bytes).map_err(|(at, what)| self.bad_in_block(block, at, what))?;
        Ok(bytes.len() as u64)
    }

    /// The packed bytes of a block.
    fn packed(&self, block: usize) -> Result<Vec<u8>, Note> {
        let entry = self.directory.blocks.get(block).zip(self.offsets.get(block));
        let (entry, &offset) = entry.ok_or_else(|| altered(&self.name, 0, "a block does not exist"))?;
        // `open` has checked that the blocks fit into the file.
        let mut bytes = vec![0; usize::try_from(entry.length).unwrap_or(0)];
        fill(&self.name, &*self.data, offset, &mut bytes)?;
        Ok(bytes)
    }

    /// The unpacked bytes of a block.
    pub(super) fn block(&self, block: u32) -> Result<Rc<Vec<u8>>, Note> {
        if let Some((_, raw)) = self.kept.borrow().iter().find(|(kept, _)| *kept == block) {
            return Ok(raw.clone());
        }
        let bad = |at, what| self.bad_in_block(block as usize, at, what);
        let raw = block::unpack(&self.packed(block as usize)?, MAX_BLOCK).map_err(|(at, what)| bad(at, what))?;
        let entry = self.directory.blocks.get(block as usize);
        let expected = entry.map_or(0, |block| block.pieces.iter().map(|piece| piece.bytes).sum());
        if raw.len() as u64 != expected {
            return Err(bad(0, "a block has another length than its pieces"));
        }
        let raw = Rc::new(raw);
        let mut kept = self.kept.borrow_mut();
        kept.truncate(KEPT_BLOCKS - 1);
        kept.insert(0, (block, raw.clone()));
        Ok(raw)
    }

    /// The pieces of a stream.
    pub(super) fn pieces(&self, stream: u32) -> &[Where] {
        self.pieces.get(stream as usize).map_or(&[], Vec::as_slice)
    }

    /// The note on a damaged block.
    pub(super) fn bad_in_block(&self, block: usize, at: usize, what: &str) -> Note {
        let offset = self.offsets.get(block).copied().unwrap_or(0);
        altered(&self.name, offset + at as u64, what)
    }

    pub(super) fn process(&self, process: usize) -> Option<&ProcessEntry> {
        self.directory.processes.get(process)
    }

    /// Puts the names, groups and records into a builder; returns their ids there.
    ///
    /// # Errors
    /// The builder has no room.
    pub(super) fn tables(&self, builder: &mut TraceBuilder) -> Result<Tables, Note> {
        let refused = |error| Note::from_build(&error, &self.name);
        let mut names = Vec::with_capacity(self.directory.names.len());
        for name in &self.directory.names {
            names.push(builder.name(name).map_err(refused)?);
        }
        let mut groups = Vec::with_capacity(self.directory.groups.len());
        for ranges in &self.directory.groups {
            let members = ranges.iter().flat_map(|&(first, last)| first..=last).collect();
            groups.push(builder.group(members).map_err(refused)?);
        }
        let mut records = Vec::with_capacity(self.directory.records.len());
        for entry in &self.directory.records {
            // `open` has checked the indices.
            let Some(&name) = names.get(entry.name as usize) else { continue };
            let group = entry.group.and_then(|group| groups.get(group as usize).copied());
            let record = Record {
                kind: entry.kind,
                name,
                peer: entry.peer,
                tag: entry.tag,
                group,
                bytes: entry.bytes,
                root: entry.root,
                op: entry.op.and_then(|op| names.get(op as usize).copied()),
                site: entry.site.and_then(|site| names.get(site as usize).copied()),
            };
            records.push(builder.record(record).map_err(refused)?);
        }
        Ok(Tables { names, records })
    }
}

/// The ids that names and records of a file have in a builder.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) names: Vec<NameId>,
    pub(super) records: Vec<RecordId>,
}

/// Checks that the parts of a directory fit together. Returns the offsets of the blocks and the pieces of the streams.
fn check(directory: &Directory, end: u64) -> Result<(Vec<u64>, Vec<Vec<Where>>), &'static str> {
    let names = |name: u32| (name as usize) < directory.names.len();
    for record in &directory.records {
        let group = record.group.is_none_or(|group| (group as usize) < directory.groups.len());
        let (op, site) = (record.op.is_none_or(names), record.site.is_none_or(names));
        if !names(record.name) || !group || !op || !site {
            return Err("a record names what does not exist");
        }
    }
    let fields = |stream: u32| directory.streams.get(stream as usize).map(|stream| stream.fields);
    for process in &directory.processes {
        for (flow, calls) in [(&process.calls, true), (&process.communication, false)] {
            let Some(flow) = flow else { continue };
            let known = |&record: &u32| {
                let record = directory.records.get(record as usize);
                record.is_some_and(|record| (record.kind == Kind::Call) == calls)
            };
            if !flow.records.iter().all(known) || fields(flow.stream) != Some(0) {
                return Err("a process names what does not exist");
            }
        }
        let mut of_times = process.times.iter().flat_map(|times| times.streams());
        if !of_times.all(|stream| fields(stream) == Some(0)) {
            return Err("a process names what does not exist");
        }
        let Some(values) = &process.values else { continue };
        if !values.keys.iter().all(|key| key.label.is_none_or(names)) || !fits(values, fields) {
            return Err("a process names what does not exist");
        }
        let count = |&stream: &u32| directory.streams.get(stream as usize).map_or(0, |stream| stream.values);
        let sum = values.numbers.iter().map(count).try_fold(0u64, u64::checked_add);
        if sum != Some(count(&values.flow)) {
            return Err("there are more or fewer tuples than keys");
        }
    }
    let mut pieces = vec![Vec::new(); directory.streams.len()];
    let mut values = vec![0u64; directory.streams.len()];
    let mut offsets = Vec::with_capacity(directory.blocks.len() + 1);
    let mut offset = START;
    for (block, entry) in directory.blocks.iter().enumerate() {
        offsets.push(offset);
        let next = offset.checked_add(entry.length).filter(|&next| next <= end);
        offset = next.ok_or("the blocks are longer than the file")?;
        let mut start = 0usize;
        for piece in &entry.pieces {
            let bytes = usize::try_from(piece.bytes).ok().filter(|&bytes| bytes <= MAX_BLOCK);
            let bytes = bytes.ok_or("a piece is larger than a block may be")?;
            let stream = pieces.get_mut(piece.stream as usize).zip(values.get_mut(piece.stream as usize));
            let (list, count) = stream.ok_or("a stream does not exist")?;
            list.push(Where { block: block as u32, start, bytes });
            *count = count.checked_add(piece.values).ok_or("a stream is too long")?;
            start = start.checked_add(bytes).ok_or("a block is larger than a block may be")?;
        }
    }
    if offset != end {
        return Err("the blocks are shorter than the file");
    }
    if values.iter().zip(&directory.streams).any(|(&count, stream)| count != stream.values) {
        return Err("the pieces of a stream are longer or shorter than it");
    }
    offsets.push(offset);
    Ok((offsets, pieces))
}

/// Whether the streams of tuples exist.
fn fits(values: &ValuesEntry, fields: impl Fn(u32) -> Option<usize>) -> bool {
    let each = values.columns.len() - usize::from(values.split.is_some());
    let numbers = values.numbers.iter().all(|&stream| fields(stream) == Some(each));
    let enough = values.keys.is_empty() || !values.numbers.is_empty();
    fields(values.flow) == Some(0) && numbers && enough && values.numbers.len() <= values.keys.len()
}

/// The note on damaged bytes.
fn altered(name: &str, at: u64, what: &str) -> Note {
    Note::error(name, format!("the compressed trace is damaged: {what}"))
        .at(Place::Byte(at))
        .found("bytes that were altered")
        .expected("the bytes that were written")
        .remedy("copy or write the file again")
}

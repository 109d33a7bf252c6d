//! The files of a trace together, and the trace that they make.

use loopscope_core::small_sort::SmallSort;
use std::fmt::Write;

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{ProcessId, TraceBuilder};

use super::comms::follow;
use super::convert::{Conversion, Shared};
use super::functions::{function, END};
use super::rank::Rank;
use super::record::{self, Arguments, Bytes, Failed, MAX_RECORD};
use super::tail::{Tail, MAX_TAIL};
use super::text::{Line, Text};
use super::Role;
use crate::format::{Collection, FileInfo};
use crate::input::head::HEAD_BYTES;
use crate::input::integer::decimal;
use crate::input::lines::Lines;
use crate::mpi::program::list as list_of;
use crate::mpi::{Output, Process, Program};
use crate::notes::{Note, Notes, Place, Problem, Severity};

/// Records that a slice of building converts: some milliseconds.
const SLICE: usize = 1 << 16;

/// Bytes before the first record: the mark, and two times.
const BEFORE: usize = 16;

/// Why a file was not read to its end.
#[derive(Clone, Debug)]
struct Fault {
    at: Place,
    what: &'static str,
    found: String,
    expected: &'static str,
}

/// The binary file of a process.
#[derive(Debug, Default)]
struct Binary {
    /// What is not read yet, and where in the file it begins.
    pending: Vec<u8>,
    start: u64,
    /// Nothing can be read before there are so many.
    wanted: usize,
    arguments: Arguments,
    /// What stands behind the records, once they are over.
    tail: Option<Vec<u8>>,
    fault: Option<Fault>,
}

impl Binary {
    fn read(&mut self, chunk: &[u8], each: &mut dyn FnMut(u16, u16, &Arguments)) {
        if self.fault.is_some() {
            return;
        }
        if let Some(tail) = &mut self.tail {
            let room = MAX_TAIL.saturating_sub(tail.len());
            tail.extend_from_slice(chunk.get(..room).unwrap_or(chunk));
            return;
        }
        self.pending.extend_from_slice(chunk);
        if self.pending.len() < self.wanted.max(BEFORE) {
            return;
        }
        let mut at = if self.start == 0 { BEFORE } else { 0 };
        let over = loop {
            let mut bytes = Bytes::new(&self.pending, at);
            match record::read(&mut bytes, END, &mut self.arguments) {
                Ok(Some((function, thread))) => {
                    at = bytes.at;
                    each(function, thread, &self.arguments);
                }
                Ok(None) => {
                    at = bytes.at;
                    break true;
                }
                Err(Failed::Short) => {
                    self.wanted = bytes.at - at;
                    break false;
                }
                Err(failed) => {
                    self.fault = Some(self.damage(at, failed));
                    break false;
                }
            }
        };
        self.pending.drain(..at);
        self.start += at as u64;
        if self.fault.is_some() || self.wanted > 8 * MAX_RECORD {
            let damage = || self.damage(0, Failed::Length(u32::MAX));
            self.fault = Some(self.fault.clone().unwrap_or_else(damage));
            self.pending = Vec::new();
        } else if over {
            self.tail = Some(std::mem::take(&mut self.pending));
        }
    }

    #[cold]
    fn damage(&self, at: usize, failed: Failed) -> Fault {
        let (found, expected) = match failed {
            Failed::Function(number) => {
                (format!("function {number}"), "a function from 0 to 289, or 293 at the end")
            }
            Failed::Length(length) => (
                format!("a list of {}", thousands(length.into())),
                "a list of at most some millions",
            ),
            Failed::Short => ("the end of the file".to_owned(), "a whole record"),
        };
        let at = Place::Byte(self.start + at as u64);
        Fault { at, what: "a record cannot be read", found, expected }
    }

    /// The file is at its end.
    fn finish(&mut self) -> Tail {
        match self.tail.take() {
            Some(tail) => Tail::read(&tail, self.start),
            None => {
                self.fault.get_or_insert(Fault {
                    at: Place::Byte(self.start + self.pending.len() as u64),
                    what: "the file is truncated",
                    found: "the end of the file".to_owned(),
                    expected: "the mark behind the last record",
                });
                Tail::default()
            }
        }
    }

    fn kept_bytes(&self) -> u64 {
        (self.pending.len() + self.tail.as_ref().map_or(0, Vec::len)) as u64
    }
}

/// A file that is being read.
#[derive(Default)]
struct Open {
    path: String,
    number: Option<ProcessId>,
    /// What there is while it is not known what the file is.
    head: Vec<u8>,
    role: Option<Role>,
    rank: Rank,
    binary: Binary,
    lines: Lines,
    text: Text,
    unknown: u64,
    meta: Vec<u8>,
}

/// Bytes of a `.meta` file that are read.
const MAX_META: usize = 1 << 20;

impl Open {
    fn read(&mut self, chunk: &[u8], all: bool) {
        let Some(role) = self.role else {
            self.head.extend_from_slice(chunk);
            let known = self.head.len() >= HEAD_BYTES || all;
            if known || self.head.starts_with(super::MAGIC) {
                self.role = Role::of(&self.head).or(Some(Role::Meta));
                let head = std::mem::take(&mut self.head);
                self.read(&head, all);
            }
            return;
        };
        let rank = &mut self.rank;
        match role {
            Role::Binary => self.binary.read(chunk, &mut |function, thread, arguments| {
                rank.call(function, thread, arguments);
            }),
            Role::Text => {
                let (text, unknown) = (&mut self.text, &mut self.unknown);
                let _: Result<(), ()> = self.lines.read(chunk, |line| {
                    text_line(line.bytes, text, unknown, rank);
                    Ok(())
                });
            }
            Role::Meta => {
                let room = MAX_META.saturating_sub(self.meta.len());
                self.meta.extend_from_slice(chunk.get(..room).unwrap_or(chunk));
            }
        }
    }
}

fn text_line(line: &[u8], text: &mut Text, unknown: &mut u64, rank: &mut Rank) {
    match text.line(line) {
        Line::Open => {}
        Line::Unknown => *unknown += 1,
        Line::Call(function) => rank.call(function, 0, &text.arguments),
        Line::Size(kind, size) => {
            let at = kind as usize;
            // Numbers of types fit two bytes.
            if at <= usize::from(u16::MAX) {
                if rank.tail.sizes.len() <= at {
                    rank.tail.sizes.resize(at + 1, 0);
                }
                if let Some(known) = rank.tail.sizes.get_mut(at) {
                    *known = size;
                }
            }
        }
    }
}

/// The file of a process that was read.
struct Part {
    path: String,
    number: Option<ProcessId>,
    rank: Rank,
    fault: Option<Fault>,
    unknown: u64,
}

/// All files of a DUMPI trace.
#[derive(Default)]
pub(super) struct Files {
    open: Option<Box<Open>>,
    parts: Vec<Part>,
    /// The `.meta`: its path, and how many processes it says there are.
    meta: Option<(String, Option<u32>)>,
    /// The first file, for what is to be said of all.
    first: String,
    building: Option<Building>,
}

/// The trace while its processes are made, one after the other.
struct Building {
    name: String,
    /// The last is the next: its place among the processes, its rank, its file.
    processes: Vec<(usize, u32, Part)>,
    current: Option<(String, Conversion)>,
    shared: Shared,
    program: Program,
}

impl Collection for Files {
    fn begin(&mut self, file: &FileInfo) {
        if self.first.is_empty() || file.path < self.first {
            self.first.clone_from(&file.path);
        }
        let (path, number) = (file.path.clone(), file.number);
        self.open = Some(Box::new(Open { path, number, ..Open::default() }));
    }

    fn read(&mut self, chunk: &[u8]) {
        if let Some(open) = &mut self.open {
            open.read(chunk, false);
        }
    }

    fn finish(&mut self) -> Result<(), Note> {
        let Some(mut open) = self.open.take() else { return Ok(()) };
        open.read(&[], true);
        match open.role {
            Some(Role::Binary) => open.rank.tail = open.binary.finish(),
            Some(Role::Text) => {
                let (text, unknown, rank) = (&mut open.text, &mut open.unknown, &mut open.rank);
                let _: Result<(), ()> = open.lines.end(|line| {
                    text_line(line.bytes, text, unknown, rank);
                    Ok(())
                });
                if open.text.is_open() {
                    open.binary.fault = Some(Fault {
                        at: Place::Whole,
                        what: "the file is truncated",
                        found: "the end of the file within a call".to_owned(),
                        expected: "a line that says that the call returns",
                    });
                }
            }
            _ => {
                let told = processes_of(&open.meta);
                self.meta.get_or_insert((open.path, told));
                return Ok(());
            }
        }
        let Open { path, number, rank, binary, unknown, .. } = *open;
        self.parts.push(Part { path, number, rank, fault: binary.fault, unknown });
        Ok(())
    }

    fn abandon(&mut self) {
        self.open = None;
    }

    fn kept_bytes(&self) -> u64 {
        let open = self.open.as_ref().map_or(0, |open| {
            open.rank.kept_bytes() + open.binary.kept_bytes() + open.meta.len() as u64
        });
        open + self.parts.iter().map(|part| part.rank.kept_bytes()).sum::<u64>()
    }

    fn events(&self) -> u64 {
        let open = self.open.as_ref().map_or(0, |open| open.rank.events);
        open + self.parts.iter().map(|part| part.rank.events).sum::<u64>()
    }

    fn build(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<bool, Note> {
        let building = match &mut self.building {
            Some(building) => building,
            None => {
                let parts = std::mem::take(&mut self.parts);
                let building = Building::new(parts, self.meta.take(), &self.first, notes)?;
                self.building.insert(building)
            }
        };
        building.step(trace, notes)
    }
}

/// How many processes a `.meta` says there are.
fn processes_of(meta: &[u8]) -> Option<u32> {
    let mut lines = meta.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let value = lines.find_map(|line| line.strip_prefix(b"numprocs="))?;
    u32::try_from(decimal(value).ok()?).ok()
}

/// More processes than that for each file are not believed.
const PROCESSES_A_FILE: u64 = 64;

impl Building {
    fn new(
        parts: Vec<Part>,
        meta: Option<(String, Option<u32>)>,
        first: &str,
        notes: &mut Notes,
    ) -> Result<Building, Note> {
        let told = meta.as_ref().and_then(|(_, told)| *told);
        if parts.is_empty() {
            return Err(Note::error(first, "the files of the processes are missing")
                .found("the .meta of a DUMPI trace")
                .expected("files like NAME-0000.bin beside it")
                .remedy("open them together"));
        }
        let files = parts.len() as u64;
        let mut ranked = Vec::with_capacity(parts.len());
        for part in parts {
            let told = part.rank.own.filter(|&own| own <= ProcessId::MAX);
            match told.or(part.number.map(|number| number.0)) {
                Some(rank) => ranked.push((rank, part)),
                None => {
                    return Err(Note::error(&part.path, "the file does not tell its process")
                        .found("no call of MPI_Comm_rank, and no number in the name")
                        .expected("a name like NAME-0000.bin"))
                }
            }
        }
        ranked.sort_small_by(|a, b| (a.0, &a.1.path).cmp(&(b.0, &b.1.path)));
        for pair in ranked.windows(2) {
            if let [(rank, one), (other, two)] = pair {
                if rank == other {
                    let found = format!("process {rank} in {} and in {}", one.path, two.path);
                    let note = Note::error(&two.path, "another file holds the same process")
                        .found(found)
                        .expected("one file for each process")
                        .remedy("open the files of one run, in one form, at a time");
                    return Err(note.clashing(&one.path));
                }
            }
        }
        // Notes on the whole trace are about its .meta, or the first process.
        let lowest = ranked.first().map_or(first, |(_, part)| part.path.as_str());
        let name = meta.map_or_else(|| lowest.to_owned(), |(path, _)| path);
        let last = ranked.last().map_or(0, |(rank, _)| *rank);
        let size = told.or_else(|| ranked.iter().find_map(|(_, part)| part.rank.size));
        let size = size.unwrap_or(last + 1).max(last + 1);
        notes.begin_file(&name);
        note_absent(size, &ranked, notes);
        let world = (u64::from(size) <= PROCESSES_A_FILE * files).then_some(size);
        let make = |(rank, part): &mut (u32, Part)| (*rank, std::mem::take(&mut part.rank.made));
        let comms = follow(ranked.iter_mut().map(make).collect(), world);
        let processes = ranked.into_iter().enumerate();
        let mut processes: Vec<(usize, u32, Part)> =
            processes.map(|(place, (rank, part))| (place, rank, part)).collect();
        processes.reverse();
        let (shared, program) = (Shared::new(comms), Program::default());
        Ok(Building { name, processes, current: None, shared, program })
    }

    fn step(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<bool, Note> {
        let (path, mut conversion) = match self.current.take() {
            Some(current) => current,
            None => {
                let Some((place, number, part)) = self.processes.pop() else {
                    notes.begin_file(&self.name);
                    self.program.note(trace, notes);
                    return Ok(true);
                };
                trace.begin_source(&part.path);
                notes.begin_file(&part.path);
                note_part(&part, notes);
                let refused = |error| Note::from_build(&error, &part.path);
                let slot = trace.process(ProcessId(number)).map_err(refused)?;
                let process = Process::new(slot, number, trace).map_err(refused)?;
                (part.path, Conversion::new(process, place, part.rank, &self.shared))
            }
        };
        let mut out = Output { trace, notes, program: &mut self.program };
        let done = conversion
            .step(SLICE, &mut self.shared, &mut out)
            .map_err(|error| Note::from_build(&error, &path))?;
        if done {
            trace.end_source();
        } else {
            self.current = Some((path, conversion));
        }
        Ok(false)
    }
}

/// Notes processes without a file.
fn note_absent(size: u32, ranked: &[(u32, Part)], notes: &mut Notes) {
    let absent = u64::from(size).saturating_sub(ranked.len() as u64);
    if absent == 0 {
        return;
    }
    let known: Vec<u32> = ranked.iter().map(|(rank, _)| *rank).collect();
    let first: Vec<String> = (0..size)
        .filter(|rank| known.binary_search(rank).is_err())
        .take(6)
        .map(|rank| rank.to_string())
        .collect();
    notes.add(Problem::PeerUnknown, |file| {
        Note::new(Severity::Warning, file, "processes have no file")
            .found(format!("{} of {}: {}", thousands(absent), thousands(size.into()), list_of(first.into_iter())))
            .remedy("their events are missing, and who belongs to a communicator may be unknown; open all files together")
    });
}

/// Notes what is the matter with a file.
fn note_part(part: &Part, notes: &mut Notes) {
    let version = part.rank.tail.version;
    if let Some(fault) = &part.fault {
        let events = thousands(part.rank.events);
        notes.add(Problem::Damaged, |file| {
            Note::new(Severity::Warning, file, fault.what)
                .at(fault.at)
                .found(fault.found.clone())
                .expected(fault.expected)
                .remedy(format!("the calls before are used: {events}"))
        });
    }
    if let Some([major, minor, patch]) = version.filter(|version| *version < [0, 6, 9]) {
        notes.add(Problem::OtherFormat, |file| {
            Note::new(Severity::Warning, file, "the file was written by an early version of DUMPI")
                .found(format!("version {major}.{minor}.{patch}"))
                .expected("0.6.9 or later")
                .remedy("some calls may have been misread; trace again, or use dumpi2dumpi")
        });
    }
    if part.unknown > 0 {
        notes.add(Problem::UnknownEvent, |file| {
            Note::new(Severity::Warning, file, "calls are not known")
                .found(thousands(part.unknown))
                .expected("functions of MPI 2")
                .remedy("left out")
        });
    }
    if part.rank.threads > 0 {
        notes.add(Problem::PassedOver, |file| {
            Note::new(Severity::Info, file, "several threads of the process made calls")
                .found(format!("{} threads", u32::from(part.rank.threads) + 1))
                .remedy("they stand in the order of the file")
        });
    }
}

/// All calls of a file, binary or text, as lines: the function and its arguments, as far as they matter.
/// For comparing the two.
pub fn list(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut write = |number: u16, arguments: &Arguments| {
        let name = function(number).map_or("function", |function| function.name);
        let Arguments { counts, types, peers, tags, comms, groups, .. } = arguments;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{name} {counts:?} {types:?} {peers:?} {tags:?} {comms:?} {groups:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            arguments.requests,
            arguments.indices,
            arguments.sums,
            arguments.root,
            arguments.op,
            arguments.flag,
            arguments.statuses,
        );
    };
    match Role::of(bytes.get(..HEAD_BYTES).unwrap_or(bytes)) {
        Some(Role::Binary) => {
            let mut binary = Binary::default();
            binary.read(bytes, &mut |number, _, arguments| write(number, arguments));
        }
        Some(Role::Text) => {
            let mut calls = Text::default();
            for line in bytes.split(|byte| *byte == b'\n') {
                if let Line::Call(number) = calls.line(line) {
                    write(number, &calls.arguments);
                }
            }
        }
        _ => {}
    }
    text
}

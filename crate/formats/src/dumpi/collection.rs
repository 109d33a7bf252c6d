//! The files of a trace together, and the trace that they make.

use loopscope_core::small_sort::SmallSort;
use std::fmt::Write;

use loopscope_core::numbers::{counted, thousands, verb};
use loopscope_core::trace::{ProcessId, TraceBuilder};

use super::binary::{Binary, Fault};
use super::comms::follow;
use super::convert::{RankConverter, Shared};
use super::functions::function;
use super::rank::Rank;
use super::record::{Arguments, Call, MAGIC};
use super::role::Role;
use super::text::{Line, Text};
use crate::collection::{ProcessSource, TraceFiles, SLICE};
use crate::format::{FileInfo, FileSet};
use crate::input::head::HEAD_BYTES;
use crate::input::integer::decimal;
use crate::input::lines::Lines;
use crate::mpi::program::list as list_of;
use crate::mpi::{Output, Process, Program};
use crate::notes::{Note, Notes, Place, Problem};

/// A file that is being read.
#[derive(Default)]
struct OpenFile {
    path: String,
    number: Option<ProcessId>,
    /// The bytes read before the kind of the file is known.
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

impl OpenFile {
    fn read(&mut self, chunk: &[u8], all: bool) {
        let Some(role) = self.role else {
            self.head.extend_from_slice(chunk);
            let known = self.head.len() >= HEAD_BYTES || all;
            if known || self.head.starts_with(MAGIC) {
                self.role = Role::of(&self.head).or(Some(Role::Meta));
                let head = std::mem::take(&mut self.head);
                self.read(&head, all);
            }
            return;
        };
        let rank = &mut self.rank;
        match role {
            Role::Binary => self.binary.read(chunk, &mut |call, arguments| {
                rank.call(call, arguments);
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
        Line::Call(call) => rank.call(call, &text.arguments),
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
    open: Option<Box<OpenFile>>,
    parts: Vec<Part>,
    /// The `.meta`: its path, and how many processes it says there are.
    meta: Option<(String, Option<u32>)>,
    /// The first file, for notes on all files.
    first: String,
}

/// The processes of a trace, one after the other.
pub(super) struct RankProcesses {
    name: String,
    /// The last is the next: its place among the processes, its rank, its file.
    processes: Vec<(usize, u32, Part)>,
    shared: Shared,
    program: Program,
}

impl FileSet for Files {
    fn begin(&mut self, file: &FileInfo) {
        if self.first.is_empty() || file.path < self.first {
            self.first.clone_from(&file.path);
        }
        let (path, number) = (file.path.clone(), file.number);
        self.open = Some(Box::new(OpenFile { path, number, ..OpenFile::default() }));
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
                open.rank.times.flaws = open.text.flaws;
                if open.text.is_open() {
                    open.binary.fault = Some(Fault {
                        at: Place::Whole,
                        what: "the file is truncated",
                        found: "the end of the file inside a call".to_owned(),
                        expected: "the line in which the call returns",
                    });
                }
            }
            _ => {
                let told = processes_of(&open.meta);
                self.meta.get_or_insert((open.path, told));
                return Ok(());
            }
        }
        let OpenFile { path, number, rank, binary, unknown, .. } = *open;
        self.parts.push(Part { path, number, rank, fault: binary.fault, unknown });
        Ok(())
    }

    fn abandon(&mut self) {
        self.open = None;
    }

    fn kept_bytes(&self) -> u64 {
        let open = self
            .open
            .as_ref()
            .map_or(0, |open| open.rank.kept_bytes() + open.binary.kept_bytes() + open.meta.len() as u64);
        open + self.parts.iter().map(|part| part.rank.kept_bytes()).sum::<u64>()
    }

    fn events(&self) -> u64 {
        let open = self.open.as_ref().map_or(0, |open| open.rank.events);
        open + self.parts.iter().map(|part| part.rank.events).sum::<u64>()
    }
}

impl TraceFiles for Files {
    type Source = RankProcesses;

    fn assemble(&mut self, _: &mut TraceBuilder, notes: &mut Notes) -> Result<RankProcesses, Note> {
        let parts = std::mem::take(&mut self.parts);
        RankProcesses::new(parts, self.meta.take(), &self.first, notes)
    }
}

/// How many processes a `.meta` says there are.
fn processes_of(meta: &[u8]) -> Option<u32> {
    let mut lines = meta.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let value = lines.find_map(|line| line.strip_prefix(b"numprocs="))?;
    u32::try_from(decimal(value).ok()?).ok()
}

/// A larger process count per file is treated as corruption.
const PROCESSES_A_FILE: u64 = 64;

impl RankProcesses {
    fn new(
        parts: Vec<Part>,
        meta: Option<(String, Option<u32>)>,
        first: &str,
        notes: &mut Notes,
    ) -> Result<Self, Note> {
        let told = meta.as_ref().and_then(|(_, told)| *told);
        if parts.is_empty() {
            return Err(Note::error(first, "the trace files of the processes are missing")
                .found("only the .meta file of a DUMPI trace")
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
                    return Err(Note::error(&part.path, "the file does not say which process it is of")
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
                    let note = Note::error(&two.path, "two files contain the same process")
                        .found(found)
                        .expected("one file for each process")
                        .remedy("open the files of a single run, in a single format");
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
        Ok(Self { name, processes, shared, program })
    }
}

impl ProcessSource for RankProcesses {
    /// The file, and its distinct events.
    type Converter = (String, RankConverter);

    fn next_process(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<Option<Self::Converter>, Note> {
        let Some((place, number, part)) = self.processes.pop() else { return Ok(None) };
        trace.begin_source(&part.path);
        notes.begin_file(&part.path);
        note_part(&part, notes);
        part.rank.times.note(notes);
        let process = trace
            .process(ProcessId(number))
            .and_then(|slot| {
                part.rank.times.begin(slot, trace);
                Process::new(slot, number, trace)
            })
            .map_err(|error| Note::from_build(&error, &part.path))?;
        Ok(Some((part.path, RankConverter::new(process, place, part.rank, &self.shared))))
    }

    fn convert(
        &mut self,
        (path, converter): &mut Self::Converter,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, Note> {
        let mut out = Output { trace, notes, program: &mut self.program };
        let done = converter.step(SLICE, &mut self.shared, &mut out);
        done.map_err(|error| Note::from_build(&error, path))
    }

    fn finish(&mut self, trace: &TraceBuilder, notes: &mut Notes) {
        notes.begin_file(&self.name);
        self.program.note(trace, notes);
    }
}

/// Notes processes without a file.
fn note_absent(size: u32, ranked: &[(u32, Part)], notes: &mut Notes) {
    let absent = u64::from(size).saturating_sub(ranked.len() as u64);
    if absent == 0 {
        return;
    }
    let known: Vec<u32> = ranked.iter().map(|(rank, _)| *rank).collect();
    let first: Vec<String> =
        (0..size).filter(|rank| known.binary_search(rank).is_err()).take(6).map(|rank| rank.to_string()).collect();
    notes.add(Problem::PeerUnknown, |file| {
        Note::warning(file, "some processes have no file")
            .found(format!(
                "{} of {} without one: {}",
                thousands(absent),
                thousands(size.into()),
                list_of(first.into_iter())
            ))
            .remedy(
                "their events are missing, and the members of communicators may be unknown; open all files together",
            )
    });
}

/// Notes the problems of a file.
fn note_part(part: &Part, notes: &mut Notes) {
    let version = part.rank.tail.version;
    if let Some(fault) = &part.fault {
        let events = part.rank.events;
        notes.add(Problem::Damaged, |file| {
            Note::warning(file, fault.what)
                .at(fault.at)
                .found(fault.found.clone())
                .expected(fault.expected)
                .remedy(format!("the {} before it {} used", counted(events, "call"), verb(events, "is", "are")))
        });
    }
    if let Some([major, minor, patch]) = version.filter(|version| *version < [0, 6, 9]) {
        notes.add(Problem::OtherFormat, |file| {
            Note::warning(file, "the file was written by an early version of DUMPI")
                .found(format!("version {major}.{minor}.{patch}"))
                .expected("0.6.9 or later")
                .remedy("some calls may have been misread; trace again, or convert the files with dumpi2dumpi")
        });
    }
    if part.unknown > 0 {
        notes.add(Problem::UnknownEvent, |file| {
            Note::warning(file, "calls of unknown functions are left out")
                .found(thousands(part.unknown))
                .expected("functions of MPI 2")
                .remedy("left out")
        });
    }
    if part.rank.threads > 0 {
        notes.add(Problem::PassedOver, |file| {
            Note::info(file, "several threads of the process made calls")
                .found(format!("{} threads", u32::from(part.rank.threads) + 1))
                .remedy("their calls are kept in the order of the file")
        });
    }
}

/// All calls of a file, binary or text, as lines: the function and its arguments, as far as they matter.
/// For comparing the two.
pub fn list(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut write = |call: Call, arguments: &Arguments| {
        let name = function(call.function).map_or("function", |function| function.name);
        let Arguments { counts, types, peers, tags, comms, groups, .. } = arguments;
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
            binary.read(bytes, &mut |call, arguments| write(call, arguments));
        }
        Some(Role::Text) => {
            let mut calls = Text::default();
            for line in bytes.split(|byte| *byte == b'\n') {
                if let Line::Call(call) = calls.line(line) {
                    write(call, &calls.arguments);
                }
            }
        }
        _ => {}
    }
    text
}

//! The files of a trace while they are read: each different action once, and for each process the order of its actions.

use std::collections::BTreeMap;

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{BuildError, ProcessId, TraceBuilder};
use rustc_hash::FxHashMap;

use super::action::{parse, Action, Bad, Verb};
use super::replay::{Rank, Replay};
use crate::collection::TraceFiles;
use crate::format::{FileInfo, FileSet};
use crate::input::byte_map::ByteMap;
use crate::input::head::BOM;
use crate::input::lines::{Line, Lines};
use crate::notes::DeferredNotes;
use crate::notes::{quote, Note, Notes, Place, Problem};

/// The actions of all files.
#[derive(Debug, Default)]
pub(super) struct SimgridFiles {
    actions: Vec<Action>,
    action_ids: FxHashMap<Action, u32>,
    /// What lines mean, written as now and as before 2018.
    known: ByteMap<(u32, u32)>,
    known_old: bool,
    current: Option<File>,
    ranks: BTreeMap<u32, Rank>,
    /// The names of files that lists gave, and the list.
    listed: Vec<(String, String)>,
    files: Vec<DeferredNotes>,
    events: u64,
}

/// The file that is being read.
#[derive(Debug)]
struct File {
    lines: Option<Lines>,
    notes: DeferredNotes,
    ranks: BTreeMap<u32, Vec<u32>>,
    /// The process of the line before.
    last: u32,
    /// Whether it is written as before 2018, once that is known.
    old: Option<bool>,
    /// Names of files, if it is a list of them.
    names: Vec<String>,
    events: u64,
}

impl SimgridFiles {
    fn line(&mut self, file: &mut File, line: &Line<'_>) {
        let first = line.number == 1;
        let bytes = line.bytes.strip_prefix(if first { BOM } else { b"" }).unwrap_or(line.bytes);
        if self.known_old != (file.old == Some(true)) {
            self.known.clear();
            self.known_old = !self.known_old;
        }
        if let Some(&(rank, id)) = self.known.get(bytes) {
            return file.push(rank, id);
        }
        if line.too_long {
            let bad = Bad { problem: Problem::LineTooLong, at: 0..0, expected: "at most 65,536 bytes" };
            return file.bad(&bad, line, bytes);
        }
        match parse(bytes, file.old) {
            Ok(None) => {}
            Ok(Some((rank, action))) => {
                // A message or a wait shows the version of the file.
                if file.old.is_none() && tells_age(&action) {
                    file.old = Some(action.old);
                }
                let id = self.action(action);
                self.known.insert(bytes, (rank, id));
                file.push(rank, id);
            }
            Err(bad) => {
                let name = bytes.trim_ascii();
                let is_name = file.events == 0
                    && !name.is_empty()
                    && memchr::memchr2(b' ', b'\t', name).is_none()
                    && name.contains(&b'.');
                if is_name {
                    file.names.push(String::from_utf8_lossy(name).into_owned());
                } else {
                    file.bad(&bad, line, bytes);
                }
            }
        }
    }

    fn action(&mut self, action: Action) -> u32 {
        if let Some(&id) = self.action_ids.get(&action) {
            return id;
        }
        let id = self.actions.len() as u32;
        self.actions.push(action);
        self.action_ids.insert(action, id);
        id
    }

    /// Notes the files that a list names and that were not read.
    fn note_missing(&mut self) {
        let base = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        let read: Vec<String> = self.files.iter().map(|file| base(file.path())).collect();
        let missing: Vec<&(String, String)> =
            self.listed.iter().filter(|(name, _)| !read.contains(&base(name))).collect();
        let Some((name, list)) = missing.first() else { return };
        let found = format!("{} of {} missing, the first {name:?}", missing.len(), self.listed.len());
        let mut notes = DeferredNotes::new(list);
        notes.add(Problem::PeerUnknown, |file| {
            Note::warning(file, "files named in the list are missing")
                .found(found)
                .remedy("open all files of the trace together")
        });
        self.files.push(notes);
    }
}

fn tells_age(action: &Action) -> bool {
    matches!(action.kind(), Verb::Send | Verb::Isend | Verb::Receive | Verb::Ireceive | Verb::Wait)
}

impl File {
    #[inline]
    fn push(&mut self, rank: u32, action: u32) {
        self.ranks.entry(rank).or_default().push(action);
        self.last = rank;
        self.events += 1;
    }

    fn bad(&mut self, bad: &Bad, line: &Line<'_>, bytes: &[u8]) {
        let what = match bad.problem {
            Problem::LineTooLong => "a line is too long",
            Problem::WordMissing => "a word is missing",
            Problem::UnknownEvent => "the action name is unknown",
            _ => "a word is not a number",
        };
        self.notes.add(bad.problem, |file| {
            let context = line.context(bytes, Some((bad.at.start, bad.at.end)));
            Note {
                place: Place::Line(line.number),
                found: quote(bytes.get(bad.at.clone()).unwrap_or_default().trim_ascii()),
                expected: bad.expected.to_owned(),
                remedy: "skipped".to_owned(),
                context,
                ..Note::warning(file, what)
            }
        });
    }
}

impl FileSet for SimgridFiles {
    fn begin(&mut self, file: &FileInfo) {
        self.current = Some(File {
            lines: Some(Lines::default()),
            notes: DeferredNotes::new(&file.path),
            ranks: BTreeMap::new(),
            last: 0,
            old: None,
            names: Vec::new(),
            events: 0,
        });
    }

    fn read(&mut self, chunk: &[u8]) {
        let Some(mut file) = self.current.take() else { return };
        if let Some(mut lines) = file.lines.take() {
            // Nothing that a line says ends the reading.
            let _: Result<(), ()> = lines.read(chunk, |line| {
                self.line(&mut file, &line);
                Ok(())
            });
            file.lines = Some(lines);
        }
        self.current = Some(file);
    }

    fn finish(&mut self) -> Result<(), Note> {
        let Some(mut file) = self.current.take() else { return Ok(()) };
        if let Some(mut lines) = file.lines.take() {
            let _: Result<(), ()> = lines.end(|line| {
                self.line(&mut file, &line);
                Ok(())
            });
        }
        if file.events == 0 && !file.names.is_empty() {
            let path = file.notes.path().to_owned();
            self.listed.extend(file.names.into_iter().map(|name| (name, path.clone())));
            return Ok(());
        }
        if file.events == 0 {
            let error =
                file.notes.unusable("the file contains no usable action", "no action", "lines like \"0 send 1 3 100\"");
            return Err(error);
        }
        let path = file.notes.path().to_owned();
        for &rank in file.ranks.keys() {
            if let Some(first) = self.ranks.get(&rank) {
                let (first, second) = (first.source.as_str().into(), path.as_str().into());
                let error = BuildError::TwoSources { process: ProcessId(rank), first, second };
                return Err(Note::from_build(&error, &path));
            }
        }
        self.events += file.events;
        for (rank, mut stream) in file.ranks {
            stream.shrink_to_fit();
            self.ranks.insert(rank, Rank { stream, source: path.clone() });
        }
        self.files.push(file.notes);
        Ok(())
    }

    fn abandon(&mut self) {
        self.current = None;
    }

    fn kept_bytes(&self) -> u64 {
        let events = self.events + self.current.as_ref().map_or(0, |file| file.events);
        4 * events + 160 * self.actions.len() as u64 + 100 * self.known.len() as u64
    }

    fn events(&self) -> u64 {
        self.events + self.current.as_ref().map_or(0, |file| file.events)
    }
}

impl TraceFiles for SimgridFiles {
    type Source = Replay;

    fn assemble(&mut self, _: &mut TraceBuilder, notes: &mut Notes) -> Result<Replay, Note> {
        self.note_missing();
        for file in &mut self.files {
            file.give(notes);
        }
        if self.ranks.is_empty() {
            let (name, list) = self.listed.first().cloned().unwrap_or_default();
            let names = thousands(self.listed.len() as u64);
            return Err(Note::error(&list, "the file is only a list of trace files")
                .found(format!("{names} names, the first {name:?}"))
                .expected("the listed files with it")
                .remedy("open all files of the trace together"));
        }
        self.known.clear();
        self.action_ids = FxHashMap::default();
        let (actions, ranks) = (std::mem::take(&mut self.actions), std::mem::take(&mut self.ranks));
        Ok(Replay::new(actions, ranks, self.listed.len() as u32))
    }
}

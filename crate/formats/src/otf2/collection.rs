//! The archive: its files together, and the trace that they make.

use loopscope_core::bytes::Bytes;
use loopscope_core::numbers::{counted, verb};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{BuildError, GroupId, ProcessId, TraceBuilder};
use rustc_hash::{FxHashMap, FxHashSet};

use super::choose::{choose, ProcessLocation};
use super::convert::LocationConverter;
use super::definitions::{Definitions, LocationKind};
use super::local::Local;
use super::location::Location;
use super::missing;
use super::parts::{Content, OpenFile, Part};
use super::rank_map::{CommunicatorView, RankMap};
use super::stream::Fault;
use super::transfer;
use crate::collection::{ProcessSource, TraceFiles};
use crate::format::{FileInfo, FileSet};
use crate::mpi::{Output, Program};
use crate::notes::{Note, Notes, Place, Problem};

/// All files of an OTF2 archive.
#[derive(Debug, Default)]
pub(super) struct Archive {
    open: Option<(String, OpenFile)>,
    parts: Vec<Part>,
    kept: u64,
    events: u64,
}

/// The processes of an archive, one after the other.
#[derive(Debug)]
pub(super) struct ArchiveProcesses {
    /// The anchor's path, which notes on the whole archive are about.
    name: String,
    definitions: Box<Definitions>,
    ranks: RankMap,
    locals: FxHashMap<u64, Box<Local>>,
    /// The last is the next.
    processes: Vec<ProcessLocation>,
    /// Bytes kept of the files, without those of converted locations.
    kept: u64,
    program: Program,
    /// The processes of communicators, by their global ids.
    groups: FxHashMap<u32, Option<GroupId>>,
}

impl FileSet for Archive {
    fn begin(&mut self, file: &FileInfo) {
        self.open = Some((file.path.clone(), OpenFile::new(&file.path)));
    }

    fn read(&mut self, chunk: &[u8]) {
        if let Some((_, open)) = &mut self.open {
            open.read(chunk);
        }
    }

    fn finish(&mut self) -> Result<(), Note> {
        let Some((path, open)) = self.open.take() else { return Ok(()) };
        let part = {
            self.events += open.events();
            open.finish(path)
        };
        if let Content::Anchor(anchor) = &part.content {
            match anchor {
                None => {
                    return Err(Note::error(&part.path, "the anchor file of the OTF2 archive is truncated")
                        .found("the end of the file")
                        .expected("a few hundred bytes")
                        .remedy("copy the archive again"))
                }
                Some(anchor) => {
                    if let Some(note) = anchor.error_note(&part.path) {
                        return Err(note);
                    }
                }
            }
        }
        self.kept += part.kept_bytes();
        self.parts.push(part);
        Ok(())
    }

    fn abandon(&mut self) {
        self.open = None;
    }

    fn export_file(&mut self) -> Option<Vec<u8>> {
        let part = self.parts.pop()?;
        self.kept = self.kept.saturating_sub(part.kept_bytes());
        let (Content::Events(_, location), None) = (&part.content, &part.fault) else {
            return None;
        };
        let mut bytes = Vec::new();
        transfer::write(location, &mut bytes);
        Some(bytes)
    }

    fn import_file(&mut self, file: &FileInfo, bytes: &[u8]) -> bool {
        let OpenFile::Events(id, ..) = OpenFile::new(&file.path) else { return false };
        let Ok(location) = transfer::read(&mut Bytes::new(bytes)) else { return false };
        self.events += location.stream().len() as u64;
        let content = Content::Events(id, Box::new(location));
        let part = Part { path: file.path.clone(), content, fault: None };
        self.kept += part.kept_bytes();
        self.parts.push(part);
        true
    }

    fn kept_bytes(&self) -> u64 {
        self.kept + self.open.as_ref().map_or(0, |(_, open)| open.kept_bytes())
    }

    fn events(&self) -> u64 {
        self.events + self.open.as_ref().map_or(0, |(_, open)| open.events())
    }
}

impl TraceFiles for Archive {
    type Source = ArchiveProcesses;

    fn assemble(&mut self, _: &mut TraceBuilder, notes: &mut Notes) -> Result<ArchiveProcesses, Note> {
        let kept = std::mem::take(&mut self.kept);
        ArchiveProcesses::new(std::mem::take(&mut self.parts), kept, notes)
    }
}

impl ArchiveProcesses {
    fn new(parts: Vec<Part>, kept: u64, notes: &mut Notes) -> Result<Self, Note> {
        let mut anchors = Vec::new();
        let mut global = Vec::new();
        let mut locals: FxHashMap<u64, Box<Local>> = FxHashMap::default();
        let mut events: Vec<(u64, String, Box<Location>, Option<Fault>)> = Vec::new();
        let mut damaged = Vec::new();
        let mut first = String::new();
        for Part { path, content, fault } in parts {
            if first.is_empty() {
                first.clone_from(&path);
            }
            match content {
                Content::Anchor(_) => anchors.push(path),
                Content::Global(definitions) => {
                    damaged.extend(fault.map(|fault| (path.clone(), fault, "definitions")));
                    global.push((path, definitions));
                }
                Content::Local(id, local) => {
                    damaged.extend(fault.map(|fault| (path.clone(), fault, "definitions")));
                    locals.insert(id, local);
                }
                Content::Events(id, location) => events.push((id, path, location, fault)),
                Content::Other => {}
            }
        }
        anchors.sort_small_by(|a, b| loopscope_core::trace::natural_order(a, b));
        let name = missing::only_anchor(&anchors, &first)?;
        let definitions = missing::only_definitions(global, &name)?;
        events.sort_small_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        missing::no_twins(&events, &name)?;
        for (path, fault, what) in damaged {
            note_damage(
                &path,
                &fault,
                &format!("what precedes it is used; missing {what} can make calls and messages wrong"),
                notes,
            );
        }
        let ranks = RankMap::new(&definitions, &may_be_processes(&events, &definitions));
        let processes = choose(events, &ranks, &definitions, &name, notes)?;
        Ok(Self {
            name,
            definitions,
            ranks,
            locals,
            processes,
            kept,
            program: Program::default(),
            groups: FxHashMap::default(),
        })
    }

    fn begin(
        &mut self,
        process: ProcessLocation,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(ProcessLocation, LocationConverter), BuildError> {
        let slot = trace.process(ProcessId(process.number))?;
        let none = Local::default();
        let local = self.locals.get(&process.id).map_or(&none, |local| &**local);
        let (definitions, ranks) = (&*self.definitions, &self.ranks);
        let view = CommunicatorView { definitions, ranks, local, own: process.number };
        let (program, groups) = (&mut self.program, &mut self.groups);
        let mut out = Output { trace, notes, program };
        let converter = LocationConverter::new(&process.location, &view, slot, &mut out, groups)?;
        Ok((process, converter))
    }
}

impl ProcessSource for ArchiveProcesses {
    type Converter = (ProcessLocation, LocationConverter);

    fn next_process(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<Option<Self::Converter>, Note> {
        let Some(process) = self.processes.pop() else { return Ok(None) };
        self.kept = self.kept.saturating_sub(process.location.kept_bytes());
        let path = process.path.clone();
        trace.begin_source(&path);
        notes.begin_file(&path);
        let begun = self.begin(process, trace, notes);
        begun.map(Some).map_err(|error| Note::from_build(&error, &path))
    }

    fn convert(
        &mut self,
        (process, converter): &mut Self::Converter,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, Note> {
        let mut out = Output { trace, notes, program: &mut self.program };
        let done =
            converter.step(&process.location, &mut out).map_err(|error| Note::from_build(&error, &process.path))?;
        if !done {
            return Ok(false);
        }
        converter.finish(&process.location, trace, notes);
        if let Some(fault) = &process.fault {
            let events = process.location.stream().len() as u64;
            let are = verb(events, "is", "are");
            let remedy = format!("the {} before it {are} used", counted(events, "event"));
            note_damage(&process.path, fault, &remedy, notes);
        }
        self.program.ended(process.number, process.location.requests());
        Ok(true)
    }

    fn finish(&mut self, trace: &TraceBuilder, notes: &mut Notes) {
        notes.begin_file(&self.name);
        if self.definitions.clock.is_none() {
            notes.add(Problem::TimesAbsent, |file| {
                Note::info(file, "the archive does not say how fast its clock ticks")
                    .expected("the properties of the clock among the definitions")
                    .remedy("its times are left out")
            });
        }
        self.program.note(trace, notes);
    }

    fn kept_bytes(&self) -> u64 {
        self.kept
    }
}

/// Locations that count as processes where the archive names no ranks: threads with events; where there are none,
/// streams of accelerators with events.
fn may_be_processes(events: &[missing::Events], definitions: &Definitions) -> FxHashSet<u64> {
    let kinds = definitions.kinds();
    let of = |wanted: LocationKind| -> FxHashSet<u64> {
        let kind = |id: &u64| kinds.get(id).copied().unwrap_or(LocationKind::Thread);
        let with_events = events.iter().filter(|event| !event.2.stream().is_empty());
        with_events.map(|event| event.0).filter(|id| kind(id) == wanted).collect()
    };
    let threads = of(LocationKind::Thread);
    if threads.is_empty() {
        of(LocationKind::Accelerator)
    } else {
        threads
    }
}

fn note_damage(path: &str, fault: &Fault, remedy: &str, notes: &mut Notes) {
    if notes.file() != path {
        notes.begin_file(path);
    }
    notes.add(Problem::Damaged, |file| {
        Note::warning(file, fault.what)
            .at(Place::Byte(fault.at))
            .found(fault.found.clone())
            .expected(fault.expected)
            .remedy(remedy)
    });
}

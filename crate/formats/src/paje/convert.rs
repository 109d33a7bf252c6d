//! From containers to processes of the trace.

use loopscope_core::trace::{BuildError, Cursor, GroupId, Kind, NameId, ProcessId, Record, Tick, TraceBuilder};
use rustc_hash::FxHashMap;

use super::file::{File, Item, Link, PajeEvent};
use super::numbers::{in_order, numbers, places, world};
use super::times::ContainerTimes;
use crate::collection::{ProcessSource, SLICE};
use crate::mpi::names::{canonical, Class};
use crate::mpi::{Collective, Message, Output, Peer, Process, Program, RecordCache};
use crate::nested_items::NestedItems;
use crate::notes::{Note, Notes, Place, Problem};

/// The containers of all files that become processes, one after the other.
#[derive(Debug)]
pub(super) struct PajeProcesses {
    /// Files that are to be converted, the next one last.
    files: Vec<File>,
    current: Option<FileContainers>,
    /// The earliest time, if it is below 0.
    zero: i64,
}

/// The file that is being converted.
#[derive(Debug)]
struct FileContainers {
    file: File,
    /// The number of the process that each container is.
    numbers: Vec<Option<u32>>,
    /// Containers that are to be converted, the next one last.
    todo: Vec<u32>,
    /// Whether it has calls or messages of MPI.
    is_mpi: bool,
    /// Processes of collective operations, if all are.
    group: Option<GroupId>,
    world: Option<Vec<u32>>,
    program: Program,
    /// Ends of states where none was open.
    unopened: u64,
    /// The time that becomes 0: that of all files.
    zero: i64,
}

/// The container that is being converted.
#[derive(Debug)]
pub(super) struct ContainerConverter {
    items: Vec<Item>,
    next: usize,
    times: ContainerTimes,
    cursor: Cursor<1>,
    process: Process,
    /// The items, if none is a call of MPI.
    plain: NestedItems,
    /// Names of the states that are open.
    stack: Vec<u32>,
    /// How many more are open above the deepest that is followed.
    beyond: u64,
    records: RecordCache,
    names: FxHashMap<u32, (NameId, Class)>,
    locals: FxHashMap<(u32, u8), NameId>,
}

/// States that may be open at once; deeper ones are left out.
const MAX_DEPTH: usize = 1 << 16;

impl From<Vec<File>> for PajeProcesses {
    /// Of these files, in natural order of their paths.
    fn from(mut files: Vec<File>) -> Self {
        files.reverse();
        let zero = files.iter().map(|file| file.times.earliest).min().unwrap_or(0);
        Self { files, current: None, zero }
    }
}

impl ProcessSource for PajeProcesses {
    type Converter = ContainerConverter;

    fn next_process(
        &mut self,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<Option<ContainerConverter>, Note> {
        loop {
            let Some(current) = &mut self.current else {
                let Some(file) = self.files.pop() else { return Ok(None) };
                self.current = Some(FileContainers::new(file, self.zero));
                continue;
            };
            if let Some(at) = current.todo.pop() {
                let begun = current.begin(at, trace, notes);
                return begun.map_err(|error| Note::from_build(&error, current.file.notes.path()));
            }
            current.finish(trace, notes);
            self.current = None;
        }
    }

    fn convert(
        &mut self,
        converter: &mut ContainerConverter,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, Note> {
        let Some(current) = &mut self.current else { return Ok(true) };
        let done = current.step(converter, trace, notes);
        done.map_err(|error| Note::from_build(&error, current.file.notes.path()))
    }
}

impl FileContainers {
    fn new(mut file: File, zero: i64) -> Self {
        let busy: Vec<u32> = (0u32..)
            .zip(&file.containers)
            .filter(|(_, container)| container.is_busy(&file.links))
            .map(|(at, _)| at)
            .collect();
        let has_links = file.links.iter().any(Link::is_whole);
        let numbers = match numbers(&file, &busy) {
            // A message names the processes at both its ends, so they need numbers at once.
            None if has_links => in_order(&mut file, &busy),
            numbers => places(&file, &busy, numbers.unwrap_or_default()),
        };
        let is_mpi = has_links || file.names.iter().any(|(_, is_call)| *is_call);
        let world = world(&file, &busy, &numbers);
        if world.is_some() {
            file.notes.add(Problem::BadGroup, |file| {
                Note::info(file, "the format does not record communicators")
                    .remedy("collective operations are assumed to include all processes, since each has equally many")
            });
        }
        let todo = busy.into_iter().rev().collect();
        Self { file, numbers, todo, is_mpi, group: None, world, program: Program::default(), unopened: 0, zero }
    }

    /// Converts up to [`SLICE`] events of a container; whether those were the last.
    fn step(
        &mut self,
        converter: &mut ContainerConverter,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, BuildError> {
        let mut out = Output { trace, notes, program: &mut self.program };
        let end = (converter.next + SLICE).min(converter.items.len());
        for at in converter.next..end {
            let Some(item) = converter.items.get(at) else { break };
            let event = item.event();
            let time = converter.times.next(&mut converter.cursor, self.zero).unwrap_or(0);
            converter.process.set_time(self.file.times.any().then_some(time));
            if !self.is_mpi {
                converter.plain(event, time, &self.file, out.trace)?;
            } else if !converter.apply_event(event, &self.file, &self.numbers, self.group, &mut out)? {
                self.unopened += 1;
            }
        }
        converter.next = end;
        let done = end == converter.items.len();
        if done && self.is_mpi {
            converter.close(&self.file, &mut out)?;
        } else if done {
            converter.plain.finish(out.trace, out.notes)?;
        }
        Ok(done)
    }

    /// Begins a container, which is one of the file.
    fn begin(
        &mut self,
        at: u32,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<Option<ContainerConverter>, BuildError> {
        if let Some(world) = self.world.take() {
            self.group = Some(trace.group(world)?);
        }
        let path = self.file.notes.path().to_owned();
        let Some(container) = self.file.containers.get_mut(at as usize) else { return Ok(None) };
        let items = std::mem::take(&mut container.items);
        let times = std::mem::take(&mut container.times);
        let number = self.numbers.get(at as usize).copied().flatten();
        let source = match number {
            Some(_) => path.clone(),
            None => crate::input::source_name::part(&path, &container.name),
        };
        trace.begin_source(&source);
        if notes.file() != path {
            notes.begin_file(&path);
        }
        let slot = match number {
            Some(number) => trace.process(ProcessId(number))?,
            None => trace.unnumbered_process(),
        };
        let process = Process::new(slot, number.unwrap_or(0), trace)?;
        if self.file.times.any() {
            process.begin_times(Tick::NANOSECOND, trace);
        }
        Ok(Some(ContainerConverter {
            items,
            next: 0,
            times,
            cursor: Cursor::default(),
            process,
            plain: NestedItems::new(slot, self.file.times.any()),
            stack: Vec::new(),
            beyond: 0,
            records: RecordCache::default(),
            names: FxHashMap::default(),
            locals: FxHashMap::default(),
        }))
    }

    /// All containers are converted.
    fn finish(&mut self, trace: &TraceBuilder, notes: &mut Notes) {
        if self.unopened > 0 {
            let unopened = self.unopened;
            self.file.notes.add(Problem::ReturnWithoutCall, |file| Note {
                count: unopened,
                ..Note::warning(file, "a state ends although none is open")
                    .remedy("left out; the beginning of the trace may be missing")
            });
        }
        self.file.notes.give(notes);
        if self.is_mpi {
            self.program.note(trace, notes);
        }
    }
}

impl ContainerConverter {
    /// Without MPI: what begins is an item.
    fn plain(&mut self, event: PajeEvent, time: u64, file: &File, trace: &mut TraceBuilder) -> Result<(), BuildError> {
        if !matches!(event, PajeEvent::Push(_) | PajeEvent::Event(_)) {
            self.plain.leave(time);
        }
        let (PajeEvent::Push(name) | PajeEvent::Set(name) | PajeEvent::Event(name)) = event else {
            return Ok(());
        };
        let leave = matches!(event, PajeEvent::Event(_)).then_some(time);
        let (name, _) = self.name(name, file, trace)?;
        let id = self.records.id(&Record::new(Kind::Call, name), trace)?;
        self.plain.enter(id, time, leave, trace)
    }

    fn name(&mut self, name: u32, file: &File, trace: &mut TraceBuilder) -> Result<(NameId, Class), BuildError> {
        if let Some(&known) = self.names.get(&name) {
            return Ok(known);
        }
        let text = file.names.get(name as usize).map_or("", |(text, _)| text);
        let known = match canonical(text) {
            Some(call) => (trace.name(&call)?, Class::of(&call)),
            None => (trace.name(text)?, Class::Other),
        };
        self.names.insert(name, known);
        Ok(known)
    }

    /// With MPI. Whether it fitted.
    fn apply_event(
        &mut self,
        event: PajeEvent,
        file: &File,
        numbers: &[Option<u32>],
        group: Option<GroupId>,
        out: &mut Output<'_>,
    ) -> Result<bool, BuildError> {
        let number = |container: Option<u32>| {
            let number = container.and_then(|at| numbers.get(at as usize).copied().flatten());
            number.map_or(Peer::Any, Peer::Process)
        };
        match event {
            PajeEvent::Push(name) => self.enter(name, file, out)?,
            PajeEvent::Pop => return self.leave(file, group, out),
            PajeEvent::Set(name) => {
                if !self.stack.is_empty() {
                    self.leave(file, group, out)?;
                }
                self.enter(name, file, out)?;
            }
            PajeEvent::Reset => while self.leave(file, group, out)? {},
            PajeEvent::Event(name) => self.local(name, 2, file, out)?,
            PajeEvent::Start(link) => {
                let Some(link) = file.links.get(link as usize) else { return Ok(true) };
                let message =
                    Message { peer: number(link.end), tag: link.tag.or(Some(0)), bytes: link.bytes, group: None };
                if link.is_whole() {
                    self.process.send(message, out)?;
                } else {
                    self.process.sent_nowhere(message);
                }
            }
            PajeEvent::End(link) => {
                let Some(link) = file.links.get(link as usize) else { return Ok(true) };
                let message =
                    Message { peer: number(link.start), tag: link.tag.or(Some(0)), bytes: link.bytes, group: None };
                // What a waiting call completes was asked for by another.
                let class = match self.stack.last() {
                    Some(&name) => self.name(name, file, out.trace)?.1,
                    None => Class::Other,
                };
                if !link.is_whole() {
                    if class.receives() {
                        self.process.received_from_nowhere(message);
                    }
                } else if class.receives() {
                    self.process.receive(message, out)?;
                } else {
                    self.process.arrived(message, out)?;
                }
            }
        }
        Ok(true)
    }

    fn enter(&mut self, name: u32, file: &File, out: &mut Output<'_>) -> Result<(), BuildError> {
        if self.stack.len() >= MAX_DEPTH {
            self.beyond += 1;
            return Ok(());
        }
        self.stack.push(name);
        if file.names.get(name as usize).is_some_and(|(_, is_call)| *is_call) {
            let (id, _) = self.name(name, file, out.trace)?;
            self.process.enter_call(id, Place::Whole, out);
            return Ok(());
        }
        self.local(name, 0, file, out)
    }

    /// The innermost state ends. Whether there was one.
    fn leave(&mut self, file: &File, group: Option<GroupId>, out: &mut Output<'_>) -> Result<bool, BuildError> {
        if self.beyond > 0 {
            self.beyond -= 1;
            return Ok(true);
        }
        let Some(name) = self.stack.pop() else { return Ok(false) };
        if !file.names.get(name as usize).is_some_and(|(_, is_call)| *is_call) {
            self.local(name, 1, file, out)?;
            return Ok(true);
        }
        let (id, class) = self.name(name, file, out.trace)?;
        if class.is_collective() {
            let collective = Collective { root: None, bytes: None, group, op: None };
            self.process.collective(id, collective, out)?;
        }
        self.process.leave_call(id, Place::Whole, out)?;
        Ok(true)
    }

    /// A state of other kinds begins or ends, or something happens.
    fn local(&mut self, name: u32, how: u8, file: &File, out: &mut Output<'_>) -> Result<(), BuildError> {
        let words = match self.locals.get(&(name, how)) {
            Some(&words) => words,
            None => {
                let text = file.names.get(name as usize).map_or("", |(text, _)| text);
                let words = match how {
                    0 => out.trace.name(&format!("enter {text}"))?,
                    1 => out.trace.name(&format!("leave {text}"))?,
                    _ => out.trace.name(text)?,
                };
                self.locals.insert((name, how), words);
                words
            }
        };
        self.process.local(words, out)
    }

    /// The container ends, and so do the states that are not calls.
    fn close(&mut self, file: &File, out: &mut Output<'_>) -> Result<(), BuildError> {
        while let Some(name) = self.stack.pop() {
            if !file.names.get(name as usize).is_some_and(|(_, is_call)| *is_call) {
                self.local(name, 1, file, out)?;
            }
        }
        self.process.finish(out)
    }
}

//! The files of a trace together, and the trace that they make.

use loopscope_core::numbers::{counted, thousands};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{ProcessId, Tick, TraceBuilder};

use super::convert::{Shared, ThreadConverter};
use super::labels::Labels;
use super::meaning::{Action, Meaning};
use super::objects::Thread;
use super::role::Role;
use super::roots::Roots;
use super::store::{Message, Store};
use crate::collection::{ProcessSource, TraceFiles, SLICE};
use crate::format::{FileInfo, FileSet};
use crate::input::head::BOM;
use crate::input::lines::{Line, Lines};
use crate::mpi::{self, Output, Program};
use crate::notes::{Note, Notes, Problem, Severity};

/// A file that is being read.
#[derive(Default)]
struct OpenFile {
    path: String,
    lines: Lines,
    /// Not known before the first line with anything in it.
    role: Option<Role>,
    trace: Store,
    labels: Labels,
}

/// All files of a Paraver trace.
#[derive(Default)]
pub(super) struct Files {
    open: Option<Box<OpenFile>>,
    trace: Option<Box<Store>>,
    labels: Vec<(String, Labels)>,
    /// The first file, for notes on all files.
    first: String,
}

/// The threads that become processes, one after the other.
pub(super) struct ThreadProcesses {
    path: String,
    /// The last is the next.
    threads: Vec<Thread>,
    actions: Vec<Action>,
    messages: Vec<Message>,
    roots: Roots,
    program: Program,
    tick: Tick,
}

impl OpenFile {
    fn line(&mut self, line: &Line<'_>) {
        let first = self.role.is_none();
        if first {
            let bytes = line.bytes.strip_prefix(BOM).unwrap_or(line.bytes);
            self.role = Role::of(bytes);
        }
        match self.role {
            Some(Role::Trace) => self.trace.line(line),
            Some(Role::Labels) if !line.too_long => self.labels.line(line.bytes),
            _ => {}
        }
    }
}

impl FileSet for Files {
    fn begin(&mut self, file: &FileInfo) {
        let trace = Store::new(&file.path);
        if self.first.is_empty() || file.path < self.first {
            self.first.clone_from(&file.path);
        }
        self.open = Some(Box::new(OpenFile { path: file.path.clone(), trace, ..OpenFile::default() }));
    }

    fn read(&mut self, chunk: &[u8]) {
        let Some(open) = &mut self.open else { return };
        let mut lines = std::mem::take(&mut open.lines);
        let _: Result<(), ()> = lines.read(chunk, |line| {
            open.line(&line);
            Ok(())
        });
        open.lines = lines;
    }

    fn finish(&mut self) -> Result<(), Note> {
        let Some(mut open) = self.open.take() else { return Ok(()) };
        let mut lines = std::mem::take(&mut open.lines);
        let _: Result<(), ()> = lines.end(|line| {
            open.line(&line);
            Ok(())
        });
        let OpenFile { path, role, trace, labels, .. } = *open;
        match (role, &self.trace) {
            (Some(Role::Trace), Some(other)) => {
                let note = Note::error(&path, "several Paraver traces were opened together")
                    .found(format!("{} and {path}", other.path))
                    .expected("one .prv with its .pcf and .row")
                    .remedy("open only one of them");
                return Err(note.clashing(&other.path));
            }
            (Some(Role::Trace), None) => self.trace = Some(Box::new(trace)),
            (Some(Role::Labels), _) => self.labels.push((path, labels)),
            _ => {}
        }
        Ok(())
    }

    fn abandon(&mut self) {
        self.open = None;
    }

    fn kept_bytes(&self) -> u64 {
        let open = self.open.as_ref().map_or(0, |open| open.trace.kept_bytes() + open.labels.kept_bytes());
        let trace = self.trace.as_ref().map_or(0, |trace| trace.kept_bytes());
        open + trace + self.labels.iter().map(|(_, labels)| labels.kept_bytes()).sum::<u64>()
    }

    fn events(&self) -> u64 {
        let open = self.open.as_ref().map_or(0, |open| open.trace.events);
        open + self.trace.as_ref().map_or(0, |trace| trace.events)
    }
}

impl TraceFiles for Files {
    type Source = ThreadProcesses;

    fn assemble(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<ThreadProcesses, Note> {
        let labels = std::mem::take(&mut self.labels);
        ThreadProcesses::new(self.trace.take(), labels, &self.first, trace, notes)
    }
}

impl ThreadProcesses {
    fn new(
        store: Option<Box<Store>>,
        labels: Vec<(String, Labels)>,
        first: &str,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<Self, Note> {
        let Some(mut store) = store else {
            return Err(Note::error(first, "the .prv file of the Paraver trace is missing")
                .found("only its .pcf or .row file")
                .expected("the .prv file beside it")
                .remedy("open the files together"));
        };
        let path = std::mem::take(&mut store.path);
        let labels = labels_of(&path, labels, notes);
        if store.events == 0 {
            return Err(no_events(&path, &store));
        }
        notes.begin_file(&path);
        for (problem, note) in store.problems() {
            notes.add(problem, |_| note);
        }
        let refused = |error| Note::from_build(&error, &path);
        let meaning = Meaning::new(&store, &labels, trace).map_err(refused)?;
        let threads = std::mem::take(&mut store.threads).into_list();
        note_passed_over(&store, &meaning, &threads, notes);
        let tick = store.header.tick().unwrap_or_else(|| {
            note_unit(notes);
            Tick::per_second(1_000_000)
        });
        let threads = choose(threads, &meaning, store.header.all_tasks(), notes);
        if threads.is_empty() {
            return Err(no_events(&path, &store));
        }
        let members = |application, comm| {
            let count = match store.comms.get(&(application, comm))? {
                super::store::Members::List(list) => list.len(),
                super::store::Members::All => store.header.tasks(application)? as usize,
            };
            Some(count)
        };
        let roots = Roots::learn(&threads, store.event_kinds.list(), &meaning.classes, members);
        let messages = std::mem::take(&mut store.messages).into_list();
        let actions = meaning.actions;
        let program = Program::default();
        Ok(Self { path, threads, actions, messages, roots, program, tick })
    }
}

impl ProcessSource for ThreadProcesses {
    type Converter = ThreadConverter;

    fn next_process(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<Option<ThreadConverter>, Note> {
        let Some(thread) = self.threads.pop() else { return Ok(None) };
        trace.begin_source(&self.path);
        let process = trace
            .process(ProcessId(thread.rank))
            .and_then(|slot| mpi::Process::new(slot, thread.rank, trace))
            .map_err(|error| Note::from_build(&error, &self.path))?;
        process.begin_times(self.tick, trace);
        let (converter, in_order) = ThreadConverter::new(process, thread);
        if !in_order {
            notes.add(Problem::OutOfOrder, |file| {
                let what = "the events of a process are not in order of time";
                Note::warning(file, what).remedy("sorted")
            });
        }
        Ok(Some(converter))
    }

    fn convert(
        &mut self,
        converter: &mut ThreadConverter,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, Note> {
        let (actions, messages, roots) = (&self.actions[..], &self.messages[..], &self.roots);
        let shared = Shared { actions, messages, roots };
        let mut out = Output { trace, notes, program: &mut self.program };
        let done = converter.step(SLICE, shared, &mut out);
        done.map_err(|error| Note::from_build(&error, &self.path))
    }

    fn finish(&mut self, trace: &TraceBuilder, notes: &mut Notes) {
        self.program.note(trace, notes);
    }
}

/// The names that belong to a trace: those of the same name, else the only ones.
fn labels_of(path: &str, mut labels: Vec<(String, Labels)>, notes: &mut Notes) -> Labels {
    let stem = |path: &str| -> String {
        let base = path.rsplit(['/', '\\']).next().unwrap_or(path);
        base.split(".prv").next().unwrap_or(base).split(".pcf").next().unwrap_or(base).to_owned()
    };
    let own = stem(path);
    if labels.len() > 1 {
        labels.retain(|(other, _)| stem(other) == own);
    }
    match labels.pop() {
        Some((_, labels)) => labels,
        None => {
            notes.begin_file(path);
            notes.add(Problem::Ignored, |file| {
                Note::info(file, "the .pcf file with the event names is missing")
                    .expected("the .pcf file beside the .prv")
                    .remedy("MPI calls get their standard names; other events are left out")
            });
            Labels::default()
        }
    }
}

fn no_events(path: &str, store: &Store) -> Note {
    let what = "the file contains no usable event";
    match store.first_problem() {
        Some(first) => Note::unusable(what, first.clone(), first.count),
        None => Note::error(path, what)
            .found(format!(
                "{}, {}",
                counted(store.states, "state"),
                counted(store.others + store.events, "unnamed value")
            ))
            .expected(
                "events with types that are known or named in the .pcf (lines that begin with 2), or messages (3)",
            ),
    }
}

/// Notes the data that is not a call, message or stretch.
fn note_passed_over(store: &Store, meaning: &Meaning, threads: &[Thread], notes: &mut Notes) {
    let is_nameless = |id: &&u32| meaning.nameless.get(**id as usize) == Some(&true);
    let nameless = |thread: &Thread| thread.event_kinds.iter().filter(is_nameless).count() as u64;
    let values = store.others + threads.iter().map(nameless).sum::<u64>();
    if store.states + values > 0 {
        notes.add(Problem::PassedOver, |file| {
            Note::info(file, "states, counters and unnamed events are left out").found(format!(
                "{}, {}",
                counted(store.states, "state"),
                counted(values, "value")
            ))
        });
    }
}

/// Chooses the thread that represents each process: the one with the calls and messages; without any in the
/// whole trace, all of them. The last is the next to be converted, so the order is descending.
fn choose(threads: Vec<Thread>, meaning: &Meaning, tasks: Option<u64>, notes: &mut Notes) -> Vec<Thread> {
    let is_known = |id: &u32| meaning.nameless.get(*id as usize) == Some(&false);
    let says_something = |thread: &Thread| {
        !thread.sends.is_empty() || !thread.receives.is_empty() || thread.event_kinds.iter().any(is_known)
    };
    let mut threads: Vec<Thread> =
        threads.into_iter().filter(|thread| !thread.is_empty() && says_something(thread)).collect();
    threads.sort_small_by_key(|thread| (thread.rank, thread.number));
    if threads.iter().all(|thread| thread.weight() == 0) {
        for (rank, thread) in (0..=ProcessId::MAX).zip(&mut threads) {
            thread.rank = rank;
        }
        threads.truncate(ProcessId::MAX as usize + 1);
        notes.add(Problem::NumberGiven, |file| {
            Note::info(file, "the trace has no MPI calls and no messages")
                .remedy("every thread with events counts as a process")
        });
    } else {
        threads = one_each(threads, notes);
    }
    note_absent(&threads, tasks, notes);
    threads.reverse();
    threads
}

/// Of the threads of a process the one that communicates most.
fn one_each(threads: Vec<Thread>, notes: &mut Notes) -> Vec<Thread> {
    let rank = |thread: &Thread| (thread.weight(), thread.event_kinds.len(), std::cmp::Reverse(thread.number));
    let mut chosen: Vec<Thread> = Vec::new();
    let (mut others, mut messages) = (0u64, 0u64);
    for mut thread in threads {
        if let Some(last) = chosen.last_mut().filter(|last| last.rank == thread.rank) {
            if rank(last) < rank(&thread) {
                std::mem::swap(last, &mut thread);
            }
            others += 1;
            messages += (thread.sends.len() + thread.receives.len()) as u64;
        } else {
            chosen.push(thread);
        }
    }
    if others > 0 {
        let severity = if messages > 0 { Severity::Warning } else { Severity::Info };
        notes.add(Problem::Ignored, |file| {
            Note::new(severity, file, "only the communicating thread of each process is read")
                .found(format!("{} with {}", counted(others, "other thread"), counted(messages, "message")))
                .remedy("the others are left out")
        });
    }
    chosen
}

/// Notes that the trace does not name its unit of time.
fn note_unit(notes: &mut Notes) {
    notes.add(Problem::TimeUnit, |file| {
        Note::info(file, "the first line does not name the unit of times")
            .expected("a time like 6082352213_ns")
            .remedy("read as microseconds, as the format defines it")
    });
}

fn note_absent(threads: &[Thread], tasks: Option<u64>, notes: &mut Notes) {
    let Some(tasks) = tasks.filter(|&tasks| tasks > threads.len() as u64) else { return };
    notes.add(Problem::PeerUnknown, |file| {
        Note::warning(file, "some processes have no events")
            .found(format!("{} of {}", thousands(tasks - threads.len() as u64), thousands(tasks)))
            .remedy("they may have been cut from the trace")
    });
}

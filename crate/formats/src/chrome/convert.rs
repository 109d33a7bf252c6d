//! From the events of threads to processes of the trace.

use loopscope_core::numbers::{plural, thousands};
use loopscope_core::trace::{BuildError, Kind, NameId, ProcessSlot, Record, RecordId, Span, TraceBuilder};
use rustc_hash::FxHashMap;

use super::file::{EventKey, File, INSTANT, NAMELESS};
use super::order::{sort, NestingErrors, SliceNesting, SliceStep};
use super::threads::{choose, Chosen};
use super::times::Scale;
use crate::collection::{ProcessSource, SLICE};
use crate::input::json::one_line;
use crate::input::words::or_unnamed;
use crate::mpi::call_args::CallArgs;
use crate::mpi::call_replay::{members, CallReplay};
use crate::mpi::names::{canonical, Class};
use crate::mpi::timeline::push_call;
use crate::mpi::{Output, Program};
use crate::nested_items::NestedItems;
use crate::notes::{Note, Notes, Place, Problem, Severity};

/// Names in a list of threads.
const LISTED: usize = 6;

/// The threads of all files that become processes, one after the other.
#[derive(Debug)]
pub(super) struct ChromeProcesses {
    /// Files that are to be converted, the next one last.
    files: Vec<File>,
    /// The first of them, which notes on the whole program are about.
    first: String,
    current: Option<FileThreads>,
    program: Program,
    /// Whether any file has calls of MPI, and so something to say of messages.
    has_calls: bool,
    scale: Scale,
}

/// The file that is being converted.
#[derive(Debug)]
struct FileThreads {
    file: File,
    /// Threads that are to be converted, the next one last.
    chosen: Vec<Chosen>,
    /// How many processes it gives, if they are those of an MPI program.
    world: Option<u32>,
    is_mpi: bool,
    errors: NestingErrors,
}

/// The thread that is being converted.
#[derive(Debug)]
pub(super) struct ThreadConverter {
    nesting: SliceNesting,
    slot: ProcessSlot,
    scale: Scale,
    replay: Option<CallReplay>,
    items: NestedItems,
    /// Records of items, by event key.
    records: Vec<Option<RecordId>>,
    calls: FxHashMap<u32, (NameId, Class)>,
    /// Names of local events: entered, left, happened.
    locals: FxHashMap<(u32, u8), NameId>,
}

impl From<Vec<File>> for ChromeProcesses {
    /// Of these files, in natural order of their paths.
    fn from(mut files: Vec<File>) -> Self {
        let first = files.first().map(|file| file.path.clone()).unwrap_or_default();
        let scale = Scale::of(files.iter().map(|file| &file.times));
        files.reverse();
        let has_calls = files.iter().flat_map(|file| &file.threads).any(|thread| thread.calls > 0);
        let program = Program::default();
        Self { files, first, current: None, program, has_calls, scale }
    }
}

impl ProcessSource for ChromeProcesses {
    type Converter = ThreadConverter;

    fn next_process(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<Option<ThreadConverter>, Note> {
        loop {
            let Some(current) = &mut self.current else {
                let Some(file) = self.files.pop() else { return Ok(None) };
                self.current = Some(FileThreads::new(file));
                continue;
            };
            if let Some(chosen) = current.chosen.pop() {
                let begun = current.begin(chosen, self.scale, trace, notes);
                return begun.map_err(|error| Note::from_build(&error, &current.file.path));
            }
            current.note_nesting();
            let (times, path) = (current.file.times, current.file.path.clone());
            times.note(&path, |problem, note| current.file.note(problem, |_| note));
            current.file.give_notes(notes);
            self.current = None;
        }
    }

    fn convert(
        &mut self,
        converter: &mut ThreadConverter,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, Note> {
        let Some(current) = &mut self.current else { return Ok(true) };
        let mut out = Output { trace, notes, program: &mut self.program };
        let done = converter.step(&current.file, &mut out);
        let done = done.map_err(|error| Note::from_build(&error, &current.file.path))?;
        if done {
            current.errors.add(&converter.nesting.errors);
        }
        Ok(done)
    }

    fn finish(&mut self, trace: &TraceBuilder, notes: &mut Notes) {
        if self.has_calls {
            notes.begin_file(&self.first);
            self.program.note(trace, notes);
        }
    }
}

impl FileThreads {
    fn new(mut file: File) -> Self {
        let (mut chosen, left_out) = choose(&file);
        let is_mpi = file.threads.iter().any(|thread| thread.calls > 0);
        if !left_out.is_empty() {
            let names: Vec<String> = left_out
                .iter()
                .take(LISTED)
                .filter_map(|&at| {
                    let thread = file.threads.get(at)?;
                    Some(thread.name.clone().unwrap_or_else(|| thread.id.clone()))
                })
                .collect();
            let count = left_out.len() as u64;
            file.note(Problem::PeerUnknown, |file| {
                Note::info(file, "only the communicating thread of each process is read")
                    .found(format!(
                        "{} {}: {}{}",
                        thousands(count),
                        plural(count, "other thread"),
                        names.join(", "),
                        if count as usize > names.len() { ", .." } else { "" },
                    ))
                    .remedy("the others are left out, because the order of events between threads is unknown")
            });
        }
        // What is left out is kept no longer.
        for at in left_out {
            if let Some(thread) = file.threads.get_mut(at) {
                thread.entries = Vec::new();
            }
        }
        let world = (is_mpi && chosen.len() > 1).then_some(chosen.len() as u32);
        chosen.reverse();
        let errors = NestingErrors::default();
        Self { file, chosen, world, is_mpi, errors }
    }

    /// Begins a thread; every chosen thread is one of the file.
    fn begin(
        &mut self,
        chosen: Chosen,
        scale: Scale,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<Option<ThreadConverter>, BuildError> {
        let Some(thread) = self.file.threads.get_mut(chosen.thread) else { return Ok(None) };
        let (mut entries, in_order) = (std::mem::take(&mut thread.entries), thread.in_order);
        sort(&mut entries, in_order, self.file.own);
        trace.begin_source(&chosen.source);
        if notes.file() != self.file.path {
            notes.begin_file(&self.file.path);
        }
        let slot = match chosen.number {
            Some(number) => trace.process(number)?,
            None => trace.unnumbered_process(),
        };
        if self.file.has_times(chosen.thread) {
            trace.begin_times(slot, scale.unit());
        }
        let replay = if self.is_mpi {
            let own = chosen.number.map_or(0, |number| number.0);
            Some(CallReplay::new(slot, own, self.world, trace)?)
        } else {
            None
        };
        Ok(Some(ThreadConverter {
            nesting: SliceNesting::new(entries),
            slot,
            scale,
            replay,
            items: NestedItems::new(slot, true),
            records: Vec::new(),
            calls: FxHashMap::default(),
            locals: FxHashMap::default(),
        }))
    }

    fn note_nesting(&mut self) {
        let name_of = |file: &File, what: Option<u32>| match what.filter(|&it| it != NAMELESS) {
            Some(what) => format!("{:?}", file.name(what)),
            None => "an unnamed one".to_owned(),
        };
        let errors = self.errors;
        for (problem, count, first, what, remedy) in [
            (
                Problem::ReturnWithoutCall,
                errors.ends,
                errors.first_end,
                "end events have no matching begin event",
                "left out; the beginning of the trace may be missing",
            ),
            (
                Problem::CallNotReturned,
                errors.begins,
                errors.first_begin,
                "begin events have no matching end event",
                "each such slice is assumed to end with the slice around it",
            ),
            (
                Problem::SlicesOverlap,
                errors.overlaps,
                errors.first_overlap,
                "slices of one thread overlap",
                "each is cut where the slice in which it begins ends",
            ),
        ] {
            if count > 0 {
                let found = format!("{}, the first {}", thousands(count), name_of(&self.file, first));
                let usual = problem == Problem::CallNotReturned && errors.open_at_end == count;
                let severity = if usual { Severity::Info } else { Severity::Warning };
                self.file.note(problem, |file| Note::new(severity, file, what).found(found).remedy(remedy));
            }
        }
    }
}

impl ThreadConverter {
    /// Converts up to [`SLICE`] events; whether those were the last.
    fn step(&mut self, file: &File, out: &mut Output<'_>) -> Result<bool, BuildError> {
        for _ in 0..SLICE {
            let more = if file.own { self.own_event(file, out)? } else { self.event(file, out)? };
            if !more {
                match &mut self.replay {
                    Some(replay) => replay.process.finish(out)?,
                    None => self.items.finish(out.trace, out.notes)?,
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes an event; `false` after the last.
    fn event(&mut self, file: &File, out: &mut Output<'_>) -> Result<bool, BuildError> {
        let mut result = Ok(());
        let (items, records, scale) = (&mut self.items, &mut self.records, self.scale);
        let (calls, locals) = (&mut self.calls, &mut self.locals);
        let replay = &mut self.replay;
        let more = self.nesting.advance(
            |what| file.event_keys.get(what as usize).map_or(NAMELESS, |key| key.name),
            |step, time| {
                let time = scale.ticks(time);
                if result.is_ok() {
                    result = match replay {
                        None => item((step, time), file, items, records, out),
                        Some(replay) => apply_step((step, time), file, replay, calls, locals, out),
                    };
                }
            },
        );
        result.map(|()| more)
    }

    /// The same of a file that Loopscope wrote: slices follow each other, or are events of one call.
    fn own_event(&mut self, file: &File, out: &mut Output<'_>) -> Result<bool, BuildError> {
        let Some(entry) = self.nesting.next_entry() else { return Ok(false) };
        let record = record_of(entry.what, file, &mut self.records, out)?;
        let enter = self.scale.ticks(entry.at);
        let leave = self.scale.ticks(entry.at.saturating_add(entry.duration.max(0)));
        match file.event_keys.get(entry.what as usize).and_then(|key| key.kind) {
            None | Some(Kind::Call) => {
                push_call(self.slot, record, Some((enter, leave)), out.trace)?;
            }
            Some(_) if entry.duration == INSTANT => {
                out.trace.push_timed_event(self.slot, record, 0, enter)?;
            }
            Some(_) => out.trace.push_event_at(self.slot, record, Span { enter, leave })?,
        }
        Ok(true)
    }
}

/// Without MPI: what begins is an item.
fn item(
    (step, time): (SliceStep, u64),
    file: &File,
    items: &mut NestedItems,
    records: &mut Vec<Option<RecordId>>,
    out: &mut Output<'_>,
) -> Result<(), BuildError> {
    let (what, leave) = match step {
        SliceStep::Enter(what) => (what, None),
        SliceStep::Instant(what) => (what, Some(time)),
        SliceStep::Leave(..) => {
            items.leave(time);
            return Ok(());
        }
    };
    let record = record_of(what, file, records, out)?;
    items.enter(record, time, leave, out.trace)
}

/// The record of an event that stands for itself.
fn record_of(
    what: u32,
    file: &File,
    records: &mut Vec<Option<RecordId>>,
    out: &mut Output<'_>,
) -> Result<RecordId, BuildError> {
    if let Some(&Some(record)) = records.get(what as usize) {
        return Ok(record);
    }
    let key = file.event_keys.get(what as usize);
    let name = out.trace.name(file.name(what))?;
    let args = key.and_then(|key| file.args.get(key.args? as usize));
    let record = match (key.and_then(|key| key.kind), args) {
        (Some(kind), Some(args)) => {
            let group = members(args.comm(), true).filter(|members| !members.is_empty());
            let group = group.map(|members| out.trace.group_of_ranges(&members)).transpose()?;
            let op = match args.op() {
                "" => None,
                op => Some(out.trace.name(&or_unnamed(one_line(op.as_bytes())))?),
            };
            let site = match args.site() {
                "" => None,
                site => Some(out.trace.name(&or_unnamed(one_line(site.as_bytes())))?),
            };
            Record { site, ..args.record(kind, name, group, op) }
        }
        _ => Record::new(Kind::Call, name),
    };
    let record = out.trace.record(record)?;
    if records.len() <= what as usize {
        records.resize(what as usize + 1, None);
    }
    if let Some(place) = records.get_mut(what as usize) {
        *place = Some(record);
    }
    Ok(record)
}

/// With MPI: calls do what their arguments say, other slices are local.
fn apply_step(
    (step, time): (SliceStep, u64),
    file: &File,
    replay: &mut CallReplay,
    calls: &mut FxHashMap<u32, (NameId, Class)>,
    locals: &mut FxHashMap<(u32, u8), NameId>,
    out: &mut Output<'_>,
) -> Result<(), BuildError> {
    let (what, later) = match step {
        SliceStep::Enter(what) | SliceStep::Instant(what) => (what, NAMELESS),
        SliceStep::Leave(what, later) => (what, later),
    };
    let Some(&EventKey { name, args, .. }) = file.event_keys.get(what as usize) else {
        return Ok(());
    };
    replay.process.set_time(Some(time));
    if !file.names.get(name as usize).is_some_and(|name| name.is_call) {
        let (kind, word) = match step {
            SliceStep::Enter(_) => (0, "enter "),
            SliceStep::Leave(..) => (1, "leave "),
            SliceStep::Instant(_) => (2, ""),
        };
        let words = match locals.get(&(name, kind)) {
            Some(&words) => words,
            None => {
                let words = out.trace.name(&format!("{word}{}", file.name(what)))?;
                locals.insert((name, kind), words);
                words
            }
        };
        return replay.process.local(words, out);
    }
    let call = match calls.get(&name) {
        Some(&call) => call,
        None => {
            let text = file.name(what);
            let name_of_call = canonical(text);
            let text = name_of_call.as_deref().unwrap_or(text);
            let call = (out.trace.name(text)?, Class::of(text));
            calls.insert(name, call);
            call
        }
    };
    let args = args.and_then(|args| file.args.get(args as usize));
    match step {
        SliceStep::Enter(_) => replay.process.enter_call(call.0, Place::Whole, out),
        SliceStep::Instant(_) => {
            let (none, times) = (CallArgs::default(), Some((time, time)));
            replay.call(call, args.unwrap_or(&none), times, Place::Whole, out)?;
        }
        SliceStep::Leave(..) => {
            let later = file.event_keys.get(later as usize).and_then(|key| key.args);
            let later = later.and_then(|later| file.args.get(later as usize));
            let mut both = args.cloned().unwrap_or_default();
            if let Some(later) = later {
                both.add(later);
            }
            replay.act(call, &both, out)?;
            replay.process.leave_call(call.0, Place::Whole, out)?;
        }
    }
    Ok(())
}

//! From the events of threads to processes of the trace, a slice of time at a time.

use loopscope_core::numbers::{plural, thousands};
use loopscope_core::trace::{
    BuildError, Kind, NameId, ProcessSlot, Record, RecordId, TraceBuilder, View,
};
use rustc_hash::FxHashMap;

use super::gather::{File, Said, NAMELESS};
use super::order::{sort, Misfits, Step, Walk};
use super::threads::{choose, Chosen};
use crate::input::json::one_line;
use crate::input::words::or_unnamed;
use crate::mpi::call_args::CallArgs;
use crate::mpi::call_replay::{members, CallReplay};
use crate::mpi::names::{canonical, Class};
use crate::mpi::{Output, Program};
use crate::notes::{Note, Notes, Place, Problem, Severity};

/// Events that are converted between two looks at the clock.
const AT_ONCE: usize = 50_000;

/// Names in a list of threads.
const LISTED: usize = 6;

/// The conversion of all files, one thread after the other.
#[derive(Debug)]
pub(super) struct Building {
    /// Files that are to be converted, the next one last.
    files: Vec<File>,
    /// The first of them, which notes on the whole program are about.
    first: String,
    current: Option<Current>,
    program: Program,
    /// Whether any file has calls of MPI, and so something to say of messages.
    has_calls: bool,
}

/// The file that is being converted.
#[derive(Debug)]
struct Current {
    file: File,
    /// Threads that are to be converted, the next one last.
    chosen: Vec<Chosen>,
    /// How many processes it gives, if they are those of an MPI program.
    world: Option<u32>,
    is_mpi: bool,
    thread: Option<Conversion>,
    misfits: Misfits,
}

/// The thread that is being converted.
#[derive(Debug)]
struct Conversion {
    walk: Walk,
    slot: ProcessSlot,
    caller: Option<CallReplay>,
    /// Records of items, by what is said.
    items: Vec<Option<RecordId>>,
    calls: FxHashMap<u32, (NameId, Class)>,
    /// Names of local events: entered, left, happened.
    locals: FxHashMap<(u32, u8), NameId>,
}

impl Building {
    /// Of these files, in natural order of their paths.
    pub(super) fn new(mut files: Vec<File>) -> Building {
        let first = files.first().map(|file| file.path.clone()).unwrap_or_default();
        files.reverse();
        let has_calls = files.iter().flat_map(|file| &file.threads).any(|thread| thread.calls > 0);
        Building { files, first, current: None, program: Program::default(), has_calls }
    }

    /// A slice of the work; whether that was all.
    pub(super) fn step(
        &mut self,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<bool, Note> {
        let Some(current) = &mut self.current else {
            let Some(file) = self.files.pop() else {
                if self.has_calls {
                    notes.begin_file(&self.first);
                    self.program.note(trace, notes);
                }
                return Ok(true);
            };
            self.current = Some(Current::new(file));
            return Ok(false);
        };
        let done = current.step(trace, notes, &mut self.program);
        if done.map_err(|error| Note::from_build(&error, &current.file.path))? {
            if let Some(mut current) = self.current.take() {
                current.note_misfits();
                current.file.give_notes(notes);
            }
        }
        Ok(false)
    }
}

impl Current {
    fn new(mut file: File) -> Current {
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
                Note::new(
                    Severity::Info,
                    file,
                    "threads besides the one that communicates are left out",
                )
                .found(format!(
                    "{} {}: {}{}",
                    thousands(count),
                    plural(count, "thread"),
                    names.join(", "),
                    if count as usize > names.len() { ", .." } else { "" },
                ))
                .remedy("the order of events between threads is not known")
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
        let misfits = Misfits::default();
        Current { file, chosen, world, is_mpi, thread: None, misfits }
    }

    /// A slice of the work; whether the file is converted.
    fn step(
        &mut self,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
        program: &mut Program,
    ) -> Result<bool, BuildError> {
        let Some(conversion) = &mut self.thread else {
            let Some(chosen) = self.chosen.pop() else { return Ok(true) };
            self.thread = self.begin(chosen, trace, notes)?;
            return Ok(false);
        };
        let mut out = Output { trace, notes, program };
        for _ in 0..AT_ONCE {
            if !conversion.event(&self.file, &mut out)? {
                if let Some(caller) = &mut conversion.caller {
                    caller.process.finish(&mut out)?;
                }
                let (more, all) = (conversion.walk.misfits, &mut self.misfits);
                all.ends += more.ends;
                all.begins += more.begins;
                all.open_at_end += more.open_at_end;
                all.overlaps += more.overlaps;
                all.first_end = all.first_end.or(more.first_end);
                all.first_begin = all.first_begin.or(more.first_begin);
                all.first_overlap = all.first_overlap.or(more.first_overlap);
                self.thread = None;
                out.trace.end_source();
                break;
            }
        }
        Ok(false)
    }

    fn begin(
        &mut self,
        chosen: Chosen,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<Option<Conversion>, BuildError> {
        let Some(thread) = self.file.threads.get_mut(chosen.thread) else { return Ok(None) };
        let (mut entries, in_order) = (std::mem::take(&mut thread.entries), thread.in_order);
        sort(&mut entries, in_order);
        trace.begin_source(&chosen.source);
        if notes.file() != self.file.path {
            notes.begin_file(&self.file.path);
        }
        let slot = match chosen.number {
            Some(number) => trace.process(number)?,
            None => trace.unnumbered_process(),
        };
        let caller = if self.is_mpi {
            let own = chosen.number.map_or(0, |number| number.0);
            Some(CallReplay::new(slot, own, self.world, trace)?)
        } else {
            None
        };
        Ok(Some(Conversion {
            walk: Walk::new(entries),
            slot,
            caller,
            items: Vec::new(),
            calls: FxHashMap::default(),
            locals: FxHashMap::default(),
        }))
    }

    fn note_misfits(&mut self) {
        let name_of = |file: &File, what: Option<u32>| match what.filter(|&it| it != NAMELESS) {
            Some(what) => format!("{:?}", file.name(what)),
            None => "one without a name".to_owned(),
        };
        let misfits = self.misfits;
        for (problem, count, first, what, remedy) in [
            (
                Problem::ReturnWithoutCall,
                misfits.ends,
                misfits.first_end,
                "ends have no beginning",
                "left out; the beginning of the trace may be missing",
            ),
            (
                Problem::CallNotReturned,
                misfits.begins,
                misfits.first_begin,
                "slices are begun and never ended",
                "taken to last as long as the slice around them",
            ),
            (
                Problem::SlicesOverlap,
                misfits.overlaps,
                misfits.first_overlap,
                "slices of one thread overlap",
                "taken to end with the slice that they begin in",
            ),
        ] {
            if count > 0 {
                let found =
                    format!("{}, the first {}", thousands(count), name_of(&self.file, first));
                let usual = problem == Problem::CallNotReturned && misfits.open_at_end == count;
                let severity = if usual { Severity::Info } else { Severity::Warning };
                self.file.note(problem, |file| {
                    Note::new(severity, file, what).found(found).remedy(remedy)
                });
            }
        }
    }
}

impl Conversion {
    /// Takes an event; `false` behind the last.
    fn event(&mut self, file: &File, out: &mut Output<'_>) -> Result<bool, BuildError> {
        let mut result = Ok(());
        let (slot, items) = (self.slot, &mut self.items);
        let (calls, locals) = (&mut self.calls, &mut self.locals);
        let caller = &mut self.caller;
        let more = self.walk.advance(
            |what| file.said.get(what as usize).map_or(NAMELESS, |said| said.name),
            |step| {
                if result.is_ok() {
                    result = match caller {
                        None => item(step, file, slot, items, out),
                        Some(caller) => happens(step, file, caller, calls, locals, out),
                    };
                }
            },
        );
        result.map(|()| more)
    }
}

/// Without MPI: what begins is an item.
fn item(
    step: Step,
    file: &File,
    slot: ProcessSlot,
    items: &mut Vec<Option<RecordId>>,
    out: &mut Output<'_>,
) -> Result<(), BuildError> {
    let (Step::Enter(what) | Step::Instant(what)) = step else { return Ok(()) };
    let said = file.said.get(what as usize);
    let kind = said.and_then(|said| said.kind);
    let view = match kind {
        None | Some(Kind::Call) => View::Calls,
        Some(_) => View::Communication,
    };
    if let Some(&Some(record)) = items.get(what as usize) {
        return out.trace.push(slot, view, record);
    }
    let name = out.trace.name(file.name(what))?;
    let told = said.and_then(|said| file.told.get(said.told? as usize));
    let record = match (kind, told) {
        (Some(kind), Some(told)) => {
            let group = members(told.comm(), true).filter(|members| !members.is_empty());
            let group = group.map(|members| out.trace.group_of_ranges(&members)).transpose()?;
            let op = match told.op() {
                "" => None,
                op => Some(out.trace.name(&or_unnamed(one_line(op.as_bytes())))?),
            };
            told.record(kind, name, group, op)
        }
        _ => Record::new(Kind::Call, name),
    };
    let record = out.trace.record(record)?;
    if items.len() <= what as usize {
        items.resize(what as usize + 1, None);
    }
    if let Some(place) = items.get_mut(what as usize) {
        *place = Some(record);
    }
    out.trace.push(slot, view, record)
}

/// With MPI: calls do what their arguments say, other slices are local.
fn happens(
    step: Step,
    file: &File,
    caller: &mut CallReplay,
    calls: &mut FxHashMap<u32, (NameId, Class)>,
    locals: &mut FxHashMap<(u32, u8), NameId>,
    out: &mut Output<'_>,
) -> Result<(), BuildError> {
    let (what, later) = match step {
        Step::Enter(what) | Step::Instant(what) => (what, NAMELESS),
        Step::Leave(what, later) => (what, later),
    };
    let Some(&Said { name, told, .. }) = file.said.get(what as usize) else { return Ok(()) };
    if !file.names.get(name as usize).is_some_and(|name| name.is_call) {
        let (kind, word) = match step {
            Step::Enter(_) => (0, "enter "),
            Step::Leave(..) => (1, "leave "),
            Step::Instant(_) => (2, ""),
        };
        let words = match locals.get(&(name, kind)) {
            Some(&words) => words,
            None => {
                let words = out.trace.name(&format!("{word}{}", file.name(what)))?;
                locals.insert((name, kind), words);
                words
            }
        };
        return caller.process.local(words, out);
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
    let told = told.and_then(|told| file.told.get(told as usize));
    match step {
        Step::Enter(_) => caller.process.enter_call(call.0, Place::Whole, out),
        Step::Instant(_) => {
            caller.call(call, told.unwrap_or(&CallArgs::default()), Place::Whole, out)?;
        }
        Step::Leave(..) => {
            let later = file.said.get(later as usize).and_then(|said| said.told);
            let later = later.and_then(|later| file.told.get(later as usize));
            let mut both = told.cloned().unwrap_or_default();
            if let Some(later) = later {
                both.add(later);
            }
            caller.act(call, &both, out)?;
            caller.process.leave_call(call.0, Place::Whole, out)?;
        }
    }
    Ok(())
}

impl File {
    /// The name of what is said.
    pub(super) fn name(&self, what: u32) -> &str {
        let said = self.said.get(what as usize);
        let name = said.and_then(|said| self.names.get(said.name as usize));
        name.map_or("", |name| &name.text)
    }
}

//! Turns the lines of the native form into events of a trace.

use loopscope_core::trace::{
    BuildError, GroupId, Kind, NameId, ProcessId, ProcessSlot, Record, RecordId, TraceBuilder, View,
};
use rustc_hash::FxHashMap;

use super::line::{self, Bad, Line};
use crate::format::{FileInfo, Reader};
use crate::input::byte_map::ByteMap;
use crate::input::head::BOM;
use crate::input::lines::{self, Lines, Taken};
use crate::mpi::call_notes::note_too_deep;
use crate::mpi::calls::Unreturned;
use crate::mpi::{Calls, Collective, Left, MessageFields};
use crate::notes::{ContextLine, Note, Notes, Place, Problem};

/// Events that are appended together: enough that what a call costs does not matter.
const MOST_WAITING: usize = 1024;

/// What a line means for the calls around it.
#[derive(Clone, Copy)]
enum Effect {
    /// Nothing.
    None,
    /// A message was sent.
    Sent(MessageFields),
    /// A message was received.
    Received(MessageFields),
    /// A synchronisation took place.
    Sync(GroupId),
    /// A call begins.
    Call(NameId),
    /// A call ends.
    Return(NameId),
}

/// What a line means.
#[derive(Clone, Copy)]
struct Known {
    slot: ProcessSlot,
    record: RecordId,
    /// Index of the process in [`State::calls`].
    process: u32,
    effect: Effect,
}

pub(super) struct NativeReader {
    path: String,
    lines: Lines,
    state: State,
}

/// All of the reader but the lines, which are borrowed while this changes.
#[derive(Default)]
struct State {
    /// Lines that were read.
    known: ByteMap<Known>,
    /// The processes of this file in order of appearance.
    processes: FxHashMap<u32, (ProcessSlot, u32)>,
    calls: Vec<Calls>,
    /// Whether a call was ever seen: most files have none, and then effects need no look.
    has_calls: bool,
    /// Events of one process that are appended together.
    waiting: Vec<RecordId>,
    events: u64,
    bad: u64,
    first_bad: Option<Note>,
}

impl NativeReader {
    pub(super) fn new(file: &FileInfo) -> Self {
        Self { path: file.path.clone(), lines: Lines::default(), state: State::default() }
    }
}

impl Reader for NativeReader {
    fn read(&mut self, chunk: &[u8], trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        let state = &mut self.state;
        let result = self.lines.read_runs(chunk, |line| {
            let (number, after) = (line.number, line.after);
            state.line(line, trace, notes)?;
            state.known_lines(number, after, trace, notes)
        });
        result.map_err(|error| Note::from_build(&error, &self.path))
    }

    fn finish(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        let state = &mut self.state;
        let result = self.lines.end(|line| state.line(line, trace, notes));
        result.map_err(|error| Note::from_build(&error, &self.path))?;
        for open in &state.calls {
            if let Some(unreturned) = open.unreturned() {
                note_unreturned(unreturned, trace, notes);
            }
        }
        if state.events > 0 {
            return Ok(());
        }
        let what = "the file contains no usable event";
        Err(match state.first_bad.take() {
            Some(first) => Note::unusable(what, first, state.bad),
            None => {
                Note::error(&self.path, what).found("only comments and empty lines").expected(crate::format::EXPECTED)
            }
        })
    }
}

impl State {
    #[inline]
    fn line(&mut self, line: lines::Line<'_>, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), BuildError> {
        if notes.awaits_line() {
            self.following_line(&line, notes);
        }
        let Some(known) = self.known.get(line.bytes) else {
            return self.new_line(line, trace, notes);
        };
        self.events += 1;
        trace.push(known.slot, View::Communication, known.record)?;
        if self.has_calls {
            let known = *known;
            return self.apply(known, line.number, trace, notes);
        }
        Ok(())
    }

    /// The lines after line `number`, as long as each is the one that followed the line before it the last time.
    #[inline]
    fn known_lines(
        &mut self,
        number: u64,
        after: &[u8],
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<Taken, BuildError> {
        let (mut taken, mut rest) = (Taken::default(), after);
        // What follows a bad line is told to the notes.
        if notes.awaits_line() {
            return Ok(taken);
        }
        let mut slot = None;
        while let Some((known, length)) = self.known.following(rest, |byte| byte == b'\n') {
            taken.lines += 1;
            taken.bytes += length + 1;
            rest = after.get(taken.bytes..).unwrap_or_default();
            if self.has_calls {
                let known = *known;
                trace.push(known.slot, View::Communication, known.record)?;
                self.apply(known, number + taken.lines, trace, notes)?;
            } else {
                if slot != Some(known.slot) || self.waiting.len() == MOST_WAITING {
                    append(slot, &mut self.waiting, trace)?;
                    slot = Some(known.slot);
                }
                self.waiting.push(known.record);
            }
        }
        self.events += taken.lines;
        append(slot, &mut self.waiting, trace)?;
        Ok(taken)
    }

    /// The line after a bad one, for the contexts of notes.
    #[cold]
    fn following_line(&mut self, line: &lines::Line<'_>, notes: &mut Notes) {
        notes.following_line(line.number, line.bytes);
        if let Some(first) = self.first_bad.as_mut().filter(|_| self.bad == 1) {
            first.context.push(ContextLine::new(line.number, line.bytes, None));
        }
    }

    /// A line that is not in the map yet, or too long for it.
    #[cold]
    fn new_line(
        &mut self,
        line: lines::Line<'_>,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), BuildError> {
        let bytes = if line.number == 1 { line.bytes.strip_prefix(BOM).unwrap_or(line.bytes) } else { line.bytes };
        let parsed = if line.too_long { Err(Bad::too_long(bytes)) } else { line::parse(bytes) };
        let known = match parsed {
            Ok(None) => return Ok(()),
            Ok(Some(event)) => self.understand(event, trace)?,
            Err(bad) => {
                let note = |file: &str| bad.note(file, line.number, bytes, line.before());
                self.bad += 1;
                if self.first_bad.is_none() {
                    self.first_bad = Some(note(notes.file()));
                }
                notes.add(bad.problem, note);
                return Ok(());
            }
        };
        notes.saw_record(known.record, line.number);
        self.has_calls |= matches!(known.effect, Effect::Call(_) | Effect::Return(_));
        self.known.insert(bytes, known);
        self.events += 1;
        trace.push(known.slot, View::Communication, known.record)?;
        match self.has_calls {
            true => self.apply(known, line.number, trace, notes),
            false => Ok(()),
        }
    }

    /// Puts what a line says into the trace's tables.
    fn understand(&mut self, event: Line<'_>, trace: &mut TraceBuilder) -> Result<Known, BuildError> {
        let plain = Record::new;
        let fields = |peer, tag| MessageFields { peer: Some(peer), tag: Some(tag), bytes: None, group: None };
        let (process, record, effect) = match event {
            Line::Send { src, dst, tag } => {
                let plain = plain(Kind::Send, trace.name(Kind::Send.name())?);
                let record = Record { peer: Some(dst), tag: Some(tag), ..plain };
                (src, record, Effect::Sent(fields(dst, tag)))
            }
            Line::Recv { src, dst, tag } => {
                let plain = plain(Kind::Recv, trace.name(Kind::Recv.name())?);
                let record = Record { peer: Some(src), tag: Some(tag), ..plain };
                (dst, record, Effect::Received(fields(src, tag)))
            }
            Line::Sync { process, name, group } => {
                let name = trace.name(name)?;
                let group = trace.group_of_ranges(&group)?;
                let record = Record { group: Some(group), ..plain(Kind::Sync, name) };
                (process, record, Effect::Sync(group))
            }
            Line::Local { process, words } => {
                let effect = match words.split_once(' ') {
                    Some(("call", call)) => Effect::Call(trace.name(call)?),
                    Some(("return", call)) => Effect::Return(trace.name(call)?),
                    // Other: any words may be a local event.
                    _ => Effect::None,
                };
                (process, plain(Kind::Local, trace.name(&words)?), effect)
            }
        };
        let (slot, process) = self.process(process, trace)?;
        Ok(Known { slot, record: trace.record(record)?, process, effect })
    }

    fn process(&mut self, id: u32, trace: &mut TraceBuilder) -> Result<(ProcessSlot, u32), BuildError> {
        if let Some(&known) = self.processes.get(&id) {
            return Ok(known);
        }
        let new = (trace.process(ProcessId(id))?, self.calls.len() as u32);
        self.calls.push(Calls::default());
        self.processes.insert(id, new);
        Ok(new)
    }

    /// What the line means for the calls around it.
    fn apply(
        &mut self,
        known: Known,
        number: u64,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), BuildError> {
        let Some(open) = self.calls.get_mut(known.process as usize) else { return Ok(()) };
        match known.effect {
            Effect::None => {}
            Effect::Sent(fields) => open.sent(fields),
            Effect::Received(fields) => open.received(fields),
            Effect::Sync(group) => {
                open.collective(Collective { group: Some(group), ..Collective::default() });
            }
            Effect::Call(name) => {
                if !open.enter(name, Place::Line(number), None) {
                    note_too_deep(Place::Line(number), notes);
                }
            }
            Effect::Return(name) => match &open.leave(name) {
                Left::Completed(done) => {
                    if let Some(unreturned) = done.unreturned {
                        note_unreturned(unreturned, trace, notes);
                    }
                    let record = trace.record(done.record)?;
                    notes.saw_record(record, number);
                    trace.push(known.slot, View::Calls, record)?;
                }
                Left::NotEntered => notes.add(Problem::ReturnWithoutCall, |file| {
                    Note::warning(file, "a call returns without having been entered")
                        .at(Place::Line(number))
                        .found(format!("\"{}\"", trace.table().name(name_of(known, trace))))
                        .remedy("left out of the calls view")
                }),
                Left::TooDeep => {}
            },
        }
        Ok(())
    }
}

/// Appends the events that wait to the process that they are of.
fn append(slot: Option<ProcessSlot>, waiting: &mut Vec<RecordId>, trace: &mut TraceBuilder) -> Result<(), BuildError> {
    if let Some(slot) = slot {
        trace.push_all(slot, View::Communication, waiting)?;
        waiting.clear();
    }
    Ok(())
}

fn name_of(known: Known, trace: &TraceBuilder) -> NameId {
    trace.table().record(known.record).name
}

fn note_unreturned(unreturned: Unreturned, trace: &TraceBuilder, notes: &mut Notes) {
    let name = trace.table().name(unreturned.name);
    for _ in 0..unreturned.count {
        notes.add(Problem::CallNotReturned, |file| {
            Note::warning(file, "a call is entered but never returns")
                .at(unreturned.place)
                .found(format!("\"call {name}\""))
                .expected(format!("\"return {name}\" later on"))
                .remedy("left out of the calls view")
        });
    }
}

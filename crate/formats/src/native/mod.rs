//! The native text form of communication traces, one event a line.
//!
//! Source: Ketterlin, Bruneau, Philippe and Clauss, "Communication models" (2011), section II-B.
//!
//! | line | event | process |
//! | --- | --- | --- |
//! | `src send dst tag` | a message leaves | `src` |
//! | `src recv dst tag` | the receive of a message completed | `dst` |
//! | `proc sync name group` | the processes of `group` meet, as in a barrier | `proc` |
//! | `proc local words...` | anything that concerns the process alone | `proc` |
//!
//! Words stand between blanks. A group is a list of numbers and ranges: `0-15`, `0,4,8`, `0-3,8`. A tag
//! is a whole number, also as `tag3000`, which is how the paper prints it. Blank lines and lines that begin with `#` are
//! skipped; lines may end in CR LF. A file holds one process or several, told by the lines.
//!
//! Every event goes to [`View::Communication`]. Pairs of `proc local call X` and `proc local return X`
//! give [`View::Calls`] besides, one call each, in the order of the returns: only then is it known
//! what happened inside a call.
//!
//! # Bad lines
//!
//! A line with a word missing, a word too many, an unknown event, a word that is no number, a process number above
//! [`ProcessId::MAX`], a group that cannot be read or more than [`MAX_LINE`](crate::MAX_LINE) bytes is skipped,
//! counted and noted. Only a file without a single good line is refused.
//!
//! # Cost
//!
//! A looping program repeats its lines, so a table from the bytes of a line to what they mean makes a line that was seen before
//! cost one hash and one comparison. Time is O(bytes); memory besides the trace is the table, which is bounded.

mod calls;
mod line;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use loopscope_core::trace::{
    BuildError, Kind, NameId, ProcessId, ProcessSlot, Record, RecordId, Trace, TraceBuilder, View,
};
use rustc_hash::FxHashMap;

use crate::content::{look, Content};
use crate::format::{FileInfo, Format, Head, Reader, Sniff, BOM};
use crate::lines::{self, Lines};
use crate::report::{thousands, ContextLine, Note, Notes, Place, Problem, Severity};
use calls::{Effect, OpenCalls, Outcome};
use line::{Bad, Line};

/// The native text form.
pub const FORMAT: Format = Format {
    name: "native",
    title: "native text",
    extensions: &["trace", "native", "trc"],
    sniff,
    reader: |file| Box::new(NativeReader::new(file)),
};

/// Lines of the head that the sniff looks at.
const SNIFFED_LINES: usize = 200;

fn sniff(head: &Head<'_>) -> Sniff {
    if matches!(look(head.bytes), Content::Text | Content::OtherText(_)) && looks_native(head) {
        Sniff::Yes
    } else {
        Sniff::No
    }
}

/// Whether at least half of the first lines are events, blank lines and comments apart.
///
/// A line counts as an event if it begins with a digit and its second word is `send`, `recv`,
/// `sync` or `local`: also a damaged line tells what it was meant to be.
pub(crate) fn looks_native(head: &Head<'_>) -> bool {
    let mut events = 0;
    let mut others = 0;
    for line in head.lines() {
        match line::first_words(line) {
            (None, _) => continue,
            (Some(first), _) if first.starts_with(b"#") => continue,
            (Some([b'0'..=b'9' | b'-', ..]), Some(b"send" | b"recv" | b"sync" | b"local")) => {
                events += 1;
            }
            _ => others += 1,
        }
        if events + others == SNIFFED_LINES {
            break;
        }
    }
    events > 0 && events >= others
}

/// Lines whose meaning is remembered, and how long they may be: together a few megabytes.
const MAX_KNOWN: usize = 1 << 16;
const MAX_KNOWN_BYTES: usize = 128;

/// What a line means.
#[derive(Clone, Copy)]
struct Known {
    slot: ProcessSlot,
    record: RecordId,
    /// Index of the process in [`NativeReader::calls`].
    process: u32,
    effect: Effect,
}

struct NativeReader {
    path: String,
    lines: Lines,
    state: State,
}

/// All of the reader but the lines, which are borrowed while this changes.
#[derive(Default)]
struct State {
    known: FxHashMap<Box<[u8]>, Known>,
    /// The processes of this file in order of appearance.
    processes: FxHashMap<u32, (ProcessSlot, u32)>,
    calls: Vec<OpenCalls>,
    /// Whether a call was ever seen: most files have none, and then effects need no look.
    has_calls: bool,
    events: u64,
    bad: u64,
    first_bad: Option<Note>,
}

impl NativeReader {
    fn new(file: &FileInfo) -> NativeReader {
        NativeReader { path: file.path.clone(), lines: Lines::default(), state: State::default() }
    }
}

impl Reader for NativeReader {
    fn read(
        &mut self,
        chunk: &[u8],
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), Note> {
        let state = &mut self.state;
        let result = self.lines.read(chunk, |line| state.line(line, trace, notes));
        result.map_err(|error| Note::from_build(&error, &self.path))
    }

    fn finish(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), Note> {
        let state = &mut self.state;
        let result = self.lines.end(|line| state.line(line, trace, notes));
        result.map_err(|error| Note::from_build(&error, &self.path))?;
        for open in &state.calls {
            if let Some((name, line, count)) = open.unreturned() {
                note_unreturned(name, line, count, trace, notes);
            }
        }
        if state.events > 0 {
            return Ok(());
        }
        let what = "the file holds no event that can be used";
        Err(match state.first_bad.take() {
            Some(first) => Note {
                severity: Severity::Error,
                what: format!("{what}: {}", first.what),
                remedy: String::new(),
                count: state.bad,
                ..first
            },
            None => Note::error(&self.path, what).expected(crate::format::EXPECTED),
        })
    }
}

impl State {
    #[inline]
    fn line(
        &mut self,
        line: lines::Line<'_>,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), BuildError> {
        if notes.awaits_line() {
            self.following_line(&line, notes);
        }
        if let Some(&known) = self.known.get(line.bytes) {
            return self.push(known, line.number, trace, notes);
        }
        self.new_line(line, trace, notes)
    }

    /// The line behind a bad one, for the contexts of notes.
    #[cold]
    fn following_line(&mut self, line: &lines::Line<'_>, notes: &mut Notes) {
        notes.following_line(line.number, line.bytes);
        if let Some(first) = self.first_bad.as_mut().filter(|_| self.bad == 1) {
            first.context.push(ContextLine::new(line.number, line.bytes, None));
        }
    }

    #[inline]
    fn push(
        &mut self,
        known: Known,
        number: u64,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), BuildError> {
        self.events += 1;
        trace.push(known.slot, View::Communication, known.record)?;
        if self.has_calls {
            self.apply(known, number, trace, notes)?;
        }
        Ok(())
    }

    /// A line that is not known yet, or too long to be.
    #[cold]
    fn new_line(
        &mut self,
        line: lines::Line<'_>,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
    ) -> Result<(), BuildError> {
        let bytes = if line.number == 1 {
            line.bytes.strip_prefix(BOM).unwrap_or(line.bytes)
        } else {
            line.bytes
        };
        let parsed = if line.too_long { Err(Bad::too_long(bytes)) } else { line::parse(bytes) };
        let known = match parsed {
            Ok(Line::Nothing) => return Ok(()),
            Ok(event) => self.understand(event, trace)?,
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
        if bytes.len() <= MAX_KNOWN_BYTES && self.known.len() < MAX_KNOWN {
            self.known.insert(bytes.into(), known);
        }
        self.push(known, line.number, trace, notes)
    }

    /// Puts what a line says into the trace's tables.
    fn understand(
        &mut self,
        event: Line<'_>,
        trace: &mut TraceBuilder,
    ) -> Result<Known, BuildError> {
        let none =
            Record { kind: Kind::Local, name: trace.name("")?, peer: None, tag: None, group: None };
        let (process, record, effect) = match event {
            Line::Send { src, dst, tag } => {
                let (peer, tag, name) = (dst, tag, trace.name(Kind::Send.name())?);
                let effect = Effect::Message { peer, tag };
                let (peer, tag) = (Some(peer), Some(tag));
                (src, Record { kind: Kind::Send, name, peer, tag, ..none }, effect)
            }
            Line::Recv { src, dst, tag } => {
                let (peer, tag, name) = (src, tag, trace.name(Kind::Recv.name())?);
                let effect = Effect::Message { peer, tag };
                let (peer, tag) = (Some(peer), Some(tag));
                (dst, Record { kind: Kind::Recv, name, peer, tag, ..none }, effect)
            }
            Line::Sync { process, name, group } => {
                let name = trace.name(name)?;
                let members = group.into_iter().flat_map(|(first, last)| first..=last).collect();
                let group = trace.group(members)?;
                let record = Record { kind: Kind::Sync, name, group: Some(group), ..none };
                (process, record, Effect::Sync(group))
            }
            Line::Local { process, words } => {
                let effect = match words.split_once(' ') {
                    Some(("call", call)) => Effect::Call(trace.name(call)?),
                    Some(("return", call)) => Effect::Return(trace.name(call)?),
                    _ => Effect::None,
                };
                (process, Record { name: trace.name(&words)?, ..none }, effect)
            }
            Line::Nothing => (0, none, Effect::None),
        };
        let (slot, process) = self.process(process, trace)?;
        Ok(Known { slot, record: trace.record(record)?, process, effect })
    }

    fn process(
        &mut self,
        id: u32,
        trace: &mut TraceBuilder,
    ) -> Result<(ProcessSlot, u32), BuildError> {
        if let Some(&known) = self.processes.get(&id) {
            return Ok(known);
        }
        let new = (trace.process(ProcessId(id))?, self.calls.len() as u32);
        self.calls.push(OpenCalls::default());
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
        match open.apply(known.effect, number) {
            Outcome::Quiet => {}
            Outcome::Complete { call, unreturned } => {
                if let Some((name, line, count)) = unreturned {
                    note_unreturned(name, line, count, trace, notes);
                }
                let record = trace.record(call)?;
                notes.saw_record(record, number);
                trace.push(known.slot, View::Calls, record)?;
            }
            Outcome::NoCall => notes.add(Problem::ReturnWithoutCall, |file| {
                Note::new(Severity::Warning, file, "a call returns that was not begun")
                    .at(Place::Line(number))
                    .found(format!("\"{}\"", trace.table().name(name_of(known, trace))))
                    .remedy("left out of the calls")
            }),
            Outcome::TooDeep => notes.add(Problem::CallsTooDeep, |file| {
                Note::new(Severity::Warning, file, "calls are nested too deeply")
                    .at(Place::Line(number))
                    .remedy("the innermost are left out of the calls")
            }),
        }
        Ok(())
    }
}

fn name_of(known: Known, trace: &TraceBuilder) -> NameId {
    trace.table().record(known.record).name
}

fn note_unreturned(name: NameId, line: u64, count: u64, trace: &TraceBuilder, notes: &mut Notes) {
    for _ in 0..count {
        notes.add(Problem::CallNotReturned, |file| {
            Note::new(Severity::Warning, file, "a call does not return")
                .at(Place::Line(line))
                .found(format!("\"call {}\"", trace.table().name(name)))
                .expected(format!("\"return {}\" later on", trace.table().name(name)))
                .remedy("left out of the calls")
        });
    }
}

/// Notes events that name a process which the trace does not have.
///
/// Where the processes are 0 to n-1, n at least 2, a message to process n or above points outside: a rank
/// out of range, or a file that was forgotten. Such an event is **kept**: what the process did is its loops, and
/// leaving an event out would show loops that it never ran. Where the numbers have gaps, files are surely
/// missing on purpose, and nothing is said.
///
/// O(records), and O(events) if there is such a record.
pub fn check_peers(trace: &Trace, notes: &mut Notes) {
    let count = trace.processes().len() as u32;
    let last = trace.processes().last().map_or(0, |process| process.id.0);
    if count < 2 || last != count - 1 {
        return;
    }
    let table = trace.table();
    let outside = |record: &Record| {
        let in_group = record
            .group
            .and_then(|group| table.group(group).iter().copied().find(|&member| member >= count));
        record.peer.filter(|&peer| peer >= count).or(in_group)
    };
    let bad: FxHashMap<usize, u32> = table
        .records()
        .iter()
        .enumerate()
        .filter(|(_, record)| record.kind != Kind::Call)
        .filter_map(|(at, record)| Some((at, outside(record)?)))
        .collect();
    if bad.is_empty() {
        return;
    }
    // By file of first appearance: first line, the number found there, how many events.
    let mut found: BTreeMap<Arc<str>, (Place, u32, u64)> = BTreeMap::new();
    for process in trace.processes() {
        for &id in process.events(View::Communication).unwrap_or(&[]) {
            let Some(&peer) = bad.get(&id.index()) else { continue };
            let (file, place) = match notes.first_seen(id) {
                Some((file, line)) => (file, Place::Line(line)),
                None => (process.source.clone(), Place::Whole),
            };
            let entry = found.entry(file).or_insert((place, peer, 0));
            if place < entry.0 {
                (entry.0, entry.1) = (place, peer);
            }
            entry.2 += 1;
        }
    }
    for (file, (place, peer, count)) in found {
        notes.begin_file(&file);
        notes.add(Problem::PeerUnknown, |file| Note {
            count,
            ..Note::new(Severity::Warning, file, "an event names a process that the trace lacks")
                .at(place)
                .found(format!("process {}", thousands(peer.into())))
                .expected(format!("0 to {}", thousands(last.into())))
                .remedy("kept; open the files of all processes together")
        });
    }
}

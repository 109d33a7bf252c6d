//! A file while it is read: each different event is kept once, and for each event its time and which one it is.

use loopscope_core::trace::Kind;
use rustc_hash::FxHashMap;

use super::event::{self, Event};
use super::frame::{Ending, Frame, Piece};
use super::times::FileTimes;
use crate::collection::TraceFile;
use crate::format::FileInfo;
use crate::input::integer::short_decimal;
use crate::input::json::{one_line, Pairs};
use crate::input::words::{or_unnamed, UNNAMED};
use crate::mpi::call_args::CallArgs;
use crate::mpi::names::is_mpi;
use crate::notes::DeferredNotes;
use crate::notes::{quote, Note, Notes, Place, Problem};
use loopscope_core::numbers::{counted, thousands};

/// Instead of a duration: the kinds of events that have none.
pub(super) const BEGIN: i64 = -1;
pub(super) const END: i64 = -2;
pub(super) const INSTANT: i64 = -3;

/// The name of the metadata that begins a file of this project's own form.
const OWN: &[u8] = b"loopscope";

/// Instead of what an event says: an end that names nothing.
pub(super) const NAMELESS: u32 = u32::MAX;

/// One event of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// When, in nanoseconds.
    pub(super) at: i64,
    /// How long, or one of the kinds above.
    pub(super) duration: i64,
    /// Index in [`File::key`], or [`NAMELESS`].
    pub(super) what: u32,
}

/// Each distinct event once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct EventKey {
    /// Index in [`File::names`].
    pub(super) name: u32,
    /// The arguments of a call of MPI, an index in [`File::args`].
    pub(super) args: Option<u32>,
    /// In a file that Loopscope wrote: the kind of the event.
    pub(super) kind: Option<Kind>,
}

#[derive(Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) is_call: bool,
    /// What an event says of that name and no arguments, an index in [`File::key`].
    plain: u32,
}

/// A process of the file.
#[derive(Debug)]
pub(super) struct Process {
    /// Its id, as the file writes it.
    pub(super) id: String,
    pub(super) name: Option<String>,
    /// In a file that Loopscope wrote: whether the trace had no times of it.
    is_untimed: bool,
}

/// A thread of the file.
#[derive(Debug)]
pub(super) struct Thread {
    pub(super) id: String,
    /// Index in [`File::processes`].
    pub(super) process: u32,
    pub(super) name: Option<String>,
    pub(super) entries: Vec<Entry>,
    /// Whether they are in order of time.
    pub(super) in_order: bool,
    /// How many are of calls of MPI.
    pub(super) calls: u64,
}

/// Events that are not part of a thread's sequence.
#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    counters: u64,
    flows: u64,
    across: u64,
    samples: u64,
    others: u64,
}

/// A file that is read.
#[derive(Debug, Default)]
pub(super) struct File {
    pub(super) path: String,
    /// The number in its name.
    pub(super) number: Option<u32>,
    /// What it says of the process it is, where a program runs on several machines.
    pub(super) rank: Option<u32>,
    /// Whether Loopscope wrote it: slices of loops around plain events.
    pub(super) own: bool,
    /// Whether its times are those of the trace that was written.
    is_recorded: bool,
    /// Events of iterations that such a file does not show.
    alike: u64,
    pub(super) times: FileTimes,
    frame: Frame,
    pub(super) threads: Vec<Thread>,
    /// By process id, a NUL and thread id.
    thread_ids: FxHashMap<Box<[u8]>, u32>,
    pub(super) processes: Vec<Process>,
    process_ids: FxHashMap<Box<[u8]>, u32>,
    pub(super) names: Vec<Name>,
    /// By the name as the file writes it: the name, and the event without arguments.
    name_ids: FxHashMap<Box<[u8]>, u32>,
    pub(super) event_keys: Vec<EventKey>,
    event_key_ids: FxHashMap<EventKey, u32>,
    pub(super) args: Vec<CallArgs>,
    arg_ids: FxHashMap<CallArgs, u32>,
    passed: Passed,
    events: u64,
    /// Approximate bytes of texts and distinct events.
    kept: u64,
    notes: DeferredNotes,
    /// The thread of the event before.
    last: (Vec<u8>, u32),
    key: Vec<u8>,
}

impl TraceFile for File {
    fn new(info: &FileInfo) -> Self {
        Self {
            path: info.path.clone(),
            notes: DeferredNotes::new(&info.path),
            number: info.number.map(|number| number.0),
            ..Self::default()
        }
    }

    fn read(&mut self, chunk: &[u8]) {
        let mut frame = std::mem::take(&mut self.frame);
        frame.read(chunk, |at, piece| self.piece(at, piece));
        self.frame = frame;
    }

    fn finish(&mut self) -> Result<(), Note> {
        if let Ending::Cut { at } = self.frame.ending() {
            self.note(Problem::Damaged, |file| {
                Note::warning(file, "the file ends in the middle of an event")
                    .at(Place::Byte(at))
                    .remedy("that event is left out; the end of the trace may be missing")
            });
        }
        if self.alike > 0 {
            let events = self.alike;
            self.note(Problem::Ignored, |file| {
                Note::info(file, "the file omits iterations that repeat earlier ones")
                    .found(format!("{} omitted", counted(events, "event")))
                    .remedy("to keep them, convert the trace with --iterations all")
            });
        }
        self.note_passed();
        if self.events > 0 {
            return Ok(());
        }
        let found = match self.notes.first() {
            _ if !self.frame.has_list() => "no list of events",
            Some(note) if !note.found.is_empty() => &note.found,
            _ => "no event",
        };
        Err(self.notes.unusable("the file contains no slice", found, "events with the phase \"X\", or \"B\" and \"E\""))
    }

    fn kept_bytes(&self) -> u64 {
        self.kept + self.frame.kept() as u64 + self.events * std::mem::size_of::<Entry>() as u64
    }

    fn events(&self) -> u64 {
        self.events
    }
}

impl File {
    fn piece(&mut self, at: u64, piece: Piece<'_>) {
        match piece {
            Piece::Event(object) => match event::parse(object) {
                Ok(event) => self.event(event),
                Err(fault) => {
                    let found = object.get(fault.at..).unwrap_or_default();
                    self.note(fault.problem, |file| {
                        Note::warning(file, fault.what)
                            .at(Place::Byte(at + fault.at as u64))
                            .found(quote(found))
                            .expected(fault.expected)
                            .remedy("skipped")
                    });
                }
            },
            Piece::NoEvent(bytes) => self.note(Problem::UnknownEvent, |file| {
                let long = bytes.len() > super::frame::MAX_EVENT;
                let expected = format!("at most {} bytes", thousands(super::frame::MAX_EVENT as u64));
                Note::warning(file, "an entry of the event list is not an event")
                    .at(Place::Byte(at))
                    .found(quote(bytes))
                    .expected(if long { expected } else { "a JSON object".to_owned() })
                    .remedy("skipped")
            }),
            Piece::Distributed(object) => {
                let mut pairs = Pairs::new(object);
                while let Ok(Some((key, value))) = pairs.next() {
                    if key == b"rank" {
                        let rank = value.plain().and_then(short_decimal);
                        self.rank = rank.and_then(|rank| u32::try_from(rank).ok());
                    }
                }
            }
        }
    }

    /// Adds a note, or counts it if there is one for that problem.
    pub(super) fn note(&mut self, problem: Problem, note: impl FnOnce(&str) -> Note) {
        self.notes.add(problem, note);
    }

    #[inline]
    fn event(&mut self, event: Event<'_>) {
        if self.own && event.phase == b'X' {
            match event.category {
                b"loop" | b"iteration" => return,
                b"rest" => return self.alike = self.alike.saturating_add(omitted(&event)),
                // Other: the category is the kind of an event.
                _ => {}
            }
        }
        let (duration, what) = match event.phase {
            b'X' => (event.duration, self.what(&event)),
            b'B' => (BEGIN, self.what(&event)),
            b'E' => match event.name {
                Some(_) => (END, self.what(&event)),
                None => (END, NAMELESS),
            },
            b'i' | b'I' => (INSTANT, self.what(&event)),
            b'M' => return self.metadata(&event),
            phase => {
                let passed = &mut self.passed;
                *match phase {
                    b'C' => &mut passed.counters,
                    b's' | b't' | b'f' => &mut passed.flows,
                    b'b' | b'e' | b'n' | b'S' | b'T' | b'p' | b'F' => &mut passed.across,
                    b'P' => &mut passed.samples,
                    _ => &mut passed.others,
                } += 1;
                return;
            }
        };
        let is_call = self.is_call(what);
        self.times.take(&event);
        let thread = self.thread(event.pid, event.tid);
        if let Some(thread) = self.threads.get_mut(thread as usize) {
            let entry = Entry { at: event.at, duration, what };
            thread.in_order &= thread.entries.last().is_none_or(|last| last.at <= entry.at);
            thread.entries.push(entry);
            thread.calls += u64::from(is_call);
            self.events += 1;
        }
    }

    fn is_call(&self, what: u32) -> bool {
        let key = self.event_keys.get(what as usize);
        let name = key.and_then(|key| self.names.get(key.name as usize));
        name.is_some_and(|name| name.is_call)
    }

    /// The id of what an event says.
    #[inline]
    fn what(&mut self, event: &Event<'_>) -> u32 {
        let mut raw = event.name.unwrap_or(UNNAMED.as_bytes());
        let kinds = if self.own { &Kind::ALL[..] } else { &[] };
        let kind = kinds.iter().copied().find(|kind| kind.name().as_bytes() == event.category);
        if let Some(Kind::Send | Kind::Recv) = kind {
            raw = event.category;
        }
        let name = match self.name_ids.get(raw) {
            Some(&id) => id,
            None => self.new_name(raw),
        };
        match self.names.get(name as usize) {
            Some(_) if kind.is_some() => self.call(name, kind, event.args),
            Some(known) if known.is_call && !event.args.is_empty() => self.call(name, None, event.args),
            Some(known) => known.plain,
            None => NAMELESS,
        }
    }

    #[cold]
    fn new_name(&mut self, raw: &[u8]) -> u32 {
        let text = one_line(raw);
        let text = if self.own { text } else { without_round(text) };
        let text = or_unnamed(text);
        // Names that differ in the number of a round are one.
        let known = self.name_ids.get(text.as_bytes()).copied();
        let id = known.unwrap_or(self.names.len() as u32);
        self.kept += 2 * raw.len() as u64 + 160;
        if known.is_none() {
            self.name_ids.insert(text.as_bytes().into(), id);
            let is_call = !self.own && is_mpi(&text);
            let plain = self.event_keys(EventKey { name: id, args: None, kind: None });
            self.names.push(Name { text, is_call, plain });
        }
        self.name_ids.insert(raw.into(), id);
        id
    }

    fn event_keys(&mut self, key: EventKey) -> u32 {
        if let Some(&id) = self.event_key_ids.get(&key) {
            return id;
        }
        let id = self.event_keys.len() as u32;
        self.event_keys.push(key);
        self.event_key_ids.insert(key, id);
        self.kept += 48;
        id
    }

    /// A call of MPI with arguments, which may be objects in objects (`"args": {"mpi": {..}}`); or an
    /// plain event.
    fn call(&mut self, name: u32, kind: Option<Kind>, args: &[u8]) -> u32 {
        let args = CallArgs::from_json(args);
        let args = match self.arg_ids.get(&args) {
            Some(&id) => id,
            None => {
                let id = self.args.len() as u32;
                self.args.push(args.clone());
                self.kept += 2 * args.kept_bytes();
                self.arg_ids.insert(args, id);
                id
            }
        };
        self.event_keys(EventKey { name, args: Some(args), kind })
    }

    #[inline]
    fn thread(&mut self, pid: &[u8], tid: &[u8]) -> u32 {
        self.key.clear();
        self.key.extend_from_slice(pid);
        self.key.push(0);
        self.key.extend_from_slice(tid);
        if self.last.0 == self.key {
            return self.last.1;
        }
        let id = match self.thread_ids.get(&*self.key) {
            Some(&id) => id,
            None => self.new_thread(pid, tid),
        };
        self.last.0.clone_from(&self.key);
        self.last.1 = id;
        id
    }

    #[cold]
    fn new_thread(&mut self, pid: &[u8], tid: &[u8]) -> u32 {
        let process = self.process(pid);
        let id = self.threads.len() as u32;
        self.threads.push(Thread {
            id: one_line(tid),
            process,
            name: None,
            entries: Vec::new(),
            in_order: true,
            calls: 0,
        });
        self.thread_ids.insert(self.key.as_slice().into(), id);
        self.kept += 2 * self.key.len() as u64 + 200;
        id
    }

    fn process(&mut self, pid: &[u8]) -> u32 {
        if let Some(&id) = self.process_ids.get(pid) {
            return id;
        }
        let id = self.processes.len() as u32;
        self.processes.push(Process { id: one_line(pid), name: None, is_untimed: false });
        self.process_ids.insert(pid.into(), id);
        self.kept += 2 * pid.len() as u64 + 120;
        id
    }

    /// Names of processes and threads.
    fn metadata(&mut self, event: &Event<'_>) {
        let of_thread = match event.name {
            Some(b"thread_name") => true,
            Some(b"process_name") => false,
            Some(OWN) => {
                self.own = true;
                let mut pairs = Pairs::new(event.args);
                while let Ok(Some((key, value))) = pairs.next() {
                    self.is_recorded |= key == b"times" && value.plain() == Some(b"recorded");
                }
                return;
            }
            Some(b"process_labels") if self.own => {
                let process = self.process(event.pid);
                if let Some(process) = self.processes.get_mut(process as usize) {
                    process.is_untimed = true;
                }
                return;
            }
            // Other: metadata without a name for a process or thread.
            _ => return,
        };
        let mut pairs = Pairs::new(event.args);
        while let Ok(Some((key, value))) = pairs.next() {
            let Some(text) = value.plain().filter(|_| key == b"name") else { continue };
            let name = Some(one_line(text));
            self.kept += text.len() as u64;
            if of_thread {
                let thread = self.thread(event.pid, event.tid);
                if let Some(thread) = self.threads.get_mut(thread as usize) {
                    thread.name = name;
                }
            } else {
                let process = self.process(event.pid);
                if let Some(process) = self.processes.get_mut(process as usize) {
                    process.name = name;
                }
            }
        }
    }

    fn note_passed(&mut self) {
        let passed = self.passed;
        let kinds = [
            (passed.counters, "counter"),
            (passed.flows, "flow event"),
            (passed.across, "event of no thread"),
            (passed.samples, "sample"),
            (passed.others, "event of other kinds"),
        ];
        let mut found: Vec<String> =
            kinds.iter().filter(|(count, _)| *count > 0).map(|(count, noun)| counted(*count, noun)).collect();
        if self.frame.has_samples {
            found.push("a separate list of samples".to_owned());
        }
        if !found.is_empty() {
            self.note(Problem::Ignored, |file| {
                Note::info(file, "events other than slices and instants are left out").found(found.join(", "))
            });
        }
    }

    /// Whether a thread has times: in a file that Loopscope wrote, they may stand for positions only.
    pub(super) fn has_times(&self, thread: usize) -> bool {
        let process = self.threads.get(thread).map(|thread| thread.process as usize);
        let process = process.and_then(|process| self.processes.get(process));
        !self.own || (self.is_recorded && process.is_none_or(|process| !process.is_untimed))
    }

    /// The name of an event.
    pub(super) fn name(&self, what: u32) -> &str {
        let key = self.event_keys.get(what as usize);
        let name = key.and_then(|key| self.names.get(key.name as usize));
        name.map_or("", |name| &name.text)
    }

    /// Gives the notes on this file.
    pub(super) fn give_notes(&mut self, notes: &mut Notes) {
        self.notes.give(notes);
    }
}

/// The events of iterations that a slice stands for: as many as it says, else one for each microsecond.
fn omitted(rest: &Event<'_>) -> u64 {
    let mut pairs = Pairs::new(rest.args);
    while let Ok(Some((key, value))) = pairs.next() {
        if key == b"events" {
            return value.plain().and_then(short_decimal).unwrap_or(0);
        }
    }
    rest.duration as u64 / 1000
}

/// A name without the number of the round after `#` at its end.
fn without_round(mut name: String) -> String {
    let kept = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if kept.len() < name.len() && kept.len() > 1 && kept.ends_with('#') {
        name.truncate(kept.len() - 1);
    }
    name
}

//! The contents of a trace while it is read.

use loopscope_core::numbers::thousands;
use rustc_hash::FxHashMap;

use super::header::Header;
use super::line::{Bad, Numbers, Object};
use super::objects::{Receive, Threads};
use crate::input::interner::Interner;
use crate::input::lines::Line;
use crate::notes::{quote, Note, Problem};

/// What comes with a call of MPI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Arguments {
    pub(super) sent: Option<u64>,
    pub(super) received: Option<u64>,
    pub(super) root: bool,
    pub(super) comm: Option<u64>,
}

/// What an event says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct EventKind {
    pub(super) kind: u32,
    pub(super) value: u64,
    pub(super) arguments: Arguments,
    /// The application of the event, because each application numbers its own communicators.
    pub(super) application: u64,
}

/// A message without its times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Message {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) size: u64,
    pub(super) tag: i64,
}

/// Who belongs to a communicator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Members {
    /// All tasks of the application.
    All,
    /// These, by rank in the whole program.
    List(Vec<u32>),
}

/// Types of events.
pub(super) const FIRST_MPI: u32 = 50_000_001;
pub(super) const LAST_MPI: u32 = 50_000_005;
const SIZE_SENT: u32 = 50_100_001;
const SIZE_RECEIVED: u32 = 50_100_002;
const ROOT: u32 = 50_100_003;
const COMM: u32 = 50_100_004;

/// Whether events of a type are ignored whatever their names: sampling; the machine and its
/// counters; extra values of MPI calls; callers; source lines of functions.
#[inline]
fn is_passed_over(kind: u32) -> bool {
    matches!(kind, 30_000_000..=49_999_999 | 50_000_006..=50_999_999 | 60_000_100..=60_000_199
        | 65_000_000..=65_999_999 | 70_000_000..=89_999_999)
}

/// A trace that is being read.
#[derive(Debug, Default)]
pub(super) struct Store {
    pub(super) path: String,
    pub(super) header: Header,
    pub(super) threads: Threads,
    pub(super) event_kinds: Interner<EventKind>,
    pub(super) messages: Interner<Message>,
    /// Members of communicators, by application and number.
    pub(super) comms: FxHashMap<(u64, u64), Members>,
    member_bytes: u64,
    /// What is wrong with lines, one note a problem.
    problems: Vec<(Problem, Note)>,
    pub(super) states: u64,
    /// Values of ignored events.
    pub(super) others: u64,
    pub(super) events: u64,
    columns: u64,
    /// The events of a line.
    line: Vec<(u32, u64)>,
}

impl Store {
    /// The trace in that file.
    pub(super) fn new(path: &str) -> Self {
        Self { path: path.to_owned(), ..Self::default() }
    }

    /// Reads a line.
    pub(super) fn line(&mut self, line: &Line<'_>) {
        let bytes = line.bytes.strip_suffix(b"\r").unwrap_or(line.bytes);
        let read = match bytes {
            [b'1', b':', ..] => {
                self.states += 1;
                Ok(())
            }
            [b'2', b':', ..] if !line.too_long => self.events(bytes),
            [b'3', b':', ..] if !line.too_long => self.message(bytes),
            [b'c', b':', ..] => self.comm(bytes, line.too_long),
            [b'#', ..] if line.number == 1 => self.first(bytes, line.too_long),
            [] | [b'#', ..] => Ok(()),
            _ if line.too_long => Err(Bad { problem: Problem::LineTooLong, at: 0..bytes.len(), expected: "" }),
            _ => Err(Bad {
                problem: Problem::UnknownEvent,
                at: 0..memchr::memchr(b':', bytes).unwrap_or(bytes.len()),
                expected: "1 (a state), 2 (events), 3 (a message) or c (a communicator)",
            }),
        };
        if let Err(bad) = read {
            self.bad(&bad, line);
        }
    }

    fn first(&mut self, line: &[u8], too_long: bool) -> Result<(), Bad> {
        self.header = Header::read(line, too_long).ok_or(Bad {
            problem: Problem::BadHeader,
            at: 0..line.len(),
            expected: "#Paraver (date at time):time:nodes:applications:tasks(threads:node,..)",
        })?;
        Ok(())
    }

    #[inline]
    fn rank(&self, object: &Object) -> Result<u32, Bad> {
        let rank = self.header.rank(object.application, object.task);
        rank.ok_or(Bad {
            problem: Problem::RankTooLarge,
            at: 2..2,
            expected: "a task of an application declared in the first line, counted from 1",
        })
    }

    fn events(&mut self, line: &[u8]) -> Result<(), Bad> {
        let mut numbers = Numbers::new(line, 2);
        let object = numbers.object()?;
        let time = numbers.next()?;
        let rank = self.rank(&object)?;
        let mut arguments = Arguments::default();
        let mut kept = std::mem::take(&mut self.line);
        kept.clear();
        let mut read = || -> Result<(), Bad> {
            while !numbers.is_empty() {
                let (kind, value) = (numbers.next()?, numbers.next()?);
                let kind = u32::try_from(kind).unwrap_or(u32::MAX);
                match kind {
                    SIZE_SENT => arguments.sent = Some(value),
                    SIZE_RECEIVED => arguments.received = Some(value),
                    ROOT => arguments.root = value > 0,
                    COMM => arguments.comm = Some(value),
                    _ if is_passed_over(kind) => self.others += 1,
                    _ => kept.push((kind, value)),
                }
            }
            Ok(())
        };
        let read = read();
        let application = object.application;
        for &(kind, value) in &kept {
            let is_call = (FIRST_MPI..=LAST_MPI).contains(&kind);
            let arguments = if is_call && value > 0 { arguments } else { Arguments::default() };
            let id = self.event_kinds.id(EventKind { kind, value, arguments, application });
            let Some(thread) = self.threads.get(rank, object.thread) else { break };
            thread.times.push(time);
            thread.event_kinds.push(id);
            thread.calls += u64::from(is_call);
            self.events += 1;
            self.columns += 12;
        }
        self.line = kept;
        read
    }

    fn message(&mut self, line: &[u8]) -> Result<(), Bad> {
        let message = Numbers::new(line, 2).message()?;
        let (from, to) = (self.rank(&message.from)?, self.rank(&message.to)?);
        let id = self.messages.id(Message { from, to, size: message.size, tag: message.tag });
        let (sender, receiver) = (message.from, message.to);
        if let Some(thread) = self.threads.get(from, sender.thread) {
            thread.sends.push((message.sent, id));
        }
        if let Some(thread) = self.threads.get(to, receiver.thread) {
            let (asked, received) = (message.asked, message.received);
            thread.receives.push(Receive { asked, received, message: id });
        }
        self.events += 2;
        self.columns += 40;
        Ok(())
    }

    fn comm(&mut self, line: &[u8], too_long: bool) -> Result<(), Bad> {
        let mut numbers = Numbers::new(line, 2);
        let (application, comm, size) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let tasks = self.header.tasks(application);
        let members = if tasks.map(u64::from) == Some(size) {
            Members::All
        } else if too_long {
            return Err(Bad { problem: Problem::LineTooLong, at: 0..line.len(), expected: "" });
        } else {
            let mut members = Vec::new();
            while !numbers.is_empty() {
                let task = numbers.next()?;
                members.push(self.rank(&Object { application, task, thread: 1 })?);
            }
            self.member_bytes += 4 * members.len() as u64;
            Members::List(members)
        };
        self.member_bytes += 64;
        self.comms.insert((application, comm), members);
        Ok(())
    }

    /// The members of a communicator.
    pub(super) fn members(&self, application: u64, comm: u64) -> Option<Vec<u32>> {
        match self.comms.get(&(application, comm))? {
            Members::List(members) => Some(members.clone()),
            Members::All => {
                let tasks = u64::from(self.header.tasks(application)?);
                (1..=tasks).map(|task| self.header.rank(application, task)).collect()
            }
        }
    }

    #[cold]
    fn bad(&mut self, bad: &Bad, line: &Line<'_>) {
        if let Some((_, note)) = self.problems.iter_mut().find(|(known, _)| *known == bad.problem) {
            note.count += 1;
            return;
        }
        let what = match bad.problem {
            Problem::LineTooLong => "a line is too long",
            Problem::WordMissing => "a number is missing",
            Problem::NumberTooLarge => "a number does not fit 64 bits",
            Problem::RankTooLarge => "a process number is out of range",
            Problem::UnknownEvent => "a line has an unknown record type",
            Problem::BadHeader => "the first line is malformed",
            _ => "a word is not a number",
        };
        let found = line.bytes.get(bad.at.clone()).filter(|found| !found.is_empty());
        let expected = match bad.problem {
            Problem::LineTooLong => {
                let most = thousands(crate::MAX_LINE as u64);
                format!("at most {most} bytes in a line")
            }
            _ => bad.expected.to_owned(),
        };
        let remedy = match bad.problem {
            Problem::BadHeader => "the trace is treated as one application",
            _ => "left out",
        };
        let mut note = Note::warning(&self.path, what)
            .at(crate::Place::Line(line.number))
            .found(quote(found.unwrap_or(line.bytes)))
            .expected(expected)
            .remedy(remedy);
        let mark = Some((bad.at.start, bad.at.end)).filter(|mark| mark.0 < mark.1);
        note.context = line.context(line.bytes, mark);
        self.problems.push((bad.problem, note));
    }

    /// What is wrong with lines, one note a problem.
    pub(super) fn problems(&mut self) -> Vec<(Problem, Note)> {
        std::mem::take(&mut self.problems)
    }

    /// The first thing that is wrong with a line.
    pub(super) fn first_problem(&self) -> Option<&Note> {
        self.problems.first().map(|(_, note)| note)
    }

    /// Bytes that are kept.
    pub(super) fn kept_bytes(&self) -> u64 {
        let once = self.event_kinds.kept_bytes() + self.messages.kept_bytes();
        self.columns + once + self.member_bytes + 256 * self.threads.len() as u64
    }
}

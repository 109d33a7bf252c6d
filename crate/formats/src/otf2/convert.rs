//! From what a location says to the events of a process.
//!
//! | in the archive | communication | calls |
//! | --- | --- | --- |
//! | send, or the beginning of a non-blocking one | `send` | fields of the call |
//! | receive, where it is complete | `recv` | fields of the call that received or posted it |
//! | collective operation, where it is complete | `sync` | fields of the call that did or posted it |
//! | a region of MPI | | one item when it is left |
//! | another region | `local enter NAME`, `local leave NAME` | |
//!
//! Not `local call`: in the native form that word means a call of MPI.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{
    BuildError, GroupId, Kind, NameId, ProcessSlot, Record, RecordId, TraceBuilder, View as Items,
};
use rustc_hash::FxHashMap;

use super::calls::{Calls, Expected, Fields, Left, Together};
use super::definitions::{MPI, UNDEFINED};
use super::event::{Collective, Message};
use super::location::{Location, Said};
use super::recent::Recent;
use super::world::View;
use crate::report::{Note, Notes, Problem, Severity};

/// What all locations of an archive share while they are converted, and what adds up over them.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Messages sent less messages received, by source, destination and tag.
    balance: FxHashMap<(u32, u32, i64), i64>,
    /// By name: all calls, and those without a record of what they must have done.
    without_record: FxHashMap<NameId, (Expected, u64, u64)>,
    pub(super) sent: u64,
    pub(super) received: u64,
}

/// The largest three roots are no ranks.
const ROOT_SELF: u32 = u32::MAX - 1;
const ROOT_THIS_GROUP: u32 = u32::MAX - 2;

/// What is to be done where something is said.
#[derive(Clone, Copy, Debug)]
enum Action {
    EnterCall(NameId),
    LeaveCall(NameId),
    Local(RecordId),
    Send(RecordId, Fields),
    Receive(RecordId, Fields),
    Completed(RecordId, Fields),
    PostedFor(Fields),
    Together(Option<RecordId>, Together),
    CompletedTogether(RecordId),
    PostedForTogether(Together),
    Nothing,
}

/// A location that is being converted.
#[derive(Debug)]
pub(super) struct Conversion {
    actions: Vec<Action>,
    calls: Calls,
    next: usize,
    /// Names of the operations that only their call has a word for, by call.
    named_by_call: FxHashMap<(NameId, Option<GroupId>), RecordId>,
    recent: Recent,
    slot: ProcessSlot,
}

impl Conversion {
    /// Finds out what everything that the location says means.
    pub(super) fn new(
        location: &Location,
        view: &View<'_>,
        slot: ProcessSlot,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
        shared: &mut Shared,
    ) -> Result<Conversion, BuildError> {
        let mut counts = vec![0u64; location.said().len()];
        for &id in location.stream() {
            if let Some(count) = counts.get_mut(id as usize) {
                *count += 1;
            }
        }
        let mut actions = Vec::with_capacity(location.said().len());
        let mut meaning = Meaning { view, trace, notes, groups: FxHashMap::default() };
        for (&said, &count) in location.said().iter().zip(&counts) {
            let action = meaning.of(said)?;
            shared.count(&action, view.own, count);
            actions.push(action);
        }
        let named_by_call = FxHashMap::default();
        let recent = Recent::default();
        Ok(Conversion { actions, calls: Calls::default(), next: 0, named_by_call, recent, slot })
    }

    /// Converts up to `most` events; whether that was all.
    pub(super) fn step(
        &mut self,
        location: &Location,
        most: usize,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
        shared: &mut Shared,
    ) -> Result<bool, BuildError> {
        let rest = location.stream().get(self.next..).unwrap_or_default();
        let now = rest.get(..most).unwrap_or(rest);
        for &id in now {
            let Some(&action) = self.actions.get(id as usize) else { continue };
            match action {
                Action::EnterCall(name) => self.calls.enter(name),
                Action::LeaveCall(name) => self.leave(name, trace, notes, shared)?,
                Action::Local(record)
                | Action::Completed(record, _)
                | Action::CompletedTogether(record) => {
                    trace.push(self.slot, Items::Communication, record)?;
                }
                Action::Send(record, fields) => {
                    trace.push(self.slot, Items::Communication, record)?;
                    self.calls.sent(fields);
                }
                Action::Receive(record, fields) => {
                    trace.push(self.slot, Items::Communication, record)?;
                    self.calls.received(fields);
                }
                Action::PostedFor(fields) => self.calls.received(fields),
                Action::Together(record, fields) => {
                    let record = match record {
                        Some(record) => record,
                        None => self.named_by_call(fields.group, trace)?,
                    };
                    trace.push(self.slot, Items::Communication, record)?;
                    self.calls.together(fields);
                }
                Action::PostedForTogether(fields) => self.calls.together(fields),
                Action::Nothing => {}
            }
        }
        self.next += now.len();
        Ok(now.len() == rest.len())
    }

    /// The end of the location: notes the calls that are still open.
    pub(super) fn finish(&self, trace: &TraceBuilder, notes: &mut Notes) {
        if let Some(name) = self.calls.innermost() {
            note_unreturned(trace.table().name(name), self.calls.open(), notes);
        }
    }

    fn leave(
        &mut self,
        name: NameId,
        trace: &mut TraceBuilder,
        notes: &mut Notes,
        shared: &mut Shared,
    ) -> Result<(), BuildError> {
        match self.calls.leave(name) {
            Left::Done(done) => {
                if done.unreturned > 0 {
                    note_unreturned("a call inside another", done.unreturned, notes);
                }
                let record = self.recent.id(done.record, trace)?;
                trace.push(self.slot, Items::Calls, record)?;
                let (expected, all, without) = shared
                    .without_record
                    .entry(name)
                    .or_insert_with(|| (Expected::of(trace.table().name(name)), 0, 0));
                *all += 1;
                *without += u64::from(!expected.is_met(&done));
            }
            Left::NotEntered => notes.add(Problem::ReturnWithoutCall, |file| {
                Note::new(Severity::Warning, file, "a region is left that was not entered")
                    .found(format!("the end of {}", trace.table().name(name)))
                    .remedy("left out of the calls; the beginning of the trace may be missing")
            }),
            Left::TooDeep => notes.add(Problem::CallsTooDeep, |file| {
                Note::new(Severity::Warning, file, "calls are nested too deeply")
                    .remedy("the innermost are left out of the calls")
            }),
        }
        Ok(())
    }

    /// A sync named by the call around it: making a communicator is one operation for the format,
    /// and has many names.
    fn named_by_call(
        &mut self,
        group: Option<GroupId>,
        trace: &mut TraceBuilder,
    ) -> Result<RecordId, BuildError> {
        let name = match self.calls.innermost() {
            Some(name) => name,
            None => trace.name("collective")?,
        };
        if let Some(&record) = self.named_by_call.get(&(name, group)) {
            return Ok(record);
        }
        let record = trace.record(Record { group, ..Record::new(Kind::Sync, name) })?;
        self.named_by_call.insert((name, group), record);
        Ok(record)
    }
}

fn note_unreturned(name: &str, count: u64, notes: &mut Notes) {
    notes.add(Problem::CallNotReturned, |file| {
        Note::new(Severity::Warning, file, "a call is entered and never left")
            .found(if count == 1 {
                name.to_owned()
            } else {
                format!("{name} and {} more", thousands(count - 1))
            })
            .remedy("left out of the calls; the end of the trace may be missing")
    });
}

impl Shared {
    fn count(&mut self, action: &Action, own: u32, count: u64) {
        let count = count as i64;
        let (peer, tag, amount) = match action {
            Action::Send(_, fields) => (fields.peer, fields.tag, count),
            Action::Receive(_, fields) | Action::Completed(_, fields) => {
                (fields.peer, fields.tag, -count)
            }
            _ => return,
        };
        self.add(peer, tag, own, amount);
    }

    fn add(&mut self, peer: Option<u32>, tag: i64, own: u32, amount: i64) {
        let Some(peer) = peer else { return };
        if amount >= 0 {
            self.sent += amount.unsigned_abs();
            *self.balance.entry((own, peer, tag)).or_default() += amount;
        } else {
            self.received += amount.unsigned_abs();
            *self.balance.entry((peer, own, tag)).or_default() += amount;
        }
    }

    /// Channels on which more was sent than received, or the other way round, in order: source,
    /// destination, tag, how many.
    pub(super) fn unmatched(&self) -> Vec<((u32, u32, i64), i64)> {
        let mut found: Vec<_> = self
            .balance
            .iter()
            .filter(|(_, balance)| **balance != 0)
            .map(|(&channel, &balance)| (channel, balance))
            .collect();
        found.sort_unstable();
        found
    }

    /// Calls without a record of what they must have done, in order of name: name, how many of how
    /// many, and whether any call of that name has one.
    pub(super) fn calls_without_record(&self, trace: &TraceBuilder) -> Vec<(String, u64, u64)> {
        let mut found: Vec<_> = self
            .without_record
            .iter()
            .filter(|(_, (_, _, without))| *without > 0)
            .map(|(&name, &(_, all, without))| (trace.table().name(name).to_owned(), without, all))
            .collect();
        found.sort();
        found
    }
}

/// Finds out what is meant by what a location says.
struct Meaning<'a, 'b> {
    view: &'a View<'a>,
    trace: &'b mut TraceBuilder,
    notes: &'b mut Notes,
    /// The processes of communicators, by their local ids.
    groups: FxHashMap<u32, Option<GroupId>>,
}

impl Meaning<'_, '_> {
    fn of(&mut self, said: Said) -> Result<Action, BuildError> {
        Ok(match said {
            Said::Enter(region) => match self.region(region) {
                (name, true) => Action::EnterCall(self.trace.name(&name)?),
                (name, false) => Action::Local(self.local("enter", &name)?),
            },
            Said::Leave(region) => match self.region(region) {
                (name, true) => Action::LeaveCall(self.trace.name(&name)?),
                (name, false) => Action::Local(self.local("leave", &name)?),
            },
            Said::Send(message) => match self.message(Kind::Send, message)? {
                Some((record, fields)) => Action::Send(record, fields),
                None => Action::Nothing,
            },
            Said::Receive(message) => match self.message(Kind::Recv, message)? {
                Some((record, fields)) => Action::Receive(record, fields),
                None => Action::Nothing,
            },
            Said::Completed(message) => match self.message(Kind::Recv, message)? {
                Some((record, fields)) => Action::Completed(record, fields),
                None => Action::Nothing,
            },
            Said::PostedFor(message) => match self.message(Kind::Recv, message)? {
                Some((_, fields)) => Action::PostedFor(fields),
                None => Action::Nothing,
            },
            Said::Posted | Said::PostedCollective => Action::Nothing,
            Said::Collective(collective) => {
                let fields = self.together(collective)?;
                let record = match operation(collective.op) {
                    Some(name) => Some(self.sync(&format!("MPI_{name}"), fields.group)?),
                    None => None,
                };
                Action::Together(record, fields)
            }
            Said::CompletedCollective(collective) => {
                let fields = self.together(collective)?;
                let name = operation(collective.op).map_or_else(
                    || "collective".to_owned(),
                    |name| format!("MPI_I{}", name.to_ascii_lowercase()),
                );
                Action::CompletedTogether(self.sync(&name, fields.group)?)
            }
            Said::PostedForCollective(collective) => {
                Action::PostedForTogether(self.together(collective)?)
            }
        })
    }

    /// The name of a region, in one line, and whether it is a call of MPI. EZTrace does not tell the
    /// programming model, but its names do.
    fn region(&self, local: u32) -> (String, bool) {
        let id = self.view.local.region(local);
        let definitions = self.view.definitions;
        let region = definitions.region_of(id);
        let name = match region.and_then(|region| definitions.string(region.name)) {
            Some(name) => one_line(name),
            None => format!("region {id}"),
        };
        let lower = name.get(..5).unwrap_or(&name).to_ascii_lowercase();
        let named = lower.starts_with("mpi_") || lower.starts_with("pmpi_");
        (name, named || region.is_some_and(|region| region.paradigm == MPI))
    }

    fn local(&mut self, word: &str, name: &str) -> Result<RecordId, BuildError> {
        let name = self.trace.name(&format!("{word} {name}"))?;
        self.trace.record(Record::new(Kind::Local, name))
    }

    /// `None` for a message that goes to nobody.
    fn message(
        &mut self,
        kind: Kind,
        message: Message,
    ) -> Result<Option<(RecordId, Fields)>, BuildError> {
        if message.peer == UNDEFINED {
            return Ok(None);
        }
        let peer = self.view.process(message.comm, message.peer);
        if peer.is_none() {
            self.notes.add(Problem::PeerUnresolved, |file| {
                Note::new(Severity::Warning, file, "a message names no member of its communicator")
                    .found(format!("rank {} of communicator {}", message.peer, message.comm))
                    .remedy("the number is taken as it stands")
            });
        }
        let peer = peer.unwrap_or(message.peer);
        let tag = i64::from(message.tag);
        let name = self.trace.name(kind.name())?;
        // Who sends says how much; once is enough.
        let bytes = Some(message.bytes).filter(|_| kind == Kind::Send);
        let record = Record { peer: Some(peer), tag: Some(tag), bytes, ..Record::new(kind, name) };
        let group = self.group(message.comm)?;
        let fields = Fields { peer: Some(peer), tag, bytes: message.bytes, group };
        Ok(Some((self.trace.record(record)?, fields)))
    }

    fn together(&mut self, collective: Collective) -> Result<Together, BuildError> {
        let root = match collective.root {
            UNDEFINED | ROOT_THIS_GROUP => None,
            ROOT_SELF => Some(self.view.own),
            rank => self.view.process(collective.comm, rank),
        };
        // A barrier moves nothing.
        let bytes = [collective.sent, collective.received].into_iter().find(|&bytes| bytes > 0);
        Ok(Together { root, bytes, group: self.group(collective.comm)? })
    }

    fn sync(&mut self, name: &str, group: Option<GroupId>) -> Result<RecordId, BuildError> {
        let name = self.trace.name(name)?;
        self.trace.record(Record { group, ..Record::new(Kind::Sync, name) })
    }

    fn group(&mut self, comm: u32) -> Result<Option<GroupId>, BuildError> {
        if let Some(&known) = self.groups.get(&comm) {
            return Ok(known);
        }
        let members = self.view.members_of(comm);
        let group = members.map(|members| self.trace.group(members)).transpose()?;
        self.groups.insert(comm, group);
        Ok(group)
    }
}

/// The operation of a number, as MPI calls it; `None` where the call around it has the better name.
fn operation(op: u8) -> Option<&'static str> {
    const NAMES: [&str; 17] = [
        "Barrier",
        "Bcast",
        "Gather",
        "Gatherv",
        "Scatter",
        "Scatterv",
        "Allgather",
        "Allgatherv",
        "Alltoall",
        "Alltoallv",
        "Alltoallw",
        "Allreduce",
        "Reduce",
        "Reduce_scatter",
        "Scan",
        "Exscan",
        "Reduce_scatter_block",
    ];
    NAMES.get(usize::from(op)).copied()
}

/// A name as words between single blanks, which is what a line can hold.
fn one_line(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        "nameless".to_owned()
    } else {
        words.join(" ")
    }
}

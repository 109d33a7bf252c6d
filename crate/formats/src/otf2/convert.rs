//! From the records of a location to the events of a process.
//!
//! | in the archive | communication | calls |
//! | --- | --- | --- |
//! | send, or the beginning of a non-blocking one | `send` | fields of the call |
//! | receive, where it is complete | `recv` | fields of the call that received or posted it |
//! | collective operation, where it is complete | `sync` | fields of the call that did or posted it |
//! | a region of MPI | | one item when it is left |
//! | another region | `local enter NAME`, `local leave NAME` | part of the site of calls inside it |
//!
//! Not `local call`: in the native form that word means a call of MPI.
//!
//! Calls have the times of their regions, and events those of their calls. An event that is in no call has the time at which a region
//! was entered or left last.

use loopscope_core::trace::{BuildError, GroupId, Kind, NameId, ProcessSlot, Record, RecordId, Tick, TraceBuilder};
use rustc_hash::FxHashMap;

use super::clock::Clock;
use super::definitions::{MPI, UNDEFINED};
use super::event::{CollectiveRecord, Message};
use super::location::{EventKind, Location};
use super::rank_map::CommunicatorView;
use super::region_path::RegionPath;
use crate::input::moments::MomentCursor;
use crate::input::time::TimeFlaws;
use crate::input::words::name_in_one_line;
use crate::mpi::call_notes::{note_not_entered, note_too_deep, note_unreturned};
use crate::mpi::timeline::{note_backward, note_repairs, push_call, Timeline};
use crate::mpi::{names, Calls, Collective, Left, MessageFields, Output, Program, RecordCache};
use crate::notes::{Note, Notes, Place, Problem};

/// The largest three roots are not ranks.
const ROOT_SELF: u32 = u32::MAX - 1;
const ROOT_THIS_GROUP: u32 = u32::MAX - 2;

/// What to do for an event.
#[derive(Clone, Copy, Debug)]
enum Action {
    EnterCall(NameId),
    LeaveCall(NameId),
    /// A region that is not MPI's, and the local event.
    EnterRegion(NameId, RecordId),
    LeaveRegion(NameId, RecordId),
    Send(RecordId, MessageFields),
    Receive(RecordId, MessageFields),
    Completed(RecordId, MessageFields),
    PostedFor(MessageFields),
    Collective(Option<RecordId>, Collective),
    CompletedCollective(RecordId),
    PostedForCollective(Collective),
    /// Which processes took part is unknown.
    CollectiveOfUnknown(Option<Collective>),
    Nothing,
}

/// A location that is being converted.
#[derive(Debug)]
pub(super) struct LocationConverter {
    actions: Vec<Action>,
    calls: Calls,
    /// The next block of its events.
    next: usize,
    /// Names of the operations that only their call has a word for, by call.
    named_by_call: FxHashMap<(NameId, Option<GroupId>), RecordId>,
    records: RecordCache,
    path: RegionPath,
    slot: ProcessSlot,
    timeline: Timeline,
    times: RegionTimes,
}

/// The times of the regions of a location, one after the other.
#[derive(Debug)]
struct RegionTimes {
    clock: Clock,
    cursor: MomentCursor,
    /// Times before the beginning of the global clock: they count as 0.
    below_zero: u64,
}

impl RegionTimes {
    /// The time at which the next region is entered or left.
    #[inline]
    fn next(&mut self, location: &Location) -> Option<u64> {
        let time = self.cursor.next(&location.times)?;
        let global = self.clock.global(time);
        self.below_zero += u64::from(global.is_none());
        Some(global.unwrap_or(0))
    }
}

impl LocationConverter {
    /// Decides what each different event of the location means.
    pub(super) fn new(
        location: &Location,
        view: &CommunicatorView<'_>,
        slot: ProcessSlot,
        out: &mut Output<'_>,
        groups: &mut FxHashMap<u32, Option<GroupId>>,
    ) -> Result<Self, BuildError> {
        let mut counts = vec![0u64; location.event_kinds().len()];
        location.stream().each_block(|ids| {
            for &id in ids {
                if let Some(count) = counts.get_mut(id as usize) {
                    *count += 1;
                }
            }
        });
        let mut actions = Vec::with_capacity(location.event_kinds().len());
        let mut meaning = Meaning { view, trace: &mut *out.trace, notes: &mut *out.notes, groups };
        for (&event_kind, &count) in location.event_kinds().iter().zip(&counts) {
            let action = meaning.of(event_kind)?;
            count_messages(out.program, &action, view.own, count);
            actions.push(action);
        }
        let clock = Clock::new(&view.local.clock);
        if let Some(properties) = view.definitions.clock {
            out.trace.begin_times(slot, Tick::per_second(properties.resolution));
        }
        Ok(Self {
            actions,
            calls: Calls::default(),
            next: 0,
            named_by_call: FxHashMap::default(),
            records: RecordCache::default(),
            path: RegionPath::default(),
            slot,
            timeline: Timeline::default(),
            times: RegionTimes { clock, cursor: MomentCursor::default(), below_zero: 0 },
        })
    }

    /// Converts a block of events; whether that was all.
    pub(super) fn step(&mut self, location: &Location, out: &mut Output<'_>) -> Result<bool, BuildError> {
        let mut buffer = Vec::new();
        // Looked at where they are: what is done for an event is less than copying what it says.
        let actions = std::mem::take(&mut self.actions);
        for &id in location.stream().block(self.next, &mut buffer) {
            let Some(action) = actions.get(id as usize) else { continue };
            match *action {
                Action::EnterCall(name) => {
                    let now = self.times.next(location);
                    self.timeline.set(now);
                    if !self.calls.enter(name, Place::Whole, now) {
                        note_too_deep(Place::Whole, out.notes);
                    } else if let Some(site) = self.path.site(out.trace)? {
                        self.calls.set_site(site);
                    }
                }
                Action::LeaveCall(name) => {
                    self.timeline.set(self.times.next(location));
                    self.leave(name, out)?;
                }
                Action::EnterRegion(name, record) | Action::LeaveRegion(name, record) => {
                    match *action {
                        Action::EnterRegion(..) => self.path.enter(name),
                        _ => self.path.leave(name),
                    }
                    self.timeline.set(self.times.next(location));
                    self.timeline.push_local(self.slot, record, out.trace)?;
                }
                Action::Completed(record, _) | Action::CompletedCollective(record) => {
                    self.timeline.push_event(self.slot, record, &self.calls, out.trace)?;
                }
                Action::Send(record, fields) => {
                    self.timeline.push_event(self.slot, record, &self.calls, out.trace)?;
                    self.calls.sent(fields);
                }
                Action::Receive(record, fields) => {
                    self.timeline.push_event(self.slot, record, &self.calls, out.trace)?;
                    self.calls.received(fields);
                }
                Action::PostedFor(fields) => self.calls.received(fields),
                Action::Collective(record, fields) => {
                    let record = match record {
                        Some(record) => record,
                        None => self.named_by_call(fields.group, out.trace)?,
                    };
                    self.timeline.push_event(self.slot, record, &self.calls, out.trace)?;
                    self.calls.collective(fields);
                }
                Action::PostedForCollective(fields) => self.calls.collective(fields),
                Action::CollectiveOfUnknown(fields) => {
                    out.program.collective_of_unknown(1);
                    if let Some(fields) = fields {
                        self.calls.collective(fields);
                    }
                }
                Action::Nothing => {}
            }
        }
        self.actions = actions;
        self.next += 1;
        Ok(self.next >= location.stream().blocks())
    }

    /// The end of the location: notes the calls that are still open.
    pub(super) fn finish(&self, location: &Location, trace: &TraceBuilder, notes: &mut Notes) {
        if location.backward > 0 {
            note_backward(location.backward, notes);
        }
        let flaws = TimeFlaws { below_zero: self.times.below_zero, ..TimeFlaws::default() };
        let file = notes.file().to_owned();
        for (problem, note) in flaws.notes(&file, "such a time counts as 0", "") {
            notes.add(problem, |_| note);
        }
        if let Some(unreturned) = self.calls.unreturned() {
            note_unreturned(unreturned, trace, notes);
        }
        note_repairs(self.slot, trace, notes);
    }

    fn leave(&mut self, name: NameId, out: &mut Output<'_>) -> Result<(), BuildError> {
        match &self.calls.leave(name) {
            Left::Completed(done) => {
                if let Some(unreturned) = done.unreturned {
                    note_unreturned(unreturned, out.trace, out.notes);
                }
                let record = self.records.id(&done.record, out.trace)?;
                let times = self.timeline.leave_call(done.entered);
                push_call(self.slot, record, times, out.trace)?;
                out.program.made(name, done, out.trace);
            }
            Left::NotEntered => note_not_entered(name, Place::Whole, out.trace, out.notes),
            Left::TooDeep => {}
        }
        Ok(())
    }

    /// A sync named by the call around it: making a communicator is one operation for the format,
    /// and has many names.
    fn named_by_call(&mut self, group: Option<GroupId>, trace: &mut TraceBuilder) -> Result<RecordId, BuildError> {
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

/// Counts the messages of everything that means the same.
fn count_messages(program: &mut Program, action: &Action, own: u32, count: u64) {
    let channels = &mut program.channels;
    match action {
        Action::Send(_, MessageFields { peer: Some(peer), tag: Some(tag), .. }) => {
            channels.sent((own, *peer, *tag), count);
        }
        Action::Receive(_, fields) | Action::Completed(_, fields) => {
            if let (Some(peer), Some(tag)) = (fields.peer, fields.tag) {
                channels.received((peer, own, tag), count);
            }
        }
        _ => {}
    }
}

/// Decides what each different event of a location means.
struct Meaning<'a, 'b> {
    view: &'a CommunicatorView<'a>,
    trace: &'b mut TraceBuilder,
    notes: &'b mut Notes,
    /// The processes of communicators that are the same for all locations, by their global ids.
    groups: &'b mut FxHashMap<u32, Option<GroupId>>,
}

impl Meaning<'_, '_> {
    fn of(&mut self, event_kind: EventKind) -> Result<Action, BuildError> {
        Ok(match event_kind {
            EventKind::Enter(region) => match self.region(region) {
                (name, true) => Action::EnterCall(self.trace.name(&name)?),
                (name, false) => {
                    let local = self.local("enter", &name)?;
                    Action::EnterRegion(self.trace.name(&name)?, local)
                }
            },
            EventKind::Leave(region) => match self.region(region) {
                (name, true) => Action::LeaveCall(self.trace.name(&name)?),
                (name, false) => {
                    let local = self.local("leave", &name)?;
                    Action::LeaveRegion(self.trace.name(&name)?, local)
                }
            },
            EventKind::Send(message) => match self.message(Kind::Send, message)? {
                Some((record, fields)) => Action::Send(record, fields),
                None => Action::Nothing,
            },
            EventKind::Receive(message) => match self.message(Kind::Recv, message)? {
                Some((record, fields)) => Action::Receive(record, fields),
                None => Action::Nothing,
            },
            EventKind::Completed(message) => match self.message(Kind::Recv, message)? {
                Some((record, fields)) => Action::Completed(record, fields),
                None => Action::Nothing,
            },
            EventKind::PostedFor(message) => match self.message(Kind::Recv, message)? {
                Some((_, fields)) => Action::PostedFor(fields),
                None => Action::Nothing,
            },
            EventKind::Posted | EventKind::PostedCollective => Action::Nothing,
            EventKind::Collective(collective) => {
                let fields = self.collective(collective)?;
                if fields.group.is_none() {
                    return Ok(Action::CollectiveOfUnknown(Some(fields)));
                }
                let record = match operation(collective.op) {
                    Some(name) => Some(self.sync(&format!("MPI_{name}"), fields.group)?),
                    None => None,
                };
                Action::Collective(record, fields)
            }
            EventKind::CompletedCollective(collective) => {
                let fields = self.collective(collective)?;
                if fields.group.is_none() {
                    return Ok(Action::CollectiveOfUnknown(None));
                }
                let name = operation(collective.op)
                    .map_or_else(|| "collective".to_owned(), |name| format!("MPI_I{}", name.to_ascii_lowercase()));
                Action::CompletedCollective(self.sync(&name, fields.group)?)
            }
            EventKind::PostedForCollective(collective) => Action::PostedForCollective(self.collective(collective)?),
        })
    }

    /// The name of a region, in one line, and whether it is a call of MPI. EZTrace does not record the
    /// programming model, but its names do.
    fn region(&self, local: u32) -> (String, bool) {
        let id = self.view.local.region(local);
        let definitions = self.view.definitions;
        let region = definitions.region_of(id);
        let name = match region.and_then(|region| definitions.string(region.name)) {
            Some(name) => name_in_one_line(name),
            None => format!("region {id}"),
        };
        let named = names::is_mpi(&name);
        (name, named || region.is_some_and(|region| region.paradigm == MPI))
    }

    fn local(&mut self, word: &str, name: &str) -> Result<RecordId, BuildError> {
        let name = self.trace.name(&format!("{word} {name}"))?;
        self.trace.record(Record::new(Kind::Local, name))
    }

    /// `None` for a message to the null process.
    fn message(&mut self, kind: Kind, message: Message) -> Result<Option<(RecordId, MessageFields)>, BuildError> {
        if message.peer == UNDEFINED {
            return Ok(None);
        }
        let peer = self.view.process(message.comm, message.peer);
        if peer.is_none() {
            self.notes.add(Problem::PeerUnresolved, |file| {
                Note::warning(file, "a message names a rank outside its communicator")
                    .found(format!("rank {} of communicator {}", message.peer, message.comm))
                    .remedy("the number is kept as it is")
            });
        }
        let peer = peer.unwrap_or(message.peer);
        let tag = i64::from(message.tag);
        let name = self.trace.name(kind.name())?;
        // Who sends says how much; once is enough.
        let bytes = Some(message.bytes).filter(|_| kind == Kind::Send);
        let record = Record { peer: Some(peer), tag: Some(tag), bytes, ..Record::new(kind, name) };
        let group = self.group(message.comm)?;
        let bytes = Some(message.bytes);
        let fields = MessageFields { peer: Some(peer), tag: Some(tag), bytes, group };
        Ok(Some((self.trace.record(record)?, fields)))
    }

    fn collective(&mut self, collective: CollectiveRecord) -> Result<Collective, BuildError> {
        let root = match collective.root {
            UNDEFINED | ROOT_THIS_GROUP => None,
            ROOT_SELF => Some(self.view.own),
            rank => self.view.process(collective.comm, rank),
        };
        // A barrier moves nothing.
        let bytes = [collective.sent, collective.received].into_iter().find(|&bytes| bytes > 0);
        Ok(Collective { root, bytes, group: self.group(collective.comm)?, op: None })
    }

    fn sync(&mut self, name: &str, group: Option<GroupId>) -> Result<RecordId, BuildError> {
        let name = self.trace.name(name)?;
        self.trace.record(Record { group, ..Record::new(Kind::Sync, name) })
    }

    fn group(&mut self, comm: u32) -> Result<Option<GroupId>, BuildError> {
        let global = self.view.local.comm(comm);
        if let Some(&known) = self.groups.get(&global) {
            return Ok(known);
        }
        let members = self.view.members_of(comm);
        let group = members.map(|members| self.trace.group(members)).transpose()?;
        // To list the members for each location would cost the square of the processes.
        if !self.view.depends_on_own(comm) {
            self.groups.insert(global, group);
        }
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

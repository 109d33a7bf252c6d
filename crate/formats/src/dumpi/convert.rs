//! From the records of a process to its events in the trace.

use loopscope_core::trace::{BuildError, Cursor, GroupId, NameId, TraceBuilder};
use rustc_hash::FxHashMap;

use super::comms::Comms;
use super::functions::function;
use super::rank::{EventKind, Rank, RawCollective, RawMessage};
use super::record::Status;
use super::tail::{size_of, Tail};
use super::times::RecordTimes;
use crate::mpi::names::Class;
use crate::mpi::{self, Message, Output, Peer};
use crate::notes::Place;

/// Operations of reductions by number.
const OPERATIONS: [&str; 14] = [
    "",
    "MPI_MAX",
    "MPI_MIN",
    "MPI_SUM",
    "MPI_PROD",
    "MPI_LAND",
    "MPI_BAND",
    "MPI_LOR",
    "MPI_BOR",
    "MPI_LXOR",
    "MPI_BXOR",
    "MPI_MINLOC",
    "MPI_MAXLOC",
    "MPI_REPLACE",
];

/// From any source, or with any tag.
const ANY: i32 = -1;

/// What all processes share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) comms: Comms,
    /// Names and classes of functions, as far as they were used.
    functions: FxHashMap<u16, (NameId, Class)>,
    /// The processes of communicators, as far as they were used.
    groups: FxHashMap<u32, Option<GroupId>>,
}

impl Shared {
    pub(super) fn new(comms: Comms) -> Self {
        Self { comms, ..Self::default() }
    }

    fn name(&mut self, number: u16, trace: &mut TraceBuilder) -> Result<(NameId, Class), BuildError> {
        if let Some(&known) = self.functions.get(&number) {
            return Ok(known);
        }
        let name = function(number).map_or("MPI", |function| function.name);
        let known = (trace.name(name)?, Class::of(name));
        self.functions.insert(number, known);
        Ok(known)
    }

    fn group(&mut self, comm: u32, trace: &mut TraceBuilder) -> Result<Option<GroupId>, BuildError> {
        if let Some(&known) = self.groups.get(&comm) {
            return Ok(known);
        }
        let members = self.comms.get(comm).and_then(|comm| comm.members.as_ref());
        let group = members.map(|members| trace.group(members.to_vec())).transpose()?;
        self.groups.insert(comm, group);
        Ok(group)
    }

    /// The process that has a rank in a communicator.
    fn process(&self, comm: Option<u32>, rank: i32) -> Option<u32> {
        let members = self.comms.get(comm?)?.members.as_ref()?;
        members.get(usize::try_from(rank).ok()?).copied()
    }
}

/// A process that is being converted.
#[derive(Debug)]
pub(super) struct RankConverter {
    process: mpi::Process,
    /// Its place among the processes.
    place: usize,
    event_kinds: Vec<EventKind>,
    statuses: Vec<Status>,
    stream: Vec<u32>,
    tail: Tail,
    at: usize,
    times: RecordTimes,
    cursor: Cursor<2>,
    /// Its communicators, by its own numbers.
    comms: FxHashMap<u16, u32>,
    /// What receives were asked for, and by which communicator; whether they can be started again.
    posted: FxHashMap<u32, (RawMessage, Option<u32>, bool)>,
}

impl RankConverter {
    pub(super) fn new(process: mpi::Process, place: usize, rank: Rank, shared: &Shared) -> Self {
        Self {
            process,
            place,
            event_kinds: rank.event_kinds.into_list(),
            statuses: rank.statuses.into_list(),
            stream: rank.stream,
            tail: rank.tail,
            at: 0,
            times: rank.times,
            cursor: Cursor::default(),
            comms: shared.comms.first(place),
            posted: FxHashMap::default(),
        }
    }

    /// Converts up to `most` records; whether that was all.
    pub(super) fn step(&mut self, most: usize, shared: &mut Shared, out: &mut Output<'_>) -> Result<bool, BuildError> {
        for _ in 0..most {
            let Some(&id) = self.stream.get(self.at) else {
                self.process.finish(out)?;
                return Ok(true);
            };
            self.at += 1;
            let Some(&event_kind) = self.event_kinds.get(id as usize) else { continue };
            let times = self.times.next(&mut self.cursor);
            self.process.set_time(times.map(|[enter, _]| enter));
            match event_kind {
                EventKind::Enter(address) => self.local("enter ", address, out)?,
                EventKind::Leave(address) => self.local("leave ", address, out)?,
                _ => self.call(event_kind, times.map(|[_, leave]| leave), shared, out)?,
            }
        }
        Ok(false)
    }

    /// The next number of the stream.
    fn next(&mut self) -> u32 {
        let next = self.stream.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        next
    }

    fn next_status(&mut self) -> Option<Status> {
        let at = self.next().checked_sub(1)?;
        self.statuses.get(at as usize).copied()
    }

    fn local(&mut self, word: &str, address: u64, out: &mut Output<'_>) -> Result<(), BuildError> {
        let words = match self.tail.names.get(&address) {
            Some(name) => [word, name].concat(),
            None => format!("{word}function {address:#x}"),
        };
        let words = out.trace.name(&words)?;
        self.process.local(words, out)
    }

    /// A call that is left at that time, if it is known.
    fn call(
        &mut self,
        event_kind: EventKind,
        leave: Option<u64>,
        shared: &mut Shared,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        let Some(number) = event_kind.function() else { return Ok(()) };
        let (name, class) = shared.name(number, out.trace)?;
        self.process.enter_call(name, Place::Whole, out);
        match event_kind {
            EventKind::Send(_, raw) => {
                let message = self.sent(raw, shared, out)?;
                self.process.send(message, out)?;
            }
            EventKind::Isend(_, raw) => {
                let request = self.next();
                let message = self.sent(raw, shared, out)?;
                self.process.post_send(request.into(), message, out)?;
            }
            EventKind::SendInit(_, raw) => {
                let request = self.next();
                let message = self.sent(raw, shared, out)?;
                self.process.init_send(request.into(), message);
            }
            EventKind::Recv(_, raw) => {
                let status = self.next_status();
                self.receive(raw, status, shared, out)?;
            }
            EventKind::SendRecv(_, sent, received) => {
                let status = self.next_status();
                let message = self.sent(sent, shared, out)?;
                self.process.send(message, out)?;
                self.receive(received, status, shared, out)?;
            }
            EventKind::Irecv(_, raw) => {
                let (request, message) = self.post(raw, false, shared, out)?;
                self.process.post_receive(request.into(), message, out)?;
            }
            EventKind::RecvInit(_, raw) => {
                let (request, message) = self.post(raw, true, shared, out)?;
                self.process.init_receive(request.into(), message);
            }
            EventKind::Start(_) => {
                for _ in 0..self.next() {
                    let request = self.next();
                    self.process.start(request.into(), out)?;
                }
            }
            EventKind::Complete(_) => {
                for _ in 0..self.next() {
                    let request = self.next();
                    let status = self.next_status();
                    self.complete(request, status, shared, out)?;
                }
            }
            EventKind::Free(_) => {
                let request = self.next();
                self.process.free(request.into());
            }
            EventKind::Collective(_, collective) => self.collective(name, collective, shared, out)?,
            EventKind::Make(_, nth, old) => {
                if class.is_collective() || matches!(number, 91 | 92 | 101 | 130 | 131 | 135 | 136) {
                    let collective = RawCollective { comm: old, count: None, root: None, op: None };
                    self.collective(name, collective, shared, out)?;
                }
                self.made(nth, shared);
            }
            EventKind::Call(_) | EventKind::Enter(_) | EventKind::Leave(_) => {}
        }
        self.process.set_time(leave);
        self.process.leave_call(name, Place::Whole, out)
    }

    /// A communicator was made under that number.
    fn made(&mut self, nth: u32, shared: &Shared) {
        match shared.comms.made(self.place, nth) {
            (super::comms::UNKNOWN, Some(new)) => drop(self.comms.remove(&new)),
            (made, Some(new)) => drop(self.comms.insert(new, made)),
            _ => {}
        }
    }

    fn bytes(&self, raw: RawMessage) -> Option<u64> {
        let size = size_of(&self.tail.sizes, raw.kind)?;
        u64::try_from(raw.count).ok()?.checked_mul(size)
    }

    fn sent(&self, raw: RawMessage, shared: &mut Shared, out: &mut Output<'_>) -> Result<Message, BuildError> {
        let comm = self.comms.get(&raw.comm).copied();
        let peer = match raw.peer {
            ..0 => Peer::Null,
            rank => shared.process(comm, rank).map_or(Peer::Any, Peer::Process),
        };
        let group = comm.map(|comm| shared.group(comm, out.trace)).transpose()?.flatten();
        Ok(Message { peer, tag: Some(raw.tag.into()), bytes: self.bytes(raw), group })
    }

    /// What a receive was asked for and what its status says.
    fn received(
        &self,
        raw: RawMessage,
        comm: Option<u32>,
        status: Option<Status>,
        shared: &mut Shared,
        out: &mut Output<'_>,
    ) -> Result<Message, BuildError> {
        let named = |rank| shared.process(comm, rank).map_or(Peer::Any, Peer::Process);
        // What was asked for goes before the status, which some tracers leave as it was.
        let peer = match (raw.peer, status) {
            (ANY, None) => Peer::Any,
            (ANY, Some(Status { source: 0.., .. })) => status.map_or(Peer::Any, |it| named(it.source)),
            (..0, _) => Peer::Null,
            (rank, _) => named(rank),
        };
        let tag = match (raw.tag, status) {
            (ANY, status) => status.map(|status| status.tag).filter(|&tag| tag >= 0),
            (tag, _) => Some(tag),
        };
        let most = self.bytes(raw);
        let told = status.and_then(|status| u64::try_from(status.bytes).ok());
        let bytes = told.filter(|&told| most.is_none_or(|most| told <= most)).or(most);
        let group = comm.map(|comm| shared.group(comm, out.trace)).transpose()?.flatten();
        Ok(Message { peer, tag: tag.map(i64::from), bytes, group })
    }

    /// The request of a receive that is posted, or that can be started again and again, and what it asks for.
    fn post(
        &mut self,
        raw: RawMessage,
        again: bool,
        shared: &mut Shared,
        out: &mut Output<'_>,
    ) -> Result<(u32, Message), BuildError> {
        let request = self.next();
        let comm = self.comms.get(&raw.comm).copied();
        self.posted.insert(request, (raw, comm, again));
        Ok((request, self.received(raw, comm, None, shared, out)?))
    }

    fn receive(
        &mut self,
        raw: RawMessage,
        status: Option<Status>,
        shared: &mut Shared,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        let comm = self.comms.get(&raw.comm).copied();
        let message = self.received(raw, comm, status, shared, out)?;
        self.process.receive(message, out)
    }

    fn complete(
        &mut self,
        request: u32,
        status: Option<Status>,
        shared: &mut Shared,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        let posted = self.posted.get(&request).copied();
        if posted.is_some() && status.is_some_and(|status| status.cancelled) {
            return self.process.cancel(request.into(), out);
        }
        let message = match posted {
            Some((raw, comm, _)) => self.received(raw, comm, status, shared, out)?,
            None => Message::default(),
        };
        if posted.is_some_and(|(.., again)| !again) {
            self.posted.remove(&request);
        }
        self.process.complete(request.into(), message, out)?;
        Ok(())
    }

    fn collective(
        &mut self,
        name: NameId,
        collective: RawCollective,
        shared: &mut Shared,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        let comm = self.comms.get(&collective.comm).copied();
        let group = comm.map(|comm| shared.group(comm, out.trace)).transpose()?.flatten();
        let root = collective.root.and_then(|root| shared.process(comm, root));
        let bytes = collective
            .count
            .and_then(|(count, kind)| u64::try_from(count).ok()?.checked_mul(size_of(&self.tail.sizes, kind)?));
        let op = collective.op.and_then(|op| OPERATIONS.get(usize::from(op))).copied();
        let op = op.filter(|op| !op.is_empty()).map(|op| out.trace.name(op)).transpose()?;
        let bytes = bytes.filter(|&bytes| bytes > 0);
        self.process.collective(name, mpi::Collective { root, bytes, group, op }, out)
    }
}

//! The writer of one process: a reader reports what happens, call by call, and the writer puts the items of both
//! views where they belong.
//!
//! ```text
//! let mut process = Process::new(slot, rank, trace)?;      // once for each process
//! let mut out = Output { trace, notes, program: &mut program };
//! process.enter_call(irecv, place, &mut out);              // names by `trace.name(..)`
//! process.post_receive(request, Message { peer: Peer::Any, .. }, &mut out)?;
//! process.leave_call(irecv, place, &mut out)?;
//! process.enter_call(wait, place, &mut out);
//! process.complete(request, Message { peer: Peer::Process(3), .. }, &mut out)?;
//! process.leave_call(wait, place, &mut out)?;
//! process.finish(&mut out)?;                               // when all of it is read
//! program.note(trace, notes);                              // once, when all processes are
//! ```
//!
//! Where a format has times, [`begin_times`](Process::begin_times) says so, and [`set_time`](Process::set_time) comes before
//! whatever happens at another time than what was reported last.
//!
//! Unknown fields of a [`Message`] are left out: `Message::default()` is a message of which nothing is
//! known. A completion only has to say what the posting did not.
//!
//! # Posted receives
//!
//! The call that posts a receive has the fields of the message that its request receives, which is
//! known only later. From the first such call on, the items of the calls view are therefore deferred, in order, until
//! its request is complete; at most [`MAX_DEFERRED`] of them. If a request takes longer, or never completes,
//! its call keeps the fields that it was posted with.
//!
//! # Cost
//!
//! O(1) for each report, amortised; memory O(open requests) and at most [`MAX_DEFERRED`]
//! records, in addition to the trace.

use std::collections::VecDeque;

use loopscope_core::trace::{BuildError, Kind, NameId, ProcessSlot, Record, RecordId, Span, Tick, TraceBuilder};
use rustc_hash::FxHashMap;

use super::call_notes::{note_not_entered, note_too_deep, note_unreturned};
use super::calls::{add_message, Calls, Collective, Left, MessageFields};
use super::message::{Message, Peer};
use super::program::Program;
use super::record_cache::RecordCache;
use super::requests::{Requests, Waiting};
use super::timeline::{note_repairs, push_call, Timeline};
use crate::notes::{Notes, Place};

/// Items of the calls view that wait for a posted receive.
pub(crate) const MAX_DEFERRED: usize = 1 << 16;

/// Where everything goes.
pub(crate) struct Output<'a> {
    pub(crate) trace: &'a mut TraceBuilder,
    pub(crate) notes: &'a mut Notes,
    pub(crate) program: &'a mut Program,
}

/// What is remembered of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingRequest {
    /// A receive, and the number under which its call awaits it.
    Receive(Message, u64),
    /// A collective operation, by its record; none if its processes are unknown.
    Collective(Option<RecordId>),
}

/// A request that can be started again and again.
#[derive(Clone, Copy, Debug)]
enum PersistentRequest {
    Send(Message),
    Receive(Message),
}

/// An item of the calls view that cannot go into the trace yet.
#[derive(Clone, Copy, Debug)]
struct DeferredCall {
    record: Record,
    /// The number of the posted receive that it waits for, 0 if it only waits its turn after one that does.
    waits: u64,
    /// Another item that waits for the same receive: a call inside this one.
    inner: Option<u64>,
    /// When it was entered and left, if that is known.
    times: Option<(u64, u64)>,
}

/// The writer of one process. See the [module](self).
#[derive(Debug)]
pub(crate) struct Process {
    slot: ProcessSlot,
    own: u32,
    send: NameId,
    recv: NameId,
    calls: Calls,
    requests: Requests<PendingRequest>,
    persistent: FxHashMap<u64, PersistentRequest>,
    /// The number of the last posted receive.
    receive_id: u64,
    /// Items of the calls view that wait: the first of them waits for a receive.
    deferred: VecDeque<DeferredCall>,
    /// How many items left `held`.
    released: u64,
    /// Which of all items that were ever held is the outermost call of a posted receive.
    places: FxHashMap<u64, u64>,
    records: RecordCache,
    timeline: Timeline,
}

impl Process {
    /// The writer of a process that has that rank in the whole program.
    ///
    /// # Errors
    /// The trace is larger than it may be.
    pub(crate) fn new(slot: ProcessSlot, own: u32, trace: &mut TraceBuilder) -> Result<Self, BuildError> {
        Ok(Self {
            slot,
            own,
            send: trace.name(Kind::Send.name())?,
            recv: trace.name(Kind::Recv.name())?,
            calls: Calls::default(),
            requests: Requests::default(),
            persistent: FxHashMap::default(),
            receive_id: 0,
            deferred: VecDeque::new(),
            released: 0,
            places: FxHashMap::default(),
            records: RecordCache::default(),
            timeline: Timeline::default(),
        })
    }

    /// The trace has times of this process, in that unit.
    pub(crate) fn begin_times(&self, tick: Tick, trace: &mut TraceBuilder) {
        trace.begin_times(self.slot, tick);
    }

    /// What is reported next happens at that time, in ticks; `None` if the trace does not say when.
    #[inline]
    pub(crate) fn set_time(&mut self, time: Option<u64>) {
        self.timeline.set(time);
    }

    /// Appends a call that is known as it stands.
    pub(crate) fn push_plain_call(
        &mut self,
        record: RecordId,
        times: Option<(u64, u64)>,
        trace: &mut TraceBuilder,
    ) -> Result<(), BuildError> {
        self.timeline.leave_plain_call(times);
        push_call(self.slot, record, times, trace)
    }

    /// Appends an event of communication that is known as it stands, with the times of its call: that before it in the trace
    /// if it has these times, and else one that the trace lacks or that follows.
    pub(crate) fn push_event_of_span(
        &mut self,
        record: RecordId,
        span: Span,
        trace: &mut TraceBuilder,
    ) -> Result<(), BuildError> {
        self.timeline.push_event_of_span(self.slot, record, span, trace)
    }

    /// Appends an event of communication that is known as it stands.
    pub(crate) fn push_plain_event(&mut self, record: RecordId, trace: &mut TraceBuilder) -> Result<(), BuildError> {
        self.timeline.push_local(self.slot, record, trace)
    }

    /// A call of MPI begins there.
    #[inline]
    pub(crate) fn enter_call(&mut self, name: NameId, place: Place, out: &mut Output<'_>) {
        if !self.calls.enter(name, place, self.timeline.now()) {
            note_too_deep(place, out.notes);
        }
    }

    /// Where the program makes the innermost open call.
    pub(crate) fn set_site(&mut self, site: NameId) {
        self.calls.set_site(site);
    }

    /// It ends there; what is still open inside it never will.
    ///
    /// # Errors
    /// The trace is larger than it may be. So are those of all that follows.
    #[inline]
    pub(crate) fn leave_call(&mut self, name: NameId, place: Place, out: &mut Output<'_>) -> Result<(), BuildError> {
        match &self.calls.leave(name) {
            Left::Completed(done) => {
                if let Some(unreturned) = done.unreturned {
                    note_unreturned(unreturned, out.trace, out.notes);
                }
                out.program.made(name, done, out.trace);
                let waits = done.receive_id;
                let times = self.timeline.leave_call(done.entered);
                if waits == 0 && self.deferred.is_empty() {
                    let id = self.records.id(&done.record, out.trace)?;
                    return push_call(self.slot, id, times, out.trace);
                }
                let record = done.record;
                let mut inner = None;
                if waits > 0 {
                    let at = self.released + self.deferred.len() as u64;
                    inner = self.places.insert(waits, at);
                }
                self.deferred.push_back(DeferredCall { record, waits, inner, times });
                self.release(MAX_DEFERRED, out.trace)
            }
            Left::NotEntered => {
                note_not_entered(name, place, out.trace, out.notes);
                Ok(())
            }
            Left::TooDeep => Ok(()),
        }
    }

    /// Something that concerns the process alone: `enter` or `leave`, and of what, by the name of
    /// both words together.
    #[inline]
    pub(crate) fn local(&mut self, words: NameId, out: &mut Output<'_>) -> Result<(), BuildError> {
        let id = self.records.id(&Record::new(Kind::Local, words), out.trace)?;
        self.timeline.push_local(self.slot, id, out.trace)
    }

    /// A message is sent.
    #[inline]
    pub(crate) fn send(&mut self, message: Message, out: &mut Output<'_>) -> Result<(), BuildError> {
        let Peer::Process(peer) = message.peer else {
            match message.peer {
                Peer::Null => self.calls.null_peer(),
                _ => {
                    self.calls.sent(message.fields());
                    out.program.sent_to_unknown();
                }
            }
            return Ok(());
        };
        out.program.channels.sent((self.own, peer, message.tag.unwrap_or(0)), 1);
        let plain = Record::new(Kind::Send, self.send);
        let (tag, bytes) = (message.tag, message.bytes);
        let record = Record { peer: Some(peer), tag, bytes, ..plain };
        self.push(record, out.trace)?;
        self.calls.sent(message.fields());
        Ok(())
    }

    /// A message is sent whose other end the trace lacks, as its reader says: the call has its fields, and it is no event.
    pub(crate) fn sent_nowhere(&mut self, message: Message) {
        self.calls.sent(message.fields());
    }

    /// The same of one that is received.
    pub(crate) fn received_from_nowhere(&mut self, message: Message) {
        self.calls.received(message.fields());
    }

    /// A message is sent, and the request says when that is complete.
    pub(crate) fn post_send(&mut self, request: u64, message: Message, out: &mut Output<'_>) -> Result<(), BuildError> {
        self.begin(request, Waiting::Send, out)?;
        self.send(message, out)
    }

    /// A message is received, in the call that asked for it.
    #[inline]
    pub(crate) fn receive(&mut self, message: Message, out: &mut Output<'_>) -> Result<(), BuildError> {
        match message.peer {
            Peer::Null => self.calls.null_peer(),
            _ => self.calls.received(message.fields()),
        }
        self.arrived(message, out)
    }

    /// A receive is posted: what is known of it so far.
    pub(crate) fn post_receive(
        &mut self,
        request: u64,
        message: Message,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        self.receive_id += 1;
        match message.peer {
            Peer::Null => self.calls.null_peer(),
            _ => self.calls.posted(message.fields(), self.receive_id),
        }
        self.begin(request, Waiting::Receive(PendingRequest::Receive(message, self.receive_id)), out)
    }

    /// A collective operation of that name takes place. Without its processes it is no event: who
    /// meets there is what such an event says.
    #[inline]
    pub(crate) fn collective(
        &mut self,
        name: NameId,
        collective: Collective,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        if collective.group.is_some() {
            let record = Record { group: collective.group, ..Record::new(Kind::Sync, name) };
            self.push(record, out.trace)?;
        } else {
            out.program.collective_of_unknown(1);
        }
        self.calls.collective(collective);
        Ok(())
    }

    /// A collective operation of that name begins, and the request says when it is complete.
    pub(crate) fn post_collective(
        &mut self,
        request: u64,
        name: NameId,
        collective: Collective,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        let record = match collective.group {
            None => None,
            group => Some(self.records.id(&Record { group, ..Record::new(Kind::Sync, name) }, out.trace)?),
        };
        self.calls.collective(collective);
        self.begin(request, Waiting::Collective(PendingRequest::Collective(record)), out)
    }

    /// A request is made that sends such a message whenever it is started.
    pub(crate) fn init_send(&mut self, request: u64, message: Message) {
        self.persistent.insert(request, PersistentRequest::Send(message));
    }

    /// A request is made that receives such a message whenever it is started.
    pub(crate) fn init_receive(&mut self, request: u64, message: Message) {
        self.persistent.insert(request, PersistentRequest::Receive(message));
    }

    /// Such a request is started. One that was never made is nothing.
    pub(crate) fn start(&mut self, request: u64, out: &mut Output<'_>) -> Result<(), BuildError> {
        match self.persistent.get(&request).copied() {
            Some(PersistentRequest::Send(message)) => self.post_send(request, message, out),
            Some(PersistentRequest::Receive(message)) => self.post_receive(request, message, out),
            None => Ok(()),
        }
    }

    /// A request was found complete: with what message, if it was a receive, as far as that is known
    /// besides what it was posted with. A number that waits for nothing is nothing: `MPI_REQUEST_NULL`,
    /// or an inactive one. Whether it waited.
    pub(crate) fn complete(
        &mut self,
        request: u64,
        message: Message,
        out: &mut Output<'_>,
    ) -> Result<bool, BuildError> {
        match self.requests.complete(request) {
            None => return Ok(false),
            Some(Waiting::Send) => {}
            Some(Waiting::Receive(pending) | Waiting::Collective(pending)) => match pending {
                PendingRequest::Receive(posted, receive_id) => {
                    let message = posted.completed(message);
                    self.settle(receive_id, message.fields(), out.trace)?;
                    self.arrived(message, out)?;
                }
                PendingRequest::Collective(Some(record)) => {
                    self.timeline.push_event(self.slot, record, &self.calls, out.trace)?;
                }
                PendingRequest::Collective(None) => out.program.collective_of_unknown(1),
            },
        }
        Ok(true)
    }

    /// A request was called off, before anything came of it.
    pub(crate) fn cancel(&mut self, request: u64, out: &mut Output<'_>) -> Result<(), BuildError> {
        match self.requests.cancel(request) {
            Some(Waiting::Receive(pending)) => self.give_up(pending, out.trace),
            _ => Ok(()),
        }
    }

    /// A request is freed: if it can be started again, it no longer can. What it waits for goes on.
    pub(crate) fn free(&mut self, request: u64) {
        self.persistent.remove(&request);
    }

    /// The innermost open call.
    pub(crate) fn innermost(&self) -> Option<NameId> {
        self.calls.innermost()
    }

    /// Requests that wait.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.requests.len()
    }

    /// The process is at its end.
    pub(crate) fn finish(&mut self, out: &mut Output<'_>) -> Result<(), BuildError> {
        self.release(0, out.trace)?;
        if let Some(unreturned) = self.calls.unreturned() {
            note_unreturned(unreturned, out.trace, out.notes);
        }
        note_repairs(self.slot, out.trace, out.notes);
        out.program.ended(self.own, self.requests.counts());
        Ok(())
    }

    /// A receive is complete, and no call is known to be the one that asked for it.
    pub(crate) fn arrived(&mut self, message: Message, out: &mut Output<'_>) -> Result<(), BuildError> {
        match message.peer {
            Peer::Null => Ok(()),
            Peer::Any => {
                out.program.received_from_unknown();
                Ok(())
            }
            Peer::Process(peer) => {
                out.program.channels.received((peer, self.own, message.tag.unwrap_or(0)), 1);
                let plain = Record::new(Kind::Recv, self.recv);
                let record = Record { peer: Some(peer), tag: message.tag, ..plain };
                self.push(record, out.trace)
            }
        }
    }

    fn begin(
        &mut self,
        request: u64,
        waiting: Waiting<PendingRequest>,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        // One that still waits under this number never will be complete.
        let before = self.requests.get(request);
        self.requests.begin(request, waiting);
        match before {
            Some(Waiting::Receive(pending)) => self.give_up(pending, out.trace),
            _ => Ok(()),
        }
    }

    /// Nothing more will be known of a receive than what it was posted with.
    fn give_up(&mut self, pending: PendingRequest, trace: &mut TraceBuilder) -> Result<(), BuildError> {
        match pending {
            PendingRequest::Receive(posted, receive_id) => self.settle(receive_id, posted.fields(), trace),
            PendingRequest::Collective(_) => Ok(()),
        }
    }

    /// What a posted receive received: its call has these fields.
    fn settle(&mut self, receive_id: u64, fields: MessageFields, trace: &mut TraceBuilder) -> Result<(), BuildError> {
        self.calls.settle(receive_id, fields);
        let mut place = self.places.remove(&receive_id);
        while let Some(at) = place {
            let at = at.checked_sub(self.released).map(|at| at as usize);
            let Some(deferred) = at.and_then(|at| self.deferred.get_mut(at)) else { break };
            add_message(&mut deferred.record, &fields);
            deferred.waits = 0;
            place = deferred.inner;
        }
        self.release(MAX_DEFERRED, trace)
    }

    /// Puts the items into the trace that wait for nothing, and those above that number.
    fn release(&mut self, most: usize, trace: &mut TraceBuilder) -> Result<(), BuildError> {
        while let Some(&DeferredCall { record, waits, times, .. }) = self.deferred.front() {
            if waits > 0 && self.deferred.len() <= most {
                break;
            }
            let id = self.records.id(&record, trace)?;
            push_call(self.slot, id, times, trace)?;
            self.deferred.pop_front();
            self.released += 1;
        }
        Ok(())
    }

    /// Appends an event of communication.
    #[inline]
    fn push(&mut self, record: Record, trace: &mut TraceBuilder) -> Result<(), BuildError> {
        let id = self.records.id(&record, trace)?;
        self.timeline.push_event(self.slot, id, &self.calls, trace)
    }
}

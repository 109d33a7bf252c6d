//! From the records of a thread to the events of a process: events and messages in one order.

use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{BuildError, NameId};
use rustc_hash::FxHashMap;

use super::meaning::Action;
use super::objects::{Receive, Thread};
use super::roots::Roots;
use super::store::Message;
use crate::mpi::call_notes::note_too_deep;
use crate::mpi::calls::MAX_DEPTH;
use crate::mpi::names::Class;
use crate::mpi::{self, Collective, Output, Peer};
use crate::notes::{Note, Place, Problem};

/// A call that began.
#[derive(Clone, Copy, Debug)]
struct Call {
    kind: u32,
    name: NameId,
    class: Class,
    collective: Collective,
    began: u64,
    /// Whether it posted a receive whose message the trace records.
    posted: bool,
}

/// Everything that threads share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) actions: &'a [Action],
    pub(super) messages: &'a [Message],
    pub(super) roots: &'a Roots,
}

/// A thread that is being converted.
#[derive(Debug)]
pub(super) struct ThreadConverter {
    process: mpi::Process,
    thread: Thread,
    /// Receives in the order in which they are posted.
    posts: Vec<u32>,
    /// How far events, sends, posts and receives are.
    event: usize,
    send: usize,
    post: usize,
    receive: usize,
    /// Calls that began, by type: at most one each.
    calls: Vec<Call>,
    /// Stretches that began, by type.
    stretches: FxHashMap<u32, Vec<NameId>>,
    /// How many operations there were of each communicator.
    operations: FxHashMap<(u64, u64), usize>,
    /// Requests of non-blocking collective operations, which have no completion here.
    open: u64,
}

/// Numbers of requests that no receive has.
const OPEN: u64 = 1 << 40;

impl ThreadConverter {
    /// Puts everything in order of time. O(n log n) for the receives, O(n) for what is in order
    /// already. Says whether the events were.
    pub(super) fn new(process: mpi::Process, mut thread: Thread) -> (Self, bool) {
        let in_order = thread.times.is_sorted();
        if !in_order {
            let mut events: Vec<(u64, u32)> =
                thread.times.iter().copied().zip(thread.event_kinds.iter().copied()).collect();
            events.sort_small_by_key(|event| event.0);
            (thread.times, thread.event_kinds) = events.into_iter().unzip();
        }
        thread.sends.sort_small_by_key(|send| send.0);
        // Those that one call finds complete: in the order in which they were posted.
        thread.receives.sort_small_by_key(|receive| (receive.received, receive.asked));
        let mut posts: Vec<u32> = (0..thread.receives.len() as u32).collect();
        let asked = |at: &u32| thread.receives.get(*at as usize).map(|receive| receive.asked);
        posts.sort_small_by_key(asked);
        let conversion = Self {
            process,
            thread,
            posts,
            event: 0,
            send: 0,
            post: 0,
            receive: 0,
            calls: Vec::new(),
            stretches: FxHashMap::default(),
            operations: FxHashMap::default(),
            open: OPEN,
        };
        (conversion, in_order)
    }

    /// Converts up to `most` events; whether that was all.
    pub(super) fn step(&mut self, most: usize, shared: Shared<'_>, out: &mut Output<'_>) -> Result<bool, BuildError> {
        for _ in 0..most {
            let next = self.thread.times.get(self.event).zip(self.thread.event_kinds.get(self.event));
            let Some((&time, &id)) = next else {
                self.messages(u64::MAX, u64::MAX, shared, out)?;
                self.process.finish(out)?;
                return Ok(true);
            };
            self.event += 1;
            let action = shared.actions.get(id as usize).copied().unwrap_or(Action::Nothing);
            // A message that is sent when this takes place was sent before it only if the call that
            // ends here began at the same time. One is received before the call ends.
            let (sent, received) = match action {
                Action::CallEnd(kind) => {
                    let began = self.calls.iter().find(|call| call.kind == kind);
                    let at_once = began.is_some_and(|call| call.began == time);
                    (if at_once { time } else { time.saturating_sub(1) }, time)
                }
                _ => (time.saturating_sub(1), time.saturating_sub(1)),
            };
            if time > 0 || matches!(action, Action::CallEnd(_)) {
                self.messages(sent, received, shared, out)?;
            }
            self.process.set_time(Some(time));
            self.act(action, time, shared, out)?;
        }
        Ok(false)
    }

    fn act(&mut self, action: Action, time: u64, shared: Shared<'_>, out: &mut Output<'_>) -> Result<(), BuildError> {
        match action {
            Action::Nothing => {}
            Action::Local(words) => self.process.local(words, out)?,
            Action::Call { kind, name, class, mut collective, is_root, comm } => {
                // A value that follows another without a 0 between ends it.
                self.end_call(kind, out)?;
                if let Some(comm) = comm.filter(|_| class == Class::Collective) {
                    let nth = self.operations.entry(comm).or_default();
                    collective.root = shared.roots.get(comm.0, comm.1, *nth);
                    *nth += 1;
                }
                if is_root {
                    collective.root = Some(self.thread.rank);
                }
                self.process.enter_call(name, Place::Whole, out);
                let posted = false;
                self.calls.push(Call { kind, name, class, collective, began: time, posted });
            }
            Action::CallEnd(kind) => {
                if !self.end_call(kind, out)? {
                    note_end(out);
                }
            }
            Action::Enter { kind, enter, leave } => {
                let open = self.stretches.entry(kind).or_default();
                if open.len() < MAX_DEPTH {
                    open.push(leave);
                    self.process.local(enter, out)?;
                } else {
                    note_too_deep(Place::Whole, out.notes);
                }
            }
            Action::Leave(kind) => match self.stretches.get_mut(&kind).and_then(Vec::pop) {
                Some(leave) => self.process.local(leave, out)?,
                None => note_end(out),
            },
        }
        Ok(())
    }

    /// Ends the open call of that type; whether there is one.
    fn end_call(&mut self, kind: u32, out: &mut Output<'_>) -> Result<bool, BuildError> {
        let Some(at) = self.calls.iter().position(|call| call.kind == kind) else {
            return Ok(false);
        };
        let call = self.calls.swap_remove(at);
        match call.class {
            Class::Collective | Class::Communicator => {
                self.process.collective(call.name, call.collective, out)?;
            }
            Class::Icollective => {
                self.open += 1;
                self.process.post_collective(self.open, call.name, call.collective, out)?;
            }
            // A receive that never came to anything leaves no record of communication.
            Class::Ireceive if !call.posted => {
                out.program.posted_without_record(call.name, out.trace);
            }
            _ => {}
        }
        self.process.leave_call(call.name, Place::Whole, out)?;
        Ok(true)
    }

    /// The messages sent up to that time, and those received up to the other, in order of time.
    fn messages(
        &mut self,
        sent: u64,
        received: u64,
        shared: Shared<'_>,
        out: &mut Output<'_>,
    ) -> Result<(), BuildError> {
        loop {
            let send = self.thread.sends.get(self.send).filter(|send| send.0 <= sent);
            let posted = self.posts.get(self.post);
            let post = posted.and_then(|&at| Some((at, *self.thread.receives.get(at as usize)?)));
            let post = post.filter(|(_, receive)| receive.asked <= sent);
            let receive = self.thread.receives.get(self.receive);
            let receive = receive.filter(|receive| receive.received <= received).copied();
            let times = [
                post.map(|(_, receive)| receive.asked),
                send.map(|send| send.0),
                receive.map(|receive| receive.received),
            ];
            // The first of equals: what is asked for before what arrives.
            let Some(first) = times.iter().flatten().min() else { return Ok(()) };
            self.process.set_time(Some(*first));
            let which = times.iter().position(|time| time.as_ref() == Some(first));
            match (which, post, send.copied(), receive) {
                (Some(0), Some((at, receive)), ..) => {
                    self.post += 1;
                    let posting = self.calls.iter_mut().filter(|it| it.class == Class::Ireceive);
                    posting.for_each(|call| call.posted = true);
                    if !is_at_once(&receive) {
                        let message = received_message(&receive, shared);
                        self.process.post_receive(u64::from(at), message, out)?;
                    }
                }
                (Some(1), _, Some((_, id)), _) => {
                    self.send += 1;
                    if let Some(&message) = shared.messages.get(id as usize) {
                        let (peer, tag) = (Peer::Process(message.to), Some(message.tag));
                        let bytes = Some(message.size);
                        self.process.send(mpi::Message { peer, tag, bytes, group: None }, out)?;
                    }
                }
                (_, _, _, Some(receive)) => {
                    let request = self.receive as u64;
                    self.receive += 1;
                    let message = received_message(&receive, shared);
                    if is_at_once(&receive) || !self.process.complete(request, message, out)? {
                        self.process.receive(message, out)?;
                    }
                }
                _ => return Ok(()),
            }
        }
    }
}

/// Whether a receive completes at the time it is posted, so that both are one event.
fn is_at_once(receive: &Receive) -> bool {
    receive.received <= receive.asked
}

fn received_message(receive: &Receive, shared: Shared<'_>) -> mpi::Message {
    match shared.messages.get(receive.message as usize) {
        None => mpi::Message::default(),
        Some(message) => mpi::Message {
            peer: Peer::Process(message.from),
            tag: Some(message.tag),
            bytes: Some(message.size),
            group: None,
        },
    }
}

fn note_end(out: &mut Output<'_>) {
    out.notes.add(Problem::ReturnWithoutCall, |file| {
        Note::warning(file, "a call or function ends without having begun")
            .remedy("left out; the beginning of the trace may be missing")
    });
}

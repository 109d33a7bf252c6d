//! The events of one location, kept while the definitions may still be missing.
//!
//! Files come in any order (in a tar archive, often events first), and the meaning of an event is
//! only known with the definitions. So the events of a location are kept in its own
//! numbering: each distinct event once, and the order as ids. Of times, those of
//! entering and leaving regions are kept; other times and unused fields are dropped here.
//!
//! # Non-blocking calls
//!
//! A posted receive records only its request number; the received message is recorded at its completion.
//! The number joins the two: the posting gets the fields of the completion, so that the call that
//! posted it has a peer and a size. Numbers are reused (EZTrace uses addresses); a request that is
//! posted a second time has no recorded completion.

use loopscope_core::trace::Sequence;

use super::bytes::Values;
use super::event::{CollectiveRecord, Event, Message};
use super::stream::Sink;
use crate::input::interner::Interner;
use crate::input::moments::Moments;
use crate::mpi::requests::{Counts, Requests, Waiting};

/// What an event of a location says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum EventKind {
    Enter(u32),
    Leave(u32),
    Send(Message),
    /// A blocking receive, complete.
    Receive(Message),
    /// A receive is posted; nothing is known of it yet.
    Posted,
    /// A receive is posted that received this later on.
    PostedFor(Message),
    /// A non-blocking receive is complete.
    Completed(Message),
    Collective(CollectiveRecord),
    PostedCollective,
    PostedForCollective(CollectiveRecord),
    CompletedCollective(CollectiveRecord),
}

/// Regions whose event ids are in a list instead of the hash table: entering and leaving
/// make up most of the events.
const LISTED_REGIONS: u32 = 4096;

/// What was read of an event file.
#[derive(Debug, Default)]
pub(super) struct Location {
    /// Each distinct event, once.
    pub(super) event_kinds: Interner<EventKind>,
    /// The ids of entering and leaving each region, alternating, plus 1; 0 where the event has not occurred yet.
    pub(super) regions: Vec<u32>,
    /// The events in order, as indices into `event_kinds`.
    pub(super) stream: Sequence<u32>,
    /// When each region was entered and left, in ticks of the location's clock. A time below the one before it is raised
    /// to that.
    pub(super) times: Moments,
    /// How many times were raised.
    pub(super) backward: u64,
    /// The requests, and where in the stream they were posted.
    pub(super) requests: Requests<usize>,
    /// How many events say something of MPI: messages and collectives.
    pub(super) messages: u64,
    pub(super) passed: Passed,
}

/// Records of an event file that were jumped over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Passed {
    /// Values of metrics.
    pub(super) metrics: u64,
    /// Anything else but marks of the measurement itself: one-sided operations, files, tasks, devices.
    pub(super) others: u64,
}

impl Passed {
    /// Adds what was jumped over in another file.
    pub(super) fn add(&mut self, more: Self) {
        self.metrics += more.metrics;
        self.others += more.others;
    }
}

impl Location {
    pub(super) fn event_kinds(&self) -> &[EventKind] {
        self.event_kinds.list()
    }

    pub(super) fn stream(&self) -> &Sequence<u32> {
        &self.stream
    }

    /// How many requests there were, and how many of them came to an end.
    pub(super) fn requests(&self) -> Counts {
        self.requests.counts()
    }

    /// Bytes that are kept.
    pub(super) fn kept_bytes(&self) -> u64 {
        self.stream.kept_bytes()
            + self.times.kept_bytes()
            + 112 * self.event_kinds.list().len() as u64
            + 40 * self.requests.len() as u64
    }

    /// All is read: what was only of use while reading is given up.
    pub(super) fn finish(&mut self) {
        self.event_kinds.end();
        self.regions = Vec::new();
        self.requests.clear();
        self.stream.shrink();
        self.times.finish();
    }

    #[inline]
    fn push(&mut self, event_kind: EventKind) {
        let id = self.event_kinds.id(event_kind);
        self.stream.push(id);
    }

    /// A region is entered, or left.
    #[inline]
    fn push_region(&mut self, region: u32, event_kind: EventKind, time: u64) {
        self.backward += u64::from(time < self.times.last());
        self.times.push(time);
        if region >= LISTED_REGIONS {
            return self.push(event_kind);
        }
        let at = 2 * region as usize + usize::from(matches!(event_kind, EventKind::Leave(_)));
        match self.regions.get(at) {
            Some(&id) if id > 0 => {
                self.stream.push(id - 1);
            }
            _ => self.push_new_region(at, event_kind),
        }
    }

    #[cold]
    fn push_new_region(&mut self, at: usize, event_kind: EventKind) {
        if self.regions.len() <= at {
            self.regions.resize(at + 1, 0);
        }
        let id = self.event_kinds.id(event_kind);
        self.stream.push(id);
        if let Some(listed) = self.regions.get_mut(at) {
            *listed = id + 1;
        }
    }

    /// What was posted under a request number is known now.
    fn settle(&mut self, posted: usize, event_kind: EventKind) {
        let id = self.event_kinds.id(event_kind);
        self.stream.set(posted, id);
    }
}

impl Sink for Location {
    #[inline]
    fn wants(&self, kind: u8) -> bool {
        Event::is_used(kind)
    }

    fn passed_over(&mut self, kind: u8) {
        match kind {
            31 => self.passed.metrics += 1,
            // Attributes, buffer flushes, measurement on and off, parameters, begins and ends of threads and the program.
            6 | 10 | 11 | 32..=34 | 63..=66 | 83 | 84 => {}
            _ => self.passed.others += 1,
        }
    }

    #[inline]
    fn record(&mut self, kind: u8, time: u64, values: Values<'_>) -> Option<()> {
        let Some(event) = Event::read(kind, values)? else {
            self.passed_over(kind);
            return Some(());
        };
        match event {
            Event::Enter(region) => self.push_region(region, EventKind::Enter(region), time),
            Event::Leave(region) => self.push_region(region, EventKind::Leave(region), time),
            Event::Send(message) => {
                self.messages += 1;
                self.push(EventKind::Send(message));
            }
            Event::Receive(message) => {
                self.messages += 1;
                self.push(EventKind::Receive(message));
            }
            Event::Isend(message, request) => {
                self.messages += 1;
                self.requests.begin(request, Waiting::Send);
                self.push(EventKind::Send(message));
            }
            Event::IsendDone(request) => {
                if self.requests.get(request) == Some(Waiting::Send) {
                    self.requests.complete(request);
                }
            }
            Event::IrecvPosted(request) => {
                self.requests.begin(request, Waiting::Receive(self.stream.len()));
                self.push(EventKind::Posted);
            }
            Event::IrecvDone(message, request) => {
                self.messages += 1;
                if let Some(Waiting::Receive(posted)) = self.requests.get(request) {
                    self.requests.complete(request);
                    self.settle(posted, EventKind::PostedFor(message));
                }
                self.push(EventKind::Completed(message));
            }
            Event::Cancelled(request) => {
                self.requests.cancel(request);
            }
            Event::CollectiveEnd(collective) => {
                self.messages += 1;
                self.push(EventKind::Collective(collective));
            }
            Event::IcollectivePosted(request) => {
                self.requests.begin(request, Waiting::Collective(self.stream.len()));
                self.push(EventKind::PostedCollective);
            }
            Event::IcollectiveDone(collective, request) => {
                self.messages += 1;
                if let Some(Waiting::Collective(posted)) = self.requests.get(request) {
                    self.requests.complete(request);
                    self.settle(posted, EventKind::PostedForCollective(collective));
                }
                self.push(EventKind::CompletedCollective(collective));
            }
            Event::CollectiveBegin | Event::Tested(_) => {}
        }
        Some(())
    }
}

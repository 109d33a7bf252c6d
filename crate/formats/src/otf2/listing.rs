//! All records of use as lines, to compare with what other tools say.

use std::fmt::Write;

use super::bytes::Values;
use super::clock::Clock;
use super::event::{CollectiveRecord, Event, Message};
use super::local::Local;
use super::stream::{Holds, Sink, Stream};

/// The events of one location as lines: the time on the global clock, the record, its values with
/// ids in the global numbering.
///
/// `events` is the content of `N.evt`, `local` that of `N.def` if there is one. Records of other
/// kinds are left out. A damaged file gives the lines before the damage.
///
/// ```
/// let begin = [3, 0x42, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
/// let records = [5, 40, 0, 0, 0, 0, 0, 0, 0, 12, 1, 7, 2];
/// let events = [&begin[..], &records[..]].concat();
/// assert_eq!(loopscope_formats::otf2::list(&events, None), "40 ENTER 7\n");
/// ```
pub fn list(events: &[u8], local: Option<&[u8]>) -> String {
    let mut definitions = Local::default();
    Stream::new(Holds::Definitions).read(local.unwrap_or_default(), &mut definitions);
    let clock = Clock::new(&definitions.clock);
    let mut lines = Lines { local: definitions, clock, text: String::new() };
    Stream::new(Holds::Events).read(events, &mut lines);
    lines.text
}

struct Lines {
    local: Local,
    clock: Clock,
    text: String,
}

impl Sink for Lines {
    fn wants(&self, kind: u8) -> bool {
        Event::is_used(kind)
    }

    fn record(&mut self, kind: u8, time: u64, values: Values<'_>) -> Option<()> {
        let Some(event) = Event::read(kind, values)? else { return Some(()) };
        let time = self.clock.global(time).unwrap_or(0);
        let line = self.line(event);
        let _ = writeln!(self.text, "{time} {line}");
        Some(())
    }
}

impl Lines {
    fn line(&self, event: Event) -> String {
        match event {
            Event::Enter(region) => format!("ENTER {}", self.local.region(region)),
            Event::Leave(region) => format!("LEAVE {}", self.local.region(region)),
            Event::Send(message) => format!("MPI_SEND {}", self.message(message)),
            Event::Receive(message) => format!("MPI_RECV {}", self.message(message)),
            Event::Isend(message, request) => {
                format!("MPI_ISEND {} {request}", self.message(message))
            }
            Event::IsendDone(request) => format!("MPI_ISEND_COMPLETE {request}"),
            Event::IrecvPosted(request) => format!("MPI_IRECV_REQUEST {request}"),
            Event::IrecvDone(message, request) => {
                format!("MPI_IRECV {} {request}", self.message(message))
            }
            Event::Tested(request) => format!("MPI_REQUEST_TEST {request}"),
            Event::Cancelled(request) => format!("MPI_REQUEST_CANCELLED {request}"),
            Event::CollectiveBegin => "MPI_COLLECTIVE_BEGIN".to_owned(),
            Event::CollectiveEnd(it) => format!("MPI_COLLECTIVE_END {}", self.collective(it)),
            Event::IcollectivePosted(request) => {
                format!("NON_BLOCKING_COLLECTIVE_REQUEST {request}")
            }
            Event::IcollectiveDone(it, request) => {
                format!("NON_BLOCKING_COLLECTIVE_COMPLETE {} {request}", self.collective(it))
            }
        }
    }

    fn message(&self, message: Message) -> String {
        let comm = self.local.comm(message.comm);
        format!("{} {comm} {} {}", message.peer, message.tag, message.bytes)
    }

    fn collective(&self, it: CollectiveRecord) -> String {
        format!("{} {} {} {} {}", it.op, self.local.comm(it.comm), it.root, it.sent, it.received)
    }
}

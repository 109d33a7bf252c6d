//! Sums over all processes of a trace, and the notes on what the trace lacks.
//!
//! Nothing is made up. Tracers leave things out: for C and C++ programs, EZTrace omits the completion
//! of non-blocking receives and the messages of `MPI_Sendrecv`. The trace shows what is recorded, and the
//! notes say what is missing.

use loopscope_core::numbers::thousands;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{NameId, TraceBuilder};
use rustc_hash::FxHashSet;

use super::calls::CompletedCall;
use super::channels::Channels;
use super::names::Class;
use super::requests::Counts;
use crate::input::interner::Interner;
use crate::notes::{Note, Notes, Problem, Severity};

/// Names in a list of what is missing.
const LISTED: usize = 6;

/// The calls of one name.
#[derive(Clone, Copy, Debug)]
struct CallCounts {
    class: Class,
    all: u64,
    /// Those without a record of what they must have done.
    without: u64,
}

/// What adds up over the processes of a program.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) channels: Channels,
    requests: Counts,
    /// The processes that were read.
    present: FxHashSet<u32>,
    names: Interner<NameId>,
    /// The calls of each name.
    made: Vec<CallCounts>,
    /// Completed receives with an unknown source.
    unknown_sources: u64,
    /// Messages sent to an unknown process.
    unknown_destinations: u64,
    /// Collective operations with unknown processes.
    unknown_groups: u64,
}

impl Program {
    /// A call was left: whether what it must have done is known.
    #[inline]
    pub(crate) fn made(&mut self, name: NameId, done: &CompletedCall, trace: &TraceBuilder) {
        let made = self.made_of(name, trace);
        made.all += 1;
        let class = made.class;
        let met = (!class.sends() || done.sent)
            && (!class.receives() || done.received)
            && (!class.is_collective() || done.collective);
        made.without += u64::from(!met);
    }

    /// A call that is being left posted a receive, and what became of it is not in the trace.
    pub(crate) fn posted_without_record(&mut self, name: NameId, trace: &TraceBuilder) {
        self.made_of(name, trace).without += 1;
    }

    #[inline]
    fn made_of(&mut self, name: NameId, trace: &TraceBuilder) -> &mut CallCounts {
        let id = self.names.id(name) as usize;
        if id >= self.made.len() {
            let class = Class::of(trace.table().name(name));
            self.made.push(CallCounts { class, all: 0, without: 0 });
        }
        &mut self.made[id]
    }

    /// A process is at its end: its rank and its requests.
    pub(crate) fn ended(&mut self, rank: u32, counts: Counts) {
        self.present.insert(rank);
        self.requests.add(counts);
    }

    /// A receive is complete, from an unknown process.
    pub(crate) fn received_from_unknown(&mut self) {
        self.unknown_sources += 1;
    }

    /// A message is sent, to an unknown process.
    pub(crate) fn sent_to_unknown(&mut self) {
        self.unknown_destinations += 1;
    }

    /// So many collective operations took place; which processes took part is unknown.
    pub(crate) fn collective_of_unknown(&mut self, count: u64) {
        self.unknown_groups += count;
    }

    /// Calls without a record of what they must have done, in order of name: name, how many of how
    /// many.
    fn without_record(&self, trace: &TraceBuilder) -> Vec<(String, u64, u64)> {
        let made = self.names.list().iter().zip(&self.made);
        let lacking = made.filter(|(_, made)| made.without > 0);
        let named =
            |(&name, made): (&NameId, &CallCounts)| (trace.table().name(name).to_owned(), made.without, made.all);
        let mut found: Vec<_> = lacking.map(named).collect();
        found.sort_small();
        found
    }

    /// Notes what records the trace lacks.
    pub(crate) fn note(&self, trace: &TraceBuilder, notes: &mut Notes) {
        self.note_requests(notes);
        self.note_unknown(notes);
        self.note_calls(trace, notes);
        self.channels.note(&self.present, notes);
    }

    /// The same of one process whose messages have their other ends in other files.
    pub(crate) fn note_own(&self, trace: &TraceBuilder, notes: &mut Notes) {
        self.note_requests(notes);
        self.note_unknown(notes);
        self.note_calls(trace, notes);
    }

    fn note_requests(&self, notes: &mut Notes) {
        let requests = &self.requests;
        let mut open = |problem, severity, what: &str, posted: u64, done: u64, remedy: &str| {
            if done < posted {
                notes.add(problem, |file| {
                    Note::new(severity, file, format!("{what} have no record of their completion"))
                        .found(format!("{} of {}", thousands(posted - done), thousands(posted)))
                        .remedy(remedy)
                });
            }
        };
        open(
            Problem::ReceiveOpen,
            Severity::Warning,
            "non-blocking receives",
            requests.receives,
            requests.receives_done,
            "their source, size and position are unknown: the communication view lacks them, \
             and their calls may lack peer and size",
        );
        open(
            Problem::SendOpen,
            Severity::Info,
            "non-blocking sends",
            requests.sends,
            requests.sends_done,
            "nothing is lost: a message counts where it is sent",
        );
        open(
            Problem::CollectiveOpen,
            Severity::Warning,
            "non-blocking collectives",
            requests.collectives,
            requests.collectives_done,
            "the communication view lacks them",
        );
    }

    fn note_unknown(&self, notes: &mut Notes) {
        if self.unknown_sources > 0 {
            notes.add(Problem::SourceUnknown, |file| {
                Note::warning(file, "receives from any source do not record where the message came from")
                    .found(thousands(self.unknown_sources))
                    .remedy("the communication view lacks them")
            });
        }
        if self.unknown_destinations > 0 {
            notes.add(Problem::DestinationUnknown, |file| {
                Note::warning(file, "the destination of some messages is unknown")
                    .found(thousands(self.unknown_destinations))
                    .expected("a rank of a communicator whose members the trace lists")
                    .remedy("the communication view lacks them")
            });
        }
        if self.unknown_groups > 0 {
            notes.add(Problem::GroupUnknown, |file| {
                let what = "the processes of some collective operations are unknown";
                Note::info(file, what)
                    .found(thousands(self.unknown_groups))
                    .expected("a communicator whose members the trace lists")
                    .remedy("the communication view lacks them")
            });
        }
    }

    fn note_calls(&self, trace: &TraceBuilder, notes: &mut Notes) {
        let calls = self.without_record(trace);
        if calls.is_empty() {
            return;
        }
        let whole = calls.iter().any(|(_, without, all)| without == all);
        let severity = if whole { Severity::Warning } else { Severity::Info };
        let lacks_messages = self
            .made
            .iter()
            .filter(|made| made.without > 0)
            .any(|CallCounts { class, .. }| class.sends() || class.receives() || *class == Class::Ireceive);
        let remedy = "these calls have no fields, and the communication view lacks them";
        let remedy = match lacks_messages {
            true => [remedy, ", which is right for calls with MPI_PROC_NULL"].concat(),
            false => remedy.to_owned(),
        };
        let each = calls
            .iter()
            .map(|(name, without, all)| format!("{name} ({} of {} calls)", thousands(*without), thousands(*all)));
        notes.add(Problem::CallWithoutRecord, |file| {
            Note::new(severity, file, "some calls lack a record of their messages or collectives")
                .found(list(each))
                .remedy(remedy)
        });
    }
}

/// The first of a list of names, and how many more there are.
pub(crate) fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(LISTED);
    let mut text = names.take(LISTED).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(" and ");
        text.push_str(&thousands(more as u64));
        text.push_str(" more");
    }
    text
}

//! What an archive lacks, and saying so: files, processes, records.
//!
//! Nothing is made up. Tracers leave things out: EZTrace, tracing C and C++ programs, the completion
//! of non-blocking receives and the messages of `MPI_Sendrecv`. What is there is shown, and the
//! notes say what is not.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{ProcessId, TraceBuilder};
use rustc_hash::FxHashMap;

use super::archive::Process;
use super::convert::Shared;
use super::definitions::Definitions;
use super::location::{Location, Requests};
use super::stream::Fault;
use super::world::World;
use crate::report::{Note, Notes, Problem, Severity};

/// How to open all of an archive.
const OPEN_ALL: &str =
    "open the folder that holds NAME.otf2, NAME.def and NAME/, or an archive of it";

/// Names in a list of what is missing.
const LISTED: usize = 6;

/// The one anchor.
pub(super) fn only_anchor(anchors: &[String], first: &str) -> Result<String, Note> {
    match anchors {
        [only] => Ok(only.clone()),
        [] => Err(Note::error(first, "the anchor of the OTF2 archive is missing")
            .found("its other files")
            .expected("NAME.otf2 beside NAME.def")
            .remedy(OPEN_ALL)),
        [one, others @ ..] => Err(Note::error(one, "there are several OTF2 archives")
            .found(format!("also {}", list(others.iter().cloned())))
            .expected("one archive at a time")
            .remedy("open one of them alone")),
    }
}

/// The one file of global definitions.
pub(super) fn only_definitions(
    mut global: Vec<(String, Box<Definitions>)>,
    anchor: &str,
) -> Result<Box<Definitions>, Note> {
    let base = anchor.strip_suffix(".otf2").unwrap_or(anchor);
    if global.len() > 1 {
        global.retain(|(path, _)| path.strip_suffix(".def") == Some(base));
    }
    match global.pop() {
        Some((_, definitions)) => Ok(definitions),
        None => Err(Note::error(anchor, "the definitions of the OTF2 archive are missing")
            .found("its anchor")
            .expected(format!("{base}.def"))
            .remedy(OPEN_ALL)),
    }
}

type Events = (u64, String, Box<Location>, Option<Fault>);

/// No location may have two files. The events come sorted by location.
pub(super) fn no_twins(events: &[Events], anchor: &str) -> Result<(), Note> {
    if events.is_empty() {
        return Err(Note::error(anchor, "the events of the OTF2 archive are missing")
            .found("its anchor and its definitions")
            .expected("files like NAME/0.evt")
            .remedy(OPEN_ALL));
    }
    for pair in events.windows(2) {
        if let [one, other] = pair {
            if one.0 == other.0 {
                return Err(Note::error(&other.1, "another file holds the same location")
                    .found(format!("location {} in {} and in {}", one.0, one.1, other.1))
                    .expected("one file for each location")
                    .remedy("open one archive at a time"));
            }
        }
    }
    Ok(())
}

/// Which location stands for each process: the one with the messages. The last is the next to be
/// converted, so the order is descending.
pub(super) fn choose(
    events: Vec<Events>,
    world: &World,
    definitions: &Definitions,
    anchor: &str,
    notes: &mut Notes,
) -> Result<Vec<Process>, Note> {
    let mut chosen: FxHashMap<u32, Process> = FxHashMap::default();
    let mut left_out = Vec::new();
    let mut messages_left_out = 0;
    for (id, path, location, fault) in events {
        let Some(number) = world.process_of(id) else {
            messages_left_out += location.messages;
            left_out.extend((!location.stream().is_empty()).then_some(path));
            continue;
        };
        let new = Process { number, path, id, location, fault };
        let rank = |process: &Process| {
            let location = &process.location;
            (location.messages, world.is_main(process.id), location.stream().len())
        };
        let loser = match chosen.remove(&number) {
            Some(known) if rank(&known) >= rank(&new) => {
                chosen.insert(number, known);
                Some(new)
            }
            known => {
                chosen.insert(number, new);
                known
            }
        };
        if let Some(loser) = loser.filter(|process| !process.location.stream().is_empty()) {
            messages_left_out += loser.location.messages;
            left_out.push(loser.path);
        }
    }
    notes.begin_file(anchor);
    if !world.has_ranks {
        notes.add(Problem::NumberGiven, |file| {
            Note::new(Severity::Info, file, "the archive names no ranks of MPI")
                .remedy("every location with events counts as a process")
        });
    }
    if !left_out.is_empty() {
        let severity = if messages_left_out > 0 { Severity::Warning } else { Severity::Info };
        notes.add(Problem::Ignored, |file| {
            Note::new(severity, file, "threads besides the one that communicates are left out")
                .found(format!(
                    "{} with {} messages: {}",
                    counted(left_out.len() as u64, "location"),
                    thousands(messages_left_out),
                    list(left_out.iter().cloned())
                ))
                .remedy("the order of events between threads is not known")
        });
    }
    let absent: Vec<String> = world
        .processes()
        .into_iter()
        .filter(|number| !chosen.contains_key(number))
        .map(|number| number.to_string())
        .collect();
    if !absent.is_empty() && world.has_ranks {
        notes.add(Problem::PeerUnknown, |file| {
            Note::new(Severity::Warning, file, "processes have no event file")
                .found(format!("process {}", list(absent.iter().cloned())))
                .remedy("their events are missing; open all files of the archive together")
        });
    }
    if chosen.is_empty() {
        let defined = definitions.locations.len() as u64;
        return Err(Note::error(anchor, "no event file belongs to a process")
            .found(format!("{} defined", counted(defined, "location")))
            .expected("event files named by the numbers of the locations")
            .remedy(OPEN_ALL));
    }
    let mut processes: Vec<Process> = chosen.into_values().collect();
    processes.sort_by_key(|process| std::cmp::Reverse(process.number.min(ProcessId::MAX)));
    Ok(processes)
}

/// What adds up over all processes.
#[derive(Debug, Default)]
pub(super) struct Totals {
    requests: Requests,
}

impl Totals {
    pub(super) fn add(&mut self, location: &Location) {
        let (sum, more) = (&mut self.requests, location.requests);
        sum.receives += more.receives;
        sum.receives_done += more.receives_done;
        sum.sends += more.sends;
        sum.sends_done += more.sends_done;
        sum.collectives += more.collectives;
        sum.collectives_done += more.collectives_done;
    }
}

/// Notes what records the archive lacks.
pub(super) fn note(totals: &Totals, shared: &Shared, trace: &TraceBuilder, notes: &mut Notes) {
    let requests = &totals.requests;
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
        "what they received, and where, is not in the archive: communication lacks them, \
         calls lack their peer and size",
    );
    open(
        Problem::SendOpen,
        Severity::Info,
        "non-blocking sends",
        requests.sends,
        requests.sends_done,
        "nothing else is missing: a message stands where it was sent",
    );
    open(
        Problem::CollectiveOpen,
        Severity::Warning,
        "non-blocking collectives",
        requests.collectives,
        requests.collectives_done,
        "communication lacks them",
    );
    note_calls(shared, trace, notes);
    note_messages(shared, notes);
}

fn note_calls(shared: &Shared, trace: &TraceBuilder, notes: &mut Notes) {
    let calls = shared.calls_without_record(trace);
    if calls.is_empty() {
        return;
    }
    let whole = calls.iter().any(|(_, without, all)| without == all);
    let severity = if whole { Severity::Warning } else { Severity::Info };
    let each = calls.iter().map(|(name, without, all)| {
        format!("{name} ({} of {} calls)", thousands(*without), thousands(*all))
    });
    notes.add(Problem::CallWithoutRecord, |file| {
        Note::new(
            severity,
            file,
            "calls have no record of what they sent, received or did together",
        )
        .found(list(each))
        .remedy("they are calls without fields, and missing in communication")
    });
}

fn note_messages(shared: &Shared, notes: &mut Notes) {
    let unmatched = shared.unmatched();
    let sides = [
        (Problem::NeverReceived, "messages were sent and never received", shared.sent, 1),
        (Problem::NeverSent, "messages were received and never sent", shared.received, -1),
    ];
    for (problem, what, all, sign) in sides {
        let mut found = unmatched.iter().filter(|(_, balance)| balance.signum() == sign);
        let total: u64 = found.clone().map(|(_, balance)| balance.unsigned_abs()).sum();
        let Some(((src, dst, tag), _)) = found.next() else { continue };
        notes.add(problem, |file| {
            Note::new(Severity::Warning, file, what)
                .found(format!(
                    "{} of {}, the first from {src} to {dst} with tag {tag}",
                    thousands(total),
                    thousands(all)
                ))
                .remedy("kept as they are")
        });
    }
}

fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(LISTED);
    let mut text = names.take(LISTED).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {} more", thousands(more as u64)));
    }
    text
}

/// `1 location`, `2 locations`.
fn counted(count: u64, noun: &str) -> String {
    format!("{} {}", thousands(count), loopscope_core::numbers::plural(count, noun))
}

//! What an archive lacks, and saying so: files and processes. Records that are missing are a matter of
//! [`Program`](crate::mpi::Program).

use loopscope_core::numbers::counted;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::ProcessId;
use rustc_hash::FxHashMap;

use super::archive::Process;
use super::definitions::{Definitions, LocationKind};
use super::location::{Location, Passed};
use super::stream::Fault;
use super::world::World;
use crate::mpi::program::list;
use crate::notes::{Note, Notes, Problem, Severity};

/// How to open all of an archive.
const OPEN_ALL: &str =
    "open the folder that holds NAME.otf2, NAME.def and NAME/, or an archive of it";

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
            .remedy("open one of them alone")
            .clashing(one)),
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

/// An event file: its location, its path, what was read of it, and why not all of it, if so.
pub(super) type Events = (u64, String, Box<Location>, Option<Fault>);

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
                let note = Note::error(&other.1, "another file holds the same location")
                    .found(format!("location {} in {} and in {}", one.0, one.1, other.1))
                    .expected("one file for each location")
                    .remedy("open one archive at a time");
                return Err(note.clashing(&one.1));
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
    let (kinds, mut idle) = (definitions.kinds(), Idle::default());
    for (id, path, location, fault) in events {
        idle.passed.add(location.passed);
        let kind = kinds.get(&id).copied().unwrap_or(LocationKind::Thread);
        let process = world.process_of(id);
        let device = kind == LocationKind::Accelerator && (world.has_ranks || process.is_none());
        // A rank of MPI is a process also where its file holds nothing.
        if kind == LocationKind::Metric {
            idle.metrics += 1;
            continue;
        } else if device {
            idle.devices += 1;
            continue;
        } else if location.stream().is_empty() && !world.is_main(id) {
            idle.empty += 1;
            continue;
        }
        let Some(number) = process else {
            messages_left_out += location.messages;
            left_out.push(path);
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
    let events: usize = chosen.values().map(|process| process.location.stream().len()).sum();
    if events == 0 && left_out.is_empty() && idle.any() {
        return Err(Note::error(anchor, "the archive holds no event that can be used")
            .found(idle.found())
            .expected("calls and messages of threads"));
    }
    notes.begin_file(anchor);
    idle.note(notes);
    if !world.has_ranks {
        notes.add(Problem::NumberGiven, |file| {
            Note::new(Severity::Info, file, "the archive names no ranks of MPI")
                .remedy("every thread with events counts as a process")
        });
    }
    if !left_out.is_empty() {
        let severity = if messages_left_out > 0 { Severity::Warning } else { Severity::Info };
        notes.add(Problem::Ignored, |file| {
            Note::new(severity, file, "threads besides the one that communicates are left out")
                .found(format!(
                    "{} with {}: {}",
                    counted(left_out.len() as u64, "location"),
                    counted(messages_left_out, "message"),
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
    processes.sort_small_by_key(|process| std::cmp::Reverse(process.number.min(ProcessId::MAX)));
    Ok(processes)
}

/// Locations that are no processes, and records that are no events of the trace.
#[derive(Debug, Default)]
struct Idle {
    /// Locations that hold metrics.
    metrics: u64,
    /// Streams of accelerators.
    devices: u64,
    /// Threads without an event.
    empty: u64,
    passed: Passed,
}

impl Idle {
    fn any(&self) -> bool {
        self.metrics + self.devices + self.empty + self.passed.metrics + self.passed.others > 0
    }

    fn found(&self) -> String {
        let locations = [
            (self.metrics, "location", " of metrics"),
            (self.devices, "stream", " of accelerators"),
            (self.empty, "thread", " without events"),
            (self.passed.metrics, "metric value", ""),
            (self.passed.others, "record", " of other kinds"),
        ];
        let told = locations.iter().filter(|(count, ..)| *count > 0);
        let told = told.map(|(count, noun, what)| format!("{}{what}", counted(*count, noun)));
        told.collect::<Vec<_>>().join(", ")
    }

    fn note(&self, notes: &mut Notes) {
        if self.any() {
            notes.add(Problem::PassedOver, |file| {
                let what = "what is no process and no event of one is not read";
                Note::new(Severity::Info, file, what).found(self.found())
            });
        }
    }
}

//! Chooses the location that represents each process: the one with the messages. What is left out is counted and noted.

use loopscope_core::numbers::{counted, plural};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::ProcessId;
use rustc_hash::FxHashMap;

use super::definitions::{Definitions, LocationKind};
use super::location::{Location, Passed};
use super::missing::{Events, OPEN_ALL};
use super::rank_map::RankMap;
use super::stream::Fault;
use crate::mpi::program::list;
use crate::notes::{Note, Notes, Problem, Severity};

/// A location whose events become a process.
#[derive(Debug)]
pub(super) struct ProcessLocation {
    pub(super) number: u32,
    pub(super) path: String,
    pub(super) id: u64,
    pub(super) location: Box<Location>,
    pub(super) fault: Option<Fault>,
}

/// The locations that become processes. The last is the next to be converted, so the order is descending.
///
/// # Errors
/// The note that says why no event can be used.
pub(super) fn choose(
    events: Vec<Events>,
    ranks: &RankMap,
    definitions: &Definitions,
    anchor: &str,
    notes: &mut Notes,
) -> Result<Vec<ProcessLocation>, Note> {
    let mut choice = Choice::default();
    let kinds = definitions.kinds();
    for (id, path, location, fault) in events {
        let kind = kinds.get(&id).copied().unwrap_or(LocationKind::Thread);
        choice.consider(kind, ProcessLocation { number: 0, path, id, location, fault }, ranks);
    }
    let chosen = &choice.chosen;
    let events: usize = chosen.values().map(|process| process.location.stream().len()).sum();
    if events == 0 && choice.left_out.is_empty() && choice.idle.any() {
        return Err(Note::error(anchor, "the archive contains no usable event")
            .found(choice.idle.found())
            .expected("calls and messages of threads"));
    }
    notes.begin_file(anchor);
    choice.note(ranks, notes);
    if choice.chosen.is_empty() {
        let defined = definitions.locations.len() as u64;
        return Err(Note::error(anchor, "no event file matches a location")
            .found(format!("{} defined", counted(defined, "location")))
            .expected("event files named after location numbers, like 0.evt")
            .remedy(OPEN_ALL));
    }
    let mut processes: Vec<ProcessLocation> = choice.chosen.into_values().collect();
    processes.sort_small_by_key(|process| std::cmp::Reverse(process.number.min(ProcessId::MAX)));
    Ok(processes)
}

/// The best location of each process so far, and what was left out for it.
#[derive(Debug, Default)]
struct Choice {
    chosen: FxHashMap<u32, ProcessLocation>,
    /// Paths of locations with events that represent no process.
    left_out: Vec<String>,
    messages_left_out: u64,
    idle: Idle,
}

impl Choice {
    /// Considers the next location, whose process number is not yet known.
    fn consider(&mut self, kind: LocationKind, location: ProcessLocation, ranks: &RankMap) {
        self.idle.passed.add(location.location.passed);
        let process = ranks.process_of(location.id);
        let device = kind == LocationKind::Accelerator && (ranks.has_ranks || process.is_none());
        // A rank of MPI is a process also where its file holds nothing.
        if kind == LocationKind::Metric {
            self.idle.metrics += 1;
        } else if device {
            self.idle.devices += 1;
        } else if location.location.stream().is_empty() && !ranks.is_main(location.id) {
            self.idle.empty += 1;
        } else if let Some(number) = process {
            self.compete(ProcessLocation { number, ..location }, ranks);
        } else {
            self.leave_out(location);
        }
    }

    /// Of two locations of one process the better stays.
    fn compete(&mut self, new: ProcessLocation, ranks: &RankMap) {
        let rank = |process: &ProcessLocation| {
            let location = &process.location;
            (location.messages, ranks.is_main(process.id), location.stream().len())
        };
        let loser = match self.chosen.remove(&new.number) {
            Some(known) if rank(&known) >= rank(&new) => {
                self.chosen.insert(known.number, known);
                Some(new)
            }
            known => {
                self.chosen.insert(new.number, new);
                known
            }
        };
        if let Some(loser) = loser.filter(|process| !process.location.stream().is_empty()) {
            self.leave_out(loser);
        }
    }

    fn leave_out(&mut self, location: ProcessLocation) {
        self.messages_left_out += location.location.messages;
        self.left_out.push(location.path);
    }

    fn note(&self, ranks: &RankMap, notes: &mut Notes) {
        self.idle.note(notes);
        if !ranks.has_ranks {
            notes.add(Problem::NumberGiven, |file| {
                Note::info(file, "the archive defines no MPI ranks")
                    .remedy("every thread with events counts as a process")
            });
        }
        if !self.left_out.is_empty() {
            let messages = self.messages_left_out;
            let severity = if messages > 0 { Severity::Warning } else { Severity::Info };
            notes.add(Problem::Ignored, |file| {
                Note::new(severity, file, "only the communicating thread of each process is read")
                    .found(format!(
                        "{} with {}: {}",
                        counted(self.left_out.len() as u64, "other location"),
                        counted(messages, "message"),
                        list(self.left_out.iter().cloned())
                    ))
                    .remedy("the others are left out, because the order of events between threads is unknown")
            });
        }
        let absent: Vec<String> = ranks
            .processes()
            .into_iter()
            .filter(|number| !self.chosen.contains_key(number))
            .map(|number| number.to_string())
            .collect();
        if !absent.is_empty() && ranks.has_ranks {
            notes.add(Problem::PeerUnknown, |file| {
                Note::warning(file, "some processes have no event file")
                    .found(format!(
                        "none for {} {}",
                        plural(absent.len() as u64, "process"),
                        list(absent.iter().cloned())
                    ))
                    .remedy("their events are missing; open all files of the archive together")
            });
        }
    }
}

/// Locations that are not processes, and records that are not events of the trace.
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
        let kinds = [
            (self.metrics, "location of metrics"),
            (self.devices, "stream of accelerators"),
            (self.empty, "thread without events"),
            (self.passed.metrics, "metric value"),
            (self.passed.others, "record of other kinds"),
        ];
        let present = kinds.iter().filter(|(count, _)| *count > 0);
        present.map(|(count, noun)| counted(*count, noun)).collect::<Vec<_>>().join(", ")
    }

    fn note(&self, notes: &mut Notes) {
        if self.any() {
            notes.add(Problem::PassedOver, |file| {
                let what = "everything but the events of processes is left out";
                Note::info(file, what).found(self.found())
            });
        }
    }
}

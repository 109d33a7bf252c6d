//! Rounds: what all processes do from one collective operation of a name to the next.
//!
//! A nest ends a loop where an iteration differs from the others; an operation of all processes still comes in each. What stands before the first
//! of them, or after the last, is a round, too, if all processes do there what they do in each. Rounds have numbers as loops have, beyond all
//! of these, and are listed and explained as iterations of a loop are.

pub(super) use loopscope_core::durations::is_rounds;
use loopscope_core::durations::{LoopTree, FEWEST_COMPARED, ROWS_OF_ROUNDS};
use loopscope_core::matching::is_same_function;
use loopscope_core::numbers::{counted, listed, thousands, times};
use loopscope_core::trace::{NameId, Record, View};

use super::builder::{Measured, Prepared};
use super::iterations::IterationList;
use super::markers::Marker;
use super::rows::Row;
use crate::view::sentence::Sentence;
use crate::wire::RoundsOffer;

/// With fewer operations there is at most one round.
const FEWEST: u64 = 3;
/// A main loop that has this share of the time needs no rounds beside it, if enough of its iterations are alike.
const ENOUGH: f64 = 0.5;
/// Rounds around the main loop last so many times as long.
const MORE: f64 = 1.1;
/// What is suggested begins and ends this share of the run apart.
const LEAST_OF_RUN: f64 = 0.5;

/// Which of the operations that are offered.
fn at(id: u32) -> usize {
    (u32::MAX - id) as usize
}

impl Prepared {
    /// The operations of all processes, the first name first, and after them those of a size that most have not, or that something follows which does not
    /// follow most.
    /// O(operations times names + events), once.
    pub(super) fn markers(&self) -> &[Marker] {
        self.markers.get_or_init(|| {
            let mut markers = self.markers_by_name();
            let names: Vec<_> = markers.iter().map(|it| (it.name, it.all)).collect();
            if names.iter().any(|&(_, count)| count > 2 * FEWEST_COMPARED as u64) {
                for (at, chosen) in (0..).zip(self.following(&names)) {
                    let Some(of) = markers.get(at).cloned() else { continue };
                    markers.extend(chosen.into_iter().map(|chosen| of.only(chosen)));
                }
            }
            markers.truncate(ROWS_OF_ROUNDS as usize);
            markers
        })
    }

    fn markers_by_name(&self) -> Vec<Marker> {
        let (all, clocks) = (self.trace.processes().len(), self.waits.clocks());
        let mut markers: Vec<Marker> = Vec::new();
        for operation in self.waits.matching().operations() {
            if operation.members.len() != all || !operation.alike {
                continue;
            }
            let Some(&(place, span)) = operation.members.first() else { continue };
            let time = clocks.at(place as usize, span.enter);
            let (mut from, mut to) = (i64::MAX, i64::MIN);
            for &(at, span) in &operation.members {
                let left = clocks.at(at as usize, span.leave);
                (from, to) = (from.min(left), to.max(left));
            }
            let apart = to.abs_diff(from);
            let name = operation.name;
            match markers.iter_mut().find(|marker| marker.name == name) {
                Some(known) => {
                    known.times.push(time);
                    (known.all, known.apart) = (known.all + 1, known.apart.saturating_add(apart));
                }
                None => {
                    let times = vec![time];
                    markers.push(Marker { name, chosen: None, all: 1, place, times, apart });
                }
            }
        }
        markers.retain(|marker| marker.all >= FEWEST);
        markers
    }

    /// What the loops are made of.
    pub(super) fn view(&self) -> View {
        if self.rows.by_calls {
            View::Calls
        } else {
            View::Communication
        }
    }

    #[inline(never)]
    pub(super) fn is_by_all(&self, record: &Record) -> bool {
        let all = self.trace.processes().len();
        record.group.is_some_and(|group| self.trace.table().group(group).len() == all)
    }

    /// Whether it is an operation of that name of all processes.
    #[inline(never)]
    pub(super) fn is_of_all(&self, record: &Record, name: NameId) -> bool {
        let table = self.trace.table();
        self.is_by_all(record) && is_same_function(table.name(record.name), table.name(name))
    }

    pub(super) fn marker(&self, id: u32) -> Option<&Marker> {
        self.markers().get(at(id))
    }

    /// The loops by which iterations of that number are found, where these are not those of the program.
    #[inline(never)] // of a part of the engine that only lists need
    pub(super) fn trees_of(&self, id: u32) -> Option<Vec<LoopTree>> {
        match is_rounds(id) {
            true => self.trees_of_rounds(id),
            false => self.rows.trees_of(id),
        }
    }

    /// The number of the rounds between operations of a name.
    ///
    /// # Errors
    /// There are none: the names of all that there are.
    pub(super) fn rounds_between(&self, name: &str) -> Result<u32, Vec<String>> {
        let markers = self.markers();
        let names: Vec<String> = markers.iter().map(|it| it.words(self.trace.table())).collect();
        let found = names.iter().position(|known| known.eq_ignore_ascii_case(name));
        found.map(|at| u32::MAX - at as u32).ok_or(names)
    }

    /// The loops by which iterations of that number are recorded, by place; without a number those of the program. None if there are no such
    /// rounds. O(events) for rounds, else O(loops).
    #[inline(never)] // of that part
    pub(super) fn trees_with(&self, row: Option<u32>) -> Vec<LoopTree> {
        match row.filter(|&id| is_rounds(id)) {
            // Without trees there are no rounds to list, which is an error then.
            Some(id) => self.trees_of_rounds(id).unwrap_or_default(),
            None => self.rows.trees.clone(),
        }
    }
}

impl IterationList {
    /// "Iteration 19 (3 in L9) takes ", "Round 4 takes ". O(log places).
    #[inline(never)] // of that part
    pub(super) fn takes(&self, at: usize) -> String {
        let unit = if is_rounds(self.row.id) { "Round" } else { "Iteration" };
        format!("{unit} {} takes ", self.name(at))
    }

    /// "**20 iterations**, **all with the same 96 events**"; "**44 iterations, 11 times 4 each**, **all with the same 6 events**".
    #[inline(never)] // of that part
    pub(super) fn counted_in_words(&self, sentence: &mut Sentence) {
        if is_rounds(self.row.id) {
            return self.counted_as_rounds(sentence);
        }
        let (count, row) = (self.iterations.len() as u64, &self.row);
        sentence.stress(match row.entered {
            0 | 1 if self.places.is_empty() => counted(count, "iteration"),
            0 | 1 => {
                let loops = self.prepared.rows.together(row.id).iter();
                let loops: Vec<String> = loops.map(|id| format!("L{id}")).collect();
                format!("{}, in {}", counted(count, "iteration"), listed(&loops))
            }
            entered => {
                let (all, each) = (thousands(count), thousands(row.count));
                format!("{all} iterations, {} {each} each", times(entered))
            }
        });
        sentence.stress(format!(", all with the same {}", counted(row.period, "event")));
    }
}

impl Measured {
    /// The loop of that name, or rounds as one, as many as were found; `None` if there are none.
    #[inline(never)] // of that part
    pub(super) fn listed(&self, id: u32) -> Option<Row> {
        let rows = &self.prepared.rows;
        if !is_rounds(id) {
            return rows.get(id).cloned();
        }
        let count = self.sums.iterations.iter().map(Vec::len).max().filter(|&count| count > 0)?;
        Some(Row { id, level: 1, count: count as u64, like: id, ..rows.get(0)?.clone() })
    }

    /// The rounds that can be listed, and those that are suggested. O(operations times names).
    #[inline(never)] // of that part
    pub(super) fn rounds(&self) -> RoundsOffer {
        let prepared = &*self.prepared;
        let markers = prepared.markers();
        let mut offer = RoundsOffer {
            between: markers.iter().map(|marker| marker.words(prepared.trace.table())).collect(),
            counts: markers.iter().map(|marker| marker.count() as f64).collect(),
            suggested: self.suggested(markers),
            words: String::new(),
        };
        let main = prepared.rows.main.first().and_then(|&id| prepared.rows.get(id));
        if let (Some(row), Some(_)) = (main, offer.suggested) {
            let process = row.words.process;
            offer.words = row.words.with_times(&|id| self.computes(id, row.id, process));
        }
        offer
    }

    /// Whether rounds are suggested.
    #[inline(never)] // of that part
    pub(super) fn has_rounds(&self) -> bool {
        self.suggested(self.prepared.markers()).is_some()
    }

    /// Rounds of which there are eight, that last half of the run, and that say more than the iterations of the main loop: these are fewer, and
    /// few or of less than half of the time; or they are in more than two places, and rounds around these last longer. Of about the fewest those
    /// of a name alone, and of these those that end on all processes at the same time.
    fn suggested(&self, markers: &[Marker]) -> Option<u32> {
        let prepared = &*self.prepared;
        let Prepared { rows, run, .. } = prepared;
        let (places, (_, iterations, total)) = (rows.main.len() as u64, self.main_together());
        let (time, all) = (total.time() as f64, self.all() as f64);
        let is_enough = iterations >= FEWEST_COMPARED as u64 && time >= ENOUGH * all;
        let (mut good, mut fewest) = (Vec::new(), u64::MAX);
        for (at, marker) in (0..).zip(markers) {
            let rounds = marker.count().saturating_sub(1);
            let share = marker.lasts() as f64 / run.longest().max(1) as f64;
            let instead = !is_enough && rounds > iterations;
            // Rounds around a loop hold one or two of its places each, or one of the operations in each iteration.
            let is_around = (places..=2 * places).contains(&rounds) || marker.all >= iterations;
            let around = places >= FEWEST && is_around && share > MORE * time / all;
            let is_much = rounds >= FEWEST_COMPARED as u64 && share >= LEAST_OF_RUN;
            let is_all = marker.chosen.is_none();
            if is_much && (instead || around) && (is_all || prepared.are_outer(marker, iterations)) {
                good.push((!is_all, marker.apart, at, marker.count()));
                fewest = fewest.min(marker.count());
            }
        }
        let few = good.into_iter().filter(|&(.., count)| count <= fewest + fewest / 4);
        few.min().map(|(_, _, at, _)| at)
    }
}

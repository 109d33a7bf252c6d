//! Rounds: what all processes do from one collective operation of a name to the next.
//!
//! A nest ends a loop where an iteration differs from the others; an operation of all processes still comes in each. What stands before the first
//! of them, or after the last, is a round, too, if all processes do there what they do in each. Rounds have numbers as loops have, beyond all
//! of these, and are listed and explained as iterations of a loop are.

pub(super) use loopscope_core::durations::is_rounds;
use loopscope_core::durations::{LoopTree, FEWEST_COMPARED, ROWS_OF_ROUNDS};
use loopscope_core::numbers::{counted, listed, thousands, times};
use loopscope_core::trace::NameId;

use super::builder::{Measured, Prepared};
use super::iterations::IterationList;
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

/// An operation of all processes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marker {
    pub(super) name: NameId,
    pub(super) count: u64,
    /// When the process at that place enters the first and the last of them.
    pub(super) place: u32,
    pub(super) span: (i64, i64),
    /// How long after the first process the last leaves them, in all.
    apart: u64,
}

/// Which of the operations that are offered.
fn at(id: u32) -> usize {
    (u32::MAX - id) as usize
}

impl Prepared {
    /// The operations of all processes, the first name first. O(operations times names).
    fn markers(&self) -> Vec<Marker> {
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
                    (known.count, known.span.1) = (known.count + 1, time);
                    known.apart = known.apart.saturating_add(apart);
                }
                None => markers.push(Marker { name, count: 1, place, span: (time, time), apart }),
            }
        }
        markers.retain(|marker| marker.count >= FEWEST);
        markers.truncate(ROWS_OF_ROUNDS as usize);
        markers
    }

    pub(super) fn marker(&self, id: u32) -> Option<Marker> {
        self.markers().get(at(id)).copied()
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
        let names = markers.iter().map(|it| self.trace.table().name(it.name));
        let found = names.clone().position(|known| known.eq_ignore_ascii_case(name));
        found.map(|at| u32::MAX - at as u32).ok_or_else(|| names.map(str::to_owned).collect())
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
        let name = |marker: &Marker| prepared.trace.table().name(marker.name).to_owned();
        let mut offer = RoundsOffer {
            between: markers.iter().map(name).collect(),
            counts: markers.iter().map(|marker| marker.count as f64).collect(),
            suggested: self.suggested(&markers),
            words: String::new(),
        };
        let main = prepared.rows.main.first().and_then(|&id| prepared.rows.get(id));
        if let (Some(row), Some(_)) = (main, offer.suggested) {
            let process = row.words.process;
            offer.words = row.words.with_times(&|id| self.computes(id, row.id, process));
        }
        offer
    }

    /// Rounds of which there are eight, that last half of the run, and that say more than the iterations of the main loop: these are fewer, and
    /// few or of less than half of the time; or they are in more than two places, and rounds around these last longer. Of about the fewest those
    /// that end on all processes at the same time.
    fn suggested(&self, markers: &[Marker]) -> Option<u32> {
        let Prepared { rows, run, .. } = &*self.prepared;
        let (places, (_, iterations, total)) = (rows.main.len() as u64, self.main_together());
        let (time, all) = (total.time() as f64, self.all() as f64);
        let is_enough = iterations >= FEWEST_COMPARED as u64 && time >= ENOUGH * all;
        let share = |marker: &Marker| {
            let lasts = marker.span.1.saturating_sub(marker.span.0).max(0);
            lasts as f64 / run.longest().max(1) as f64
        };
        let (mut good, mut fewest) = (Vec::new(), u64::MAX);
        for (at, marker) in (0..).zip(markers) {
            let (rounds, share) = (marker.count - 1, share(marker));
            let instead = !is_enough && rounds > iterations;
            let around = places >= FEWEST && rounds >= places && share > MORE * time / all;
            let is_much = rounds >= FEWEST_COMPARED as u64 && share >= LEAST_OF_RUN;
            if is_much && (instead || around) {
                good.push((marker.apart, at, marker.count));
                fewest = fewest.min(marker.count);
            }
        }
        let few = good.into_iter().filter(|&(.., count)| count <= fewest + fewest / 4);
        few.min().map(|(_, at, _)| at)
    }
}

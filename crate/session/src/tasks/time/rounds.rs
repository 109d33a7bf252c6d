//! Rounds: what all processes do from one collective operation of a name to the next.
//!
//! A nest ends a loop where an iteration differs from the others; an operation of all processes still comes in each. Rounds have numbers as
//! loops have, beyond all of these, and are listed and explained as iterations of a loop are.

use std::sync::Arc;

use loopscope_core::durations::{LoopTree, FEWEST_COMPARED};
use loopscope_core::matching::base_name;
use loopscope_core::numbers::{counted, listed, thousands, times};
use loopscope_core::trace::{NameId, Process, Record, RecordId, View};

use super::builder::{Measured, Prepared};
use super::iterations::IterationList;
use super::rows::Row;
use crate::view::sentence::Sentence;
use crate::wire::RoundsOffer;

/// Operations that are offered.
const MOST: usize = 16;
/// With fewer operations there is at most one round.
const FEWEST: u64 = 3;
/// A main loop that has this share of the time needs no rounds beside it, if enough of its iterations are alike.
const ENOUGH: f64 = 0.5;
/// What is suggested begins and ends this share of the run apart.
const LEAST_OF_RUN: f64 = 0.5;

/// An operation of all processes.
#[derive(Clone, Copy, Debug)]
struct Marker {
    name: NameId,
    count: u64,
    /// When the first process enters the first and the last of them.
    span: (i64, i64),
}

/// Whether a number is that of rounds, not that of a loop.
pub(super) fn is_rounds(id: u32) -> bool {
    at(id) < MOST
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
            match markers.iter_mut().find(|marker| marker.name == operation.name) {
                Some(known) => (known.count, known.span.1) = (known.count + 1, time),
                None => markers.push(Marker { name: operation.name, count: 1, span: (time, time) }),
            }
        }
        markers.retain(|marker| marker.count >= FEWEST);
        markers.truncate(MOST);
        markers
    }

    /// The loops of all processes with rounds as one more, by place; `None` if there are no such rounds. O(events).
    fn trees_of_rounds(&self, id: u32) -> Option<Vec<LoopTree>> {
        let marker = self.markers().get(at(id)).copied()?;
        let processes = self.trace.processes().iter().zip(&self.rows.trees);
        let tree = |(process, tree): (&Arc<Process>, &LoopTree)| {
            let starts = self.starts(process, &marker);
            (starts.len() as u64 == marker.count).then(|| tree.in_rounds(&starts, id))
        };
        processes.map(tree).collect()
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

    /// Where a process takes part in such operations, among the events that its loops are of.
    fn starts(&self, process: &Process, marker: &Marker) -> Vec<u64> {
        let view = if self.rows.by_calls { View::Calls } else { View::Communication };
        let (table, all) = (self.trace.table(), self.trace.processes().len());
        let wanted = base_name(table.name(marker.name));
        let is_wanted = |record: &Record| {
            let same = || base_name(table.name(record.name)).zip(wanted);
            let of_all = record.group.is_some_and(|group| table.group(group).len() == all);
            of_all && same().is_some_and(|(one, other)| one.eq_ignore_ascii_case(other))
        };
        let known: Vec<bool> = table.records().iter().map(is_wanted).collect();
        let events = process.events(view).into_iter().flatten().enumerate();
        let wanted = |record: RecordId| known.get(record.index()) == Some(&true);
        events.filter(|&(_, record)| wanted(record)).map(|(at, _)| at as u64).collect()
    }

    /// The loops by which iterations of that number are recorded, by place; without a number those of the program. None if there are no such
    /// rounds. O(events) for rounds, else O(loops).
    #[inline(never)] // of that part
    pub(super) fn trees_with(&self, row: Option<u32>) -> Vec<LoopTree> {
        match row.filter(|&id| is_rounds(id)) {
            Some(id) => self.trees_of_rounds(id).unwrap_or_default(),
            None => self.rows.trees.clone(),
        }
    }

    /// The loop of that name, or rounds as one.
    #[inline(never)] // of that part
    pub(super) fn row(&self, id: u32) -> Option<Row> {
        if !is_rounds(id) {
            return self.rows.get(id).cloned();
        }
        let marker = self.markers().get(at(id)).copied()?;
        let outside = self.rows.get(0)?.clone();
        Some(Row { id, level: 1, count: marker.count - 1, like: id, ..outside })
    }
}

impl IterationList {
    /// "Iteration 19 (3 in L9) takes ", "Round 4 takes ". O(log places).
    #[inline(never)] // of that part
    pub(super) fn takes(&self, at: usize) -> String {
        let unit = if is_rounds(self.row.id) { "Round" } else { "Iteration" };
        format!("{unit} {} takes ", self.name(at))
    }

    /// "**15 rounds**, each from one MPI_Gather of all processes to the next"; "**20 iterations**, **all with the same 96 events**"; "**44 iterations,
    /// 11 times 4 each**, **all with the same 6 events**".
    #[inline(never)] // of that part
    pub(super) fn counted_in_words(&self, sentence: &mut Sentence) {
        let (count, row) = (self.iterations.len() as u64, &self.row);
        if is_rounds(row.id) {
            let marker = self.prepared.markers().get(at(row.id)).copied();
            let name = marker.map_or("", |it| self.prepared.trace.table().name(it.name));
            sentence.stress(counted(count, "round"));
            sentence.say(format!(", each from one {name} of all processes to the next"));
            return;
        }
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
    /// The rounds that can be listed. Those are suggested that are fewest of at least eight and last half of the run, where the main loop is less
    /// than half of it, or has fewer iterations. O(operations times names).
    #[inline(never)] // of that part
    pub(super) fn rounds(&self) -> RoundsOffer {
        let prepared = &*self.prepared;
        let markers = prepared.markers();
        let mut offer = RoundsOffer::default();
        let mut main = prepared.rows.main.iter().filter_map(|&id| prepared.rows.get(id));
        let mut iterations = 0u64;
        let mut time = 0u64;
        for row in main.clone() {
            iterations += row.count.saturating_mul(row.entered.max(1));
            time = time.saturating_add(self.of_row(row.id).1.time());
        }
        let is_enough =
            iterations >= FEWEST_COMPARED as u64 && time as f64 >= ENOUGH * self.all() as f64;
        let least = (LEAST_OF_RUN * prepared.run.longest() as f64) as u64;
        let mut fewest = u64::MAX;
        for (at, marker) in (0..).zip(&markers) {
            let rounds = marker.count - 1;
            offer.between.push(prepared.trace.table().name(marker.name).to_owned());
            offer.counts.push(rounds as f64);
            let lasts = marker.span.1.saturating_sub(marker.span.0).max(0).unsigned_abs();
            let is_good = rounds >= FEWEST_COMPARED as u64 && rounds > iterations && lasts >= least;
            if is_good && !is_enough && rounds < fewest {
                (fewest, offer.suggested) = (rounds, Some(at));
            }
        }
        if let (Some(row), Some(_)) = (main.next(), offer.suggested) {
            let process = row.words.process;
            offer.words = row.words.with_times(&|id| self.computes(id, row.id, process));
        }
        offer
    }
}

//! Where rounds begin and end, and what is said of them where they are listed.

use loopscope_core::durations::{edges, starts_of_all, Edges, LoopTree};
use loopscope_core::numbers::{counted, duration};
use loopscope_core::trace::{Process, RecordId};

use super::builder::Prepared;
use super::iterations::IterationList;
use super::markers::Marker;
use crate::view::sentence::Sentence;

impl Prepared {
    /// The loops of all processes with rounds as one more, by place; `None` if there are no such rounds. O(events).
    #[inline(never)] // of a part of the engine that only lists of rounds need
    pub(super) fn trees_of_rounds(&self, id: u32) -> Option<Vec<LoopTree>> {
        let marker = self.marker(id)?;
        let processes = self.trace.processes().iter();
        let divided = processes.map(|process| self.divided(process, marker));
        let starts = starts_of_all(divided.collect::<Option<_>>()?);
        let trees = starts.iter().zip(&self.rows.trees);
        Some(trees.map(|(starts, tree)| tree.in_rounds(starts, id)).collect())
    }

    /// Where a process takes part in such operations, among the events that its loops are of; `None` if it does not in all of them. O(events).
    fn divided(&self, process: &Process, marker: &Marker) -> Option<(Vec<u64>, Edges)> {
        let (view, table) = (self.view(), self.trace.table());
        let records = table.records().iter();
        let known: Vec<bool> = records.map(|record| self.is_of_all(record, marker.name)).collect();
        let events = || process.events(view).into_iter().flatten().map(RecordId::index);
        let mut dividers = Vec::new();
        for (at, record) in (0..).zip(events()) {
            if known.get(record) == Some(&true) {
                dividers.push(at);
            }
        }
        if dividers.len() as u64 != marker.all {
            return None;
        }
        let kinds: Vec<usize> = table.records().iter().map(|it| it.name.index() as usize).collect();
        let Some(chosen) = &marker.chosen else {
            let edges = edges(events(), &kinds, &dividers);
            return Some((dividers, edges));
        };
        let begin: Option<Vec<u64>> = chosen.which.iter().map(|&at| dividers.get(at as usize).copied()).collect();
        let begin = begin?;
        let mut edges = edges(events(), &kinds, &begin);
        // The last round ends with an operation of that name, too.
        edges.beyond.1 = edges.beyond.1.map(|end| end + u64::from(dividers.contains(&end)));
        Some((begin, edges))
    }
}

impl IterationList {
    /// "**16 rounds**, each up to an MPI_Gather of all processes; the first begins after 12.1 ms, the last ends 30.0 ms before the run": in the mean of
    /// all processes.
    #[inline(never)] // of that part
    pub(super) fn counted_as_rounds(&self, sentence: &mut Sentence) {
        let Some(marker) = self.prepared.marker(self.row.id) else { return };
        let mut own = self.iterations.processes.iter();
        let own = own.find(|(place, _)| *place == marker.place).map_or(&[][..], |(_, list)| list);
        let span = marker.span();
        let begun = own.first().is_some_and(|first| first.start < span.0);
        let ended = own.last().is_some_and(|last| last.start > span.1);
        let operation = self.prepared.trace.table().name(marker.name);
        let chosen = marker.chosen.as_ref().map_or(" of all processes", |chosen| &chosen.words);
        sentence.stress(counted(own.len() as u64, "round"));
        let (before, after) = match (begun, ended) {
            (true, true) => (", an ", " between each and the next"),
            (true, false) => (", each up to an ", ""),
            (false, true) => (", each begun by an ", ""),
            (false, false) => (", each from one ", " to the next"),
        };
        let (first, last) = self.beyond_rounds();
        sentence.say(format!(
            "{before}{operation}{chosen}{after}; the first begins after {first}, the last ends {last} before the run"
        ));
    }

    /// How long passes before the first round and after the last, in words.
    fn beyond_rounds(&self) -> (String, String) {
        let (mut before, mut after) = (0u64, 0u64);
        for (place, list) in &self.iterations.processes {
            let (from, to) = self.prepared.run.span(*place as usize);
            let (Some(first), Some(last)) = (list.first(), list.last()) else { continue };
            before = before.saturating_add(first.start.saturating_sub(from).max(0).unsigned_abs());
            after = after.saturating_add(to.saturating_sub(last.end).max(0).unsigned_abs());
        }
        let processes = (self.iterations.processes.len() as u64).max(1);
        (duration(before / processes), duration(after / processes))
    }
}

//! The summary of where the time of a trace goes, for the page.

use loopscope_core::durations::{Cell, Parts, RunEnds, WaitSum};
use loopscope_core::numbers::{duration, percent, set_text, verb};
use loopscope_core::trace::ProcessId;
use loopscope_core::waits::Reason;

use super::builder::{Measured, Prepared};
use super::roots::Of;
use super::rows::Row;
use super::words::run_line;
use crate::view::clock;
use crate::view::sentence::Sentence;
use crate::wire::{
    ClocksReport, LoopCell, LoopTime, ProcessTime, SentencePart, TimeParts, TimeSummary, WaitFor, WaitReason,
};

/// Loops that are listed.
const MOST_LOOPS: usize = 2_000;
/// Cells that are listed over all loops.
const MOST_CELLS: usize = 16_384;

pub(super) fn parts(parts: Parts) -> TimeParts {
    TimeParts { compute: parts.compute as f64, calls: parts.calls as f64, wait: parts.wait as f64 }
}

impl From<Reason> for WaitReason {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::LateSender => Self::LateSender,
            Reason::LateReceiver => Self::LateReceiver,
            Reason::Collective => Self::Collective,
        }
    }
}

impl Measured {
    /// The number of the process at a place.
    pub(super) fn number(&self, place: usize) -> u32 {
        number(&self.prepared, place)
    }

    /// The cell of a process and a loop, if it runs it.
    pub(super) fn cell(&self, place: usize, row: u32) -> Option<&Cell> {
        let cells = self.sums.cells.get(place)?;
        let at = cells.binary_search_by_key(&row, |cell| cell.row).ok()?;
        cells.get(at)
    }

    /// The longest own wait of a process in a loop.
    pub(super) fn longest_wait(&self, place: usize, row: u32) -> Option<&WaitSum> {
        let waits = self.sums.waits.get(place)?;
        waits.get(waits.partition_point(|wait| wait.row < row)).filter(|wait| wait.row == row)
    }

    /// The time of all processes together.
    pub(super) fn all(&self) -> u64 {
        (0..self.sums.cells.len()).map(|place| self.prepared.run.length(place)).sum()
    }

    /// The own and total times of a loop, over all processes. O(log loops).
    pub(super) fn of_row(&self, row: u32) -> (Parts, Parts) {
        let rows = &self.prepared.rows.rows;
        let at = rows.binary_search_by_key(&row, |row| row.id).ok();
        at.and_then(|at| self.of_rows.get(at)).copied().unwrap_or_default()
    }

    /// How long one iteration of a loop computes outside the loops inside it, on a process or in the mean of all; `None` if all processes
    /// compute less than a hundredth of the time of the loop `within` which it is.
    pub(super) fn computes(&self, id: u32, within: u32, process: Option<ProcessId>) -> Option<u64> {
        let row = self.prepared.rows.get(id)?;
        let ((own, _), (_, all)) = (self.of_row(id), self.of_row(within));
        let is_much = own.compute > 0 && own.compute.saturating_mul(100) >= all.time();
        let processes = self.prepared.trace.processes();
        let (compute, members) = match process {
            Some(id) => {
                let place = processes.binary_search_by_key(&id, |process| process.id).ok()?;
                (self.cell(place, row.id)?.own.compute, 1)
            }
            None => (own.compute, row.members.len() as u64),
        };
        let runs = row.count.checked_mul(row.entered)?.checked_mul(members)?;
        compute.checked_div(runs).filter(|_| is_much)
    }

    /// The places of the processes that run a loop, ascending. O(log processes) each.
    pub(super) fn places<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = usize> + 'a {
        let processes = self.prepared.trace.processes();
        let place = |id: &ProcessId| processes.binary_search_by_key(id, |process| process.id).ok();
        row.members.iter().filter_map(place)
    }

    /// The summary for the page. O(loops, and the processes that run each of them).
    pub fn summary(&self) -> TimeSummary {
        let Prepared { rows, waits, run, .. } = &*self.prepared;
        let places = 0..self.sums.cells.len();
        let processes = places.map(|place| {
            let parts_of = self.cell(place, 0).map(|cell| cell.total).unwrap_or_default();
            let run = run.length(place) as f64;
            ProcessTime { process: self.number(place), run, parts: parts(parts_of) }
        });
        let mut loops = Vec::new();
        let all = self.all().max(1) as f64;
        let mut cells = 0;
        for row in rows.rows.iter().take(MOST_LOOPS + 1) {
            cells += row.members.len();
            loops.push(self.loop_time(row, all, cells <= MOST_CELLS));
        }
        let clocks = waits.clocks();
        let (collective_names, collective_groups, collective_times) = self.collectives();
        TimeSummary {
            sentence: self.sentence(),
            run: run.longest() as f64,
            whole: run.ends == RunEnds::Whole,
            before: self.outside(|(before, _)| before),
            after: self.outside(|(_, after)| after),
            run_line: run_line(run, waits.comparable()),
            clocks: ClocksReport {
                sentence: clock::sentence_of(clocks),
                disagree: !clocks.before.none(),
                corrected: clocks.corrected(),
                shift: clock::largest_shift(clocks) as f64,
                comparable: waits.comparable(),
            },
            processes: processes.collect(),
            loops,
            loop_count: rows.rows.len().saturating_sub(1) as u32,
            main: rows.main.iter().take(MOST_LOOPS).copied().collect(),
            waits: self.waits(),
            begins: self.begins(),
            begins_in_words: self.begins_in_words(Of::Run),
            rounds: self.rounds(),
            held_up: self.held_up(),
            collective_names,
            collective_groups,
            collective_times,
            apart: self.apart(),
            remarks: super::words::remarks(&self.prepared),
        }
    }

    /// The mean of a time before or after the main loop, of the processes that run it.
    fn outside(&self, of: impl Fn((u64, u64)) -> u64) -> f64 {
        let known = || self.sums.outside.iter().flatten();
        let sum = known().map(|&outside| of(outside)).fold(0, u64::saturating_add);
        (sum / known().count().max(1) as u64) as f64
    }

    fn loop_time(&self, row: &Row, all: f64, with_cells: bool) -> LoopTime {
        let (own, total) = self.of_row(row.id);
        let cells = self.places(row).take_while(|_| with_cells).filter_map(|place| {
            let cell = self.cell(place, row.id)?;
            let waits_for = self.longest_wait(place, row.id).map(|wait| WaitFor {
                process: self.number(wait.cause.partner as usize),
                reason: wait.cause.reason.into(),
                time: wait.time as f64,
                count: wait.count as f64,
            });
            let (own, total) = (parts(cell.own), parts(cell.total));
            Some(LoopCell { process: self.number(place), own, total, waits_for })
        });
        LoopTime {
            id: row.id,
            parent: row.parent,
            level: row.level,
            like: row.like,
            count: row.count as f64,
            entered: row.entered as f64,
            members: row.members.len() as u32,
            processes: set_text(row.members.iter().map(|process| process.0)),
            own: parts(own),
            total: parts(total),
            own_share: own.time() as f64 / all,
            share: total.time() as f64 / all,
            sentence: self.loop_sentence(row, total),
            cells: cells.collect(),
        }
    }

    /// "Its processes compute **9 %** of the time in it, are in calls **57 %**, and wait **34 %**."
    fn loop_sentence(&self, row: &Row, total: Parts) -> Vec<SentencePart> {
        let mut sentence = Sentence::default();
        let time = total.time();
        if row.id == 0 || time == 0 {
            return Vec::new();
        }
        let mean = time / (row.members.len() as u64).max(1);
        sentence.say("It takes ").stress(duration(mean));
        sentence.say(if row.members.len() > 1 { " on each process in the mean" } else { "" });
        sentence.say(". In it ");
        sentence.say(match row.members.len() {
            1 => "the process computes ",
            _ => "processes compute ",
        });
        self.shares(&mut sentence, total, row.members.len());
        sentence.say(".");
        sentence.parts
    }

    /// "9 % of the time, are in calls 57 %, and wait **34 %**".
    pub(super) fn shares(&self, sentence: &mut Sentence, total: Parts, members: usize) {
        let time = total.time().max(1) as f64;
        let of = |part: u64| percent(part as f64 / time);
        let number = members as u64;
        sentence.say(format!("{} of the time", of(total.compute)));
        let are = verb(number, "is", "are");
        // Who waits for partners that the trace does not name is not known.
        let known = !self.prepared.rows.by_calls || total.wait > 0;
        if self.prepared.waits.comparable() && number > 0 && known {
            sentence.say(format!(", {are} in calls {}, and ", of(total.calls)));
            sentence.stress(format!("{} {}", verb(number, "waits", "wait"), of(total.wait)));
        } else {
            sentence.say(format!(" and {are} in calls ")).stress(of(total.calls));
        }
    }
}

/// The number of the process at a place.
pub(super) fn number(prepared: &Prepared, place: usize) -> u32 {
    prepared.trace.processes().get(place).map_or(0, |process| process.id.0)
}

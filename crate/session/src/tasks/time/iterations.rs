//! The iterations of a loop for the page: which stand out and why, and the rows of a chart.

use std::ops::Range;
use std::sync::Arc;

use loopscope_core::durations::{Iteration, Iterations, Outliers, Parts};
use loopscope_core::numbers::{bytes, counted, duration, thousands, times};
use loopscope_formats::notes::Note;

use super::builder::{Measured, Prepared};
use super::groups;
use super::rows::Row;
use super::summary::number;
use super::words::Sentence;
use crate::error_note;
use crate::wire::{
    IterationGrouping, IterationRow, IterationTrack, IterationsSummary, OutlierIteration,
    SentencePart,
};

/// Iterations that stand out and are listed.
const MOST_OUTLIERS: usize = 1_000;
/// Rows of a track, and of all tracks together.
const MOST_ROWS: u32 = 4_096;
const MOST_ROWS_OF_ALL: usize = 65_536;

/// The note for a number that names no loop.
pub(super) fn error_of_loop(id: u32) -> Note {
    error_note(
        "",
        "there is no such loop".to_owned(),
        format!("L{id}"),
        "a loop of the model".to_owned(),
        "choose one of the list".to_owned(),
    )
}

/// The iterations of a loop on all its processes.
#[derive(Debug)]
pub(crate) struct IterationList {
    prepared: Arc<Prepared>,
    pub(crate) row: Row,
    iterations: Iterations,
    outliers: Outliers,
    /// Whether an iteration stands out.
    is_outlier: Vec<bool>,
    /// How long each process of `iterations` computes in the middle of its iterations.
    computes: Vec<u64>,
}

impl IterationList {
    /// Takes the iterations of a loop from sums that recorded them.
    ///
    /// # Errors
    /// There is no such loop.
    pub(crate) fn new(measured: Measured, id: u32) -> Result<IterationList, Note> {
        let Measured { prepared, sums, .. } = measured;
        let row = prepared.rows.get(id).ok_or_else(|| error_of_loop(id))?.clone();
        let lists = sums.iterations.into_iter().enumerate();
        let processes = lists.filter(|(_, list)| !list.is_empty());
        let processes = processes.map(|(place, list)| (place as u32, list)).collect();
        let iterations = Iterations { processes, count: row.count };
        let outliers =
            if prepared.is_timed() { iterations.outliers() } else { Outliers::default() };
        let mut is_outlier = vec![false; iterations.len()];
        for &at in &outliers.indices {
            if let Some(is_outlier) = is_outlier.get_mut(at) {
                *is_outlier = true;
            }
        }
        let computes = iterations.processes.iter().map(|(_, list)| median_compute(list)).collect();
        Ok(IterationList { prepared, row, iterations, outliers, is_outlier, computes })
    }

    /// The summary for the page.
    pub(crate) fn summary(&self) -> IterationsSummary {
        let Outliers { indices, spread, .. } = &self.outliers;
        let outliers = indices.iter().take(MOST_OUTLIERS).filter_map(|&at| {
            let (period, place) = self.iterations.longest(at)?;
            Some(OutlierIteration {
                index: at as f64,
                period: period as f64,
                process: number(&self.prepared, place as usize),
                cause: self.cause(at),
            })
        });
        let places = self.iterations.processes.iter().map(|(place, _)| *place as usize);
        let groupings = match self.prepared.is_timed() {
            true => self.iterations.groupings(),
            false => Vec::new(),
        };
        let count = self.iterations.len();
        let groupings = groups::of(&groupings, spread, count, |at| self.of_all(at));
        IterationsSummary {
            id: self.row.id,
            count: self.row.count as f64,
            entered: self.row.entered as f64,
            iterations: self.iterations.len() as f64,
            processes: places.map(|place| number(&self.prepared, place)).collect(),
            timed: self.prepared.is_timed(),
            sentence: self.sentence(&groupings),
            words: self.row.words.clone(),
            min: spread.min as f64,
            median: spread.median as f64,
            mad: spread.mad as f64,
            max: spread.max as f64,
            outliers: outliers.collect(),
            outlier_count: indices.len() as f64,
            could_not_stand_out: self.could_not_stand_out(),
            rule: self.rule(),
            suggested: groups::suggested(&groupings) as u32,
            groupings,
        }
    }

    fn sentence(&self, groupings: &[IterationGrouping]) -> Vec<SentencePart> {
        let mut sentence = Sentence::default();
        let count = self.iterations.len() as u64;
        let row = &self.row;
        sentence.stress(match row.entered {
            0 | 1 => counted(count, "iteration"),
            entered => {
                format!(
                    "{} iterations, {} {} each",
                    thousands(count),
                    times(entered),
                    thousands(row.count)
                )
            }
        });
        let same = format!(", all with the same {}", counted(row.period, "event"));
        sentence.stress(same);
        let mut sent = (0..self.iterations.len()).map(|at| self.sent(at));
        let first = sent.next().unwrap_or(0);
        let (least, most) =
            sent.fold((first, first), |(least, most), next| (least.min(next), most.max(next)));
        match (least, most) {
            (_, 0) => &mut sentence,
            (least, most) if least == most => sentence.say(format!("; each sends {}", bytes(most))),
            (least, most) => {
                sentence.say(format!("; they send {} to {} each", bytes(least), bytes(most)))
            }
        };
        sentence.say(".");
        let Outliers { indices, spread, .. } = &self.outliers;
        if !self.prepared.is_timed() {
            return sentence.parts;
        }
        sentence.say(match groupings.get(groups::suggested(groupings)) {
            Some(grouping) => format!(" {}", groups::in_words(grouping)),
            None => format!(" The median takes {}", duration(spread.median)),
        });
        let longest = (0..self.iterations.len())
            .filter_map(|at| Some((self.iterations.longest(at)?.0, at)))
            .max_by_key(|&(period, at)| (period, std::cmp::Reverse(at)));
        if let Some((period, at)) = longest {
            sentence.say(format!("; the longest, number {}, takes ", thousands(at as u64 + 1)));
            sentence.stress(duration(period));
            sentence.say(format!(": {}", self.cause(at)));
        }
        sentence.say(match indices.len() {
            0 => ". None stands out.".to_owned(),
            1 => ". One stands out.".to_owned(),
            some => format!(". {} stand out.", thousands(some as u64)),
        });
        sentence.parts
    }

    /// Bytes that all processes send in an iteration.
    fn sent(&self, at: usize) -> u64 {
        let lists = self.iterations.processes.iter();
        let sent = lists.filter_map(|(_, list)| Some(list.get(at)?.parts.sent));
        sent.fold(0, u64::saturating_add)
    }

    /// How an iteration counts as one that stands out.
    fn rule(&self) -> String {
        let compared = match self.outliers.by_number() {
            true => "of the iterations of its number by more than 6 times 1.4826 times the median distance from it, both taken of logarithms",
            false => "by more than 6 times 1.4826 times the median distance from it",
        };
        format!("An iteration stands out if its longest period of all processes is above the median {compared}, and by at least 6 %")
    }

    /// What could not stand out, because iterations differ anyway.
    fn could_not_stand_out(&self) -> String {
        let spread = &self.outliers.spread;
        match self.outliers.least {
            Some(least) if spread.tenth > 0 && spread.is_uneven() => format!(
                "Iterations differ by a factor of {:.1}: nothing below {} could stand out",
                spread.ninth as f64 / spread.tenth as f64,
                duration(least),
            ),
            _ => String::new(),
        }
    }

    /// Where the time of an iteration goes that is longer than others: the process whose computing exceeds its own median
    /// most, if that is half of the excess or more; else calls.
    fn cause(&self, at: usize) -> String {
        let excess = self.iterations.longest(at).map_or(0, |(period, _)| period);
        let excess = excess.saturating_sub(self.outliers.usual(at));
        let of = |((place, list), median): (&(u32, Vec<Iteration>), &u64)| {
            Some((list.get(at)?.parts.compute.saturating_sub(*median), *place))
        };
        let most = self.iterations.processes.iter().zip(&self.computes).filter_map(of);
        match most.max_by_key(|&(more, place)| (more, std::cmp::Reverse(place))) {
            Some((more, place)) if more > 0 && more >= excess / 2 => {
                let process = number(&self.prepared, place as usize);
                format!("process {process} computes {} longer than usual", duration(more))
            }
            _ => "most of it in calls, no process computes much longer than usual".to_owned(),
        }
    }

    /// The rows of some processes, of all together if none is named. O(iterations in the range times processes).
    pub(crate) fn tracks(
        &self,
        processes: &[u32],
        range: Range<usize>,
        columns: u32,
    ) -> Vec<IterationTrack> {
        let end = range.end.min(self.iterations.len());
        let range = range.start.min(end)..end;
        let tracks = processes.len().max(1);
        let columns = columns.clamp(1, MOST_ROWS) as usize;
        let columns = columns.min(MOST_ROWS_OF_ALL / tracks).max(1);
        if processes.is_empty() {
            let rows = self.columns(range, columns, |at| self.of_all(at));
            return vec![IterationTrack { process: None, rows }];
        }
        let known = self.iterations.processes.iter().take(MOST_ROWS_OF_ALL);
        let wanted = known.filter_map(|(place, list)| {
            let process = number(&self.prepared, *place as usize);
            processes.contains(&process).then_some((process, *place, list))
        });
        wanted
            .map(|(process, place, list)| {
                let from = self.prepared.run.span(place as usize).0;
                let row = |at: usize| list.get(at).map(|it| self.row(at, from, it, process));
                let rows = self.columns(range.clone(), columns, row);
                IterationTrack { process: Some(process), rows }
            })
            .collect()
    }

    /// Each iteration of all processes together.
    pub(crate) fn all_rows(&self) -> Vec<IterationRow> {
        (0..self.iterations.len()).filter_map(|at| self.of_all(at)).collect()
    }

    /// Rows of a range, neighbours together where there are more than columns.
    fn columns(
        &self,
        range: Range<usize>,
        columns: usize,
        row: impl Fn(usize) -> Option<IterationRow>,
    ) -> Vec<IterationRow> {
        let each = range.len().div_ceil(columns).max(1);
        let mut rows: Vec<IterationRow> = Vec::with_capacity(range.len().div_ceil(each));
        for at in range.clone() {
            let Some(next) = row(at) else { continue };
            let starts = (at - range.start).is_multiple_of(each);
            match rows.last_mut().filter(|_| !starts) {
                None => rows.push(next),
                Some(last) => {
                    let (first, iterations) = (last.first, last.iterations + 1.0);
                    let least = last.least.min(next.least);
                    if next.period > last.period {
                        *last = next;
                    }
                    (last.first, last.iterations, last.least) = (first, iterations, least);
                }
            }
        }
        rows
    }

    fn row(&self, at: usize, from: i64, it: &Iteration, process: u32) -> IterationRow {
        let Parts { compute, calls, wait, sent } = it.parts;
        let members = self.row.members.len().max(1) as u64;
        IterationRow {
            index: at as f64,
            first: at as f64,
            iterations: 1.0,
            start: it.start.saturating_sub(from) as f64,
            end: it.end.saturating_sub(from) as f64,
            period: it.period as f64,
            least: it.period as f64,
            compute: compute as f64,
            calls: calls as f64,
            wait: wait as f64,
            bytes: sent as f64,
            events: (self.row.period / members) as f64,
            process,
            outlier: self.is_outlier.get(at).copied().unwrap_or(false),
        }
    }

    /// An iteration of all processes together.
    fn of_all(&self, at: usize) -> Option<IterationRow> {
        let (period, longest) = self.iterations.longest(at)?;
        let (mut start, mut end, mut parts, mut count) = (i64::MAX, i64::MIN, Parts::default(), 0);
        for (place, list) in &self.iterations.processes {
            let Some(it) = list.get(at) else { continue };
            let from = self.prepared.run.span(*place as usize).0;
            start = start.min(it.start.saturating_sub(from));
            end = end.max(it.end.saturating_sub(from));
            parts = parts.plus(it.parts);
            count += 1;
        }
        let it = Iteration { start, end, period, parts };
        let row = self.row(at, 0, &it, number(&self.prepared, longest as usize));
        let mean = |sum: f64| (sum / f64::from(count.max(1))).round();
        Some(IterationRow {
            compute: mean(row.compute),
            calls: mean(row.calls),
            wait: mean(row.wait),
            bytes: mean(row.bytes),
            ..row
        })
    }
}

/// How long a process computes in the middle of its iterations. O(iterations).
fn median_compute(list: &[Iteration]) -> u64 {
    let mut times: Vec<u64> = list.iter().map(|it| it.parts.compute).collect();
    let half = times.len() / 2;
    match half < times.len() {
        true => *times.select_nth_unstable(half).1,
        false => 0,
    }
}

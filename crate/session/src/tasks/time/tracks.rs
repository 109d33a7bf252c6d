//! The iterations of a loop as rows of numbers, for charts and tables: of one process, or of all together.

use std::ops::Range;

use loopscope_core::durations::{Iteration, Parts};

use super::iterations::IterationList;
use super::summary::number;
use crate::wire::{IterationRow, IterationTrack};

/// Rows of a track, and of all tracks together.
const MOST_ROWS: u32 = 4_096;
const MOST_ROWS_OF_ALL: usize = 65_536;

impl IterationList {
    /// The rows of some processes, of all together if none is named. O(iterations in the range times processes).
    pub(crate) fn tracks(&self, processes: &[u32], range: Range<usize>, columns: u32) -> Vec<IterationTrack> {
        let end = range.end.min(self.iterations.len());
        let range = range.start.min(end)..end;
        let tracks = processes.len().max(1);
        let columns = columns.clamp(1, MOST_ROWS) as usize;
        let columns = columns.min(MOST_ROWS_OF_ALL / tracks).max(1);
        if processes.is_empty() {
            let rows = in_columns(range, columns, |at| self.of_all(at));
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
                let tree = self.prepared.rows.trees.get(place as usize);
                let events = tree.map_or(0, |tree| tree.period_of(self.row.id)) as f64;
                let row = |at: usize| {
                    let row = list.get(at).map(|it| self.row(at, from, it, process));
                    row.map(|row| IterationRow { events, ..row })
                };
                let rows = in_columns(range.clone(), columns, row);
                IterationTrack { process: Some(process), rows }
            })
            .collect()
    }

    /// Each iteration of all processes together.
    pub(crate) fn all_rows(&self) -> Vec<IterationRow> {
        (0..self.iterations.len()).filter_map(|at| self.of_all(at)).collect()
    }

    fn row(&self, at: usize, from: i64, it: &Iteration, process: u32) -> IterationRow {
        let Parts { compute, calls, wait, carried } = it.parts;
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
            bytes: carried.sent as f64,
            collective_bytes: carried.collective as f64,
            events: (self.row.period / members) as f64,
            process,
            outlier: self.is_outlier.get(at).copied().unwrap_or(false),
        }
    }

    /// An iteration of all processes together.
    pub(super) fn of_all(&self, at: usize) -> Option<IterationRow> {
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
            collective_bytes: mean(row.collective_bytes),
            ..row
        })
    }
}

/// Rows of a range, neighbours together where there are more than columns.
fn in_columns(range: Range<usize>, columns: usize, row: impl Fn(usize) -> Option<IterationRow>) -> Vec<IterationRow> {
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

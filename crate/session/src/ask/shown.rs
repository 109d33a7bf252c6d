//! An answer as a chart, and its records as rows.

use loopscope_core::durations::Outliers;
use loopscope_core::extract::query::{line, Attribute};
use loopscope_core::system::Model;

use super::chart;
use super::question::Job;
use crate::wire::{AskAnswer, AskLine, AskQuery, AskReply, AskWhat};

/// With more processes a chart shows their median, and the band from the least to the largest.
const MOST_LINES: usize = 8;

/// The most columns and rows of a chart.
const MOST_COLUMNS: u32 = 4_096;
const MOST_ROWS: u32 = 256;

/// Steps of a histogram.
const STEPS: usize = 48;

/// Records that stand out and are listed.
const MOST_OUTLIERS: usize = 1_000;

/// The most rows of one reply.
const MOST_RECORDS: u32 = 1_000;

impl Job {
    /// The values of an attribute, with their processes: of one, or of all.
    fn lists(&self, attribute: u32, process: Option<u32>) -> Vec<(u32, &[i64])> {
        let Some(records) = self.plan.records.first() else { return Vec::new() };
        let columns = records.values.iter().zip(&self.values);
        let name = self.query.gets.first().and_then(|get| get.attributes.get(attribute as usize));
        columns
            .filter(|(value, _)| name == Some(&value.attribute))
            .filter(|(value, _)| process.is_none_or(|process| process == value.process.0))
            .map(|(value, list)| (value.process.0, list.as_slice()))
            .collect()
    }

    /// How many iterations of each loop are asked for, outermost first.
    fn counts(&self) -> Vec<usize> {
        let records = self.plan.records.first();
        let loops = records.map_or(&[][..], |records| &records.loops);
        loops.iter().map(|indices| indices.count() as usize).collect()
    }
}

/// The answer as a chart. O(values).
pub(super) fn answer(model: &Model, job: &Job, look: &AskQuery) -> AskAnswer {
    let of = job.lists(look.attribute, look.process);
    let lists: Vec<&[i64]> = of.iter().map(|&(_, list)| list).collect();
    let sorted = chart::sorted(lists.iter().copied().flatten().copied());
    let figures = chart::figures(&sorted);
    let columns = look.columns.clamp(1, MOST_COLUMNS) as usize;
    let rows = look.rows.clamp(1, MOST_ROWS) as usize;
    let gets = &job.query.gets;
    let mut answer = AskAnswer {
        records: job.count() as f64,
        processes: gets.first().map_or(Vec::new(), |get| get.processes.iter().map(|it| it.0).collect()),
        line: gets.first().map_or(String::new(), |get| line(model, get)),
        count: figures.count as f64,
        least: figures.least,
        median: figures.median,
        mean: figures.mean,
        most: figures.most,
        sum: figures.sum,
        unevenness: if figures.tenth > 0.0 { figures.ninth / figures.tenth } else { 0.0 },
        ..AskAnswer::default()
    };
    let largest = sorted.last().copied();
    for &(process, list) in &of {
        if let Some(at) = list.iter().position(|&value| Some(value) == largest) {
            answer.most_at = [at as f64, f64::from(process)];
            break;
        }
    }
    let several = |line: chart::Line, process| AskLine { process, low: line.low, middle: line.middle, high: line.high };
    let middle = |middle: Vec<f64>, process| AskLine { process, middle, ..AskLine::default() };
    match look.what {
        AskWhat::Over if of.len() > MOST_LINES => {
            answer.lines.push(several(chart::band(&lists, columns), None));
        }
        AskWhat::Over => {
            answer.lines =
                of.iter().map(|&(process, list)| several(chart::along(list, columns), Some(process))).collect();
        }
        AskWhat::Processes => {
            answer.lines = of
                .iter()
                .take(rows)
                .map(|&(process, list)| middle(chart::along(list, columns).middle, Some(process)))
                .collect();
        }
        AskWhat::Loops => {
            let counts = job.counts();
            let shape = (counts.first().copied().unwrap_or(1), counts.last().copied().unwrap_or(1));
            let grid = chart::grid(&lists, shape, (columns, rows));
            (answer.tops, answer.sides) = (grid.tops, grid.sides);
            answer.lines = grid.rows.into_iter().map(|row| middle(row, None)).collect();
        }
        AskWhat::Sorted => answer.lines.push(several(chart::along(&sorted, columns), None)),
        _ => {
            let (edges, counts) = chart::histogram(&sorted, STEPS);
            answer.edges = edges;
            answer.lines.push(middle(counts, None));
        }
    }
    stands_out(&mut answer, job, (look.attribute, &lists));
    answer
}

/// Which records stand out by the rule for iterations: of times alone.
fn stands_out(answer: &mut AskAnswer, job: &Job, (attribute, lists): (u32, &[&[i64]])) {
    use Attribute::{Compute, Duration, Mpi, Period, Wait};
    let named = job.query.gets.first().and_then(|get| get.attributes.get(attribute as usize));
    if !matches!(named, Some(Compute | Duration | Mpi | Period | Wait)) {
        return;
    }
    let count = lists.first().map_or(0, |list| list.len());
    let longest = |at: usize| {
        let most = lists.iter().filter_map(|list| list.get(at)).max();
        most.map_or(0, |&value| u64::try_from(value).unwrap_or(0))
    };
    let all: Vec<u64> = (0..count).map(longest).collect();
    let inner = job.counts().last().copied().unwrap_or(1);
    let outliers = Outliers::new(&all, inner as u64);
    answer.outlier_count = outliers.indices.len() as f64;
    answer.outliers = outliers.indices.iter().take(MOST_OUTLIERS).map(|&at| at as f64).collect();
    answer.by_number = outliers.by_number();
    answer.near = outliers.by_neighbours;
    answer.stands_out_from = outliers.least.map(|least| least as f64);
}

/// Some records.
pub(super) fn rows(job: &Job, from: f64, count: u32) -> AskReply {
    let from = (from as usize).min(job.count());
    let to = from.saturating_add(count.min(MOST_RECORDS) as usize).min(job.count());
    let mut indices = Vec::new();
    let mut values = Vec::new();
    for record in from..to {
        indices.extend(job.indices(record).into_iter().map(|index| index as f64));
        values.extend(job.values.iter().filter_map(|list| list.get(record)).map(i64::to_string));
    }
    AskReply::Rows { indices, values }
}

impl Job {
    /// The indices of a record.
    pub(super) fn indices(&self, record: usize) -> Vec<u64> {
        let records = self.plan.records.first();
        let loops = records.map_or(&[][..], |records| &records.loops);
        let mut rest = record as u64;
        let mut indices: Vec<u64> = loops
            .iter()
            .rev()
            .map(|it| {
                let count = it.count().max(1);
                let index = it.first.saturating_add(rest % count);
                rest /= count;
                index
            })
            .collect();
        indices.reverse();
        indices
    }
}

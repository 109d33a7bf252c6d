//! What lies over the timeline: the critical path, and how late calls may be.

use loopscope_core::whatif::{Changes, Slack};

use super::builder::Read;
use super::shown::spread;

/// The most columns of a strip.
const MOST_COLUMNS: u32 = 8_192;

/// The critical path and the slack of a run, ready to be looked up by time.
#[derive(Debug)]
pub(super) struct Overlay {
    /// When each step of the path begins and ends, from the beginning of the run, and the place of its process.
    steps: Vec<(i64, i64, u32)>,
    /// How much later each call may end without the run ending later.
    slack: Vec<i64>,
}

impl Overlay {
    /// Finds both. O(calls + inputs).
    pub(super) fn new(read: &Read) -> Self {
        let (run, path) = read.path(&Changes::none());
        let mut begin = 0;
        let steps = path.steps.iter().map(|step| {
            let end = begin + step.time;
            let step = (begin, end, step.process);
            begin = end;
            step
        });
        let steps = steps.collect();
        let slack = Slack::new(&read.program, &read.order, &Changes::none(), &run).leaves;
        Self { steps, slack }
    }

    /// The share that the path is on each of these processes, by their places: one after the other, of each column.
    /// O(steps in the range + processes x columns).
    pub(super) fn path(&self, columns: Columns, places: &[u32]) -> Vec<f32> {
        let mut out = vec![0.0; places.len() * columns.count];
        // Where the row of a process begins; nowhere if it is not shown.
        let shown = places.iter().max().map_or(0, |&most| most as usize + 1);
        let mut rows = vec![usize::MAX; shown];
        for (row, &place) in places.iter().enumerate() {
            rows[place as usize] = row * columns.count;
        }
        let first = self.steps.partition_point(|&(_, end, _)| (end as f64) <= columns.from);
        let steps = self.steps.iter().skip(first);
        for &(begin, end, process) in steps.take_while(|step| (step.0 as f64) < columns.to) {
            let at = rows.get(process as usize).copied().unwrap_or(usize::MAX);
            if let Some(own) = out.get_mut(at..at.saturating_add(columns.count)) {
                spread(own, (columns.at(begin as f64), columns.at(end as f64)));
            }
        }
        out
    }

    /// The least slack of their calls, likewise; negative where there is none.
    pub(super) fn slack(&self, read: &Read, columns: Columns, places: &[u32]) -> Vec<f32> {
        let program = &read.program;
        let since = |time: i64| (time - program.span().0) as f64;
        let mut out = vec![-1.0; places.len() * columns.count];
        for (&place, out) in places.iter().zip(out.chunks_mut(columns.count)) {
            let Some(process) = program.processes().get(place as usize) else { continue };
            let own = process.first as usize..process.end as usize;
            let (calls, slack) = (program.calls().get(own.clone()), self.slack.get(own));
            let (Some(calls), Some(slack)) = (calls, slack) else { continue };
            let first = calls.partition_point(|call| since(call.leave) <= columns.from);
            let within = calls.iter().zip(slack).skip(first);
            for (call, &slack) in within.take_while(|(call, _)| since(call.enter) < columns.to) {
                let ends = [call.enter, call.leave].map(|time| columns.at(since(time)) as usize);
                for known in out.iter_mut().take(ends[1] + 1).skip(ends[0]) {
                    if *known < 0.0 || (slack as f32) < *known {
                        *known = slack as f32;
                    }
                }
            }
        }
        out
    }
}

/// A range of time, in nanoseconds from the beginning of the run, in equal columns.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub(super) from: f64,
    pub(super) to: f64,
    /// How long one lasts; without end in a range of no length.
    each: f64,
    pub(super) count: usize,
}

impl Columns {
    pub(super) fn new((from, to): (f64, f64), count: u32) -> Self {
        let count = count.clamp(1, MOST_COLUMNS);
        let each = (to - from) / f64::from(count);
        let each = if each > 0.0 { each } else { f64::INFINITY };
        Self { from, to, each, count: count as usize }
    }

    /// Where a time is, in columns, within the range; 0 of what is no number.
    pub(super) fn at(&self, time: f64) -> f64 {
        ((time - self.from) / self.each).max(0.0).min(self.count as f64)
    }
}

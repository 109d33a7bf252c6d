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
    pub(super) fn new(read: &Read) -> Overlay {
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
        Overlay { steps, slack }
    }

    /// The share that the path is on each process, from one time to another in nanoseconds from the beginning of the run, in
    /// equal columns: the processes one after the other. O(steps in the range + processes x columns).
    pub(super) fn path(&self, read: &Read, range: (f64, f64), columns: u32) -> Vec<f32> {
        let shares = Columns::new(range, columns);
        let (from, to) = range;
        let processes = read.program.processes().len();
        let mut out = vec![0.0; processes * shares.count];
        let first = self.steps.partition_point(|&(_, end, _)| (end as f64) <= from);
        let within = self.steps.iter().skip(first).take_while(|&&(begin, ..)| (begin as f64) < to);
        for &(begin, end, process) in within {
            let at = process as usize * shares.count;
            if let Some(own) = out.get_mut(at..at + shares.count) {
                spread(own, (shares.at(begin as f64), shares.at(end as f64)));
            }
        }
        out
    }

    /// The least slack of the calls of each process, likewise; negative where there is none.
    pub(super) fn slack(&self, read: &Read, range: (f64, f64), columns: u32) -> Vec<f32> {
        let columns = Columns::new(range, columns);
        let (from, to) = range;
        let program = &read.program;
        let (calls, start) = (program.calls(), program.span().0);
        let since = |time: i64| (time - start) as f64;
        let mut out = vec![-1.0; program.processes().len() * columns.count];
        for (process, out) in program.processes().iter().zip(out.chunks_mut(columns.count)) {
            let own = process.first as usize..process.end as usize;
            let (Some(calls), Some(slack)) = (calls.get(own.clone()), self.slack.get(own)) else {
                continue;
            };
            let first = calls.partition_point(|call| since(call.leave) <= from);
            let within = calls.iter().zip(slack).skip(first);
            for (call, &slack) in within.take_while(|(call, _)| since(call.enter) < to) {
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

/// A range of time in equal columns.
struct Columns {
    from: f64,
    /// How long one lasts; without end in a range of no length.
    each: f64,
    count: usize,
}

impl Columns {
    fn new((from, to): (f64, f64), count: u32) -> Columns {
        let count = count.clamp(1, MOST_COLUMNS);
        let each = (to - from) / f64::from(count);
        let each = if each > 0.0 { each } else { f64::INFINITY };
        Columns { from, each, count: count as usize }
    }

    /// Where a time is, in columns, within the range; 0 of what is no number.
    fn at(&self, time: f64) -> f64 {
        ((time - self.from) / self.each).max(0.0).min(self.count as f64)
    }
}

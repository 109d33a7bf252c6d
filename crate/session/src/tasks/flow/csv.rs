//! Iterations of a loop, and loops of all processes, as comma-separated values: numbers as they are, times in nanoseconds.

use std::fmt::Write;

use loopscope_formats::notes::Note;

use super::builder::Flow;
use super::process::iterations;
use super::task::KeptFlow;
use crate::view::table::quoted;

/// The loops of all processes, a line each; times are empty without times. O(loops).
pub(crate) fn loops(flow: &Flow) -> String {
    let mut out =
        String::from("process,loop,in,iterations,visits,least,most,calls,time_ns,own_time_ns,in_calls_ns,header\n");
    for process in &flow.processes {
        for &id in &process.numbered {
            let Some(known) = process.loops.get(id) else { continue };
            let metrics = process.metrics.loops.get(id as usize).copied().unwrap_or_default();
            let lengths = process.lengths.get(id as usize).copied().unwrap_or_default();
            let parent = known.parent.map_or(String::new(), |id| format!("F{}", process.number(id)));
            let timed = |time: u64| match process.tick {
                Some(_) => process.nanoseconds(time).to_string(),
                None => String::new(),
            };
            let _ = writeln!(
                out,
                "{},F{},{parent},{},{},{},{},{},{},{},{},{}",
                process.process,
                process.number(id),
                metrics.iterations,
                metrics.visits,
                lengths.least,
                lengths.most,
                metrics.total.calls,
                timed(metrics.total.time()),
                timed(metrics.own.time()),
                timed(metrics.total.inside),
                quoted(&process.node_text(known.header)),
            );
        }
    }
    out
}

impl KeptFlow {
    /// The iterations of a loop of a process, a line each. O(events).
    ///
    /// # Errors
    /// The process has no graph.
    pub(crate) fn iterations_csv(&self, process: u32, number: u32) -> Result<String, Note> {
        let flow = self.of(process)?;
        let mut out = String::from(
            "process,loop,iteration,visit,shape,calls,begin_ns,time_ns,in_calls_ns,irregular,stands_out\n",
        );
        let place = (number as usize).checked_sub(1);
        let Some(&id) = place.and_then(|place| flow.numbered.get(place)) else { return Ok(out) };
        let walk = self.walk(process)?;
        let found = iterations(&flow.loops, id, &walk.string, walk.spans.as_deref());
        let (irregular, outliers) = (found.irregular(), found.outliers());
        let begin = found.list.first().map_or(0, |first| first.begin);
        let timed = |time: u64| match flow.tick {
            Some(_) => flow.nanoseconds(time).to_string(),
            None => String::new(),
        };
        for (at, it) in found.list.iter().enumerate() {
            let _ = writeln!(
                out,
                "{process},F{number},{},{},{},{},{},{},{},{},{}",
                at + 1,
                it.visit + 1,
                it.shape + 1,
                it.sums.calls,
                timed(it.begin.saturating_sub(begin)),
                timed(it.sums.time()),
                timed(it.sums.inside),
                u8::from(irregular.binary_search(&at).is_ok()),
                u8::from(outliers.binary_search(&at).is_ok()),
            );
        }
        Ok(out)
    }
}

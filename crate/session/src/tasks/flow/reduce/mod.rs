//! A trace cut to some steps of its main loop, and what that keeps of it.
//!
//! The window is the same steps on every process, by their ordinals: cut by time, messages would lose their ends. A step is what
//! the nest of the shapes of iterations says, see `loopscope_core::event_flow::FlowIterations`. Whatever stays one-sided is counted.
//!
//! The report has what Tables 2 and 3 of Aguilar 2016 have: sizes, and for each function its share of the time of the loop and its mean
//! per call, in the whole loop and in the window.

mod cut;
mod figures;
mod steps;

use std::fmt::Write;

use loopscope_core::numbers::{bytes, counted, listed, percent, thousands};
use loopscope_core::trace::{Process, Trace, TraceBuilder, View};
use loopscope_formats::notes::Note;

use super::choices::FlowChoices;
use crate::error_note;
use cut::{copy, one_sided, size, Windows};
use figures::figures;
use steps::Steps;

/// Which steps are kept.
#[derive(Clone, Debug)]
pub struct ReduceChoices {
    /// How loops are found.
    pub flow: FlowChoices,
    /// The number of the loop in each process; `None` for the outermost with twelve iterations.
    pub number: Option<u32>,
    /// How many steps are kept, at most half of those there are.
    pub steps: u64,
    /// The first of them, from 1: the very first may be a warm-up.
    pub from: u64,
    /// Whether they are spread evenly over the steps from there on. They follow each other otherwise.
    pub spread: bool,
}

/// A trace that was cut.
#[derive(Debug)]
pub struct Reduced {
    /// What is left of it.
    pub trace: Trace,
    /// What was cut and what that changes, for people.
    pub report: String,
}

/// Cuts a trace. O(events).
///
/// # Errors
/// The trace has no calls or no times, or no loop with two steps.
pub fn reduce(name: &str, trace: &Trace, choices: &ReduceChoices) -> Result<Reduced, Note> {
    let timed = |process: &&std::sync::Arc<Process>| process.times(View::Calls).is_some();
    let processes: Vec<_> = trace.processes().iter().filter(timed).collect();
    if processes.is_empty() {
        return Err(error_note(
            name,
            "only a trace with times can be reduced".to_owned(),
            "no times of calls".to_owned(),
            "when calls begin and end".to_owned(),
            "record the trace with times".to_owned(),
        ));
    }
    let mut all = Vec::new();
    for process in &processes {
        all.push(Steps::new(name, trace, process.id, &choices.flow, choices.number)?);
    }
    let fewest = all.iter().map(|steps| steps.ranges.len() as u64).min().unwrap_or(0);
    let first = choices.from.max(1) - 1;
    let kept = choices.steps.min(fewest.saturating_sub(first)).min((fewest / 2).max(1));
    if kept == 0 {
        return Err(error_note(
            name,
            "the loop does not have these steps".to_owned(),
            counted(fewest, "step"),
            format!("at least {}", first + 1),
            "choose an earlier --from, or another --loop".to_owned(),
        ));
    }
    let chosen = chosen(first, kept, fewest, choices.spread);
    let windows: Vec<Windows> =
        all.iter().map(|steps| Windows::new(&steps.ranges, &chosen)).collect();
    let mut builder = TraceBuilder::new(u64::MAX);
    for (process, windows) in processes.iter().zip(&windows) {
        let copied = copy(process, trace.table(), windows, &mut builder);
        copied.map_err(|error| Note::error(name, error.to_string()))?;
    }
    let reduced = builder.finish();
    let steps: Vec<String> = ranges(&chosen);
    let steps = format!("{} {}", if kept == 1 { "step" } else { "steps" }, listed(&steps));
    let mut report = format!("{steps} of {fewest} in {}\n", counted(all.len() as u64, "process"));
    let sizes = [size(trace), size(&reduced)];
    let less = 1.0 - sizes[1] as f64 / sizes[0].max(1) as f64;
    // Writing to a string cannot fail.
    let _ = writeln!(
        report,
        "as a table {} -> {}, {} less",
        bytes(sizes[0]),
        bytes(sizes[1]),
        percent(less)
    );
    let one_sided = one_sided(&reduced);
    let _ = writeln!(report, "messages that lost their other side: {}", thousands(one_sided));
    report += &figures(&processes, trace.table(), &all, &windows);
    Ok(Reduced { trace: reduced, report })
}

/// The numbers of the steps that are kept, from 0, ascending.
fn chosen(first: u64, kept: u64, all: u64, spread: bool) -> Vec<u64> {
    let apart = |at: u64| if spread { at * (all - first) / kept } else { at };
    (0..kept).map(|at| first + apart(at)).collect()
}

/// Steps as people count them: "3 to 12", or "3", "13" and so on.
fn ranges(chosen: &[u64]) -> Vec<String> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &step in chosen {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == step => *last = step,
            _ => ranges.push((step, step)),
        }
    }
    let text = |(from, to): (u64, u64)| match from == to {
        true => thousands(from + 1),
        false => format!("{} to {}", thousands(from + 1), thousands(to + 1)),
    };
    ranges.into_iter().map(text).collect()
}

//! A trace cut to some steps of its main loop, and what that keeps of it.
//!
//! The window is the same steps on every process, by their ordinals: cut by time, messages would lose their ends. A step is what
//! the nest of the shapes of iterations says, see `loopscope_core::event_flow::FlowIterations`. Whatever stays one-sided is counted.
//!
//! The report has what Tables 2 and 3 of Aguilar 2016 have: sizes, and for each function its share of the time of the loop and its mean
//! per call, in the whole loop and in the window.

mod cut;
mod figures;

use std::fmt::Write;

use loopscope_core::numbers::{bytes, counted, listed, percent, thousands};
use loopscope_core::trace::{Process, ProcessId, Trace, TraceBuilder, View};
use loopscope_formats::notes::Note;

use super::builder::FlowBuilder;
use super::choices::{Details, FlowChoices};
use super::process::ProcessFlow;
use crate::error_note;
use cut::{copy, one_sided, size, Windows};
use figures::figures;

/// Which steps are kept.
#[derive(Clone, Debug)]
pub struct ReduceChoices {
    /// How loops are found.
    pub flow: FlowChoices,
    /// The number of the loop in each process; `None` for the outermost with twelve iterations.
    pub number: Option<u32>,
    /// How many steps are kept, at most half of those there are.
    pub steps: u64,
    /// The first of them, in the longest visit to the loop, from 1.
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

/// A loop with fewer iterations has one inside that is worth more.
const FEWEST: u64 = 12;

/// Steps of one process.
struct Steps {
    flow: ProcessFlow,
    id: u32,
    /// The first event of each step, in the order of calls, and the end of the last.
    bounds: Vec<u64>,
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
        all.push(steps(name, trace, process.id, choices)?);
    }
    let fewest = all.iter().map(|steps| steps.bounds.len() as u64 - 1).min().unwrap_or(0);
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
        all.iter().map(|steps| Windows::new(&steps.bounds, &chosen)).collect();
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

fn steps(name: &str, trace: &Trace, id: ProcessId, choices: &ReduceChoices) -> Result<Steps, Note> {
    let make = |details: Details| -> Result<Option<ProcessFlow>, Note> {
        let flow = FlowChoices { details, ..choices.flow.clone() };
        let mut building = FlowBuilder::new(name, trace, flow, Some(id))?;
        while building.step()? {}
        Ok(building.finish().processes.pop())
    };
    let number = match choices.number {
        Some(number) => Some(number),
        None => make(Details::default())?.and_then(|flow| main_loop(&flow)),
    };
    let details = Details { iterations: number, ..Details::default() };
    let flow = if number.is_some() { make(details)? } else { None };
    let bounds = flow.as_ref().map(bounds).filter(|bounds| bounds.len() > 2);
    match (flow, bounds, number) {
        (Some(flow), Some(bounds), Some(number)) => {
            let id = flow.numbered.get(number as usize - 1).copied().unwrap_or(0);
            Ok(Steps { flow, id, bounds })
        }
        _ => Err(error_note(
            name,
            format!("process {id} has no loop to cut"),
            "fewer than two steps".to_owned(),
            "a loop with at least two".to_owned(),
            "`loopscope flow` lists the loops; choose one with --loop".to_owned(),
        )),
    }
}

/// The number of the outermost loop with enough iterations, following the loops with most calls.
fn main_loop(flow: &ProcessFlow) -> Option<u32> {
    let mut around = None;
    loop {
        let inside = |id: &&u32| flow.loops.get(**id).is_some_and(|known| known.parent == around);
        // They are sorted by their calls.
        let &id = flow.numbered.iter().find(inside)?;
        if flow.metrics.loops.get(id as usize)?.iterations >= FEWEST {
            return Some(flow.number(id));
        }
        around = Some(id);
    }
}

/// Where the steps of the longest visit begin, and where the last ends.
fn bounds(flow: &ProcessFlow) -> Vec<u64> {
    let Some(found) = &flow.iterations else { return Vec::new() };
    let visits = found.visits();
    let longest = visits.iter().max().copied().unwrap_or(0);
    let visit = visits.iter().position(|&count| count == longest).unwrap_or(0);
    let start: u64 = visits.iter().take(visit).sum();
    let (period, first, end) = match found.step {
        Some(step) => (step.period, step.first, step.first + step.period * step.count),
        None => (1, start, start + longest),
    };
    // Steps that lie in the visit: from the first that begins in it.
    let begin = first + start.saturating_sub(first).div_ceil(period) * period;
    let end = end.min(start + longest);
    let mut bounds: Vec<u64> = Vec::new();
    let mut at = begin;
    while at + period <= end {
        let last = found.list.get((at + period - 1) as usize).map_or(0, |last| last.end);
        if bounds.is_empty() {
            bounds.extend(found.list.get(at as usize).map(|first| first.start));
        }
        bounds.push(last);
        at += period;
    }
    bounds
}

//! A trace cut to some steps of its main loop, and what that keeps of it.
//!
//! The window is the same steps on every process, by their ordinals: cut by time, messages would lose their ends. A step is what
//! the nest of the shapes of iterations says, see `loopscope_core::event_flow::FlowIterations`. Whatever stays one-sided is counted.
//!
//! The report has what Tables 2 and 3 of Aguilar 2016 have: sizes, and for each function its share of the time of the loop and its mean
//! per call, in the whole loop and in the window.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use loopscope_core::numbers::{bytes, counted, duration, percent, thousands};
use loopscope_core::trace::{
    BuildError, Kind, Process, ProcessId, Record, RecordId, Span, Table as Records, Trace,
    TraceBuilder, View,
};
use loopscope_formats::notes::Note;

use super::builder::FlowBuilder;
use super::choices::{Details, FlowChoices};
use super::process::ProcessFlow;
use crate::error_note;
use crate::export::{Form, Writer};
use crate::view::columns::Table;

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

/// Calls that take less of the loop's time are in no error.
const LEAST_SHARE: f64 = 0.01;

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
    let window = |steps: &Steps| {
        let at = |step: u64| steps.bounds.get(step as usize).copied().unwrap_or(0);
        (at(first), at(first + kept))
    };
    let mut builder = TraceBuilder::new(u64::MAX);
    for (process, steps) in processes.iter().zip(&all) {
        let copied = copy(process, trace.table(), window(steps), &mut builder);
        copied.map_err(|error| Note::error(name, error.to_string()))?;
    }
    let reduced = builder.finish();
    let which = match kept {
        1 => format!("step {}", first + 1),
        _ => format!("steps {} to {}", first + 1, first + kept),
    };
    let processes_kept = counted(all.len() as u64, "process");
    let mut report = format!("{which} of {fewest} in {processes_kept}\n");
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
    let windows: Vec<(u64, u64)> = all.iter().map(window).collect();
    report += &errors(&processes, trace.table(), &all, &windows);
    Ok(Reduced { trace: reduced, report })
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

/// Copies the calls of a window, with the events that belong to them.
fn copy(
    process: &Process,
    table: &Records,
    (from, to): (u64, u64),
    builder: &mut TraceBuilder,
) -> Result<(), BuildError> {
    builder.begin_source(&process.source);
    let slot = builder.process(process.id)?;
    let Some(times) = process.times(View::Calls) else { return Ok(()) };
    let tick = times.tick();
    builder.begin_times(slot, tick);
    let mut known: BTreeMap<usize, RecordId> = BTreeMap::new();
    let mut record = |builder: &mut TraceBuilder, id: RecordId| match known.get(&id.index()) {
        Some(&id) => Ok(id),
        None => {
            let new = copied(table.record(id), table, builder)?;
            known.insert(id.index(), new);
            Ok(new)
        }
    };
    let window = |at: u64| (from..to).contains(&at);
    let calls = process.events(View::Calls).into_iter().flatten().zip(times.iter());
    for (_, (id, Span { enter, leave })) in (0..).zip(calls).filter(|(at, _)| window(*at)) {
        let id = record(builder, id)?;
        builder.push_timed_call(slot, id, enter << tick.shift, leave << tick.shift)?;
    }
    let Some(of_events) = process.times(View::Communication) else { return Ok(()) };
    let events = process.events(View::Communication).into_iter().flatten();
    let numbers = of_events.calls().into_iter().flatten();
    for ((id, [call]), span) in events.zip(numbers).zip(of_events.iter()) {
        if !window(call) {
            continue;
        }
        let id = record(builder, id)?;
        match of_events.are_moments() {
            true => builder.push_timed_event(slot, id, call - from, span.enter << tick.shift)?,
            false => builder.push_event_of_call(slot, id, call - from)?,
        }
    }
    Ok(())
}

fn copied(
    record: &Record,
    table: &Records,
    builder: &mut TraceBuilder,
) -> Result<RecordId, BuildError> {
    let name = builder.name(table.name(record.name))?;
    let op = record.op.map(|op| builder.name(table.name(op))).transpose()?;
    let site = record.site.map(|site| builder.name(table.name(site))).transpose()?;
    let group = record.group.map(|group| builder.group(table.group(group).to_vec())).transpose()?;
    builder.record(Record { name, op, site, group, ..*record })
}

/// Bytes of the trace as a table.
fn size(trace: &Trace) -> u64 {
    struct Counting(u64);
    impl Write for Counting {
        fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
            self.0 += buffer.len() as u64;
            Ok(buffer.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (writer, mut out) = (Writer::new(trace, Form::Csv), Counting(0));
    // Counting cannot fail.
    let _ = writer.begin(&mut out);
    for process in trace.processes() {
        let _ = writer.process(process, &mut out);
    }
    out.0
}

/// Sends without a receive and receives without a send.
fn one_sided(trace: &Trace) -> u64 {
    let mut channels: BTreeMap<(u32, u32, Option<i64>), i64> = BTreeMap::new();
    for process in trace.processes() {
        for id in process.events(View::Communication).into_iter().flatten() {
            let record = trace.table().record(id);
            let (own, peer, tag) = (process.id.0, record.peer, record.tag);
            match (record.kind, peer) {
                (Kind::Send, Some(peer)) => *channels.entry((own, peer, tag)).or_default() += 1,
                (Kind::Recv, Some(peer)) => *channels.entry((peer, own, tag)).or_default() -= 1,
                _ => {}
            }
        }
    }
    channels.values().map(|left| left.unsigned_abs()).sum()
}

/// Calls of a function, or the time between calls.
#[derive(Clone, Copy, Default)]
struct Part {
    count: u64,
    time: u64,
}

/// Of each function its share and its mean in the whole loop and in the window, and the largest differences.
fn errors(
    processes: &[&std::sync::Arc<Process>],
    table: &Records,
    all: &[Steps],
    windows: &[(u64, u64)],
) -> String {
    let mut parts: BTreeMap<String, [Part; 2]> = BTreeMap::new();
    let between = "between calls".to_owned();
    for ((process, steps), &(from, to)) in processes.iter().zip(all).zip(windows) {
        let Steps { flow, id, .. } = steps;
        let mut add = |name: &str, which: usize, count: u64, time: u64| {
            let part = &mut parts.entry(name.to_owned()).or_default()[which];
            part.count += count;
            part.time += flow.nanoseconds(time);
        };
        let members = flow.loops.members(*id);
        for (node, weight) in
            flow.graph.nodes().iter().enumerate().filter(|(node, _)| members[*node])
        {
            let text = flow.node_text(node as u32);
            let function = text.split(['(', ' ']).next().unwrap_or("");
            add(function, 0, weight.count, weight.time);
        }
        let total = flow.metrics.loops.get(*id as usize).map_or(0, |it| it.total.between);
        add(&between, 0, 1, total);
        let Some(times) = process.times(View::Calls) else { continue };
        let calls = process.events(View::Calls).into_iter().flatten().zip(times.iter());
        let inside = |at: &u64| (from..to).contains(at);
        let mut last = None;
        for (_, (call, span)) in (0..).zip(calls).filter(|(at, _)| inside(at)) {
            add(table.name(table.record(call).name), 1, 1, span.duration());
            let gap = last.map_or(0, |last| span.enter.saturating_sub(last));
            add(&between, 1, 0, gap);
            last = Some(span.leave);
        }
    }
    let all_time =
        |which: usize| parts.values().map(|part| part[which].time).sum::<u64>().max(1) as f64;
    let whole = [all_time(0), all_time(1)];
    let mut rows = vec![["in the loop", "in the window", "mean", "mean in the window", "calls"]
        .map(str::to_owned)
        .to_vec()];
    let (mut of_shares, mut of_means, mut missing) = (0f64, 0f64, Vec::new());
    let mut sorted: Vec<_> = parts.iter().collect();
    sorted.sort_by_key(|(_, part)| std::cmp::Reverse(part[0].time));
    for (name, part) in sorted {
        let share = |which: usize| part[which].time as f64 / whole[which];
        let mean = |which: usize| part[which].time as f64 / part[which].count.max(1) as f64;
        let is_call = *name != between;
        if share(0) >= LEAST_SHARE {
            of_shares = of_shares.max((share(0) - share(1)).abs());
            if is_call {
                of_means = of_means.max((mean(1) - mean(0)).abs() / mean(0).max(1.0));
            }
        }
        if is_call && part[1].count == 0 {
            missing.push(name.as_str());
        }
        let text =
            |which: usize| if is_call { duration(mean(which) as u64) } else { String::new() };
        rows.push(vec![percent(share(0)), percent(share(1)), text(0), text(1), name.clone()]);
    }
    let mut out = String::new();
    Table { rows }.print(&mut out);
    let _ = writeln!(
        out,
        "largest error of a share {:.1} points, of a mean {} (calls with 1 % of the time or more)",
        100.0 * of_shares,
        percent(of_means)
    );
    if !missing.is_empty() {
        let _ = writeln!(out, "not in the window: {}", missing.join(", "));
    }
    out
}

//! Tables of flow graphs: loops, iterations, processes, growth.

use std::collections::BTreeMap;

use loopscope_core::event_flow::imbalance;
use loopscope_core::numbers::{counted, duration, percent, set_text, thousands};

use super::builder::Flow;
use super::process::{ProcessFlow, GROWTH};
use crate::view::columns::Table;

/// What the rows of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Loops of each process.
    Loops,
    /// Iterations of one loop of each process.
    Iterations,
    /// Loops, compared across processes.
    Processes,
    /// Processes: how their graphs grow.
    Growth,
}

/// A table, with a line of titles.
pub fn table(flow: &Flow, kind: TableKind) -> String {
    let mut out = String::new();
    let rows = match kind {
        TableKind::Loops => loops(flow),
        TableKind::Iterations => {
            for process in &flow.processes {
                out += &sentence(process);
            }
            iterations(flow)
        }
        TableKind::Processes => processes(flow),
        TableKind::Growth => {
            out += "Nodes, transitions after a part of the calls:\n";
            growth(flow)
        }
    };
    Table { rows }.print(&mut out);
    out
}

fn titles(titles: &[&str]) -> Vec<Vec<String>> {
    vec![titles.iter().map(|&title| title.to_owned()).collect()]
}

fn loops(flow: &Flow) -> Vec<Vec<String>> {
    let timed = flow.processes.iter().any(|process| process.tick.is_some());
    let mut rows = titles(match timed {
        true => &[
            "process",
            "loop",
            "in",
            "iterations",
            "visits",
            "each",
            "calls",
            "share",
            "time",
            "own",
            "of all its time",
            "in calls",
            "header",
        ],
        false => &["process", "loop", "in", "iterations", "visits", "each", "calls", "share", "header"],
    });
    for process in &flow.processes {
        for &id in &process.numbered {
            let Some(known) = process.loops.get(id) else { continue };
            let metrics = process.metrics.loops.get(id as usize).copied().unwrap_or_default();
            let lengths = process.lengths.get(id as usize).copied().unwrap_or_default();
            let each = match lengths.least == lengths.most {
                true => lengths.most.to_string(),
                false => format!("{} to {}", lengths.least, lengths.most),
            };
            let parent = known.parent.map_or(String::new(), |id| format!("F{}", process.number(id)));
            let share = metrics.total.calls as f64 / process.metrics.total.calls.max(1) as f64;
            let mut row = vec![
                process.process.to_string(),
                format!("F{}", process.number(id)),
                parent,
                thousands(metrics.iterations),
                thousands(metrics.visits),
                each,
                thousands(metrics.total.calls),
                percent(share),
            ];
            if timed {
                row.push(duration(process.nanoseconds(metrics.total.time())));
                row.push(duration(process.nanoseconds(metrics.own.time())));
                row.push(percent(process.share_of_time(metrics.total.time())));
                row.push(percent(metrics.total.inside_share()));
            }
            row.push(process.node_text(known.header));
            rows.push(row);
        }
    }
    rows
}

/// What is known of the iterations of a loop.
fn sentence(process: &ProcessFlow) -> String {
    let Some(found) = &process.iterations else {
        return format!("process {}: no such loop\n", process.process);
    };
    let mut counts = found.shape_counts();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let shapes: Vec<String> = counts.iter().take(8).map(u64::to_string).collect();
    let more = if counts.len() > shapes.len() { ", .." } else { "" };
    let step = match found.step {
        Some(step) if step.period > 1 => {
            format!("; {} of {} iterations each", counted(step.count, "step"), step.period)
        }
        Some(step) => format!("; {}", counted(step.count, "step")),
        None => String::new(),
    };
    format!(
        "process {}: {} in {}, {} ({}{more}){step}; {} irregular\n",
        process.process,
        counted(found.list.len() as u64, "iteration"),
        counted(found.visits().len() as u64, "visit"),
        counted(counts.len() as u64, "shape"),
        shapes.join(", "),
        thousands(found.irregular().len() as u64),
    )
}

fn iterations(flow: &Flow) -> Vec<Vec<String>> {
    let mut rows = titles(&["process", "iteration", "visit", "shape", "calls", "begins", "lasts", "in calls", ""]);
    for process in &flow.processes {
        let Some(found) = &process.iterations else { continue };
        let (irregular, outliers) = (found.irregular(), found.outliers());
        let begin = found.list.first().map_or(0, |first| first.begin);
        for (at, iteration) in found.list.iter().enumerate() {
            let mut said = Vec::new();
            if irregular.binary_search(&at).is_ok() {
                said.push("irregular");
            }
            if outliers.binary_search(&at).is_ok() {
                said.push("stands out");
            }
            let timed = |text: String| if process.tick.is_some() { text } else { String::new() };
            let time = |time: u64| timed(duration(process.nanoseconds(time)));
            rows.push(vec![
                process.process.to_string(),
                (at + 1).to_string(),
                (iteration.visit + 1).to_string(),
                (iteration.shape + 1).to_string(),
                thousands(iteration.sums.calls),
                time(iteration.begin.saturating_sub(begin)),
                time(iteration.sums.time()),
                timed(percent(iteration.sums.inside_share())),
                said.join(", "),
            ]);
        }
    }
    rows
}

/// Loops of one header on all processes that have it.
#[derive(Default)]
struct Across {
    processes: Vec<u32>,
    iterations: Vec<u64>,
    calls: u64,
    inside: Vec<f64>,
    compute: Vec<u64>,
}

fn processes(flow: &Flow) -> Vec<Vec<String>> {
    // By the text of the header and the place among the loops of that header: outer loops come first.
    let mut all: BTreeMap<(String, usize), Across> = BTreeMap::new();
    for process in &flow.processes {
        let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
        for (known, metrics) in process.loops.all().iter().zip(&process.metrics.loops) {
            let place = seen.entry(known.header).or_default();
            let across = all.entry((process.node_text(known.header), *place)).or_default();
            *place += 1;
            across.processes.push(process.process.0);
            across.iterations.push(metrics.iterations);
            across.calls += metrics.total.calls;
            if process.tick.is_some() {
                across.inside.push(metrics.total.inside_share());
                across.compute.push(process.nanoseconds(metrics.total.between));
            }
        }
    }
    let mut rows = titles(&["calls", "iterations", "in calls, least", "most", "imbalance", "processes", "header"]);
    let mut sorted: Vec<(&(String, usize), &Across)> = all.iter().collect();
    sorted.sort_by_key(|(_, across)| std::cmp::Reverse(across.calls));
    for ((header, _), across) in sorted {
        let least = across.iterations.iter().min().copied().unwrap_or(0);
        let most = across.iterations.iter().max().copied().unwrap_or(0);
        let timed = !across.inside.is_empty();
        let share = |share: Option<f64>| share.filter(|_| timed).map_or(String::new(), percent);
        rows.push(vec![
            thousands(across.calls),
            if least == most { thousands(most) } else { format!("{} to {}", thousands(least), thousands(most)) },
            share(across.inside.iter().copied().reduce(f64::min)),
            share(across.inside.iter().copied().reduce(f64::max)),
            share(Some(imbalance(&across.compute))),
            set_text(across.processes.iter().copied()),
            header.clone(),
        ]);
    }
    rows
}

fn growth(flow: &Flow) -> Vec<Vec<String>> {
    let mut head = vec!["process".to_owned()];
    head.extend(GROWTH.iter().map(|percent| format!("{percent} %")));
    let mut rows = vec![head];
    for process in &flow.processes {
        let mut row = vec![process.process.to_string()];
        row.extend(process.growth.iter().map(|(nodes, edges)| format!("{nodes}, {edges}")));
        rows.push(row);
    }
    rows
}

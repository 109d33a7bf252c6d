//! How far the kept steps stand for the loop: shares and means of its functions, in all of it and in what is kept.

use std::fmt::Write;

use loopscope_core::numbers::{counted, duration, percent, thousands};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{Process, Table as Records, View};

use super::cut::Windows;
use super::reduced::Errors;
use super::steps::Steps;
use crate::view::columns::Table;

/// Functions that take less of the loop's time are in no error.
const LEAST_SHARE: f64 = 0.01;

/// What the time between calls is listed as.
const BETWEEN: &str = "between calls";

/// Calls of a function, or the time between calls.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    count: u64,
    time: u64,
}

impl Part {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.time += other.time;
    }

    fn mean(self) -> f64 {
        self.time as f64 / self.count.max(1) as f64
    }
}

/// A function in the whole loop, in what is kept, and in each step of that.
#[derive(Clone, Debug, Default)]
struct Sums {
    whole: Part,
    kept: Part,
    steps: Vec<Part>,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.whole.add(other.whole);
        self.kept.add(other.kept);
        self.steps.resize(self.steps.len().max(other.steps.len()), Part::default());
        self.steps.iter_mut().zip(&other.steps).for_each(|(own, &other)| own.add(other));
    }

    /// The mean over the steps that have a call, and twice its standard error: with two such steps at least.
    fn interval(&self) -> Option<(f64, f64)> {
        let means: Vec<f64> = self.steps.iter().filter(|step| step.count > 0).map(|step| step.mean()).collect();
        let count = means.len() as f64;
        if count < 2.0 {
            return None;
        }
        let mean = means.iter().sum::<f64>() / count;
        let squares: f64 = means.iter().map(|value| (value - mean) * (value - mean)).sum();
        Some((mean, 2.0 * (squares / (count - 1.0) / count).sqrt()))
    }
}

/// The functions of a process, and the time between its calls. They are few, so they are looked through.
#[derive(Debug, Default)]
pub(super) struct Functions(Vec<(String, Sums)>);

/// The table, the largest differences, and how often the intervals hold.
pub(super) fn figures(each: &[Functions]) -> (String, Errors) {
    let mut together = Functions::default();
    for (name, sums) in each.iter().flat_map(|functions| &functions.0) {
        together.named(name).add(sums);
    }
    together.0.sort_small_by(|a, b| a.0.cmp(&b.0));
    let (mut out, errors) = listed(&together);
    let (held, tried) = intervals(each);
    if tried > 0 {
        let _ = writeln!(
            out,
            "mean of the kept steps +- 2 s / sqrt(N) holds the mean of the loop for {} of {}: steps that follow each other are alike, so it is narrower than it looks",
            thousands(held),
            counted(tried, "function of a process"),
        );
    }
    (out, errors)
}

impl Functions {
    /// The function of that name; a new one if there is none. O(functions).
    fn named(&mut self, name: &str) -> &mut Sums {
        let place = self.0.iter().position(|known| known.0 == name).unwrap_or_else(|| {
            self.0.push((name.to_owned(), Sums::default()));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }

    /// The functions of a process in its loop and in the steps that are kept. O(events).
    pub(super) fn new(process: &Process, table: &Records, steps: &Steps, windows: &Windows) -> Self {
        let Steps { flow, id, .. } = steps;
        let mut functions = Self::default();
        let members = flow.loops.members(*id);
        for (node, weight) in flow.graph.nodes().iter().enumerate().filter(|(node, _)| members[*node]) {
            let text = flow.node_text(node as u32);
            let function = text.split(['(', ' ']).next().unwrap_or("");
            let part = Part { count: weight.count, time: flow.nanoseconds(weight.time) };
            functions.named(function).whole.add(part);
        }
        let total = flow.metrics.loops.get(*id as usize).map_or(0, |it| it.total.between);
        let part = Part { count: 1, time: flow.nanoseconds(total) };
        functions.named(BETWEEN).whole.add(part);
        let Some(times) = process.times(View::Calls) else { return functions };
        let calls = process.events(View::Calls).into_iter().flatten().zip(times.iter());
        let mut last = None;
        for (at, (call, span)) in (0..).zip(calls) {
            let Some((step, _)) = windows.find(at) else { continue };
            let mut add = |name: &str, part: Part| {
                let sums = functions.named(name);
                sums.kept.add(part);
                sums.steps.resize(windows.len(), Part::default());
                sums.steps[step].add(part);
            };
            let time = flow.nanoseconds(span.duration());
            add(table.name(table.record(call).name), Part { count: 1, time });
            // What lies between two steps that do not follow each other is no part of them.
            let before = last.filter(|&(place, _)| place + 1 == at).map(|(_, leave)| leave);
            let gap = before.map_or(0, |leave| span.enter.saturating_sub(leave));
            add(BETWEEN, Part { count: 0, time: flow.nanoseconds(gap) });
            last = Some((at, span.leave));
        }
        functions
    }
}

/// How many functions of single processes have their mean in the interval, and how many were tried: those with enough time.
fn intervals(each: &[Functions]) -> (u64, u64) {
    let (mut held, mut tried) = (0, 0);
    for Functions(functions) in each {
        let all = functions.iter().map(|(_, sums)| sums.whole.time).sum::<u64>().max(1) as f64;
        for (name, sums) in functions {
            let enough = sums.whole.time as f64 / all >= LEAST_SHARE;
            let Some((mean, half)) = sums.interval().filter(|_| enough && name != BETWEEN) else {
                continue;
            };
            tried += 1;
            held += u64::from((mean - sums.whole.mean()).abs() <= half);
        }
    }
    (held, tried)
}

/// A row for each function, and the largest differences.
fn listed(Functions(functions): &Functions) -> (String, Errors) {
    let all = |of: fn(&Sums) -> Part| functions.iter().map(|(_, sums)| of(sums).time).sum::<u64>().max(1) as f64;
    let (whole, kept) = (all(|sums| sums.whole), all(|sums| sums.kept));
    let titles = ["in the loop", "in the window", "mean", "mean in the window", "+-", "calls"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    let (mut of_shares, mut of_means, mut missing) = (0f64, 0f64, Vec::new());
    let mut sorted: Vec<_> = functions.iter().collect();
    sorted.sort_small_by_key(|(_, sums)| std::cmp::Reverse(sums.whole.time));
    for (name, sums) in sorted {
        let shares = [sums.whole.time as f64 / whole, sums.kept.time as f64 / kept];
        let means = [sums.whole.mean(), sums.kept.mean()];
        let is_call = name != BETWEEN;
        if shares[0] >= LEAST_SHARE {
            of_shares = of_shares.max((shares[0] - shares[1]).abs());
            if is_call {
                of_means = of_means.max((means[1] - means[0]).abs() / means[0].max(1.0));
            }
        }
        if is_call && sums.kept.count == 0 {
            missing.push(name.as_str());
        }
        let text = |time: f64| if is_call { duration(time as u64) } else { String::new() };
        let half = sums.interval().map_or(String::new(), |(_, half)| text(half));
        let [whole, kept] = shares.map(percent);
        rows.push(vec![whole, kept, text(means[0]), text(means[1]), half, name.clone()]);
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
    (out, Errors { share: of_shares, mean: of_means })
}

//! The figures of every method, and which of them is best in what.

use std::sync::Arc;

use loopscope_core::method::Method;
use loopscope_core::nest::{Differences, Segment};
use loopscope_core::numbers::percent;

use crate::analysis::ProcessNest;
use crate::view::main_loop;
use crate::wire::MethodFigures;

/// What a method made of a process.
#[derive(Clone, Debug)]
pub(super) struct MethodNest {
    pub(super) method: Method,
    /// The nest, or why there is none.
    pub(super) nest: Result<Arc<ProcessNest>, String>,
}

/// A figure's name, the figure, and how it is written.
type Ranked = (&'static str, fn(&MethodFigures) -> f64, fn(f64) -> String);

/// The figures that can be better or worse: what is to be large, and how it is written. A nest of more
/// loops, or of deeper ones, is neither.
const RANKED: [Ranked; 4] = [
    ("topLevel", |figures| -figures.top_level, |value| value.to_string()),
    ("total", |figures| -figures.total, |value| value.to_string()),
    ("coverage", |figures| figures.coverage, percent),
    ("mainLoop", |figures| figures.main_loop.as_ref().map_or(0.0, |main| main.share), percent),
];

/// A row for every method.
pub(super) fn of(built: &[MethodNest]) -> Vec<MethodFigures> {
    let mut rows: Vec<MethodFigures> = Vec::new();
    for (place, one) in built.iter().enumerate() {
        let twin = built.iter().take(place).find(|before| are_alike(before, one));
        let same_as = twin.unwrap_or(one).method.name().to_owned();
        rows.push(row(one, same_as));
    }
    for (name, value, write) in RANKED {
        let made = || rows.iter().filter(|row| row.refused.is_empty());
        let best = write(made().map(value).fold(f64::NEG_INFINITY, f64::max));
        // What is written alike is not better for people.
        let is_best = |row: &MethodFigures| write(value(row)) == best;
        if !made().all(is_best) {
            let winners = rows.iter_mut().filter(|row| row.refused.is_empty() && is_best(row));
            winners.for_each(|row| row.best.push(name.to_owned()));
        }
    }
    rows
}

fn are_alike(a: &MethodNest, b: &MethodNest) -> bool {
    match (&a.nest, &b.nest) {
        // A nest of functions is like no nest of whole tuples.
        (Ok(a), Ok(b)) if a.tuples.is_some() || b.tuples.is_some() => false,
        (Ok(a), Ok(b)) => {
            (a.stats.top_level, a.stats.total) == (b.stats.top_level, b.stats.total)
                && Differences::new(&[&a.nest, &b.nest]).all(|segment: Segment| segment.is_same())
        }
        _ => false,
    }
}

fn row(built: &MethodNest, same_as: String) -> MethodFigures {
    let mut row = MethodFigures {
        method: built.method.name().to_owned(),
        refused: String::new(),
        complete: true,
        same_as,
        top_level: 0.0,
        ratio: 1.0,
        total: 0.0,
        total_ratio: 1.0,
        coverage: 0.0,
        main_loop: None,
        loops: 0.0,
        depth: 0,
        best: Vec::new(),
    };
    match &built.nest {
        Ok(process) => fill(&mut row, process),
        Err(reason) => row.refused.clone_from(reason),
    }
    row
}

fn fill(row: &mut MethodFigures, process: &ProcessNest) {
    let stats = &process.stats;
    row.complete = process.complete;
    row.top_level = stats.top_level as f64;
    row.ratio = stats.ratio();
    row.total = stats.total as f64;
    row.total_ratio = stats.total_ratio();
    row.coverage = stats.coverage;
    row.loops = stats.loops as f64;
    row.depth = stats.depth;
    row.main_loop = main_loop(process);
}

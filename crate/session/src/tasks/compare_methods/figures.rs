//! The figures of the methods, and which method is best in which figure.

use std::sync::Arc;

use loopscope_core::method::Method;
use loopscope_core::nest::{Differences, Segment};
use loopscope_core::numbers::percent;

use crate::analysis::ProcessNest;
use crate::view::main_loop;
use crate::wire::{FigureName, MethodFigures, MethodName};

/// The nest that a method built.
#[derive(Clone, Debug)]
pub(super) struct MethodNest {
    pub(super) method: Method,
    /// The nest, or the reason why there is none.
    pub(super) nest: Result<Arc<ProcessNest>, String>,
}

/// A figure: its name, its value, and how it is written.
type Ranked = (FigureName, fn(&MethodFigures) -> f64, fn(f64) -> String);

/// The figures that can be better or worse; a larger value is better. More or deeper loops are neither better nor worse.
const RANKED: [Ranked; 4] = [
    (FigureName::TopLevel, |figures| -figures.top_level, |value| value.to_string()),
    (FigureName::Total, |figures| -figures.total, |value| value.to_string()),
    (FigureName::Coverage, |figures| figures.coverage, percent),
    (FigureName::MainLoop, |figures| figures.main_loop.as_ref().map_or(0.0, |main| main.share), percent),
];

/// The figures of each method.
pub(super) fn of(built: &[MethodNest]) -> Vec<MethodFigures> {
    let mut rows: Vec<MethodFigures> = Vec::new();
    for (place, one) in built.iter().enumerate() {
        let twin = built.iter().take(place).find(|before| are_alike(before, one));
        let same_as = twin.unwrap_or(one).method.into();
        rows.push(row(one, same_as));
    }
    for (name, value, write) in RANKED {
        let made = || rows.iter().filter(|row| row.refused.is_empty());
        let best = write(made().map(value).fold(f64::NEG_INFINITY, f64::max));
        // Values that are written alike count as equal.
        let is_best = |row: &MethodFigures| write(value(row)) == best;
        if !made().all(is_best) {
            let winners = rows.iter_mut().filter(|row| row.refused.is_empty() && is_best(row));
            winners.for_each(|row| row.best.push(name));
        }
    }
    rows
}

fn are_alike(a: &MethodNest, b: &MethodNest) -> bool {
    match (&a.nest, &b.nest) {
        // A nest of functions is never equal to a nest of whole tuples.
        (Ok(a), Ok(b)) if a.tuples.is_some() || b.tuples.is_some() => false,
        (Ok(a), Ok(b)) => {
            (a.stats.top_level, a.stats.total) == (b.stats.top_level, b.stats.total)
                && Differences::new(&[&a.nest, &b.nest]).all(|segment: Segment| segment.is_same())
        }
        _ => false,
    }
}

fn row(built: &MethodNest, same_as: MethodName) -> MethodFigures {
    let mut row = MethodFigures {
        method: built.method.into(),
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

//! Comparisons as text for the terminal.

use std::fmt::Write;

use loopscope_core::numbers::{counted, percent, plural, thousands, verb};

use crate::ranges::ranges;
use crate::view::info::main_loop;
use crate::wire::{Comparison, DifferentPlace, FigureName, MethodFigures};

/// The most places that are written; the JSON document has more.
const PLACES: usize = 20;

const HEAD: [&str; 10] =
    ["process", "method", "top level", "ratio", "all items", "ratio", "in loops", "main loop", "loops", "depth"];

/// A table of all processes; for a single process also the places where its nests differ.
pub fn of(comparisons: &[Comparison]) -> String {
    let mut rows: Vec<Vec<String>> = vec![HEAD.map(str::to_owned).to_vec()];
    for comparison in comparisons {
        rows.extend(rows_of(comparison));
    }
    let mut out = table(&rows);
    out.push_str(
        "* best of the methods; ratio: events an item; main loop: how often, events each, share of all its runs\n",
    );
    // Writing to a string cannot fail.
    for comparison in comparisons {
        for figures in &comparison.methods {
            let (process, method) = (comparison.process, figures.method.name());
            if !figures.refused.is_empty() {
                let _ = writeln!(out, "process {process}: {}", figures.refused);
            } else if !figures.complete {
                let _ = writeln!(
                    out,
                    "process {process}: the search for the {method} nest was given up; the best of the others stands in"
                );
            }
        }
    }
    out.push('\n');
    if let Some(apart) = comparisons.iter().map(|c| &c.apart).find(|apart| !apart.is_empty()) {
        let _ = writeln!(out, "{apart}\n");
    }
    match comparisons {
        [one] => places(&mut out, one),
        _ => summary(&mut out, comparisons),
    }
    out
}

/// A row for each different nest, with the methods that built it.
fn rows_of(comparison: &Comparison) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for figures in comparison.methods.iter().filter(|figures| figures.refused.is_empty()) {
        if figures.same_as != figures.method {
            continue;
        }
        let like = comparison.methods.iter().filter(|other| other.same_as == figures.method);
        let names: Vec<&str> = like.map(|other| other.method.name()).collect();
        let process = if rows.is_empty() { comparison.process.to_string() } else { String::new() };
        rows.push(row(process, names.join(", "), figures));
    }
    rows
}

fn row(process: String, methods: String, figures: &MethodFigures) -> Vec<String> {
    let marked = |name: FigureName, text: String| {
        let best = figures.best.contains(&name);
        text + if best { "*" } else { " " }
    };
    let main = figures.main_loop.as_ref().map_or("none".to_owned(), |main| {
        let text = main_loop(main.count as u64, main.period as u64, main.runs as u64);
        format!("{text}, {}", percent(main.share))
    });
    vec![
        process,
        methods,
        marked(FigureName::TopLevel, thousands(figures.top_level as u64)),
        ratio(figures.ratio),
        marked(FigureName::Total, thousands(figures.total as u64)),
        ratio(figures.total_ratio),
        marked(FigureName::Coverage, percent(figures.coverage)),
        marked(FigureName::MainLoop, main),
        thousands(figures.loops as u64),
        figures.depth.to_string(),
    ]
}

fn ratio(value: f64) -> String {
    if value < 10.0 {
        format!("{value:.1}")
    } else {
        thousands(value.round() as u64)
    }
}

/// A table with numbers to the right and the names of methods to the left.
fn table(rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    let cell = |row: &[String], column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
    let widths: Vec<usize> =
        (0..HEAD.len()).map(|column| rows.iter().map(|row| cell(row, column)).max().unwrap_or(0)).collect();
    for (index, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Figures may have a mark after them; the head leaves room for it.
            let head = index == 0 && matches!(column, 2 | 4 | 6 | 7);
            let cell = if head { format!("{cell} ") } else { cell.clone() };
            let _ = match column {
                0 => write!(line, "{cell:>width$}"),
                1 => write!(line, "  {cell:<width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A line for each process that says how much its nests differ; processes with equal lines share one.
fn summary(out: &mut String, comparisons: &[Comparison]) {
    let mut lines: Vec<(String, Vec<u32>)> = Vec::new();
    for comparison in comparisons {
        let said = match comparison.spots as u64 {
            0 if !comparison.apart.is_empty() => "all other methods find the same nest".to_owned(),
            0 => "all methods find the same nest".to_owned(),
            _ => format!("the nests differ {}", extent(comparison)),
        };
        match lines.iter_mut().find(|(line, _)| *line == said) {
            Some((_, processes)) => processes.push(comparison.process),
            None => lines.push((said, vec![comparison.process])),
        }
    }
    for (said, processes) in lines {
        let noun = plural(processes.len() as u64, "process");
        let _ = writeln!(out, "{noun} {}: {said}", ranges(&processes, usize::MAX));
    }
    if comparisons.iter().any(|comparison| comparison.spots > 0.0) {
        out.push_str("--rank R shows where\n");
    }
}

/// `in 14 places of 3 kinds that hold 12.5 % of the events`
fn extent(comparison: &Comparison) -> String {
    let (spots, different) = (comparison.spots as u64, comparison.different as u64);
    let kinds = match different {
        _ if different == spots => String::new(),
        1 => ", all alike,".to_owned(),
        _ => format!(" of {} kinds", thousands(different)),
    };
    let holds = verb(spots, "holds", "hold");
    let share = percent(comparison.differing);
    format!("in {}{kinds} that {holds} {share} of the events", counted(spots, "place"))
}

fn places(out: &mut String, comparison: &Comparison) {
    let many = comparison.different as u64;
    if many == 0 {
        let who = if comparison.apart.is_empty() { "All" } else { "All other" };
        let _ = writeln!(out, "{who} methods find the same nest.");
        return;
    }
    let _ = writeln!(out, "The nests differ {}.", extent(comparison));
    for place in comparison.places.iter().take(PLACES) {
        let _ = writeln!(out, "\n{}", heading(place));
        let _ = writeln!(out, "  {}", place.sentence);
        for side in &place.sides {
            let names: Vec<&str> = side.methods.iter().map(|method| method.name()).collect();
            let _ = writeln!(out, "  {}:\n    {}", names.join(", "), side.text);
        }
    }
    let left = many.saturating_sub(PLACES as u64);
    if left > 0 && comparison.places.len() > PLACES {
        let _ = writeln!(out, "\nand {} more", counted(left, "place"));
    }
}

/// `559 to 610, in every round of 249 x 62, and 12 places like it; 3.2 % of the events`
fn heading(place: &DifferentPlace) -> String {
    let mut text = format!("{} to {}", thousands(place.first as u64), thousands(place.last as u64));
    if !place.inside.is_empty() {
        let counts: Vec<String> = place.inside.iter().map(|&count| thousands(count as u64)).collect();
        text.push_str(&format!(", in each of {} rounds", counts.join(" x ")));
    }
    if place.more > 0.0 {
        text.push_str(&format!(", and {} like it", counted(place.more as u64, "place")));
    }
    text.push_str(&format!("; {} of the events", percent(place.share)));
    text
}

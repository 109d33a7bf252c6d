//! Predictions as text for the terminal.

use std::fmt::Write;

use loopscope_core::numbers::{counted, percent, thousands};

use crate::wire::{Prediction, PredictionCounts};

/// A table of all processes together, and a table with the correct share of each; for a single process only the first.
pub fn of(prediction: &Prediction) -> String {
    let mut out = String::new();
    let events: f64 = prediction.processes.iter().map(|process| process.events).sum();
    let name = match &prediction.processes[..] {
        [one] => format!("process {}", one.process),
        all => counted(all.len() as u64, "process"),
    };
    let (k, depth) = (thousands(u64::from(prediction.k)), thousands(u64::from(prediction.depth)));
    let _ = writeln!(out, "{name}, {}", counted(events as u64, "event"));
    let _ = writeln!(out, "K {k}, model {}, depth {depth}\n", prediction.model.name());
    let mut rows = vec![["distance", "correct", "wrong", "none"].map(str::to_owned).to_vec()];
    for counts in &prediction.total {
        let mut row = vec![thousands(u64::from(counts.distance))];
        row.extend([counts.correct, counts.wrong, counts.none].map(|part| share(counts, part)));
        rows.push(row);
    }
    table(&mut out, &rows);
    if let [_, _, ..] = &prediction.processes[..] {
        out.push_str("\ncorrect at distance\n");
        let distances = prediction.total.iter().map(|counts| thousands(u64::from(counts.distance)));
        let mut rows: Vec<Vec<String>> =
            vec![["process".to_owned(), "events".to_owned()].into_iter().chain(distances).collect()];
        for process in &prediction.processes {
            let mut row = vec![process.process.to_string(), thousands(process.events as u64)];
            row.extend(process.distances.iter().map(|counts| share(counts, counts.correct)));
            rows.push(row);
        }
        table(&mut out, &rows);
    }
    out
}

/// The share of a count in all events at a distance; a dash if there is no event.
fn share(counts: &PredictionCounts, part: f64) -> String {
    let total = counts.correct + counts.wrong + counts.none;
    if total > 0.0 {
        percent(part / total)
    } else {
        "-".to_owned()
    }
}

/// A table with right-aligned columns.
fn table(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let between = if column == 0 { "" } else { "  " };
            let _ = write!(out, "{between}{cell:>width$}");
        }
        out.push('\n');
    }
}

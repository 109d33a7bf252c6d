//! What a numeric trace is, as text for the terminal: its labels and its fields.

use loopscope_core::small_sort::SmallSort;
use std::collections::BTreeMap;
use std::fmt::Write;

use loopscope_core::numbers::{counted, thousands};
use loopscope_core::trace::{NameId, Trace, Values, View};

use loopscope_formats::printable;

use super::columns::Table;

/// Labels that are listed one by one.
const MAX_LABELS: usize = 8;

/// Adds what there is to say of a trace's tuples: how many carry which label, a line a process, a
/// line a field. O(tuples).
pub(super) fn describe(trace: &Trace, out: &mut String) {
    let processes: Vec<_> = trace
        .processes()
        .iter()
        .filter_map(|process| Some((process, process.values()?)))
        .map(|(process, values)| (process, values, BTreeMap::from_iter(values.label_counts())))
        .collect();
    let mut total: BTreeMap<Option<NameId>, u64> = BTreeMap::new();
    for (label, count) in processes.iter().flat_map(|(_, _, counts)| counts) {
        *total.entry(*label).or_default() += count;
    }
    // In order of first appearance; what has no label comes last.
    let mut labels: Vec<Option<NameId>> = total.keys().copied().collect();
    labels.sort_small_by_key(|label| (label.is_none(), *label));
    if labels == [None] {
        labels.clear();
    }
    let more = labels.len().saturating_sub(MAX_LABELS);
    labels.truncate(MAX_LABELS);
    let name = |label: Option<NameId>| label.map_or("no label", |id| trace.table().name(id));
    let mut texts: Vec<String> = labels
        .iter()
        .map(|label| {
            let count = thousands(total.get(label).copied().unwrap_or(0));
            format!("{count} {}", printable(name(*label)))
        })
        .collect();
    if more > 0 {
        texts.push(counted(more as u64, "further label"));
    }
    let colon = if texts.is_empty() { "" } else { ": " };
    let count = thousands(trace.event_count(View::Values));
    let _ = writeln!(out, "tuples    {count}{colon}{}", texts.join(", "));
    let _ = writeln!(out, "kept      {} bytes\n", thousands(trace.kept_bytes()));

    let mut table = Table { rows: Vec::new() };
    let mut head = vec!["process", "tuples"];
    head.extend(labels.iter().map(|&label| name(label)));
    head.push("file");
    table.rows.push(head.into_iter().map(str::to_owned).collect());
    for (process, values, counts) in &processes {
        let mut row = vec![process.id.to_string(), thousands(values.len() as u64)];
        let count = |label| thousands(counts.get(label).copied().unwrap_or(0));
        row.extend(labels.iter().map(count));
        row.push(process.source.to_string());
        table.rows.push(row);
    }
    table.print(out);
    out.push('\n');

    let head = ["process", "smallest", "largest", "numbers", "field"];
    let mut table = Table { rows: vec![head.map(str::to_owned).to_vec()] };
    for (process, values, _) in &processes {
        table.rows.extend(fields(values).map(|field| {
            let mut row = vec![process.id.to_string()];
            row.extend(field);
            row
        }));
    }
    table.print(out);
}

/// Range, type and name of every field.
fn fields(values: &Values) -> impl Iterator<Item = [String; 4]> + '_ {
    values.columns().iter().map(|column| {
        let (least, most) = column.range().unwrap_or_default();
        let text = |value| column.notation().text(value);
        [text(least), text(most), column.sign().name().to_owned(), column.name().to_owned()]
    })
}

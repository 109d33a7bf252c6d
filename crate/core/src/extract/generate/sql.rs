//! A query in SQL, as DuckDB understands it, that joins Parquet files by position and writes records as CSV.

use std::fmt::Write;

use super::{expression, formula, passes};
use crate::extract::columns::Column;
use crate::extract::plan::{Plan, Read, Records};
use crate::extract::positions::Formula;
use crate::trace::ProcessId;

/// The queries, one for each question. O(values).
pub fn print(plan: &Plan) -> String {
    let mut out = super::heading(
        "--",
        plan,
        "rank-P.parquet in the current folder, as `loopscope split` writes them: duckdb < ask.sql",
    );
    for records in &plan.records {
        block(&mut out, plan, records);
    }
    out
}

/// A row of a file that several values may read.
struct Row<'a> {
    process: ProcessId,
    at: &'a Formula,
    passes: bool,
}

fn block(out: &mut String, plan: &Plan, records: &Records) {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for read in records.values.iter().flat_map(|value| &value.reads) {
        let row = Row { process: read.process, at: &read.at, passes: passes(plan, records, read) };
        if !rows.iter().any(|known| known.process == row.process && known.at == row.at) {
            rows.push(row);
        }
    }
    let _ = write!(out, "\nCOPY (\n  SELECT\n    '{}' AS \"label\"", records.label.replace('\'', "''"));
    for level in 0..records.loops.len() {
        let _ = write!(out, ",\n    i{level}");
    }
    for value in &records.values {
        let read = |read: &Read| column(plan, &rows, read);
        let text = expression(value, read, |all| format!("greatest({})", all.join(", ")));
        let _ = write!(out, ",\n    {text} AS \"{}\"", value.name());
    }
    out.push_str("\n  FROM (SELECT 0) AS one");
    for (level, indices) in records.loops.iter().enumerate() {
        let (first, end) = (indices.first, indices.last.saturating_add(1));
        let _ = write!(out, "\n  CROSS JOIN range({first}, {end}) AS l{level}(i{level})");
    }
    for (number, row) in rows.iter().enumerate() {
        let Row { process, at, passes } = row;
        let at = match passes {
            true => format!("least({}, {})", formula(at), plan.events(*process).saturating_sub(1)),
            false => formula(at),
        };
        let _ = write!(out, "\n  JOIN 'rank-{process}.parquet' AS r{number} ON r{number}.position = {at}");
    }
    let order: Vec<String> = (0..records.loops.len()).map(|level| format!("i{level}")).collect();
    if !order.is_empty() {
        let _ = write!(out, "\n  ORDER BY {}", order.join(", "));
    }
    out.push_str("\n) TO '/dev/stdout' (FORMAT csv, HEADER);\n");
}

fn column(plan: &Plan, rows: &[Row<'_>], read: &Read) -> String {
    let at = |row: &&Row<'_>| row.process == read.process && *row.at == read.at;
    let number = rows.iter().position(|row| at(&row)).unwrap_or(0);
    let name = read.column.name();
    match rows.get(number).filter(|row| row.passes && read.may_pass) {
        Some(row) => format!(
            "CASE WHEN {} < {} THEN r{number}.\"{name}\" ELSE r{number}.\"{}\" END",
            formula(row.at),
            plan.events(read.process),
            Column::End.name()
        ),
        None => format!("r{number}.\"{name}\""),
    }
}

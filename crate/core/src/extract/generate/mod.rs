//! Programs that print what a plan asks for: the same bytes as the table of records ([`head`], [`row`]).
//!
//! | target | reads | needs |
//! | --- | --- | --- |
//! | [`c`] | `rank-P.COLUMN.npy`, a file for each column, mapped into memory | a C compiler |
//! | [`python`] | the row groups of `rank-P.parquet` that hold a position | pyarrow |
//! | [`sql`] | `rank-P.parquet`, joined by position | DuckDB |
//!
//! Positions are sums of products without intermediate values beyond the events of a process, so 64 bits never overflow.

pub mod c;
pub mod python;
pub mod sql;

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::columns::Column;
use super::plan::{Is, Plan, Read, Records, Value};
use super::positions::Formula;
use crate::small_sort::SmallSort;
use crate::trace::ProcessId;

/// A label as a field of CSV: between quotation marks if it has one, a comma or a `#`.
pub fn field(label: &str) -> String {
    match label.contains([',', '"', '#']) {
        true => format!("\"{}\"", label.replace('"', "\"\"")),
        false => label.to_owned(),
    }
}

/// The line above the records of a question: `label,i0,i1,0.bytes`.
pub fn head(records: &Records) -> String {
    let mut line = String::from("label");
    for name in records.header() {
        line.push(',');
        line.push_str(&name);
    }
    line
}

/// The line of a record.
pub fn row(out: &mut String, label: &str, indices: &[u64], values: &[i64]) {
    out.push_str(label);
    for index in indices {
        let _ = write!(out, ",{index}");
    }
    for value in values {
        let _ = write!(out, ",{value}");
    }
    out.push('\n');
}

/// What is read for some records, each once.
struct Reads<'a> {
    all: Vec<&'a Read>,
    numbers: FxHashMap<&'a Read, usize>,
}

impl<'a> Reads<'a> {
    fn new(records: &'a Records) -> Self {
        let mut reads = Reads { all: Vec::new(), numbers: FxHashMap::default() };
        for read in records.values.iter().flat_map(|value| &value.reads) {
            let next = reads.all.len();
            if *reads.numbers.entry(read).or_insert(next) == next {
                reads.all.push(read);
            }
        }
        reads
    }

    fn number(&self, read: &Read) -> usize {
        self.numbers.get(read).copied().unwrap_or(0)
    }
}

/// Whether a read is behind the last event of its process for the last record, so that the end of that event stands for it.
fn passes(plan: &Plan, records: &Records, read: &Read) -> bool {
    let last: Vec<u64> = records.loops.iter().map(|indices| indices.last).collect();
    read.may_pass && read.at.at(&last) == plan.events(read.process)
}

/// The processes and columns that are read, ascending.
fn files(plan: &Plan) -> Vec<(ProcessId, Column)> {
    let mut files = Vec::new();
    for records in &plan.records {
        for read in records.values.iter().flat_map(|value| &value.reads) {
            files.push((read.process, read.column));
            if passes(plan, records, read) {
                files.push((read.process, Column::End));
            }
        }
    }
    files.sort_small();
    files.dedup();
    files
}

/// A value as an expression; `read` writes what is read, `largest` the largest of some.
fn expression(value: &Value, read: impl Fn(&Read) -> String, largest: impl Fn(&[String]) -> String) -> String {
    let reads: Vec<String> = value.reads.iter().map(read).collect();
    match (value.is, reads.as_slice()) {
        (Is::Number, _) => formula(&value.number),
        (Is::Value, [a]) => a.clone(),
        (Is::Difference, [a, b]) => format!("{a} - {b}"),
        (Is::Sum, [a, b, c]) => format!("{a} - {b} + {c}"),
        (Is::Rest, [a, b, c, d, e]) => format!("({a} - {b}) - ({c} - {d} + {e})"),
        (Is::Late, [.., last]) => format!("{} - {last}", largest(&reads)),
        // Plans have as many reads as `is` says.
        _ => "0".to_owned(),
    }
}

/// A function of the indices: `279 + 252*i0 + 2*i1`.
fn formula(formula: &Formula) -> String {
    formula.to_string().replace('+', " + ")
}

/// A line about where a program comes from and what it reads; `mark` begins a comment.
fn heading(mark: &str, plan: &Plan, reads: &str) -> String {
    let mut text = format!(
        "{mark} Written by `loopscope ask`: prints the records of {} as CSV.\n{mark} Reads {reads}\n",
        plan.records.iter().map(|records| plain(&records.label)).collect::<Vec<_>>().join(", "),
    );
    let _ = writeln!(text, "{mark} They must be of the trace that the model is of:");
    for (process, identity) in &plan.processes {
        let (events, hash) = (identity.events, identity.hash);
        let _ = writeln!(text, "{mark}   process {process}: {events} events, hash {hash:016x}");
    }
    text
}

/// A label in a comment: nothing in it ends one.
fn plain(label: &str) -> String {
    label.chars().map(|c| if c.is_alphanumeric() || "-_. ".contains(c) { c } else { '_' }).collect()
}

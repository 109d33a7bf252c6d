//! A program in Python that reads the row groups of Parquet files in which a position lies, and prints records.

use std::fmt::Write;

use super::{expression, field, formula, head, passes, Reads};
use crate::extract::columns::Column;
use crate::extract::plan::{Plan, Read, Records};

const HEAD: &str = r#"import bisect
import sys

import pyarrow.parquet as parquet

folder = sys.argv[1] if len(sys.argv) > 1 else "."
sys.stdout.reconfigure(encoding="utf-8", newline="\n")


class Process:
    """The file of a process, which has a row for each event, in order."""

    def __init__(self, number, events):
        name = f"{folder}/rank-{number}.parquet"
        self.file = parquet.ParquetFile(name)
        about = self.file.metadata
        if about.num_rows != events:
            sys.exit(
                f"{name}: {about.num_rows} events, the model has {events}: "
                "both must come from the same trace"
            )
        self.starts = [0]
        for group in range(about.num_row_groups):
            self.starts.append(self.starts[-1] + about.row_group(group).num_rows)


class Column:
    """The values of a column at ascending positions: holds one row group at a time."""

    def __init__(self, process, name):
        self.process, self.name = process, name
        self.first, self.values = 0, []

    def __getitem__(self, position):
        place = position - self.first
        if not 0 <= place < len(self.values):
            group = bisect.bisect_right(self.process.starts, position) - 1
            table = self.process.file.read_row_group(group, columns=[self.name])
            self.first, self.values = self.process.starts[group], table.column(0).to_pylist()
            place = position - self.first
        return self.values[place]


"#;

/// The program. O(values).
pub fn print(plan: &Plan) -> String {
    let mut out = String::from("#!/usr/bin/env python3\n");
    out += &super::heading(
        "#",
        plan,
        "rank-P.parquet in the folder that is its argument, as `loopscope split` writes them.",
    );
    out.push_str(HEAD);
    let mut processes: Vec<_> = super::files(plan).into_iter().map(|(process, _)| process).collect();
    processes.dedup();
    for process in processes {
        let events = plan.events(process);
        let _ = writeln!(out, "process{process} = Process({process}, {events})");
    }
    for records in &plan.records {
        block(&mut out, plan, records);
    }
    out
}

fn block(out: &mut String, plan: &Plan, records: &Records) {
    let reads = Reads::new(records);
    out.push('\n');
    for (number, read) in reads.all.iter().enumerate() {
        let (process, name) = (read.process, read.column.name());
        let _ = writeln!(out, "r{number} = Column(process{process}, \"{name}\")");
        if passes(plan, records, read) {
            let end = Column::End.name();
            let _ = writeln!(out, "e{number} = Column(process{process}, \"{end}\")");
        }
    }
    let _ = writeln!(out, "print({})", string(&head(records)));
    let mut indent = 0;
    for (level, indices) in records.loops.iter().enumerate() {
        let (first, end) = (indices.first, indices.last.saturating_add(1));
        let _ = writeln!(out, "{:indent$}for i{level} in range({first}, {end}):", "");
        indent += 4;
    }
    for (number, read) in reads.all.iter().enumerate() {
        let at = formula(&read.at);
        let value = match passes(plan, records, read) {
            true => {
                let events = plan.events(read.process);
                let last = events.saturating_sub(1);
                format!("r{number}[{at}] if {at} < {events} else e{number}[{last}]")
            }
            false => format!("r{number}[{at}]"),
        };
        let _ = writeln!(out, "{:indent$}v{number} = {value}", "");
    }
    let _ = writeln!(out, "{:indent$}print(", "");
    let _ = writeln!(out, "{:indent$}    {},", "", string(&field(&records.label)));
    for level in 0..records.loops.len() {
        let _ = writeln!(out, "{:indent$}    i{level},", "");
    }
    for value in &records.values {
        let read = |read: &Read| format!("v{}", reads.number(read));
        let value = expression(value, read, |all| format!("max({})", all.join(", ")));
        let _ = writeln!(out, "{:indent$}    {value},", "");
    }
    let _ = writeln!(out, "{:indent$}    sep=\",\",\n{:indent$})", "", "");
}

/// A string literal.
fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

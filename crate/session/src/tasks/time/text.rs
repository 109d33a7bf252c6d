//! Where the time of a trace goes, as text and as tables (CSV) for the terminal.

use std::fmt::Write;

use loopscope_core::durations::{Iteration, Parts};
use loopscope_core::numbers::{bytes, duration, percent, set_text, thousands};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{GroupId, NameId};
use loopscope_core::waits::{Carried, Reason};
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::Measured;
use super::iterations::{iterations_of, IterationList};
use super::roots::Of;
use super::rounds::is_rounds;
use super::words::{eager_line, remarks, run_line};
use crate::view::clock;
use crate::view::columns::Table;

/// What the rows of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Loops, each with the processes that run it.
    Loop,
    /// Functions, each with the group that calls it.
    Call,
    /// Processes.
    Process,
    /// Iterations of one loop.
    Iteration,
    /// Those of them that stand out, or are unusually short.
    Unusual,
}

/// The calls of a function on a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CallRow {
    pub(super) name: String,
    /// The processes of the communicator, if the trace tells them.
    pub(super) group: String,
    pub(super) count: u64,
    /// Bytes that the calls send, or receive if they send none.
    pub(super) bytes: u64,
    pub(super) parts: Parts,
}

impl Measured {
    /// The calls of each function, those that take longest first.
    pub(super) fn call_rows(&self) -> Vec<CallRow> {
        let table = self.prepared.trace.table();
        let mut sums: FxHashMap<(NameId, Option<GroupId>), CallRow> = FxHashMap::default();
        for (record, sum) in table.records().iter().zip(&self.sums.calls) {
            if sum.count == 0 {
                continue;
            }
            let row = sums.entry((record.name, record.group)).or_insert_with(|| CallRow {
                name: table.name(record.name).to_owned(),
                group: record.group.map_or("", |group| table.group_text(group)).to_owned(),
                count: 0,
                bytes: 0,
                parts: Parts::default(),
            });
            row.count += sum.count;
            row.bytes = row.bytes.saturating_add(record.bytes.unwrap_or(0).saturating_mul(sum.count));
            row.parts = row.parts.plus(sum.parts);
        }
        let mut rows: Vec<CallRow> = sums.into_values().collect();
        rows.sort_small_by(|a, b| {
            let key = |row: &CallRow| std::cmp::Reverse(row.parts.time());
            key(a).cmp(&key(b)).then_with(|| (&a.name, &a.group).cmp(&(&b.name, &b.group)))
        });
        rows
    }

    /// What is known of the run, then a table. Times have a unit that fits.
    ///
    /// The iterations are those of the loop that was asked for; without one there is no table of them.
    pub fn text(self, by: By) -> String {
        let prepared = self.prepared.clone();
        let mut out = String::new();
        let comparable = prepared.waits.comparable();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "run     {}", run_line(&prepared.run, comparable));
        let _ = writeln!(out, "clocks  {}", clock::sentence_of(prepared.waits.clocks()));
        let eager = eager_line(prepared.waits.limit());
        if !eager.is_empty() {
            let _ = writeln!(out, "sizes   {eager}");
        }
        if !comparable {
            out.push_str("waits   not known: times of different processes cannot be compared\n");
        }
        for remark in remarks(&prepared) {
            let _ = writeln!(out, "note    {remark}");
        }
        out.push('\n');
        let cells = match by {
            By::Loop => self.loop_cells(),
            By::Call => self.call_cells(),
            By::Process => {
                let begins = Some(self.begins_in_words(Of::Run)).filter(|it| !it.is_empty());
                for line in self.apart().into_iter().chain(begins) {
                    let _ = writeln!(out, "{line}");
                }
                out.push('\n');
                self.process_cells()
            }
            By::Iteration | By::Unusual => {
                iteration_text(self, by == By::Unusual, &mut out);
                return out;
            }
        };
        Table { rows: cells }.print(&mut out);
        out
    }

    /// The iterations that are listed, where it is not all of them.
    fn unusual(&self, by: By) -> Option<FxHashSet<usize>> {
        if by != By::Unusual {
            return None;
        }
        let count = self.listed(self.row?)?.count;
        let outliers = iterations_of(count, self.sums.iterations.clone()).outliers();
        Some(outliers.indices.into_iter().chain(outliers.short).collect())
    }

    fn loop_cells(&self) -> Vec<Vec<String>> {
        let head =
            ["loop", "in", "times", "process", "computes", "in calls", "waits", "with inner", "share", "waits for"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        let mut listed: Vec<_> = self.prepared.rows.rows.iter().collect();
        listed.sort_small_by_key(|row| (std::cmp::Reverse(self.of_row(row.id).1.time()), row.id));
        let all = self.all().max(1) as f64;
        for row in listed {
            let (own, total) = self.of_row(row.id);
            let (name, around) = match (row.id, row.parent) {
                (0, _) => ("no loop".to_owned(), String::new()),
                (id, 0) => (format!("L{id}"), String::new()),
                (id, parent) => (format!("L{id}"), format!("L{parent}")),
            };
            let times = if row.id == 0 { String::new() } else { thousands(row.count.saturating_mul(row.entered)) };
            let members = set_text(row.members.iter().map(|process| process.0));
            let mut cells = vec![name, around, times, members];
            cells.extend(parts_text(own));
            cells.push(duration(total.time()));
            cells.push(percent(total.time() as f64 / all));
            cells.push(String::new());
            rows.push(cells);
            for place in self.places(row) {
                let Some(cell) = self.cell(place, row.id) else { continue };
                let mut cells = vec![String::new(), String::new(), String::new(), self.number(place).to_string()];
                cells.extend(parts_text(cell.own));
                cells.push(duration(cell.total.time()));
                cells.push(percent(cell.total.time() as f64 / self.prepared.run.length(place).max(1) as f64));
                cells.push(self.waits_for(place, row.id));
                rows.push(cells);
            }
        }
        rows
    }

    fn waits_for(&self, place: usize, row: u32) -> String {
        let Some(wait) = self.longest_wait(place, row) else { return String::new() };
        let process = self.number(wait.cause.partner as usize);
        let why = match wait.cause.reason {
            Reason::LateSender => "sends late",
            Reason::LateReceiver => "receives late",
            Reason::Collective => "comes last",
        };
        format!("{process}, which {why}: {}", duration(wait.time))
    }

    fn process_cells(&self) -> Vec<Vec<String>> {
        let head = ["process", "run", "computes", "in calls", "waits", "of the run", "others wait"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for place in 0..self.sums.cells.len() {
            let parts = self.cell(place, 0).map(|cell| cell.total).unwrap_or_default();
            let run = self.prepared.run.length(place);
            let mut cells = vec![self.number(place).to_string(), duration(run)];
            cells.extend(parts_text(parts));
            cells.push(percent(parts.wait as f64 / run.max(1) as f64));
            cells.push(self.roots.get(place).map_or(String::new(), |it| duration(it.run as u64)));
            rows.push(cells);
        }
        rows
    }

    fn call_cells(&self) -> Vec<Vec<String>> {
        let head = ["calls", "bytes", "time", "of which waits", "share", "function", "processes"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        let all = self.all().max(1) as f64;
        for row in self.call_rows() {
            rows.push(vec![
                thousands(row.count),
                bytes(row.bytes),
                duration(row.parts.time()),
                duration(row.parts.wait),
                percent(row.parts.time() as f64 / all),
                row.name,
                row.group,
            ]);
        }
        rows
    }

    /// A table with a line of titles; times are whole nanoseconds.
    pub fn csv(self, by: By) -> String {
        let mut out = String::new();
        match by {
            By::Loop => {
                out.push_str("loop,in,count,entered,process,own_compute_ns,own_calls_ns,own_wait_ns,compute_ns,calls_ns,wait_ns\n");
                for row in &self.prepared.rows.rows {
                    for place in self.places(row) {
                        let Some(cell) = self.cell(place, row.id) else { continue };
                        let process = self.number(place);
                        let (own, total) = (numbers(cell.own), numbers(cell.total));
                        let (id, parent, count) = (row.id, row.parent, row.count);
                        let entered = row.entered;
                        let _ = writeln!(out, "{id},{parent},{count},{entered},{process},{own},{total}");
                    }
                }
            }
            By::Process => {
                out.push_str("process,run_ns,compute_ns,calls_ns,wait_ns,others_wait_ns\n");
                for place in 0..self.sums.cells.len() {
                    let parts = self.cell(place, 0).map(|cell| cell.total).unwrap_or_default();
                    let (process, run) = (self.number(place), self.prepared.run.length(place));
                    let others = self.roots.get(place).map_or(0, |root| root.run.round() as u64);
                    let _ = writeln!(out, "{process},{run},{},{others}", numbers(parts));
                }
            }
            By::Call => {
                out.push_str("function,processes,calls,bytes,time_ns,wait_ns\n");
                for row in self.call_rows() {
                    let CallRow { name, group, count, bytes, parts } = row;
                    let (time, wait) = (parts.time(), parts.wait);
                    let (name, group) = (quoted(&name), quoted(&group));
                    let _ = writeln!(out, "{name},{group},{count},{bytes},{time},{wait}");
                }
            }
            By::Iteration | By::Unusual => {
                out.push_str(
                    "iteration,process,start_ns,end_ns,period_ns,compute_ns,calls_ns,wait_ns,bytes,collective_bytes\n",
                );
                let unusual = self.unusual(by);
                for (place, list) in self.sums.iterations.iter().enumerate() {
                    let from = self.prepared.run.span(place).0;
                    for (at, it) in list.iter().enumerate() {
                        let Iteration { start, end, period, parts } = *it;
                        if unusual.as_ref().is_some_and(|unusual| !unusual.contains(&at)) {
                            continue;
                        }
                        let (start, end) = (start.saturating_sub(from), end.saturating_sub(from));
                        let process = self.number(place);
                        let Carried { sent, collective } = parts.carried;
                        let parts = numbers(parts);
                        let _ = writeln!(out, "{at},{process},{start},{end},{period},{parts},{sent},{collective}");
                    }
                }
            }
        }
        out
    }
}

fn parts_text(parts: Parts) -> [String; 3] {
    [duration(parts.compute), duration(parts.calls), duration(parts.wait)]
}

fn numbers(parts: Parts) -> String {
    format!("{},{},{}", parts.compute, parts.calls, parts.wait)
}

/// A cell of a table, in quotation marks if it needs them.
pub(super) fn quoted(text: &str) -> String {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

fn iteration_text(measured: Measured, unusual: bool, out: &mut String) {
    let Some(id) = measured.row else { return };
    let Ok(list) = IterationList::new(measured, id) else { return };
    let summary = list.summary();
    let sentence: String = summary.sentence.iter().map(|part| part.text.as_str()).collect();
    let of = if is_rounds(id) { String::new() } else { format!("L{id}: ") };
    let _ = writeln!(out, "{of}{sentence}");
    if !summary.words.is_empty() {
        let _ = writeln!(out, "One iteration: {}", summary.words);
    }
    let _ = writeln!(out, "{}.", summary.rule);
    if !summary.could_not_stand_out.is_empty() {
        let _ = writeln!(out, "{}.", summary.could_not_stand_out);
    }
    out.push('\n');
    let head = ["iteration", "start", "longest", "on", "computes", "in calls", "waits", "bytes", ""];
    if summary.processes.len() > 1 {
        out.push_str("longest: of the process that takes longest; all that follows: mean of processes\n\n");
    }
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for row in list.all_rows() {
        let time = |time: f64| duration(time.max(0.0) as u64);
        if unusual && !row.outlier && !list.is_short(row.index as usize) {
            continue;
        }
        rows.push(vec![
            list.name(row.index as usize),
            time(row.start),
            time(row.period),
            row.process.to_string(),
            time(row.compute),
            time(row.calls),
            time(row.wait),
            bytes(row.bytes as u64),
            match (row.outlier, list.is_short(row.index as usize)) {
                (true, _) => "stands out".to_owned(),
                (_, true) => "unusually short".to_owned(),
                _ => String::new(),
            },
        ]);
    }
    Table { rows }.print(out);
}

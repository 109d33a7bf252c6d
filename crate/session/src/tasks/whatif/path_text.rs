//! The critical path as text for the terminal.

use std::fmt::Write;

use loopscope_core::numbers::{duration, percent, plural, thousands};
use loopscope_core::whatif::{Candidates, Domino, Event, Reading};

use super::builder::WhatIf;
use super::path::{call_of, number_of, OnPath, RunPath};
use super::select::function;
use super::text::{change_of, signed};
use crate::view::columns::Table;

/// Functions that are listed.
const FUNCTIONS: usize = 8;

fn parts(times: OnPath) -> [String; 3] {
    [signed(times.computation), signed(times.residual), signed(times.message)]
}

/// Where an event stands, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EventPlace {
    pub(super) process: u32,
    /// The number of its call; `None` after the last one.
    pub(super) call: Option<u32>,
    pub(super) function: String,
    /// The innermost loop around it, and the iteration, from 0.
    pub(super) in_loop: Option<(u32, u32)>,
    /// The outermost loop around it, where that is another one, and its iteration, counted over all times it is entered.
    pub(super) outermost: Option<(u32, u32)>,
}

impl EventPlace {
    /// "before MPI_Send, iteration 2 of L3 in iteration 12 of L1": the event is the computation before the call; or its wait.
    pub(super) fn words(&self, of: Candidates) -> String {
        let before = if of == Candidates::Computations { "before " } else { "" };
        let mut text = match self.call {
            Some(_) => format!("{before}{}", self.function),
            None => "after the last call".to_owned(),
        };
        if let Some((row, iteration)) = self.in_loop {
            let number = thousands(u64::from(iteration) + 1);
            // Writing to a string cannot fail.
            let _ = write!(text, ", iteration {number} of L{row}");
        }
        if let Some((row, iteration)) = self.outermost {
            let number = thousands(u64::from(iteration) + 1);
            let _ = write!(text, " in iteration {number} of L{row}");
        }
        text
    }
}

impl WhatIf {
    /// Where an event stands.
    pub(super) fn place_of(&self, reading: Reading, event: Event) -> EventPlace {
        let program = &self.read(reading).program;
        let index = call_of(event);
        let call = index.and_then(|call| program.calls().get(call as usize));
        let process = match event {
            Event::LastComputation(process) => process,
            _ => index.map_or(0, |call| program.process_of(call)),
        };
        let context = call.map_or(0, |call| match event {
            Event::Computation(_) => call.gap_context,
            _ => call.context,
        });
        let row = program.contexts().row(context);
        let function = call.and_then(|call| function(self.trace(), call.record));
        let outermost = program.contexts().outermost(context);
        // A computation before the first call of an inner loop is in an iteration of a loop around that.
        let own = call.filter(|call| row > 0 && call.context == context);
        let is_own = own.is_some() || row == 0;
        let outermost = index.filter(|_| outermost != row || !is_own).and_then(|call| {
            let iterations = self.iterations_of(outermost);
            let iteration = match event {
                Event::Computation(_) => iterations.of_gap(call),
                _ => iterations.of_call(call),
            };
            Some((outermost, iteration?))
        });
        EventPlace {
            outermost,
            process: self.number(process),
            call: call.and_then(number_of),
            function: function.unwrap_or("").to_owned(),
            in_loop: own.map(|call| (row, call.iteration)),
        }
    }

    /// The path as text.
    pub fn path_text(&self, found: &RunPath) -> String {
        let mut out = self.facts(self.trust());
        let (length, hops) = (found.length, found.path.hops);
        let times = thousands(hops);
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\nT   {}: the critical path goes from one process to another {times} {}\n",
            duration(length.unsigned_abs()),
            plural(hops, "time")
        );
        self.loop_table_of(found, &mut out);
        out.push('\n');
        let head = ["process", "computes", "in calls", "messages", "share", ""];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for &(process, times) in &found.processes {
            rows.push(row(process.to_string(), times, length));
        }
        Table { rows }.print(&mut out);
        out.push('\n');
        let head = ["function", "computes", "in calls", "messages", "share", ""];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (name, times) in found.functions.iter().take(FUNCTIONS) {
            rows.push(row(name.clone(), *times, length));
        }
        Table { rows }.print(&mut out);
        iteration_table(found, &mut out);
        self.domino_table(found, &mut out);
        out
    }

    fn loop_table_of(&self, found: &RunPath, out: &mut String) {
        let head = ["loop", "in", "computes", "in calls", "messages", "with inner", "share", "least slack", ""];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for it in &found.loops {
            let Some(of) = self.rows().get(it.row) else { continue };
            let name = if of.id == 0 { "no loop".to_owned() } else { format!("L{}", of.id) };
            let around = if of.parent > 0 { format!("L{}", of.parent) } else { String::new() };
            let total = if of.id == 0 { it.own } else { it.total };
            let mut cells = vec![name, around];
            cells.extend(parts(it.own));
            cells.push(signed(total.all()));
            cells.push(percent(total.all() as f64 / found.length.max(1) as f64));
            cells.push(it.slack.map_or(String::new(), signed));
            cells.push(String::new());
            rows.push(cells);
        }
        Table { rows }.print(out);
    }

    fn domino_table(&self, found: &RunPath, out: &mut String) {
        if found.domino.is_empty() {
            return;
        }
        let what = match found.of {
            Candidates::Waits => "wait",
            Candidates::Computations => "computation",
        };
        let _ = writeln!(out, "\nEach step leaves out the {what} that gains most after those before it.\n");
        let head = ["step", "gains", "together", "", "it lasts", "process", "call", "where"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (at, &Domino { event, time, gain, total }) in found.domino.iter().enumerate() {
            let place = self.place_of(found.reading, event);
            let call = place.call.map_or(String::new(), |number| number.to_string());
            rows.push(vec![
                (at + 1).to_string(),
                signed(gain),
                signed(total),
                change_of(found.length, found.length - total),
                signed(time),
                place.process.to_string(),
                call,
                place.words(found.of),
            ]);
        }
        Table { rows }.print(out);
    }
}

fn row(name: String, times: OnPath, length: i64) -> Vec<String> {
    let mut cells = vec![name];
    cells.extend(parts(times));
    cells.push(percent(times.all() as f64 / length.max(1) as f64));
    cells.push(String::new());
    cells
}

fn iteration_table(found: &RunPath, out: &mut String) {
    if found.iterations.is_empty() {
        return;
    }
    out.push('\n');
    let head = ["iteration", "computes", "in calls", "messages", "together", "least slack", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for it in &found.iterations {
        let mut cells = vec![thousands(u64::from(it.iteration) + 1)];
        cells.extend(parts(it.total));
        cells.extend([signed(it.total.all()), signed(it.slack), String::new()]);
        rows.push(cells);
    }
    Table { rows }.print(out);
}

//! Copies the steps that are kept, and compares them with the whole loop, a process at a time.

use std::fmt::Write;

use loopscope_core::numbers::{bytes, counted, duration, percent, thousands};
use loopscope_core::trace::{Trace, TraceBuilder};
use loopscope_formats::csv_events::PART_REMARK;
use loopscope_formats::notes::Note;

use super::cut::{copy, size_of_head, size_of_process, CutMessages, Windows};
use super::figures::{figures, Functions};
use super::left_out::left_out;
use super::planning::{KeptSteps, Planning};
use super::reduced::Reduced;

/// Cuts a trace to the steps that were planned.
#[derive(Debug)]
pub struct Cutting {
    plan: Planning,
    kept: KeptSteps,
    windows: Vec<Windows>,
    cut: CutMessages,
    /// Before each step, in ticks.
    left_out: Vec<u64>,
    builder: TraceBuilder,
    /// Of each process that is done.
    functions: Vec<Functions>,
    /// Bytes of what is done, as a table.
    size: u64,
}

impl Cutting {
    /// Prepares to cut, when all steps were found.
    ///
    /// # Errors
    /// The loop does not have the steps.
    pub fn new(plan: Planning) -> Result<Self, Note> {
        let kept = plan.kept()?;
        let windows = plan.windows(&kept);
        let cut = plan.cut_messages(&windows);
        let left_out = left_out(&plan.all, &kept.chosen);
        let size = size_of_head(&plan.trace);
        let builder = TraceBuilder::new(u64::MAX);
        Ok(Self { plan, kept, windows, cut, left_out, builder, functions: Vec::new(), size })
    }

    /// Cuts the next process; false if there is none. O(events of the process).
    ///
    /// # Errors
    /// The trace cannot hold what is kept.
    pub fn step(&mut self) -> Result<bool, Note> {
        let Planning { name, trace, processes, all, .. } = &self.plan;
        let at = self.functions.len();
        let (Some(process), Some(steps), Some(windows)) = (processes.get(at), all.get(at), self.windows.get(at)) else {
            return Ok(false);
        };
        let copied = copy(process, trace.table(), (windows, &self.left_out, &self.cut), &mut self.builder);
        copied.map_err(|error| Note::error(name, error.to_string()))?;
        self.functions.push(Functions::new(process, trace.table(), steps, windows));
        self.size += size_of_process(trace, process);
        Ok(true)
    }

    /// Processes that are done, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.functions.len(), self.plan.processes.len())
    }

    /// `; 1.20 s between them left out of all times`, if that is so.
    fn between(&self) -> String {
        let flow = self.plan.all.first().map(|steps| &steps.flow);
        let shift = flow.and_then(|flow| flow.tick).map_or(0, |tick| tick.shift);
        match flow.map_or(0, |flow| flow.nanoseconds(self.left_out.last().copied().unwrap_or(0) >> shift)) {
            0 => String::new(),
            time => format!("; {} between them left out of all times", duration(time)),
        }
    }

    /// What is left, and what that changes.
    pub fn finish(self) -> Reduced {
        let (steps, between) = (self.kept.words(), self.between());
        let trace = self.builder.finish();
        let remark = format!("{PART_REMARK}only {steps} of a loop{between}\n");
        let processes = counted(self.windows.len() as u64, "process");
        let mut report = format!("{steps} in {processes}{between}\n");
        let others = self.plan.others();
        if !others.is_empty() {
            let _ = writeln!(report, "{others}");
        }
        let sizes = [self.size, size(&trace)];
        let less = 1.0 - sizes[1] as f64 / sizes[0].max(1) as f64;
        let _ = writeln!(report, "as a table {} -> {}, {} less", bytes(sizes[0]), bytes(sizes[1]), percent(less));
        let one_sided = self.cut.count();
        let _ = writeln!(report, "messages cut in two: {}", thousands(one_sided));
        let (figures, errors) = figures(&self.functions);
        report += &figures;
        Reduced { trace, steps, others, remark, sizes, one_sided, errors, report }
    }
}

/// Bytes of a trace as a table.
pub(super) fn size(trace: &Trace) -> u64 {
    let each = trace.processes().iter().map(|process| size_of_process(trace, process));
    size_of_head(trace) + each.sum::<u64>()
}

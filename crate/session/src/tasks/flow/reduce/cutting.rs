//! Copies the steps that are kept, and compares them with the whole loop, a process at a time.

use std::fmt::Write;

use loopscope_core::numbers::{bytes, counted, percent, thousands};
use loopscope_core::trace::{Trace, TraceBuilder};
use loopscope_formats::notes::Note;

use super::cut::{copy, one_sided, size_of_head, size_of_process, Windows};
use super::figures::{figures, Functions};
use super::planning::{KeptSteps, Planning};
use super::reduced::Reduced;

/// Cuts a trace to the steps that were planned.
#[derive(Debug)]
pub struct Cutting {
    plan: Planning,
    kept: KeptSteps,
    windows: Vec<Windows>,
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
    pub fn new(plan: Planning) -> Result<Cutting, Note> {
        let kept = plan.kept()?;
        let windows = plan.windows(&kept);
        let size = size_of_head(&plan.trace);
        let builder = TraceBuilder::new(u64::MAX);
        Ok(Cutting { plan, kept, windows, builder, functions: Vec::new(), size })
    }

    /// Cuts the next process; false if there is none. O(events of the process).
    ///
    /// # Errors
    /// The trace cannot hold what is kept.
    pub fn step(&mut self) -> Result<bool, Note> {
        let Planning { name, trace, processes, all, .. } = &self.plan;
        let at = self.functions.len();
        let (Some(process), Some(steps), Some(windows)) =
            (processes.get(at), all.get(at), self.windows.get(at))
        else {
            return Ok(false);
        };
        let copied = copy(process, trace.table(), windows, &mut self.builder);
        copied.map_err(|error| Note::error(name, error.to_string()))?;
        self.functions.push(Functions::new(process, trace.table(), steps, windows));
        self.size += size_of_process(trace, process);
        Ok(true)
    }

    /// Processes that are done, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.functions.len(), self.plan.processes.len())
    }

    /// What is left, and what that changes.
    pub fn finish(self) -> Reduced {
        let trace = self.builder.finish();
        let steps = self.kept.words();
        let mut report = format!("{steps} in {}\n", counted(self.windows.len() as u64, "process"));
        let sizes = [self.size, size(&trace)];
        let less = 1.0 - sizes[1] as f64 / sizes[0].max(1) as f64;
        // Writing to a string cannot fail.
        let _ = writeln!(
            report,
            "as a table {} -> {}, {} less",
            bytes(sizes[0]),
            bytes(sizes[1]),
            percent(less)
        );
        let one_sided = one_sided(&trace);
        let _ = writeln!(report, "messages that lost their other side: {}", thousands(one_sided));
        let (figures, errors) = figures(&self.functions);
        report += &figures;
        Reduced { trace, steps, sizes, one_sided, errors, report }
    }
}

/// Bytes of a trace as a table.
fn size(trace: &Trace) -> u64 {
    let each = trace.processes().iter().map(|process| size_of_process(trace, process));
    size_of_head(trace) + each.sum::<u64>()
}

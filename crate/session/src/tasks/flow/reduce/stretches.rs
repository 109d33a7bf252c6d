//! The calls that were worth keeping while a program ran, as a trace of its own.

use loopscope_core::numbers::{bytes, counted, percent, thousands};
use loopscope_core::trace::{Trace, TraceBuilder, View};
use loopscope_formats::csv_events::PART_REMARK;
use loopscope_formats::notes::Note;

use super::cut::{copy, CutMessages, Windows};
use super::cutting::size;
use crate::error_note;
use crate::tasks::flow::KeptCalls;

/// Stretches of calls of a trace, at the times at which they were recorded.
#[derive(Debug)]
pub struct KeptTrace {
    /// They.
    pub trace: Trace,
    /// A line of a table that says what it holds.
    pub remark: String,
    /// What was kept, a line for each fact.
    pub report: String,
}

/// Cuts a trace to the calls that are worth keeping. O(events).
///
/// # Errors
/// The trace has no times, or nothing is worth keeping.
pub fn cut_to(name: &str, trace: &Trace, kept: &[KeptCalls]) -> Result<KeptTrace, Note> {
    let timed = trace.processes().iter().any(|process| process.times(View::Calls).is_some());
    let stretches: usize = kept.iter().map(|kept| kept.stretches.len()).sum();
    if stretches == 0 || !timed {
        let found = if timed { "no window of iterations" } else { "calls without times" };
        return Err(error_note(
            name,
            "there is nothing to keep",
            found.to_owned(),
            "timed calls, and a loop that runs until its graph is stable",
            "ask for windows sooner with --calls or --repeats",
        ));
    }
    let mut builder = TraceBuilder::new(u64::MAX);
    let mut calls = 0;
    let mut all_windows = Vec::new();
    for process in trace.processes() {
        let own = kept.iter().find(|kept| kept.process == process.id);
        let stretches = own.map_or(&[][..], |kept| kept.stretches.as_slice());
        calls += stretches.iter().map(|(from, to)| to - from).sum::<u64>();
        all_windows.push(Windows::new(stretches.iter().copied()));
    }
    let each = || trace.processes().iter().map(|process| &**process).zip(&all_windows);
    let cut_messages = CutMessages::new(trace.table(), each());
    for (process, windows) in each() {
        copy(process, trace.table(), (windows, &[], &cut_messages), &mut builder)
            .map_err(|error| Note::error(name, error.to_string()))?;
    }
    let cut = builder.finish();
    let whole = trace.event_count(View::Calls);
    let share = percent(calls as f64 / whole.max(1) as f64);
    let what = format!("{} in {}", counted(calls, "call"), counted(stretches as u64, "stretch"));
    let (before, after) = (size(trace), size(&cut));
    let report = format!(
        "{what}, {share} of {}\nas a table {} -> {}\nmessages cut in two: {}\n",
        thousands(whole),
        bytes(before),
        bytes(after),
        thousands(cut_messages.count())
    );
    let remark = format!("{PART_REMARK}only {what}; the time between them counts as computing\n");
    Ok(KeptTrace { trace: cut, remark, report })
}

//! Notes on the times of a whole trace.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{Precision, Process, Trace, View};
use loopscope_formats::notes::{Note, Notes, Problem};

/// Whether a process has events, and times of them.
fn is_timed(process: &Process) -> Option<bool> {
    let views = || [View::Calls, View::Communication].into_iter();
    let has_events = views().any(|view| process.len(view).is_some_and(|len| len > 0));
    has_events.then(|| views().any(|view| process.times(view).is_some()))
}

/// Notes what is missing of the times of the opened trace: processes that have none beside others that have, and what there was
/// no memory for. O(processes).
pub(super) fn note_times(trace: &Trace, name: &str, notes: &mut Notes) {
    let (mut timed, mut untimed, mut first) = (0u64, 0u64, None);
    for process in trace.processes() {
        match is_timed(process) {
            Some(true) => timed += 1,
            Some(false) => {
                untimed += 1;
                first.get_or_insert(process.id);
            }
            None => {}
        }
    }
    let mut add = |problem, note: Note| {
        notes.begin_file(name);
        notes.add(problem, |_| note);
    };
    if let Some(first) = first.filter(|_| timed > 0) {
        let all = thousands(timed + untimed);
        let what = "processes have no times, others of the trace have some";
        let note = Note::warning(name, what)
            .found(format!("{} of {all}, the first is process {first}", thousands(untimed)))
            .remedy("what depends on times leaves these processes out");
        add(Problem::TimesAbsent, note);
    }
    let (what, found) = match trace.time_precision() {
        Precision::Exact => return,
        Precision::Coarse(bits) => {
            ("times are rounded down, because memory is short", format!("units of {} ns", 1u64 << bits))
        }
        Precision::Dropped => ("times are left out, because memory is short", "a trace near the limit".to_owned()),
    };
    let note = Note::warning(name, what).found(found);
    add(Problem::TimesRounded, note.remedy("open fewer processes to keep them exactly"));
}

#[cfg(test)]
mod tests;

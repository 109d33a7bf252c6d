//! Times in words.

use loopscope_core::durations::{Run, RunEnds};
use loopscope_core::numbers::{bytes, counted, duration, plural, thousands};
use loopscope_core::trace::Repairs;
use loopscope_core::waits::EagerLimit;

use super::builder::Prepared;

/// From when to when the run lasts.
pub(crate) fn run_line(run: &Run, comparable: bool) -> String {
    let length = duration(run.longest());
    let which = match run.ends {
        RunEnds::Main if comparable => {
            "from the last process that leaves MPI_Init to the last that enters MPI_Finalize"
        }
        RunEnds::Main => "from MPI_Init to MPI_Finalize of each process; the longest",
        RunEnds::Whole => "from the first call to the end of the last",
    };
    format!("{length}, {which}")
}

/// From which size on sends wait for their receives.
pub(crate) fn eager_line(limit: &EagerLimit) -> String {
    let size = |size: u32| bytes(size.into());
    match (limit.eager, limit.synchronous) {
        (None, None) => String::new(),
        (Some(eager), None) => format!(
            "Sends of up to {} do not wait for their receives ({}); none is known to",
            size(eager),
            counted(limit.proofs, "proof")
        ),
        (eager, Some(least)) => {
            let below = match eager {
                Some(eager) => format!(
                    "; up to {} they do not ({} {})",
                    size(eager),
                    thousands(limit.proofs),
                    plural(limit.proofs, "proof")
                ),
                None => String::new(),
            };
            let late = counted(limit.supports, "late receive");
            format!("Sends of {} and more wait for their receives ({late}){below}", size(least))
        }
    }
}

/// Things to know about the times of a trace.
pub(super) fn remarks(prepared: &Prepared) -> Vec<String> {
    let mut remarks = Vec::new();
    let mut repairs = Repairs::default();
    for process in prepared.trace.processes() {
        repairs.add(process.time_repairs());
    }
    let Repairs { nested, overlapping, backward, negative, missing } = repairs;
    let changed = nested + overlapping + backward + negative + missing;
    if changed > 0 {
        remarks.push(format!("{} had other times than the trace says", counted(changed, "call")));
    }
    let matching = prepared.waits.matching();
    if matching.untimed > 0 && prepared.is_timed() {
        remarks.push(format!("{} without times", counted(matching.untimed, "process")));
    }
    if matching.unmatched > 0 {
        let count = thousands(matching.unmatched);
        remarks.push(format!("{count} sends and receives without their other half: nobody waits for them"));
    }
    if matching.resized > 0 {
        let count = counted(matching.resized, "message");
        remarks.push(format!("{count} of another size where they are received"));
    }
    remarks
}

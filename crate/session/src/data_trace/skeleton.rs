//! The program of a trace, with faults as notes.

use loopscope_core::extract::of_trace::TraceColumns;
use loopscope_core::skeleton::{of_model, Refused, Skeleton, Time};
use loopscope_core::system::Model;
use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

/// Makes the program of a trace and its model, in which local events are no events. See [`of_model`].
///
/// # Errors
/// A process is missing; the note names it.
pub fn skeleton_of(name: &str, trace: &Trace, model: &Model, time: Time) -> Result<Skeleton, Note> {
    let mut columns = TraceColumns::new(trace, true);
    of_model(name, model, &mut columns, time).map_err(|refused| match refused {
        Refused::Missing(rank) => Note::error(name, "a program needs all processes")
            .found(format!("no process {rank}"))
            .expected("processes without a gap from 0 on")
            .remedy("open all files of the trace together"),
        Refused::Unreadable(error) => Note::error(name, error.to_string()),
    })
}

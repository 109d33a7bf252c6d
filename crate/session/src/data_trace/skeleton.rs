//! The program of a trace, with faults as notes.

use loopscope_core::extract::of_trace::TraceColumns;
use loopscope_core::numbers::counted;
use loopscope_core::skeleton::{of_calls, of_model, Refused, Skeleton, Time};
use loopscope_core::system::Model;
use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

/// Makes the program of a trace and its model, in which local events are no events. See [`of_model`].
///
/// # Errors
/// A process is missing; the note names it.
pub fn skeleton_of(name: &str, trace: &Trace, model: &Model, time: Time) -> Result<Skeleton, Note> {
    let mut columns = TraceColumns::new(trace, true);
    of_model(name, model, &mut columns, time).map_err(|refused| note(name, refused))
}

/// Makes the program of the calls of a trace that was opened with their
/// [arguments](crate::open::Opening::keep_arguments). See [`of_calls`].
///
/// # Errors
/// The note says what the trace lacks.
pub fn skeleton_of_calls(name: &str, trace: &Trace, time: Time) -> Result<Skeleton, Note> {
    of_calls(name, trace, time).map_err(|refused| note(name, refused))
}

fn note(name: &str, refused: Refused) -> Note {
    const FROM_MODEL: &str = "`--from model` makes the program from the messages alone";
    match refused {
        Refused::Missing(rank) => Note::error(name, "a program needs all processes")
            .found(format!("no process {rank}"))
            .expected("processes without a gap from 0 on")
            .remedy("open all files of the trace together"),
        Refused::Unreadable(error) => Note::error(name, error.to_string()),
        Refused::NoArguments(rank) => Note::error(name, "a program of calls needs their arguments")
            .found(format!("calls of process {rank} without them"))
            .expected("a table with a row for each call, its requests and communicator")
            .remedy(FROM_MODEL),
        Refused::TooLong(rank) => Note::error(name, "there are too many calls for a loop nest")
            .found(format!("process {rank}"))
            .remedy(FROM_MODEL),
        Refused::Open { from, to, tag, more } => {
            let count = counted(more.unsigned_abs(), "message");
            let what = if more > 0 { "sent and never received" } else { "received and never sent" };
            Note::error(name, "the program would wait for ever: not every message has two ends")
                .found(format!("{count} from {from} to {to} with tag {tag} {what}"))
                .remedy(FROM_MODEL)
        }
    }
}

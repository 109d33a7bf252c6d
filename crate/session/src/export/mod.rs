//! Writes a trace in another form.
//!
//! | form | what it holds | files |
//! | --- | --- | --- |
//! | native | sends, receives, synchronisations and local events; not sizes, roots, operations and calls | one or many |
//! | symbols | one token per item; calls, if the trace has them | one for each process |
//! | csv | all events of both views with all fields and times; or tuples with label and numbers | one or many; tuples: one for each process |
//! | simgrid | actions that SimGrid replays; what a process does between two calls as an amount of work | one or many |
//! | chrome | the loop nest as nested slices, for Perfetto and other viewers of trace-event JSON | one or many |
//!
//! If the form cannot represent something, [`losses`] says so beforehand. Everything else reads back as the same events.
//! Times are written as nanoseconds in `csv` and as microseconds with as many decimals as they need in `chrome`. There, loops
//! and their iterations are slices around the events, with counts as arguments; without times, one microsecond is one event. Of long loops only the first iterations are written ([`Iterations`]).
//!
//! Items are written one by one. Memory: the text of each different item; for `chrome` also the nests.

mod events;
mod form;
mod losses;
mod simgrid;
mod slices;
#[cfg(test)]
mod tests;

pub use form::Form;
pub use losses::losses;
pub use slices::{begin_slices, end_slices, write_slices, Iterations, MOST_SLICES};

use std::io::{self, Write};

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{Process, Table, Trace, View};
use loopscope_formats::csv_events::{HEADER, SITE_COLUMN, TIMED_HEADER};
use loopscope_formats::notes::Note;

use crate::analysis::ProcessNest;
use crate::error_note;
use form::{has_events, has_sites, has_times};

/// Checks that the form can hold the trace at all.
///
/// # Errors
/// It cannot; the note says why, and what to do.
pub fn check(name: &str, trace: &Trace, form: Form) -> Result<(), Note> {
    let refused = |what: &str, expected: &str, remedy: &str| {
        let views: Vec<&str> = trace.views().into_iter().map(View::name).collect();
        Err(error_note(name, what, format!("the views {}", views.join(", ")), expected, remedy))
    };
    match form {
        Form::Native if trace.event_count(View::Communication) == 0 => refused(
            "the native form holds communication, which this trace does not tell",
            "sends, receives, synchronisations or local events",
            "convert it to csv or symbols",
        ),
        Form::Simgrid if trace.event_count(View::Communication) == 0 => refused(
            "a replay needs communication, which this trace does not tell",
            "sends, receives or synchronisations",
            "convert it to csv or symbols",
        ),
        Form::Symbols if !has_events(trace) => {
            refused("a list of symbols holds no numbers", "calls or communication", "convert it to csv")
        }
        _ => Ok(()),
    }
}

/// A note if the file has more slices than viewers can handle well.
pub fn too_many(name: &str, nests: &[ProcessNest], most: Iterations) -> Option<Note> {
    let slices = nests.iter().map(|nest| most.slices(nest)).fold(0, u64::saturating_add);
    (slices > 10 * MOST_SLICES).then(|| {
        Note::info(name, "the file is a large one for a viewer")
            .found(format!("{} slices", thousands(slices)))
            .remedy("--rank R writes one process, --iterations N fewer iterations of every loop")
    })
}

/// A note on the iterations that are left out.
pub fn left_out(name: &str, nests: &[ProcessNest], most: Iterations) -> Option<Note> {
    let Iterations::First(first) = most else { return None };
    let all: u64 = nests.iter().map(|process| process.nest.len()).sum();
    let written: u64 = nests.iter().map(|process| most.events(process)).sum();
    (written < all).then(|| {
        let first = match first {
            1 => "iteration is".to_owned(),
            _ => format!("{} iterations are", thousands(first)),
        };
        let what = format!("of every loop the first {first} written, and one slice for the others");
        let alike = thousands(all - written);
        Note::info(name, what)
            .found(format!("{alike} of {} events in iterations like those", thousands(all)))
            .remedy("--iterations N writes N of them, --iterations all every one")
    })
}

/// The titles of a table of events.
fn head(header: &str, trace: &Trace) -> String {
    let sites = if has_sites(trace) { SITE_COLUMN } else { "" };
    format!("{header}{sites}\n")
}

/// Writes what precedes the first process of a table with times, as [`Writer::begin`]: the page has no use for other forms, so
/// it need not download them.
///
/// # Errors
/// The output fails.
pub(crate) fn begin_timed(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(head(TIMED_HEADER, trace).as_bytes())
}

/// Writes a process of a table with times, as [`Writer::process`].
///
/// # Errors
/// The output fails.
pub(crate) fn write_timed(process: &Process, table: &Table, mut out: &mut dyn Write) -> io::Result<()> {
    events::timed_rows(process, table, &mut out)
}

/// Writes a file process by process, in a form that holds the events themselves. For [`Form::Chrome`] see
/// [`write_slices`].
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a> {
    trace: &'a Trace,
    form: Form,
}

impl<'a> Writer<'a> {
    /// A writer of that trace in that form.
    pub fn new(trace: &'a Trace, form: Form) -> Self {
        Writer { trace, form }
    }

    /// Writes what precedes the first process of a file.
    ///
    /// # Errors
    /// The output fails; the same holds for the other methods.
    pub fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        if self.form == Form::Csv && has_events(self.trace) {
            let header = if has_times(self.trace) { TIMED_HEADER } else { HEADER };
            out.write_all(head(header, self.trace).as_bytes())?;
        }
        Ok(())
    }

    /// Writes a process. O(items); memory for the text of each different item.
    pub fn process(&self, process: &Process, out: &mut impl Write) -> io::Result<()> {
        let table: &Table = self.trace.table();
        match self.form {
            Form::Native => events::native(process, table, out),
            Form::Symbols => {
                let calls = self.trace.event_count(View::Calls) > 0;
                let view = if calls { View::Calls } else { View::Communication };
                events::symbols(process, view, table, out)
            }
            Form::Csv if has_times(self.trace) => events::timed_rows(process, table, out),
            Form::Csv if has_events(self.trace) => events::rows(process, table, out),
            Form::Csv => events::tuples(process, table, out),
            Form::Simgrid => simgrid::actions(self.trace, process, out),
            Form::Chrome => Ok(()),
        }
    }
}

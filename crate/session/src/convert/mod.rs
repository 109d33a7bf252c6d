//! Writing a trace in another form.
//!
//! | form | what it says | files |
//! | --- | --- | --- |
//! | native | sends, receives, synchronisations and local events; not sizes, roots, operations and calls | one or many |
//! | symbols | one token an item, of calls if the trace has them | one for each process |
//! | csv | every event of both views with all its fields; of tuples labels and numbers | one or many; of tuples one for each process |
//! | chrome | the loop nest as slices in slices, for Perfetto and other viewers of trace-event JSON | one or many |
//!
//! What is written opens again as the same events, as far as the form says them: [`losses`] tells beforehand
//! what it does not. One `chrome` microsecond is one event, because traces have no times here; loops
//! and their iterations are slices around the events, with counts as arguments. Of long loops the first
//! iterations are written ([`Iterations`]).
//!
//! Everything is written as it goes, item by item. Memory: the text of every different item; for `chrome`
//! the nests, too.

mod events;
mod slices;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use loopscope_core::trace::{Kind, Process, Table, Trace, View};
use loopscope_formats::notes::{Note, Severity};

use crate::analyse::ProcessNest;
use crate::refusal;
use loopscope_core::numbers::thousands;

pub use slices::{begin_slices, end_slices, write_slices, Iterations, MOST_SLICES};

/// A form that traces are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines like `0 send 1 2`.
    Native,
    /// Tokens between line ends.
    Symbols,
    /// A table.
    Csv,
    /// Trace-event JSON of the loop nest.
    Chrome,
}

impl Form {
    /// All forms, in the order in which they are listed.
    pub const ALL: [Form; 4] = [Form::Native, Form::Symbols, Form::Csv, Form::Chrome];

    /// The name used in the terminal.
    pub fn name(self) -> &'static str {
        match self {
            Form::Native => "native",
            Form::Symbols => "symbols",
            Form::Csv => "csv",
            Form::Chrome => "chrome",
        }
    }

    /// The form of that name.
    pub fn from_name(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The form that a file of that name is probably meant to have, packed or not.
    pub fn of_path(path: &str) -> Option<Form> {
        let path = path.strip_suffix(".gz").or(path.strip_suffix(".zst")).unwrap_or(path);
        let ending = path.rsplit_once('.')?.1;
        Form::ALL.into_iter().find(|form| form.ending() == ending)
    }

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Form::Native => "trace",
            Form::Symbols => "sym",
            Form::Csv => "csv",
            Form::Chrome => "json",
        }
    }

    /// Whether one file can hold several processes of a trace.
    pub fn holds_several(self, trace: &Trace) -> bool {
        match self {
            Form::Native | Form::Chrome => true,
            Form::Symbols => false,
            Form::Csv => has_events(trace),
        }
    }
}

fn has_events(trace: &Trace) -> bool {
    trace.event_count(View::Communication) + trace.event_count(View::Calls) > 0
}

/// Whether the form can hold the trace at all.
///
/// # Errors
/// The note that says why not and what to do.
pub fn check(name: &str, trace: &Trace, form: Form) -> Result<(), Note> {
    let refused = |what: &str, expected: &str, remedy: &str| {
        let views: Vec<&str> = trace.views().into_iter().map(View::name).collect();
        Err(refusal(
            name,
            what.to_owned(),
            format!("the views {}", views.join(", ")),
            expected.to_owned(),
            remedy.to_owned(),
        ))
    };
    match form {
        Form::Native if trace.event_count(View::Communication) == 0 => refused(
            "the native form holds communication, which this trace does not tell",
            "sends, receives, synchronisations or local events",
            "convert it to csv or symbols",
        ),
        Form::Symbols if !has_events(trace) => refused(
            "a list of symbols holds no numbers",
            "calls or communication",
            "convert it to csv",
        ),
        _ => Ok(()),
    }
}

/// Members of a group that a table is read with at most: a damaged cell may name all processes there can be.
const MOST_MEMBERS: usize = 1 << 15;

/// What the form does not say of what the trace says. Of [`Form::Chrome`] `view` is the view that is written.
pub fn losses(name: &str, trace: &Trace, form: Form, view: Option<View>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut lose = |what: &str, count: u64| {
        if count > 0 {
            notes.push(
                Note::new(Severity::Info, name, format!("the form {} {what}", form.name()))
                    .found(thousands(count)),
            );
        }
    };
    let table = trace.table();
    let records = table.records();
    let of = |view: View, which: &dyn Fn(&loopscope_core::trace::Record) -> bool| {
        let processes = trace.processes().iter().filter_map(|it| it.events(view));
        let count =
            |id: &loopscope_core::trace::RecordId| records.get(id.index()).is_some_and(which);
        processes.map(|events| events.iter().filter(count).count() as u64).sum::<u64>()
    };
    if form != Form::Chrome {
        let fields = trace.processes().iter().filter_map(|it| it.values());
        let fields = fields.flat_map(|values| values.columns()).map(|column| column.name());
        let names = trace.table().names().chain(fields);
        let escaped = names.filter(|name| events::has_controls(name)).count() as u64;
        lose("writes control characters in names as escapes such as \\n", escaped);
    }
    match form {
        Form::Native => {
            let lonely = of(View::Communication, &|it| {
                matches!(it.kind, Kind::Send | Kind::Recv) && it.peer.is_none()
            });
            lose(
                "needs both processes of a message; without one it is written as a local event",
                lonely,
            );
            lose("does not hold calls, which are left out", {
                // Those that stand around local events come back by themselves.
                let locals = of(View::Communication, &|it| it.kind == Kind::Local);
                if locals > 0 {
                    0
                } else {
                    trace.event_count(View::Calls)
                }
            });
            let bare = of(View::Communication, &|it| it.kind == Kind::Sync && it.group.is_none());
            lose("needs the processes of a synchronisation; without them it is written as a local event", bare);
            let untagged = of(View::Communication, &|it| {
                matches!(it.kind, Kind::Send | Kind::Recv) && it.tag.is_none()
            });
            lose("needs tags; messages without one get the tag 0", untagged);
            let blank = |name: &str| name.contains(|c: char| c.is_ascii_whitespace());
            let blanks = of(View::Communication, &|it| match (it.kind, table.name(it.name)) {
                (Kind::Sync, name) => blank(name),
                (Kind::Local, name) => {
                    name.split_ascii_whitespace().collect::<Vec<_>>().join(" ") != name
                }
                _ => false,
            });
            lose(
                "writes blanks in names of synchronisations as _, and single ones in other names",
                blanks,
            );
        }
        Form::Symbols if trace.event_count(View::Calls) > 0 => {
            lose(
                "holds one view, calls; communication is left out",
                trace.event_count(View::Communication),
            );
        }
        Form::Csv if has_events(trace) => {
            let large = |group: &[u32]| group.len() > MOST_MEMBERS;
            let groups =
                of(View::Communication, &|it| it.group.is_some_and(|id| large(table.group(id))))
                    + of(View::Calls, &|it| it.group.is_some_and(|id| large(table.group(id))));
            lose(
                "is read with groups of at most 32,768 processes; larger ones are left out then",
                groups,
            );
            lose("holds events or tuples; tuples are left out", trace.event_count(View::Values));
        }
        Form::Chrome => {
            for other in
                trace.views().into_iter().filter(|other| view.is_some_and(|it| it != *other))
            {
                let count = trace.processes().iter().filter_map(|it| it.len(other)).sum::<usize>();
                lose(
                    &format!("holds one view; the view {} is left out", other.name()),
                    count as u64,
                );
            }
        }
        _ => {}
    }
    notes
}

/// What is to be said of a file that has more slices than viewers like: few loops, or all iterations.
pub fn too_many(name: &str, nests: &[ProcessNest], most: Iterations) -> Option<Note> {
    let slices = nests.iter().map(|nest| most.slices(nest)).fold(0, u64::saturating_add);
    (slices > 10 * MOST_SLICES).then(|| {
        Note::new(Severity::Info, name, "the file is a large one for a viewer")
            .found(format!("{} slices", thousands(slices)))
            .remedy("--rank R writes one process, --iterations N fewer iterations of every loop")
    })
}

/// What is left out of loops, if iterations are.
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
        Note::new(Severity::Info, name, what)
            .found(format!("{alike} of {} events in iterations like those", thousands(all)))
            .remedy("--iterations N writes N of them, --iterations all every one")
    })
}

/// The writer of a file in one of the forms that stand for the events themselves, process by process.
/// For [`Form::Chrome`] see [`write_slices`].
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a> {
    trace: &'a Trace,
    form: Form,
}

impl<'a> Writer<'a> {
    /// Of that trace, in that form.
    pub fn new(trace: &'a Trace, form: Form) -> Writer<'a> {
        Writer { trace, form }
    }

    /// What stands before the first process of a file.
    ///
    /// # Errors
    /// It cannot be written. So are those of all others.
    pub fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        if self.form == Form::Csv && has_events(self.trace) {
            writeln!(out, "{}", loopscope_formats::csv_events::HEADER)?;
        }
        Ok(())
    }

    /// Writes a process. O(items), and one text for every different one.
    pub fn process(&self, process: &Process, out: &mut impl Write) -> io::Result<()> {
        let table: &Table = self.trace.table();
        match self.form {
            Form::Native => events::native(process, table, out),
            Form::Symbols => {
                let calls = self.trace.event_count(View::Calls) > 0;
                let view = if calls { View::Calls } else { View::Communication };
                events::symbols(process, view, table, out)
            }
            Form::Csv if has_events(self.trace) => events::rows(process, table, out),
            Form::Csv => events::tuples(process, table, out),
            Form::Chrome => Ok(()),
        }
    }
}

//! What a form cannot say of a trace.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{Kind, Record, RecordId, Trace, View};
use loopscope_formats::notes::Note;

use super::events;
use super::form::{has_events, has_times, Form};
use super::simgrid;

/// The largest group that a table is read with: a damaged cell may name all processes there can be.
const MOST_MEMBERS: usize = 1 << 15;

/// Notes on what the form does not say of what the trace says, each with a count. For [`Form::Chrome`], `view` is the
/// view that is written. O(events).
pub fn losses(name: &str, trace: &Trace, form: Form, view: Option<View>) -> Vec<Note> {
    let mut losses = Losses { name, trace, form, notes: Vec::new() };
    if form != Form::Chrome {
        losses.of_names();
    }
    if has_times(trace) && form != Form::Simgrid {
        losses.of_times();
    }
    match form {
        Form::Native => losses.of_native(),
        Form::Symbols => losses.of_symbols(),
        Form::Csv => losses.of_csv(),
        Form::Chrome => losses.of_chrome(view),
        Form::Simgrid => losses.of_simgrid(),
    }
    losses.notes
}

struct Losses<'a> {
    name: &'a str,
    trace: &'a Trace,
    form: Form,
    notes: Vec<Note>,
}

impl Losses<'_> {
    fn add(&mut self, what: &str, count: u64) {
        if count > 0 {
            let what = format!("the form {} {what}", self.form.name());
            self.notes.push(Note::info(self.name, what).found(thousands(count)));
        }
    }

    /// The events of a view whose record is such a one.
    fn events(&self, view: View, is_such: impl Fn(&Record) -> bool) -> u64 {
        let records = self.trace.table().records();
        let processes = self.trace.processes().iter().filter_map(|it| it.events(view));
        let counts = |id: &RecordId| records.get(id.index()).is_some_and(&is_such);
        processes.map(|events| events.iter().filter(counts).count() as u64).sum()
    }

    fn of_simgrid(&mut self) {
        let trace = self.trace;
        let left_out = self.events(View::Communication, |it| simgrid::is_left_out(it, trace));
        self.add(
            "has no communicators: it leaves out collectives of some processes, and others that replays do not know",
            left_out,
        );
        let locals = self.events(View::Communication, |it| it.kind == Kind::Local);
        self.add("has no local events", locals);
        let made =
            self.events(View::Communication, |it| it.kind == Kind::Sync && simgrid::makes_communicators(it, trace));
        self.add("writes communicators that are made as calls alone", made);
        let untimed = u64::from(!has_times(trace));
        self.add(
            "gets no computing, since the trace has no times of processes",
            untimed * trace.processes().len() as u64,
        );
    }

    fn of_names(&mut self) {
        let fields = self.trace.processes().iter().filter_map(|it| it.values());
        let fields = fields.flat_map(|values| values.columns()).map(|column| column.name());
        let names = self.trace.table().names().chain(fields);
        let escaped = names.filter(|name| events::has_controls(name)).count() as u64;
        self.add("writes control characters in names as escapes such as \\n", escaped);
    }

    fn of_times(&mut self) {
        let views = [View::Calls, View::Communication];
        let processes = self.trace.processes().iter();
        let times = || processes.clone().flat_map(|it| views.iter().filter_map(|&view| it.times(view)));
        if matches!(self.form, Form::Native | Form::Symbols) {
            let items = times().map(|times| times.len() as u64).sum();
            return self.add("does not hold times, which are left out", items);
        }
        let finer = times().filter(|times| 1_000_000_000 % times.tick().per_second != 0);
        self.add(
            "holds whole nanoseconds; times of another clock are rounded down to them",
            finer.map(|times| times.len() as u64).sum(),
        );
    }

    fn of_native(&mut self) {
        let (trace, view) = (self.trace, View::Communication);
        let is_message = |it: &Record| matches!(it.kind, Kind::Send | Kind::Recv);
        self.add(
            "needs both processes of a message; without one it is written as a local event",
            self.events(view, |it| is_message(it) && it.peer.is_none()),
        );
        // Calls that stand around local events come back by themselves.
        let has_locals = self.events(view, |it| it.kind == Kind::Local) > 0;
        let calls = if has_locals { 0 } else { trace.event_count(View::Calls) };
        self.add("does not hold calls, which are left out", calls);
        self.add(
            "needs the processes of a synchronisation; without them it is written as a local event",
            self.events(view, |it| it.kind == Kind::Sync && it.group.is_none()),
        );
        self.add(
            "needs tags; messages without one get the tag 0",
            self.events(view, |it| is_message(it) && it.tag.is_none()),
        );
        let changes = |it: &Record| match (it.kind, trace.table().name(it.name)) {
            (Kind::Sync, name) => name.contains(|c: char| c.is_ascii_whitespace()),
            (Kind::Local, name) => name.split_ascii_whitespace().collect::<Vec<_>>().join(" ") != name,
            (Kind::Send | Kind::Recv | Kind::Call, _) => false,
        };
        self.add(
            "writes blanks in names of synchronisations as _, and single ones in other names",
            self.events(view, changes),
        );
    }

    fn of_symbols(&mut self) {
        let sites = self.events(View::Calls, |it| it.site.is_some());
        self.add("does not hold where the program makes a call, which is left out", sites);
        if self.trace.event_count(View::Calls) > 0 {
            let left_out = self.trace.event_count(View::Communication);
            self.add("holds one view, calls; communication is left out", left_out);
        }
    }

    fn of_csv(&mut self) {
        if !has_events(self.trace) {
            return;
        }
        let table = self.trace.table();
        let is_large = |it: &Record| it.group.is_some_and(|id| table.group(id).len() > MOST_MEMBERS);
        self.add(
            "is read with groups of at most 32,768 processes; larger ones are left out then",
            self.events(View::Communication, is_large) + self.events(View::Calls, is_large),
        );
        let tuples = self.trace.event_count(View::Values);
        self.add("holds events or tuples; tuples are left out", tuples);
    }

    fn of_chrome(&mut self, view: Option<View>) {
        let others = self.trace.views().into_iter();
        for other in others.filter(|other| view.is_some_and(|it| it != *other)) {
            let count = self.trace.processes().iter().filter_map(|it| it.len(other)).sum::<usize>();
            let what = format!("holds one view; the view {} is left out", other.name());
            self.add(&what, count as u64);
        }
    }
}

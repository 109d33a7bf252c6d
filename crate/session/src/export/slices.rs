//! The loop nest as trace-event JSON. Each process is a track; each loop, each iteration and each event is a slice inside
//! the slice around it, with the times of the trace. Events that are in no call are instants. Where the trace has no times
//! of a process, one microsecond is one event, and the track says so.
//!
//! All iterations of a loop are equal, so of a long loop only the first few are written, and one slice of the right
//! length stands for the others: LU on 16 processes, 1.5 million events, takes 1.9 MB instead of 208. The number of
//! iterations written is the same in the whole trace, so that loops can be compared: the largest of [`STEPS`] for which
//! the file has at most [`MOST_SLICES`] slices. [`Iterations::All`] writes all of them.
//!
//! | slice | `name` | `cat` | `args` |
//! | --- | --- | --- | --- |
//! | a loop | `loop 1 × 249` | `loop` | `loop`, `count`, `events` (of an iteration) |
//! | an iteration, unless it is a single event | `iteration 3` | `iteration` | |
//! | the iterations that are not written | `iterations 11 to 249, alike` | `rest` | `iterations`, `events` |
//! | an event | `send to 1`, `MPI_Bcast` | its kind | `peer`, `tag`, `bytes`, `comm`, `op`, `root` as far as it has them |
//! | a tuple | its label | `value` | its fields |
//!
//! An event has all its arguments, including those that the signature of the analysis ignores. The first event of the file
//! is metadata called `loopscope`, by which the reader of this program recognizes the form and reads the events unchanged.

use std::fmt::Write as _;
use std::io::{self, Write};

use loopscope_core::nest::{Loop, Nest, Node, NodeId};
use loopscope_core::trace::{Kind, Process, Record, RecordId, Table, Trace, Values, View, ViewTimes};

use crate::analysis::ProcessNest;

/// The most slices of a file if iterations can be left out: some 3 MB.
pub const MOST_SLICES: u64 = 30_000;

/// The numbers of iterations to choose from if not all are written.
const STEPS: [u64; 7] = [100, 30, 10, 5, 3, 2, 1];

/// How many iterations of each loop are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterations {
    /// All of them.
    All,
    /// The first ones. If only one more is left, it is written, too.
    First(u64),
}

impl Iterations {
    /// As many as a viewer can open at once. O(items of the nests).
    pub fn fitting(nests: &[ProcessNest]) -> Self {
        let steps = STEPS.map(Iterations::First);
        let fits = |most: &Self| {
            let slices = nests.iter().map(|process| counts(&process.nest, *most).0);
            slices.fold(0, u64::saturating_add) <= MOST_SLICES
        };
        let found = [Self::All].into_iter().chain(steps).find(fits);
        found.unwrap_or(Self::First(1))
    }

    /// The approximate number of slices that are written of the nest. O(items).
    pub fn slices(self, nest: &ProcessNest) -> u64 {
        counts(&nest.nest, self).0
    }

    /// The number of events of the nest that are written. O(items).
    pub fn events(self, nest: &ProcessNest) -> u64 {
        counts(&nest.nest, self).1
    }

    /// The number of iterations that are written of a loop with `count`.
    fn of(self, count: u64) -> u64 {
        match self {
            Self::First(most) if count > most.saturating_add(1) => most,
            _ => count,
        }
    }
}

/// The numbers of slices and of events that are written of a nest.
fn counts(nest: &Nest, most: Iterations) -> (u64, u64) {
    let mut known: Vec<(u64, u64)> = Vec::with_capacity(nest.nodes().len());
    let sum = |known: &[(u64, u64)], items: &[NodeId]| {
        let items = items.iter().filter_map(|id| known.get(id.index()));
        items.fold((0u64, 0u64), |sum, item| (sum.0.saturating_add(item.0), sum.1.saturating_add(item.1)))
    };
    // Children come before their parents.
    for node in nest.nodes() {
        let own = match node {
            Node::Symbol(_) => (1, 1),
            Node::Loop(node) => {
                let written = most.of(node.count);
                let (slices, events) = sum(&known, nest.body(&node));
                let each = slices.saturating_add(u64::from(node.period > 1));
                let around = 1 + u64::from(written < node.count);
                (each.saturating_mul(written).saturating_add(around), events.saturating_mul(written))
            }
        };
        known.push(own);
    }
    sum(&known, nest.root())
}

/// Writes what precedes the first process.
///
/// # Errors
/// The output fails; the same holds for the other functions.
pub fn begin_slices(trace: &Trace, view: View, out: &mut impl Write) -> io::Result<()> {
    let has_times = trace.processes().iter().any(|process| process.times(view).is_some());
    let (unit, time, args) = match has_times {
        true => ("ns", "as recorded", "\"times\":\"recorded\""),
        false => ("ms", "1 event = 1 us", ""),
    };
    write!(
        out,
        "{{\"displayTimeUnit\":\"{unit}\",\"otherData\":{{\"producer\":\"loopscope\",\"time\":\"{time}\"}},\
          \"traceEvents\":[\n{{\"ph\":\"M\",\"pid\":0,\"tid\":0,\"ts\":0,\"name\":\"loopscope\",\"args\":{{{args}}}}}",
    )
}

/// Writes what follows the last process.
pub fn end_slices(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"\n]}\n")
}

/// Writes a process. Its nest must be of that view, with local events kept. O(items of the view + slices); memory for the
/// text of each different record.
pub fn write_slices(
    process: &Process,
    table: &Table,
    view: View,
    nest: &ProcessNest,
    most: Iterations,
    out: &mut impl Write,
) -> io::Result<()> {
    let own = process.id.0;
    let times = process.times(view);
    let mut metadata = vec![
        ("process_name", format!("\"name\":\"Process {own}\"")),
        ("process_sort_index", format!("\"sort_index\":{own}")),
        ("thread_name", "\"name\":\"loops\"".to_owned()),
    ];
    if times.is_none() {
        metadata.push(("process_labels", "\"labels\":\"no times: 1 event = 1 us\"".to_owned()));
    }
    for (kind, args) in metadata {
        write!(
            out,
            ",\n{{\"ph\":\"M\",\"pid\":{own},\"tid\":{own},\"ts\":0,\"name\":\"{kind}\",\"args\":{{{args}}}}}"
        )?;
    }
    let items = match process.values().filter(|_| view == View::Values) {
        Some(values) => Items::Tuples(values),
        None => Items::Events { rest: Box::new(process.events(view).into_iter().flatten()), at: 0, known: Vec::new() },
    };
    let mut writer = Writer { nest, table, most, own, times, items, line: String::new() };
    let mut at = 0;
    for &id in nest.nest.root() {
        at = writer.node(id, at, out)?;
    }
    Ok(())
}

/// The items of the nest.
enum Items<'a> {
    /// The records from position `at` on, and the texts of the records so far.
    Events {
        rest: Box<dyn Iterator<Item = RecordId> + 'a>,
        at: u64,
        known: Vec<Option<Box<str>>>,
    },
    Tuples(&'a Values),
}

struct Writer<'a> {
    nest: &'a ProcessNest,
    table: &'a Table,
    most: Iterations,
    own: u32,
    times: Option<ViewTimes<'a>>,
    items: Items<'a>,
    line: String,
}

impl Writer<'_> {
    /// Writes a node that begins at a position; returns where it ends. Each level of loops is a recursion. There are at
    /// most 64 levels, because each one at least doubles the events.
    fn node(&mut self, id: NodeId, at: u64, out: &mut impl Write) -> io::Result<u64> {
        match self.nest.nest.node(id) {
            Node::Symbol(_) => {
                self.begin_item(at);
                self.item(at);
                self.end(out)?;
                Ok(at + 1)
            }
            Node::Loop(node) => self.run(id, &node, at, out),
        }
    }

    fn run(&mut self, id: NodeId, node: &Loop, start: u64, out: &mut impl Write) -> io::Result<u64> {
        let nest = self.nest;
        let name = nest.names.id(id);
        // A loop whose iterations differ has all of them as its one body.
        let apart = nest.tuples.as_ref().and_then(|tuples| tuples.drawing.iterations(id));
        let (count, period) = (node.count, node.period);
        self.begin(start, node.span());
        let _ = match apart {
            Some(count) => write!(
                self.line,
                "\"loop {name} × {count}\",\"cat\":\"loop\",\"args\":{{\"loop\":{name},\"count\":{count}}}"
            ),
            None => write!(
                self.line,
                "\"loop {name} × {count}\",\"cat\":\"loop\",\"args\":{{\"loop\":{name},\"count\":{count},\"events\":{period}}}"
            ),
        };
        self.end(out)?;
        let written = self.most.of(count);
        let mut at = start;
        for iteration in 1..=written {
            if period > 1 && apart.is_none() {
                self.begin(at, period);
                let _ = write!(self.line, "\"iteration {iteration}\",\"cat\":\"iteration\"");
                self.end(out)?;
            }
            for &id in nest.nest.body(node) {
                at = self.node(id, at, out)?;
            }
        }
        if written < count {
            let (first, left) = (written + 1, count - written);
            self.begin(at, left * period);
            let _ = write!(
                self.line,
                "\"iterations {first} to {count}, alike\",\"cat\":\"rest\",\"args\":{{\"iterations\":{left},\"events\":{}}}",
                left * period
            );
            self.end(out)?;
            at += left * period;
        }
        Ok(at)
    }

    /// Begins the slice of so many events, up to its name.
    fn begin(&mut self, at: u64, events: u64) {
        let own = self.own;
        let last = at.saturating_add(events).saturating_sub(1);
        let ends = (self.span(at), self.span(last));
        let (start, duration) = match ends {
            (Some((start, _)), Some((_, end))) => (microseconds(start), microseconds(end.saturating_sub(start))),
            _ => (at.to_string(), events.to_string()),
        };
        self.line.clear();
        let _ = write!(
            self.line,
            ",\n{{\"ph\":\"X\",\"pid\":{own},\"tid\":{own},\"ts\":{start},\"dur\":{duration},\"name\":"
        );
    }

    /// The same of an event, which is an instant if it is in no call.
    fn begin_item(&mut self, at: u64) {
        let moment = usize::try_from(at).ok().and_then(|at| self.times?.moment(at));
        let Some((time, _)) = moment.and_then(|_| self.span(at)) else { return self.begin(at, 1) };
        let (own, time) = (self.own, microseconds(time));
        self.line.clear();
        let _ = write!(self.line, ",\n{{\"ph\":\"i\",\"s\":\"t\",\"pid\":{own},\"tid\":{own},\"ts\":{time},\"name\":");
    }

    /// When an event begins and ends, in nanoseconds.
    fn span(&self, at: u64) -> Option<(u128, u128)> {
        let times = self.times?;
        let span = times.get(usize::try_from(at).ok()?)?;
        Some((times.tick().nanoseconds(span.enter), times.tick().nanoseconds(span.leave)))
    }

    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.line.push('}');
        out.write_all(self.line.as_bytes())
    }

    /// Appends the name and the arguments of the item at a position.
    fn item(&mut self, position: u64) {
        let (table, line) = (self.table, &mut self.line);
        match &mut self.items {
            Items::Tuples(values) => tuple(values, position as usize, table, line),
            Items::Events { rest, at, known } => {
                let id = rest.nth((position - *at) as usize);
                *at = position + 1;
                let Some(id) = id else { return line.push_str("\"\"") };
                if known.len() <= id.index() {
                    known.resize(id.index() + 1, None);
                }
                let Some(text) = known.get_mut(id.index()) else { return };
                line.push_str(text.get_or_insert_with(|| event(table.record(id), table)));
            }
        }
    }
}

/// An event from its name on.
fn event(record: &Record, table: &Table) -> Box<str> {
    let mut line = String::new();
    let _ = match (record.kind, record.peer) {
        (Kind::Send, Some(peer)) => write!(line, "\"send to {peer}\""),
        (Kind::Recv, Some(peer)) => write!(line, "\"recv from {peer}\""),
        _ => write!(line, "{}", json(table.name(record.name))),
    };
    let _ = write!(line, ",\"cat\":\"{}\"", record.kind.name());
    let number = |name, number: Option<i128>| Some((name, number?.to_string()));
    let args = [
        number("peer", record.peer.map(i128::from)),
        number("tag", record.tag.map(i128::from)),
        number("bytes", record.bytes.map(i128::from)),
        record.group.map(|group| ("comm", json(table.group_text(group)))),
        record.op.map(|op| ("op", json(table.name(op)))),
        number("root", record.root.map(i128::from)),
        record.site.map(|site| ("site", json(table.name(site)))),
    ];
    arguments(args.into_iter().flatten(), &mut line);
    line.into()
}

/// A tuple from its name on. Numbers beyond 2^53 are texts, because readers of JSON round them.
fn tuple(values: &Values, at: usize, table: &Table, line: &mut String) {
    let label = values.label(at).map_or("value", |label| table.name(label));
    let _ = write!(line, "{},\"cat\":\"value\"", json(label));
    let numbers = values.columns().iter().zip(values.tuple(at));
    let args = numbers.map(|(column, number)| {
        let text = column.notation().text(number);
        let plain = number.unsigned_abs() < 1 << 53 && !text.starts_with("0x") && !text.starts_with("-0x");
        (column.name(), if plain { text } else { json(&text) })
    });
    arguments(args, line);
}

/// Nanoseconds as microseconds, with as many decimals as they need.
fn microseconds(time: u128) -> String {
    match time % 1000 {
        0 => (time / 1000).to_string(),
        rest => format!("{}.{rest:03}", time / 1000),
    }
}

fn arguments<'a>(args: impl Iterator<Item = (&'a str, String)>, line: &mut String) {
    let mut open = false;
    for (name, value) in args {
        line.push_str(if open { "," } else { ",\"args\":{" });
        let _ = write!(line, "{}:{value}", json(name));
        open = true;
    }
    if open {
        line.push('}');
    }
}

/// A text as a JSON string.
fn json(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

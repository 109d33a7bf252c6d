//! The loop nest as trace-event JSON: every process a track, every loop, every iteration of it and
//! every event a slice in the one around it. One microsecond is one event.
//!
//! All iterations of a loop are alike, so of long ones the first few are written and one slice stands for
//! the others, in its place and with its length: LU on 16 processes, 1.5 million events, is 1.9 MB instead of 208. How
//! many are written is one number for the whole trace, so that loops can be compared, and the largest
//! of [`STEPS`] with which the file has at most [`MOST_SLICES`] slices; [`Iterations::All`] writes every one.
//!
//! | slice | `name` | `cat` | `args` |
//! | --- | --- | --- | --- |
//! | a loop | `loop 1 × 249` | `loop` | `loop`, `count`, `events` (of an iteration) |
//! | an iteration; none where it is a single event | `iteration 3` | `iteration` | |
//! | those that are not written | `iterations 11 to 249, alike` | `rest` | `iterations` |
//! | an event | `send to 1`, `MPI_Bcast` | its kind | `peer`, `tag`, `bytes`, `comm`, `op`, `root` as far as it has them |
//! | a tuple | its label | `value` | its fields |
//!
//! An event's arguments are its own, whether or not the signature that the loops were found with looks at them. The first
//! event of the file is metadata called `loopscope`: by it this program's reader knows the form and takes events as they stand.

use std::fmt::Write as _;
use std::io::{self, Write};

use loopscope_core::nest::{Loop, Nest, Node, NodeId};
use loopscope_core::trace::{Kind, Process, Record, RecordId, Table, Values, View};

use crate::analysis::ProcessNest;

/// Slices that a file has at most, if iterations can be left out: some 3 MB.
pub const MOST_SLICES: u64 = 30_000;

/// How many iterations of a loop are written where not all are.
const STEPS: [u64; 7] = [100, 30, 10, 5, 3, 2, 1];

/// How many iterations of every loop are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterations {
    /// Every one.
    All,
    /// The first ones. A single one that would be left is written, too.
    First(u64),
}

impl Iterations {
    /// As many as make a file of these nests that a viewer opens at once. O(items of the nests).
    pub fn fitting(nests: &[ProcessNest]) -> Iterations {
        let steps = STEPS.map(Iterations::First);
        let fits = |most: &Iterations| {
            let slices = nests.iter().map(|process| counts(&process.nest, *most).0);
            slices.fold(0, u64::saturating_add) <= MOST_SLICES
        };
        let found = [Iterations::All].into_iter().chain(steps).find(fits);
        found.unwrap_or(Iterations::First(1))
    }

    /// Slices that are written of the nest, about. O(items).
    pub fn slices(self, nest: &ProcessNest) -> u64 {
        counts(&nest.nest, self).0
    }

    /// Events of the nest that are written. O(items).
    pub fn events(self, nest: &ProcessNest) -> u64 {
        counts(&nest.nest, self).1
    }

    /// Of so many.
    fn of(self, count: u64) -> u64 {
        match self {
            Iterations::First(most) if count > most.saturating_add(1) => most,
            _ => count,
        }
    }
}

/// Slices and events that are written of a nest.
fn counts(nest: &Nest, most: Iterations) -> (u64, u64) {
    let mut known: Vec<(u64, u64)> = Vec::with_capacity(nest.nodes().len());
    let sum = |known: &[(u64, u64)], items: &[NodeId]| {
        let items = items.iter().filter_map(|id| known.get(id.index()));
        items.fold((0u64, 0u64), |sum, item| {
            (sum.0.saturating_add(item.0), sum.1.saturating_add(item.1))
        })
    };
    // Children stand before their parents.
    for node in nest.nodes() {
        let own = match node {
            Node::Symbol(_) => (1, 1),
            Node::Loop(node) => {
                let written = most.of(node.count);
                let (slices, events) = sum(&known, nest.body(&node));
                let each = slices.saturating_add(u64::from(node.period > 1));
                let around = 1 + u64::from(written < node.count);
                (
                    each.saturating_mul(written).saturating_add(around),
                    events.saturating_mul(written),
                )
            }
        };
        known.push(own);
    }
    sum(&known, nest.root())
}

/// What stands before the first process.
///
/// # Errors
/// It cannot be written. So are those of all others.
pub fn begin_slices(out: &mut impl Write) -> io::Result<()> {
    out.write_all(
        b"{\"displayTimeUnit\":\"ms\",\"otherData\":{\"producer\":\"loopscope\",\"time\":\"1 event = 1 us\"},\
          \"traceEvents\":[\n{\"ph\":\"M\",\"pid\":0,\"tid\":0,\"ts\":0,\"name\":\"loopscope\",\"args\":{}}",
    )
}

/// What stands behind the last one.
pub fn end_slices(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"\n]}\n")
}

/// Writes a process, whose nest was made of that view with local events kept. O(items of the view and slices); memory
/// for the text of every different record.
pub fn write_slices(
    process: &Process,
    table: &Table,
    view: View,
    nest: &ProcessNest,
    most: Iterations,
    out: &mut impl Write,
) -> io::Result<()> {
    let own = process.id.0;
    for (kind, args) in [
        ("process_name", format!("\"name\":\"Process {own}\"")),
        ("process_sort_index", format!("\"sort_index\":{own}")),
        ("thread_name", "\"name\":\"loops\"".to_owned()),
    ] {
        write!(
            out,
            ",\n{{\"ph\":\"M\",\"pid\":{own},\"tid\":{own},\"ts\":0,\"name\":\"{kind}\",\"args\":{{{args}}}}}"
        )?;
    }
    let items = match process.values().filter(|_| view == View::Values) {
        Some(values) => Items::Tuples(values),
        None => Items::Events {
            rest: Box::new(process.events(view).into_iter().flatten()),
            at: 0,
            known: Vec::new(),
        },
    };
    let mut writer = Writer { nest, table, most, own, items, line: String::new() };
    let mut at = 0;
    for &id in nest.nest.root() {
        at = writer.node(id, at, out)?;
    }
    Ok(())
}

/// What the nest is of.
enum Items<'a> {
    /// Records, those from position `at` on, and the texts of those that came.
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
    items: Items<'a>,
    line: String,
}

impl Writer<'_> {
    /// A node that begins there; where it ends. A level of loops is a level of the stack, of which there are
    /// at most 64: each doubles the events at least.
    fn node(&mut self, id: NodeId, at: u64, out: &mut impl Write) -> io::Result<u64> {
        match self.nest.nest.node(id) {
            Node::Symbol(_) => {
                self.begin(at, 1);
                self.item(at);
                self.end(out)?;
                Ok(at + 1)
            }
            Node::Loop(node) => self.run(id, &node, at, out),
        }
    }

    fn run(
        &mut self,
        id: NodeId,
        node: &Loop,
        start: u64,
        out: &mut impl Write,
    ) -> io::Result<u64> {
        let nest = self.nest;
        let name = nest.names.id(id);
        // A loop whose iterations differ stands with all of them as its one body.
        let apart = nest.tuples.as_ref().and_then(|tuples| tuples.drawing.iterations(id));
        let (count, period) = (node.count, node.period);
        self.begin(start, node.span());
        // Writing to a string cannot fail.
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
                "\"iterations {first} to {count}, alike\",\"cat\":\"rest\",\"args\":{{\"iterations\":{left}}}"
            );
            self.end(out)?;
            at += left * period;
        }
        Ok(at)
    }

    /// A slice up to its name.
    fn begin(&mut self, at: u64, events: u64) {
        let own = self.own;
        self.line.clear();
        let _ = write!(
            self.line,
            ",\n{{\"ph\":\"X\",\"pid\":{own},\"tid\":{own},\"ts\":{at},\"dur\":{events},\"name\":"
        );
    }

    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.line.push('}');
        out.write_all(self.line.as_bytes())
    }

    /// The name and the arguments of the item there.
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
    ];
    arguments(args.into_iter().flatten(), &mut line);
    line.into()
}

/// A tuple from its name on. Numbers beyond 2^53 are texts, since JSON's readers round them.
fn tuple(values: &Values, at: usize, table: &Table, line: &mut String) {
    let label = values.label(at).map_or("value", |label| table.name(label));
    let _ = write!(line, "{},\"cat\":\"value\"", json(label));
    let numbers = values.columns().iter().zip(values.tuple(at));
    let args = numbers.map(|(column, number)| {
        let text = column.notation().text(number);
        let plain =
            number.unsigned_abs() < 1 << 53 && !text.starts_with("0x") && !text.starts_with("-0x");
        (column.name(), if plain { text } else { json(&text) })
    });
    arguments(args, line);
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

/// A text as JSON.
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

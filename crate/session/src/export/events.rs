//! Events and tuples as lines.

use std::fmt::Write as _;
use std::io::{self, Write};

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{
    Kind, MomentCursor, OfRecords, Process, ProcessId, Record, RecordId, Span, Table, Tick, View,
};
use loopscope_formats::guarded;

/// Lines of the events of a view; that of each record is made once.
struct Lines<'a, M> {
    table: &'a Table,
    known: OfRecords<Option<Box<str>>>,
    make: M,
}

impl<'a, M: Fn(&Record, &mut String)> Lines<'a, M> {
    /// Lines of so many events.
    fn new(table: &'a Table, events: usize, make: M) -> Self {
        Lines { table, known: OfRecords::new(table.records().len(), events, None), make }
    }

    fn write(&mut self, id: RecordId, out: &mut impl Write) -> io::Result<()> {
        let (table, make) = (self.table, &self.make);
        let line = self.known.slot(id).get_or_insert_with(|| {
            let mut line = String::new();
            make(table.record(id), &mut line);
            let mut line = in_one_line(line);
            line.push('\n');
            line.into_boxed_str()
        });
        out.write_all(line.as_bytes())
    }
}

/// Writes the items of a view. The line of each record is made once.
fn lines(
    process: &Process,
    view: View,
    table: &Table,
    out: &mut impl Write,
    make: impl Fn(&Record, &mut String),
) -> io::Result<()> {
    let Some(events) = process.events(view) else { return Ok(()) };
    let mut lines = Lines::new(table, events.len(), make);
    events.iter().try_for_each(|id| lines.write(id, out))
}

/// Whether a text has control characters, which a line of a text file cannot hold.
pub(super) fn has_controls(text: &str) -> bool {
    text.contains(|c: char| c.is_control() && c != '\t')
}

/// A line with its control characters as escapes: a line feed would make two lines of it, and a file with a NUL is not
/// taken for text. Names from JSON or binary files may have such characters.
fn in_one_line(line: String) -> String {
    if !has_controls(&line) {
        return line;
    }
    let mut escaped = String::with_capacity(line.len() + 8);
    for c in line.chars() {
        match c {
            '\t' => escaped.push(c),
            c if c.is_control() => escaped.extend(c.escape_default()),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A name as one word. An empty name becomes `_`, or its event would be lost.
fn word(name: &str) -> String {
    let word = name.split_ascii_whitespace().collect::<Vec<_>>().join("_");
    if word.is_empty() {
        return "_".to_owned();
    }
    word
}

/// The native form.
pub(super) fn native(process: &Process, table: &Table, out: &mut impl Write) -> io::Result<()> {
    let (own, view) = (process.id, View::Communication);
    lines(process, view, table, out, |record, line| native_line(own, record, table, line))
}

fn native_line(own: ProcessId, record: &Record, table: &Table, line: &mut String) {
    let name = table.name(record.name);
    let tag = record.tag.unwrap_or(0);
    let _ = match (record.kind, record.peer, record.group) {
        (Kind::Send, Some(peer), _) => write!(line, "{own} send {peer} {tag}"),
        (Kind::Recv, Some(peer), _) => write!(line, "{peer} recv {own} {tag}"),
        // An unknown process is not guessed.
        (Kind::Send | Kind::Recv, None, _) => write!(line, "{own} local {}", record.kind.name()),
        (Kind::Sync, _, Some(group)) => {
            write!(line, "{own} sync {} {}", word(name), table.group_text(group))
        }
        (Kind::Sync, _, None) => write!(line, "{own} local sync {name}"),
        (Kind::Local | Kind::Call, ..) => write!(line, "{own} local {name}"),
    };
}

/// One token per item, made of the default fields of its view.
pub(super) fn symbols(process: &Process, view: View, table: &Table, out: &mut impl Write) -> io::Result<()> {
    let signature = Signature::default_for(view);
    lines(process, view, table, out, |record, line| {
        line.push_str(&word(&signature.text(record, process.id, table)));
    })
}

/// Rows of [`HEADER`](loopscope_formats::csv_events::HEADER): communication, then calls.
pub(super) fn rows(process: &Process, table: &Table, out: &mut impl Write) -> io::Result<()> {
    for view in [View::Communication, View::Calls] {
        lines(process, view, table, out, |record, line| row(process.id, record, table, line))?;
    }
    Ok(())
}

/// Rows of [`TIMED_HEADER`](loopscope_formats::csv_events::TIMED_HEADER).
pub(super) fn timed_rows<W: Write>(process: &Process, table: &Table, out: &mut W) -> io::Result<()> {
    let make = |record: &Record, line: &mut String| row(process.id, record, table, line);
    let length = |view| process.len(view).unwrap_or(0);
    let mut of_calls = Lines::new(table, length(View::Calls), make);
    let mut of_events = Lines::new(table, length(View::Communication), make);
    let times = |view| process.times(view);
    let mut call_times = times(View::Calls).map(|times| (times.tick(), times.iter()));
    let mut calls = process.events(View::Calls).into_iter().flatten();
    let mut next_call = |out: &mut W| -> io::Result<bool> {
        let Some(id) = calls.next() else { return Ok(false) };
        match call_times.as_mut().and_then(|(tick, spans)| Some((*tick, spans.next()?))) {
            Some((tick, span)) => write_times(tick, span, false, out)?,
            None => write!(out, ",,")?,
        }
        of_calls.write(id, out)?;
        Ok(true)
    };
    let events = process.events(View::Communication).into_iter().flatten();
    match times(View::Communication) {
        None => events.into_iter().try_for_each(|id| {
            write!(out, ",,")?;
            of_events.write(id, out)
        })?,
        Some(times) => {
            let (tick, mut cursor) = (times.tick(), MomentCursor::default());
            // Calls that are written before an event: those before its own, and that if its times are the call's.
            let mut written = 0u64;
            let numbers = times.calls().into_iter().flatten().map(|[call]| call);
            for (at, ((id, span), call)) in (0..).zip(events.zip(times.iter()).zip(numbers)) {
                let moment = times.moments().and_then(|moments| cursor.at(moments, at));
                let before = call.saturating_add(u64::from(moment.is_none()));
                while written < before && next_call(out)? {
                    written += 1;
                }
                write_times(tick, span, moment.is_some(), out)?;
                of_events.write(id, out)?;
            }
        }
    }
    while next_call(out)? {}
    Ok(())
}

/// Writes the first two cells of a row; a moment has no end.
fn write_times(tick: Tick, span: Span, is_moment: bool, out: &mut impl Write) -> io::Result<()> {
    let (start, end) = (tick.nanoseconds(span.enter), tick.nanoseconds(span.leave));
    if is_moment {
        return write!(out, "{start},,");
    }
    write!(out, "{start},{end},")
}

fn row(own: ProcessId, record: &Record, table: &Table, line: &mut String) {
    let _ = write!(line, "{own},{},", record.kind.name());
    cell(table.name(record.name), line);
    let mut number = |number: Option<i128>| {
        line.push(',');
        if let Some(number) = number {
            let _ = write!(line, "{number}");
        }
    };
    number(record.peer.map(i128::from));
    number(record.tag.map(i128::from));
    number(record.bytes.map(i128::from));
    line.push(',');
    if let Some(group) = record.group {
        cell(table.group_text(group), line);
    }
    line.push(',');
    if let Some(op) = record.op {
        cell(table.name(op), line);
    }
    line.push(',');
    if let Some(root) = record.root {
        let _ = write!(line, "{root}");
    }
    // Rows may end early.
    if let Some(site) = record.site {
        line.push(',');
        cell(table.name(site), line);
    }
}

/// A table of numbers, with the label in the first column. It has no header if no field has a name of its own.
pub(super) fn tuples(process: &Process, table: &Table, out: &mut impl Write) -> io::Result<()> {
    let Some(values) = process.values() else { return Ok(()) };
    let columns = values.columns();
    let labelled = values.label_counts().iter().any(|(label, _)| label.is_some());
    let plain = columns
        .iter()
        .enumerate()
        .all(|(at, column)| column.name() == "value" || column.name() == format!("value {}", at + 1));
    let mut line = String::new();
    if labelled || !plain {
        let names = columns.iter().map(|column| column.name());
        for (at, name) in labelled.then_some("label").into_iter().chain(names).enumerate() {
            line.push_str(if at == 0 { "" } else { "," });
            cell(name, &mut line);
        }
        line = in_one_line(line);
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    for at in 0..values.len() {
        line.clear();
        if labelled {
            cell(values.label(at).map_or("", |label| table.name(label)), &mut line);
        }
        for (place, (column, number)) in columns.iter().zip(values.tuple(at)).enumerate() {
            line.push_str(if place == 0 && !labelled { "" } else { "," });
            line.push_str(&column.notation().text(number));
        }
        line = in_one_line(line);
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// A cell of text: quoted if it could be misread, and [guarded] against being run as a formula.
fn cell(text: &str, line: &mut String) {
    let text = &*guarded(text);
    let trimmed = text.trim_ascii().len() < text.len();
    let special = |c: char| matches!(c, ',' | ';' | '"' | '\t' | '|') || c.is_control();
    if !trimmed && !text.contains(special) && !text.starts_with('#') {
        return line.push_str(text);
    }
    line.push('"');
    for c in text.chars() {
        if c == '"' {
            line.push('"');
        }
        line.push(c);
    }
    line.push('"');
}

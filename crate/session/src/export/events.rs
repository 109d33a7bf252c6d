//! Events and tuples as lines.

use std::fmt::Write as _;
use std::io::{self, Write};

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{Kind, OfRecords, Process, ProcessId, Record, Table, View};
use loopscope_formats::guarded;

/// Writes the items of a view, the line of each record made once.
fn lines(
    process: &Process,
    view: View,
    table: &Table,
    out: &mut impl Write,
    make: impl Fn(&Record, &mut String),
) -> io::Result<()> {
    let Some(events) = process.events(view) else { return Ok(()) };
    let mut known: OfRecords<Option<Box<str>>> =
        OfRecords::new(table.records().len(), events.len(), None);
    for id in events {
        let line = known.slot(id).get_or_insert_with(|| {
            let mut line = String::new();
            make(table.record(id), &mut line);
            let mut line = in_one_line(line);
            line.push('\n');
            line.into_boxed_str()
        });
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// Whether a text has characters that no line of a text file can hold.
pub(super) fn has_controls(text: &str) -> bool {
    text.contains(|c: char| c.is_control() && c != '\t')
}

/// A line whose control characters, which names from JSON or binary files may have, are written as escapes: a line feed
/// would be two lines, and a file with a NUL is no text.
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

/// A name as one word. One without letters is a word, too, or its event would be lost.
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
    // Writing to a string cannot fail.
    let _ = match (record.kind, record.peer, record.group) {
        (Kind::Send, Some(peer), _) => write!(line, "{own} send {peer} {tag}"),
        (Kind::Recv, Some(peer), _) => write!(line, "{peer} recv {own} {tag}"),
        // A process that nobody recorded is not guessed.
        (Kind::Send | Kind::Recv, None, _) => write!(line, "{own} local {}", record.kind.name()),
        (Kind::Sync, _, Some(group)) => {
            write!(line, "{own} sync {} {}", word(name), table.group_text(group))
        }
        (Kind::Sync, _, None) => write!(line, "{own} local sync {name}"),
        (Kind::Local | Kind::Call, ..) => write!(line, "{own} local {name}"),
    };
}

/// One token an item, by all that its view says as a rule.
pub(super) fn symbols(
    process: &Process,
    view: View,
    table: &Table,
    out: &mut impl Write,
) -> io::Result<()> {
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
}

/// A table of numbers, labels in front. Without a header where no field has a name of its own.
pub(super) fn tuples(process: &Process, table: &Table, out: &mut impl Write) -> io::Result<()> {
    let Some(values) = process.values() else { return Ok(()) };
    let columns = values.columns();
    let labelled = values.label_counts().iter().any(|(label, _)| label.is_some());
    let plain = columns.iter().enumerate().all(|(at, column)| {
        column.name() == "value" || column.name() == format!("value {}", at + 1)
    });
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

/// A cell of text, in quotation marks where it could be mistaken, and [guarded] against being run.
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

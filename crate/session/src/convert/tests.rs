//! What is written is read again as what it was.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may fail

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use loopscope_core::trace::{Kind, Notation, Number, ProcessId, Record, Trace, TraceBuilder, View};
use proptest::prelude::*;

use super::{begin_slices, check, end_slices, losses, write_slices, Form, Writer};
use crate::analyse::ProcessNest;
use crate::open::{Content, Limits, OpenedContent, Opening, SourceFile, Status};
use crate::options::Wanted;

/// Everything that a trace says, in a form that does not depend on numbers of records.
fn said(trace: &Trace) -> Vec<String> {
    let table = trace.table();
    let mut lines = Vec::new();
    for process in trace.processes() {
        for view in [View::Communication, View::Calls] {
            for id in process.events(view).into_iter().flatten() {
                let record = table.record(id);
                let group = record.group.map(|group| table.group(group).to_vec());
                lines.push(format!(
                    "{} {:?} {:?} {:?} {:?} {:?} {group:?} {:?} {:?}",
                    process.id,
                    record.kind,
                    table.name(record.name),
                    record.peer,
                    record.tag,
                    record.bytes,
                    record.op.map(|op| table.name(op)),
                    record.root
                ));
            }
        }
        if let Some(values) = process.values() {
            let names = values.columns().iter().map(|column| column.name());
            lines.push(format!("{} fields {:?}", process.id, names.collect::<Vec<_>>()));
            for at in 0..values.len() {
                lines.push(format!("{} {}", process.id, values.text(at, table)));
            }
        }
    }
    lines
}

fn open(files: Vec<(String, Vec<u8>)>) -> Trace {
    let file = |(path, bytes)| SourceFile { path, data: Content::Random(Rc::new(bytes)) };
    let files = files.into_iter().map(file).collect();
    let mut opening = Opening::new("written", files, Limits::default());
    loop {
        match opening.step(1 << 20) {
            Ok(Status::Working) => {}
            Ok(Status::Done(opened)) => match opened.content {
                OpenedContent::Trace(trace) => return trace,
                OpenedContent::NestsJson(_) => panic!("these are nests"),
            },
            Err(notes) => panic!("{}", notes[0]),
        }
    }
}

/// A trace written in that form, one file for all processes or one for each, and read again.
fn again(trace: &Trace, form: Form, one_file: bool) -> Trace {
    let writer = Writer::new(trace, form);
    let mut files = Vec::new();
    let mut bytes = Vec::new();
    writer.begin(&mut bytes).unwrap();
    for process in trace.processes() {
        writer.process(process, &mut bytes).unwrap();
        if !one_file {
            files.push((format!("rank-{}", process.id), std::mem::take(&mut bytes)));
            writer.begin(&mut bytes).unwrap();
        }
    }
    if one_file {
        files.push(("all".to_owned(), bytes));
    }
    open(files)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")
}

/// Good fixtures of a format, each as a trace.
fn fixtures(format: &str) -> Vec<(String, Trace)> {
    let mut found = Vec::new();
    for tool in fs::read_dir(root().join(format)).unwrap() {
        let Ok(files) = fs::read_dir(tool.unwrap().path().join("good")) else { continue };
        for file in files {
            let path = file.unwrap().path();
            if path.is_file() && path.extension().is_none_or(|end| end != "expected") {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                found.push((name.clone(), open(vec![(name, fs::read(&path).unwrap())])));
            }
        }
    }
    assert!(!found.is_empty(), "{format}");
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

#[test]
fn a_table_says_all_that_events_say() {
    for format in ["native", "symbols", "csv-events", "chrome", "paje", "simgrid"] {
        for (name, trace) in fixtures(format) {
            assert_eq!(said(&again(&trace, Form::Csv, true)), said(&trace), "{name}");
            assert_eq!(said(&again(&trace, Form::Csv, false)), said(&trace), "{name}");
        }
    }
}

#[test]
fn tables_of_numbers_come_back() {
    for format in ["din", "lackey", "numbers", "csv"] {
        for (name, trace) in fixtures(format) {
            let again = again(&trace, Form::Csv, false);
            let own = said(&trace);
            // Fields without names of their own are called as the new form calls them.
            let skip = usize::from(format == "numbers");
            assert_eq!(said(&again)[skip..], own[skip..], "{name}");
        }
    }
}

#[test]
fn native_and_symbols_come_back() {
    for (name, trace) in fixtures("native") {
        assert_eq!(said(&again(&trace, Form::Native, true)), said(&trace), "{name}");
        assert_eq!(said(&again(&trace, Form::Native, false)), said(&trace), "{name}");
    }
    for (name, trace) in fixtures("symbols") {
        assert_eq!(said(&again(&trace, Form::Symbols, false)), said(&trace), "{name}");
    }
}

#[test]
fn what_a_form_does_not_hold_is_said() {
    let (_, table) = fixtures("csv-events").swap_remove(0);
    let (_, numbers) = fixtures("din").swap_remove(0);
    let (_, words) = fixtures("symbols").swap_remove(0);
    assert!(check("t", &numbers, Form::Native).is_err());
    assert!(check("t", &numbers, Form::Symbols).is_err());
    assert!(check("t", &words, Form::Native).is_err());
    assert!(check("t", &table, Form::Csv).is_ok());
    assert!(losses("t", &table, Form::Csv).is_empty());
    assert!(!losses("t", &table, Form::Native).is_empty());
}

/// Slices nest as loops do: the JSON is read back, and its events in order of time are the trace.
#[test]
fn slices_are_the_trace() {
    for (name, trace) in fixtures("native") {
        let options = Wanted::default().resolve(&name, &trace).unwrap();
        let mut bytes = Vec::new();
        begin_slices(&mut bytes).unwrap();
        for process in trace.processes() {
            let nest = ProcessNest::build(process, trace.table(), &options).unwrap();
            write_slices(&nest, &mut bytes).unwrap();
        }
        end_slices(&mut bytes).unwrap();
        let document: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let events = document["traceEvents"].as_array().unwrap();
        let mut lines = Vec::new();
        let mut open: Vec<(u64, u64)> = Vec::new();
        for event in events.iter().filter(|event| event["ph"] == "X") {
            let (at, dur) = (event["ts"].as_u64().unwrap(), event["dur"].as_u64().unwrap());
            let process = event["pid"].as_u64().unwrap();
            open.retain(|&(of, end)| of == process && end > at);
            assert!(open.iter().all(|&(_, end)| end >= at + dur), "{name}: {event}");
            if event["cat"].is_null() {
                lines.push(format!("{process} {}", event["name"].as_str().unwrap()));
            } else {
                open.push((process, at + dur));
            }
        }
        let mut expected = Vec::new();
        for process in trace.processes() {
            for id in process.events(options.view).into_iter().flatten() {
                let record = trace.table().record(id);
                let text = options.signature.text(record, process.id, trace.table());
                expected.push(format!("{} {text}", process.id));
            }
        }
        assert_eq!(lines, expected, "{name}");
        // The file is one that this program reads, too.
        assert!(!said(&open_one(bytes)).is_empty());
    }
}

fn open_one(bytes: Vec<u8>) -> Trace {
    open(vec![("loops.json".to_owned(), bytes)])
}

/// Names as traces have them, with what a table must quote.
fn name() -> impl Strategy<Value = String> {
    "[a-z\"#,;|(]{1,4}( [a-z\",]{1,3}){0,2}"
}

/// A process: its events in both views, drawn from few records, so that some repeat.
fn events() -> impl Strategy<Value = Vec<(bool, RecordParts)>> {
    proptest::collection::vec((any::<bool>(), record()), 0..30)
}

#[derive(Clone, Debug)]
struct RecordParts {
    kind: Kind,
    name: String,
    peer: Option<u32>,
    tag: Option<i64>,
    group: Option<Vec<u32>>,
    bytes: Option<u64>,
    op: Option<String>,
    root: Option<u32>,
}

fn record() -> impl Strategy<Value = RecordParts> {
    let parts = (
        0usize..5,
        name(),
        proptest::option::of(0u32..20),
        proptest::option::of(-5i64..100),
        proptest::option::of(proptest::collection::vec(0u32..12, 1..5)),
        proptest::option::of(0..u64::from(u32::MAX)),
        proptest::option::of(name()),
        proptest::option::of(0u32..9),
    );
    parts.prop_map(|(kind, name, peer, tag, group, bytes, op, root)| RecordParts {
        kind: Kind::ALL[kind],
        name,
        peer,
        tag,
        group,
        bytes,
        op,
        root,
    })
}

fn build(processes: &[Vec<(bool, RecordParts)>]) -> Trace {
    let mut builder = TraceBuilder::new(1 << 30);
    builder.begin_source("random");
    for (id, events) in (0u32..).zip(processes) {
        let slot = builder.process(ProcessId(3 * id)).unwrap();
        for (_, parts) in events {
            let name = match parts.kind {
                Kind::Send | Kind::Recv => parts.kind.name(),
                _ => &parts.name,
            };
            let name = builder.name(name).unwrap();
            let group = parts.group.clone().map(|group| builder.group(group).unwrap());
            let op = parts.op.as_ref().map(|op| builder.name(op).unwrap());
            let record = Record {
                peer: parts.peer,
                tag: parts.tag,
                group,
                bytes: parts.bytes,
                root: parts.root,
                op,
                ..Record::new(parts.kind, name)
            };
            let record = builder.record(record).unwrap();
            let calls = parts.kind == Kind::Call;
            let view = if calls { View::Calls } else { View::Communication };
            builder.push(slot, view, record).unwrap();
        }
    }
    builder.finish()
}

proptest! {
    #[test]
    fn random_events_come_back_from_a_table(
        processes in proptest::collection::vec(events(), 1..4),
        one_file in any::<bool>(),
    ) {
        let trace = build(&processes);
        // A process without events leaves no trace.
        prop_assume!(processes.iter().all(|events| !events.is_empty()));
        prop_assert_eq!(said(&again(&trace, Form::Csv, one_file)), said(&trace));
    }

    #[test]
    fn random_tuples_come_back_from_a_table(
        rows in proptest::collection::vec((any::<i64>(), any::<u32>()), 1..40),
        labels in proptest::collection::vec("[a-z]{1,3}( [a-z,\"]{2})?", 1..3),
        labelled in any::<bool>(),
    ) {
        let mut builder = TraceBuilder::new(1 << 30);
        builder.begin_source("random");
        let slot = builder.process(ProcessId(0)).unwrap();
        builder
            .begin_values(slot, &[("first, one", Notation::Decimal), ("b", Notation::Hexadecimal)])
            .unwrap();
        for (at, &(first, second)) in rows.iter().enumerate() {
            let label = if labelled {
                Some(builder.name(&labels[at % labels.len()]).unwrap())
            } else {
                None
            };
            let numbers = [Number::from(first), Number::from(u64::from(second))];
            builder.push_tuple(slot, label, &numbers).unwrap();
        }
        let trace = builder.finish();
        prop_assert_eq!(said(&again(&trace, Form::Csv, false)), said(&trace));
    }
}

//! What is written is read again as what it was.

use std::fs;
use std::path::{Path, PathBuf};

use loopscope_core::trace::{Kind, Notation, Number, ProcessId, Record, Trace, TraceBuilder, View};
use proptest::prelude::*;

use super::{
    begin_slices, check, end_slices, left_out, losses, too_many, write_slices, Form, Iterations, Writer, MOST_SLICES,
};
use crate::analysis::ProcessNest;
use crate::open::tests::{file, into_trace, work};
use crate::open::{Limits, Opening};
use crate::options::OptionChoices;

/// Everything that a trace says, in a form that does not depend on numbers of records.
fn said(trace: &Trace) -> Vec<String> {
    let table = trace.table();
    let mut lines = Vec::new();
    for process in trace.processes() {
        for view in [View::Communication, View::Calls] {
            for id in process.events(view).into_iter().flatten() {
                let record = table.record(id);
                let group = record.group.map(|group| table.group(group).to_vec());
                let names = (table.name(record.name), record.op.map(|op| table.name(op)));
                let numbers = (record.peer, record.tag, record.bytes, record.root);
                lines.push(format!("{} {:?} {names:?} {numbers:?} {group:?}", process.id, record.kind));
            }
        }
        for (view, word) in [(View::Communication, "Event"), (View::Calls, "Call")] {
            let Some(times) = process.times(view) else { continue };
            let nanoseconds = |time| times.tick().nanoseconds(time);
            let spans = times.iter().map(|span| (nanoseconds(span.enter), nanoseconds(span.leave)));
            lines.push(format!("{} {word} times {:?}", process.id, spans.collect::<Vec<_>>()));
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
    let files = files.into_iter().map(|(path, bytes)| file(&path, bytes)).collect();
    into_trace(work(Opening::new("written", files, Limits::default()), 1 << 20).unwrap())
}

fn open_one(name: &str, content: impl Into<Vec<u8>>) -> Trace {
    open(vec![(name.to_owned(), content.into())])
}

/// A trace written in that form, one file for all processes or one for each, and read again.
fn again(trace: &Trace, form: Form, one_file: bool) -> Trace {
    let writer = Writer::new(trace, form);
    // Words that do not repeat are a list of symbols because the name of their file says so.
    let ending = if form == Form::Symbols { ".sym" } else { "" };
    let name = |process| format!("rank-{process}{ending}");
    let mut files = Vec::new();
    let mut bytes = Vec::new();
    writer.begin(&mut bytes).unwrap();
    for process in trace.processes() {
        writer.process(process, &mut bytes).unwrap();
        if !one_file {
            files.push((name(process.id), std::mem::take(&mut bytes)));
            writer.begin(&mut bytes).unwrap();
        }
    }
    if one_file {
        files.push((format!("all{ending}"), bytes));
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
                let trace = open_one(&name, fs::read(&path).unwrap());
                found.push((name, trace));
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
    assert!(losses("t", &table, Form::Csv, None).is_empty());
    assert!(!losses("t", &table, Form::Native, None).is_empty());
}

/// A view as slices: of every loop so many iterations.
fn slices(name: &str, trace: &Trace, view: View, most: Iterations) -> Vec<u8> {
    let wanted = OptionChoices { view: Some(view), ..OptionChoices::default() };
    let options = wanted.resolve(name, trace).unwrap();
    let mut bytes = Vec::new();
    begin_slices(trace, view, &mut bytes).unwrap();
    for process in trace.processes() {
        let nest = ProcessNest::build(process, trace.table(), &options).unwrap();
        write_slices(process, trace.table(), view, &nest, most, &mut bytes).unwrap();
    }
    end_slices(&mut bytes).unwrap();
    bytes
}

fn slice_events(bytes: &[u8]) -> Vec<serde_json::Value> {
    let mut document: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    match document["traceEvents"].take() {
        serde_json::Value::Array(events) => events,
        _ => panic!("no list of events"),
    }
}

/// Every slice is inside of those that are open, one after the other; what is written is as many slices as were
/// counted. Gives the events and iterations that are left out.
fn check_nesting(name: &str, bytes: &[u8]) -> (u64, u64) {
    let (mut events, mut left_out) = (0, 0);
    let mut open: Vec<(u64, u64)> = Vec::new();
    let mut last = (u64::MAX, 0);
    let slices = slice_events(bytes);
    let is_timed = slices[0]["args"]["times"] == "recorded";
    for event in slices.iter().filter(|event| event["ph"] != "M") {
        let time = |key: &str| (event[key].as_f64().unwrap_or(0.0) * 1000.0).round() as u64;
        let (at, dur) = (time("ts"), time("dur"));
        let process = event["pid"].as_u64().unwrap();
        // A floating-point number has no room for nanoseconds of this century.
        let slack = if is_timed { 1000 } else { 0 };
        open.retain(|&(of, end)| of == process && end > at);
        assert!(open.iter().all(|&(_, end)| end + slack >= at + dur), "{name}: {event}");
        match event["cat"].as_str().unwrap() {
            "loop" | "iteration" => open.push((process, at + dur)),
            kind => {
                // Events and what is left out follow each other without a gap.
                let begins = if last.0 == process { last.1 } else { 0 };
                let of_one_call = is_timed && kind != "call";
                let follows = at == begins || (is_timed && at + slack > begins);
                assert!(follows || of_one_call, "{name}: {event}");
                last = (process, at + dur);
                if kind == "rest" {
                    left_out += event["args"]["events"].as_u64().unwrap();
                } else {
                    assert!(is_timed || dur == 1000);
                    events += 1;
                }
            }
        }
    }
    (events, left_out)
}

/// The lines of one view.
fn of_view(trace: &Trace, view: View) -> Vec<String> {
    let calls = |line: &String| line.split(' ').nth(1) == Some("Call");
    said(trace).into_iter().filter(|line| calls(line) == (view == View::Calls)).collect()
}

#[test]
fn slices_are_the_trace() {
    for format in ["native", "symbols", "csv-events", "chrome", "paje", "simgrid"] {
        for (name, trace) in fixtures(format) {
            for view in trace.views() {
                let bytes = slices(&name, &trace, view, Iterations::All);
                let (events, left_out) = check_nesting(&name, &bytes);
                assert_eq!((events, left_out), (trace.event_count(view), 0), "{name}");
                // The file is read as the events it shows.
                assert_eq!(of_view(&open_loops(bytes), view), of_view(&trace, view), "{name}");
            }
        }
    }
}

#[test]
fn of_long_loops_the_first_iterations_are_written() {
    let lines = "0 send 1 2\n1 recv 0 3\n0 send 1 4\n0 send 1 4\n0 send 1 4\n".repeat(9);
    let trace = open_one("t", lines.clone());
    let all = slices("t", &trace, View::Communication, Iterations::All);
    assert_eq!(check_nesting("all", &all), (45, 0));
    let few = slices("t", &trace, View::Communication, Iterations::First(2));
    // Of three repetitions the third is written, too: its slice would say no more.
    assert!(check_nesting("few", &few).1 > 0);
    let named = |bytes: &[u8], kind: &str| -> Vec<String> {
        let of_kind = |event: &&serde_json::Value| event["cat"] == kind && event["pid"] == 0;
        let slices = slice_events(bytes);
        slices.iter().filter(of_kind).map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(named(&few, "loop"), ["loop 1 × 9", "loop 2 × 3", "loop 2 × 3"]);
    assert_eq!(named(&few, "iteration"), ["iteration 1", "iteration 2"]);
    assert_eq!(named(&few, "rest"), ["iterations 3 to 9, alike"]);
    assert_eq!(named(&all, "rest"), Vec::<String>::new());
    assert_eq!(named(&few, "send")[..4], ["send to 1"; 4]);
    let again = open_loops(few);
    assert_eq!(again.process(ProcessId(0)).unwrap().len(View::Communication), Some(10));
}

#[test]
fn slices_have_the_times_of_the_trace() {
    let mut text = "start_ns,end_ns,call,peer,tag\n".to_owned();
    for at in 0..6u64 {
        let start = 1_763_000_000_000_000_000 + 10_000 * at;
        text.push_str(&format!("{start},{},MPI_Send,1,2\n", start + 1001));
        text.push_str(&format!("{},{},MPI_Barrier,,\n", start + 2000, start + 9000));
    }
    let trace = open_one("rank-0.csv", text);
    let bytes = slices("t", &trace, View::Calls, Iterations::First(2));
    let text = String::from_utf8(bytes.clone()).unwrap();
    for line in [
        r#""ts":1763000000000000,"dur":59,"name":"loop 1 × 6""#,
        r#""ts":1763000000000000,"dur":9,"name":"iteration 1""#,
        r#""ts":1763000000000000,"dur":1.001,"name":"MPI_Send""#,
        r#""ts":1763000000000002,"dur":7,"name":"MPI_Barrier""#,
        r#""ts":1763000000000020,"dur":39,"name":"iterations 3 to 6, alike""#,
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(check_nesting("t", &bytes), (4, 8));
    let again = open_loops(bytes);
    let spans = |trace: &Trace| -> Vec<_> {
        let times = trace.processes()[0].times(View::Calls).unwrap();
        times.iter().take(4).map(|span| (span.enter, span.leave)).collect()
    };
    assert_eq!(spans(&again), spans(&trace));
}

#[test]
fn a_table_has_the_times_of_calls_before_their_events() {
    let text = "start_ns,end_ns,call,peer,tag,event\n10,20,MPI_Send,1,2,\n30,40,MPI_Recv,1,2,\n";
    let trace = open_one("rank-0.csv", text);
    let rows = |trace: &Trace| {
        let writer = Writer::new(trace, Form::Csv);
        let mut bytes = Vec::new();
        writer.begin(&mut bytes).unwrap();
        writer.process(&trace.processes()[0], &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let expected = "start_ns,end_ns,process,event,name,peer,tag,bytes,comm,op,root\n\
                    10,20,0,call,MPI_Send,1,2,,,,\n10,20,0,send,send,1,2,,,,\n\
                    30,40,0,call,MPI_Recv,1,2,,,,\n30,40,0,recv,recv,1,2,,,,\n";
    assert_eq!(rows(&trace), expected);
    // A local event is in no call: it has a moment.
    let text = format!("{text}50,,step,,,enter\n");
    let trace = open_one("rank-0.csv", text);
    let expected = format!("{expected}50,,0,local,enter step,,,,,,\n");
    assert_eq!(rows(&trace), expected);
    assert_eq!(said(&again(&trace, Form::Csv, true)), said(&trace));
}

#[test]
fn times_that_a_form_does_not_hold_are_said() {
    let text = "start_ns,end_ns,call\n10,20,MPI_Barrier\n";
    let trace = open_one("rank-0.csv", text);
    let said = |form| {
        let notes = losses("t", &trace, form, None);
        notes.iter().any(|note| note.what.contains("does not hold times"))
    };
    assert_eq!([Form::Native, Form::Symbols, Form::Csv].map(said), [true, true, false]);
}

/// The largest number of iterations that makes a small file is taken, and counted right.
#[test]
fn a_long_trace_makes_a_small_file() {
    let mut lines = String::new();
    for round in 0..50 {
        lines.push_str(&"0 send 1 2\n0 recv 1 2\n".repeat(300));
        lines.push_str(&format!("0 local after {}\n", round % 2));
    }
    let short = open_one("t", b"0 send 1 2\n".repeat(5));
    let long = open_one("t", lines);
    let fitting = |trace: &Trace| {
        let options = OptionChoices::default().resolve("t", trace).unwrap();
        let build = |process| ProcessNest::build(process, trace.table(), &options).unwrap();
        let nests: Vec<ProcessNest> = trace.processes().iter().map(|process| build(process)).collect();
        let most = Iterations::fitting(&nests);
        (most, nests.iter().map(|nest| most.events(nest)).sum::<u64>(), left_out("t", &nests, most))
    };
    assert_eq!(fitting(&short), (Iterations::All, 5, None));
    let lines = b"0 send 1 2\n".repeat(400_000);
    let longer = open_one("t", lines);
    let options = OptionChoices::default().resolve("t", &longer).unwrap();
    let nest = ProcessNest::build(&longer.processes()[0], longer.table(), &options).unwrap();
    let nests = [nest];
    assert_eq!(too_many("t", &nests, Iterations::fitting(&nests)), None);
    let note = too_many("t", &nests, Iterations::All).unwrap().to_string();
    assert!(note.contains("400,001 slices"), "{note}");
    let (most, events, note) = fitting(&long);
    assert_eq!(most, Iterations::First(100));
    let bytes = slices("t", &long, View::Communication, most);
    assert_eq!(check_nesting("long", &bytes), (events, 30_050 - events));
    assert!((slice_events(&bytes).len() as u64) < MOST_SLICES);
    let note = note.unwrap().to_string();
    assert!(note.contains("the first 100 iterations are written"), "{note}");
}

#[test]
fn tuples_are_slices_with_their_numbers() {
    let lines = "0 4aa2e0 8\n1 4a62e0 4\n".repeat(20);
    let trace = open_one("t.din", lines);
    let bytes = slices("t", &trace, View::Values, Iterations::First(1));
    assert_eq!(check_nesting("t", &bytes), (2, 38));
    let slices = slice_events(&bytes);
    let first = slices.iter().find(|slice| slice["cat"] == "value").unwrap();
    assert_eq!((&first["name"], &first["args"]["address"]), (&"read".into(), &"0x4aa2e0".into()));
}

fn open_loops(bytes: Vec<u8>) -> Trace {
    open_one("loops.json", bytes)
}

/// Names as traces have them, with what a table must quote.
fn name() -> impl Strategy<Value = String> {
    "[a-z\"#,;|(]{1,4}( [a-z\",]{1,3}){0,2}"
}

/// The kind of a record, its name, and what else it may say: peer, tag, group, bytes, operation, root and site.
type RecordParts = (
    usize,
    String,
    Option<u32>,
    Option<i64>,
    Option<Vec<u32>>,
    Option<u64>,
    Option<String>,
    Option<u32>,
    Option<String>,
);

/// A process: its events in both views, drawn from few records, so that some repeat.
fn events() -> impl Strategy<Value = Vec<RecordParts>> {
    let record = (
        0usize..5,
        name(),
        proptest::option::of(0u32..20),
        proptest::option::of(-5i64..100),
        proptest::option::of(proptest::collection::vec(0u32..12, 1..5)),
        proptest::option::of(0..u64::from(u32::MAX)),
        proptest::option::of(name()),
        proptest::option::of(0u32..9),
        proptest::option::of(name()),
    );
    proptest::collection::vec(record, 0..30)
}

fn build(processes: &[Vec<RecordParts>]) -> Trace {
    let mut builder = TraceBuilder::new(1 << 30);
    builder.begin_source("random");
    for (id, events) in (0u32..).zip(processes) {
        let slot = builder.process(ProcessId(3 * id)).unwrap();
        for (kind, name, peer, tag, group, bytes, op, root, site) in events.iter().cloned() {
            let kind = Kind::ALL[kind];
            let is_message = matches!(kind, Kind::Send | Kind::Recv);
            let name = builder.name(if is_message { kind.name() } else { &name }).unwrap();
            let group = group.map(|group| builder.group(group).unwrap());
            let op = op.map(|op| builder.name(&op).unwrap());
            let site = site.map(|site| builder.name(&site).unwrap());
            let record = Record { peer, tag, group, bytes, root, op, site, ..Record::new(kind, name) };
            let record = builder.record(record).unwrap();
            let view = if kind == Kind::Call { View::Calls } else { View::Communication };
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
    fn random_events_come_back_from_slices(
        processes in proptest::collection::vec(events(), 1..4),
        calls in any::<bool>(),
    ) {
        let trace = build(&processes);
        let view = if calls { View::Calls } else { View::Communication };
        prop_assume!(trace.processes().iter().all(|it| it.len(view).is_some_and(|len| len > 0)));
        let bytes = slices("t", &trace, view, Iterations::All);
        prop_assert_eq!(of_view(&open_loops(bytes), view), of_view(&trace, view));
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

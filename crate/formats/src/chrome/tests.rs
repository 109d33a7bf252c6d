//! Tests of what files cannot show: numbers, recognition, order, endless values.

use loopscope_core::trace::{Trace, TraceBuilder, View};
use proptest::prelude::*;

use super::frame::{Frame, Piece, MAX_EVENT};
use super::FORMAT;
use crate::format::{Collection, Confidence, FileInfo, Reading};
use crate::input::head::Head;
use crate::input::json::one_line;
use crate::input::source_name::rank_in;
use crate::{Note, Notes};

fn collection() -> Box<dyn Collection> {
    match FORMAT.reading {
        Reading::Together(collection) => collection(),
        Reading::Each(_) => panic!("events of several threads belong together"),
    }
}

/// The trace of these files, and what is noted.
fn read(files: &[(&str, &str)], chunk: usize) -> (Trace, Vec<Note>) {
    let mut collection = collection();
    for (path, text) in files {
        collection.begin(&FileInfo::new(path));
        text.as_bytes().chunks(chunk).for_each(|part| collection.read(part));
        collection.finish().unwrap();
    }
    let (mut trace, mut notes) = (TraceBuilder::new(1 << 30), Notes::new());
    while !collection.build(&mut trace, &mut notes).unwrap() {}
    (trace.finish(), notes.into_vec())
}

/// The names of the calls of a process.
fn calls(trace: &Trace, process: usize) -> Vec<&str> {
    let process = &trace.processes()[process];
    let table = trace.table();
    let names = process.events(View::Calls).unwrap().iter();
    names.map(|event| table.name(table.record(event).name)).collect()
}

#[test]
fn names_are_one_line() {
    for (raw, expected) in [
        ("plain", "plain"),
        (r"a\n\tb  c", "a b c"),
        (r#"\"q\" \/ \\"#, r#""q" / \"#),
        (r"\u0041\ud83d\ude00\ud83dx", "A\u{1f600}\u{fffd}x"),
        (r"cut \u12", "cut \u{fffd}12"),
        (r"end\", "end"),
    ] {
        assert_eq!(one_line(raw.as_bytes()), expected, "{raw}");
    }
}

#[test]
fn ranks_are_told_by_names() {
    for (name, expected) in [
        ("MPI Rank 3", Some(3)),
        ("rank_12", Some(12)),
        ("Rank: 0 (node7)", Some(0)),
        ("python rank[5]", Some(5)),
        ("crank 3", None),
        ("Frankfurt 3", None),
        ("ranks", None),
        ("rank 99999999999", None),
        ("rank of rank 4", Some(4)),
        ("main", None),
    ] {
        assert_eq!(rank_in(name), expected, "{name}");
    }
}

#[test]
fn told_by_content() {
    let sniff = |text: &str| (FORMAT.sniff)(&Head::new(text.as_bytes())) != Confidence::No;
    let long = format!("{{\"deviceProperties\":[{}", "{\"x\":1},".repeat(4000));
    for own in [
        r#"[{"ph":"X"}]"#,
        r#" [ {"name":"a"} , {"pid":1,"ph":"B""#,
        "\u{feff}[\n{\"args\":{},\"ph\":\"M\"}",
        r#"{"traceEvents":[]}"#,
        r#"{"a":{"b":[1]},"traceEvents" : ["#,
        r#"{"displayTimeUnit":"ms""#,
        &long,
    ] {
        assert!(sniff(own), "{own}");
    }
    for other in [
        "",
        "[",
        "[]",
        "{}",
        r#"[{"x":1}]"#,
        r#"[1,2,{"ph":"X"}]"#,
        r#"[{"ph":1}]"#,
        r#"{"format":"loopscope-nests/1","traceEvents":[]}"#,
        r#"{"name":"a package","version":"1"}"#,
        r#"{"b":{"traceEvents":1}}"#,
        "0 send 1 2",
    ] {
        assert!(!sniff(other), "{other}");
    }
}

/// What no event is may be of any size; nothing of it is kept.
#[test]
fn endless_values_are_passed_over() {
    let mut frame = Frame::default();
    let (mut events, mut others) = (0, 0);
    let mut count = |_: u64, piece: Piece<'_>| match piece {
        Piece::Event(_) => events += 1,
        _ => others += 1,
    };
    frame.read(br#"{"metadata":{"a":["#, &mut count);
    let filling = "\"\\\"]}\",".repeat(10_000);
    for _ in 0..100 {
        frame.read(filling.as_bytes(), &mut count);
    }
    assert!(frame.kept() < 1000, "{}", frame.kept());
    frame.read(br#"1]},"traceEvents":[{"ph":"X"},{"ph":"X","args":{"a":[1,"#, &mut count);
    for _ in 0..100 {
        frame.read(filling.as_bytes(), &mut count);
    }
    assert!(frame.kept() < 3 * MAX_EVENT, "{}", frame.kept());
    frame.read(br#"1]}},{"ph":"X"}]}"#, &mut count);
    assert_eq!((events, others), (2, 1));
}

#[test]
fn files_of_several_ranks_are_one_trace() {
    let file = |rank: u32| {
        format!(
            r#"{{"distributedInfo":{{"rank":{rank}}},"traceEvents":[
            {{"ph":"X","pid":9,"tid":1,"ts":1,"dur":1,"name":"a{rank}"}},
            {{"ph":"X","pid":9,"tid":1,"ts":3,"dur":1,"name":"a{rank}"}},
            {{"ph":"X","pid":0,"tid":7,"ts":1,"dur":1,"name":"k{rank}"}}]}}"#
        )
    };
    let (first, second) = (file(0), file(1));
    let (trace, _) = read(&[("x-7.json", &first), ("x-8.json", &second)], 64);
    assert_eq!(trace.processes().iter().map(|it| it.id.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!((calls(&trace, 1), calls(&trace, 3)), (vec!["a1", "a1"], vec!["k1"]));
    // One thread has the number that its file's name has.
    let one = r#"[{"ph":"X","ts":1,"dur":1,"name":"a"}]"#;
    assert_eq!(read(&[("x-7.json", one)], 64).0.processes()[0].id.0, 7);
}

/// Slices that nest, with their order of beginning: (begin, end, name).
fn slices() -> impl Strategy<Value = Vec<(u64, u64)>> {
    proptest::collection::vec((0u8..3, 0u64..3), 1..40).prop_map(|choices| {
        let (mut now, mut open, mut done) = (0, Vec::new(), Vec::new());
        for (choice, pause) in choices {
            now += pause;
            match (choice, open.last()) {
                (0, Some(&slot)) => {
                    let slice: &mut (u64, u64) = &mut done[slot];
                    // An end at the time of a beginning would be another order.
                    now += 1;
                    slice.1 = now;
                    open.pop();
                    now += 1;
                }
                _ => {
                    now += 1;
                    open.push(done.len());
                    done.push((now, 0));
                }
            }
        }
        for slot in open.into_iter().rev() {
            now += 1;
            done[slot].1 = now;
        }
        done
    })
}

proptest! {
    /// Whatever the order in which slices are written, and however, the calls stand in the order in
    /// which they began, and nothing is amiss.
    #[test]
    fn order_comes_from_the_times(slices in slices(), keys in any::<u64>(), chunk in 1usize..99) {
        let mut lines = Vec::new();
        for (at, (begin, end)) in slices.iter().enumerate() {
            let plain = |ph, ts| format!(r#"{{"ph":"{ph}","ts":{ts}.5,"name":"s{at}","tid":1}}"#);
            if keys >> (at % 64) & 1 == 0 {
                let dur = end - begin;
                lines.push(format!(r#"{{"ph":"X","ts":{begin}.5,"dur":{dur},"name":"s{at}","tid":1}}"#));
            } else {
                lines.push(plain("B", begin));
                lines.push(plain("E", end));
            }
        }
        let count = lines.len();
        lines.rotate_left(keys as usize % count);
        let text = format!("[{}]", lines.join(",\n"));
        let (trace, notes) = read(&[("f", &text)], chunk);
        let expected: Vec<String> = (0..slices.len()).map(|at| format!("s{at}")).collect();
        prop_assert_eq!(calls(&trace, 0), expected);
        prop_assert!(notes.iter().all(|note| note.what == "slices contain other slices"), "{:?}", notes);
        let times = trace.processes()[0].times(View::Calls).unwrap();
        let enters: Vec<u64> = times.iter().map(|span| span.enter).collect();
        let begins: Vec<u64> = slices.iter().map(|(begin, _)| begin * 1000 + 500).collect();
        prop_assert_eq!(enters, begins);
    }
}

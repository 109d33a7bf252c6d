use loopscope_core::trace::{ProcessId, Trace, TraceBuilder, View};
use proptest::prelude::*;

use super::line::parse;
use super::{check_peers, looks_native, FORMAT};
use crate::format::FileInfo;
use crate::input::head::Head;
use crate::notes::{Note, Notes, Place, Problem};

/// What the parser makes of a line, or the fault and where it lies.
fn parsed(line: &str) -> String {
    match parse(line.as_bytes()) {
        Ok(None) => "nothing".to_owned(),
        Ok(Some(line)) => format!("{line:?}"),
        Err(bad) => {
            let note = bad.note("f", 1, line.as_bytes(), None);
            format!("{:?} {}", bad.problem, note.found)
        }
    }
}

fn check(cases: &[(&str, &str)]) {
    for (line, expected) in cases {
        assert_eq!(parsed(line), *expected, "{line:?}");
    }
}

#[test]
fn good_lines() {
    check(&[
        ("", "nothing"),
        (" \t\r", "nothing"),
        ("# 0 send 1 2", "nothing"),
        ("  #", "nothing"),
        ("0 send 1 2", "Send { src: 0, dst: 1, tag: 2 }"),
        ("0 send 1 2\r", "Send { src: 0, dst: 1, tag: 2 }"),
        (" 007\tsend  1 tag3000 ", "Send { src: 7, dst: 1, tag: 3000 }"),
        ("0 send 16777215 -1", "Send { src: 0, dst: 16777215, tag: -1 }"),
        ("3 recv 0 -9223372036854775808", "Recv { src: 3, dst: 0, tag: -9223372036854775808 }"),
        ("3 recv 0 9223372036854775807", "Recv { src: 3, dst: 0, tag: 9223372036854775807 }"),
        ("0 sync B 0-15", "Sync { process: 0, name: \"B\", group: [(0, 15)] }"),
        ("0 sync B 8,0,4", "Sync { process: 0, name: \"B\", group: [(0, 0), (4, 4), (8, 8)] }"),
        ("0 sync B 4-7,0-3,2,9", "Sync { process: 0, name: \"B\", group: [(0, 7), (9, 9)] }"),
        ("0 sync B 5-5", "Sync { process: 0, name: \"B\", group: [(5, 5)] }"),
        ("0 local x", "Local { process: 0, words: \"x\" }"),
        ("0 local  call   MPI_Send ", "Local { process: 0, words: \"call MPI_Send\" }"),
        ("0 local a\tb # c", "Local { process: 0, words: \"a b # c\" }"),
    ]);
}

#[test]
fn bad_lines() {
    check(&[
        ("0", "WordMissing \"0\""),
        ("0 send", "WordMissing \"0 send\""),
        ("0 send 1 ", "WordMissing \"0 send 1\""),
        ("0 sync B", "WordMissing \"0 sync B\""),
        ("0 local ", "WordMissing \"0 local\""),
        ("0 send 1 2 3 4", "WordTooMany \"3 4\""),
        ("0 sync B 0 1", "WordTooMany \"1\""),
        ("0 Send 1 2", "UnknownEvent \"Send\""),
        ("x", "NotANumber \"x\""),
        ("x send 1 2", "NotANumber \"x\""),
        ("-1 send 1 2", "NotANumber \"-1\""),
        ("0 send +1 2", "NotANumber \"+1\""),
        ("0 send 1 2.5", "NotANumber \"2.5\""),
        ("0 send 1 tag", "NotANumber \"tag\""),
        ("0 send 1 9223372036854775808", "NotANumber \"9223372036854775808\""),
        ("0 send 16777216 2", "RankTooLarge \"16777216\""),
        ("99999999999999999999 send 1 2", "RankTooLarge \"99999999999999999999\""),
        ("0 sync B 15-0", "BadGroup \"15-0\""),
        ("0 sync B ,", "BadGroup \",\""),
        ("0 sync B 0-", "BadGroup \"0-\""),
        ("0 sync B 0-1-2", "BadGroup \"0-1-2\""),
        ("0 sync B all", "BadGroup \"all\""),
        ("0 sync B 0-16777216", "RankTooLarge \"0-16777216\""),
    ]);
    assert_eq!(parse(b"0 local \xff").map_err(|bad| bad.problem), Err(Problem::NotText));
}

#[test]
fn a_group_that_repeats_itself_takes_no_room() {
    let members = "0-16777215,".repeat(5000);
    let line = format!("0 sync B {}", members.trim_end_matches(','));
    assert_eq!(parsed(&line), "Sync { process: 0, name: \"B\", group: [(0, 16777215)] }");
}

fn read(files: &[(&str, &str)]) -> (Trace, Notes) {
    let mut trace = TraceBuilder::new(1 << 30);
    let mut notes = Notes::new();
    for (name, text) in files {
        trace.begin_source(name);
        notes.begin_file(name);
        let mut reader = FORMAT.reader(&FileInfo::new(name)).unwrap();
        reader.read(text.as_bytes(), &mut trace, &mut notes).unwrap();
        reader.finish(&mut trace, &mut notes).unwrap();
    }
    (trace.finish(), notes)
}

fn calls(text: &str) -> Vec<String> {
    let (trace, _) = read(&[("f", text)]);
    let process = trace.process(ProcessId(0)).unwrap();
    let signature = loopscope_core::symbols::Signature::parse("name,peer,tag,comm").unwrap();
    let events = process.events(View::Calls).into_iter().flatten();
    let text = |id| signature.text(trace.table().record(id), process.id, trace.table());
    events.map(text).collect()
}

#[test]
fn calls_stand_where_they_return() {
    let text = "0 local call A\n0 local call B\n0 send 1 7\n0 local return B\n0 local return A\n";
    assert_eq!(calls(text), ["B(1,tag7)", "A(1,tag7)"]);
    // Two messages name no peer; a group does stay if all are the same.
    let text = "0 local call A\n0 send 1 7\n0 send 1 7\n0 sync S 0-1\n0 sync T 0-1\n0 local return A\n";
    assert_eq!(calls(text), ["A(0,1)"]);
    // One that does both names the message that it sends.
    let text = "0 local call A\n0 send 1 7\n2 recv 0 8\n0 local return A\n";
    assert_eq!(calls(text), ["A(1,tag7)"]);
    let text = "0 local call A\n0 sync S 0-1\n0 sync T 0-2\n0 local return A\n0 send 1 7";
    assert_eq!(calls(text), ["A"]);
    // Recursion; other processes' lines in between.
    let text = "0 local call A\n1 local call A\n0 local call A\n1 send 0 3\n0 local return A\n0 local return A\n";
    assert_eq!(calls(text), ["A", "A"]);
    // No pairs, no calls.
    assert_eq!(calls("0 local calls A\n0 local call\n0 send 1 2"), Vec::<String>::new());
}

#[test]
fn deep_calls_are_left_out() {
    let deep = 1500;
    let text = "0 local call A\n".repeat(deep) + &"0 local return A\n".repeat(deep);
    let (trace, notes) = read(&[("f", &text)]);
    assert_eq!(trace.event_count(View::Calls), 1000);
    assert_eq!(trace.event_count(View::Communication), 3000);
    let notes = notes.into_vec();
    assert_eq!(notes.len(), 1);
    assert_eq!(
        notes[0].to_string(),
        "f: line 1,001: calls are nested too deeply; the innermost calls are left out of the calls view (500 such lines)"
    );
}

#[test]
fn peers_are_looked_for_when_all_is_read() {
    let told = |files: &[(&str, &str)]| -> Vec<String> {
        let (trace, mut notes) = read(files);
        check_peers(&trace, &mut notes);
        notes.into_vec().iter().map(Note::to_string).collect()
    };
    let none: Vec<String> = Vec::new();
    let b = ("b", "0 recv 1 7\n1 send 9 1\n1 send 5 1\n1 send 5 1");
    assert_eq!(
        told(&[("a", "0 send 1 7\n\n0 sync S 0-3\n0 send 5 1"), b]),
        [
            "a: line 3: an event names a process that the trace lacks; found process 2, expected 0 to 1; kept; open the files of all processes together (4 such lines)",
            "b: line 2: an event names a process that the trace lacks; found process 9, expected 0 to 1; kept; open the files of all processes together",
        ]
    );
    // With a gap in the numbers, or one process alone, nothing is known.
    assert_eq!(told(&[("a", "0 send 1 7"), ("c", "2 send 9 1")]), none);
    assert_eq!(told(&[b]), none);
}

#[test]
fn a_line_may_be_as_long_as_allowed() {
    let words = "x".repeat(crate::MAX_LINE - "0 local ".len());
    let (trace, notes) = read(&[("f", &format!("0 local {words}\n0 local {words}x\n"))]);
    assert_eq!(trace.event_count(View::Communication), 1);
    let notes = notes.into_vec();
    assert_eq!((notes.len(), notes[0].place), (1, Place::Line(2)));
    assert!(notes[0].context.iter().all(|line| line.text.chars().count() == 200));
}

#[test]
fn the_sniff_goes_by_the_majority() {
    let native = |text: &str| looks_native(&Head::new(text.as_bytes()));
    assert!(native("0 send 1 2"));
    assert!(native("0 send 1"));
    assert!(native("rubbish\n0 send 1 2\n"));
    assert!(native("\n# x\n\n3 local"));
    assert!(!native("rubbish\nrubbish\n0 send 1 2\n"));
    assert!(!native("a b a b\n"));
    assert!(!native("send recv send"));
    assert!(!native("# only\n"));
}

proptest! {
    /// Good lines come back unchanged, whatever surrounds them.
    #[test]
    fn lines_come_back(events in proptest::collection::vec(
        prop_oneof![
            (0u32..5, -9i64..9).prop_map(|(peer, tag)| format!("0 send {peer} {tag}")),
            (0u32..5, -9i64..9).prop_map(|(peer, tag)| format!("{peer} recv 0 {tag}")),
            "[A-Z]{1,3}".prop_map(|name| format!("0 sync {name} 0-4")),
            "[a-z]{1,3}( [a-z]{1,3})?".prop_map(|words| format!("0 local {words}")),
        ], 1..60), chunk in 1usize..50)
    {
        let text = events.join("\n");
        let mut trace = TraceBuilder::new(1 << 30);
        let mut notes = Notes::new();
        let mut reader = FORMAT.reader(&FileInfo::new("f")).unwrap();
        for part in text.as_bytes().chunks(chunk) {
            reader.read(part, &mut trace, &mut notes).unwrap();
        }
        reader.finish(&mut trace, &mut notes).unwrap();
        let trace = trace.finish();
        let signature = loopscope_core::symbols::Signature::default_for(View::Communication);
        let process = trace.process(ProcessId(0)).unwrap();
        let back: Vec<String> = process.events(View::Communication).unwrap().iter()
            .map(|id| signature.text(trace.table().record(id), process.id, trace.table()))
            .collect();
        prop_assert_eq!(back, events);
    }

    /// No line makes the parser fail otherwise than by saying what is wrong.
    #[test]
    fn any_line_is_understood_or_refused(line in proptest::collection::vec(any::<u8>(), 0..80)) {
        if let Err(bad) = parse(&line) {
            let note = bad.note("f", 2, &line, Some(b"before"));
            prop_assert!(!note.what.is_empty() && note.context.len() == 2);
        }
    }
}

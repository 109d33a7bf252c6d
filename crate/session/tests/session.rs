//! A session as its two doors use it: open, look, change one's mind, fail, cancel.

#![cfg(test)]

mod common;

use common::*;
use loopscope_session::open::part::PartReading;

fn open(session: &mut Session, handle: u32, files: Vec<SourceFile>) -> Step {
    session.open(handle, "test", files, Limits::default(), OptionChoices::default());
    finish_opening(session)
}

/// A ring of processes: each sends right, receives from the left, `rounds` times, after a barrier.
fn ring(processes: u32, rounds: usize) -> Vec<SourceFile> {
    let last = processes - 1;
    (0..processes)
        .map(|own| {
            let (left, right) = ((own + last) % processes, (own + 1) % processes);
            let round = format!("{own} send {right} 7\n{left} recv {own} 7\n");
            let text = format!("{own} sync MPI_Barrier 0-{last}\n{}", round.repeat(rounds));
            file(&format!("rank-{own}.trace"), text)
        })
        .collect()
}

fn summary(session: &Session, handle: u32) -> Summary {
    held!(session.handle(&Request::Summary { handle }), Reply::Summary { summary } => *summary)
}

fn sentence(session: &Session, handle: u32, process: u32) -> String {
    held!(session.handle(&Request::Process { handle, process }),
        Reply::Process { sentence, .. } => text(&sentence))
}

#[test]
fn nothing_is_waited_for_once_all_files_have_come_from_elsewhere() {
    let texts = |own: u32| {
        let round = format!("{own} send {} 7\n{} recv {own} 7\n", 1 - own, 1 - own);
        round.repeat(20_000).into_bytes()
    };
    let mut session = Session::new();
    let files = (0..2).map(|own| file(&format!("rank-{own}.trace"), texts(own))).collect();
    session.open(1, "test", files, Limits::default(), OptionChoices::default());
    session.await_parts(&[0, 1]);
    for place in 0..2u32 {
        // All that can be done without the next file is done.
        let waits = |step| held!(step, Step::Working { waiting, .. } => waiting);
        assert!((0..100).any(|_| waits(session.step())), "file {place}");
        let bytes = std::rc::Rc::new(texts(place));
        let mut part = PartReading::new(&format!("rank-{place}.trace"), bytes, Limits::default());
        while !part.step(1 << 16) {}
        session.give_part(place as usize, part.take());
    }
    loop {
        match session.step() {
            Step::Working { waiting, .. } => assert!(!waiting),
            Step::Done { .. } => break,
            step => panic!("{step:?}"),
        }
    }
    assert_eq!(summary(&session, 1).processes.len(), 2);
}

#[test]
fn what_is_opened_can_be_looked_at() {
    let mut session = Session::new();
    assert!(matches!(open(&mut session, 1, ring(4, 50)), Step::Done { handle: 1, .. }));
    let summary = summary(&session, 1);
    assert_eq!((summary.events, summary.processes.len()), (404.0, 4));
    assert_eq!(summary.options.signature, ["name", "peer", "tag", "comm"]);
    assert_eq!(summary.noun, Noun::Event);
    let counts: Vec<(&str, f64)> = summary.kinds.iter().map(|kind| (kind.kind.as_str(), kind.count)).collect();
    assert_eq!(counts, [("send", 200.0), ("recv", 200.0), ("sync", 4.0)]);
    assert_eq!(sentence(&session, 1, 3), "Process 3 spends 99.0 % of its 101 events in one loop that runs 50 times.");
    let items = Request::Items { handle: 1, process: 3, node: None, offset: 0, limit: 10 };
    let Reply::Items { items, total, main, .. } = session.handle(&items) else { panic!() };
    assert_eq!((items.len(), total, main.map(|main| main.item)), (2, 2, Some(1)));
    assert_eq!(items[0], Item::Symbol { text: "3 sync MPI_Barrier 0-3".to_owned() });
}

#[test]
fn a_failed_or_cancelled_opening_costs_nothing() {
    let mut session = Session::new();
    open(&mut session, 1, ring(4, 50));
    let before = summary(&session, 1);
    let Step::Failed { handle: 2, problems } = open(&mut session, 2, vec![file("a.trace", "")]) else {
        panic!("an empty file was opened")
    };
    assert_eq!((problems.len(), problems[0].what.as_str()), (1, "the file is empty"));
    assert_eq!(summary(&session, 1), before);

    session.open(3, "test", ring(64, 500), Limits::default(), OptionChoices::default());
    assert!(matches!(session.step(), Step::Working { handle: 3, .. }));
    session.cancel();
    assert_eq!(session.step(), Step::Idle);
    assert_eq!(summary(&session, 1), before);
    let refused = session.handle(&Request::Summary { handle: 3 });
    assert!(matches!(refused, Reply::Refused { .. }), "{refused:?}");
}

#[test]
fn whole_processes_show_before_the_last_file_is_read() {
    let mut session = Session::new();
    session.open(1, "test", ring(8, 100_000), Limits::default(), OptionChoices::default());
    let mut seen = Vec::new();
    loop {
        match session.step() {
            Step::Working { partial, progress, .. } => {
                assert!(progress.bytes <= progress.total_bytes);
                if partial && progress.phase == WorkPhase::Reading {
                    let there = summary(&session, 1).processes;
                    seen.push(there.len());
                    let process = there.last().unwrap().process;
                    assert!(sentence(&session, 1, process).contains("100,000 times"));
                }
            }
            Step::Done { summary, .. } => {
                assert_eq!(summary.processes.len(), 8);
                break;
            }
            step => panic!("{step:?}"),
        }
    }
    assert!(seen.first().is_some_and(|&first| first < 8), "{seen:?}");
    assert!(seen.is_sorted());
}

#[test]
fn options_change_without_reading_again() {
    let mut session = Session::new();
    // Each has a tag of its own, too far from the others to count.
    let lines: String = (0..60).map(|tag| format!("0 send 1 {}\n", 2000 * tag)).collect();
    open(&mut session, 1, vec![file("rank-0.trace", lines)]);
    assert_eq!(summary(&session, 1).processes[0].loops, 0.0);
    let Reply::Process { suggestions, .. } = session.handle(&Request::Process { handle: 1, process: 0 }) else {
        panic!()
    };
    assert_eq!(suggestions[0].label, "Leave out tags");
    assert_eq!(suggestions[0].outcome, "one loop, ×60, 1 event each time");
    // The page asks for the options of a suggestion under the names in which it received them.
    let options = serde_json::to_value(&suggestions[0].options).unwrap();
    let wanted: OptionsRequest = serde_json::from_value(options).unwrap();
    session.configure(1, &OptionChoices::try_from(wanted).unwrap()).unwrap();
    assert!(matches!(finish_opening(&mut session), Step::Done { .. }));
    assert_eq!(sentence(&session, 1, 0), "Process 0 spends 100 % of its 60 events in one loop that runs 60 times.");

    let refused = |words: OptionsRequest| match OptionChoices::try_from(words) {
        Ok(wanted) => {
            session.loaded().map(|loaded| wanted.resolve("test", loaded.trace.as_ref().unwrap())).unwrap().unwrap_err()
        }
        Err(note) => note,
    };
    let calls = refused(OptionsRequest { view: Some("calls".to_owned()), ..Default::default() });
    assert_eq!(calls.to_string(), "test: the trace cannot be looked at as calls; found communication, expected a view that the trace has; use --view communication");
    let group = refused(OptionsRequest { signature: Some(vec!["comm".to_owned()]), ..Default::default() });
    assert_eq!(group.found, "\"comm\"");
    assert_eq!(group.expected, "name, peer, peer:rel, tag");
    let nothing = refused(OptionsRequest { signature: Some(Vec::new()), ..Default::default() });
    assert_eq!(nothing.what, "without any field all events would be the same");
    let method = refused(OptionsRequest { method: Some("best".to_owned()), ..Default::default() });
    assert_eq!(method.found, "\"best\"");
}

/// The nests as a document, and what its file is called.
fn exported(session: &Session, handle: u32) -> (String, String) {
    let export = Request::Export { handle, process: None, what: NestFileKind::Json, look: None };
    held!(session.handle(&export), Reply::Export { text, file_name, .. } => (text, file_name))
}

#[test]
fn nests_written_by_one_session_open_in_another() {
    let mut session = Session::new();
    open(&mut session, 1, ring(4, 50));
    let (text, file_name) = exported(&session, 1);
    assert_eq!(file_name, "test.nests.json");
    let mut other = Session::new();
    let step = open(&mut other, 9, vec![file("saved.json", text.clone())]);
    assert!(matches!(step, Step::Done { handle: 9, .. }), "{step:?}");
    assert_eq!(summary(&other, 9).source, SummarySource::Nests);
    assert_eq!(sentence(&other, 9, 2), sentence(&session, 1, 2));
    assert!(other.configure(9, &OptionChoices::default()).is_err());
    assert_eq!(exported(&other, 9).0, text);
}

/// A document with one process whose nodes and root are given.
fn document_of(length: &str, nodes: &str, root: &str) -> String {
    format!(
        r#"{{"format":"loopscope-nests/1","method":"greedy","parameters":{{}},"view":"calls","signature":[],"processes":[
{{"process":0,"length":{length},"symbols":["a"],"nodes":[{nodes}],"root":[{root}],"stats":{{"top_level":1,"total":1,"loops":0,"depth":0,"coverage":0.0,"main_loop":0.0}}}}
]}}"#
    )
}

#[test]
fn damaged_documents_are_refused_with_what_is_wrong() {
    let check = |text: String, expected: &str| {
        let note = files::nests::read("nests.json", &text).unwrap_err().to_string();
        assert!(note.contains(expected), "{note}");
    };
    let whole = document_of("6", r#"{"symbol":0},{"loop":{"id":1,"count":6,"body":[0]}}"#, "1");
    assert_eq!(files::nests::read("nests.json", &whole).unwrap().processes[0].nest.len(), 6);
    check(whole.replace("nests/1", "nests/7"), "loopscope-nests/1");
    check(whole.replace("\"calls\"", "\"sounds\""), "calls, communication or values");
    check(whole.replace(r#""count":6"#, r#""count":1"#), "at least 2 iterations");
    check(whole.replace(r#""body":[0]"#, r#""body":[1]"#), "a node that stands before");
    check(whole.replace(r#""body":[0]"#, r#""body":[]"#), "1 item");
    check(whole.replace(r#""symbol":0"#, r#""symbol":3"#), "a symbol in the list");
    check(whole.replace(r#""length":6"#, r#""length":7"#), "as many as its length says");
    check(whole.replace(r#""process":0"#, r#""process":99999999"#), "16,777,216");
    check(whole[..whole.len() - 5].to_owned(), "not a complete nest document");
    // Every level doubles the length: 2^70 events are no trace.
    let doubling: Vec<String> =
        (0..70).map(|k| format!(r#"{{"loop":{{"id":{},"count":2,"body":[{k}]}}}}"#, k + 1)).collect();
    let endless = document_of("1", &format!(r#"{{"symbol":0}},{}"#, doubling.join(",")), "70");
    check(endless, "fewer than 2^63 events");
}

#[test]
fn numbers_beyond_doubles_survive() {
    let nodes = r#"{"symbol":0},{"loop":{"id":1,"count":"9007199254740993","body":[0]}}"#;
    let text = document_of("\"9007199254740993\"", nodes, "1");
    let analysis = files::nests::read("nests.json", &text).unwrap();
    assert_eq!(analysis.processes[0].nest.len(), (1 << 53) + 1);
    assert!(files::nests::write(&analysis).contains("\"count\":\"9007199254740993\""));
}

#[test]
fn a_search_that_was_given_up_is_said() {
    // Four levels of loops over bodies of thousands of symbols: too much for the counted limit.
    let mut line = String::new();
    let mut seed = 1u32;
    let mut word: Vec<u32> = (0..20_000)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 30
        })
        .collect();
    for _ in 0..3 {
        word.extend(word.clone());
    }
    word.iter().for_each(|symbol| line += &format!("w{symbol} "));
    let mut session = Session::new();
    let wanted = OptionChoices { method: Some(loopscope_core::method::Method::Smallest), ..OptionChoices::default() };
    session.open(1, "test", vec![file("rank-0.sym", line)], Limits::default(), wanted.clone());
    let Step::Done { summary, .. } = finish_opening(&mut session) else { panic!() };
    assert_eq!(summary.options.method, "smallest");
    assert_eq!(summary.problems.len(), 1, "{:?}", summary.problems);
    assert_eq!(summary.problems[0].what, "the search for the smallest nest was given up");
    // What a small trace gets is the smallest, and nothing is said.
    let small = vec![file("rank-0.sym", "a a a b a b a")];
    session.open(2, "test", small, Limits::default(), wanted);
    let Step::Done { summary, .. } = finish_opening(&mut session) else { panic!() };
    assert_eq!((summary.total_items, summary.problems.len()), (5.0, 0));
}

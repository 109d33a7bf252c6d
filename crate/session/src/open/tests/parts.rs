//! Files that are read elsewhere give what they give when they are read here, to the byte.

use super::*;
use crate::open::part::PartReading;

/// Everything that an opening comes to.
#[derive(Debug, PartialEq)]
struct Outcome {
    format: &'static str,
    names: Vec<String>,
    groups: Vec<Box<[u32]>>,
    records: Vec<loopscope_core::trace::Record>,
    processes: Vec<loopscope_core::trace::Process>,
    notes: Vec<String>,
    kinds: Vec<(Kind, u64)>,
}

fn outcome(opened: Opened) -> Outcome {
    let table = trace(&opened).table();
    Outcome {
        format: opened.format,
        names: table.names().map(str::to_owned).collect(),
        groups: table.groups().to_vec(),
        records: table.records().to_vec(),
        processes: trace(&opened).processes().iter().map(|process| (**process).clone()).collect(),
        notes: messages(&opened.notes),
        kinds: opened.kinds.clone(),
    }
}

type Files<'a> = [(&'a str, Vec<u8>)];

fn sources(files: &Files<'_>) -> Vec<SourceFile> {
    files.iter().map(|(path, bytes)| file(path, bytes.clone())).collect()
}

/// What reading a file alone hands over.
fn part(path: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut reading = PartReading::new(path, Rc::new(bytes.to_vec()), Limits::default());
    while !reading.step(1000) {}
    reading.take()
}

/// Opens with all files read elsewhere, which come in that order of places; says how many were of use.
fn open_given(files: &Files<'_>, order: &[usize]) -> (Result<Outcome, Vec<String>>, usize) {
    let mut opening = Opening::new("drop", sources(files), Limits::default());
    let sorted: Vec<String> = opening.paths();
    opening.await_parts(&(0..files.len()).collect::<Vec<_>>());
    let mut coming = order.iter();
    let mut used = 0;
    loop {
        match opening.step(1 << 12) {
            Ok(Status::Working) if !opening.waits() => {}
            Ok(Status::Working) => {
                let &at = coming.next().expect("a file is waited for that has come");
                let (path, bytes) = files.iter().find(|(path, _)| *path == sorted[at]).unwrap();
                let part = part(path, bytes);
                used += usize::from(part.is_some());
                opening.part_progress(at, bytes.len() as u64, 1);
                opening.give_part(at, part);
            }
            Ok(Status::Done(opened)) => return (Ok(outcome(*opened)), used),
            Err(notes) => return (Err(messages(&notes)), used),
        }
        let progress = opening.progress();
        assert!(progress.bytes <= progress.total_bytes);
    }
}

fn check(files: &Files<'_>, expected_parts: usize) -> Result<Outcome, Vec<String>> {
    let here = match open(sources(files)) {
        Ok(opened) => Ok(outcome(opened)),
        Err(notes) => Err(messages(&notes)),
    };
    let forward: Vec<usize> = (0..files.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    for order in [forward, backward] {
        let (given, used) = open_given(files, &order);
        assert_eq!(used, expected_parts, "parts of use");
        assert_eq!(given, here);
    }
    here
}

fn native(process: u32, events: usize) -> Vec<u8> {
    let mut text = format!("{process} local call MPI_Send\n");
    for at in 0..events {
        let line = match at % 3 {
            0 => format!("{process} send {} {}\n", (process + 1) % 4, at % 7),
            1 => format!("{} recv {process} {}\n", (process + 3) % 4, at % 7),
            _ => format!("{process} sync MPI_Bcast 0-3\n"),
        };
        text.push_str(&line);
    }
    text.push_str(&format!("{process} local return MPI_Send\n"));
    text.into_bytes()
}

/// Calls with times, whole or, after the first thousand, with local events between them.
fn timed(process: u32, has_locals: bool) -> Vec<u8> {
    let mut text = "process,start_ns,end_ns,event,call,peer,tag\n".to_owned();
    for at in 0..70_000u64 {
        let start = 1_763_000_000_000_000_000 + at * 2000 + at * at % 911;
        let (end, peer) = (start + at * 7919 % 500, (process + 1) % 3);
        text.push_str(&format!("{process},{start},{end},,MPI_Send,{peer},{}\n", at % 3));
        if has_locals && at > 1000 {
            text.push_str(&format!("{process},{end},{end},enter,step,,\n"));
        }
    }
    text.into_bytes()
}

#[test]
fn times_of_tables() {
    let files: Vec<(&str, Vec<u8>)> = (0..)
        .zip(["rank-0.csv", "rank-1.csv", "rank-2.csv"])
        .map(|(process, name)| (name, timed(process, process == 1)))
        .collect();
    let outcome = check(&files, 3).unwrap();
    for process in &outcome.processes {
        assert!(process.times(View::Calls).is_some());
        let times = process.times(View::Communication).unwrap();
        assert_eq!(times.moments().is_some(), process.id.0 == 1);
    }
}

#[test]
fn files_of_one_process_each() {
    let names = ["rank-0.trace", "rank-1.trace", "rank-2.trace.gz", "rank-3.trace"];
    let files: Vec<(&str, Vec<u8>)> = (0..)
        .zip(names)
        .map(|(process, name)| {
            let text = native(process, 70_000 * (process as usize + 1));
            (name, if name.ends_with("gz") { gzip(&text) } else { text })
        })
        .collect();
    let outcome = check(&files, 4).unwrap();
    assert_eq!(outcome.processes.len(), 4);
    // They are of different lengths: some messages have no other half.
    assert!(outcome.notes.iter().all(|note| note.contains("never")), "{:?}", outcome.notes);
}

#[test]
fn symbols_and_files_without_a_number() {
    let files = [
        ("b.sym", b"Send(1) Recv(2) Send(1)".to_vec()),
        ("a.sym", b"Recv(2) Send(1) Barrier()".repeat(3)),
        ("c.sym", b"".to_vec()),
    ];
    check(&files[..2], 2).unwrap();
    check(&files, 2).unwrap_err();
}

#[test]
fn a_file_of_all_processes_and_one_that_clashes() {
    let mut all = native(0, 30);
    all.extend(native(1, 30));
    let files = [("all.trace", all.clone()), ("rank-2.trace", native(2, 9))];
    check(&files, 2).unwrap();
    let files = [("all.trace", all), ("rank-1.trace", native(1, 9))];
    let found = check(&files, 2).unwrap_err();
    assert!(found[0].contains("process 1"), "{found:?}");
}

#[test]
fn peers_outside_are_found_by_line() {
    let files = [("rank-0.trace", b"0 send 1 1\n0 send 9 1\n".to_vec()), ("rank-1.trace", b"0 recv 1 1\n".to_vec())];
    let outcome = check(&files, 2).unwrap();
    assert!(outcome.notes[0].contains("line 2"), "{:?}", outcome.notes);
}

#[test]
fn what_is_unusual_is_read_here() {
    let files = [
        ("rank-0.trace", b"0 send 1 1\nwhat is this\n0 send 1 1\n".to_vec()),
        ("rank-1.trace", native(1, 5)),
        ("README.md", b"words for people, and more of them. this is the end of it".to_vec()),
        ("more.tar", tarred(&[("rank-2.trace", &native(2, 5)), ("rank-3.trace", &native(3, 5))])),
    ];
    let outcome = check(&files, 1).unwrap();
    assert_eq!(outcome.processes.len(), 4);
    let files = [("a.din", b"0 1000\n1 1008\n".to_vec()), ("b.din", b"0 1000\n1 1010\n".to_vec())];
    check(&files, 0).unwrap();
}

#[test]
fn an_archive_of_several_files() {
    let names = ["traces.otf2", "traces.def", "traces/0.evt", "traces/0.def", "traces/1.evt", "traces/1.def"];
    for folder in ["ping-pong", "ping-pong-papi"] {
        let bytes = |name| fixture(&format!("otf2/score-p-7.1/good/{folder}/{name}"));
        let files = names.map(|name| (name, bytes(name)));
        // The definitions are read where all of them are.
        let outcome = check(&files, 2).unwrap();
        assert_eq!(outcome.processes.len(), 2);
    }
}

#[test]
fn damaged_parts_are_read_here() {
    let files = [("rank-0.trace", native(0, 100)), ("rank-1.trace", native(1, 100))];
    let here = outcome(open(sources(&files)).unwrap());
    let whole = part("rank-0.trace", &files[0].1).unwrap();
    for at in 0..whole.len() {
        let mut opening = Opening::new("drop", sources(&files), Limits::default());
        opening.await_parts(&[0]);
        opening.give_part(0, Some(whole[..at].to_vec()));
        assert_eq!(outcome(work(opening, 1 << 16).unwrap()), here, "cut at {at}");
    }
}

#[test]
fn few_or_small_files_are_not_spread() {
    let place = |files: Vec<SourceFile>| Opening::new("drop", files, Limits::default()).spreadable();
    let large = vec![b' '; 5 << 20];
    assert!(place(vec![file("a", large.clone())]).is_empty());
    assert!(place(vec![file("a", large.clone()), file("b", *b"x")]).is_empty());
    assert!(place(vec![file("a", large.clone()), file("a", large.clone())]).is_empty());
    let found = place(vec![file("b", large.clone()), file("c", *b"x"), file("a", large)]);
    assert_eq!(found, [(0, "a".to_owned()), (1, "b".to_owned())]);
}

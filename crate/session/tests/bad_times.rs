//! Times that cannot be right: each is a note with a count, the loops stay as they are, and nothing overflows.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::clocks::{Clocks, Method};

/// Rounds of the program: process 0 sends, process 1 receives and answers.
const ROUNDS: u64 = 12;

/// Begin and end of a call as the cells of a table say them.
type Cells = (String, String);

fn plain(process: u64, call: u64) -> (u64, u64) {
    let start = 1000 * call + 100 * process;
    (start, start + 50)
}

/// The tables of a program whose calls have the times that `cells` says, by process and number of the call.
fn tables(cells: &dyn Fn(u64, u64) -> Cells) -> Vec<SourceFile> {
    (0..2u64)
        .map(|process| {
            let mut table = "start_ns,end_ns,call,peer,tag,bytes,matched\n".to_owned();
            let peer = 1 - process;
            for call in 0..2 * ROUNDS {
                let (start, end) = cells(process, call);
                table += &match (call + process) % 2 {
                    0 => format!("{start},{end},MPI_Send,{peer},{process},8,\n"),
                    _ => format!("{start},{end},MPI_Recv,{peer},{peer},8,{peer}:{peer}:8\n"),
                };
            }
            file(&format!("rank-{process}.csv"), table)
        })
        .collect()
}

/// The loops of a program: how often they run, and their events.
fn loops(session: &mut Session) -> Vec<(u32, f64, f64)> {
    held!(run_task(session, &TaskRequest::Model(ModelRequest::default())),
        Ok(TaskResult::Model(summary)) => summary.loops.iter().map(|it| (it.id, it.count, it.events)).collect())
}

fn text((start, end): (u64, u64)) -> Cells {
    (start.to_string(), end.to_string())
}

#[test]
fn times_that_cannot_be_right_harm_no_loop() {
    let good = |process, call| text(plain(process, call));
    let expected = loops(&mut opened(tables(&good)));
    assert_eq!(expected.len(), 1);
    type Case<'a> = (&'a str, &'a str, &'a dyn Fn(u64, u64) -> Cells);
    let cases: [Case<'_>; 9] = [
        ("go back", "2 such events", &|process, call| match (process, call) {
            (0, 7 | 11) => text((3, 5)),
            _ => good(process, call),
        }),
        ("last no time", "", &|process, call| text((plain(process, call).0, plain(process, call).0))),
        ("are equal", "", &|_, _| text((4711, 4711))),
        ("are 0", "", &|_, _| text((0, 0))),
        ("go back", "23 such events", &|process, call| match (process, call) {
            (0, 0) => text((1 << 63, u64::MAX)),
            _ => good(process, call),
        }),
        ("inside other calls", "1", &|process, call| match (process, call) {
            (0, 3) => (plain(0, 3).0.to_string(), (plain(0, 4).1 + 7).to_string()),
            _ => good(process, call),
        }),
        ("overlap in time", "1", &|process, call| match (process, call) {
            (0, 3) => (plain(0, 3).0.to_string(), (plain(0, 4).0 + 7).to_string()),
            _ => good(process, call),
        }),
        ("end before they begin", "1", &|process, call| match (process, call) {
            (1, 4) => (plain(1, 4).0.to_string(), (plain(1, 4).0 - 7).to_string()),
            _ => good(process, call),
        }),
        ("processes have no times", "1 of 2", &|process, call| match process {
            1 => (String::new(), String::new()),
            _ => good(process, call),
        }),
    ];
    for (what, found, cells) in cases {
        let notes = open(tables(cells)).notes;
        if !found.is_empty() {
            let note = notes.iter().find(|note| note.what.contains(what));
            let note = note.unwrap_or_else(|| panic!("{what}: {notes:?}"));
            assert!(note.found.starts_with(found), "{what}: {note}");
        }
        let mut session = opened(tables(cells));
        assert_eq!(loops(&mut session), expected, "{what}");
        let summary = time(&mut session, TimeRequest::default());
        for process in &summary.processes {
            let parts = process.parts;
            let sum = parts.compute + parts.calls + parts.wait;
            assert!((sum - process.run).abs() <= process.run * 1e-9, "{what}: {process:?}");
        }
        assert!(summary.loops.iter().all(|it| (0.0..=1.0).contains(&it.share)), "{what}");
    }
}

/// Two processes, each of which receives what the other only sends afterwards: no clocks make that true.
fn circle() -> Vec<SourceFile> {
    let head = "start_ns,end_ns,call,peer,tag,bytes,matched\n";
    let table = |own: u64| {
        let peer = 1 - own;
        let mut table = head.to_owned();
        for round in 0..ROUNDS {
            let start = 1000 * round;
            table += &format!("{start},{},MPI_Recv,{peer},0,8,{peer}:0:8\n", start + 10);
            table += &format!("{},{},MPI_Send,{peer},0,8,\n", start + 20, start + 30);
        }
        file(&format!("rank-{own}.csv"), table)
    };
    vec![table(0), table(1)]
}

#[test]
fn clocks_that_nothing_sets_right_are_said_with_the_figure() {
    let OpenedContent::Trace(trace) = open(circle()).content else { panic!("no trace") };
    let clocks = Clocks::align(&trace, Method::Logical);
    assert_eq!((clocks.before.messages_violated, clocks.before.messages), (24, 24));
    assert!(!clocks.comparable() && clocks.after.messages_violated > 0, "{:?}", clocks.after);
    let mut session = opened(circle());
    let summary = time(&mut session, TimeRequest::default());
    assert!(!summary.clocks.comparable && summary.clocks.disagree);
    assert!(summary.clocks.sentence.contains("24 of 24 messages"), "{}", summary.clocks.sentence);
    assert!(summary.processes.iter().all(|process| process.parts.wait == 0.0));
    assert_eq!(trace.event_count(View::Calls), 4 * ROUNDS);
}

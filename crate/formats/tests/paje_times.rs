//! Times of Pajé traces are the decimals of their lines, tick by tick.

#![cfg(test)]

use std::collections::BTreeMap;

mod archive;
use archive::*;

fn spans(process: &Process, view: View) -> Option<Vec<(u64, u64)>> {
    let times = process.times(view)?;
    assert_eq!((Some(times.len()), times.tick()), (process.len(view), Tick::NANOSECOND));
    Some(times.iter().map(|span| (span.enter, span.leave)).collect())
}

/// `0.001695282` in nanoseconds, by moving the point in the text.
fn nanoseconds(seconds: &str) -> u64 {
    let (whole, fraction) = seconds.split_once('.').unwrap();
    format!("{whole}{fraction:0<9}").parse().unwrap()
}

/// States of containers, in order of their ends, and the ends of links with the state around them.
#[derive(Default)]
struct Container {
    stack: Vec<u64>,
    calls: Vec<(u64, u64)>,
    /// When a link started or ended, and how many states had ended before.
    links: Vec<(u64, usize)>,
}

fn containers(text: &str) -> BTreeMap<String, Container> {
    let mut containers: BTreeMap<String, Container> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let at = match words[0] {
            "5" | "6" => 3,
            "7" | "8" => 5,
            _ => continue,
        };
        let container = containers.entry(words[at].to_owned()).or_default();
        match words[0] {
            "5" => container.stack.push(nanoseconds(words[1])),
            "6" => {
                // The text ends anywhere.
                let Some(enter) = container.stack.pop() else { continue };
                container.calls.push((enter, nanoseconds(words[1])));
            }
            _ => container.links.push((nanoseconds(words[1]), container.calls.len())),
        }
    }
    containers
}

#[test]
fn states_and_links_of_a_recorded_run() {
    let files = files(&root("paje").join("npb-3.3-mpi/good/cg.S.4.paje"));
    let text = String::from_utf8_lossy(&files[0].1);
    let containers = containers(&text);
    for chunk in [usize::MAX, 11] {
        let trace = read(&files, chunk).trace.unwrap();
        assert_eq!(trace.processes().len(), 4);
        for process in trace.processes() {
            let container = &containers[&format!("p{}", process.id)];
            assert_eq!(spans(process, View::Calls).as_ref(), Some(&container.calls));
            assert!(process.time_repairs().is_none());
            // Links with both ends are events: each in the call around it.
            let times = process.times(View::Communication).unwrap();
            let of_calls: Vec<usize> = (0..times.len()).filter_map(|at| times.call(at)).collect();
            for &(time, call) in &container.links {
                let Some(&(enter, leave)) = container.calls.get(call) else { continue };
                assert!(enter <= time && time <= leave);
                assert!(text.lines().count() < 600 || of_calls.contains(&call));
            }
        }
    }
}

const HEAD: &str = "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
    %EventDef PajeCreateContainer 3\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n%EndEventDef\n\
    %EventDef PajePushState 5\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
    %EventDef PajePopState 6\n% Time date\n% Type string\n% Container string\n%EndEventDef\n\
    %EventDef PajeSetState 7\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
    0 P 0 Process\n3 0 p0 P 0 \"rank 0\"\n";

/// The calls of a process with these lines, and the notes.
fn calls(lines: &str) -> (Option<Vec<(u64, u64)>>, Vec<Note>) {
    let file = ("trace.paje".to_owned(), format!("{HEAD}{lines}").into_bytes());
    let Outcome { trace, notes } = read(&[file], usize::MAX);
    (spans(&trace.unwrap().processes()[0], View::Calls), notes)
}

#[test]
fn decimals_of_any_length() {
    let (spans, notes) = calls(
        "5 0.000000001 S p0 MPI_Init\n6 1e-6 S p0\n5 1763000000.123456789 S p0 MPI_Barrier\n\
         6 1763000000.1234567899 S p0\n",
    );
    let epoch = 1_763_000_000_123_456_789;
    assert_eq!(spans, Some(vec![(1, 1000), (epoch, epoch)]));
    assert_eq!(found(&notes, "more precise than a nanosecond").as_deref(), Some("1"));
}

#[test]
fn states_inside_states() {
    let (spans, notes) = calls(
        "5 1.0 S p0 outer\n5 2.0 S p0 inner\n6 3.0 S p0\n5 4.0 S p0 inner\n6 5.0 S p0\n6 6.0 S p0\n\
         5 7.0 S p0 outer\n",
    );
    let second = 1_000_000_000;
    let expected = [(1, 2), (2, 3), (4, 5), (7, 7)].map(|(a, b)| (a * second, b * second));
    assert_eq!(spans, Some(expected.to_vec()));
    assert_eq!(found(&notes, "contain other slices").as_deref(), Some("1"));
}

#[test]
fn times_that_cannot_be_are_counted_and_the_events_stay() {
    let (below, notes) = calls("5 -2.5 S p0 MPI_Init\n6 1 S p0\n");
    assert_eq!(below, Some(vec![(0, 3_500_000_000)]));
    assert_eq!(found(&notes, "below 0").as_deref(), Some("1"));
    let (back, notes) = calls("5 5 S p0 MPI_Init\n6 3 S p0\n5 6 S p0 MPI_Barrier\n6 7 S p0\n");
    let second = 1_000_000_000;
    assert_eq!(back, Some(vec![(5 * second, 5 * second), (6 * second, 7 * second)]));
    assert_eq!(found(&notes, "go back").as_deref(), Some("1 such events"));
    let (missing, notes) = calls("5 5 S p0 MPI_Init\n6 never S p0\n");
    assert_eq!(missing, Some(vec![(5 * second, 5 * second)]));
    assert_eq!(found(&notes, "no valid time").as_deref(), Some("1"));
    let (large, notes) = calls("5 0 S p0 MPI_Init\n6 9223372036854775808 S p0\n");
    assert_eq!(large, Some(vec![(0, i64::MAX as u64)]));
    assert_eq!(found(&notes, "do not fit").as_deref(), Some("1"));
}

#[test]
fn events_without_times() {
    let (none, notes) = calls("7 S p0 MPI_Init\n7 S p0 MPI_Barrier\n7 S p0 MPI_Barrier\n");
    assert_eq!(none, None);
    assert!(found(&notes, "have no times").is_some(), "{notes:?}");
}

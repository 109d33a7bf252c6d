//! Times of Paraver and DUMPI traces are those of their lines and records, tick by tick.

#![cfg(test)]

use loopscope_core::trace::Kind;
use loopscope_testing::prv;

mod archive;
use archive::*;

fn named(format: &str, name: &str) -> Vec<File> {
    files(archives(format, "good").iter().find(|path| path.ends_with(name)).unwrap())
}

/// The times of events of a kind: they may be those of the calls around them.
fn of_kind(trace: &Trace, process: &Process, kind: Kind) -> Vec<(u64, u64)> {
    let events = process.events(View::Communication).into_iter().flatten();
    let spans = spans(process, View::Communication).unwrap_or_default();
    let timed = events.zip(spans);
    let of_kind = timed.filter(|(id, _)| trace.table().record(*id).kind == kind);
    of_kind.map(|(_, span)| span).collect()
}

#[test]
fn calls_and_messages_of_extrae() {
    let files = named("paraver", "epoch-4");
    let text = files.iter().find(|file| file.0.ends_with(".prv")).unwrap();
    let expected = prv::times(std::str::from_utf8(&text.1).unwrap());
    for chunk in [usize::MAX, 13] {
        let trace = read(&files, chunk).trace.unwrap();
        assert_eq!(trace.processes().len(), 4);
        for process in trace.processes() {
            let expected = &expected[&process.id.0];
            assert_eq!(spans(process, View::Calls).as_ref(), Some(&expected.calls));
            assert_eq!(process.times(View::Calls).unwrap().tick(), Tick::NANOSECOND);
            for (kind, times) in [(Kind::Send, &expected.sends), (Kind::Recv, &expected.receives)] {
                let of_events = of_kind(&trace, process, kind);
                assert_eq!(of_events.len(), times.len());
                let last = expected.calls.last().unwrap().1;
                let around = |(&(enter, leave), &time): (&(u64, u64), &u64)| {
                    // The trace ends inside a call.
                    let in_open_call = time > last && (enter, leave) == (last, last);
                    (enter <= time && time <= leave) || in_open_call
                };
                let mut all = of_events.iter().zip(times);
                let other = all.find(|pair| !around(*pair));
                assert_eq!(other, None, "{kind:?} of {}", process.id);
            }
            assert!(expected.waits.len() <= expected.receives.len());
        }
    }
}

#[test]
fn the_unit_of_a_paraver_trace() {
    let trace = |time: &str| {
        let text = format!(
            "#Paraver (1 at 2:3):{time}:0:1:1(1:1)\n\
             2:1:1:1:1:5:50000002:8\n2:1:1:1:1:7:50000002:0\n"
        );
        let outcome = read(&[("a.prv".to_owned(), text.into())], usize::MAX);
        let trace = outcome.trace.unwrap();
        let times = trace.processes()[0].times(View::Calls).unwrap();
        let span = times.get(0).unwrap();
        (times.tick(), span.enter, span.leave, found(&outcome.notes, "name the unit").is_some())
    };
    assert_eq!(trace("9_ns"), (Tick::NANOSECOND, 5, 7, false));
    assert_eq!(trace("9_us"), (Tick::per_second(1_000_000), 5, 7, false));
    assert_eq!(trace("9"), (Tick::per_second(1_000_000), 5, 7, true));
}

/// `MPI_Init entering at walltime 1296777956.737669000, cputime ..`, and the line in which it returns.
fn printed(text: &str) -> Vec<(u64, u64)> {
    let time = |line: &str| {
        let word = line.split("walltime ").nth(1).unwrap().split(',').next().unwrap();
        let (seconds, rest) = word.split_once('.').unwrap();
        assert_eq!(rest.len(), 9);
        format!("{seconds}{rest}").parse::<u64>().unwrap()
    };
    let lines = |word: &str| {
        let found: Vec<u64> = text.lines().filter(|line| line.contains(word)).map(time).collect();
        found
    };
    lines(" entering at ").into_iter().zip(lines(" returning at ")).collect()
}

#[test]
fn binary_files_have_the_times_that_the_tool_prints() {
    let text = named("dumpi", "ring-text");
    let expected = printed(std::str::from_utf8(&text[0].1).unwrap());
    assert_eq!(expected.len(), 9);
    for name in ["ring", "ring-text"] {
        for chunk in [usize::MAX, 5] {
            let trace = read(&named("dumpi", name), chunk).trace.unwrap();
            let process = &trace.processes()[0];
            assert_eq!(spans(process, View::Calls).as_ref(), Some(&expected), "{name}");
            assert_eq!(process.times(View::Calls).unwrap().tick(), Tick::NANOSECOND);
        }
    }
    let text = named("dumpi", "program-text");
    let traces = ["program", "program-text"].map(|name| read(&named("dumpi", name), 77).trace);
    for (at, (_, text)) in text.iter().filter(|file| file.0.ends_with(".txt")).enumerate() {
        let printed = printed(std::str::from_utf8(text).unwrap());
        for trace in &traces {
            let process = &trace.as_ref().unwrap().processes()[at];
            let spans = spans(process, View::Calls).unwrap();
            assert!(spans.iter().map(|span| span.0).eq(printed.iter().map(|span| span.0)));
        }
    }
}

/// A file of barriers, each with the mask that says what its record has.
fn barriers(masks: &[(u8, [u32; 2])]) -> Outcome {
    let mut bytes = b"\xff\xaa\xddDUMPI\0\0\0\x05\0\0\x03\xe8".to_vec();
    for &(mask, wall) in masks {
        bytes.extend([0, 52, mask]);
        if mask & 4 != 0 {
            bytes.extend([9; 12]);
        }
        if mask & 8 != 0 {
            for time in wall {
                bytes.extend([0, 1]);
                bytes.extend(time.to_be_bytes());
            }
        }
        bytes.extend([0, 2]);
    }
    bytes.extend([1, 37, 7, 1, 0]);
    read(&[("run-0000.bin".to_owned(), bytes)], usize::MAX)
}

#[test]
fn wall_times_may_be_switched_off() {
    let second = 1_001_000_000_000;
    let on = barriers(&[(12, [3, 4]), (8, [5, 9])]);
    let trace = on.trace.unwrap();
    let expected = vec![(second + 3, second + 4), (second + 5, second + 9)];
    assert_eq!(spans(&trace.processes()[0], View::Calls), Some(expected));
    let off = barriers(&[(4, [0; 2]), (0, [0; 2])]);
    let trace = off.trace.unwrap();
    assert_eq!(spans(&trace.processes()[0], View::Calls), None);
    assert_eq!(trace.processes()[0].len(View::Calls), Some(2));
    assert!(found(&off.notes, "recorded no wall times").is_some(), "{:?}", off.notes);
}

#[test]
fn times_that_cannot_be_are_counted_and_the_events_stay() {
    for (masks, what) in [
        ([(8, [3, 4]), (0, [0; 2]), (8, [7, 8])], "have no time"),
        ([(8, [3, 4]), (8, [1, 2]), (8, [7, 8])], "go back"),
        ([(8, [3, 4]), (8, [6, 5]), (8, [7, 8])], "end before they begin"),
    ] {
        let Outcome { trace, notes } = barriers(&masks);
        assert!(found(&notes, what).is_some(), "{what}: {notes:?}");
        let trace = trace.unwrap();
        let spans = spans(&trace.processes()[0], View::Calls).unwrap();
        assert_eq!(spans.len(), 3);
        assert!(spans.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{spans:?}");
    }
}

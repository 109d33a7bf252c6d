//! Times of calls and events are those of the file, tick by tick.

#![cfg(test)]

use loopscope_formats::otf2;

mod archive;
use archive::*;

fn table(text: &str) -> (Trace, Vec<Note>) {
    let outcome = read(&[("calls-0.csv".to_owned(), text.as_bytes().to_vec())], usize::MAX);
    (outcome.trace.unwrap(), outcome.notes)
}

fn calls(text: &str) -> Vec<(u64, u64)> {
    let (trace, _) = table(text);
    spans(&trace.processes()[0], View::Calls).unwrap()
}

#[test]
fn rows_of_recorded_tables() {
    let folder = root("csv-events").join("npb-3.3-mpi/good");
    for name in ["cg.S.4-timed-0.csv", "lulesh-timed-3.csv", "miniMD-timed-1.csv"] {
        let files = files(&folder.join(name));
        let text = String::from_utf8(files[0].1.clone()).unwrap();
        let rows = text.lines().skip(1).map(|row| row.split(','));
        let expected: Vec<(u64, u64)> = rows
            .map(|mut cells| {
                let mut time = || cells.next().unwrap().parse().unwrap();
                (time(), time())
            })
            .collect();
        for chunk in [usize::MAX, 7] {
            let trace = read(&files, chunk).trace.unwrap();
            let process = &trace.processes()[0];
            assert_eq!(spans(process, View::Calls).as_ref(), Some(&expected), "{name}");
            assert!(process.time_repairs().is_none());
            let times = process.times(View::Communication).unwrap();
            assert_eq!(times.tick(), Tick::NANOSECOND);
            let mut last = 0;
            for (at, span) in times.iter().enumerate() {
                let call = times.call(at).unwrap();
                assert!(last <= call && expected[call] == (span.enter, span.leave), "{name}");
                last = call;
            }
        }
    }
}

#[test]
fn a_receive_has_the_times_of_the_call_that_completes_it() {
    let (trace, _) = table(
        "start_ns,end_ns,call,peer,tag,bytes,req,matched\n\
         10,11,MPI_Irecv,1,5,8,7,\n\
         20,25,MPI_Send,1,5,8,,\n\
         30,90,MPI_Wait,,,,7,1:5:8\n\
         95,99,MPI_Barrier,,,,,\n",
    );
    let process = &trace.processes()[0];
    assert_eq!(spans(process, View::Calls), Some(vec![(10, 11), (20, 25), (30, 90), (95, 99)]));
    assert_eq!(spans(process, View::Communication), Some(vec![(20, 25), (30, 90)]));
}

#[test]
fn columns_of_times_in_every_unit() {
    let rows = |header: &str, rows: &[&str]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("{row},MPI_Barrier\n")).collect();
        format!("{header},call\n{}", rows.concat())
    };
    assert_eq!(calls(&rows("start_us,end_us", &["1.5,2.25", "3,4"])), [(1500, 2250), (3000, 4000)]);
    assert_eq!(calls(&rows("Start (ms),Duration (us)", &["2,7"])), [(2_000_000, 2_007_000)]);
    assert_eq!(calls(&rows("end_s,duration_s", &["1.000000005,0.000000003"])), [(1_000_000_002, 1_000_000_005)]);
    assert_eq!(calls(&rows("start_ns,thread", &["5,0", "9,0"])), [(5, 5), (9, 9)]);
    assert_eq!(calls(&rows("start_ns,end_ns", &["1,2", ",", "7,8"])), [(1, 2), (2, 2), (7, 8)]);
}

#[test]
fn an_unknown_unit_is_guessed_and_noted() {
    let (whole, notes) = table("start,end,call\n5,7,MPI_Barrier\n");
    assert_eq!(spans(&whole.processes()[0], View::Calls), Some(vec![(5, 7)]));
    let unit = |notes: &[Note]| {
        let note = notes.iter().find(|note| note.what.contains("name the unit")).cloned();
        note.map(|note| (note.found, note.remedy))
    };
    let (found, remedy) = unit(&notes).unwrap();
    assert_eq!((&*found, remedy.contains("nanoseconds")), ("start", true));
    let (seconds, notes) = table("start,end,call\n0,0.5,MPI_Barrier\n1,2,MPI_Barrier\n");
    assert_eq!(
        spans(&seconds.processes()[0], View::Calls),
        Some(vec![(0, 500_000_000), (1_000_000_000, 2_000_000_000)])
    );
    assert!(unit(&notes).unwrap().1.contains("seconds, because they have fractions"));
    assert_eq!(unit(&table("start_ns,end_ns,call\n5,7,MPI_Barrier\n").1), None);
}

#[test]
fn times_that_cannot_be_are_counted_and_the_events_stay() {
    let plain = "start_ns,end_ns,call\n0,1,MPI_Barrier\n2,3,MPI_Wtime\n4,5,MPI_Barrier\n";
    let (expected, _) = table(plain);
    for (rows, what) in [
        ("9,10,MPI_Barrier\n2,3,MPI_Wtime\n4,50,MPI_Barrier\n", "go back"),
        ("0,8,MPI_Barrier\n2,3,MPI_Wtime\n20,50,MPI_Barrier\n", "inside other calls"),
        ("0,8,MPI_Barrier\n2,30,MPI_Wtime\n40,50,MPI_Barrier\n", "overlap in time"),
        ("8,0,MPI_Barrier\n9,10,MPI_Wtime\n40,50,MPI_Barrier\n", "end before they begin"),
        ("0,8,MPI_Barrier\n,,MPI_Wtime\n40,50,MPI_Barrier\n", "have no time"),
        ("9223372036854775808,18446744073709551615,MPI_Barrier\n0,0,MPI_Wtime\n0,0,MPI_Barrier\n", "go back"),
    ] {
        let (trace, notes) = table(&format!("start_ns,end_ns,call\n{rows}"));
        assert!(found(&notes, what).is_some(), "{what}: {notes:?}");
        let process = &trace.processes()[0];
        assert_eq!(process.events(View::Calls), expected.processes()[0].events(View::Calls));
        let spans = spans(process, View::Calls).unwrap();
        assert!(spans.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{spans:?}");
    }
}

#[test]
fn a_table_without_times_has_none() {
    let (trace, _) = table("call,peer,tag\nMPI_Send,1,0\n");
    assert!(View::ALL.iter().all(|&view| trace.processes()[0].times(view).is_none()));
}

/// The calls of a location in the order in which they are left, by a stack, and the local events: regions that are no calls.
/// A call inside another lasts no time, where the outermost begins.
fn naive(lines: &str, is_local: impl Fn(u32) -> bool) -> (Vec<(u64, u64)>, Vec<u64>) {
    let (mut calls, mut locals, mut stack) = (Vec::new(), Vec::new(), Vec::<u64>::new());
    for line in lines.lines() {
        let mut words = line.split(' ');
        let time = words.next().unwrap().parse().unwrap();
        let (kind, region) = (words.next().unwrap(), words.next());
        let local = || is_local(region.unwrap().parse().unwrap());
        match kind {
            "ENTER" | "LEAVE" if local() => locals.push(time),
            "ENTER" => stack.push(time),
            "LEAVE" => {
                let enter = stack.pop().unwrap();
                calls.push(match stack.first() {
                    Some(&outermost) => (outermost, outermost),
                    None => (enter, time),
                });
            }
            _ => {}
        }
    }
    (calls, locals)
}

#[test]
fn regions_of_archives() {
    // Regions that are no calls of MPI: the first that is entered, and in one archive the last.
    let local = [("ping-pong", 1), ("ping-pong-papi", 1), ("is.W.8", 2)];
    let mut compared = 0;
    for folder in archives("otf2", "good") {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let Some((_, local)) = local.iter().find(|(archive, _)| *archive == name) else { continue };
        let files: Vec<File> = files(&folder);
        let trace = read(&files, usize::MAX).trace.unwrap();
        for process in trace.processes() {
            let content = |name: &str| files.iter().find(|file| file.0 == name).map(|it| &it.1[..]);
            let stem = process.source.strip_suffix(".evt").unwrap();
            let events = content(&process.source).unwrap();
            let lines = otf2::list(events, content(&format!("{stem}.def")));
            let enters = lines.lines().filter_map(|line| line.split_once(" ENTER "));
            let entered: Vec<u32> = enters.map(|(_, region)| region.parse().unwrap()).collect();
            let ends = [entered.first().unwrap(), entered.last().unwrap()];
            let (calls, locals) = naive(&lines, |region| ends[..*local].contains(&&region));
            assert_eq!(spans(process, View::Calls), Some(calls), "{name} {}", process.id);
            let events = process.events(View::Communication).unwrap().iter();
            let words = events.map(|id| trace.table().name(trace.table().record(id).name));
            let spans = spans(process, View::Communication).unwrap();
            let of_locals = words.zip(spans).filter(|(word, _)| word.contains(' '));
            let of_locals: Vec<u64> = of_locals.map(|(_, (enter, _))| enter).collect();
            assert_eq!(of_locals, locals, "{name} {}", process.id);
            assert!(!locals.is_empty());
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared}");
}

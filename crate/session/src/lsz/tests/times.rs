//! Times come back as they were, unless they were not wanted.

use loopscope_core::trace::{Process, Span};

use super::*;

/// The times of a view and, of events, the calls they belong to.
type ViewTimes = (Vec<Span>, Vec<Option<usize>>);

fn times(process: &Process, view: View) -> Option<ViewTimes> {
    let times = process.times(view)?;
    let calls = (0..times.len()).map(|at| times.call(at)).collect();
    Some((times.iter().collect(), calls))
}

fn check(name: &str, files: &dyn Fn() -> Vec<SourceFile>) -> u64 {
    let (expected, _) = open(files()).unwrap();
    let mut items = 0;
    // Parts are taken at other places.
    for budget in [1 << 20, 3000, 300] {
        let bytes = compress(files(), budget).unwrap();
        assert_eq!(bytes[8], VERSION);
        let (found, _) = open(vec![file("c.lsz", &bytes)]).unwrap();
        assert_eq!(found.processes().len(), expected.processes().len());
        for (found, expected) in found.processes().iter().zip(expected.processes()) {
            for view in [View::Calls, View::Communication] {
                let (found, expected) = (times(found, view), times(expected, view));
                if let (Some(found), Some(expected)) = (&found, &expected) {
                    let rows = |(spans, calls): &ViewTimes| -> Vec<(Span, Option<usize>)> {
                        spans.iter().copied().zip(calls.iter().copied()).collect()
                    };
                    let mut pairs = rows(found).into_iter().zip(rows(expected)).enumerate();
                    let other = pairs.find(|(_, (found, expected))| found != expected);
                    assert_eq!(other, None, "{name} {view:?} {budget}");
                }
                assert!(found == expected, "{name} {view:?} {budget}");
                items += found.map_or(0, |times| times.0.len() as u64);
            }
            let tick = |process: &Process| process.times(View::Calls).map(|times| times.tick());
            assert_eq!(tick(found), tick(expected));
        }
    }
    items / 3
}

fn fixture(path: &str) -> Vec<SourceFile> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/");
    let bytes = std::fs::read(format!("{root}{path}")).unwrap();
    let name = path.rsplit('/').next().unwrap();
    vec![file(name, &bytes)]
}

#[test]
fn of_every_format() {
    for path in [
        "csv-events/npb-3.3-mpi/good/cg.S.4-timed-0.csv",
        "csv-events/npb-3.3-mpi/good/miniMD-timed-1.csv",
        "csv-events/record-csv/good/rank-0.csv",
        "chrome/by-hand/good/mpi-two-ranks.json",
        "chrome/pytorch-1.13/good/training.json",
        "paje/npb-3.3-mpi/good/cg.S.4.paje",
        "otf2/eztrace-2.0/same-programs/cg.S.4-otf2.tar.zst",
    ] {
        assert!(check(path, &|| fixture(path)) > 20, "{path}");
    }
}

/// What version 2 made of `score-p-7.1/good/ping-pong`: all events have times of their own there.
const VERSION_2: &[u8] = include_bytes!("version-2.lsz");

#[test]
fn of_the_version_in_which_all_events_had_times_of_their_own() {
    assert_eq!(VERSION_2[8], 2);
    let files = loopscope_testing::fixtures_below("otf2/score-p-7.1/good/ping-pong", "a");
    let files = files.iter().map(|(path, bytes)| file(path, bytes)).collect();
    let (expected, _) = open(files).unwrap();
    let (found, _) = open(vec![file("c.lsz", VERSION_2)]).unwrap();
    let mut moments = 0;
    for (found, expected) in found.processes().iter().zip(expected.processes()) {
        assert!(found.events(View::Communication).into_iter().flatten().count() > 15);
        assert_eq!(times(found, View::Calls), times(expected, View::Calls));
        let view = View::Communication;
        let (old, new) = (found.times(view).unwrap(), expected.times(view).unwrap());
        assert!(old.calls().unwrap().eq(new.calls().unwrap()));
        for (at, (old, span)) in old.iter().zip(new.iter()).enumerate() {
            assert!(span.enter <= old.enter && old.leave <= span.leave, "{at}");
            moments += usize::from(new.moment(at).is_some());
        }
    }
    assert_eq!(moments, 4);
}

#[test]
fn of_events_that_begin_to_have_times_of_their_own() {
    let mut text = "start_ns,end_ns,event,call,peer,tag\n".to_owned();
    for at in 0..3000u64 {
        let (start, end) = (at * 1000 + at * at % 911, at * 1000 + 950);
        text.push_str(&format!("{start},{end},,MPI_Send,1,{}\n", at % 3));
        if at > 2000 {
            text.push_str(&format!("{end},{end},enter,step,,\n"));
        }
    }
    let items = check("locals", &|| vec![file("rank-0.csv", text.as_bytes())]);
    assert_eq!(items, 3000 + 3000 + 999);
}

#[test]
fn may_be_left_out() {
    let files = || fixture("csv-events/npb-3.3-mpi/good/cg.S.4-timed-0.csv");
    let without = Settings { times: false, ..Settings::default() };
    let bytes = compress_as(files(), 1 << 20, without).unwrap();
    assert_eq!(bytes[8], VERSION_WITHOUT_TIMES);
    let (found, _) = open(vec![file("c.lsz", &bytes)]).unwrap();
    assert!(found.processes().iter().all(|process| process.times(View::Calls).is_none()));
    assert!(bytes.len() * 2 < compress(files(), 1 << 20).unwrap().len());
}

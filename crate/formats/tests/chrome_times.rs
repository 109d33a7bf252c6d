//! Times of trace-event JSON are those that a plain parse of the file finds.

#![cfg(test)]

use std::collections::BTreeMap;

use serde_json::Value;

mod archive;
use archive::*;

fn trace(text: &str) -> (Trace, Vec<Note>) {
    let file = ("trace.json".to_owned(), text.as_bytes().to_vec());
    let outcome = read(&[file], 7);
    (outcome.trace.unwrap(), outcome.notes)
}

fn calls(text: &str) -> Vec<(u64, u64)> {
    spans(&trace(text).0.processes()[0], View::Calls).unwrap()
}

/// The slices `X` and instants of each thread, begin and end, as another parser reads them: whole microseconds.
fn slices(json: &str) -> BTreeMap<(String, String), Vec<(u64, u64)>> {
    let json: Value = serde_json::from_str(json).unwrap();
    let events = json.get("traceEvents").unwrap_or(&json).as_array().unwrap();
    let mut threads: BTreeMap<_, Vec<(u64, u64)>> = BTreeMap::new();
    for event in events {
        let phase = event["ph"].as_str().unwrap();
        if !matches!(phase, "X" | "i" | "I") {
            assert!(!matches!(phase, "B" | "E"));
            continue;
        }
        let number = |key: &str| {
            let number = event.get(key).map(|number| number.as_f64().unwrap());
            number.inspect(|number| assert!(number.fract() == 0.0)).map(|number| number as u64)
        };
        let id = |key: &str| event[key].to_string();
        let begin = number("ts").unwrap();
        let length = number("dur").or(number("tdur")).filter(|_| phase == "X").unwrap_or(0);
        let thread = threads.entry((id("pid"), id("tid"))).or_default();
        thread.push((begin, begin + length));
    }
    // By begin, the longer first.
    threads.values_mut().for_each(|slices| slices.sort_by_key(|&(at, end)| (at, u64::MAX - end)));
    threads
}

/// Each slice up to the next that begins inside it, and to the end of all that are around it.
fn items(slices: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let mut ends: Vec<u64> = Vec::new();
    for (at, &(begin, end)) in slices.iter().enumerate() {
        let around = ends[..at].iter().copied().filter(|&other| other > begin);
        ends.push(around.fold(end, u64::min));
    }
    let next = |at: usize| slices.get(at + 1).map_or(u64::MAX, |next| next.0);
    let all = slices.iter().zip(&ends).enumerate();
    all.map(|(at, (&(begin, _), &end))| (begin, end.min(next(at)))).collect()
}

/// Compares all processes of a file; how many.
fn compare(path: &Path) -> usize {
    let files = files(path);
    let threads = slices(&String::from_utf8_lossy(&files[0].1));
    let outcome = read(&files, usize::MAX);
    let trace = outcome.trace.unwrap();
    let mut expected: Vec<Vec<(u64, u64)>> = threads.values().map(|it| items(it)).collect();
    for process in trace.processes() {
        let times = process.times(View::Calls).unwrap();
        assert_eq!(times.tick(), Tick::per_second(1_000_000), "{}", path.display());
        let spans = spans(process, View::Calls).unwrap();
        let at = expected.iter().position(|expected| *expected == spans);
        expected.swap_remove(at.unwrap_or_else(|| panic!("{} {}", path.display(), process.source)));
    }
    assert!(expected.is_empty(), "{}", path.display());
    trace.processes().len()
}

#[test]
fn slices_of_recorded_files() {
    let mut compared = 0;
    for name in ["pytorch-1.13/good/training.json", "chromium-156/good/animation.json"] {
        compared += compare(&root("chrome").join(name));
    }
    if let Some(folder) = std::env::var_os("LOOPSCOPE_TRACES") {
        let timeline = Path::new(&folder).join("third-party/speedscope/simple-timeline.json");
        compared += compare(&timeline);
    }
    assert!(compared >= 2, "{compared}");
}

#[test]
fn calls_of_an_mpi_program() {
    let files = files(&root("chrome").join("by-hand/good/mpi-two-ranks.json"));
    let trace = read(&files, usize::MAX).trace.unwrap();
    // In the order in which they end; the others are local.
    let steps = [0, 100, 200]
        .into_iter()
        .flat_map(|step| [(11, 12), (13, 14), (15, 17), (18, 20)].map(|(enter, leave)| (enter + step, leave + step)));
    let expected: Vec<(u64, u64)> = [(1, 2)].into_iter().chain(steps).chain([(900, 901), (950, 951)]).collect();
    for process in trace.processes() {
        assert_eq!(spans(process, View::Calls).as_ref(), Some(&expected));
        let times = process.times(View::Communication).unwrap();
        let events = process.events(View::Communication).unwrap().iter();
        let table = trace.table();
        let names = events.map(|id| table.name(table.record(id).name)).zip(times.iter());
        let of_locals: Vec<(&str, u64)> =
            names.filter(|it| it.0.contains(' ')).map(|(name, span)| (name, span.enter)).collect();
        let steps = [10, 110, 210].into_iter();
        let steps = steps.flat_map(|at| [("enter step", at), ("leave step", at + 90)]);
        let expected = [("enter main", 0)].into_iter().chain(steps).chain([("leave main", 1000)]);
        assert_eq!(of_locals, expected.collect::<Vec<_>>());
        // The wait that completes the first receive.
        assert_eq!(times.call(3), Some(3));
    }
}

#[test]
fn begins_and_ends_in_any_order() {
    let event =
        |phase: &str, name: &str, at: &str| format!(r#"{{"ph":"{phase}","pid":1,"tid":1,"name":"{name}","ts":{at}}}"#);
    let text = [
        event("B", "a", "1.5"),
        event("B", "b", "2"),
        event("i", "c", "2.125"),
        event("E", "b", "3"),
        event("B", "d", "4"),
        event("E", "a", "9"),
        event("B", "open", "10"),
        event("I", "last", "12.001"),
    ];
    let text = format!("[{}", text.join(","));
    assert_eq!(
        calls(&text),
        [(1500, 2000), (2000, 2125), (2125, 2125), (4000, 9000), (10_000, 12_001), (12_001, 12_001)]
    );
    assert_eq!(found(&trace(&text).1, "contain other slices").as_deref(), Some("3"));
}

fn slice(at: &str, length: &str) -> String {
    format!(r#"[{{"ph":"X","pid":1,"tid":1,"name":"a","ts":{at},"dur":{length}}}]"#)
}

#[test]
fn digits_are_never_lost_to_a_floating_point_number() {
    // 2^53 nanoseconds are 104 days.
    assert_eq!(
        calls(&slice("1763000000123456.789", "0.001")),
        [(1_763_000_000_123_456_789, 1_763_000_000_123_456_790)]
    );
    assert_eq!(calls(&slice("\"12\"", "1.5e0")), [(12_000, 13_500)]);
    // Both ends are rounded down, not the duration.
    let (rounded, notes) = trace(&slice("0.0016", "0.0007"));
    assert_eq!(spans(&rounded.processes()[0], View::Calls), Some(vec![(1, 2)]));
    assert_eq!(found(&notes, "more precise than a nanosecond").as_deref(), Some("2"));
    assert_eq!(found(&trace(&slice("0.0010", "1")).1, "more precise"), None);
}

#[test]
fn whole_microseconds_are_the_tick() {
    let tick = |text: &str| {
        let trace = trace(text).0;
        let times = trace.processes()[0].times(View::Calls).unwrap();
        (times.tick(), times.get(0).unwrap().leave)
    };
    assert_eq!(tick(&slice("5", "2")), (Tick::per_second(1_000_000), 7));
    assert_eq!(tick(&slice("5", "2.5")), (Tick::NANOSECOND, 7500));
    // One clock for all files.
    let file = |name: &str, text: String| (name.to_owned(), text.into_bytes());
    let files = [file("a.json", slice("5", "2")), file("b.json", slice("5.5", "2"))];
    let trace = read(&files, usize::MAX).trace.unwrap();
    let ticks = trace.processes().iter().map(|it| it.times(View::Calls).unwrap().tick());
    assert_eq!(ticks.collect::<Vec<_>>(), [Tick::NANOSECOND; 2]);
}

#[test]
fn times_that_cannot_be_are_counted_and_the_events_stay() {
    let (below, notes) = trace(&slice("-5.5", "7"));
    assert_eq!(spans(&below.processes()[0], View::Calls), Some(vec![(0, 7000)]));
    assert_eq!(found(&notes, "below 0").as_deref(), Some("1"));
    let (negative, notes) = trace(&slice("5", "-7"));
    assert_eq!(spans(&negative.processes()[0], View::Calls), Some(vec![(5, 5)]));
    assert_eq!(found(&notes, "negative durations").as_deref(), Some("1"));
    let (large, notes) = trace(&slice("9223372036854775.808", "1"));
    let last = i64::MAX as u64;
    assert_eq!(spans(&large.processes()[0], View::Calls), Some(vec![(last, last)]));
    assert_eq!(found(&notes, "do not fit 64 bits").as_deref(), Some("2"));
    let (none, notes) = trace(&slice("0", "0"));
    assert_eq!(spans(&none.processes()[0], View::Calls), Some(vec![(0, 0)]));
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn positions_in_files_of_this_program_are_no_times() {
    let files = files(&root("chrome").join("by-hand/good/own-form.json"));
    let trace = read(&files, usize::MAX).trace.unwrap();
    for process in trace.processes() {
        assert!(View::ALL.iter().all(|&view| process.times(view).is_none()));
    }
}

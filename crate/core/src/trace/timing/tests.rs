use loopscope_testing::Random;

use super::*;
use crate::trace::{BuildError, Kind, Process, ProcessId, ProcessSlot, Record, RecordId, Trace, TraceBuilder};

fn builder(limit: u64) -> (TraceBuilder, ProcessSlot, RecordId) {
    let mut builder = TraceBuilder::new(limit);
    builder.begin_source("a");
    let name = builder.name("MPI_Send").unwrap();
    let record = builder.record(Record::new(Kind::Call, name)).unwrap();
    let slot = builder.process(ProcessId(0)).unwrap();
    (builder, slot, record)
}

/// A builder of times in nanoseconds, with room for all.
fn timed_builder() -> (TraceBuilder, ProcessSlot, RecordId) {
    let (mut builder, slot, record) = builder(1 << 30);
    builder.begin_times(slot, Tick::NANOSECOND);
    (builder, slot, record)
}

fn spans(process: &Process, view: View) -> Option<Vec<(u64, u64)>> {
    let times = process.times(view)?;
    let spans: Vec<Span> = times.iter().collect();
    assert_eq!((times.len(), times.is_empty()), (spans.len(), spans.is_empty()));
    assert_eq!(Some(spans.len()), process.len(view));
    for (at, &span) in spans.iter().enumerate().step_by(1 + spans.len() / 40) {
        assert_eq!(times.get(at), Some(span));
    }
    assert_eq!(times.get(spans.len()), None);
    Some(spans.into_iter().map(|span| (span.enter, span.leave)).collect())
}

fn only(trace: &Trace) -> &Process {
    &trace.processes()[0]
}

#[test]
fn events_have_the_times_of_their_calls() {
    let mut random = Random::new(3);
    let (mut builder, slot, record) = timed_builder();
    let (mut calls, mut call_of_event, mut now) = (Vec::new(), Vec::new(), 0);
    for call in 0..3000 {
        for _ in 0..random.below(4) {
            builder.push_event_of_call(slot, record, call).unwrap();
            call_of_event.push(call as usize);
        }
        let enter = now + random.below(1000);
        now = enter + random.below(1_000_000);
        builder.push_timed_call(slot, record, enter, now).unwrap();
        calls.push((enter, now));
    }
    // After the last call, and beyond it.
    builder.push_event_of_call(slot, record, 3000).unwrap();
    let before = builder.kept_bytes();
    builder.end_source();
    assert!(builder.kept_bytes() < before);
    let trace = builder.finish();
    let process = only(&trace);
    assert_eq!(spans(process, View::Calls), Some(calls.clone()));
    let mut expected: Vec<(u64, u64)> = call_of_event.iter().map(|&call| calls[call]).collect();
    expected.push((now, now));
    assert_eq!(spans(process, View::Communication), Some(expected));
    let times = process.times(View::Communication).unwrap();
    for at in (0..call_of_event.len()).step_by(17) {
        assert_eq!(times.call(at), Some(call_of_event[at]));
    }
    assert_eq!(times.call(call_of_event.len()), None);
    assert_eq!((trace.time_precision(), process.time_repairs()), Default::default());
    assert!(process.times(View::Values).is_none());
}

#[test]
fn calls_and_events_without_times_take_those_of_their_neighbours() {
    let (mut builder, slot, record) = timed_builder();
    builder.push(slot, View::Calls, record).unwrap();
    builder.push(slot, View::Communication, record).unwrap();
    builder.push_event_of_call(slot, record, 1).unwrap();
    builder.push_timed_call(slot, record, 5, 7).unwrap();
    builder.push(slot, View::Calls, record).unwrap();
    builder.push(slot, View::Communication, record).unwrap();
    assert_eq!(builder.time_repairs(slot).missing, 1);
    let trace = builder.finish();
    assert_eq!(spans(only(&trace), View::Calls), Some(vec![(5, 5), (5, 7), (7, 7)]));
    assert_eq!(spans(only(&trace), View::Communication), Some(vec![(5, 5), (5, 7), (5, 7)]));
    assert_eq!(only(&trace).time_repairs().missing, 2);
}

#[test]
fn a_process_without_calls_has_times_of_its_events() {
    let (mut builder, slot, record) = builder(1 << 30);
    builder.begin_times(slot, Tick::per_second(1000));
    for time in [3, 8, 8, 2] {
        builder.push_timed_event(slot, record, 0, time).unwrap();
    }
    builder.push(slot, View::Communication, record).unwrap();
    let trace = builder.finish();
    let expected = [(3, 3), (8, 8), (8, 8), (8, 8), (8, 8)];
    assert_eq!(spans(only(&trace), View::Communication), Some(expected.to_vec()));
    assert!(only(&trace).times(View::Calls).is_none());
    let repairs = only(&trace).time_repairs();
    assert_eq!((repairs.backward, repairs.missing), (1, 1));
    assert_eq!(only(&trace).times(View::Communication).unwrap().tick().per_second, 1000);
}

#[test]
fn events_between_calls_have_moments_and_others_the_times_of_their_calls() {
    let (mut builder, slot, record) = timed_builder();
    builder.push_event_of_call(slot, record, 0).unwrap();
    builder.push_timed_call(slot, record, 4, 9).unwrap();
    builder.push_timed_event(slot, record, 1, 12).unwrap();
    builder.push_timed_event(slot, record, 1, 15).unwrap();
    builder.push_timed_call(slot, record, 14, 20).unwrap();
    builder.push_timed_event(slot, record, 2, 21).unwrap();
    let trace = builder.finish();
    let expected = [(4, 9), (12, 12), (15, 15), (21, 21)];
    assert_eq!(spans(only(&trace), View::Communication), Some(expected.to_vec()));
    let times = only(&trace).times(View::Communication).unwrap();
    let moments: Vec<Option<u64>> = (0..5).map(|at| times.moment(at)).collect();
    assert_eq!(moments, [None, Some(12), Some(15), Some(21), None]);
    let calls: Vec<Option<usize>> = (0..5).map(|at| times.call(at)).collect();
    assert_eq!(calls, [Some(0), Some(1), Some(1), None, None]);
    assert!(only(&trace).time_repairs().is_none());
}

#[test]
fn without_times_nothing_is_kept() {
    let (mut with, slot, record) = timed_builder();
    let (mut without, other, _) = builder(1 << 30);
    for _ in 0..300 {
        with.push(slot, View::Calls, record).unwrap();
        without.push_timed_call(other, record, 1, 2).unwrap();
        without.push_event_of_call(other, record, 1).unwrap();
        with.push(slot, View::Communication, record).unwrap();
    }
    let (with, without) = (with.finish(), without.finish());
    assert_eq!(only(&with), only(&without));
    assert_eq!(with.kept_bytes(), without.kept_bytes());
    assert!(View::ALL.iter().all(|&view| only(&with).times(view).is_none()));
}

#[test]
fn what_an_abandoned_file_gave_is_forgotten() {
    let (mut builder, slot, record) = builder(1 << 30);
    let empty = builder.kept_bytes();
    builder.begin_times(slot, Tick::NANOSECOND);
    for at in 0..1000 {
        builder.push_timed_call(slot, record, 2 * at, 2 * at + 1).unwrap();
        builder.push_event_of_call(slot, record, at).unwrap();
    }
    assert!(builder.kept_bytes() > empty);
    builder.abandon_source();
    assert_eq!(builder.kept_bytes(), empty);
}

/// Some calls whose times are irregular, in a builder that may keep so much, over several files.
fn with_limit(limit: u64) -> Result<(Trace, Vec<(u64, u64)>), BuildError> {
    let mut random = Random::new(8);
    let (mut builder, _, record) = builder(limit);
    let mut first = Vec::new();
    for process in 1..5 {
        builder.begin_source(&format!("file-{process}"));
        let slot = builder.process(ProcessId(process))?;
        builder.begin_times(slot, Tick::NANOSECOND);
        let mut now = 0;
        for _ in 0..100_000 {
            let enter = now + random.below(1 << 15);
            now = enter + random.below(1 << 14);
            builder.push_timed_call(slot, record, enter, now)?;
            if process == 1 {
                first.push((enter, now));
            }
        }
    }
    Ok((builder.finish(), first))
}

#[test]
fn times_are_kept_as_exactly_as_memory_allows() {
    let (exact, _) = with_limit(1 << 30).unwrap();
    let whole = exact.kept_bytes();
    let mut seen = Vec::new();
    for percent in (20..=100).rev().step_by(5) {
        let limit = whole * percent / 100;
        let Ok((trace, first)) = with_limit(limit) else { break };
        // The limit is checked every 65,536 events.
        assert!(trace.kept_bytes() <= limit + 6 * 65_536, "{percent}");
        let precision = trace.time_precision();
        if seen.last() != Some(&precision) {
            seen.push(precision);
        }
        assert_eq!(trace.event_count(View::Calls), 400_000);
        let shift = match precision {
            Precision::Exact => 0,
            Precision::Coarse(shift) => shift,
            Precision::Dropped => {
                assert!(trace.processes().iter().all(|it| it.times(View::Calls).is_none()));
                continue;
            }
        };
        let timed = &trace.processes()[1..];
        for process in timed {
            assert_eq!(process.times(View::Calls).unwrap().tick().shift, shift);
        }
        let floored = first.iter().map(|&(enter, leave)| (enter >> shift, leave >> shift));
        assert_eq!(spans(&timed[0], View::Calls), Some(floored.collect()));
    }
    let coarse = [4, 6, 8].map(Precision::Coarse);
    let expected: Vec<Precision> = [Precision::Exact].into_iter().chain(coarse).chain([Precision::Dropped]).collect();
    assert_eq!(seen, expected);
    assert!(matches!(with_limit(1000), Err(BuildError::TooLarge { limit: 1000, .. })));
}

#[test]
fn a_coarse_unit_fits_the_clock() {
    let fast = Tick::per_second(2_400_000_000);
    assert_eq!(Precision::Coarse(4).shift(Tick::NANOSECOND), 4);
    assert_eq!(Precision::Coarse(8).shift(fast), 9);
    assert_eq!(Precision::Coarse(8).shift(Tick::per_second(1_000_000)), 0);
    assert_eq!((Precision::Exact.shift(fast), Precision::Dropped.shift(fast)), (0, 0));
    for tick in [fast, Tick::NANOSECOND, Tick::per_second(1 << 40)] {
        let unit = Tick { shift: Precision::Coarse(6).shift(tick), ..tick };
        assert!((32..=64).contains(&unit.nanoseconds(1)), "{unit:?}");
    }
}

#[test]
fn events_without_calls_share_times() {
    let (mut builder, slot, record) = timed_builder();
    let expected = [(1, 5), (1, 5), (5, 5), (5, 5), (7, 9)];
    for (enter, leave) in expected {
        builder.push_event_at(slot, record, Span { enter, leave }).unwrap();
    }
    let trace = builder.finish();
    assert_eq!(spans(only(&trace), View::Communication), Some(expected.to_vec()));
    assert!(only(&trace).times(View::Calls).is_none());
    let times = only(&trace).times(View::Communication).unwrap();
    assert!(times.calls().unwrap().eq([[0], [0], [1], [1], [2]]) && times.moments().is_none());
}

/// What is done to two builders: one keeps items, the other hands them out.
fn act(builder: &mut TraceBuilder, (slot, record): (ProcessSlot, RecordId), action: u64, now: u64) {
    let call = now / 1000;
    let done = match action {
        0 => builder.push_event_of_call(slot, record, call),
        1 => builder.push_timed_event(slot, record, call, now),
        // Now and then inside the call before, or overlapping with it.
        2 => builder.push_timed_call(slot, record, now.saturating_sub(1500), now),
        3 => builder.push(slot, View::Calls, record),
        _ => builder.push_timed_call(slot, record, now, now + 700),
    };
    done.unwrap();
}

#[test]
fn parts_are_together_what_is_kept() {
    let mut random = Random::new(23);
    for round in 0..60 {
        let [mut kept, mut given] = [0, 1].map(|_| builder(1 << 30));
        given.0.stream_items();
        for (builder, slot, _) in [&mut kept, &mut given] {
            builder.begin_times(*slot, Tick::NANOSECOND);
        }
        let own_from = [0, 700, u64::MAX][random.index(3)];
        let mut parts = Vec::new();
        for at in 0..=random.below(1500) {
            let mut action = random.below(60);
            if action == 1 && at < own_from {
                action = 0;
            }
            for (builder, slot, record) in [&mut kept, &mut given] {
                act(builder, (*slot, *record), action, 1000 * at);
            }
            if random.below(300) == 0 {
                parts.extend(given.0.take_items());
            }
        }
        for (builder, ..) in [&mut kept, &mut given] {
            builder.end_source();
        }
        parts.extend(given.0.take_items());
        let kept = kept.0.finish();
        let whole = only(&kept).columns.timing.as_deref();
        let rows = |times: &dyn Fn(&Timing) -> Vec<[u64; 2]>| -> Vec<[u64; 2]> {
            parts.iter().filter_map(|part| part.times()).flat_map(times).collect()
        };
        let calls = |timing: &Timing| timing.calls().rows().iter().collect::<Vec<_>>();
        let events = |timing: &Timing| timing.call_of_event().iter().map(|[call]| [call, 0]).collect::<Vec<_>>();
        let moments = |timing: &Timing| {
            let moments = timing.moments().into_iter();
            let rows = moments.flat_map(|it| it.positions().iter().zip(it.times().iter()));
            rows.map(|([position], [time])| [position, time]).collect::<Vec<_>>()
        };
        for part in parts.iter().filter_map(|part| part.times()) {
            let stored = part.call_of_event().iter().count();
            assert_eq!((part.call_of_event().len(), part.calls().len()), (stored, calls(part).len()));
        }
        assert_eq!(rows(&calls), whole.map_or(Vec::new(), calls), "{round}");
        assert_eq!(rows(&events), whole.map_or(Vec::new(), events), "{round}");
        assert_eq!(rows(&moments), whole.map_or(Vec::new(), moments), "{round}");
        if let [part] = &parts[..] {
            // Nothing was taken before the end.
            assert_eq!(part.times(), whole);
            let mut bytes = Vec::new();
            part.times().into_iter().for_each(|times| times.write(&mut bytes));
            let read = Timing::read(&mut Bytes::new(&bytes)).ok();
            assert_eq!(read.as_ref(), whole);
        }
    }
}

/// The naive twin of [`ViewTimes::ended`]: goes from event to event.
fn ended_one_by_one(times: ViewTimes<'_>, before: impl Fn(u64) -> bool) -> usize {
    times.iter().take_while(|span| before(span.leave)).count()
}

#[test]
fn moments_are_found_at_their_events_and_in_time() {
    let mut random = Random::new(5);
    for round in 0..300 {
        let (mut builder, slot, record) = timed_builder();
        let (mut now, mut call, mut expected) = (0, 0, Vec::new());
        let locals = [0, 1, 5, 50][random.index(4)];
        let calls = random.below(if round % 10 == 0 { 2000 } else { 12 });
        for _ in 0..calls {
            while random.below(60) < locals {
                now += random.below(4);
                builder.push_timed_event(slot, record, call, now).unwrap();
                expected.push((now, now));
            }
            now += random.below(4);
            let (enter, events) = (now, random.below(3));
            now += random.below(9);
            for _ in 0..events {
                builder.push_event_of_call(slot, record, call).unwrap();
                expected.push((enter, now));
            }
            builder.push_timed_call(slot, record, enter, now).unwrap();
            call += 1;
        }
        let trace = builder.finish();
        let found = spans(only(&trace), View::Communication).unwrap_or_default();
        assert_eq!(found, expected, "{round}");
        let Some(times) = only(&trace).times(View::Communication) else { continue };
        for at in (0..expected.len()).filter(|at| at % 7 == 0 || expected.len() < 50) {
            let span = times.get(at).map(|span| (span.enter, span.leave));
            assert_eq!(span, Some(expected[at]), "{round}");
        }
        for _ in 0..20 {
            let limit = random.below(now + 3);
            let before = |time: u64| time < limit;
            assert_eq!(times.ended(before), ended_one_by_one(times, before), "{round}: {limit}");
        }
    }
}

//! The program of a model says the events of the model, and its lists repeat to what the trace has.

use super::places::period;
use super::*;
use crate::extract::of_trace::TraceColumns;
use crate::system::text;
use crate::trace::{Kind, ProcessId, Record, Tick, Trace, TraceBuilder};
use loopscope_testing::Random;

#[test]
fn the_shortest_list_that_repeats_is_found() {
    let mut shortened = 0;
    for seed in 0..3_000 {
        let random = &mut Random::new(seed);
        let unit: Vec<u64> = (0..=random.index(5)).map(|_| random.below(2)).collect();
        let list: Vec<u64> = unit.iter().copied().cycle().take(random.index(30)).collect();
        let found = period(list.clone());
        let again: Vec<u64> = found.iter().copied().cycle().take(list.len()).collect();
        assert_eq!(again, list);
        // No shorter one does.
        for length in 1..found.len() {
            let shorter: Vec<u64> = list[..length].iter().copied().cycle().take(list.len()).collect();
            assert_ne!(shorter, list);
        }
        shortened += usize::from(found.len() < list.len());
    }
    assert!(shortened > 1_000, "{shortened}");
}

/// Two processes: 0 sends to 1, sizes alternate, computing is 100 and then 300 ns.
fn trace() -> Trace {
    let mut builder = TraceBuilder::new(1 << 30);
    builder.begin_source("made");
    for own in 0..2u32 {
        let slot = builder.process(ProcessId(own)).unwrap();
        builder.begin_times(slot, Tick::NANOSECOND);
        let kind = if own == 0 { Kind::Send } else { Kind::Recv };
        let name = builder.name("MPI_X").unwrap();
        let call = builder.record(Record::new(Kind::Call, name)).unwrap();
        let mut now = 1_000;
        for at in 0..10u64 {
            let name = builder.name(kind.name()).unwrap();
            let bytes = Some(8 + 8 * (at % 2));
            let record = Record { peer: Some(1 - own), tag: Some(7), bytes, ..Record::new(kind, name) };
            let record = builder.record(record).unwrap();
            now += if at < 6 { 100 } else { 300 };
            builder.push_timed_call(slot, call, now, now + 50).unwrap();
            builder.push_event_of_call(slot, record, at).unwrap();
            now += 50;
        }
    }
    builder.end_source();
    builder.finish()
}

#[test]
fn sizes_and_times_are_those_of_the_place() {
    let trace = trace();
    let model = "processes 0,1\nfor i0 = 0 to 9\n0 send 1 7\n0 recv 1 7\ndone\n";
    let model = text::parse(model).unwrap();
    let made = |time| {
        let mut columns = TraceColumns::new(&trace, false);
        of_model("a */ trace", &model, &mut columns, time).unwrap()
    };
    let median = made(Time::Median);
    assert_eq!((median.functions, median.left_out.len()), (2, 0));
    // The first event has no time before it: 5 times 100 and 4 times 300 on each process, and ten medians.
    assert_eq!((median.computed, median.kept), (2 * 1_700, 2 * 1_000));
    assert!(median.code.contains("for (long long i0 = 0; i0 < 10LL; i0++) {"), "{}", median.code);
    assert!(median.code.contains("put(own->peers[0], 7, next(&own->sizes[0]));"));
    assert!(median.code.contains("{2, 0, (const long long[]){8, 16}}"), "{}", median.code);
    assert!(median.code.contains("{1, 0, (const long long[]){100}}"));
    assert!(median.code.contains("#define LARGEST 16"));
    assert!(!median.code.lines().next().unwrap().contains("*/"));
    assert!(made(Time::Mean).code.contains("{1, 0, (const long long[]){170}}"));
    let table = made(Time::Table);
    assert_eq!(table.kept, table.computed);
    assert!(!made(Time::None).code.contains("  busy(next"));
}

#[test]
fn processes_that_do_the_same_are_one_function() {
    // A ring: all send to the next and receive from the one before.
    let ring = |processes: u32| {
        let all: Vec<String> = (0..processes).map(|own| own.to_string()).collect();
        let mut lines = format!("processes {}\nfor i0 = 0 to 99\n", all.join(","));
        for own in 0..processes {
            lines += &format!("{own} send {} 1\n", (own + 1) % processes);
        }
        for own in 0..processes {
            lines += &format!("{own} recv {} 1\n", (own + 1) % processes);
        }
        let model = text::parse(&(lines + "done\n")).unwrap();
        let trace = TraceBuilder::new(1 << 20).finish();
        of_model("ring", &model, &mut TraceColumns::new(&trace, false), Time::Median).unwrap()
    };
    let (few, many) = (ring(4), ring(64));
    assert_eq!((few.functions, many.functions), (1, 1));
    let calls = |made: &Skeleton| made.code.matches("put(own->").count();
    assert_eq!(calls(&few), calls(&many));
    let gap = text::parse("processes 0,2\n0 send 2 1\n0 recv 2 1\n").unwrap();
    let trace = TraceBuilder::new(1 << 20).finish();
    let refused = of_model("gap", &gap, &mut TraceColumns::new(&trace, false), Time::None);
    assert_eq!(refused, Err(Refused::Missing(1)));
}

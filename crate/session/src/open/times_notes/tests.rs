use super::*;
use loopscope_core::trace::{Kind, ProcessId, Record, Tick, TraceBuilder};

fn notes(limit: u64, events: u64, timed: &[bool]) -> Vec<String> {
    let mut builder = TraceBuilder::new(limit);
    builder.begin_source("a");
    let name = builder.name("MPI_Send").expect("room");
    let record = builder.record(Record::new(Kind::Call, name)).expect("room");
    for (rank, &timed) in (0..).zip(timed) {
        let slot = builder.process(ProcessId(rank)).expect("room");
        if timed {
            builder.begin_times(slot, Tick::NANOSECOND);
        }
        for at in 0..events {
            let enter = 1000 * at + at * at % 997;
            builder.push_timed_call(slot, record, enter, enter).expect("room");
        }
    }
    let mut notes = Notes::new();
    note_times(&builder.finish(), "t", &mut notes);
    notes.into_vec().iter().map(ToString::to_string).collect()
}

#[test]
fn processes_without_times() {
    assert_eq!(notes(1 << 30, 3, &[true, true]), Vec::<String>::new());
    assert_eq!(notes(1 << 30, 3, &[false, false]), Vec::<String>::new());
    let found = notes(1 << 30, 3, &[true, false, false]);
    assert!(found[0].contains("found 2 of 3, the first is process 1"), "{found:?}");
}

#[test]
fn times_without_room() {
    let found = notes(150_000, 200_000, &[true]);
    assert!(found[0].contains("memory is short"), "{found:?}");
}

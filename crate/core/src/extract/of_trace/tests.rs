use super::*;
use crate::trace::{Record, Tick, TraceBuilder};
use loopscope_testing::Random;

/// What an event of the made trace has, found while it is made.
type Row = [i64; 11];

/// A trace of one process whose calls have no, one or several events, and the rows that its columns should have.
fn made(random: &mut Random) -> (Trace, Vec<Row>) {
    let mut builder = TraceBuilder::new(1 << 30);
    builder.begin_source("made");
    let slot = builder.process(ProcessId(0)).unwrap();
    builder.begin_times(slot, Tick::NANOSECOND);
    let call = builder.name("MPI_Call").unwrap();
    let call = builder.record(Record::new(Kind::Call, call)).unwrap();
    let (mut now, mut rows, mut mpi, mut last_sum) = (1_000, Vec::<Row>::new(), 0, 0);
    let mut sent_sum = 0;
    for number in 0..random.below(400) {
        let enter = now + random.below(50);
        let leave = enter + random.below(90);
        now = leave;
        mpi += (leave - enter) as i64;
        builder.push_timed_call(slot, call, enter, leave).unwrap();
        for _ in 0..random.below(4) {
            let kind = *random.one_of(&[Kind::Send, Kind::Recv, Kind::Sync]);
            let name = builder.name(kind.name()).unwrap();
            let bytes = 8 * random.below(5);
            let is_message = kind != Kind::Sync;
            let (peer, tag) = (random.below(3) as u32, random.below(2) as i64);
            let record = Record {
                bytes: Some(bytes),
                peer: is_message.then_some(peer),
                tag: is_message.then_some(tag),
                ..Record::new(kind, name)
            };
            let record = builder.record(record).unwrap();
            builder.push_event_of_call(slot, record, number).unwrap();
            let bytes = bytes as i64;
            let sent = if kind == Kind::Send { bytes } else { 0 };
            sent_sum += sent;
            rows.push([
                rows.len() as i64,
                enter as i64,
                leave as i64,
                match kind {
                    Kind::Send => 0,
                    Kind::Recv => 1,
                    _ => 2,
                },
                if is_message { peer.into() } else { -1 },
                if is_message { tag } else { -1 },
                bytes,
                sent,
                sent_sum,
                mpi - last_sum,
                mpi,
            ]);
            last_sum = mpi;
        }
    }
    builder.end_source();
    (builder.finish(), rows)
}

#[test]
fn columns_are_those_of_the_events() {
    let mut values = 0;
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let (trace, rows) = made(random);
        let mut columns = TraceColumns::new(&trace, false);
        let own = ProcessId(0);
        if rows.is_empty() {
            continue;
        }
        assert_eq!(columns.identity(own).unwrap().events, rows.len() as u64);
        let mut positions: Vec<u64> = (0..rows.len() as u64).filter(|_| random.below(3) > 0).collect();
        positions.extend(positions.last().copied());
        for (at, column) in Column::ALL.into_iter().enumerate() {
            let mut out = Vec::new();
            columns.read(own, column, &positions, &mut out).unwrap();
            let expected: Vec<i64> = positions.iter().map(|&place| rows[place as usize][at]).collect();
            assert_eq!(out, expected, "{seed} {}", column.name());
            values += out.len();
        }
        let past = [rows.len() as u64];
        assert!(columns.read(own, Column::Kind, &past, &mut Vec::new()).is_err());
        assert!(columns.read(ProcessId(1), Column::Kind, &[], &mut Vec::new()).is_err());
    }
    assert!(values > 100_000, "{values}");
}

use super::*;

#[test]
fn everything_that_can_be_said_goes_over() {
    let message = Message { peer: 3, comm: u32::MAX, tag: 7, bytes: u64::MAX };
    let collective = CollectiveRecord { op: 255, comm: 1, root: u32::MAX, sent: 1 << 40, received: 0 };
    let event_kind = vec![
        EventKind::Enter(1),
        EventKind::Leave(u32::MAX),
        EventKind::Send(message),
        EventKind::Receive(message),
        EventKind::Posted,
        EventKind::PostedFor(message),
        EventKind::Completed(message),
        EventKind::Collective(collective),
        EventKind::PostedCollective,
        EventKind::PostedForCollective(collective),
        EventKind::CompletedCollective(collective),
    ];
    let counts = Counts { receives: 6, receives_done: 5, sends: 4, sends_done: 3, collectives: 2, collectives_done: 1 };
    let stream: Sequence<u32> = (0..200_000).map(|at| at % 11).collect();
    let passed = Passed { metrics: 72_584, others: 3 };
    let mut times = Moments::default();
    for time in 0..3000 {
        times.push(time * time);
    }
    times.finish();
    let location = Location {
        event_kinds: Interner::ended(event_kind),
        stream,
        times,
        backward: 2,
        requests: Requests::counted(counts),
        messages: 9,
        passed,
        ..Location::default()
    };
    let mut bytes = Vec::new();
    write(&location, &mut bytes);
    let read_back = read(&mut Bytes::new(&bytes)).unwrap();
    assert_eq!(read_back.event_kinds(), location.event_kinds());
    assert_eq!(read_back.stream(), location.stream());
    assert_eq!((read_back.requests(), read_back.messages), (counts, 9));
    assert_eq!(read_back.passed, passed);
    assert_eq!((&read_back.times, read_back.backward), (&location.times, 2));
    for cut in (0..bytes.len()).step_by(7) {
        assert!(read(&mut Bytes::new(&bytes[..cut])).is_err());
    }
}

//! The program of calls: what is run is what the trace has, and what cannot be run is refused.

use super::calls::{find, run};
use super::places::Item;
use super::*;
use crate::trace::{Record, Tick, TraceBuilder};
use loopscope_testing::Random;

/// A call of a made trace.
#[derive(Clone)]
struct Made {
    name: &'static str,
    peer: Option<u32>,
    bytes: u64,
    arguments: CallArguments,
}

fn made(name: &'static str, peer: Option<u32>, bytes: u64) -> Made {
    let arguments = CallArguments { comm: Some(0), ..CallArguments::default() };
    Made { name, peer, bytes, arguments }
}

fn posted(peer: u32, bytes: u64) -> Made {
    let mut made = made("MPI_Irecv", Some(peer), bytes);
    (made.arguments.opens, made.arguments.room) = (true, Some(4_096));
    made
}

fn waits(name: &'static str, ages: &[u32]) -> Made {
    let mut made = made(name, None, 0);
    (made.arguments.comm, made.arguments.completes) = (None, ages.to_vec());
    made
}

/// A trace of these calls of each process, ten nanoseconds apart.
fn trace(processes: &[Vec<Made>]) -> Trace {
    let mut builder = TraceBuilder::new(1 << 30);
    builder.begin_source("made");
    for (own, calls) in processes.iter().enumerate() {
        let slot = builder.process(ProcessId(own as u32)).unwrap();
        builder.begin_times(slot, Tick::NANOSECOND);
        for (at, call) in (0..).zip(calls) {
            let name = builder.name(call.name).unwrap();
            let site = builder.name(&call.arguments.to_text()).unwrap();
            let (peer, bytes) = (call.peer, Some(call.bytes));
            let record = Record { peer, bytes, tag: Some(1), site: Some(site), ..Record::new(Kind::Call, name) };
            let record = builder.record(record).unwrap();
            builder.push_timed_call(slot, record, 15 * at, 15 * at + 5).unwrap();
        }
    }
    builder.end_source();
    builder.finish()
}

/// The lines that a process runs, in their order.
fn lines(trace: &Trace, rank: usize) -> Vec<String> {
    let found = find(trace, Time::None).unwrap();
    let items = &found.places.classes[found.places.processes[rank].class];
    let plain: Vec<&Item> = items.iter().filter(|item| !matches!(item, Item::Begin(_) | Item::End)).collect();
    let line = |event: usize| match plain[event] {
        Item::Line(line) => line.clone(),
        other => format!("{other:?}"),
    };
    run(items).map(line).collect()
}

#[test]
fn what_a_process_runs_are_its_calls() {
    for seed in 0..500 {
        let random = &mut Random::new(seed);
        // Random loops of random exchanges, the same on both sides.
        let mut both = [Vec::new(), Vec::new()];
        for _ in 0..=random.index(4) {
            let body: Vec<u64> = (0..=random.index(3)).map(|_| 8 * (1 + random.below(3))).collect();
            for _ in 0..=random.index(6) {
                for &bytes in &body {
                    both[0].push(made("MPI_Send", Some(1), bytes));
                    both[1].extend([posted(0, bytes), waits("MPI_Wait", &[0])]);
                }
            }
        }
        let trace = trace(&both);
        for (rank, calls) in both.iter().enumerate() {
            let names: Vec<&str> = calls
                .iter()
                .map(|call| match call.name {
                    "MPI_Send" => "do_send",
                    "MPI_Irecv" => "do_irecv",
                    // Other: the only other call that is made here.
                    _ => "do_wait",
                })
                .collect();
            let run = lines(&trace, rank);
            let found: Vec<&str> = run.iter().filter_map(|line| line.split('(').next()).collect();
            assert_eq!(found, names, "{seed}");
        }
        // Ten nanoseconds before each call but the first, and each place has all of its times.
        let found = find(&trace, Time::Table).unwrap().places;
        let calls: usize = both.iter().map(Vec::len).sum();
        assert_eq!(found.computed, 10 * (calls as u64 - 2), "{seed}");
        assert_eq!(found.kept, found.computed);
        assert_eq!(found.largest, 4_096);
    }
}

#[test]
fn calls_are_one_function_for_processes_that_do_the_same() {
    let ring = |processes: u32| {
        let of = |own: u32| {
            let (next, before) = ((own + 1) % processes, (own + processes - 1) % processes);
            let step =
                [posted(before, 8), made("MPI_Send", Some(next), 8 + u64::from(own)), waits("MPI_Waitall", &[0])];
            std::iter::repeat_n(step, 50).flatten().collect::<Vec<_>>()
        };
        let all: Vec<Vec<Made>> = (0..processes).map(of).collect();
        of_calls("ring", &trace(&all), Time::Median).unwrap()
    };
    let (few, many) = (ring(4), ring(64));
    assert_eq!((few.functions, many.functions), (1, 1));
    assert!(few.code.contains("for (long long i0 = 0; i0 < 50LL; i0++) {"), "{}", few.code);
    assert!(few.code.contains("do_waitall(1, (const int[]){0});"));
    assert!(few.code.contains("do_irecv(own->groups[0], own->peers[0], 1, own->rooms[0]);"));
}

#[test]
fn communicators_have_their_own_places() {
    let mut twin = made("MPI_Comm_dup", None, 0);
    let mut on_twin = made("MPI_Barrier", None, 0);
    on_twin.arguments.comm = Some(1);
    let all = [twin.clone(), on_twin.clone(), made("MPI_Barrier", None, 0)];
    let skeleton = of_calls("dup", &trace(&[all.to_vec(), all.to_vec()]), Time::None).unwrap();
    assert!(skeleton.code.contains("#define MADE 1"));
    assert!(skeleton.code.contains("make_dup(own->groups[0], own->groups[1]);"));
    assert!(skeleton.code.contains("do_barrier(own->groups[1], next(&own->sizes[1]), 0);"));
    assert!(skeleton.code.contains("do_barrier(own->groups[0], next(&own->sizes[2]), 0);"));
    assert!(skeleton.code.contains("static const int groups_0[] = {0, 1};"));
    // What programs do not make takes a number all the same.
    twin.name = "MPI_Cart_sub";
    on_twin.arguments.comm = Some(2);
    let more = [twin, made("MPI_Comm_dup", None, 0), on_twin];
    let skeleton = of_calls("sub", &trace(&[more.to_vec(), more.to_vec()]), Time::None).unwrap();
    assert_eq!(skeleton.left_out, [("MPI_Cart_sub".to_owned(), 2)]);
    assert!(skeleton.code.contains("static const int groups_0[] = {0, 2};"));
}

#[test]
fn what_cannot_be_run_is_refused() {
    let sends = vec![made("MPI_Send", Some(1), 8)];
    let refused = of_calls("open", &trace(&[sends.clone(), Vec::new()]), Time::None);
    assert_eq!(refused, Err(Refused::Open { from: 0, to: 1, tag: 1, more: 1 }));
    let mut builder = TraceBuilder::new(1 << 20);
    builder.begin_source("made");
    let slot = builder.process(ProcessId(0)).unwrap();
    let name = builder.name("MPI_Send").unwrap();
    let call = builder.record(Record::new(Kind::Call, name)).unwrap();
    builder.push(slot, crate::trace::View::Calls, call).unwrap();
    builder.end_source();
    let plain = builder.finish();
    assert!(!has_arguments(&plain) && has_arguments(&trace(&[sends])));
    assert_eq!(of_calls("plain", &plain, Time::None), Err(Refused::NoArguments(0)));
}

#[test]
fn tests_that_found_nothing_are_left_out() {
    let calls = [
        posted(0, 8),
        waits("MPI_Test", &[]),
        made("MPI_Send", Some(0), 8),
        waits("MPI_Testsome", &[0]),
        waits("MPI_Waitall", &[]),
    ];
    let trace = trace(&[calls.to_vec()]);
    let skeleton = of_calls("own", &trace, Time::None).unwrap();
    assert_eq!(skeleton.left_out, [("MPI_Test".to_owned(), 1)]);
    let found = lines(&trace, 0);
    assert_eq!(found[2..], ["do_waitall(1, (const int[]){0});", "do_waitall(0, (const int[]){0});"]);
}

//! Sums of calls whose waits were found before, many at a time, against those of one call after the other.

use loopscope_testing::Random;

use super::tests::repeated;
use super::under_way::sums_of;
use super::*;
use crate::clocks::{Clocks, Method};
use crate::matching::Matching;
use crate::nest::{greedy, LoopNames};
use crate::symbols::Symbol;
use crate::trace::{BuildError, Kind, Process, ProcessId, Record, RecordId, Tick, Trace, TraceBuilder, View};
use crate::waits::{Finding, FoundWalk, TimedCall, WaitWalk, Waits};

/// Three processes in a ring that run the same random loops of sends, receives, postings and waits for several receives. Some have
/// events in no call, and clocks that disagree.
fn trace(random: &mut Random) -> Result<Trace, BuildError> {
    let mut program = Vec::new();
    repeated(3, random, &mut program);
    let mut builder = TraceBuilder::new(u64::MAX);
    builder.begin_source("made");
    let all = ["MPI_Send", "MPI_Recv", "MPI_Irecv", "MPI_Waitall"];
    let names = [0, 1, 2, 3].map(|at| builder.name(all[at]));
    let (loose, apart) = (random.below(8) == 0, random.below(3) == 0);
    for process in 0..3u32 {
        let slot = builder.process(ProcessId(process))?;
        builder.begin_times(slot, Tick::NANOSECOND);
        let begin = 1000 + if apart { random.below(400) } else { 0 };
        let (mut now, mut to_come) = (begin, 0);
        let (next, before) = (Some((process + 1) % 3), Some((process + 2) % 3));
        for (number, &Symbol(what)) in program.iter().enumerate() {
            // Nothing is received that is not sent before.
            let what = if to_come == 0 && what != 2 { 0 } else { what };
            let events = [1, 1, 0, to_come.min(2)][what as usize];
            to_come = if what == 0 { to_come + 1 } else { to_come - events };
            let name = names[what as usize].clone()?;
            let of =
                |kind, peer| Record { peer, tag: Some(1), bytes: Some(8 + u64::from(what)), ..Record::new(kind, name) };
            let (kind, peer) = if what == 0 { (Kind::Send, next) } else { (Kind::Recv, before) };
            let call = builder.record(of(Kind::Call, peer))?;
            let event = builder.record(of(kind, peer))?;
            let local = builder.record(Record::new(Kind::Local, name))?;
            if loose && random.below(9) == 0 {
                builder.push_timed_event(slot, local, number as u64, now)?;
            }
            let slot_begin = begin + 30 * number as u64;
            let (enter, leave) = match what {
                1 | 3 => (now + random.below(3), slot_begin + 25),
                _ => (slot_begin + random.below(15), slot_begin + 15 + random.below(5)),
            };
            now = leave;
            for _ in 0..events {
                match loose {
                    true => builder.push_timed_event(slot, event, number as u64, enter)?,
                    false => builder.push_event_of_call(slot, event, number as u64)?,
                }
            }
            builder.push_timed_call(slot, call, enter, leave)?;
        }
    }
    builder.end_source();
    Ok(builder.finish())
}

/// The loops of a view of a process.
fn tree_of(process: &Process, view: View) -> LoopTree {
    let records: Vec<RecordId> = process.events(view).into_iter().flatten().collect();
    let symbols: Vec<Symbol> = records.iter().map(|id| Symbol(id.index() as u32)).collect();
    let nest = greedy(&symbols).unwrap();
    LoopTree::of_nest(&nest, &LoopNames::new(&nest))
}

#[test]
fn sums_of_found_waits_are_those_of_one_call_after_the_other() {
    let mut random = Random::new(71);
    let (mut waiting, mut alike, mut loose) = (0, 0, 0);
    for case in 0..1500 {
        let trace = trace(&mut random).unwrap();
        let matching = Matching::new(&trace);
        let clocks = Clocks::of(&trace, &matching, Method::Logical);
        let waits = Waits::new(&trace, matching, clocks);
        let (mut walk, mut finding) = (WaitWalk::new(), Finding::default());
        let mut calls: Vec<Vec<TimedCall>> = Vec::new();
        for (at, process) in (0..).zip(trace.processes()) {
            walk.begin();
            let own = || walk.next((&trace, &waits), (at, process));
            let own: Vec<TimedCall> = std::iter::from_fn(own).collect();
            own.iter().for_each(|call| finding.take(call));
            finding.end_process();
            waiting += own.iter().filter(|call| call.wait > 0).count();
            loose += own.iter().filter(|call| call.call.is_none()).count();
            calls.push(own);
        }
        let found = finding.finish();
        let mut walk = FoundWalk::new(&found);
        for ((at, process), own) in (0..).zip(trace.processes()).zip(&calls) {
            walk.begin();
            let walked = || walk.next((&trace, &waits, &found), (at, process));
            assert_eq!(&std::iter::from_fn(walked).collect::<Vec<TimedCall>>(), own, "case {case}");
        }
        let by_calls = random.below(2) == 0;
        let view = if by_calls { View::Calls } else { View::Communication };
        let trees: Vec<LoopTree> = trace.processes().iter().map(|process| tree_of(process, view)).collect();
        let ends = if random.below(2) == 0 { RunEnds::Whole } else { RunEnds::Main };
        let mut run = Run::new(&waits, ends);
        if random.below(2) == 0 {
            run = run.cut(random.below(30) as i64, random.below(30) as i64);
        }
        let summing = Summing::new(trees.clone(), by_calls, None);
        let parts = summing.split(&trace, &found, 1 + random.below(4)).into_iter().map(|mut part| {
            while part.step((&trace, &waits, &found, &run), 1 + random.index(400)) {}
            part.finish()
        });
        let sums = parts.reduce(|mut sums, more| {
            sums.append(more);
            sums
        });
        let sums = sums.unwrap();
        let mut calls_of = vec![CallSums::default(); trace.table().records().len()];
        for (place, own) in calls.iter().enumerate() {
            let parts = (&trees[place], by_calls);
            let twin = sums_of(parts, run.span(place), own, (None, &mut calls_of));
            assert_eq!(sums.cells[place], twin.cells[0], "case {case}");
            assert_eq!(sums.waits[place], twin.waits[0], "case {case}");
            assert_eq!(sums.outside[place], twin.outside[0], "case {case}");
            alike += own.len();
        }
        assert_eq!(sums.calls, calls_of, "case {case}");
        assert_eq!(sums.steps as usize, calls.iter().map(Vec::len).sum::<usize>());
    }
    assert!(waiting > 3_000 && alike > 50_000 && loose > 500, "{waiting} {alike} {loose}");
}

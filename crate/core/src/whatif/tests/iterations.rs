//! Iterations of calls against a twin that looks at the loops around every single event.

use loopscope_testing::Random;

use crate::building::{build, Method};
use crate::clocks::{Clocks, Method as ClockMethod};
use crate::durations::tests::{paths, repeated, Around};
use crate::durations::{LoopTree, Run, RunEnds};
use crate::matching::{Matching, Walk};
use crate::nest::LoopNames;
use crate::trace::Trace;
use crate::waits::tests::{made_up, traced};
use crate::waits::Waits;
use crate::whatif::{Collector, LoopIterations, Overrides, Parameters, Program};

/// The loops around the first event of each call of a process, or around the next one, and around the last event so far.
type Ends = Vec<(Vec<Around>, Vec<Around>)>;

fn ends(trace: &Trace, place: usize, by_calls: bool, paths: &[Vec<Around>]) -> Ends {
    let at = |position: u64| paths.get(position as usize).cloned().unwrap_or_default();
    let mut walk = Walk::new();
    let mut ends: Ends = Vec::new();
    while let Some(step) = walk.next(trace, &trace.processes()[place]) {
        let last = || ends.last().map_or(Vec::new(), |(_, last)| last.clone());
        let next = match (by_calls, step.call, walk.events().len() as u64) {
            (true, Some(number), _) => (at(number), at(number)),
            (true, None, _) => (last(), last()),
            (false, _, 0) => (at(step.position), last()),
            (false, _, events) => (at(step.position), at(step.position + events - 1)),
        };
        ends.push(next);
    }
    ends
}

/// The loops that hold both ends of a gap: inside loops that differ in an iteration nothing is common.
fn shared(before: &[Around], after: &[Around]) -> Vec<u32> {
    let mut rows = Vec::new();
    for (a, b) in before.iter().zip(after) {
        if (a.0, a.1) != (b.0, b.1) {
            break;
        }
        rows.push(a.0);
        if a.2 != b.2 {
            break;
        }
    }
    rows
}

#[test]
fn iterations_are_those_of_looking_at_every_event() {
    let mut random = Random::new(28);
    let (mut inside, mut between, mut uneven) = (0, 0, 0);
    for case in 0..super::cases() {
        let trace = traced(&made_up(&mut random));
        let by_calls = random.below(2) == 0;
        let matching = Matching::new(&trace);
        let clocks = Clocks::of(&trace, &matching, ClockMethod::AsRecorded);
        let waits = Waits::new(&trace, matching, clocks);
        let run = Run::new(&waits, RunEnds::Main);
        let (mut trees, mut around, mut rows) = (Vec::new(), Vec::new(), 0);
        for _ in trace.processes() {
            let mut s = Vec::new();
            while s.len() < 60 {
                repeated(3, &mut random, &mut s);
            }
            let nest = build(Method::Greedy, &s).unwrap().nest;
            let names = LoopNames::new(&nest);
            rows = rows.max(names.loops().len() as u64);
            trees.push(LoopTree::of_nest(&nest, &names));
            around.push(paths(&nest, &names));
        }
        let mut collector = Collector::new(trees.clone(), by_calls);
        while collector.step((&trace, &waits, &run), 7) {}
        let calls = collector.finish();
        let overrides = Overrides { latency: Some(1), byte_ps: Some(1), ..Overrides::default() };
        let parameters = Parameters::fit(&calls, &waits, overrides);
        let program = Program::new(&trace, &waits, calls, &parameters);
        let row = 1 + random.below(rows.max(1)) as u32;
        let found = LoopIterations::new(&trace, (&trees, by_calls), row, &program);
        let (mut most, mut computations) = (0, Vec::new());
        for (place, process) in program.processes().iter().enumerate() {
            // Which of all iterations of the loop an event is in, one number for each of them.
            let mut keys: Vec<(u64, u64)> = Vec::new();
            let key = |path: &[Around]| path.iter().find(|it| it.0 == row).map(|it| (it.1, it.2));
            for path in &around[place] {
                if let Some(key) = key(path).filter(|key| !keys.contains(key)) {
                    keys.push(key);
                }
            }
            let index = |path: &[Around]| {
                let key = key(path)?;
                keys.iter().position(|&it| it == key).map(|at| at as u32)
            };
            let ends = ends(&trace, place, by_calls, &around[place]);
            for (at, call) in process.calls().enumerate() {
                let (first, _) = &ends[at];
                assert_eq!(found.of_call(call), index(first), "{case} {row} {at}");
                let before = at.checked_sub(1).map_or(Vec::new(), |at| ends[at].1.clone());
                let loops = shared(&before, first);
                let own = loops.contains(&row);
                let expected = own.then(|| index(&before)).flatten();
                let depth = loops.iter().rev().take_while(|&&it| it != row).count();
                computations.extend(expected.map(|it| ((it, depth), place as u32, call)));
                assert_eq!(found.of_gap(call), expected, "{case} {row} {at}");
                most = most.max(found.of_call(call).map_or(0, |iteration| iteration + 1));
                inside += usize::from(found.of_call(call).is_some());
                between += usize::from(found.of_call(call) != found.of_gap(call) && own);
            }
        }
        assert_eq!((found.len(), found.is_empty()), (most, most == 0), "{case}");
        uneven += super::imbalance::check(&program, (row, &found), &computations, case);
    }
    assert!(inside > super::cases() && between > super::cases() / 2, "{inside} {between}");
    assert!(uneven > super::cases(), "{uneven}");
}

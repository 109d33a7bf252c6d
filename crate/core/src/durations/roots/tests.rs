//! Where waiting begins, against a twin that looks at all waits and calls again for each wait; and by hand.

use loopscope_testing::Random;

use super::*;
use crate::clocks::{Clocks, Method};
use crate::durations::RunEnds;
use crate::matching::Matching;
use crate::trace::Tick;
use crate::waits::tests::{held_up, made_up, traced_in};
use crate::waits::{is_long, kind_of_send, Finding, Open, TimedCall, WaitWalk};

/// The place of a process, and a wait.
type Placed = (u32, Wait);

/// What begins at each process, in the run and in the main loop: each wait is shared out among all that it goes back to.
fn twin(waits: &Waits, run: &Run, main: &[Option<(i64, i64)>], all: &[Placed]) -> Vec<[f64; 2]> {
    let mut order: Vec<Placed> = all.to_vec();
    order.sort_by_key(|(place, wait)| (wait.end, *place));
    let mut weights = vec![[0.0; 2]; order.len()];
    let mut roots = vec![[0.0; 2]; main.len()];
    for (at, &(place, wait)) in order.iter().enumerate().rev() {
        let is_pair = |it: &&Placed| [(it.0, it.1.partner), (it.1.partner, it.0)].contains(&(place, wait.partner));
        let before = order[..at].iter().rev().find(is_pair).map(|it| it.1.end);
        let operations = waits.matching().operations().iter().enumerate();
        let of_both = operations
            .filter(|(_, it)| [place, wait.partner].iter().all(|&it_is| it.members.iter().any(|it| it.0 == it_is)));
        let times = of_both.filter_map(|(at, _)| waits.holds_up_all(at));
        let together = times.filter(|&time| time <= wait.begin).max();
        let begun = [place, wait.partner].map(|it| run.span(it as usize).0);
        let since = begun.into_iter().chain(before).chain(together).max().unwrap().min(wait.begin);
        // Since then, before this wait.
        let of = |whose: u32| {
            let own = |at: &usize| order[*at].0 == whose && order[*at].1.end > since;
            (0..at).filter(own).collect::<Vec<usize>>()
        };
        let length = |list: &[usize]| list.iter().map(|&at| order[at].1.length()).sum::<u64>();
        let (own, others) = (of(place), of(wait.partner));
        let passed = length(&others).saturating_sub(length(&own)).min(wait.length());
        let part = passed as f64 / wait.length().max(1) as f64;
        let spans = [Some(run.span(place as usize)), main[place as usize]];
        for which in 0..2 {
            let clipped = spans[which]
                .filter(|_| wait.counts)
                .map_or(0, |(from, to)| (wait.end.min(to) - wait.begin.max(from)).max(0));
            let weight = weights[at][which] + clipped as f64;
            roots[wait.partner as usize][which] += weight * (1.0 - part);
            for &other in &others {
                let share = order[other].1.length() as f64 / length(&others).max(1) as f64;
                weights[other][which] += weight * part * share;
            }
        }
    }
    roots
}

/// The waits of all calls, and those that are held up, each looked for among all calls of the process that may hold it up.
fn all_waits(trace: &Trace, waits: &Waits) -> Vec<Placed> {
    let (mut walk, mut calls) = (WaitWalk::new(), Vec::new());
    let (mut all, mut long) = (Vec::new(), Vec::new());
    for (place, process) in (0..).zip(trace.processes()) {
        walk.begin();
        let mut own: Vec<TimedCall> = Vec::new();
        while let Some(call) = walk.next((trace, waits), (place, process)) {
            let span = (call.enter, call.enter + call.wait);
            let cause = call.cause.filter(|cause| cause.partner != place);
            all.extend(cause.map(|cause| (place, Wait::new((place, cause.partner), true, span))));
            if !walk.long().is_empty() {
                long.push((place, call, walk.long().to_vec()));
            }
            own.push(call);
        }
        calls.push(own);
    }
    let mut held = Vec::new();
    for (place, call, opens) in long {
        let (ready, leave) = (call.enter + call.wait, call.leave);
        let possible = opens.iter().filter_map(|it| match it.open {
            Open::Send(channel, message) => {
                let messages = &waits.matching().channels()[channel as usize];
                let to = messages.to.filter(|&to| to != place)?;
                let bytes = messages.sends()[message as usize].bytes().unwrap_or(0);
                let its = calls[to as usize].iter();
                let last = its.clone().rfind(|it| it.enter <= ready).map(|it| it.leave);
                let free = last.map_or(ready, |last| last.max(ready));
                let come = its.clone().find(|it| it.enter > ready).map(|it| it.enter);
                let come = come.filter(|&come| come > free && come < leave);
                Some((kind_of_send(bytes), bytes, free, come.map(|come| (come, to))))
            }
            Open::Operation(operation) => {
                let kind = waits.kind_in_operation(operation, place)?;
                let members = waits.matching().operations()[operation as usize].members.iter();
                let enters = members.map(|&(of, span)| (waits.clocks().at(of as usize, span.enter), of));
                let last = enters.filter(|it| it.0 < leave).max_by_key(|it| it.0);
                Some((kind, 0, ready, last.filter(|it| it.0 > ready)))
            }
        });
        let possible = possible.filter(|&(_, bytes, free, _)| is_long(leave - free, bytes));
        let possible = possible.map(|(kind, _, free, come)| {
            let rest = come.map_or(leave - free, |(come, _)| leave - come);
            (rest, kind, come.map_or(u32::MAX, |(_, of)| of), leave - free, place, leave)
        });
        held.extend(possible.min());
    }
    let told: Vec<_> = held.iter().map(|&(rest, kind, _, lasts, ..)| (rest, kind, lasts)).collect();
    for (&(rest, _, of, lasts, place, leave), waits) in held.iter().zip(held_up(&told)) {
        if waits {
            all.push((place, Wait::new((place, of), false, (leave - lasts, leave - rest))));
        }
    }
    all
}

/// The roots of a trace, in slices of so many steps, and all waits.
fn found(
    (trace, waits, run): (&Trace, &Waits, &Run),
    main: &[Option<(i64, i64)>],
    most: usize,
) -> (Vec<Root>, Vec<Placed>) {
    let (mut walk, mut finding) = (WaitWalk::new(), Finding::default());
    for (place, process) in (0..).zip(trace.processes()) {
        walk.begin();
        while let Some(call) = walk.next((trace, waits), (place, process)) {
            finding.take(&call);
            finding.take_long(walk.long());
        }
        finding.end_process();
    }
    let found = finding.finish();
    let mut rooting = Rooting::new(waits, &found);
    while rooting.step((trace, waits, &found, run, main), most) {}
    let all = rooting.waits.iter().map(|wait| (wait.place, *wait)).collect();
    (rooting.finish(), all)
}

fn spans(mut all: Vec<Placed>) -> Vec<(u32, u32, bool, i64, i64)> {
    all.sort_by_key(|(place, wait)| (*place, wait.end, wait.begin, wait.partner));
    all.iter().map(|(place, it)| (*place, it.partner, it.counts, it.begin, it.end)).collect()
}

#[test]
fn roots_are_those_of_a_twin_that_looks_at_all_waits() {
    let mut random = Random::new(91);
    let (mut passed, mut held) = (0, 0);
    for case in 0..1500 {
        let mut made = made_up(&mut random);
        if random.below(2) == 0 {
            made = made.stretched(&mut random);
        }
        // Calls are long from 10 us on.
        let trace = traced_in(&made, Tick::per_second(1_000_000));
        let matching = Matching::new(&trace);
        let clocks = Clocks::of(&trace, &matching, Method::AsRecorded);
        let waits = Waits::new(&trace, matching, clocks);
        if !waits.comparable() {
            continue;
        }
        let run = Run::new(&waits, RunEnds::Main);
        let third = run.longest() as i64 / 3;
        let main = (0..trace.processes().len()).map(|place| {
            let (from, to) = run.span(place);
            (random.below(4) > 0).then_some((from + third, to - third / 2))
        });
        let main: Vec<Option<(i64, i64)>> = main.collect();
        let (roots, all) = found((&trace, &waits, &run), &main, 1 + random.index(300));
        assert_eq!(spans(all.clone()), spans(all_waits(&trace, &waits)), "case {case}");
        let expected = twin(&waits, &run, &main, &all);
        for (root, [of_run, of_main]) in roots.iter().zip(expected) {
            let near = |one: f64, other: f64| (one - other).abs() <= 1e-6 * (1.0 + one.abs());
            assert!(near(root.run, of_run), "case {case}: {} {of_run}", root.run);
            assert!(near(root.main, of_main), "case {case}: {} {of_main}", root.main);
            assert!(near(root.slices.iter().sum(), root.main), "case {case}");
        }
        passed += all.iter().filter(|it| it.1.passed > 0).count();
        held += all.iter().filter(|it| !it.1.counts).count();
        // Nothing is lost on the way.
        let waited = all.iter().filter(|it| it.1.counts).map(|(place, it)| {
            let (from, to) = run.span(*place as usize);
            (it.end.min(to) - it.begin.max(from)).max(0)
        });
        let (waited, begun) = (waited.sum::<i64>() as f64, roots.iter().map(|it| it.run));
        assert!((begun.sum::<f64>() - waited).abs() <= 1e-6 * (1.0 + waited), "case {case}");
    }
    assert!(passed > 1_000 && held > 100, "{passed} {held}");
}

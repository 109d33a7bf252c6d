//! The slots of an iteration, against a twin that looks at every nanosecond of every iteration.

use std::collections::BTreeMap;

use loopscope_testing::Random;

use super::excess::excess_of;
use super::tests::{calls, paths, repeated, Around};
use super::under_way::sums_of;
use super::*;
use crate::building::{build, Method};
use crate::nest::{LoopNames, Nest};
use crate::trace::NameId;
use crate::waits::{Carried, Cause, Reason, TimedCall};

/// The innermost loop around something that is in the loop of that row; the loop itself for anything else.
fn row_of(around: &[Around], row: u32) -> u32 {
    let inside = around.iter().any(|around| around.0 == row);
    around.last().filter(|_| inside).map_or(row, |around| around.0)
}

/// From when to when each iteration lasts, by looking for the call of its first event and for that of the event after it.
fn stretches(paths: &[Vec<Around>], calls: &[TimedCall], row: u32) -> Vec<(i64, i64)> {
    let mut spans: BTreeMap<(u64, u64), (u64, u64)> = BTreeMap::new();
    for (position, path) in (0..).zip(paths) {
        if let Some(&(_, entry, iteration)) = path.iter().find(|around| around.0 == row) {
            spans.entry((entry, iteration)).or_insert((position, position)).1 = position;
        }
    }
    let of = |position: u64| {
        let mut having = calls.iter();
        having.find(|call| (call.position..call.position + call.events).contains(&position))
    };
    let stretch = |(first, last): (u64, u64)| {
        let (start, end) = (of(first).unwrap().enter, of(last).unwrap().leave);
        (start, of(last + 1).map_or(end, |next| next.enter))
    };
    spans.into_values().map(stretch).collect()
}

/// What each nanosecond from one call to the next belongs to, by call: when the time before it begins, and the slots of that time, of its
/// wait and of the rest of it.
fn pieces(
    paths: &[Vec<Around>],
    calls: &[TimedCall],
    names: &[Option<NameId>],
    row: u32,
) -> Vec<(i64, i64, Slot, Option<Cause>)> {
    let at = |position: u64| paths.get(position as usize).cloned().unwrap_or_default();
    let mut found = Vec::new();
    let (mut before, mut last) = (Vec::new(), calls.first().map_or(0, |call| call.enter));
    for (call, &name) in calls.iter().zip(names) {
        let path = at(call.position);
        let mut common = Vec::new();
        for (a, b) in path.iter().zip(&before) {
            let (a, b): (&Around, &Around) = (a, b);
            if (a.0, a.1) != (b.0, b.1) {
                break;
            }
            common.push(*a);
            if a.2 != b.2 {
                break;
            }
        }
        let slot = |row, doing| Slot { row, doing };
        let waited = call.enter + call.wait;
        found.push((last, call.enter, slot(row_of(&common, row), Doing::Computes), None));
        let own = row_of(&path, row);
        found.push((call.enter, waited, slot(own, Doing::Waits(name)), call.cause));
        found.push((waited, call.leave, slot(own, Doing::InCall(name)), None));
        if let Some(more) = call.events.checked_sub(1) {
            before = at(call.position + more);
        }
        last = call.leave;
    }
    found
}

fn median_of(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    match (values.len() / 2, values.len() % 2) {
        (_, _) if values.is_empty() => 0,
        (half, 0) => values[half - 1] + (values[half] - values[half - 1]) / 2,
        (half, _) => values[half],
    }
}

fn twin(paths: &[Vec<Around>], calls: &[TimedCall], names: &[Option<NameId>], compared: Compared) -> Option<Excess> {
    let stretches = stretches(paths, calls, compared.row);
    stretches.get(compared.index as usize)?;
    let pieces = pieces(paths, calls, names, compared.row);
    let mut of_each: Vec<BTreeMap<Slot, u64>> = Vec::new();
    let mut causes: BTreeMap<(u64, Slot, Cause), u64> = BTreeMap::new();
    let mut spans: BTreeMap<(usize, Slot), (i64, i64)> = BTreeMap::new();
    for (index, &(from, to)) in (0..).zip(&stretches) {
        let mut slots = BTreeMap::new();
        for &(begin, end, slot, cause) in &pieces {
            let mut times = (begin..end).filter(|time| (from..to).contains(time));
            let time = times.clone().count() as u64;
            *slots.entry(slot).or_default() += time;
            if let Some(first) = times.next() {
                let last = times.next_back().unwrap_or(first) + 1;
                let span = spans.entry((index as usize, slot)).or_insert((first, last));
                *span = (span.0.min(first), span.1.max(last));
            }
            if let Some(cause) = cause.filter(|_| time > 0) {
                *causes.entry((index, slot, cause)).or_default() += time;
            }
        }
        of_each.push(slots);
    }
    let all: BTreeMap<Slot, u64> = of_each.iter().flatten().map(|(&slot, &time)| (slot, time)).collect();
    let alike = |at: &usize| match compared.near {
        // One is compared if the one as far on the other side is there, too; those on one side, if there is none.
        true => {
            let both = (1..=3).filter_map(|far| {
                let (before, after) = (compared.index.checked_sub(far)?, compared.index + far);
                (after < of_each.len() as u64).then_some([before, after])
            });
            let both: Vec<u64> = both.flatten().collect();
            match both.is_empty() {
                true => (1..=3).contains(&(*at as u64).abs_diff(compared.index)),
                false => both.contains(&(*at as u64)),
            }
        }
        false => *at as u64 % compared.every == compared.index % compared.every,
    };
    let alike: Vec<usize> = (0..of_each.len()).filter(alike).collect();
    let time = |at: usize, slot: &Slot| of_each[at].get(slot).copied().unwrap_or(0);
    let period = |at: usize| of_each[at].values().sum::<u64>();
    let index = compared.index as usize;
    let spent = |at: Option<usize>, slot: &Slot| {
        let Some(at) = at else { return Spent::default() };
        let cause = causes.iter().filter(|((of, its, _), _)| (*of as usize, its) == (at, slot));
        let cause = cause.max_by_key(|((.., cause), &time)| (time, std::cmp::Reverse(*cause)));
        let (from, to) = spans.get(&(at, *slot)).copied().unwrap_or_default();
        Spent { time: time(at, slot), cause: cause.map(|(&(.., cause), _)| cause), from, to }
    };
    let slots = all.keys().map(|slot| SlotTime {
        slot: *slot,
        here: spent(Some(index), slot),
        before: spent(index.checked_sub(1), slot),
        median: median_of(alike.iter().map(|&at| time(at, slot)).collect()),
    });
    let has = |it: &SlotTime| it.here.time > 0 || it.before.time > 0 || it.median > 0;
    let mut slots: Vec<SlotTime> = slots.filter(has).collect();
    slots.sort_by_key(|it| it.slot);
    let median = median_of(alike.iter().map(|&at| period(at)).collect());
    Some(Excess { period: period(index), median, slots })
}

/// A random nest, calls of it with names and causes, and one of its loops.
fn case(random: &mut Random) -> (Nest, Vec<TimedCall>, Vec<Option<NameId>>, u32) {
    let mut s = Vec::new();
    repeated(3, random, &mut s);
    let nest = build(Method::Greedy, &s).unwrap().nest;
    let mut calls = calls(nest.len(), random);
    for call in calls.iter_mut().filter(|call| call.wait > 0) {
        let reason = if random.below(2) == 0 { Reason::LateSender } else { Reason::Collective };
        call.cause = Some(Cause { reason, partner: random.below(3) as u32 });
    }
    let names = calls.iter().map(|_| random.below(4).checked_sub(1)).collect::<Vec<Option<u64>>>();
    let names = names.into_iter().map(|name| NameId::at(name? as u32)).collect();
    let loops = LoopNames::new(&nest).loops().len() as u64;
    let row = 1 + random.below(loops.max(1)) as u32;
    (nest, calls, names, row)
}

#[test]
fn slots_are_those_of_looking_at_every_nanosecond() {
    let mut random = Random::new(71);
    let (mut found_slots, mut with_cause) = (0, 0);
    let cases = option_env!("LOOPSCOPE_CASES").map_or(2000, |cases| cases.parse().unwrap());
    for _ in 0..cases {
        let (nest, calls, names, row) = case(&mut random);
        let loops = LoopNames::new(&nest);
        let tree = LoopTree::of_nest(&nest, &loops);
        let paths = paths(&nest, &loops);
        let listed =
            &sums_of((&tree, false), (0, 1 << 40), &calls, (Some((IterationsOf::Loop(row), usize::MAX)), &mut []))
                .iterations[0];
        let iterations = listed.len() as u64;
        let index = random.below(iterations + 1);
        let every = 1 + random.below(3) * random.below(2);
        let near = random.below(3) == 0;
        let compared = Compared { row, index, every, near, iterations };
        let found = excess_of(&tree, &calls, &names, compared);
        assert_eq!(found, twin(&paths, &calls, &names, compared), "{compared:?} {calls:?}");
        let Some(found) = found else { continue };
        // What is listed elsewhere of the same iteration.
        let own = listed[index as usize];
        assert_eq!(own.period, found.period);
        assert_eq!(compared.usual(listed).period, found.median);
        let of = |wanted: fn(Doing) -> bool| {
            let slots = found.slots.iter().filter(|it| wanted(it.slot.doing));
            slots.map(|it| it.here.time).sum::<u64>()
        };
        assert_eq!(own.parts.compute, of(|doing| doing == Doing::Computes));
        assert_eq!(own.parts.wait, of(|doing| matches!(doing, Doing::Waits(_))));
        assert_eq!(own.parts.calls, of(|doing| matches!(doing, Doing::InCall(_))));
        found_slots += found.slots.len();
        with_cause += found.slots.iter().filter(|it| it.here.cause.is_some()).count();
    }
    assert!(found_slots > 2 * cases && with_cause > cases / 8, "{found_slots} {with_cause}");
}

#[test]
fn many_iterations_are_compared_evenly_spread() {
    let count = |index, every, iterations| Compared { row: 1, index, every, near: false, iterations }.count(iterations);
    assert_eq!((count(0, 1, 100), count(7, 10, 95), count(3, 10, 95)), (100, 9, 10));
    assert_eq!((count(0, 1, 4096), count(0, 1, 4097), count(5, 1, 1 << 20)), (4096, 2049, 4096));
    // Every second of 8,192 iterations; one of the others is looked at.
    let (nest, _) = crate::nest::text::parse_inline("(a)^8192").unwrap();
    let tree = LoopTree::of_nest(&nest, &LoopNames::new(&nest));
    let call = |position: u64| TimedCall {
        call: Some(position),
        record: None,
        position,
        events: 1,
        enter: 10 * position as i64,
        leave: 10 * position as i64 + if position.is_multiple_of(2) { 4 } else { 6 },
        wait: 0,
        cause: None,
        carried: Carried::default(),
    };
    let calls: Vec<TimedCall> = (0..nest.len()).map(call).collect();
    let compared = Compared { row: 1, index: 101, every: 1, near: false, iterations: nest.len() };
    let found = excess_of(&tree, &calls, &vec![None; calls.len()], compared).unwrap();
    let times: Vec<(u64, u64)> = found.slots.iter().map(|it| (it.here.time, it.median)).collect();
    assert_eq!((found.period, found.median, times), (10, 10, vec![(4, 6), (6, 4)]));
}

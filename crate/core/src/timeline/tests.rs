//! Compares what the index answers with a walk along every call.

use loopscope_testing::Random;

use super::{iteration_span, messages, places_at, Drafting, Indexing, LoopPlace, Share, Timeline};
use crate::clocks::{Clocks, Method};
use crate::durations::{LoopTree, TreeItem, TreeLoop};
use crate::matching::{Matcher, Matching};
use crate::nest::{greedy, LoopNames};
use crate::symbols::Symbol;
use crate::trace::{BuildError, Kind, ProcessId, Record, Tick, Trace, TraceBuilder, View, TIMES_BLOCK};
use crate::waits::{TimedCall, WaitWalk, Waits};

/// Two processes that send to each other in turn, so many calls each, with gaps and durations of all sizes, and some of 0.
fn trace(random: &mut Random, calls: usize) -> Result<Trace, BuildError> {
    let mut builder = TraceBuilder::new(u64::MAX);
    builder.begin_source("made");
    let names = [builder.name("MPI_Send")?, builder.name("MPI_Recv")?];
    for process in 0..2u32 {
        let slot = builder.process(ProcessId(process))?;
        builder.begin_times(slot, Tick::NANOSECOND);
        let mut now = 1_000 * u64::from(process);
        for number in 0..calls {
            let sends = number.is_multiple_of(2) == (process == 0);
            let (kind, name) = if sends { (Kind::Send, names[0]) } else { (Kind::Recv, names[1]) };
            let peer = Some(1 - process);
            let call = Record { peer, ..Record::new(Kind::Call, name) };
            let event = Record { peer, tag: Some(1), bytes: Some(8), ..Record::new(kind, name) };
            let (call, event) = (builder.record(call)?, builder.record(event)?);
            let sizes = [0, 5, 300, 100_000];
            let [gap, length] = [(); 2].map(|()| {
                let most = *random.one_of(&sizes) + 1;
                random.below(most)
            });
            let (enter, leave) = (now + gap, now + gap + length);
            now = leave;
            builder.push_event_of_call(slot, event, number as u64)?;
            builder.push_timed_call(slot, call, enter, leave)?;
        }
    }
    builder.end_source();
    Ok(builder.finish())
}

/// A trace, its waits, and an index that was made in slices of some size.
struct Indexed {
    trace: Trace,
    waits: Waits,
    timeline: Timeline,
}

fn indexed(random: &mut Random, calls: usize) -> Indexed {
    let trace = trace(random, calls).unwrap();
    let mut matcher = Matcher::new();
    while matcher.step(&trace, 1_000) {}
    let matching = matcher.finish(&trace);
    let clocks = Clocks::of(&trace, &matching, Method::Logical);
    let waits = Waits::new(&trace, matching, clocks);
    let mut indexing = Indexing::new();
    let slice = 1 + random.index(400);
    while indexing.step(&trace, &waits, slice) {}
    let timeline = indexing.finish(&waits);
    Indexed { trace, waits, timeline }
}

impl Indexed {
    /// All calls of a process, walked.
    fn walked(&self, place: usize) -> Vec<TimedCall> {
        let mut walk = WaitWalk::new();
        let mut all = Vec::new();
        for (at, process) in self.trace.processes().iter().enumerate().take(place + 1) {
            walk.begin();
            all.clear();
            while let Some(call) = walk.next((&self.trace, &self.waits), (at as u32, process)) {
                all.push(call);
            }
        }
        all
    }
}

/// What lies between two times, by looking at every call.
fn naive(calls: &[TimedCall], (from, to): (i64, i64)) -> Share {
    let within = |start: i64, end: i64| end.min(to).saturating_sub(start.max(from)).max(0) as u64;
    let mut share = Share::default();
    let mut last: Option<i64> = None;
    for call in calls {
        share.compute += last.map_or(0, |last| within(last, call.enter));
        share.wait += within(call.enter, call.enter + call.wait);
        share.calls += within(call.enter + call.wait, call.leave);
        last = Some(call.leave);
    }
    share
}

#[test]
fn every_stretch_is_that_of_all_calls() {
    let mut random = Random::new(5);
    for round in 0..60 {
        let count = [0, 1, 127, 128, 129, 1_000][round % 6];
        let made = indexed(&mut random, count);
        let clocks = made.waits.clocks();
        for place in 0..2 {
            let calls = made.walked(place);
            let Some((start, end)) = made.timeline.span(place) else {
                assert!(calls.is_empty());
                continue;
            };
            assert_eq!(Some(start), calls.first().map(|call| call.enter));
            assert_eq!(Some(end), calls.last().map(|call| call.leave));
            let length = (end - start).max(1) as u64;
            for _ in 0..20 {
                let from = start - 50 + random.below(length + 100) as i64;
                let to = from + random.below(length / 3 + 10) as i64;
                let share = made.timeline.share((&made.trace, clocks), place, (from, to));
                assert_eq!(share, naive(&calls, (from, to)), "{count} calls, {from} to {to}");
            }
            let all = made.timeline.share((&made.trace, clocks), place, (start, end));
            assert_eq!(all.time(), length.min((end - start) as u64));
            assert_eq!(made.timeline.waited(place), all.wait);
        }
    }
}

#[test]
fn a_draft_is_the_timeline_without_waits() {
    let mut random = Random::new(15);
    for round in 0..40 {
        let trace = trace(&mut random, [0, 1, 127, 128, 129, 1_000][round % 6]).unwrap();
        let matching = Matching::new(&trace);
        let mut drafting = Drafting::new();
        let slice = 1 + random.index(400);
        while drafting.step(&trace, slice) {}
        assert_eq!(drafting.steps(), trace.event_count(View::Calls));
        let (draft, ends) = drafting.finish(&trace);
        assert_eq!((ends.ends(), ends.channels().len()), (matching.ends(), 0));
        let clocks = Clocks::of(&trace, &matching, Method::AsRecorded);
        let waits = Waits::new(&trace, matching, clocks);
        let mut indexing = Indexing::new();
        while indexing.step(&trace, &waits, usize::MAX) {}
        let timeline = indexing.finish(&waits);
        let source = (&trace, waits.clocks());
        for place in 0..2 {
            assert_eq!(draft.span(place), timeline.span(place));
            assert_eq!(draft.call_count(place), timeline.call_count(place));
            let Some((start, end)) = draft.span(place) else { continue };
            let length = (end - start).max(1) as u64;
            for _ in 0..10 {
                let from = start - 50 + random.below(length + 100) as i64;
                let window = (from, from + random.below(length / 3 + 10) as i64);
                let (share, known) = (draft.share(source, place, window), timeline.share(source, place, window));
                let in_calls = known.calls + known.wait;
                assert_eq!(share, Share { calls: in_calls, wait: 0, ..known });
                let plain = |timeline: &Timeline| {
                    let calls = timeline.calls(source, place, window, 300).into_iter();
                    calls.map(|it| (it.number, it.record, it.enter, it.leave)).collect::<Vec<_>>()
                };
                assert_eq!(plain(&draft), plain(&timeline));
            }
        }
    }
}

#[test]
fn edges_divide_any_stretch_evenly() {
    let mut random = Random::new(10);
    for _ in 0..2_000 {
        let mut any = || {
            let bits = random.below(62);
            random.below(u64::MAX >> (1 + bits))
        };
        let (from, length) = (any() as i64 / 2, any());
        let to = from.saturating_add_unsigned(length);
        let count = 1 + random.index(5_000);
        let edges = super::Edges::new((from, to), count);
        let whole = i128::from(to) - i128::from(from);
        for column in [0, 1, random.index(count), count - 1, count] {
            let expected = i128::from(from) + whole * column as i128 / count as i128;
            assert_eq!(i128::from(edges.at(column)), expected, "{from} {to} {column} of {count}");
        }
    }
}

#[test]
fn columns_add_up_and_none_is_far_off() {
    let mut random = Random::new(6);
    for _ in 0..40 {
        let made = indexed(&mut random, 1_500);
        let source = (&made.trace, made.waits.clocks());
        let (start, end) = made.timeline.span(0).unwrap();
        let calls = made.walked(0);
        let length = (end - start) as u64;
        let from = start - 10 + random.below(length / 2) as i64;
        let to = from + 1 + random.below(length) as i64;
        let count = 1 + random.index(300);
        let columns = made.timeline.columns(source, 0, (from, to), count);
        assert_eq!(columns.len(), count);
        let edge = |column: usize| from + ((to - from) as i128 * column as i128 / count as i128) as i64;
        // What is spread reaches no further than so many columns.
        let reach = (super::WIDE + 1) as usize;
        for (column, share) in columns.iter().enumerate() {
            let near = (edge(column.saturating_sub(reach)), edge((column + 1 + reach).min(count)));
            let most = naive(&calls, (near.0 - (to - from) / count as i64, near.1 + 1));
            let width = (edge(column + 1) - edge(column)) as u64;
            assert!(share.time() <= width);
            assert!(share.wait <= most.wait + 1 && share.compute <= most.compute + 1);
        }
        // Where blocks are wide, every column is exact.
        let narrow = (from, from + (to - from) / 50 + 1);
        let fine = made.timeline.columns(source, 0, narrow, 400);
        let marks: Vec<i64> = calls.iter().step_by(TIMES_BLOCK).map(|call| call.enter).collect();
        let least = marks.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(0);
        if least as i128 * 400 > (narrow.1 - narrow.0) as i128 * super::WIDE as i128 {
            let edge = |column: usize| narrow.0 + ((narrow.1 - narrow.0) as i128 * column as i128 / 400) as i64;
            for (column, share) in fine.iter().enumerate() {
                assert_eq!(*share, naive(&calls, (edge(column), edge(column + 1))));
            }
        }
    }
}

#[test]
fn calls_are_those_of_the_walk() {
    let mut random = Random::new(7);
    for _ in 0..40 {
        let made = indexed(&mut random, 700);
        let source = (&made.trace, made.waits.clocks());
        for place in 0..2 {
            let walked = made.walked(place);
            let (start, end) = made.timeline.span(place).unwrap();
            let from = start + random.below((end - start) as u64) as i64;
            let to = from + random.below(100_000) as i64;
            let found = made.timeline.calls(source, place, (from, to), usize::MAX);
            let expected = walked.iter().filter(|call| call.enter < to && (call.leave > from || call.enter >= from));
            assert_eq!(found.len(), expected.clone().count());
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(Some(found.number), expected.call);
                assert_eq!((found.enter, found.leave), (expected.enter, expected.leave));
                assert_eq!(found.waited - found.enter, expected.wait);
                assert_eq!((found.cause, found.record), (expected.cause, expected.record));
            }
            let most = made.timeline.calls_at_most(place, (from, to));
            assert!(found.len() as u64 <= most);
        }
    }
}

#[test]
fn messages_are_those_under_way() {
    let mut random = Random::new(8);
    for _ in 0..40 {
        let made = indexed(&mut random, 400);
        let clocks = made.waits.clocks();
        let (start, end) = made.timeline.span(0).unwrap();
        let from = start + random.below((end - start) as u64) as i64;
        let to = from + random.below(50_000) as i64;
        let mut expected = Vec::new();
        for channel in made.waits.matching().channels() {
            let (source, target) = (channel.from.unwrap(), channel.to.unwrap());
            for (send, receive) in channel.sends().iter().zip(channel.receives()) {
                let sent = clocks.at(source as usize, send.enter);
                let received = clocks.at(target as usize, receive.leave);
                if sent < to && received > from {
                    expected.push((sent, source, target, received));
                }
            }
        }
        expected.sort_unstable();
        let (all, count) = messages(&made.timeline, &made.waits, (from, to), |_, _| true, 10_000);
        let found: Vec<_> = all.iter().map(|it| (it.sent, it.from, it.to, it.received)).collect();
        assert_eq!((&found, count), (&expected, expected.len()));
        let (few, count) = messages(&made.timeline, &made.waits, (from, to), |_, _| true, 3);
        assert_eq!((few.len(), count), (expected.len().min(3), expected.len()));
        let least = few.iter().map(|it| it.late).min().unwrap_or(0);
        let longer = all.iter().filter(|it| it.late > least).count();
        assert!(longer <= few.len());
        let (none, count) = messages(&made.timeline, &made.waits, (from, to), |_, _| false, 3);
        assert!(none.is_empty() && count == 0);
    }
}

#[test]
fn a_call_is_found_by_its_number_and_by_a_time() {
    let mut random = Random::new(9);
    for round in 0..40 {
        let made = indexed(&mut random, [1, 128, 129, 700][round % 4]);
        let source = (&made.trace, made.waits.clocks());
        for place in 0..2 {
            let walked = made.walked(place);
            assert_eq!(made.timeline.call_count(place), walked.len() as u64);
            for (number, expected) in walked.iter().enumerate() {
                let found = made.timeline.call(source, place, number as u64).unwrap();
                assert_eq!((found.enter, found.leave), (expected.enter, expected.leave));
                assert_eq!((found.cause, found.record), (expected.cause, expected.record));
                assert_eq!(found.waited - found.enter, expected.wait);
            }
            assert_eq!(made.timeline.call(source, place, walked.len() as u64), None);
            let (start, end) = made.timeline.span(place).unwrap();
            for _ in 0..100 {
                let time = start - 20 + random.below((end - start + 40) as u64) as i64;
                let begun = walked.iter().filter(|call| call.enter <= time).count();
                let found = made.timeline.call_at(source, place, time);
                assert_eq!(found, Some(begun.saturating_sub(1) as u64));
            }
        }
        assert_eq!(made.timeline.call_at(source, 2, 0), None);
    }
}

/// Loops of random lengths inside each other as a tree of calls, and the path of each call, one by one.
fn tree(random: &mut Random) -> (LoopTree, Vec<Vec<LoopPlace>>) {
    let mut symbols = Vec::new();
    for _ in 0..=random.below(3) {
        let inner: Vec<Symbol> = (0..=random.below(3)).map(|at| Symbol(at as u32 + 5)).collect();
        let mut body = vec![Symbol(random.below(4) as u32)];
        body.extend(inner.iter().cycle().take(inner.len() * (1 + random.index(5))));
        body.push(Symbol(random.below(4) as u32));
        symbols.extend(body.iter().copied().cycle().take(body.len() * (1 + random.index(4))));
    }
    let nest = greedy(&symbols).unwrap();
    let names = LoopNames::new(&nest);
    let tree = LoopTree::of_nest(&nest, &names);
    let mut paths = Vec::new();
    walk(&tree, &tree.at(0), &[], &mut paths);
    (tree, paths)
}

fn walk(tree: &LoopTree, body: &TreeLoop, path: &[LoopPlace], out: &mut Vec<Vec<LoopPlace>>) {
    let mut passed: Vec<u32> = Vec::new();
    for item in (0..).map_while(|index| tree.item(body, index)) {
        match item {
            TreeItem::Events(events) => out.extend((0..events).map(|_| path.to_vec())),
            TreeItem::Loop(place) => {
                let node = tree.at(place);
                for _ in 0..node.count {
                    let iteration = passed.iter().filter(|&&row| row == node.row).count() as u64;
                    passed.push(node.row);
                    let inner = [path, &[LoopPlace { row: node.row, iteration }]].concat();
                    walk(tree, &node, &inner, out);
                }
            }
        }
    }
}

#[test]
fn the_loops_around_a_time_are_those_around_its_call() {
    let mut random = Random::new(10);
    for _ in 0..300 {
        let (tree, paths) = tree(&mut random);
        let made = indexed(&mut random, paths.len());
        let source = (&made.trace, made.waits.clocks());
        let of = (0, &tree, View::Calls);
        let calls = made.walked(0);
        for (call, path) in calls.iter().zip(&paths) {
            // The first call that ends then: others may end at the same moment.
            let first = calls.iter().position(|other| other.leave >= call.leave).unwrap();
            let found = places_at(source, of, call.leave, 9);
            assert_eq!(&found, &paths[first]);
            assert_eq!(places_at(source, of, call.leave, 1), paths[first][..found.len().min(1)]);
            let trees = std::slice::from_ref(&tree);
            if let Some((_, from, to)) = iteration_span(source, (trees, View::Calls), path) {
                assert!(path.is_empty() || from <= call.enter && call.leave <= to);
            }
        }
        let end = calls.last().map_or(0, |call| call.leave);
        assert_eq!(places_at(source, of, end + 1, 9), []);
        assert_eq!(places_at(source, (7, &tree, View::Calls), 0, 9), []);
    }
}

//! Sums by loop and iteration, against a twin that looks at the loops around every single call.

use std::collections::BTreeMap;

use loopscope_testing::Random;

use super::under_way::sums_of;
use super::*;
use crate::building::{build, Method};
use crate::nest::{LoopNames, Nest, Node, NodeId};
use crate::symbols::Symbol;
use crate::system::{text, Construct, ConstructId, Model};
use crate::trace::ProcessId;
use crate::waits::{Carried, TimedCall};

/// The first and the last event of an iteration, by position, and the bytes of its calls.
type Spent = (Option<(u64, u64)>, Carried);

/// A loop around an event: its name, which of all entries it is, and the iteration.
pub(crate) type Around = (u32, u64, u64);

/// The loops around each event of a nest, outermost first.
pub(crate) fn paths(nest: &Nest, names: &LoopNames) -> Vec<Vec<Around>> {
    fn walk(
        (nest, names): (&Nest, &LoopNames),
        items: &[NodeId],
        path: &mut Vec<Around>,
        entries: &mut u64,
        out: &mut Vec<Vec<Around>>,
    ) {
        for &id in items {
            let Node::Loop(node) = nest.node(id) else {
                out.push(path.clone());
                continue;
            };
            *entries += 1;
            let entry = *entries;
            for iteration in 0..node.count {
                path.push((names.id(id), entry, iteration));
                walk((nest, names), nest.body(&node), path, entries, out);
                path.pop();
            }
        }
    }
    let mut out = Vec::new();
    walk((nest, names), nest.root(), &mut Vec::new(), &mut 0, &mut out);
    out
}

/// Symbols in random loops, so many levels of them.
pub(crate) fn repeated(levels: u32, random: &mut Random, out: &mut Vec<Symbol>) {
    for _ in 0..=random.below(3) {
        if levels == 0 || random.below(3) == 0 {
            out.push(Symbol(random.below(4) as u32));
            continue;
        }
        let mut body = Vec::new();
        repeated(levels - 1, random, &mut body);
        let count = 1 + random.index(6);
        out.extend(body.iter().copied().cycle().take(count * body.len()));
    }
}

/// Calls with random times: some have no event, some several; many last no time.
pub(super) fn calls(events: u64, random: &mut Random) -> Vec<TimedCall> {
    let (mut now, mut position, mut calls) = (0, 0, Vec::new());
    while position < events || random.below(4) > 0 {
        let own = random.below(4).saturating_sub(1).min(events - position);
        let enter = now + random.below(6) as i64;
        let leave = enter + random.below(5) as i64;
        let wait = random.below((leave - enter) as u64 + 1) as i64;
        calls.push(TimedCall {
            call: Some(calls.len() as u64),
            record: None,
            position,
            events: own,
            enter,
            leave,
            wait,
            cause: None,
            carried: Carried { sent: random.below(100), collective: random.below(3) },
        });
        position += own;
        now = leave;
    }
    calls
}

fn within((from, to): (i64, i64), begin: i64, end: i64) -> u64 {
    (begin..end).filter(|time| (from..to).contains(time)).count() as u64
}

/// The own parts of each loop, and all parts, periods and times of each iteration of one loop; moment by moment.
struct Twin {
    own: BTreeMap<u32, Parts>,
    total: BTreeMap<u32, Parts>,
    iterations: Vec<Iteration>,
}

/// What a process does between two moments, by looking at each nanosecond of each call.
fn parts_between(calls: &[TimedCall], from: i64, to: i64) -> Parts {
    let mut parts = Parts { compute: to.abs_diff(from), ..Parts::default() };
    for call in calls {
        let waited = call.enter + call.wait;
        parts.wait += within((from, to), call.enter, waited);
        parts.calls += within((from, to), waited, call.leave);
    }
    parts.compute -= parts.wait + parts.calls;
    parts
}

/// The iterations whose first and last event are at these positions, by looking for the event after each.
fn iterations_of(calls: &[TimedCall], list: impl Iterator<Item = Spent>) -> Vec<Iteration> {
    let of = |position: u64| {
        let has = |call: &&TimedCall| (call.position..call.position + call.events).contains(&position);
        calls.iter().find(has)
    };
    let list = list.filter_map(|(span, carried)| {
        let (first, last) = span?;
        let (start, end) = (of(first)?.enter, of(last)?.leave);
        let to = of(last + 1).map_or(end, |next| next.enter);
        let parts = Parts { carried, ..parts_between(calls, start, to) };
        Some(Iteration { start, end, period: to.abs_diff(start), parts })
    });
    list.collect()
}

fn twin(paths: &[Vec<Around>], calls: &[TimedCall], run: (i64, i64), row: u32) -> Twin {
    let (mut own, mut total) = (BTreeMap::new(), BTreeMap::new());
    let mut of_iteration: BTreeMap<(u64, u64), Spent> = BTreeMap::new();
    let at = |position: u64| paths.get(position as usize).cloned().unwrap_or_default();
    let mut add = |path: &[Around], parts: Parts| {
        let innermost = path.last().map_or(0, |around| around.0);
        let sum: &mut Parts = own.entry(innermost).or_default();
        *sum = sum.plus(parts);
        for around in [0].into_iter().chain(path.iter().map(|around| around.0)) {
            let sum: &mut Parts = total.entry(around).or_default();
            *sum = sum.plus(parts);
        }
        path.iter().find(|around| around.0 == row).map(|around| (around.1, around.2))
    };
    let (mut before, mut last): (Vec<Around>, i64) = (Vec::new(), run.0);
    for call in calls {
        let path = at(call.position);
        let common = path.iter().zip(&before).take_while(|(a, b)| (a.0, a.1) == (b.0, b.1));
        // Inside loops that differ in an iteration, nothing is common.
        let mut shared = 0;
        for (a, b) in common {
            shared += 1;
            if a.2 != b.2 {
                break;
            }
        }
        let gap = Parts { compute: within(run, last, call.enter), ..Parts::default() };
        add(&path[..shared], gap);
        let waited = call.enter + call.wait;
        let in_run = call.enter < run.1 && call.leave > run.0 || call.enter == call.leave;
        let inside = in_run || call.events > 0;
        let parts = Parts {
            compute: 0,
            calls: within(run, waited, call.leave),
            wait: within(run, call.enter, waited),
            carried: if inside { call.carried } else { Carried::default() },
        };
        if let Some(key) = add(&path, parts) {
            let sum = &mut of_iteration.entry(key).or_default().1;
            *sum = sum.plus(parts.carried);
        }
        for position in call.position..call.position + call.events {
            for around in at(position).iter().filter(|around| around.0 == row) {
                let sum = of_iteration.entry((around.1, around.2)).or_default();
                sum.0 = Some((sum.0.map_or(position, |(first, _)| first), position));
            }
        }
        if let Some(more) = call.events.checked_sub(1) {
            before = at(call.position + more);
        }
        last = call.leave;
    }
    add(&[], Parts { compute: within(run, last, run.1), ..Parts::default() });
    Twin { own, total, iterations: iterations_of(calls, of_iteration.into_values()) }
}

#[test]
fn sums_are_those_of_looking_at_every_call() {
    let mut random = Random::new(61);
    let mut iterations = 0;
    let cases = option_env!("LOOPSCOPE_CASES").map_or(2000, |cases| cases.parse().unwrap());
    for _ in 0..cases {
        let mut s = Vec::new();
        repeated(3, &mut random, &mut s);
        let nest = build(Method::Greedy, &s).unwrap().nest;
        let names = LoopNames::new(&nest);
        let tree = LoopTree::of_nest(&nest, &names);
        let calls = calls(nest.len(), &mut random);
        let end = calls.last().map_or(0, |call| call.leave);
        // Some runs begin and end in the middle.
        let run = match random.below(3) {
            0 => (0, end + 10),
            _ => (random.below(end as u64 / 3 + 1) as i64, end - random.below(end as u64 / 3 + 1) as i64),
        };
        let row = 1 + random.below(names.loops().len().max(1) as u64) as u32;
        let found = sums_of((&tree, false), run, &calls, (Some((IterationsOf::Loop(row), usize::MAX)), &mut []));
        let twin = twin(&paths(&nest, &names), &calls, run, row);
        let mut sum = 0;
        for cell in &found.cells[0] {
            assert_eq!(cell.own, twin.own.get(&cell.row).copied().unwrap_or_default(), "{}", cell.row);
            assert_eq!(cell.total, twin.total.get(&cell.row).copied().unwrap_or_default());
            sum += cell.own.time();
        }
        assert_eq!(sum, (run.1 - run.0) as u64);
        let paths = paths(&nest, &names);
        let in_main = |call: &&TimedCall| {
            let mut events = call.position..call.position + call.events;
            events.any(|at| paths[at as usize].iter().any(|around| around.0 == 1))
        };
        let of_main: Vec<&TimedCall> = calls.iter().filter(in_main).collect();
        let outside = of_main
            .first()
            .zip(of_main.last())
            .map(|(first, last)| (within(run, run.0, first.enter), within(run, last.leave, run.1)));
        assert_eq!(found.outside[0], outside);
        let listed = &found.iterations[0];
        assert_eq!(listed, &twin.iterations);
        assert!(listed.iter().all(|it| it.parts.time() == it.period));
        iterations += listed.len();
        for pair in found.iterations[0].windows(2) {
            assert!(pair[0].start.saturating_add_unsigned(pair[0].period) <= pair[1].start);
        }
    }
    assert!(iterations > cases, "{iterations}");
}

#[test]
fn periods_end_where_the_next_event_begins() {
    let (nest, _) = crate::nest::text::parse_inline("a(bc)^3d").unwrap();
    let tree = LoopTree::of_nest(&nest, &LoopNames::new(&nest));
    let call = |position: u64| TimedCall {
        call: Some(position),
        record: None,
        position,
        events: 1,
        enter: 10 * position as i64,
        leave: 10 * position as i64 + 4,
        wait: 1,
        cause: None,
        carried: Carried::default(),
    };
    let calls: Vec<TimedCall> = (0..nest.len()).map(call).collect();
    let found = sums_of((&tree, false), (0, 100), &calls, (Some((IterationsOf::Loop(1), 2)), &mut []));
    let list = &found.iterations[0];
    assert_eq!(list.iter().map(|it| it.period).collect::<Vec<u64>>(), [20, 20]);
    let found = sums_of((&tree, false), (0, 100), &calls[..7], (Some((IterationsOf::Loop(1), 9)), &mut []));
    assert_eq!(found.iterations[0][2].period, 14);
}

/// Lines of a random body at that depth: events of processes and loops.
fn random_body(depth: usize, random: &mut Random, lines: &mut String) {
    for _ in 0..=random.below(4) {
        let indent = "  ".repeat(depth);
        if depth < 4 && random.below(3) == 0 {
            let last = 1 + random.below(3);
            lines.push_str(&format!("{indent}for i{depth} = 0 to {last}\n"));
            random_body(depth + 1, random, lines);
            lines.push_str(&format!("{indent}done\n"));
        } else {
            lines.push_str(&format!("{indent}{} local a\n", random.below(4)));
        }
    }
}

/// The rows around each event of a process, by running the constructs of the model.
fn rows_of_model(model: &Model, items: &[ConstructId], process: ProcessId, path: &mut Vec<u32>) -> Vec<Vec<u32>> {
    let mut out = Vec::new();
    for &id in items.iter().filter(|&&id| model.members(id).contains(&process)) {
        let Construct::Loop(node) = model.construct(id) else {
            out.push(path.clone());
            continue;
        };
        path.push(model.loop_id(id));
        for _ in 0..node.count {
            out.extend(rows_of_model(model, model.body(&node), process, path));
        }
        path.pop();
    }
    out
}

/// The same by running the tree.
fn rows_of_tree(tree: &LoopTree, node: &TreeLoop, path: &mut Vec<u32>) -> Vec<Vec<u32>> {
    let mut out = Vec::new();
    for _ in 0..node.count {
        let before = out.len();
        for at in 0.. {
            match tree.item(node, at) {
                None => break,
                Some(TreeItem::Events(events)) => {
                    out.extend((0..events).map(|_| path.clone()));
                }
                Some(TreeItem::Loop(place)) => {
                    let inner = tree.at(place);
                    path.push(inner.row);
                    out.extend(rows_of_tree(tree, &inner, path));
                    path.pop();
                }
            }
        }
        assert_eq!((out.len() - before) as u64, node.period);
    }
    out
}

#[test]
fn trees_of_models_are_what_running_the_model_gives() {
    let mut random = Random::new(67);
    let (mut events, mut deep) = (0, 0);
    for _ in 0..2000 {
        let mut lines = "processes 0-3\n".to_owned();
        random_body(0, &mut random, &mut lines);
        let model = text::parse(&lines).unwrap();
        for &process in model.processes() {
            let tree = LoopTree::of_model(&model, process);
            let expected = rows_of_model(&model, model.root(), process, &mut Vec::new());
            let found = rows_of_tree(&tree, &tree.at(0), &mut Vec::new());
            assert_eq!(found, expected, "process {process} of\n{lines}");
            assert_eq!(tree.events(), expected.len() as u64);
            events += expected.len();
            deep += usize::from(expected.iter().any(|path| path.len() > 2));
        }
    }
    assert!(events > 10_000 && deep > 100, "{events} {deep}");
}

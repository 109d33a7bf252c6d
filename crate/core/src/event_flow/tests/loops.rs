//! Loops, their figures and their iterations, counted in the string itself.

use std::collections::BTreeSet;

use super::{graph, random_strings, spans, symbols};
use crate::event_flow::{
    flow_loops, loop_forest, naive, visit_lengths, FindIterations, FlowGraph, FlowLoops, FlowMetrics, FlowSums,
    GraphBuilder, HeaderKind, LoopForest, LoopKind, SharedHeaders,
};
use crate::trace::Span;

type Nodes = BTreeSet<u32>;

fn nodes_of(loops: &FlowLoops, id: u32, nodes: usize) -> Nodes {
    (0..nodes as u32).filter(|&node| loops.holds(id, node)).collect()
}

/// The nodes of the loop of a header, by the forest.
fn body(forest: &LoopForest, header: u32, nodes: usize) -> Nodes {
    let inside = |&node: &u32| {
        let mut at = Some(node);
        while let Some(around) = at {
            if around == header {
                return true;
            }
            at = forest.header_around(around);
        }
        false
    };
    (0..nodes as u32).filter(inside).collect()
}

/// Header, nodes and kind of every loop by the rules of `headers.rs`, from sets.
fn by_rules(graph: &FlowGraph, forest: &LoopForest) -> Vec<(u32, Vec<u32>, &'static str)> {
    let nodes = graph.nodes().len();
    let edges: Vec<(u32, u32, u64)> = graph.edges().map(|it| (it.from, it.to, it.count)).collect();
    let mut found = Vec::new();
    let mut add = |header, nodes: &Nodes, kind: LoopKind| {
        found.push((header, nodes.iter().copied().collect(), kind.name()));
    };
    for header in forest.headers() {
        let body = body(forest, header, nodes);
        let itself = edges.iter().any(|&(from, to, _)| (from, to) == (header, header));
        let irreducible = forest.kind(header) == HeaderKind::Irreducible;
        if itself {
            add(header, &Nodes::from([header]), LoopKind::SelfLoop);
        }
        if body.len() > 1 {
            let kind = if irreducible { LoopKind::Irreducible } else { LoopKind::Natural };
            add(header, &body, kind);
        }
        if irreducible {
            continue;
        }
        let into = edges.iter().filter(|edge| edge.1 == header);
        let mut natural: Vec<(Nodes, u64)> = Vec::new();
        let mut entries = u64::from(graph.ends().is_some_and(|ends| ends.first == header));
        for &(tail, _, count) in into {
            if !body.contains(&tail) {
                entries += count;
            } else if tail != header {
                let mut nodes = Nodes::from([header, tail]);
                loop {
                    let more = edges.iter().filter(|edge| edge.1 != header && nodes.contains(&edge.1));
                    let more: Nodes = more.map(|edge| edge.0).chain(nodes.iter().copied()).collect();
                    if more.len() == nodes.len() {
                        break;
                    }
                    nodes = more;
                }
                match natural.iter_mut().find(|(known, _)| *known == nodes) {
                    Some(known) => known.1 += count,
                    None => natural.push((nodes, count)),
                }
            }
        }
        while natural.len() > 1 {
            let smallest = natural.iter().position(|(it, _)| {
                natural.iter().all(|(other, _)| other == it || (it.is_subset(other) && it != other))
            });
            let Some((nodes, count)) = smallest.map(|at| natural.remove(at)) else { break };
            if count < natural.iter().map(|(_, count)| count).sum::<u64>() + entries {
                break;
            }
            add(header, &nodes, LoopKind::Inner);
        }
    }
    found.sort();
    found
}

fn check_loops(letters: &[u32]) {
    let string = symbols(letters);
    let graph = graph(&string);
    let nodes = graph.nodes().len();
    let root = graph.ends().map_or(0, |ends| ends.first);
    let forest = naive::by_definition(graph.successors(), root);
    assert_eq!(forest, loop_forest(graph.successors(), root));
    let plain = flow_loops(&graph, &forest, SharedHeaders::Plain);
    assert_eq!(plain.all().len(), forest.headers().count());
    for (id, flow) in plain.all().iter().enumerate() {
        assert_eq!(nodes_of(&plain, id as u32, nodes), body(&forest, flow.header, nodes));
    }
    let loops = flow_loops(&graph, &forest, SharedHeaders::Split);
    let mut found: Vec<_> = (0..loops.all().len() as u32)
        .map(|id| {
            let flow = loops.get(id).unwrap();
            (flow.header, nodes_of(&loops, id, nodes).into_iter().collect(), flow.kind.name())
        })
        .collect();
    found.sort();
    assert_eq!(found, by_rules(&graph, &forest), "{letters:?}");
    for (id, flow) in loops.all().iter().enumerate() {
        let depth = flow.parent.map_or(0, |parent| loops.get(parent).unwrap().depth);
        assert_eq!(flow.depth, depth + 1);
        assert!(flow.parent.is_none_or(|parent| parent < id as u32));
        let inside = nodes_of(&loops, id as u32, nodes);
        let members = loops.members(id as u32);
        assert!((0..nodes).all(|node| members[node] == inside.contains(&(node as u32))));
    }
}

/// The innermost loop that holds all of these nodes.
fn innermost(loops: &FlowLoops, all: &[u32]) -> Option<u32> {
    let holding = (0..loops.all().len() as u32).filter(|&id| all.iter().all(|&it| loops.holds(id, it)));
    holding.max_by_key(|&id| loops.get(id).unwrap().depth)
}

fn check_figures(letters: &[u32], seed: u64, shared: SharedHeaders) {
    let string = symbols(letters);
    let times = spans(letters.len(), seed);
    let mut builder = GraphBuilder::new();
    builder.push_timed(&string, &times);
    let graph = builder.finish();
    let forest = loop_forest(graph.successors(), 0);
    let loops = flow_loops(&graph, &forest, shared);
    let metrics = FlowMetrics::new(&graph, &loops);
    let lengths = visit_lengths(&loops, &string);
    let mut own = vec![FlowSums::default(); loops.all().len() + 1];
    for (at, &letter) in letters.iter().enumerate() {
        let place = innermost(&loops, &[letter]).map_or(loops.all().len(), |id| id as usize);
        own[place].calls += 1;
        own[place].inside += times[at].duration();
        if at > 0 {
            let pair = [letters[at - 1], letter];
            let place = innermost(&loops, &pair).map_or(loops.all().len(), |id| id as usize);
            own[place].between += times[at].enter - times[at - 1].leave;
        }
    }
    assert_eq!(metrics.outside, own[loops.all().len()]);
    let ends = times.first().zip(times.last());
    assert_eq!(metrics.total.time(), ends.map_or(0, |(first, last)| last.leave - first.enter));
    assert_eq!(metrics.total.calls, letters.len() as u64);
    for (id, flow) in loops.all().iter().enumerate() {
        let known = metrics.loops[id];
        assert_eq!(known.own, own[id], "{letters:?}");
        // Where visits begin and iterations begin, position by position.
        let id = id as u32;
        let holds = |at: usize| loops.holds(id, letters[at]);
        let (mut visits, mut starts): (Vec<u64>, Vec<(usize, u32)>) = (Vec::new(), Vec::new());
        for at in (0..letters.len()).filter(|&at| holds(at)) {
            let enters = at == 0 || !holds(at - 1);
            if enters {
                visits.push(0);
            }
            let again = !enters && letters[at] == flow.header && innermost(&loops, &letters[at - 1..=at]) == Some(id);
            if enters || again {
                *visits.last_mut().unwrap() += 1;
                starts.push((at, visits.len() as u32 - 1));
            }
        }
        assert_eq!(known.visits, visits.len() as u64);
        assert_eq!(known.iterations, starts.len() as u64, "{letters:?} {flow:?}");
        let length = lengths[id as usize];
        assert_eq!((length.visits, length.iterations), (known.visits, known.iterations));
        assert_eq!(Some(length.least), visits.iter().copied().min());
        assert_eq!(Some(length.most), visits.iter().copied().max());
        check_iterations(letters, &times, (&loops, id), &starts, known.total);
    }
}

fn check_iterations(
    letters: &[u32],
    times: &[Span],
    (loops, id): (&FlowLoops, u32),
    starts: &[(usize, u32)],
    total: FlowSums,
) {
    let mut finding = FindIterations::new(loops, id);
    for (&letter, &span) in letters.iter().zip(times) {
        finding.push(letter, span);
    }
    let found = finding.finish();
    let known: Vec<(usize, u32)> = found.list.iter().map(|it| (it.start as usize, it.visit)).collect();
    assert_eq!(known, starts);
    let mut sums = FlowSums::default();
    let mut shapes: Vec<Vec<u32>> = Vec::new();
    for (at, iteration) in found.list.iter().enumerate() {
        let (start, end) = (iteration.start as usize, iteration.end as usize);
        assert!(letters[start..end].iter().all(|&letter| loops.holds(id, letter)));
        let mut shape = letters[start..end].to_vec();
        shape.dedup();
        let place = shapes.iter().position(|it| *it == shape).unwrap_or_else(|| {
            shapes.push(shape);
            shapes.len() - 1
        });
        assert_eq!(iteration.shape as usize, place);
        let next = found.list.get(at + 1).filter(|next| next.visit == iteration.visit);
        let until = next.map_or(times[end - 1].leave, |next| times[next.start as usize].enter);
        assert_eq!(iteration.sums.time(), until - times[start].enter);
        assert_eq!((iteration.begin, iteration.sums.calls), (times[start].enter, (end - start) as u64));
        sums.calls += iteration.sums.calls;
        sums.inside += iteration.sums.inside;
        sums.between += iteration.sums.between;
    }
    // The iterations of a loop are all of it.
    assert_eq!(sums, total);
    assert!(found.shapes.iter().map(|shape| shape.to_vec()).eq(shapes));
    assert_eq!(found.visits().iter().sum::<u64>(), found.list.len() as u64);
    assert_eq!(found.shape_counts().iter().sum::<u64>(), found.list.len() as u64);
    if let Some(step) = found.step {
        let shape = |at: u64| found.list[at as usize].shape;
        for at in step.first + step.period..step.first + step.period * step.count {
            assert_eq!(shape(at), shape(at - step.period));
        }
    }
}

#[test]
fn loops_are_those_of_the_rules() {
    random_strings(|letters, _| check_loops(letters));
}

#[test]
fn figures_are_those_of_the_string() {
    random_strings(|letters, seed| {
        if letters.len() < 130 {
            let plain = seed.is_multiple_of(3);
            let shared = if plain { SharedHeaders::Plain } else { SharedHeaders::Split };
            check_figures(letters, seed, shared);
        }
    });
}

/// The loops of Figure 1 of the paper, as (header, kind, visits, iterations, shortest and longest visit).
#[test]
fn loops_of_the_papers_figure() {
    let found = |text: &str| -> String {
        let letters: Vec<u32> = text.bytes().map(|byte| u32::from(byte - b'a')).collect();
        let string = symbols(&letters);
        let graph = graph(&string);
        let loops = flow_loops(&graph, &loop_forest(graph.successors(), letters[0]), SharedHeaders::Split);
        let metrics = FlowMetrics::new(&graph, &loops);
        let lengths = visit_lengths(&loops, &string);
        let all = loops.all().iter().zip(&metrics.loops).zip(lengths);
        let said = all.map(|((flow, figures), length)| {
            let header = char::from(b'a' + flow.header as u8);
            let (least, most) = (length.least, length.most);
            format!("{header} {} {}/{} {least}-{most}", flow.kind.name(), figures.visits, figures.iterations)
        });
        said.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(found("abbbbc"), "b self 1/4 4-4");
    assert_eq!(found("abcabcabcd"), "a natural 1/3 3-3");
    // An inner loop with another header, one with the same, and two tails.
    assert_eq!(found("abcbcdabcbcd"), "a natural 1/2 2-2; b natural 2/4 2-2");
    assert_eq!(found("aaabaaabaaab"), "a natural 1/3 3-3; a self 3/9 3-3");
    assert_eq!(found("ababababcabababcababc"), "a natural 1/3 3-3; a inner 3/9 2-4");
    assert_eq!(found("abacabacabacab"), "a natural 1/7 7-7");
}

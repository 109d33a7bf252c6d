use std::collections::BTreeMap;

use loopscope_testing::strings;

use super::{graph, spans, symbols};
use crate::event_flow::{from_nest, FlowGraph, GraphBuilder};
use crate::method::{build, Method};
use crate::symbols::Symbol;
use crate::trace::Span;

type ByDefinition = Vec<(u32, Vec<(u32, u64, u64)>)>;

/// Every node with edges, with these by first appearance: target, count, time.
fn by_definition(letters: &[u32], spans: &[Span]) -> ByDefinition {
    let mut nodes: BTreeMap<u32, Vec<(u32, u64, u64)>> = BTreeMap::new();
    for (pair, spans) in letters.windows(2).zip(spans.windows(2)) {
        let time = spans[1].enter - spans[0].leave;
        let edges = nodes.entry(pair[0]).or_default();
        match edges.iter_mut().find(|edge| edge.0 == pair[1]) {
            Some(edge) => (edge.1, edge.2) = (edge.1 + 1, edge.2 + time),
            None => edges.push((pair[1], 1, time)),
        }
    }
    nodes.into_iter().collect()
}

fn listed(graph: &FlowGraph) -> ByDefinition {
    let mut nodes: BTreeMap<u32, Vec<(u32, u64, u64)>> = BTreeMap::new();
    for edge in graph.edges() {
        nodes.entry(edge.from).or_default().push((edge.to, edge.count, edge.time));
    }
    nodes.into_iter().collect()
}

/// At every node as much enters as leaves, with the virtual ends; all edges together are the string.
fn check_flow(graph: &FlowGraph, letters: &[u32]) {
    let counts: u64 = graph.edges().map(|edge| edge.count).sum();
    assert_eq!(counts, (letters.len() as u64).saturating_sub(1));
    let mut flow = vec![(0, 0); graph.nodes().len()];
    for edge in graph.edges() {
        flow[edge.from as usize].1 += edge.count;
        flow[edge.to as usize].0 += edge.count;
    }
    if let Some(ends) = graph.ends() {
        assert_eq!((ends.first, ends.last), (letters[0], letters[letters.len() - 1]));
        flow[ends.first as usize].0 += 1;
        flow[ends.last as usize].1 += 1;
    }
    for (node, flow) in graph.nodes().iter().zip(flow) {
        assert_eq!(flow, (node.count, node.count));
    }
}

fn check(letters: &[u32], seed: u64) {
    let string = symbols(letters);
    let times = spans(letters.len(), seed);
    let whole = graph(&string);
    let still = vec![Span { enter: 0, leave: 0 }; letters.len()];
    assert_eq!(listed(&whole), by_definition(letters, &still), "{letters:?}");
    check_flow(&whole, letters);
    let mut builder = GraphBuilder::new();
    let part = 1 + (seed % 7) as usize;
    for (string, times) in string.chunks(part).zip(times.chunks(part)) {
        builder.push_timed(string, times);
        if seed.is_multiple_of(5) {
            builder.so_far();
        }
    }
    let timed = builder.finish();
    assert_eq!(listed(&timed), by_definition(letters, &times), "{letters:?}");
    let all: u64 =
        timed.nodes().iter().map(|node| node.time).sum::<u64>() + timed.edges().map(|edge| edge.time).sum::<u64>();
    let ends = times.first().zip(times.last());
    assert_eq!(all, ends.map_or(0, |(first, last)| last.leave - first.enter));
    let largest = letters.iter().max().map_or(0, |&letter| letter as usize + 1);
    for method in [Method::Greedy, Method::Optimal] {
        let nest = build(method, &string).unwrap().nest;
        assert_eq!(from_nest(&nest, largest).unwrap(), whole, "{method} {letters:?}");
    }
}

#[test]
fn from_string_and_from_nests_as_by_definition() {
    strings::all(2, 9, |letters| check(letters, letters.len() as u64));
    strings::all(3, 7, |letters| check(letters, letters.len() as u64));
    for seed in 0..400 {
        check(&strings::noisy(1 + seed as usize, seed), seed);
        check(&strings::random(1 + seed as usize % 90, 1 + seed as u32 % 9, seed), seed);
        check(&strings::phases(300, seed), seed);
    }
    strings::structured(900).iter().for_each(|letters| check(letters, 3));
}

#[test]
fn tables_of_every_size() {
    // Dense, dense without times, and hashed, each grown from the one before. Symbols come late, in all places of a stretch.
    for letters in [3, 700, 1_500, 5_000] {
        check(&strings::random(4_000, letters, 1), 2);
        for late in [1_021, 1_022, 1_023, 1_024, 1_025, 3_000] {
            let mut string = strings::random(3_200, letters, late);
            string[late as usize] = letters + 1;
            string[3_100] = 3 * letters;
            check(&string, late);
        }
        let growing: Vec<u32> = (0..letters).flat_map(|letter| [letter, letter / 2]).collect();
        check(&growing, 6);
    }
}

#[test]
fn counts_beyond_64_bits_are_refused() {
    let mut builder = crate::nest::NestBuilder::new();
    let mut node = builder.symbol(Symbol(0));
    for _ in 0..3 {
        node = builder.repeat(1 << 31, &[node]);
    }
    let nest = builder.finish(&[node]);
    assert_eq!(from_nest(&nest, 1), Err(crate::event_flow::NestError::TooMany));
    assert!(from_nest(&nest, 0).is_err());
    let mut builder = crate::nest::NestBuilder::new();
    let inner = builder.symbol(Symbol(1));
    let inner = builder.repeat(1 << 40, &[inner]);
    let (a, b) = (builder.symbol(Symbol(0)), builder.symbol(Symbol(2)));
    let outer = builder.repeat(1 << 20, &[a, inner, b]);
    let found = from_nest(&builder.finish(&[outer]), 3).unwrap();
    let edges: Vec<_> = found.edges().map(|edge| (edge.from, edge.to, edge.count)).collect();
    let (outer, inner) = (1u64 << 20, (1u64 << 40) - 1);
    assert_eq!(edges, [(0, 1, outer), (1, 1, outer * inner), (1, 2, outer), (2, 0, outer - 1)]);
}

//! Event flow graphs: counting transitions, and the loops of large graphs.
//!
//! `cargo bench -p loopscope-core --bench flows`. Times are processor times, medians. Speeds are also given as ratios: of counting
//! to reading the string, and to a hash map of the standard library; of the graph from a nest to that from its string.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Duration;

use loopscope_core::event_flow::{from_nest, loop_forest, FlowGraph, GraphBuilder, Successors};
use loopscope_core::method::{build, Method};
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::Span;
use loopscope_testing::timing::{median, rate};
use loopscope_testing::{strings, Random};

fn graph(string: &[Symbol]) -> FlowGraph {
    let mut builder = GraphBuilder::new();
    builder.push(string);
    builder.finish()
}

fn counting() {
    println!("string          symbols  reading  dense  timed  hashed  std   (million symbols/s)");
    let lu: Vec<u32> =
        (0..249).flat_map(|_| (0..62).flat_map(|_| 0..4).chain((0..62).flat_map(|_| 4..8)).chain(8..20)).collect();
    // Long enough that counting outweighs the making of the graph from 65,536 edges; those of the last are 4 million.
    let random = |letters: u32| strings::random(1 << 23, letters, 1);
    let all = [("lu", lu.repeat(8)), ("random 32", random(32)), ("random 256", random(256))];
    for (name, letters) in all.into_iter().chain([("random 2048", strings::random(1 << 20, 2048, 1))]) {
        let string: Vec<Symbol> = letters.iter().copied().map(Symbol).collect();
        // The same with a symbol beyond the dense tables, in front.
        let far: Vec<Symbol> = [Symbol(4_000)].into_iter().chain(string.iter().copied()).collect();
        let at = |at: u64| Span { enter: 10 * at, leave: 10 * at + 5 };
        let spans: Vec<Span> = (0..string.len() as u64).map(at).collect();
        let timed = || {
            let mut builder = GraphBuilder::new();
            builder.push_timed(&string, &spans);
            builder.finish()
        };
        let plain = || {
            let mut counts: HashMap<(u32, u32), u64> = HashMap::new();
            string.windows(2).for_each(|pair| *counts.entry((pair[0].0, pair[1].0)).or_default() += 1);
            counts
        };
        let times = [
            median(|| string.iter().fold(0u32, |sum, symbol| sum.wrapping_add(symbol.0))),
            median(|| graph(&string)),
            median(timed),
            median(|| graph(&far)),
            median(plain),
        ];
        let rates: Vec<String> = times.iter().map(|&time| format!("{:7.0}", rate(string.len(), time))).collect();
        println!("{name:12} {:10} {}", string.len(), rates.join(""));
    }
    let string: Vec<Symbol> = lu.into_iter().map(Symbol).collect();
    if let Ok(built) = build(Method::Optimal, &string) {
        let nest = median_of_many(|| from_nest(&built.nest, 20));
        let whole = median(|| graph(&string));
        let ratio = whole.as_secs_f64() / nest.as_secs_f64().max(1e-9);
        println!("lu from its nest: {nest:?}, from its string: {whole:?}, ratio {ratio:.0}");
    }
    let small = graph(&string);
    println!("loops of lu: {:?}", median_of_many(|| loop_forest(small.successors(), 0)));
}

/// The time of one call of many in a row: reading the clock takes as long as one of these.
fn median_of_many<T>(mut once: impl FnMut() -> T) -> Duration {
    const CALLS: u32 = 1000;
    median(|| (0..CALLS).for_each(|_| drop(black_box(once())))) / CALLS
}

fn forests() {
    let nodes = 1_000_000u32;
    let mut random = Random::new(1);
    let path = || (1..nodes).map(|node| (node - 1, node));
    let mut any = |bound: u64| random.below(bound) as u32;
    let jumps: Vec<(u32, u32)> = path().chain((0..nodes).map(|_| (any(nodes.into()), any(nodes.into())))).collect();
    let half = nodes / 2;
    let ladder = (0..half - 1).flat_map(|step| {
        let inner = half + step;
        [(step, step + 1), (inner + 1, inner), (inner, inner + 1), (step, inner)]
    });
    // Loops of eight nodes in loops of eight of them, and so on.
    let nested = path().chain((1..nodes).filter_map(|node| {
        let size = 8u32.pow(((node + 1).trailing_zeros() / 3).min(6));
        (size > 1).then(|| (node, node + 1 - size))
    }));
    for (name, edges) in
        [("reducible", nested.collect()), ("ladder", ladder.collect()), ("path and random edges", jumps)]
    {
        let edges: Vec<(u32, u32)> = edges;
        let graph = Successors::of_edges(nodes as usize, &edges);
        println!("{name}, {nodes} nodes: {:?}", median(|| loop_forest(&graph, 0)));
    }
}

fn main() {
    counting();
    forests();
}

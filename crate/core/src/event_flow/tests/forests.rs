use loopscope_testing::Random;

use crate::event_flow::{loop_forest, naive, ramalingam, wei, HeaderKind, Successors};

/// A graph whose nodes can all be reached from node 0: a random tree and further edges.
fn random_graph(random: &mut Random, most: u64) -> Successors {
    let nodes = 2 + random.below(most - 1);
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|node| (random.below(node) as u32, node as u32)).collect();
    for _ in 0..random.below(2 * nodes) {
        edges.push((random.below(nodes) as u32, random.below(nodes) as u32));
    }
    for at in (1..edges.len()).rev() {
        edges.swap(at, random.index(at + 1));
    }
    let mut known = std::collections::BTreeSet::new();
    edges.retain(|&edge| known.insert(edge));
    Successors::of_edges(nodes as usize, &edges)
}

/// How many random graphs are tried: `LOOPSCOPE_CASES=1000000 cargo test` builds a test with more; a million have been through.
fn cases() -> u64 {
    option_env!("LOOPSCOPE_CASES").map_or(30_000, |cases| cases.parse().unwrap())
}

#[test]
fn all_algorithms_agree() {
    let mut random = Random::new(17);
    let mut irreducible = 0;
    for case in 0..cases() {
        let graph = random_graph(&mut random, 12);
        let forest = wei::loops(&graph, 0, u64::MAX).unwrap();
        assert_eq!(forest, ramalingam::loops(&graph, 0), "{case} {graph:?}");
        assert_eq!(forest, naive::by_definition(&graph, 0), "{case} {graph:?}");
        assert_eq!(forest, naive::havlak(&graph, 0), "{case} {graph:?}");
        assert_eq!(forest, loop_forest(&graph, 0));
        assert_eq!(forest.is_reducible(), naive::is_reducible(&graph, 0), "{case} {graph:?}");
        irreducible += u64::from(!forest.is_reducible());
    }
    // Both kinds are common.
    assert!(irreducible > cases() / 5 && irreducible < cases() * 4 / 5, "{irreducible}");
}

#[test]
fn on_larger_graphs_too() {
    let mut random = Random::new(5);
    for _ in 0..cases() / 200 {
        let graph = random_graph(&mut random, 120);
        let forest = wei::loops(&graph, 0, u64::MAX).unwrap();
        assert_eq!(forest, ramalingam::loops(&graph, 0));
        assert_eq!(forest, naive::by_definition(&graph, 0));
        assert_eq!(forest, naive::havlak(&graph, 0));
    }
}

/// Nested loops, each entered from a chain beside them: every header is in all loops around it.
fn ladder(nodes: u32) -> Successors {
    let half = nodes / 2;
    let mut edges = Vec::new();
    for step in 0..half {
        // The chain 0..half; the loops' nodes half..2 half, the first innermost.
        if step + 1 < half {
            edges.push((step, step + 1));
            edges.push((half + step + 1, half + step));
            edges.push((half + step, half + step + 1));
        }
        edges.push((step, half + step));
    }
    Successors::of_edges(nodes as usize, &edges)
}

fn path_with_jumps(nodes: u32) -> Successors {
    let mut random = Random::new(1);
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|node| (node - 1, node)).collect();
    for _ in 0..nodes {
        edges.push((random.below(u64::from(nodes)) as u32, random.below(u64::from(nodes)) as u32));
    }
    Successors::of_edges(nodes as usize, &edges)
}

#[test]
fn a_path_of_a_million_nodes_needs_no_recursion_and_no_square() {
    for graph in [ladder(1_000_000), path_with_jumps(1_000_000)] {
        let forest = loop_forest(&graph, 0);
        assert!(naive::count(&forest, HeaderKind::Irreducible) > 0);
    }
    // Small enough for both.
    for graph in [ladder(2_000), path_with_jumps(2_000)] {
        let forest = ramalingam::loops(&graph, 0);
        assert_eq!(Some(&forest), wei::loops(&graph, 0, u64::MAX).as_ref());
        assert_eq!(forest, loop_forest(&graph, 0));
    }
    assert_eq!(wei::loops(&path_with_jumps(2_000), 0, 50), None);
}

#[test]
fn without_nodes_or_edges() {
    for nodes in [0, 1, 3] {
        let graph = Successors::of_edges(nodes, &[]);
        assert!(loop_forest(&graph, 0).is_reducible());
        assert_eq!(loop_forest(&graph, 0), ramalingam::loops(&graph, 0));
        assert_eq!(loop_forest(&graph, 9).headers().count(), 0);
    }
    let alone = loop_forest(&Successors::of_edges(1, &[(0, 0)]), 0);
    assert_eq!((alone.kind(0), alone.header_around(0)), (HeaderKind::Reducible, None));
}

//! Loops and graphs by their definitions, to compare with.
//!
//! Imports nothing of the fast versions but the form of their results.

use std::collections::BTreeSet;

use super::forest::{HeaderKind, LoopForest, NONE};
use super::Successors;

/// A depth-first search by recursion: preorder numbers, and the last number below each node.
struct Search<'a> {
    graph: &'a Successors,
    order: Vec<u32>,
    number: Vec<u32>,
    last: Vec<u32>,
}

impl Search<'_> {
    fn visit(&mut self, node: u32) {
        self.number[node as usize] = self.order.len() as u32;
        self.order.push(node);
        for &next in self.graph.of(node) {
            if self.number[next as usize] == NONE {
                self.visit(next);
            }
        }
        self.last[node as usize] = self.order.len() as u32 - 1;
    }

    fn is_ancestor(&self, a: u32, b: u32) -> bool {
        let number = self.number[b as usize];
        number != NONE && self.number[a as usize] <= number && number <= self.last[a as usize]
    }
}

fn search(graph: &Successors, root: u32) -> Search<'_> {
    let nodes = graph.nodes();
    let mut search = Search { graph, order: Vec::new(), number: vec![NONE; nodes], last: vec![0; nodes] };
    search.visit(root);
    search
}

/// The body of each loop by the definition of [`LoopForest`]. O(nodes x edges).
pub(super) fn by_definition(graph: &Successors, root: u32) -> LoopForest {
    let search = search(graph, root);
    let mut forest = LoopForest::without_loops(graph.nodes());
    // Outer loops first, so that inner ones overwrite what is around a node.
    for &header in &search.order {
        let inside = |node: u32| search.is_ancestor(header, node);
        let mut body = BTreeSet::from([header]);
        loop {
            let more: Vec<u32> = search
                .order
                .iter()
                .copied()
                .filter(|&node| inside(node) && !body.contains(&node))
                .filter(|&node| graph.of(node).iter().any(|next| body.contains(next)))
                .collect();
            if more.is_empty() {
                break;
            }
            body.extend(more);
        }
        if body.len() == 1 && !graph.of(header).contains(&header) {
            continue;
        }
        forest.make_header(header);
        let enters = |node: &u32| !inside(*node) && graph.of(*node).iter().any(|to| *to != header && body.contains(to));
        if search.order.iter().any(enters) {
            forest.make_irreducible(header);
        }
        for node in body {
            if node != header {
                forest.headers[node as usize] = header;
            }
        }
    }
    forest
}

/// Havlak 1997, figure 4, as printed but for its names.
pub(super) fn havlak(graph: &Successors, root: u32) -> LoopForest {
    let search = search(graph, root);
    let nodes = graph.nodes();
    let mut forest = LoopForest::without_loops(nodes);
    let mut back: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    let mut other: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); nodes];
    for &from in &search.order {
        for &to in graph.of(from) {
            if search.is_ancestor(to, from) {
                back[to as usize].push(from);
            } else {
                other[to as usize].insert(from);
            }
        }
    }
    let mut parent: Vec<u32> = (0..nodes as u32).collect();
    fn find(parent: &[u32], mut node: u32) -> u32 {
        while parent[node as usize] != node {
            node = parent[node as usize];
        }
        node
    }
    for &header in search.order.iter().rev() {
        let mut body: BTreeSet<u32> = BTreeSet::new();
        for &tail in &back[header as usize] {
            forest.make_header(header);
            if tail != header {
                body.insert(find(&parent, tail));
            }
        }
        let mut work: Vec<u32> = body.iter().copied().collect();
        while let Some(node) = work.pop() {
            for from in other[node as usize].clone() {
                let from = find(&parent, from);
                if !search.is_ancestor(header, from) {
                    forest.make_irreducible(header);
                    other[header as usize].insert(from);
                } else if from != header && body.insert(from) {
                    work.push(from);
                }
            }
        }
        for node in body {
            forest.headers[node as usize] = header;
            parent[node as usize] = header;
        }
    }
    forest
}

/// Whether every edge that leads back along the search leads to a node without which its source cannot be reached.
/// O(nodes x edges).
pub(super) fn is_reducible(graph: &Successors, root: u32) -> bool {
    let search = search(graph, root);
    search.order.iter().all(|&header| {
        let reached = reached_without(graph, root, header);
        let tails = search.order.iter().filter(|&&tail| search.is_ancestor(header, tail));
        tails.filter(|&&tail| graph.of(tail).contains(&header)).all(|&tail| tail == header || !reached.contains(&tail))
    })
}

fn reached_without(graph: &Successors, root: u32, without: u32) -> BTreeSet<u32> {
    let mut reached = BTreeSet::new();
    let mut work = vec![root];
    while let Some(node) = work.pop() {
        if node != without && reached.insert(node) {
            work.extend(graph.of(node));
        }
    }
    reached
}

/// Number of headers of a kind.
pub(super) fn count(forest: &LoopForest, kind: HeaderKind) -> usize {
    forest.headers().filter(|&header| forest.kind(header) == kind).count()
}

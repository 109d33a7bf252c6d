//! From the forest of headers to loops: several loops may share a header.
//!
//! A natural loop is named by its header, so the forest has one loop where the source has two: `{A A A B}*` begins both at
//! `A`. Two rules, which the paper lacks, take them apart:
//!
//! - An edge from a node to itself is a loop of its own.
//! - Of several edges back to a header, let `I` be the smallest of their natural loops, the nodes that reach the edge
//!   without the header. It is an inner loop if it lies strictly inside all the others, and its edges are taken
//!   at least as often as the other edges back and the entries together, so that it iterates at least twice each time on
//!   average. The rule is then applied to the others. Without an `I` it stays one loop with several tails.

use rustc_hash::FxHashSet;

use super::forest::{HeaderKind, LoopForest};
use super::graph::FlowGraph;
use super::loops::{FlowLoop, FlowLoops, LoopKind};
use crate::small_sort::SmallSort;

/// Headers with more tails than that keep one loop: no source has so many loops of one begin, and each costs a search.
const MOST_TAILS: usize = 64;

/// How loops are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedHeaders {
    /// By the two rules of the module `headers`.
    #[default]
    Split,
    /// A header has one loop: the forest as it is.
    Plain,
}

/// The loops of a graph, from its forest. O(nodes + edges), and for each edge back to a header that has several, but at
/// most 64, the edges of its natural loop.
pub fn flow_loops(graph: &FlowGraph, forest: &LoopForest, shared: SharedHeaders) -> FlowLoops {
    let mut parts = Parts::of_forest(graph.nodes().len(), forest);
    if shared == SharedHeaders::Plain {
        return FlowLoops::new(&parts.loops, parts.innermost);
    }
    let predecessors = Predecessors::new(graph);
    for id in 0..parts.loops.len() as u32 {
        parts.take_self_edge(graph, id);
        if parts.loops[id as usize].kind == LoopKind::Natural {
            parts.take_inner_loops(graph, &predecessors, id);
        }
    }
    FlowLoops::new(&parts.loops, parts.innermost)
}

struct Parts {
    loops: Vec<FlowLoop>,
    innermost: Vec<Option<u32>>,
    /// Loops of the forest, by parent; loops that are taken out are added.
    children: Vec<Vec<u32>>,
    /// Nodes by the loop that they belong to in the forest.
    nodes: Vec<Vec<u32>>,
}

impl Parts {
    fn of_forest(nodes: usize, forest: &LoopForest) -> Self {
        let headers: Vec<u32> = forest.headers().collect();
        let mut ids = vec![None; nodes];
        for (id, &header) in headers.iter().enumerate() {
            ids[header as usize] = Some(id as u32);
        }
        let around = |node: u32| forest.header_around(node).and_then(|header| ids[header as usize]);
        let loops: Vec<FlowLoop> = headers
            .iter()
            .map(|&header| FlowLoop {
                header,
                parent: around(header),
                depth: 0,
                kind: match forest.kind(header) {
                    HeaderKind::Irreducible => LoopKind::Irreducible,
                    HeaderKind::Reducible | HeaderKind::None => LoopKind::Natural,
                },
            })
            .collect();
        let mut children = vec![Vec::new(); loops.len()];
        for (id, flow) in loops.iter().enumerate() {
            if let Some(parent) = flow.parent {
                children[parent as usize].push(id as u32);
            }
        }
        let innermost: Vec<Option<u32>> =
            (0..nodes as u32).map(|node| ids[node as usize].or_else(|| around(node))).collect();
        let mut members = vec![Vec::new(); loops.len()];
        for (node, inner) in innermost.iter().enumerate() {
            if let Some(id) = inner {
                members[*id as usize].push(node as u32);
            }
        }
        Self { loops, innermost, children, nodes: members }
    }

    /// Makes the edge from a header to itself a loop.
    fn take_self_edge(&mut self, graph: &FlowGraph, id: u32) {
        let header = self.loops[id as usize].header;
        if !graph.successors().of(header).contains(&header) {
            return;
        }
        if self.nodes[id as usize].len() == 1 && self.children[id as usize].is_empty() {
            self.loops[id as usize].kind = LoopKind::SelfLoop;
            return;
        }
        self.take_out(id, LoopKind::SelfLoop, &FxHashSet::from_iter([header]));
    }

    /// Makes the edges back to a header loops of their own, inside each other, as far as the rule goes.
    fn take_inner_loops(&mut self, graph: &FlowGraph, predecessors: &Predecessors, id: u32) {
        let header = self.loops[id as usize].header;
        if predecessors.of(header).len() < 2 {
            return;
        }
        let tails = self.tails(graph, predecessors, id);
        if !(2..=MOST_TAILS).contains(&tails.len()) {
            return;
        }
        let mut bodies: Vec<(FxHashSet<u32>, u64)> = Vec::new();
        for (tail, count) in tails {
            let body = natural_loop(predecessors, header, tail);
            match bodies.iter_mut().find(|(known, _)| *known == body) {
                Some((_, counts)) => *counts += count,
                None => bodies.push((body, count)),
            }
        }
        bodies.sort_small_by_key(|(body, _)| body.len());
        let entries = self.entries(graph, predecessors, id);
        let mut others: u64 = bodies.iter().map(|(_, count)| count).sum();
        for at in 0..bodies.len().saturating_sub(1) {
            let (body, count) = &bodies[at];
            others -= count;
            let larger = &bodies[at + 1..];
            let inside =
                larger.iter().all(|(more, _)| body.len() < more.len() && body.iter().all(|node| more.contains(node)));
            if !inside || *count < others.saturating_add(entries) {
                return;
            }
            self.take_out(id, LoopKind::Inner, body);
        }
    }

    /// The sources of edges from inside a loop to its header, without the header, and how often each is taken.
    fn tails(&self, graph: &FlowGraph, predecessors: &Predecessors, id: u32) -> Vec<(u32, u64)> {
        let header = self.loops[id as usize].header;
        let inside = |node: u32| node != header && self.is_inside(node, id);
        let tails = predecessors.of(header).iter().filter(|&&node| inside(node));
        let count = |from: u32| graph.edges_of(from).find(|edge| edge.to == header);
        tails.filter_map(|&from| Some((from, count(from)?.count))).collect()
    }

    /// How often a loop with one entry is entered.
    fn entries(&self, graph: &FlowGraph, predecessors: &Predecessors, id: u32) -> u64 {
        let header = self.loops[id as usize].header;
        let outside = predecessors.of(header).iter().filter(|&&node| !self.is_inside(node, id));
        let count = |&from: &u32| graph.edges_of(from).find(|edge| edge.to == header).map_or(0, |edge| edge.count);
        let begins = graph.ends().is_some_and(|ends| ends.first == header);
        outside.map(count).sum::<u64>() + u64::from(begins)
    }

    fn is_inside(&self, node: u32, id: u32) -> bool {
        let mut at = self.innermost[node as usize];
        while let Some(around) = at {
            if around == id {
                return true;
            }
            at = self.loops[around as usize].parent;
        }
        false
    }

    /// Makes some nodes of a loop an inner loop with the same header.
    fn take_out(&mut self, id: u32, kind: LoopKind, body: &FxHashSet<u32>) {
        let inner = self.loops.len() as u32;
        let header = self.loops[id as usize].header;
        self.loops.push(FlowLoop { header, parent: Some(id), depth: 0, kind });
        let mut nodes = std::mem::take(&mut self.nodes[id as usize]);
        let taken: Vec<u32> = nodes.iter().copied().filter(|node| body.contains(node)).collect();
        nodes.retain(|node| !body.contains(node));
        self.nodes[id as usize] = nodes;
        for &node in &taken {
            self.innermost[node as usize] = Some(inner);
        }
        self.nodes.push(taken);
        let mut children = std::mem::take(&mut self.children[id as usize]);
        let moved = |child: &u32| kind != LoopKind::SelfLoop && body.contains(&self.loops[*child as usize].header);
        let inside: Vec<u32> = children.iter().copied().filter(|child| moved(child)).collect();
        children.retain(|child| !inside.contains(child));
        children.push(inner);
        for &child in &inside {
            self.loops[child as usize].parent = Some(inner);
        }
        self.children[id as usize] = children;
        self.children.push(inside);
    }
}

/// The nodes that reach `tail` without passing the header, and the header.
fn natural_loop(predecessors: &Predecessors, header: u32, tail: u32) -> FxHashSet<u32> {
    let mut body = FxHashSet::from_iter([header, tail]);
    let mut work = vec![tail];
    while let Some(node) = work.pop() {
        for &from in predecessors.of(node) {
            if body.insert(from) {
                work.push(from);
            }
        }
    }
    body
}

struct Predecessors {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Predecessors {
    fn new(graph: &FlowGraph) -> Self {
        let nodes = graph.nodes().len();
        let mut starts = vec![0u32; nodes + 1];
        for edge in graph.edges() {
            starts[edge.to as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; graph.edge_count()];
        for edge in graph.edges() {
            sources[next[edge.to as usize] as usize] = edge.from;
            next[edge.to as usize] += 1;
        }
        Self { starts, sources }
    }

    fn of(&self, node: u32) -> &[u32] {
        &self.sources[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

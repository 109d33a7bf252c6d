//! The event flow graph from a nest, without its string.
//!
//! A pair of neighbours in a body that runs `m` times in all is an edge from the last symbol of the one to the first symbol of
//! the other, `m` times; a loop that is entered `m` times and has `c` iterations adds an edge from the end of its body
//! to its begin, `m (c - 1)` times. Equal items of a nest are one node of it, and each is looked at once: O(size of
//! the nest). A node is entered from left to right, its body before the edge that closes it, so each edge is met where the
//! string has it first, and the graph is that of the string with the order of successors. Nests have no times.

use rustc_hash::FxHashMap;

use super::graph::{FlowEdge, FlowGraph, FlowNode, WalkEnds};
use crate::nest::{Nest, Node, NodeId};

/// A nest whose graph cannot be counted in 64 bits, or whose symbols are not those of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NestError {
    /// A count is 2^64 or more. No trace has so many events; a file may say so.
    TooMany,
    /// A symbol is not below the number of symbols.
    UnknownSymbol(u32),
}

impl std::fmt::Display for NestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooMany => f.write_str("a loop has more than 2^64 - 1 events"),
            Self::UnknownSymbol(symbol) => write!(f, "symbol {symbol} has no text"),
        }
    }
}

/// The graph of the string that a nest stands for; the string has `symbols` different symbols at most.
///
/// It is exactly the one that [`GraphBuilder`](super::GraphBuilder) makes of the string, without times.
/// O(size of the nest + symbols).
///
/// # Errors
/// See [`NestError`].
pub fn from_nest(nest: &Nest, symbols: usize) -> Result<FlowGraph, NestError> {
    let entered = entered(nest)?;
    let ends = body_ends(nest);
    let mut nodes = vec![FlowNode::default(); symbols];
    for (node, &count) in nest.nodes().zip(&entered) {
        if let Node::Symbol(symbol) = node {
            let node = nodes.get_mut(symbol.0 as usize).ok_or(NestError::UnknownSymbol(symbol.0))?;
            node.count = count;
        }
    }
    let edges = edges(nest, &entered, &ends, symbols)?;
    let ends = nest
        .root()
        .first()
        .zip(nest.root().last())
        .map(|(first, last)| WalkEnds { first: ends[first.index()].first, last: ends[last.index()].last });
    Ok(FlowGraph::new(nodes, &edges, ends))
}

/// How often each node is entered.
fn entered(nest: &Nest) -> Result<Vec<u64>, NestError> {
    let mut entered = vec![0u64; nest.nodes().len()];
    let add = |entered: &mut Vec<u64>, items: &[NodeId], count: u64| {
        for id in items {
            let known = &mut entered[id.index()];
            *known = known.checked_add(count).ok_or(NestError::TooMany)?;
        }
        Ok(())
    };
    add(&mut entered, nest.root(), 1)?;
    // Parents have larger numbers than their children.
    for id in nest.ids().rev() {
        if let Some(node) = nest.as_loop(id) {
            let runs = entered[id.index()].checked_mul(node.count).ok_or(NestError::TooMany)?;
            add(&mut entered, nest.body(&node), runs)?;
        }
    }
    Ok(entered)
}

/// The first and the last symbol of each node.
fn body_ends(nest: &Nest) -> Vec<WalkEnds> {
    let mut ends: Vec<WalkEnds> = Vec::with_capacity(nest.nodes().len());
    for node in nest.nodes() {
        let own = match node {
            Node::Symbol(symbol) => WalkEnds { first: symbol.0, last: symbol.0 },
            Node::Loop(node) => {
                let body = nest.body(&node);
                let end = |id: Option<&NodeId>| id.and_then(|id| ends.get(id.index())).copied();
                let (first, last) = (end(body.first()), end(body.last()));
                WalkEnds { first: first.map_or(0, |ends| ends.first), last: last.map_or(0, |ends| ends.last) }
            }
        };
        ends.push(own);
    }
    ends
}

/// All edges in order of first appearance.
fn edges(nest: &Nest, entered: &[u64], ends: &[WalkEnds], symbols: usize) -> Result<Vec<FlowEdge>, NestError> {
    let mut edges = EdgeSums::new(symbols, entered.len());
    let mut seen = vec![false; entered.len()];
    // Lists of items under way: what they belong to, how often they run, and the next of them.
    let mut stack: Vec<(Option<NodeId>, u64, usize)> = vec![(None, 1, 0)];
    while let Some((owner, runs, at)) = stack.last_mut() {
        let (owner, runs) = (*owner, *runs);
        let node = owner.and_then(|id| nest.as_loop(id));
        let items = node.as_ref().map_or(nest.root(), |node| nest.body(node));
        let Some(&item) = items.get(*at) else {
            if let (Some(id), Some(node)) = (owner, node) {
                // At least 2 iterations, so it has run at least twice as often as it is entered.
                let again = entered[id.index()] * (node.count - 1);
                edges.add(ends[id.index()].last, ends[id.index()].first, again)?;
            }
            stack.pop();
            continue;
        };
        let before = at.checked_sub(1).and_then(|before| items.get(before));
        *at += 1;
        if let Some(before) = before {
            edges.add(ends[before.index()].last, ends[item.index()].first, runs)?;
        }
        if let (false, Some(inner)) = (seen[item.index()], nest.as_loop(item)) {
            seen[item.index()] = true;
            stack.push((Some(item), entered[item.index()] * inner.count, 0));
        }
    }
    Ok(edges.edges)
}

/// The most symbols with a table of all pairs: filling it with zeros takes no longer than hashing a few edges.
const DENSE: usize = 64;

/// Edges in order of first appearance, and where each stands in the list.
struct EdgeSums {
    edges: Vec<FlowEdge>,
    /// By pair of symbols the place, counted from 1; empty where there are too many symbols.
    table: Vec<u32>,
    symbols: usize,
    places: FxHashMap<(u32, u32), usize>,
}

impl EdgeSums {
    /// No edges yet, of a nest with so many nodes.
    fn new(symbols: usize, nodes: usize) -> Self {
        let pairs = if symbols <= DENSE { symbols * symbols } else { 0 };
        Self {
            edges: Vec::with_capacity(nodes.min(DENSE)),
            table: vec![0; pairs],
            symbols,
            places: FxHashMap::default(),
        }
    }

    fn add(&mut self, from: u32, to: u32, count: u64) -> Result<(), NestError> {
        let next = self.edges.len();
        let place = match self.table.get_mut(from as usize * self.symbols + to as usize) {
            Some(place) if *place > 0 => *place as usize - 1,
            Some(place) => {
                *place = next as u32 + 1;
                next
            }
            None => *self.places.entry((from, to)).or_insert(next),
        };
        if place == next {
            self.edges.push(FlowEdge { from, to, count: 0, time: 0 });
        }
        let known = &mut self.edges[place].count;
        *known = known.checked_add(count).ok_or(NestError::TooMany)?;
        Ok(())
    }
}

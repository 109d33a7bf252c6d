//! The order in which branches are taken, so that a flow graph gives its string again.
//!
//! A walk begins at the entry. At a node with one successor it goes on there; at a node with several it takes the next of that
//! node's list. The list of a node is the string of all symbols that follow it, folded as a nest: plain lists hold a quarter of a
//! trace, nests of them about as many items as the nest of the trace, and fewer where a loop is irregular.

use super::graph::FlowGraph;
use crate::nest::{greedy, Nest, Stats, Symbols};
use crate::symbols::Symbol;

/// The successors of each branching node in the order in which they are taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuccessorLists {
    lists: Vec<(u32, Nest)>,
}

impl SuccessorLists {
    /// The lists of a string, of which `graph` is the graph. Lists are folded by the greedy method; a list that is too long for
    /// it is not, which no process in memory has. O(events log events).
    pub fn new(graph: &FlowGraph, string: &[Symbol]) -> Self {
        let mut places = vec![None; graph.nodes().len()];
        let mut lists: Vec<(u32, Vec<Symbol>)> = Vec::new();
        for node in (0..graph.nodes().len() as u32).filter(|&node| graph.branches(node)) {
            places[node as usize] = Some(lists.len());
            let count: u64 = graph.edges_of(node).map(|edge| edge.count).sum();
            lists.push((node, Vec::with_capacity(count as usize)));
        }
        for pair in string.windows(2) {
            let place = places.get(pair[0].0 as usize).copied().flatten();
            if let Some((_, list)) = place.and_then(|place| lists.get_mut(place)) {
                list.push(pair[1]);
            }
        }
        let fold = |(node, list): (u32, Vec<Symbol>)| (node, greedy(&list).unwrap_or_default());
        Self { lists: lists.into_iter().map(fold).collect() }
    }

    /// Lists that were read from a file.
    pub fn of_nests(lists: Vec<(u32, Nest)>) -> Self {
        Self { lists }
    }

    /// The branching nodes with their lists.
    pub fn lists(&self) -> &[(u32, Nest)] {
        &self.lists
    }

    /// Items of all lists together, as [`Stats::total`] counts them.
    pub fn items(&self) -> u64 {
        self.lists.iter().map(|(_, nest)| Stats::new(nest).total).sum()
    }

    /// Walks through the graph: the string again. It ends early where a list ends too soon, which only a damaged file has.
    pub fn expand<'a>(&'a self, graph: &'a FlowGraph) -> Expansion<'a> {
        let mut lists: Vec<Option<Symbols<'a>>> = Vec::new();
        lists.resize_with(graph.nodes().len(), || None);
        for (node, nest) in &self.lists {
            if let Some(list) = lists.get_mut(*node as usize) {
                *list = Some(nest.symbols());
            }
        }
        let left = graph.nodes().iter().fold(0u64, |sum, node| sum.saturating_add(node.count));
        Expansion { graph, lists, next: graph.ends().map(|ends| ends.first), left }
    }
}

/// The string of a graph and its lists, see [`SuccessorLists::expand`].
#[derive(Debug)]
pub struct Expansion<'a> {
    graph: &'a FlowGraph,
    lists: Vec<Option<Symbols<'a>>>,
    next: Option<u32>,
    left: u64,
}

impl Iterator for Expansion<'_> {
    type Item = Symbol;

    fn next(&mut self) -> Option<Symbol> {
        let node = self.next?;
        self.left = self.left.checked_sub(1)?;
        let list = self.lists.get_mut(node as usize).and_then(Option::as_mut);
        self.next = match (list, self.graph.successors().of(node)) {
            (Some(list), known) => list.next().map(|symbol| symbol.0).filter(|to| known.contains(to)),
            (None, known) => known.first().copied(),
        };
        Some(Symbol(node))
    }
}

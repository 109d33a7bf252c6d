//! Splitting loops with several entries by the entry through which they are entered.
//!
//! Where one routine is called from two places, its calls are entered and left in two ways, and no signature takes them
//! apart: a call site is one return address. In the graph that is a loop with several entries, which no algorithm can nest
//! well. On a trace it can be taken apart exactly, without the explosion that splitting nodes of a program is known for, since
//! only visits that happened exist: each event of a visit to an outermost loop with several entries is labelled with the entry of that
//! visit. Every loop of the labelled string that comes from it has one entry; loops inside may still have several, so it
//! is repeated. Each round removes the entries from what is left inside, so there are at most as many rounds as symbols.
//!
//! O(events + nodes + edges) a round; one or two rounds on real traces, and at most 2.2 times the nodes.

use rustc_hash::FxHashMap;

use super::forest::{HeaderKind, LoopForest};
use super::graph::FlowGraph;
use super::loop_forest::loop_forest;
use super::transitions::GraphBuilder;
use crate::symbols::Symbol;

/// The most rounds. Random strings may need one for each symbol; programs took five.
const MOST_ROUNDS: u32 = 64;

/// What a node of a split graph stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeCopy {
    /// The symbol of its events.
    pub symbol: u32,
    /// The symbols through which the visits came, that of the outermost loop first; empty for a node that is not split.
    pub via: Vec<u32>,
}

/// A string whose graph has loops with one entry only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitString {
    /// A letter for each event: a node of the split graph, numbered in order of first appearance.
    pub string: Vec<Symbol>,
    /// What each of those nodes stands for.
    pub copies: Vec<NodeCopy>,
    /// How often it was split.
    pub rounds: u32,
    /// Whether the graph of the symbols has a loop with several entries.
    pub was_irreducible: bool,
    /// Loops with several entries that are left after the most rounds.
    pub irreducible: usize,
}

/// Splits a string until every loop of its graph has one entry, at most 64 times. `rounds` may ask for fewer; with 0 the
/// string stays as it is.
///
/// ```
/// use loopscope_core::event_flow::split_by_entry;
/// use loopscope_core::symbols::Symbol;
/// // The loop of 1 and 2 is entered through 1 from 0, and through 2 from 4.
/// let split = split_by_entry([0, 1, 2, 1, 3, 0, 4, 2, 1, 2, 3].map(Symbol).to_vec(), u32::MAX);
/// assert_eq!((split.rounds, split.irreducible), (1, 0));
/// let letters: Vec<u32> = split.string.iter().map(|letter| letter.0).collect();
/// assert_eq!(letters, [0, 1, 2, 1, 3, 0, 4, 5, 6, 5, 3]);
/// assert_eq!((split.copies[6].symbol, &split.copies[6].via[..]), (1, &[2][..]));
/// ```
pub fn split_by_entry(string: Vec<Symbol>, rounds: u32) -> SplitString {
    let mut graph = graph_of(&string);
    let copy = |symbol| NodeCopy { symbol, via: Vec::new() };
    let copies = (0..graph.nodes().len() as u32).map(copy).collect();
    let mut split = SplitString { string, copies, ..SplitString::default() };
    loop {
        let root = graph.ends().map_or(0, |ends| ends.first);
        let forest = loop_forest(graph.successors(), root);
        let kinds = forest.headers().map(|header| forest.kind(header));
        split.irreducible = kinds.filter(|kind| *kind == HeaderKind::Irreducible).count();
        split.was_irreducible |= split.irreducible > 0;
        if split.irreducible == 0 || split.rounds >= rounds.min(MOST_ROUNDS) {
            return split;
        }
        split.round(&outermost_irreducible(&forest, graph.nodes().len()));
        graph = graph_of(&split.string);
    }
}

fn graph_of(string: &[Symbol]) -> FlowGraph {
    let mut builder = GraphBuilder::new();
    builder.push(string);
    builder.finish()
}

impl SplitString {
    /// Labels the events of each visit with its entry.
    fn round(&mut self, loops: &[Option<u32>]) {
        let mut labels: FxHashMap<(u32, Option<u32>), u32> = FxHashMap::default();
        let mut copies: Vec<NodeCopy> = Vec::new();
        let mut visit: Option<(u32, u32)> = None;
        for letter in &mut self.string {
            let node = letter.0;
            visit = match (loops[node as usize], visit) {
                (Some(id), Some((open, entry))) if id == open => Some((id, entry)),
                (id, _) => id.map(|id| (id, node)),
            };
            let entry = visit.map(|(_, entry)| entry);
            let label = *labels.entry((node, entry)).or_insert_with(|| {
                let mut copy = self.copies[node as usize].clone();
                copy.via.extend(entry.map(|entry| self.copies[entry as usize].symbol));
                copies.push(copy);
                copies.len() as u32 - 1
            });
            *letter = Symbol(label);
        }
        self.copies = copies;
        self.rounds += 1;
    }
}

/// For each node the header of the outermost loop with several entries that holds it.
fn outermost_irreducible(forest: &LoopForest, nodes: usize) -> Vec<Option<u32>> {
    #[derive(Clone, Copy)]
    enum Known {
        Not,
        Found(Option<u32>),
    }
    // By header, of its own loop.
    let mut found = vec![Known::Not; nodes];
    let mut path = Vec::new();
    let mut of_loop = |header: u32| {
        path.push(header);
        let mut outer = None;
        while let Some(&top) = path.last() {
            match (found[top as usize], forest.header_around(top)) {
                (Known::Not, Some(around)) if matches!(found[around as usize], Known::Not) => {
                    path.push(around);
                    continue;
                }
                (Known::Not, around) => {
                    let above = around.and_then(|around| match found[around as usize] {
                        Known::Found(found) => found,
                        Known::Not => None,
                    });
                    let own = forest.kind(top) == HeaderKind::Irreducible;
                    found[top as usize] = Known::Found(above.or(own.then_some(top)));
                }
                (Known::Found(known), _) => {
                    outer = known;
                    path.pop();
                }
            }
        }
        outer
    };
    let innermost = |node: u32| match forest.kind(node) {
        HeaderKind::None => forest.header_around(node),
        HeaderKind::Reducible | HeaderKind::Irreducible => Some(node),
    };
    (0..nodes as u32).map(|node| innermost(node).and_then(&mut of_loop)).collect()
}

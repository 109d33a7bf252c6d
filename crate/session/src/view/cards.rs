//! The distinct loops of a process as cards, with all their figures.

use std::collections::BTreeMap;

use loopscope_core::affine;
use loopscope_core::nest::{Node, NodeId};
use loopscope_core::symbols::{Appearance, Shape};
use loopscope_core::trace::{ProcessId, View};

use rustc_hash::FxHashMap;

use crate::analysis::{share, Analysis, ProcessNest, TupleNest};
use crate::wire::{LoopCard, OpenedLoop, ProcessRange};

/// The most cards in one reply: nobody looks through a longer gallery.
pub(crate) const MOST: usize = 2_000;

/// The sends, receives and collectives of each node over all iterations. O(nest).
fn shapes(process: &ProcessNest, view: View) -> Vec<[u64; 3]> {
    let nest = &process.nest;
    let mut counts: Vec<[u64; 3]> = Vec::with_capacity(nest.nodes().len());
    for id in nest.ids() {
        counts.push(match nest.node(id) {
            Node::Symbol(symbol) => match Appearance::of(view, process.symbols.text(symbol)).shape {
                Shape::Send => [1, 0, 0],
                Shape::Receive => [0, 1, 0],
                Shape::Collective => [0, 0, 1],
                Shape::Other => [0, 0, 0],
            },
            Node::Loop(node) => {
                let mut sum = [0u64; 3];
                for child in nest.body(&node) {
                    let of_child = counts.get(child.index()).copied().unwrap_or_default();
                    for (total, part) in sum.iter_mut().zip(of_child) {
                        *total = total.saturating_add(part);
                    }
                }
                sum.map(|total| total.saturating_mul(node.count))
            }
        });
    }
    counts
}

/// The most ranges of processes that a card lists.
const SAME_IN: usize = 50;

/// The other processes that have a loop like one of a process.
#[derive(Clone, Debug, Default)]
struct SameIn {
    ranges: Vec<ProcessRange>,
    /// The number of processes that are not listed.
    more: u64,
}

impl SameIn {
    /// Adds a process; they come in ascending order.
    fn add(&mut self, process: u32) {
        let room = self.ranges.len() < SAME_IN;
        match self.ranges.last_mut() {
            Some(last) if self.more == 0 && process == last.last + 1 => last.last = process,
            _ if room => self.ranges.push(ProcessRange { first: process, last: process }),
            _ => self.more += 1,
        }
    }
}

/// For each of these loops, the other processes that have a loop like it. O(nodes of all processes) in time.
fn same_in(analysis: &Analysis, own: &ProcessNest, nodes: &[NodeId]) -> Vec<SameIn> {
    let prints = own.fingerprints(analysis.view);
    // Equal loops are in the same processes, so one search serves all of them.
    let mut place: FxHashMap<u64, usize> = FxHashMap::default();
    let print = |node: &NodeId| prints.get(node.index()).copied().unwrap_or(0);
    for node in nodes {
        let next = place.len();
        place.entry(print(node)).or_insert(next);
    }
    let mut found = vec![(SameIn::default(), None); place.len()];
    for other in analysis.processes.iter().filter(|other| other.process != own.process) {
        let all = other.fingerprints(analysis.view);
        for (id, print) in other.nest.ids().zip(all) {
            let Some((same, last)) = place.get(print).and_then(|&at| found.get_mut(at)) else {
                continue;
            };
            if *last != Some(other.process) && other.nest.as_loop(id).is_some() {
                *last = Some(other.process);
                same.add(other.process.0);
            }
        }
    }
    let of = |node| place.get(&print(node)).and_then(|&at| found.get(at));
    nodes.iter().map(|node| of(node).map(|(same, _)| same.clone()).unwrap_or_default()).collect()
}

/// The cards of a process, largest share first, at most [`MOST`].
pub(crate) fn of(analysis: &Analysis, id: ProcessId) -> Vec<LoopCard> {
    let Some(process) = analysis.process(id) else { return Vec::new() };
    let nest = &process.nest;
    let loops = process.names.loops();
    let loops = loops.get(..MOST.min(loops.len())).unwrap_or(&[]);
    let nodes: Vec<NodeId> = loops.iter().map(|known| known.node).collect();
    let counts = shapes(process, analysis.view);
    let same = same_in(analysis, process, &nodes);
    let mut cards = Vec::with_capacity(loops.len());
    let ways = process.tuples.as_ref().map(|tuples| ways(tuples)).unwrap_or_default();
    for (known, same_in) in loops.iter().zip(same) {
        let Some(node) = nest.as_loop(known.node) else { continue };
        let inside = counts.get(known.node.index()).copied().unwrap_or_default();
        let [sends, receives, collectives] = inside.map(|n| n.saturating_mul(known.entered) as f64);
        let card = LoopCard {
            id: known.id,
            node: known.node.index() as u32,
            count: node.count as f64,
            count_most: node.count as f64,
            period: node.period as f64,
            period_most: node.period as f64,
            bound: String::new(),
            body_items: nest.body(&node).len() as u32,
            share: share(known.events, nest.len()),
            events: known.events as f64,
            level: known.level,
            height: node.height,
            runs: known.entered as f64,
            first: known.first as f64,
            last: (known.first + node.span() - 1) as f64,
            sends,
            receives,
            collectives,
            same_in: same_in.ranges,
            same_in_more: same_in.more as f64,
            path: path(process, known.id),
        };
        cards.push(match &process.tuples {
            Some(tuples) => of_tuples(tuples, &ways, card),
            None => card,
        });
    }
    cards
}

/// For each loop of a nest of tuples, by its node: the loops around it, outermost first.
pub(super) fn ways(tuples: &TupleNest) -> BTreeMap<u32, Vec<u32>> {
    let mut ways: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (_, way) in tuples.drawing.values() {
        for (level, &node) in way.iter().enumerate() {
            ways.entry(node).or_insert_with(|| way.get(..level).unwrap_or_default().to_vec());
        }
    }
    ways
}

/// Completes the card of a loop of tuples: its bound, and how much its iterations differ.
fn of_tuples(tuples: &TupleNest, ways: &BTreeMap<u32, Vec<u32>>, card: LoopCard) -> LoopCard {
    let nest = &tuples.nest;
    let Some(named) = nest.loops().get(card.id.saturating_sub(1) as usize) else { return card };
    let Some(affine::Node::Loop { bound, body }) = nest.node(named.node) else { return card };
    let way = ways.get(&named.node).map_or(&[][..], |way| way);
    let mut card = LoopCard {
        node: named.node,
        body_items: body.len() as u32,
        bound: if bound.is_constant() { String::new() } else { bound.to_string() },
        runs: named.entered as f64,
        ..card
    };
    if let Some((count, period)) = nest.extent(way, named.node) {
        (card.count, card.count_most) = (count.0 as f64, count.1 as f64);
        (card.period, card.period_most) = (period.0 as f64, period.1 as f64);
    }
    card
}

/// The steps to a loop's first occurrence, each at the middle iteration of its loop.
fn path(process: &ProcessNest, id: u32) -> Vec<OpenedLoop> {
    let nest = &process.nest;
    let mut body = nest.root();
    let mut path = Vec::new();
    for step in process.names.path(id) {
        let Some(node) = body.get(step.item).and_then(|&id| nest.as_loop(id)) else { break };
        path.push(OpenedLoop { item: step.item as u32, iteration: (node.count / 2) as f64 });
        body = nest.body(&node);
    }
    path
}

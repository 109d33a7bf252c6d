//! The order of the rows: one below the other, so that each loop is a contiguous stretch.
//!
//! On each level the items are blocks and inner loops. They are sorted topologically by the edges between them, without
//! those to the header of the loop around them; among those that could come next, the one that occurs first in the trace
//! does. So boxes of loops are nested and never cross.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use loopscope_core::small_sort::SmallSort;

use super::blocks::{Blocks, Row};
use super::state::FlowSource;

/// A block or a loop on its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Block(u32),
    Loop(u32),
}

/// The levels: one for each loop, and the outermost.
struct Levels<'a> {
    source: &'a FlowSource<'a>,
    blocks: &'a Blocks,
    /// Blocks first, then loops.
    numbers: usize,
}

impl Levels<'_> {
    fn level(&self, around: Option<u32>) -> usize {
        around.map_or(self.source.loops.all().len(), |id| id as usize)
    }

    fn number(&self, item: Item) -> usize {
        match item {
            Item::Block(at) => at as usize,
            Item::Loop(id) => self.blocks.list.len() + id as usize,
        }
    }

    /// The item that holds a node on the level inside a loop. O(depth).
    fn item(&self, node: u32, level: Option<u32>) -> Item {
        let loops = self.source.loops;
        let outer = loops.chain(loops.innermost(node), level).last();
        match outer {
            Some(id) if !self.blocks.is_block[id as usize] => Item::Loop(id),
            _ => Item::Block(self.blocks.of_node[node as usize]),
        }
    }
}

/// All rows, from the top. O(nodes + edges log edges), times the depth of loops.
pub(super) fn rows(source: &FlowSource<'_>, blocks: &Blocks) -> Vec<Row> {
    let loops = source.loops.all();
    let levels = Levels { source, blocks, numbers: blocks.list.len() + loops.len() };
    // Of each level its items with the node that occurs first.
    let mut items: Vec<Vec<(u32, Item)>> = vec![Vec::new(); loops.len() + 1];
    for (at, block) in blocks.list.iter().enumerate() {
        items[levels.level(block.around)].push((block.first(), Item::Block(at as u32)));
    }
    for (id, known) in loops.iter().enumerate() {
        if !blocks.is_block[id] {
            items[levels.level(known.parent)].push((known.header, Item::Loop(id as u32)));
        }
    }
    let mut edges: Vec<Vec<(Item, Item)>> = vec![Vec::new(); loops.len() + 1];
    for edge in source.graph.edges() {
        let passage = source.loops.passage(edge.from, edge.to);
        if passage.iterates {
            continue;
        }
        let (from, to) = (levels.item(edge.from, passage.common), levels.item(edge.to, passage.common));
        if from != to {
            edges[levels.level(passage.common)].push((from, to));
        }
    }
    let mut place = vec![0u32; levels.numbers];
    let sorted: Vec<Vec<Item>> =
        items.iter_mut().zip(&edges).map(|(items, edges)| topological(&levels, items, edges, &mut place)).collect();
    flatten(&sorted)
}

/// The items of a level in their order. Where edges go round in a circle, which they do in no forest, the item that occurs
/// first comes first. O((items + edges) log items).
fn topological(levels: &Levels<'_>, items: &mut [(u32, Item)], edges: &[(Item, Item)], place: &mut [u32]) -> Vec<Item> {
    items.sort_small_by_key(|&(first, item)| (first, levels.number(item)));
    for (at, &(_, item)) in items.iter().enumerate() {
        place[levels.number(item)] = at as u32;
    }
    let at = |item: Item| place[levels.number(item)] as usize;
    let mut waits = vec![0u32; items.len()];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    for &(from, to) in edges {
        after[at(from)].push(at(to));
        waits[at(to)] += 1;
    }
    let mut ready: BinaryHeap<Reverse<usize>> =
        (0..items.len()).filter(|&item| waits[item] == 0).map(Reverse).collect();
    let mut is_done = vec![false; items.len()];
    let mut order = Vec::with_capacity(items.len());
    let mut first_left = 0;
    while order.len() < items.len() {
        let next = match ready.pop() {
            Some(Reverse(next)) => next,
            None => {
                while is_done[first_left] {
                    first_left += 1;
                }
                first_left
            }
        };
        if std::mem::replace(&mut is_done[next], true) {
            continue;
        }
        order.push(items[next].1);
        for &later in &after[next] {
            waits[later] = waits[later].saturating_sub(1);
            if waits[later] == 0 && !is_done[later] {
                ready.push(Reverse(later));
            }
        }
    }
    order
}

/// The rows of all levels, those of a loop between its edges.
fn flatten(sorted: &[Vec<Item>]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut stack = vec![(sorted.len() - 1, 0)];
    while let Some((level, at)) = stack.last_mut() {
        let Some(&item) = sorted[*level].get(*at) else {
            let (level, _) = (*level, stack.pop());
            if !stack.is_empty() {
                rows.push(Row::Close(level as u32));
            }
            continue;
        };
        *at += 1;
        match item {
            Item::Block(block) => rows.push(Row::Block(block)),
            Item::Loop(id) => {
                rows.push(Row::Open(id));
                stack.push((id as usize, 0));
            }
        }
    }
    rows
}

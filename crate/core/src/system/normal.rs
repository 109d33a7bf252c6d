//! The left normal form of a local nest.
//!
//! Where a loop begins is an accident: `x (Yx)^n` and `(xY)^n x` are one string, and on half of the
//! processes an event that happens to stand before the loop shifts it. Loops of different processes can
//! only be merged in phase, so every local nest is brought into one form first: every loop begins as early as it
//! can, and copies of its body around it belong to it. That is cheap, needs no other process, and
//! comes out the same on all.

use rustc_hash::FxHashMap;

use super::items::{Item, ItemId, Items};
use crate::nest::{optimal, Node};
use crate::symbols::Symbol;

/// How often a body is looked at again after it was rotated; more than twice is rare.
const ROUNDS: usize = 8;

/// How many of the last loops may have a copy of their body at the end of a list.
const NEAR: usize = 8;

/// The left normal form of a list whose loops have bodies in normal form.
///
/// `x (Yx)^n` becomes `(xY)^n x`, a copy of the body before or behind a loop becomes an iteration, two
/// loops of one body become one. O(items), and once more for what is rotated.
pub(super) fn normal(items: &mut Items, process: u32, list: &[ItemId]) -> Vec<ItemId> {
    let mut out: Vec<ItemId> = Vec::with_capacity(list.len());
    // Places of loops in `out`.
    let mut loops: Vec<usize> = Vec::new();
    for &item in list {
        match items.item(item) {
            Item::Event(_) => {
                out.push(item);
                absorb(items, process, &mut out, &mut loops);
            }
            Item::Loop { .. } => push_loop(items, process, item, &mut out, &mut loops),
        }
    }
    out
}

fn push_loop(
    items: &mut Items,
    process: u32,
    mut item: ItemId,
    out: &mut Vec<ItemId>,
    loops: &mut Vec<usize>,
) {
    let mut behind: Vec<ItemId> = Vec::new();
    for _ in 0..ROUNDS {
        let body = items.body(item).to_vec();
        let len = body.len();
        let before = out.iter().rev().zip(body.iter().rev().cycle());
        let turned = before.take_while(|(have, want)| have == want).count();
        let (copies, rest) = (turned / len, turned % len);
        out.truncate(out.len() - turned);
        // Some iterations of the loop that comes next in the body may stand before it, too.
        let next = body[len - 1 - rest];
        let part = take_part(items, process, next, out);
        loops.retain(|&at| at < out.len());
        if turned == 0 && part.is_none() {
            break;
        }
        let mut rotated = Vec::with_capacity(len + 1);
        let (taken, left) = part.unwrap_or_default();
        rotated.extend_from_slice(&taken);
        rotated.extend_from_slice(&body[len - rest..]);
        behind.splice(0..0, rotated.iter().copied());
        match left {
            Some(left) => {
                rotated.extend_from_slice(&body[..len - 1 - rest]);
                rotated.extend(left);
            }
            None => rotated.extend_from_slice(&body[..len - rest]),
        }
        let count = items.count(item).saturating_add(copies as u64);
        // What came to the front may let an inner loop begin earlier.
        let rotated = normal(items, process, &rotated);
        item = items.repeat(process, count, &rotated);
    }
    match out.last() {
        Some(&last) if items.is_loop(last) && items.body(last) == items.body(item) => {
            let count = items.count(last).saturating_add(items.count(item));
            let body = items.body(item).to_vec();
            let at = out.len() - 1;
            out[at] = items.repeat(process, count, &body);
        }
        _ => {
            loops.push(out.len());
            out.push(item);
            absorb(items, process, out, loops);
        }
    }
    for item in behind {
        let is_loop = items.is_loop(item);
        if is_loop {
            loops.push(out.len());
        }
        out.push(item);
        absorb(items, process, out, loops);
    }
}

/// What comes to the front of a body, and what is left at its end of the loop that was split for it.
type Part = (Vec<ItemId>, Option<Vec<ItemId>>);

/// Takes iterations of a loop from the end of a list: those of a loop over the same body, or a copy of it.
/// Never all of the loop's, which would be the loop itself.
fn take_part(items: &mut Items, process: u32, item: ItemId, out: &mut Vec<ItemId>) -> Option<Part> {
    if !items.is_loop(item) {
        return None;
    }
    let (count, body) = (items.count(item), items.body(item).to_vec());
    let &last = out.last()?;
    let taken = if items.is_loop(last) && items.body(last) == body {
        let there = items.count(last);
        out.pop();
        if there > count {
            // All that the loop needs; the rest stays, and the next round takes the whole.
            let rest = looped(items, process, there - count, &body);
            out.extend(rest);
            out.push(item);
            return None;
        }
        there
    } else if out.ends_with(&body) {
        out.truncate(out.len() - body.len());
        1
    } else {
        return None;
    };
    let taken_items = looped(items, process, taken, &body);
    Some((taken_items, Some(looped(items, process, count - taken, &body))))
}

fn looped(items: &mut Items, process: u32, count: u64, body: &[ItemId]) -> Vec<ItemId> {
    match count {
        0 => Vec::new(),
        1 => body.to_vec(),
        _ => vec![items.repeat(process, count, body)],
    }
}

/// A list in which what stands twice in a row, or more often, is a loop: a loop of two iterations of which one was
/// peeled is none any more. Nothing happens to nests that have no repetition left on any level.
pub(super) fn roll(items: &mut Items, process: u32, list: &[ItemId]) -> Vec<ItemId> {
    let mut known: FxHashMap<ItemId, Symbol> = FxHashMap::default();
    let mut ids: Vec<ItemId> = Vec::new();
    let string: Vec<Symbol> = list
        .iter()
        .map(|&item| {
            *known.entry(item).or_insert_with(|| {
                ids.push(item);
                Symbol(ids.len() as u32 - 1)
            })
        })
        .collect();
    // Without a second occurrence there is no repetition.
    if ids.len() == list.len() {
        return list.to_vec();
    }
    let Ok(nest) = optimal(&string) else { return list.to_vec() };
    let mut nodes: Vec<ItemId> = Vec::with_capacity(nest.nodes().len());
    for node in nest.nodes() {
        let item = match node {
            Node::Symbol(symbol) => ids[symbol.0 as usize],
            Node::Loop(node) => {
                let body: Vec<ItemId> =
                    nest.body(&node).iter().map(|id| nodes[id.index()]).collect();
                items.repeat(process, node.count, &body)
            }
        };
        nodes.push(item);
    }
    nest.root().iter().map(|id| nodes[id.index()]).collect()
}

/// If the list ends in a loop and a copy of its body, the copy becomes an iteration.
fn absorb(items: &mut Items, process: u32, out: &mut Vec<ItemId>, loops: &mut Vec<usize>) {
    for &at in loops.iter().rev().take(NEAR) {
        let Some(&item) = out.get(at) else { continue };
        let body = items.body(item);
        if out.len() - at - 1 == body.len() && out[at + 1..] == *body {
            let count = items.count(item).saturating_add(1);
            let body = body.to_vec();
            out.truncate(at);
            out.push(items.repeat(process, count, &body));
            loops.retain(|&place| place <= at);
            return;
        }
    }
}

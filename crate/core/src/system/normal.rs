//! The left normal form of a local nest.
//!
//! Where a loop begins is an accident: `x (Yx)^n` and `(xY)^n x` are one string, and on half of the
//! processes an event that happens to stand before the loop shifts it. Loops of different processes can
//! only be merged in phase, so every local nest is brought into one form first: every loop begins as early as it
//! can, and copies of its body around it belong to it. That is cheap, needs no other process, and
//! comes out the same on all.

use super::items::{Item, ItemId, Items};

/// How often a body is looked at again after it was rotated; more than twice is rare.
const ROUNDS: usize = 4;

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
        let body = items.body(item);
        let len = body.len();
        let before = out.iter().rev().zip(body.iter().rev().cycle());
        let turned = before.take_while(|(have, want)| have == want).count();
        if turned == 0 {
            break;
        }
        let (copies, rest) = (turned / len, turned % len);
        let mut rotated = body[len - rest..].to_vec();
        rotated.extend_from_slice(&body[..len - rest]);
        let count = items.count(item).saturating_add(copies as u64);
        out.truncate(out.len() - turned);
        loops.retain(|&at| at < out.len());
        behind.splice(0..0, rotated[..rest].iter().copied());
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

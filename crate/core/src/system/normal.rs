//! The left normal form of a local nest.
//!
//! Where a loop begins is an accident: `x (Yx)^n` and `(xY)^n x` are one string, and on half of the
//! processes an event that happens to stand before the loop shifts it. Loops of different processes can
//! only be merged in phase, so every local nest is brought into one form first: every loop begins as early as it
//! can, and copies of its body around it belong to it. That is cheap, needs no other process, and
//! comes out the same on all.
//!
//! What stands around a loop is compared with its body event by event and not construct by construct: a
//! copy of the body may be written with other inner loops, or end in the middle of one. And what stands twice in
//! a row is rolled. So the model hardly depends on how the loops of a process were found, which is not always wanted:
//! see [`Form`].

use rustc_hash::FxHashMap;

use super::items::{Item, ItemId, Items};
use super::pieces::{common, split, Side};
use crate::nest::{optimal, Node};
use crate::symbols::Symbol;

/// How often a loop is looked at again because its body turned out to be a loop itself; more than twice is rare.
const ROUNDS: usize = 8;

/// Constructs that are rotated in all before the rest stays as it is: bodies in bodies that each let the
/// next be rotated could otherwise be looked at any number of times.
pub(super) const ROTATED: u64 = 1 << 26;

/// How far the loops of a process may become others before they are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// As far as it makes processes alike that do the same: whichever way its loops were found and cut, a process
    /// comes into one form or nearly. With nests by [`optimal`] these are the loops of the programs' sources.
    #[default]
    Settled,
    /// They begin as early as they can and take in copies of their bodies, but what the method has found stays,
    /// construct for construct: what loop recognition makes of a program, as Ketterlin 2011 shows it. (Of CG on 16
    /// processes it closes three outer iterations into one body, with seven loops in it.)
    Found,
}

/// What [`arranged`] does.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// Loops are compared with events.
    into_loops: bool,
    /// What is rotated is rolled.
    rolls: bool,
}

/// The left normal form of a list whose loops have bodies in normal form.
///
/// `x (Yx)^n` becomes `(xY)^n x`, a copy of the body before or behind a loop becomes an iteration, two
/// loops of one body become one. Where two loops could have the same events, the one with more of them
/// gets them, as in `optimal`. O(items), and once more for what is rotated.
pub(super) fn normal(items: &mut Items, process: u32, list: &[ItemId], form: Form) -> Vec<ItemId> {
    arranged(items, process, list, Way { into_loops: form == Form::Settled, rolls: false })
}

/// The left normal form of a list in which, on every level, what stands twice in a row is a loop.
///
/// O(different constructs in it), and once more for what is rolled.
pub(super) fn rolled(items: &mut Items, process: u32, list: &[ItemId]) -> Vec<ItemId> {
    let mut inside: Vec<ItemId> = list.to_vec();
    let mut known: FxHashMap<ItemId, ItemId> = FxHashMap::default();
    let mut next = 0;
    while let Some(&item) = inside.get(next) {
        next += 1;
        if known.insert(item, item).is_none() {
            inside.extend_from_slice(items.body(item));
        }
    }
    // What is in a loop was made before it.
    let mut loops: Vec<ItemId> = known.keys().copied().filter(|&id| items.is_loop(id)).collect();
    loops.sort_unstable();
    let new = |known: &FxHashMap<ItemId, ItemId>, list: &[ItemId]| -> Vec<ItemId> {
        list.iter().map(|id| known.get(id).copied().unwrap_or(*id)).collect()
    };
    for item in loops {
        let body = new(&known, items.body(item));
        let body = rolled_once(items, process, &body);
        let count = items.count(item);
        known.insert(item, items.repeat(process, count, &body));
    }
    rolled_once(items, process, &new(&known, list))
}

fn rolled_once(items: &mut Items, process: u32, list: &[ItemId]) -> Vec<ItemId> {
    let way = Way { into_loops: true, rolls: true };
    let list = arranged(items, process, list, way);
    let rolled = roll(items, process, &list);
    if rolled == list {
        return list;
    }
    arranged(items, process, &rolled, way)
}

fn arranged(items: &mut Items, process: u32, list: &[ItemId], way: Way) -> Vec<ItemId> {
    let mut out: Vec<ItemId> = Vec::with_capacity(list.len());
    // What is still to come, the next one last.
    let mut rest: Vec<ItemId> = list.iter().rev().copied().collect();
    while let Some(item) = rest.pop() {
        let item = match items.item(item) {
            Item::Event(_) => item,
            Item::Loop { .. } => extended(items, process, item, &mut out, &mut rest, way),
        };
        out.push(item);
    }
    out
}

/// A loop with all that belongs to it of what stands before and behind.
fn extended(
    items: &mut Items,
    process: u32,
    mut item: ItemId,
    out: &mut Vec<ItemId>,
    rest: &mut Vec<ItemId>,
    way: Way,
) -> ItemId {
    for _ in 0..ROUNDS {
        let (mut count, mut body) = (items.count(item), items.body(item).to_vec());
        let (span, period) = (items.span(item), items.period(item));
        if period == 0 || span == u64::MAX || items.rotated > ROTATED {
            break;
        }
        // Before it: what is in larger loops stays there, and in those of the same size.
        let turned = common(items, out, &body, (Side::Back, span - 1, way.into_loops));
        if turned > 0 {
            items.rotated = items.rotated.saturating_add(body.len() as u64);
            let mut taken = turned;
            while taken > 0 {
                let Some(last) = out.pop() else { break };
                let events = items.span(last);
                if events > taken {
                    let (kept, _) = split(items, process, &[last], events - taken);
                    out.extend(kept);
                    break;
                }
                taken -= events;
            }
            let (first, second) = split(items, process, &body, period - turned % period);
            rest.extend(second.iter().rev());
            body = [second, first].concat();
            count = count.saturating_add(turned / period);
            // What came to the front may let an inner loop begin earlier.
            body = match way.rolls {
                true => rolled_once(items, process, &body),
                false => arranged(items, process, &body, way),
            };
        }
        // Behind it: whole copies only, and no larger loop is taken apart for them.
        let copies = common(items, rest, &body, (Side::Front, span, way.into_loops)) / period;
        let mut taken = copies * period;
        while taken > 0 {
            let Some(next) = rest.pop() else { break };
            let events = items.span(next);
            if events > taken {
                let (_, kept) = split(items, process, &[next], taken);
                rest.extend(kept.iter().rev());
                break;
            }
            taken -= events;
        }
        count = count.saturating_add(copies);
        if turned == 0 && copies == 0 {
            break;
        }
        item = items.repeat(process, count, &body);
        if items.period(item) == period {
            break;
        }
    }
    item
}

/// A list in which what stands twice in a row, or more often, is a loop: a loop of two iterations of which one was
/// peeled is none any more. Nothing happens to nests that have no repetition left on any level.
fn roll(items: &mut Items, process: u32, list: &[ItemId]) -> Vec<ItemId> {
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

//! The two methods, letter by letter as the rules say, to compare with.
//!
//! Uses nothing of the fast versions: its own repeats, its own trees. Cubic and worse.

use super::{Nest, Node, NodeId};
use crate::symbols::Symbol;

/// A symbol or a loop, written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Symbol(Symbol),
    Loop(u64, Vec<Item>),
}

/// A nest written out, to compare.
pub(super) fn tree(nest: &Nest) -> Vec<Item> {
    fn items(nest: &Nest, ids: &[NodeId]) -> Vec<Item> {
        let item = |&id: &NodeId| match nest.node(id) {
            Node::Symbol(symbol) => Item::Symbol(symbol),
            Node::Loop(node) => Item::Loop(node.count, items(nest, nest.body(&node))),
        };
        ids.iter().map(item).collect()
    }
    items(nest, nest.root())
}

/// (start, period, count) of a word that is repeated, is no repetition itself, and has no further
/// copy before or after.
type Triple = (usize, usize, usize);

fn span(&(_, period, count): &Triple) -> usize {
    period * count
}

/// All PM-triples of one period, by start.
fn triples<T: PartialEq>(s: &[T], period: usize) -> Vec<Triple> {
    let copy =
        |a: usize, b: usize| b + period <= s.len() && (0..period).all(|k| s[a + k] == s[b + k]);
    let mut found = Vec::new();
    for start in 0..s.len().saturating_sub(2 * period - 1) {
        let mut count = 1;
        while copy(start, start + count * period) {
            count += 1;
        }
        let preceded = start >= period && copy(start - period, start);
        let word = &s[start..start + period];
        let repetition =
            (1..period).any(|d| period % d == 0 && (d..period).all(|k| word[k] == word[k - d]));
        if count >= 2 && !preceded && !repetition {
            found.push((start, period, count));
        }
    }
    found
}

/// By decreasing span; ties: the earliest start.
fn by_span(a: &Triple, b: &Triple) -> std::cmp::Ordering {
    span(b).cmp(&span(a)).then(a.0.cmp(&b.0))
}

/// Section 3: the largest span, then each part as a string of its own.
pub(super) fn optimal(s: &[Symbol]) -> Vec<Item> {
    let mut all: Vec<Triple> = (1..=s.len() / 2).flat_map(|p| triples(s, p)).collect();
    all.sort_by(by_span);
    let Some(&(start, period, count)) = all.first() else {
        return s.iter().map(|&symbol| Item::Symbol(symbol)).collect();
    };
    let mut items = optimal(&s[..start]);
    items.push(Item::Loop(count as u64, optimal(&s[start..start + period])));
    items.extend(optimal(&s[start + period * count..]));
    items
}

/// Figure 1: level by level, from level 1 again after each reduction.
pub(super) fn greedy(s: &[Symbol]) -> Vec<Item> {
    let mut current: Vec<Item> = s.iter().map(|&symbol| Item::Symbol(symbol)).collect();
    let mut level = 1;
    while level <= current.len() / 2 {
        let mut found = triples(&current, level);
        if found.is_empty() {
            level += 1;
            continue;
        }
        found.sort_by(by_span);
        let mut taken: Vec<Triple> = Vec::new();
        for triple in found {
            let apart = |other: &Triple| {
                other.0 + span(other) <= triple.0 || triple.0 + span(&triple) <= other.0
            };
            if taken.iter().all(apart) {
                taken.push(triple);
            }
        }
        // From the back, so that positions in front stay what they are.
        taken.sort();
        for (start, period, count) in taken.into_iter().rev() {
            let body = current[start..start + period].to_vec();
            current.splice(start..start + period * count, [Item::Loop(count as u64, body)]);
        }
        level = 1;
    }
    current
}

//! The two methods by their rules, letter by letter, to compare with.
//!
//! Uses nothing of the fast versions: its own repeats, its own trees. Cubic and worse.

use std::collections::{BTreeMap, HashMap};

use super::{Nest, Node, NodeId};
use crate::symbols::Symbol;

/// A symbol or a loop, written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Symbol(Symbol),
    Loop(u64, Vec<Self>),
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
    let copy = |a: usize, b: usize| b + period <= s.len() && (0..period).all(|k| s[a + k] == s[b + k]);
    let mut found = Vec::new();
    for start in 0..s.len().saturating_sub(2 * period - 1) {
        let mut count = 1;
        while copy(start, start + count * period) {
            count += 1;
        }
        let preceded = start >= period && copy(start - period, start);
        let word = &s[start..start + period];
        let repetition = (1..period).any(|d| period.is_multiple_of(d) && (d..period).all(|k| word[k] == word[k - d]));
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
            let apart = |other: &Triple| other.0 + span(other) <= triple.0 || triple.0 + span(&triple) <= other.0;
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

/// Figure 1 again, for longer strings: one scan of the whole string a level, always from level 1.
pub(super) fn greedy_by_levels(s: &[Symbol]) -> Vec<Item> {
    let mut current: Vec<u32> = s.iter().map(|symbol| symbol.0).collect();
    let first_loop = current.iter().max().map_or(0, |max| max + 1);
    let mut loops: Vec<(u64, Vec<u32>)> = Vec::new();
    let mut known: HashMap<(u64, Vec<u32>), u32> = HashMap::new();
    let mut level = 1;
    while 2 * level <= current.len() {
        let mut found: Vec<Triple> = Vec::new();
        let (mut from, pairs) = (0, current.len() - level);
        while from < pairs {
            let equal = |j: usize| current[j] == current[j + level];
            let to = (from..pairs).find(|&j| !equal(j)).unwrap_or(pairs);
            let starts = (from..from + level).take_while(|start| start + level <= to);
            found.extend(starts.map(|start| (start, level, (to - start) / level + 1)));
            from = to + 1;
        }
        if found.is_empty() {
            level += 1;
            continue;
        }
        found.sort_by(by_span);
        let mut taken: BTreeMap<usize, Triple> = BTreeMap::new();
        for triple in found {
            let end = triple.0 + span(&triple);
            let before = taken.range(..end).next_back();
            if before.is_none_or(|(_, other)| other.0 + span(other) <= triple.0) {
                taken.insert(triple.0, triple);
            }
        }
        let (mut next, mut at) = (Vec::new(), 0);
        for (start, triple) in taken {
            next.extend_from_slice(&current[at..start]);
            let key = (triple.2 as u64, current[start..start + level].to_vec());
            let symbol = known.entry(key.clone()).or_insert_with(|| {
                loops.push(key);
                first_loop + loops.len() as u32 - 1
            });
            next.push(*symbol);
            at = start + span(&triple);
        }
        next.extend_from_slice(&current[at..]);
        current = next;
        level = 1;
    }
    fn items(s: &[u32], first_loop: u32, loops: &[(u64, Vec<u32>)]) -> Vec<Item> {
        let item = |&symbol: &u32| match symbol.checked_sub(first_loop) {
            None => Item::Symbol(Symbol(symbol)),
            Some(index) => {
                let (count, body) = &loops[index as usize];
                Item::Loop(*count, items(body, first_loop, loops))
            }
        };
        s.iter().map(item).collect()
    }
    items(&current, first_loop, &loops)
}

/// Section 3 again, for longer strings, given all runs as (start, end, period): every part looks
/// through the runs that its whole had.
pub(super) fn optimal_on_runs(s: &[Symbol], runs: &[(usize, usize, usize)]) -> Vec<Item> {
    fn part(s: &[Symbol], from: usize, to: usize, runs: &[(usize, usize, usize)]) -> Vec<Item> {
        let clipped: Vec<(usize, usize, usize)> = runs
            .iter()
            .map(|&(start, end, period)| (start.max(from), end.min(to), period))
            .filter(|&(start, end, period)| end >= start + 2 * period)
            .collect();
        let triple = |&(start, end, period): &(usize, usize, usize)| (start, period, (end - start) / period);
        let Some((start, period, count)) = clipped.iter().map(triple).min_by(by_span) else {
            return s[from..to].iter().map(|&symbol| Item::Symbol(symbol)).collect();
        };
        let after = start + period * count;
        let mut items = part(s, from, start, &clipped);
        items.push(Item::Loop(count as u64, part(s, start, start + period, &clipped)));
        items.extend(part(s, after, to, &clipped));
        items
    }
    part(s, 0, s.len(), runs)
}

//! The rule of the module word for word, with lists and searches instead of tables.

use super::{Found, Variants};
use crate::nest::{optimal, Nest, Node, NodeId, Stats};
use crate::symbols::Symbol;

fn items(string: &[Symbol]) -> u64 {
    Stats::new(&optimal(string).unwrap()).total
}

/// The strings of the variants by first appearance, and which comes when.
struct Reading {
    before: Vec<Symbol>,
    strings: Vec<Vec<Symbol>>,
    which: Vec<usize>,
    after: Vec<Symbol>,
}

fn reading(string: &[Symbol], anchor: Symbol) -> Option<Reading> {
    let starts: Vec<usize> = (0..string.len()).filter(|&at| string[at] == anchor).collect();
    if starts.len() < 2 {
        return None;
    }
    let mut strings: Vec<Vec<Symbol>> = Vec::new();
    let mut which = Vec::new();
    for pair in starts.windows(2) {
        let own = string[pair[0]..pair[1]].to_vec();
        let number = strings.iter().position(|known| *known == own).unwrap_or_else(|| {
            strings.push(own);
            strings.len() - 1
        });
        which.push(number);
    }
    if strings.len() > usize::max(12, starts.len() / 4) {
        return None;
    }
    let rest = &string[starts[starts.len() - 1]..];
    for length in (1..=rest.len()).rev() {
        if let Some(number) = strings.iter().position(|known| *known == rest[..length]) {
            which.push(number);
            let (before, after) = (string[..starts[0]].to_vec(), rest[length..].to_vec());
            return Some(Reading { before, strings, which, after });
        }
    }
    Some(Reading { before: string[..starts[0]].to_vec(), strings, which, after: rest.to_vec() })
}

impl Reading {
    /// The variants as they are listed.
    fn listed(&self) -> Vec<usize> {
        let times = |number: usize| self.which.iter().filter(|&&own| own == number).count();
        let mut best = 0;
        for number in 1..self.strings.len() {
            if times(number) > times(best) {
                best = number;
            }
        }
        let others = (0..self.strings.len()).filter(|&number| number != best);
        std::iter::once(best).chain(others).collect()
    }

    fn length(&self) -> u64 {
        let listed = self.listed();
        let which: Vec<Symbol> = self.which.iter().map(|&number| Symbol(number as u32)).collect();
        let mut length = items(&self.before) + items(&self.after) + items(&which) + 1;
        length += items(&self.strings[listed[0]]);
        for at in 1..listed.len() {
            let own = &self.strings[listed[at]];
            let mut best: Option<(usize, &[Symbol])> = None;
            for &earlier in &listed[..at] {
                let other = &self.strings[earlier];
                let mut from = 0;
                while from < own.len() && from < other.len() && own[from] == other[from] {
                    from += 1;
                }
                let mut end = 0;
                while from + end < own.len()
                    && from + end < other.len()
                    && own[own.len() - 1 - end] == other[other.len() - 1 - end]
                {
                    end += 1;
                }
                let cost = own.len() - from - end + (other.len() - from - end);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, &own[from..own.len() - end]));
                }
            }
            length += 1 + items(best.unwrap().1);
        }
        length
    }
}

/// The shortest exact reading of all anchors: its length, and the strings of its variants as they are listed.
pub(super) fn shortest(string: &[Symbol], anchors: &[Symbol]) -> Option<(u64, Vec<Vec<Symbol>>)> {
    let mut best: Option<(u64, Vec<Vec<Symbol>>)> = None;
    for &anchor in anchors {
        let Some(reading) = reading(string, anchor) else { continue };
        let length = reading.length();
        if best.as_ref().is_none_or(|(least, _)| length < *least) {
            let strings = reading.listed().into_iter().map(|at| reading.strings[at].clone());
            best = Some((length, strings.collect()));
        }
    }
    best
}

/// What an exact reading has to compare.
pub(super) fn of(found: &Found) -> (u64, Vec<Vec<Symbol>>) {
    let strings = found.variants.bodies.iter().map(|body| body.nest.symbols().collect());
    (found.length, strings.collect())
}

/// The symbols of variants, each list run through by itself.
pub(super) fn symbols(variants: &Variants) -> Vec<Symbol> {
    let mut out: Vec<Symbol> = variants.before.symbols().collect();
    let mut come = vec![0; variants.bodies.len()];
    for number in variants.which.symbols() {
        let body = &variants.bodies[number.0 as usize];
        let time = come[number.0 as usize];
        come[number.0 as usize] += 1;
        let count = |place: usize, node: u64| {
            let own = body.counts.iter().find(|counts| counts.place as usize == place);
            own.map_or(node, |own| u64::from(own.of.symbols().nth(time).unwrap().0))
        };
        run(&body.nest, body.nest.root(), 0, &count, &mut out);
    }
    out.extend(variants.after.symbols());
    out
}

/// Runs items whose first loop has that place; returns the place of the next one.
fn run(
    nest: &Nest,
    items: &[NodeId],
    mut place: usize,
    count: &dyn Fn(usize, u64) -> u64,
    out: &mut Vec<Symbol>,
) -> usize {
    for &id in items {
        match nest.node(id) {
            Node::Symbol(symbol) => out.push(symbol),
            Node::Loop(node) => {
                let mut next = place + 1;
                for _ in 0..count(place, node.count) {
                    next = run(nest, nest.body(&node), place + 1, count, out);
                }
                place = next;
            }
        }
    }
    place
}

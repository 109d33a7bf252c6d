//! The loop of several variants as it is read: what all iterations have, and what only some have.
//!
//! Variants are strings over the symbols and, after them, the loops whose counts vary. A variant that has most in common
//! with another one is that one with a stretch replaced (`blocks`); all that hang together so are a family. What the
//! members of a family have in common is written once, and each place where they differ is an `either`. Families have
//! little in common and are written one after the other.

use rustc_hash::FxHashMap;

use super::blocks::{families, Family};
use super::body::Body;
use super::varied::Variants;
use crate::nest::{optimal, Nest, Node, NodeId};
use crate::symbols::Symbol;

/// A loop of several variants, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The body of the loop.
    pub pieces: Vec<Piece>,
    /// The loops whose counts vary: symbol `first + n` of the nests is the n-th.
    pub loops: Vec<VaryingLoop>,
    /// The first symbol that is a loop.
    pub first: u32,
}

/// A part of the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// What comes each time.
    Items(Nest),
    /// What comes in different iterations.
    Either(Vec<Alternative>),
}

/// What comes in some iterations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// In how many.
    pub times: u64,
    /// The variants that have it, by number.
    pub variants: Vec<usize>,
    /// What comes; nothing if the iterations go on after the alternatives.
    pub pieces: Vec<Piece>,
}

/// A loop whose count, or the count of a loop inside, is not the same each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaryingLoop {
    /// The least and the most iterations.
    pub counts: (u64, u64),
    /// Its body.
    pub body: Nest,
}

impl Outline {
    /// Writes the variants as one body. O(variants^2 and their events).
    pub fn new(variants: &Variants) -> Self {
        let mut loops = Loops::of(variants);
        let strings: Vec<Vec<Symbol>> = variants.bodies.iter().map(|body| loops.string(body)).collect();
        let times = variants.times();
        let families = families(&strings);
        let mut pieces: Vec<(Vec<usize>, Vec<Piece>)> =
            families.iter().map(|family| (family.members(), of_family(family, &strings, &times))).collect();
        let pieces = match pieces.len() {
            1 => pieces.pop().map(|(_, pieces)| pieces).unwrap_or_default(),
            _ => {
                let each = pieces.into_iter().map(|(variants, pieces)| Alternative {
                    times: sum(&variants, &times),
                    variants,
                    pieces,
                });
                vec![Piece::Either(each.collect())]
            }
        };
        Self { pieces, first: loops.first, loops: loops.loops }
    }

    /// The varying loop that a symbol stands for.
    pub fn varying(&self, symbol: Symbol) -> Option<&VaryingLoop> {
        self.loops.get(symbol.0.checked_sub(self.first)? as usize)
    }
}

fn sum(variants: &[usize], times: &[u64]) -> u64 {
    variants.iter().filter_map(|&number| times.get(number)).sum()
}

/// What all members of a family have, and between it what they differ in.
fn of_family(family: &Family, strings: &[Vec<Symbol>], times: &[u64]) -> Vec<Piece> {
    let base = strings.get(family.root).map_or(&[][..], Vec::as_slice);
    let mut pieces = Vec::new();
    let mut at = 0;
    let items = |from: usize, to: usize| base.get(from..to).map_or(Nest::default(), nest);
    for (start, end) in family.stretches() {
        if start > at {
            pieces.push(Piece::Items(items(at, start)));
        }
        let mut each: Vec<(Vec<Symbol>, Vec<usize>)> = Vec::new();
        for (variant, edits) in &family.edits {
            let own = edits.within(base, start, end);
            match each.iter_mut().find(|(known, _)| *known == own) {
                Some((_, variants)) => variants.push(*variant),
                None => each.push((own, vec![*variant])),
            }
        }
        let each = each.into_iter().map(|(own, variants)| Alternative {
            times: sum(&variants, times),
            variants,
            pieces: match own.is_empty() {
                true => Vec::new(),
                false => vec![Piece::Items(nest(&own))],
            },
        });
        pieces.push(Piece::Either(each.collect()));
        at = end;
    }
    if at < base.len() {
        pieces.push(Piece::Items(items(at, base.len())));
    }
    pieces
}

/// A stretch as a nest; empty if it is longer than any process that is looked at.
fn nest(string: &[Symbol]) -> Nest {
    optimal(string).unwrap_or_default()
}

/// The loops whose counts vary, numbered after all symbols.
pub(super) struct Loops {
    pub(super) first: u32,
    pub(super) loops: Vec<VaryingLoop>,
    /// By their bodies, and their counts if only those inside vary.
    numbers: FxHashMap<(Option<u64>, Vec<Symbol>), usize>,
}

impl Loops {
    pub(super) fn of(variants: &Variants) -> Self {
        let symbols = variants.bodies.iter().flat_map(|body| body.nest.nodes());
        let largest = symbols.filter_map(|node| match node {
            Node::Symbol(symbol) => Some(symbol.0.saturating_add(1)),
            Node::Loop(_) => None,
        });
        Self { first: largest.max().unwrap_or(0), loops: Vec::new(), numbers: FxHashMap::default() }
    }

    /// A variant as a string: loops whose counts vary are one symbol each.
    pub(super) fn string(&mut self, body: &Body) -> Vec<Symbol> {
        if body.counts.is_empty() {
            return body.nest.symbols().collect();
        }
        let mut string = Vec::new();
        self.walk(body, body.nest.root(), &mut 0, &mut string);
        string
    }

    fn walk(&mut self, body: &Body, items: &[NodeId], place: &mut u32, out: &mut Vec<Symbol>) {
        for &id in items {
            let node = match body.nest.node(id) {
                Node::Symbol(symbol) => {
                    out.push(symbol);
                    continue;
                }
                Node::Loop(node) => node,
            };
            let own = *place;
            *place += 1;
            let mut inside = Vec::new();
            self.walk(body, body.nest.body(&node), place, &mut inside);
            let counts = body.counts.iter().find(|counts| counts.place == own);
            if !body.counts.iter().any(|counts| (own..*place).contains(&counts.place)) {
                (0..node.count).for_each(|_| out.extend(&inside));
                continue;
            }
            let range = counts.map_or((node.count, node.count), |counts| counts.range());
            out.push(self.symbol(counts.is_none().then_some(node.count), inside, range));
        }
    }

    fn symbol(&mut self, count: Option<u64>, inside: Vec<Symbol>, range: (u64, u64)) -> Symbol {
        let next = self.loops.len();
        let body = nest(&inside);
        let number = *self.numbers.entry((count, inside)).or_insert(next);
        match self.loops.get_mut(number) {
            Some(known) => {
                known.counts.0 = known.counts.0.min(range.0);
                known.counts.1 = known.counts.1.max(range.1);
            }
            None => self.loops.push(VaryingLoop { counts: range, body }),
        }
        Symbol(self.first.saturating_add(number as u32))
    }
}

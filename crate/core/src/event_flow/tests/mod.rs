//! Graphs and loops against their definitions, on random strings and graphs.

mod forests;
mod graphs;
mod loops;
mod walks;
mod windows;

use loopscope_testing::Random;

use crate::event_flow::{FlowGraph, GraphBuilder};
use crate::symbols::Symbol;
use crate::trace::Span;

fn symbols(letters: &[u32]) -> Vec<Symbol> {
    letters.iter().copied().map(Symbol).collect()
}

fn graph(string: &[Symbol]) -> FlowGraph {
    let mut builder = GraphBuilder::new();
    builder.push(string);
    builder.finish()
}

/// Calls one after the other, of random lengths.
fn spans(len: usize, seed: u64) -> Vec<Span> {
    let mut random = Random::new(seed);
    let mut now = 0;
    let mut next = |_| {
        let enter = now + random.below(100);
        now = enter + random.below(50);
        Span { enter, leave: now }
    };
    (0..len).map(&mut next).collect()
}

/// Numbers letters in order of first appearance.
fn renumbered(letters: &[u32]) -> Vec<u32> {
    let mut known: Vec<u32> = Vec::new();
    letters
        .iter()
        .map(|letter| {
            known.iter().position(|seen| seen == letter).unwrap_or_else(|| {
                known.push(*letter);
                known.len() - 1
            }) as u32
        })
        .collect()
}

/// Strings of many kinds, numbered in order of first appearance.
fn random_strings(mut check: impl FnMut(&[u32], u64)) {
    use loopscope_testing::strings;
    for seed in 0..1_500 {
        check(&renumbered(&strings::noisy(1 + seed as usize % 400, seed)), seed);
        check(&renumbered(&strings::random(1 + seed as usize % 70, 1 + seed as u32 % 9, seed)), seed);
        check(&renumbered(&strings::phases(1 + seed as usize % 300, seed)), seed);
    }
    let mut filled = |letters: &[u32]| {
        if !letters.is_empty() {
            check(&renumbered(letters), 1);
        }
    };
    strings::all(3, 7, &mut filled);
    strings::structured(600).iter().for_each(|letters| filled(letters));
}

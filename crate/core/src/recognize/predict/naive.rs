//! Prediction as it is defined, from the stack of the literal recognizer, anew after every value.
//!
//! Loops are actually run out and terms actually made, so no cursor is used.

use std::collections::VecDeque;

use super::super::{Function, Literal, Options, Term};
use super::{Counts, Settings};

/// A predicted value: a label and exact numbers.
type Number = (u32, Vec<i128>);

/// What [`Predictor`](super::Predictor) counts on a stream.
pub(super) fn counts(stream: &[(u32, Vec<u64>)], options: &Options, settings: &Settings) -> Vec<Counts> {
    let most = settings.distances.iter().copied().max().unwrap_or(0);
    let counts = settings.distances.iter();
    let mut counts: Vec<Counts> = counts.map(|&distance| Counts { distance, ..Counts::default() }).collect();
    let mut literal = Literal::new(options.clone());
    for (at, (label, fields)) in stream.iter().enumerate() {
        literal.push(*label, fields);
        let expected = predict(literal.stack(), settings.depth, most);
        for counts in &mut counts {
            let Some((label, fields)) = stream.get(at + counts.distance) else { continue };
            let number = |(place, &bits)| options.kind(place).value(bits);
            let is = (*label, fields.iter().enumerate().map(number).collect::<Vec<_>>());
            match expected.get(counts.distance - 1) {
                Some(value) if *value == is => counts.correct += 1,
                Some(_) => counts.wrong += 1,
                None => counts.none += 1,
            }
        }
    }
    counts
}

/// The next values, as many as are wanted if there are.
fn predict(stack: &[Term], depth: usize, wanted: usize) -> Vec<Number> {
    for position in stack.len().saturating_sub(depth)..stack.len() {
        let Some(node) = stack[position].as_loop() else { continue };
        let next = node.bound().offset() as u64 + 1;
        let iteration = |index: u64| -> Vec<Term> { node.body().iter().map(|term| inside(term, index)).collect() };
        let Some(rest) = remaining(iteration(next).into(), &stack[position + 1..]) else {
            continue;
        };
        let mut values = Vec::new();
        rest.iter().for_each(|term| run(term, wanted, &mut values));
        for index in next + 1..next + 200 {
            iteration(index).iter().for_each(|term| run(term, wanted, &mut values));
        }
        return values;
    }
    Vec::new()
}

/// The rest of some terms if they begin with the terms of the stack.
fn remaining(mut terms: VecDeque<Term>, above: &[Term]) -> Option<VecDeque<Term>> {
    let mut above = above.iter();
    let mut is = above.next();
    while let Some(term) = is {
        let own = terms.pop_front()?;
        if own == *term {
            is = above.next();
            continue;
        }
        let node = own.as_loop()?;
        let mut first = 0;
        if let Some(begun) = term.as_loop() {
            if begun.body() == node.body() && begun.bound().offset() < node.bound().offset() {
                first = begun.bound().offset() + 1;
                is = above.next();
            }
        }
        for index in (first..=node.bound().offset()).rev() {
            node.body().iter().rev().for_each(|term| terms.push_front(inside(term, index as u64)));
        }
    }
    Some(terms)
}

/// A term with its outermost index at a value.
fn inside(term: &Term, index: u64) -> Term {
    let at = |function: &Function| function.at_outermost(index).unwrap();
    match term {
        Term::Value(value) => Term::value(value.label(), value.fields().iter().map(at)),
        Term::Loop(node) => {
            let body = node.body().iter().map(|term| inside(term, index)).collect();
            Term::for_loop(at(node.bound()), body).unwrap()
        }
    }
}

fn run(term: &Term, wanted: usize, into: &mut Vec<Number>) {
    match term {
        _ if into.len() >= wanted => {}
        Term::Value(value) => {
            into.push((value.label(), value.fields().iter().map(Function::offset).collect()));
        }
        Term::Loop(node) => {
            for index in 0..=node.bound().offset() {
                if into.len() >= wanted {
                    return;
                }
                node.body().iter().for_each(|term| run(&inside(term, index as u64), wanted, into));
            }
        }
    }
}

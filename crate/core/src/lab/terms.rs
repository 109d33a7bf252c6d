//! Terms of loop recognition as the lab writes them, and what both of its stations need.

use std::fmt::Write;

use super::frame::Word;
use super::input::Values;
use crate::recognize::{Function, Kind, Loop, Options, Term};

/// How loops are recognized in the values of an input.
pub(super) fn options_of(input: &Values) -> Options {
    let fields = input.values.iter().map(Vec::len).max().unwrap_or(0);
    Options {
        k: input.k,
        model: input.model,
        smax: input.smax,
        nflush: input.nflush,
        fields: vec![Kind::Signed; fields],
    }
}

/// A term in one line: `for i0 = 0 to 3 { 7 + 4·i0 }`.
pub(super) fn term_text(term: &Term) -> Word {
    let mut text = String::new();
    write_term(&mut text, term, 0);
    text.into()
}

fn function_text(function: &Function) -> String {
    function.to_string().replace('*', "·")
}

/// Writes a term below `depth` loops. The recursion is as deep as the loops are nested.
fn write_term(text: &mut String, term: &Term, depth: usize) {
    match term {
        Term::Value(value) => {
            let numbers: Vec<String> = value.fields().iter().map(function_text).collect();
            text.push_str(&numbers.join(":"));
        }
        Term::Loop(node) => {
            let _ = write!(text, "for i{depth} = 0 to {} {{ ", function_text(node.bound()));
            for (index, item) in node.body().iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "; " });
                write_term(text, item, depth + 1);
            }
            text.push_str(" }");
        }
    }
}

/// The terms of the iteration after the last one of a loop. Empty if a number would be beyond 128 bits.
pub(super) fn next_iteration(node: &Loop) -> Vec<Term> {
    let Ok(next) = u64::try_from(node.bound().offset() + 1) else { return Vec::new() };
    node.body().iter().map(|term| inside(term, next)).collect::<Option<_>>().unwrap_or_default()
}

/// A term with its outermost index at a value.
fn inside(term: &Term, index: u64) -> Option<Term> {
    match term {
        Term::Value(value) => {
            let fields: Option<Vec<Function>> = value.fields().iter().map(|field| field.at_outermost(index)).collect();
            Some(Term::value(value.label(), fields?))
        }
        Term::Loop(node) => {
            let body: Option<Vec<Term>> = node.body().iter().map(|term| inside(term, index)).collect();
            Term::for_loop(node.bound().at_outermost(index)?, body?)
        }
    }
}

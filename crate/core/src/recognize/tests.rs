//! The recognizer against the literal version, and both against the stream.

use super::*;
use loopscope_testing::{strings, Random};

/// A stream: labels and fields.
type Stream = Vec<(u32, Vec<u64>)>;

/// Numbers as a stream of tuples of one field.
pub(super) fn numbers(values: impl IntoIterator<Item = u64>) -> Stream {
    values.into_iter().map(|value| (0, vec![value])).collect()
}

pub(super) fn labels(letters: Vec<u32>) -> Stream {
    letters.into_iter().map(|letter| (letter, Vec::new())).collect()
}

fn options(k: usize, model: FunctionModel) -> Options {
    Options { k, model, ..Options::default() }
}

fn recognize(stream: &Stream, options: &Options) -> Vec<Term> {
    let mut recognizer = Recognizer::new(options.clone());
    stream.iter().for_each(|(label, fields)| recognizer.push(*label, fields));
    recognizer.finish()
}

/// The fast version gives what the literal one gives, and running it gives the stream.
fn check(what: &str, stream: &Stream, options: &Options) {
    let mut literal = Literal::new(options.clone());
    stream.iter().for_each(|(label, fields)| literal.push(*label, fields));
    let expected = literal.finish();
    let found = recognize(stream, options);
    let first = (0..found.len().max(expected.len())).find(|&k| found.get(k) != expected.get(k));
    if let Some(first) = first {
        panic!(
            "{what}, {options:?}: term {first} of {} and {}\n{:?}\nexpected\n{:?}\n{stream:?}",
            found.len(),
            expected.len(),
            found.get(first),
            expected.get(first)
        );
    }
    assert!(values(&found).eq(stream.iter().cloned()), "{what}, {options:?}: not the stream");
    assert_eq!(len(&found), stream.len() as u64, "{what}, {options:?}");
    let kinds_kept = |term: &Term| fits(term, &mut Vec::new(), options);
    assert!(stream.len() > 2000 || found.iter().all(kinds_kept), "{what}, {options:?}: out of range");
}

/// Whether no value ever leaves its field's range, and no bound is below 2.
fn fits(term: &Term, indices: &mut Vec<u64>, options: &Options) -> bool {
    match term {
        Term::Value(value) => value.fields().iter().enumerate().all(|(place, field)| {
            field.evaluate(indices).is_some_and(|value| options.kind(place).bits(value).is_some())
        }),
        Term::Loop(node) => {
            let Some(bound) = node.bound().evaluate(indices).filter(|&bound| bound >= 2) else {
                return false;
            };
            (0..=bound as u64).all(|index| {
                indices.push(index);
                let inside = node.body().iter().all(|term| fits(term, indices, options));
                indices.pop();
                inside
            })
        }
    }
}

const KS: [usize; 3] = [3, 10, 100];

fn check_all(what: &str, stream: &Stream) {
    for model in FunctionModel::ALL {
        for k in KS {
            check(what, stream, &options(k, model));
        }
    }
}

pub(super) mod streams;
mod paper;

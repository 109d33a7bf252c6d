//! Prediction against its naive twin, and what the paper says of it.

use super::super::tests::streams::program;
use super::super::tests::{labels, numbers};
use super::super::{FunctionModel, Kind};
use super::*;
use loopscope_testing::{strings, Random};

type Stream = Vec<(u32, Vec<u64>)>;

fn predictor(stream: &Stream, options: &Options, settings: &Settings) -> Predictor {
    let mut predictor = Predictor::new(options.clone(), settings.clone());
    stream.iter().for_each(|(label, fields)| predictor.push(*label, fields));
    predictor
}

fn check(what: &str, stream: &Stream, options: &Options, settings: &Settings) {
    let predictor = predictor(stream, options, settings);
    let expected = naive::counts(stream, options, settings);
    assert_eq!(predictor.counts(), expected, "{what} {options:?} {settings:?} {stream:?}");
    for counts in predictor.counts() {
        assert_eq!(counts.total() as usize, stream.len().saturating_sub(counts.distance));
    }
}

fn settings(random: &mut Random) -> Settings {
    let depth = [1, 2, 4, 20, 100][random.below(5) as usize];
    let distances = match random.below(3) {
        0 => (1..=9).collect(),
        1 => vec![1, 2, 4, 8, 16, 32],
        _ => vec![3, 40],
    };
    Settings { depth, distances }
}

#[test]
fn random_programs() {
    for seed in 0..2500 {
        let random = &mut Random::new(7_000_000 + seed);
        let stream = program(random, 200);
        let options = Options {
            k: [3, 10, 100][random.below(3) as usize],
            model: FunctionModel::ALL[random.below(3) as usize],
            smax: [None, None, Some(1 + random.below(30) as usize)][random.below(3) as usize],
            nflush: random.below(9) as usize,
            fields: vec![[Kind::Signed, Kind::Unsigned][random.below(2) as usize]],
        };
        check("program", &stream, &options, &settings(random));
    }
}

#[test]
fn random_letters() {
    for seed in 0..400 {
        let random = &mut Random::new(8_000_000 + seed);
        let s = strings::random(150, 1 + seed as u32 % 4, seed);
        let settings = settings(random);
        check("letters", &labels(s.clone()), &Options::symbols(10), &settings);
        let s = numbers(s.into_iter().map(u64::from));
        check("numbers", &s, &Options { k: 10, ..Options::default() }, &settings);
    }
}

#[test]
fn structured_strings() {
    for s in strings::structured(400) {
        let random = &mut Random::new(s.len() as u64);
        check("structured", &labels(s), &Options::symbols(100), &settings(random));
    }
}

/// Section 4.1: the loop below the top says how often the one on top runs, and what comes after it.
#[test]
fn section_4_1_what_is_left_of_an_iteration() {
    let line = |j: u64| (0..=42).map(|i| 3 + 8 * i).chain((0..=5 + j).map(move |i| 1 + 4 * i + 128 * j));
    let mut stream = numbers((0..=5).flat_map(line));
    stream.extend(numbers((0..=42).map(|i| 3 + 8 * i)));
    let settings = Settings { depth: 20, distances: (1..=12).collect() };
    let before = predictor(&stream, &Options::default(), &settings);
    // "Note that this provides a prediction for the next twelve values."
    stream.extend(numbers((0..=11).map(|i| 1 + 4 * i + 128 * 6)));
    let after = predictor(&stream, &Options::default(), &settings);
    for (before, after) in before.counts().iter().zip(after.counts()) {
        assert_eq!((after.correct, after.wrong), (before.correct + 12, before.wrong));
    }
}

/// The rows of a triangle: ends are foreseen although each row is longer than the one before.
#[test]
fn rows_that_grow() {
    let stream = numbers((0..60).flat_map(|j| (0..5 + j).map(move |i| 1000 * j + 8 * i)));
    let predictor = predictor(&stream, &Options::default(), &Settings::default());
    // Wrong is what is said beyond the ends of the first three rows, of which the third ends the learning.
    let wrong: Vec<u64> = predictor.counts().iter().map(|counts| counts.wrong).collect();
    assert_eq!(wrong, [2, 5, 10, 11, 11, 11, 11, 11]);
    assert!(predictor.counts().iter().all(|counts| counts.none == 6));
}

/// 2^64 is not 0: what cannot come is not what came.
#[test]
fn the_end_of_the_range() {
    let stream = numbers([u64::MAX - 2, u64::MAX - 1, u64::MAX, 0]);
    let settings = Settings { depth: 20, distances: vec![1] };
    let predictor = predictor(&stream, &Options::default(), &settings);
    assert_eq!(predictor.counts()[0], Counts { distance: 1, correct: 0, wrong: 1, none: 2 });
}

/// Rows that shrink would be empty at last: a prediction that finds no value ends.
#[test]
fn nothing_is_left() {
    let rows = (0..4u64).flat_map(|j| (0..12 - 3 * j).map(move |i| 100 * j + i));
    let stream = numbers(rows.chain([7; 130]));
    for options in [Options::default(), Options { k: 3, ..Options::default() }] {
        check("shrinking", &stream, &options, &Settings::default());
    }
}

#[test]
fn distances_are_put_right() {
    let settings = Settings { depth: 20, distances: vec![9, 0, 2, 9, 5000] };
    let mut predictor = Predictor::new(Options::symbols(10), settings);
    (0..100).for_each(|_| predictor.push(0, &[]));
    let distances: Vec<usize> = predictor.counts().iter().map(|counts| counts.distance).collect();
    assert_eq!((distances, predictor.came()), (vec![2, 9], 100));
    let mut none = Predictor::new(Options::symbols(10), Settings { depth: 20, distances: Vec::new() });
    none.push(0, &[]);
    assert!(none.counts().is_empty());
}

//! Both methods against their naive twins, and what must hold for every nest.

use super::naive::{self, Item};
use super::*;
use crate::testing::strings;

fn symbols(s: &[u32]) -> Vec<Symbol> {
    s.iter().map(|&letter| Symbol(letter)).collect()
}

fn head(s: &[Symbol]) -> String {
    format!("{} symbols: {:?}", s.len(), s.iter().take(40).map(|s| s.0).collect::<Vec<_>>())
}

fn built(method: Method, s: &[Symbol]) -> Nest {
    build(method, s).unwrap()
}

fn twin(method: Method) -> fn(&[Symbol]) -> Vec<Item> {
    match method {
        Method::Greedy => naive::greedy,
        Method::Optimal => naive::optimal,
    }
}

/// What holds for every nest of a string.
fn check_nest(nest: &Nest, s: &[Symbol]) {
    assert_eq!(nest.len(), s.len() as u64);
    assert!(nest.symbols().eq(s.iter().copied()), "expansion of {}", head(s));
    let stats = Stats::new(nest);
    assert!(stats.total >= nest.nodes().len() as u64, "{}", head(s));
    assert!(stats.top_level <= stats.length && (0.0..=1.0).contains(&stats.coverage));
    assert_eq!(stats.loops, LoopNames::new(nest).loops().len() as u64);
}

fn check_twins(s: &[u32]) {
    let s = symbols(s);
    for method in Method::ALL {
        let nest = built(method, &s);
        assert!(naive::tree(&nest) == twin(method)(&s), "{method} of {}", head(&s));
        check_nest(&nest, &s);
    }
}

#[test]
fn all_short_strings() {
    strings::all(2, 14, check_twins);
    strings::all(3, 9, check_twins);
    strings::all(4, 7, check_twins);
}

#[test]
fn larger_strings() {
    for s in strings::structured(260) {
        check_twins(&s);
    }
    for seed in 0..150 {
        check_twins(&strings::random(150, 2 + seed as u32 % 3, seed));
        check_twins(&strings::noisy(200, seed));
    }
}

proptest::proptest! {
    #[test]
    fn any_strings(s in proptest::collection::vec(0u32..4, 0..120)) {
        check_twins(&s);
    }
}

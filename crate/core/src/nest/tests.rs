//! Both methods against their naive twins, and what must hold for every nest.

use super::naive::{self, Item};
use super::*;
use crate::building::{build, Method};
use loopscope_testing::strings;

fn symbols(s: &[u32]) -> Vec<Symbol> {
    s.iter().map(|&letter| Symbol(letter)).collect()
}

fn head(s: &[Symbol]) -> String {
    format!("{} symbols: {:?}", s.len(), s.iter().take(40).map(|s| s.0).collect::<Vec<_>>())
}

fn built(method: Method, s: &[Symbol]) -> Nest {
    build(method, s).unwrap().nest
}

fn twin(method: Method) -> fn(&[Symbol]) -> Vec<Item> {
    match method {
        Method::Greedy => naive::greedy,
        _ => naive::optimal,
    }
}

/// Those whose nests are fixed by the paper, item by item.
const OF_THE_PAPER: [Method; 2] = [Method::Greedy, Method::Optimal];

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
    for method in OF_THE_PAPER {
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

/// A string too long for the literal twins: against those that only search more simply.
fn check_long(s: &[u32]) {
    let s = symbols(s);
    let nest = built(Method::Greedy, &s);
    assert!(naive::tree(&nest) == naive::greedy_by_levels(&s), "greedy of {}", head(&s));
    check_nest(&nest, &s);
    let runs: Vec<_> = crate::repeats::runs(&s)
        .into_iter()
        .map(|run| (run.start as usize, run.end as usize, run.period as usize))
        .collect();
    let nest = built(Method::Optimal, &s);
    assert!(naive::tree(&nest) == naive::optimal_on_runs(&s, &runs), "optimal of {}", head(&s));
    check_nest(&nest, &s);
}

#[test]
fn long_strings() {
    for s in strings::structured(12_000) {
        check_long(&s);
    }
    for seed in 0..10 {
        check_long(&strings::noisy(20_000, seed));
        check_long(&strings::random(3_000, 3, seed));
    }
}

#[test]
fn long_strings_full_of_ties() {
    let lu = strings::lu_like(160);
    check_long(&lu);
    check_long(&lu.repeat(3));
    check_long(&vec![1; 300_000]);
    check_long(&strings::periodic(10_000, 50_000));
}

/// As long as the paper's longest, one symbol in a hundred a stray one: by expansion.
#[test]
fn very_long_strings() {
    let lu = strings::lu_like(160);
    for s in [
        strings::with_noise(&lu, 1),
        strings::thue_morse(1 << 18),
        strings::fibonacci(400_000),
        strings::random(300_000, 4, 3),
        strings::square_free(200_000),
        strings::doubling_gaps(500_000),
        strings::noisy(500_000, 4),
        (0..500_000).map(|i| i / 2).collect(),
    ] {
        let s = symbols(&s);
        for method in OF_THE_PAPER {
            check_nest(&built(method, &s), &s);
        }
    }
}

/// Never more items than the others, on any string, with or without the dynamic program.
#[test]
fn smallest_is_never_larger() {
    let check = |s: &[u32]| {
        let s = symbols(s);
        let total = |nest: &Nest| Stats::new(nest).total;
        let others = OF_THE_PAPER.map(|method| total(&built(method, &s)));
        for work in [0, 3_000_000] {
            let found = smallest_with_limit(&s, work).unwrap();
            check_nest(&found.nest, &s);
            assert!(others.iter().all(|&other| total(&found.nest) <= other), "{}", head(&s));
            assert_eq!(found.exact, found.written.is_some());
            assert!(found.written.is_none_or(|written| total(&found.nest) <= written));
            assert!(found.exact || found.winner != Winner::Program);
        }
    };
    strings::all(2, 10, check);
    for len in [300, 3000] {
        strings::structured(len).iter().for_each(|s| check(s));
    }
    for seed in 0..30 {
        check(&strings::noisy(300, seed));
    }
    check(&strings::lu_like(160));
}

/// Nothing that could be a loop is left at any place of an optimal nest, nor at the top of a
/// greedy one.
#[test]
fn nothing_is_left_to_reduce() {
    for s in strings::structured(20_000) {
        let s = symbols(&s);
        let optimal = built(Method::Optimal, &s);
        let lists = optimal.ids().filter_map(|id| optimal.as_loop(id));
        let lists = lists.map(|node| optimal.body(&node).to_vec()).chain([optimal.root().to_vec()]);
        for list in lists {
            // Stretches of symbols between loops are strings without repetitions.
            for stretch in list.split(|&id| optimal.as_loop(id).is_some()) {
                assert!(crate::repeats::runs(stretch).is_empty(), "{}", head(&s));
            }
        }
        let greedy = built(Method::Greedy, &s);
        assert!(crate::repeats::runs(greedy.root()).is_empty(), "{}", head(&s));
    }
}

#[test]
fn refusals() {
    let s = symbols(&[1, 2, 1, 2]);
    let refused = optimal_with_limit(&s, 3).unwrap_err();
    assert_eq!((refused.method, refused.len, refused.limit), ("optimal", 4, 3));
    assert_eq!(optimal_with_limit(&s, 4), optimal(&s));
}

/// The structures of table 3 of Xu and Subhlok 2008, by its lengths.
mod table_3 {
    use super::*;

    /// A body of that many symbols of its own in which nothing repeats.
    fn distinct(from: u32, len: u32) -> Vec<u32> {
        (from..from + len).collect()
    }

    /// (count, period) of the main loop by both methods, which must agree on count and period.
    fn check(head: u32, body: &[u32], count: usize, tail: u32) -> Stats {
        let mut s = distinct(100_000, head);
        s.extend(body.repeat(count));
        s.extend(distinct(200_000, tail));
        let s = symbols(&s);
        let [greedy, optimal] = OF_THE_PAPER.map(|method| {
            let nest = built(method, &s);
            check_nest(&nest, &s);
            Stats::new(&nest)
        });
        let main = |stats: &Stats| stats.main_loop.map(|main| (main.count, main.period));
        assert_eq!(main(&optimal), Some((count as u64, body.len() as u64)));
        assert_eq!(main(&greedy), main(&optimal));
        optimal
    }

    #[test]
    fn bt() {
        // (85)^200 = (13 + (4)^3 + .. + (4)^3)^200: six times 4 symbols three times.
        let mut body = distinct(0, 13);
        (0..6).for_each(|k| body.extend(distinct(20 + 4 * k, 4).repeat(3)));
        let stats = check(50, &body, 200, 56);
        assert_eq!((stats.length, stats.top_level, stats.depth), (17_106, 107, 2));
        assert!((stats.coverage - 0.9938).abs() < 1e-4);
    }

    #[test]
    fn sp() {
        let stats = check(44, &distinct(0, 67), 400, 44);
        assert_eq!((stats.length, stats.top_level, stats.loops), (26_888, 89, 1));
        assert!((stats.coverage - 0.9967).abs() < 1e-4);
    }

    #[test]
    fn cg() {
        let mut body = distinct(0, 21).repeat(26);
        body.extend(distinct(30, 6));
        let stats = check(500, &body, 75, 54);
        assert_eq!((stats.length, stats.loops, stats.depth), (41_954, 2, 2));
        assert!((stats.coverage - 0.9868).abs() < 1e-4);
    }

    #[test]
    fn mg() {
        let stats = check(300, &distinct(0, 416), 20, 289);
        assert_eq!((stats.length, stats.top_level), (8_909, 590));
        assert!((stats.coverage - 0.9339).abs() < 1e-4);
        assert!((stats.ratio() - 15.1).abs() < 0.01);
    }

    #[test]
    fn lu() {
        for (inner, length, ratio) in [(100, 202_250, 0.9997), (160, 321_770, 0.9998)] {
            let mut body = distinct(0, 4).repeat(inner);
            body.extend(distinct(4, 4).repeat(inner));
            body.extend(distinct(20, 12));
            let stats = check(30, &body, 249, 32);
            assert_eq!((stats.length, stats.top_level, stats.loops), (length, 63, 3));
            assert_eq!(stats.total, 63 + 14 + 8);
            assert!(stats.coverage > ratio - 1e-4);
        }
    }
}

proptest::proptest! {
    #[test]
    fn any_strings(s in proptest::collection::vec(0u32..4, 0..120)) {
        check_twins(&s);
    }
}

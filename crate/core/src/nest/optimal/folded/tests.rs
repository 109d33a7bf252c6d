use super::*;
use crate::nest::folded::fold_in_parts;
use crate::nest::{optimal, optimal_folded};
use loopscope_testing::strings;

fn check(string: &[u32]) -> bool {
    let (string, folded) = fold_in_parts(string);
    assert_eq!(*folded.unfold(), string);
    let sorted = |mut loops: Vec<Repeat>| {
        loops.sort_by_key(|taken| (taken.start, taken.period, taken.count));
        loops
    };
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    seeded::choose(&string, |taken| expected.push(taken));
    choose_above(&folded, 50, |taken| found.push(taken));
    assert_eq!(sorted(found), sorted(expected));
    assert_eq!(optimal_folded(&folded), optimal(&string));
    folded.is_folded()
}

#[test]
fn the_loops_are_those_of_the_string_in_full() {
    let mut folded = 0;
    for s in strings::structured(3000) {
        folded += usize::from(check(&s));
    }
    for seed in 0..600 {
        folded += usize::from(check(&strings::phases(3000, seed)));
    }
    assert!(folded > 300, "{folded}");
}

use super::*;
use crate::nest::folded::fold_in_parts;
use crate::nest::greedy;
use loopscope_testing::strings;

/// Whether an attempt succeeded without unfolding.
fn check(string: &[u32]) -> bool {
    let (string, folded) = fold_in_parts(string);
    let expected = greedy(&string).unwrap();
    let (mut kept, mut sure) = (KEPT, false);
    while let Some((shortened, marks)) = shortened(&folded, kept) {
        if let Some(nest) = nest_of(&shortened, marks) {
            assert_eq!(nest, expected, "{kept}");
            sure = true;
        }
        kept *= 2;
    }
    assert_eq!(greedy_folded(&folded).unwrap(), expected);
    sure
}

#[test]
fn the_nest_is_that_of_the_string_in_full() {
    let mut sure = 0;
    for s in strings::structured(3000) {
        sure += usize::from(check(&s));
    }
    for seed in 0..1500 {
        sure += usize::from(check(&strings::phases(3000, seed)));
    }
    assert!(sure > 500, "{sure}");
}

#[test]
fn all_short_bodies_many_times() {
    let mut sure = 0;
    strings::all(3, 7, |body| {
        for (before, after) in [(&[][..], &[][..]), (&[2, 0, 2], &[0, 1, 1, 0])] {
            sure += usize::from(check(&[before, &body.repeat(200), after].concat()));
        }
    });
    assert!(sure > 3000, "{sure}");
}

#[test]
fn loops_that_take_turns_from_copy_to_copy_are_unfolded() {
    // Every other iteration is lost: acababcbc.
    let body = [0, 2, 0, 1, 0, 1, 2, 1, 2];
    check(&body.repeat(100));
    check(&body.repeat(101));
}

#[test]
fn runs_of_one_period_that_overlap() {
    for (one, other) in [(100, 100), (100, 101), (101, 100), (100, 300), (300, 100), (103, 99)] {
        let string = [&[0, 1, 2, 3].repeat(one)[..], &[0, 1, 2], &[4, 0, 1, 2].repeat(other)];
        assert!(check(&string.concat()), "{one} {other}");
        let string = [&[0, 1].repeat(one)[..], &[0, 2].repeat(other), &[0, 1].repeat(one)];
        check(&string.concat());
    }
}

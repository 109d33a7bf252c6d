use super::super::naive;
use super::*;
use loopscope_testing::{assert_sorted, strings};

fn check<T: Ord + std::fmt::Debug>(s: &[T]) {
    assert!(runs(s) == naive::runs(s), "runs of {:?} ..", &s[..s.len().min(40)]);
}

#[test]
fn all_short_strings() {
    strings::all(2, 14, check);
    strings::all(3, 9, check);
    strings::all(4, 7, check);
}

#[test]
fn larger_strings_with_structure() {
    for s in strings::structured(1_500) {
        check(&s);
    }
    for seed in 0..40 {
        check(&strings::random(400, 2 + seed as u32 % 4, seed));
        check(&strings::noisy(400, seed));
    }
}

#[test]
fn fewer_runs_than_letters_and_exponents_below_three_n() {
    for s in strings::structured(100_000) {
        let found = runs(&s);
        assert!(found.len() < s.len().max(1));
        let exponents: f64 = found.iter().map(|r| f64::from(r.end - r.start) / f64::from(r.period)).sum();
        assert!(exponents <= 3.0 * s.len() as f64);
        assert_sorted(&found);
    }
}

proptest::proptest! {
    #[test]
    fn as_by_definition(s in proptest::collection::vec(0u8..5, 0..200)) {
        proptest::prop_assert_eq!(runs(&s), naive::runs(&s));
    }
}

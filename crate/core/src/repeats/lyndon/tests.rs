use std::cell::Cell;

use super::*;
use loopscope_testing::strings;

/// Suffix against suffix.
fn check(s: &[u32]) {
    for order in [Order::Ascending, Order::Descending] {
        let next = next_smaller(s, order);
        let key = |&letter: &u32| match order {
            Order::Ascending => i64::from(letter),
            Order::Descending => -i64::from(letter),
        };
        let suffix = |at: usize| s[at..].iter().map(key);
        for l in 0..s.len() {
            let r = (l + 1..s.len()).find(|&r| suffix(r).lt(suffix(l))).unwrap_or(s.len());
            let lce = suffix(l).zip(suffix(r)).take_while(|(a, b)| a == b).count();
            assert_eq!((next.position[l] as usize, next.lce[l] as usize), (r, lce));
        }
    }
}

#[test]
fn as_by_definition() {
    strings::all(2, 12, check);
    strings::all(3, 8, check);
    for s in strings::structured(300) {
        check(&s);
    }
    for seed in 0..100 {
        check(&strings::noisy(150, seed));
    }
}

thread_local! {
    static COMPARISONS: Cell<usize> = const { Cell::new(0) };
}

/// A letter that counts how often letters are asked whether they are equal.
#[derive(PartialOrd, Eq, Ord)]
struct Counting(u32);

impl PartialEq for Counting {
    fn eq(&self, other: &Self) -> bool {
        COMPARISONS.set(COMPARISONS.get() + 1);
        self.0 == other.0
    }
}

#[test]
fn comparisons_are_linear() {
    for s in strings::structured(50_000) {
        let s: Vec<Counting> = s.into_iter().map(Counting).collect();
        COMPARISONS.set(0);
        next_smaller(&s, Order::Ascending);
        // One for every letter that moves `seen`, and at most one for each of the 2 n steps
        // of the stack.
        assert!(COMPARISONS.get() <= 3 * s.len(), "{} of {}", COMPARISONS.get(), s.len());
    }
}

use super::*;

fn check(level: usize, stretches: &[(usize, usize)], expected: &[(usize, usize)]) {
    let stretches: Vec<Stretch> = stretches.iter().map(|&(start, end)| Stretch::new(start, end)).collect();
    let found = choose(level, &stretches);
    let found: Vec<_> = found.iter().map(|t| (t.start(), t.count())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_larger_span_wins() {
    // ababcbcbc: abab and bcbcbc share a b.
    check(2, &[(0, 2), (3, 7)], &[(3, 3)]);
    // babababacaca: the first run takes the shared a, the second starts after it.
    check(2, &[(0, 6), (7, 10)], &[(0, 4), (8, 2)]);
}

#[test]
fn of_equal_spans_the_earliest() {
    // ababcbcb: both four long; the second run has a triple that leaves the first alone.
    check(2, &[(0, 2), (3, 6)], &[(0, 2), (4, 2)]);
    check(2, &[(0, 2), (3, 5)], &[(0, 2)]);
}

#[test]
fn what_does_not_overlap_is_taken() {
    check(1, &[(0, 1), (2, 6), (7, 8)], &[(0, 2), (2, 5), (7, 2)]);
    check(3, &[], &[]);
    // Three in a chain, the middle one the largest: of its neighbours only the first has
    // another triple.
    check(2, &[(0, 3), (4, 9), (10, 12)], &[(0, 2), (4, 3), (10, 2)]);
    check(2, &[(0, 2), (3, 8), (9, 11)], &[(3, 3), (9, 2)]);
}

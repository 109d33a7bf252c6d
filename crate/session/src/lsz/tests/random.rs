//! Thousands of random traces that come back.

use super::*;

/// Tuples with regular stretches and numbers over all 64 bits.
fn random_tuples() -> impl Strategy<Value = Vec<Tuples>> {
    let wide = prop_oneof![any::<i64>().prop_map(i128::from), -3i128..4, Just(i128::from(i64::MAX))];
    let label = prop_oneof![Just(None), Just(Some("a")), Just(Some("b"))];
    let part = (label, wide, any::<u64>(), 1i128..30, -9i128..9, 0i128..3);
    let process = proptest::collection::vec(part, 0..9).prop_map(|parts| {
        let mut tuples = Tuples::new();
        for (label, start, other, count, step, slope) in parts {
            for k in 0..count {
                let moved = (start + k * step).clamp(i64::MIN.into(), i64::MAX.into());
                let other = other.wrapping_add((slope * k) as u64);
                tuples.push((label, vec![moved, i128::from(other)]));
            }
        }
        tuples
    });
    proptest::collection::vec(process, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn random_tuples_come_back(
        processes in random_tuples(),
        k in 1usize..40,
        split in prop_oneof![Just(None), Just(Some("a")), Just(Some("b"))],
    ) {
        let split = split.map(str::to_owned);
        let settings = Settings { k_symbols: k, k_numbers: k, split, ..Settings::default() };
        let bytes = tuples_again(&processes, &["a", "b"], settings, "csv");
        prop_assert!(bytes.len() > START as usize);
    }

    #[test]
    fn random_events_come_back(
        words in proptest::collection::vec((0usize..5, 1usize..12), 1..40),
        cut in 50usize..5000,
    ) {
        let lines = ["0 send 1 2\n", "0 local call A\n", "0 local return A\n", "0 sync B 0-3\n", "1 recv 0 2\n"];
        let text_of: String = words.iter().map(|&(line, count)| lines[line].repeat(count)).collect();
        let (expected, _) = open(vec![file("a.trace", text_of.as_bytes())]).unwrap();
        let packed = compress(vec![file("a.trace", text_of.as_bytes())], cut).unwrap();
        assert_alike(&open(vec![file("c", &packed)]).unwrap().0, &expected, "random");
    }
}

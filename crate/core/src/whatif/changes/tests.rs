use super::*;

#[test]
fn gains_are_rounded_to_the_nearest_nanosecond() {
    let factor = |millionths| Factor::millionths(millionths).unwrap();
    assert_eq!(factor(500_000).gain(1001), 501);
    assert_eq!(factor(1_500_000).gain(1001), -501);
    assert_eq!((Factor::ZERO.gain(7), Factor::SAME.gain(7), Factor::DOUBLE.gain(7)), (7, 0, -7));
    assert_eq!(factor(999_999).gain(1_000_000_000_000_000), 1_000_000_000);
    assert_eq!(Factor::ZERO.gain(i64::MAX), i64::MAX);
    assert_eq!(Factor::millionths(2_000_001), None);
}

use super::*;

#[test]
fn durations_have_their_sign() {
    for (nanoseconds, text) in
        [(0, "0 s"), (999, "+999 ns"), (-1500, "-1.50 µs"), (50_151_000, "+50.2 ms"), (1_854_000_000, "+1.85 s")]
    {
        assert_eq!(signed_duration(nanoseconds), text);
    }
    let tick = Tick::per_second(2_000_000_000);
    assert_eq!((nanoseconds(tick, -7), nanoseconds(tick, i64::MIN)), (-3, -4611686018427387904));
}

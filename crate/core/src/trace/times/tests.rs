use loopscope_testing::Random;

use super::*;

fn times(spans: &[(u64, u64)]) -> Times {
    let mut times = Times::new(Tick::NANOSECOND);
    let mut kept = 0;
    for &(enter, leave) in spans {
        kept += times.push(enter, leave);
    }
    assert_eq!(kept as u64, times.kept_bytes());
    times
}

fn kept(spans: &[(u64, u64)]) -> Vec<(u64, u64)> {
    times(spans).iter().map(|span| (span.enter, span.leave)).collect()
}

#[test]
fn what_stands_in_order_is_kept() {
    let spans = [(0, 0), (0, 5), (5, 5), (5, 9), (1 << 63, u64::MAX), (u64::MAX, u64::MAX)];
    assert_eq!(kept(&spans), spans);
    assert!(times(&spans).repairs().is_none());
}

#[test]
fn inner_calls_give_their_time_to_the_outer_one() {
    // As calls are left: the inner ones first.
    let spans = [(0, 2), (4, 5), (6, 7), (3, 9), (10, 11)];
    assert_eq!(kept(&spans), [(0, 2), (3, 3), (3, 3), (3, 9), (10, 11)]);
    assert_eq!(times(&spans).repairs(), Repairs { nested: 2, ..Repairs::default() });
    // Three levels; the innermost is counted once.
    assert_eq!(kept(&[(4, 5), (3, 6), (2, 7)]), [(2, 2), (2, 2), (2, 7)]);
    assert_eq!(times(&[(4, 5), (3, 6), (2, 7)]).repairs().nested, 2);
    // As calls are entered: the outer one first.
    assert_eq!(kept(&[(3, 9), (4, 5), (6, 9), (10, 11)]), [(3, 9), (9, 9), (9, 9), (10, 11)]);
    assert_eq!(times(&[(3, 9), (4, 5), (6, 9)]).repairs().nested, 2);
    // The same times twice.
    assert_eq!(kept(&[(3, 9), (3, 9)]), [(3, 3), (3, 9)]);
}

#[test]
fn what_overlaps_or_goes_back_is_counted() {
    assert_eq!(kept(&[(0, 5), (3, 8)]), [(0, 5), (5, 8)]);
    assert_eq!(times(&[(0, 5), (3, 8)]).repairs().overlapping, 1);
    // Inside and overlapping at once: the inner call is within the later part.
    assert_eq!(kept(&[(0, 5), (6, 7), (4, 9)]), [(0, 5), (5, 5), (5, 9)]);
    assert_eq!(kept(&[(50, 60), (10, 20)]), [(50, 60), (60, 60)]);
    assert_eq!(times(&[(50, 60), (10, 20)]).repairs().backward, 1);
    assert_eq!(kept(&[(9, 3), (8, 12)]), [(8, 8), (8, 12)]);
    assert_eq!(times(&[(9, 3)]).repairs().negative, 1);
    assert_eq!(kept(&[(1 << 63, 0), (0, 1)]), [(1 << 63, 1 << 63), (1 << 63, 1 << 63)]);
}

#[test]
fn a_call_around_more_calls_than_are_open_begins_after_those_that_are_packed() {
    let mut spans: Vec<(u64, u64)> = (1..=1000).map(|at| (10 * at, 10 * at + 5)).collect();
    spans.push((0, 20_000));
    let kept = kept(&spans);
    assert!(kept.windows(2).all(|pair| pair[0].1 <= pair[1].0));
    let (enter, leave) = kept[1000];
    assert!(enter > 0 && leave == 20_000 && kept[0] == (10, 15));
    assert_eq!(times(&spans).repairs().overlapping, 1);
}

#[test]
fn items_without_times_last_nothing() {
    let mut times = Times::new(Tick::NANOSECOND);
    times.fill(2, 7);
    times.push(7, 9);
    times.fill(5, 100);
    times.push(20, 30);
    let kept: Vec<(u64, u64)> = times.iter().map(|span| (span.enter, span.leave)).collect();
    assert_eq!(kept, [(7, 7), (7, 7), (7, 9), (9, 9), (9, 9), (20, 30)]);
    assert_eq!(times.repairs(), Repairs { missing: 4, ..Repairs::default() });
}

#[test]
fn any_times_end_up_in_order() {
    let mut random = Random::new(11);
    for _ in 0..300 {
        let widths = [4, 10, 64];
        let width = *random.one_of(&widths);
        let spans: Vec<(u64, u64)> =
            (0..random.index(600)).map(|_| (random.bits() >> (64 - width), random.bits() >> (64 - width))).collect();
        let mut times = times(&spans);
        let kept: Vec<Span> = times.iter().collect();
        assert_eq!(kept.len(), spans.len());
        assert!(kept.windows(2).all(|pair| pair[0].leave <= pair[1].enter));
        assert!(kept.iter().all(|span| span.enter <= span.leave));
        times.finish();
        assert!(times.iter().eq(kept.iter().copied()));
        let mut bytes = Vec::new();
        times.write(&mut bytes);
        assert_eq!(Times::read(&mut Bytes::new(&bytes)), Ok(times.clone()));
        times.coarsen(4);
        times.coarsen(2);
        assert_eq!(times.tick().shift, 4);
        for (at, span) in kept.iter().enumerate().step_by(7) {
            let coarse = Span { enter: span.enter >> 4, leave: span.leave >> 4 };
            assert_eq!(times.get(at), Some(coarse));
        }
    }
}

#[test]
fn ticks_in_nanoseconds_and_seconds() {
    assert_eq!(Tick::NANOSECOND.nanoseconds(u64::MAX), u128::from(u64::MAX));
    let mut random = Random::new(3);
    for _ in 0..2_000 {
        let mut any = || {
            let bits = random.below(63);
            random.below(u64::MAX >> bits)
        };
        let (per_second, units) = (any().max(1), any());
        let tick = Tick { per_second, shift: random.below(9) as u8 };
        let exact = (u128::from(units) << tick.shift) * 1_000_000_000 / u128::from(per_second);
        assert_eq!(tick.nanoseconds(units), exact, "{units} of {tick:?}");
    }
    let tick = Tick { shift: 8, ..Tick::per_second(2_000_000_000) };
    assert_eq!((tick.nanoseconds(3), tick.seconds(2_000_000_000)), (384, 256.0));
    assert_eq!(Tick::per_second(0).nanoseconds(1), 1_000_000_000);
    assert_eq!(Tick { shift: 63, per_second: 1 }.nanoseconds(2), (1 << 31) * 1_000_000_000);
}

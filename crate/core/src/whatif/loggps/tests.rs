use loopscope_testing::Random;

use super::*;

/// Sizes with their counts.
fn points(of: &[(u32, i64, u32)]) -> Vec<Size> {
    of.iter().map(|&(bytes, least, count)| Size { bytes, least, count }).collect()
}

#[test]
fn few_sizes_and_falling_times_are_refused() {
    let line = |of: &[(u32, i64, u32)]| {
        let all = points(of);
        line_below(&all, all.len())
    };
    assert_eq!(line(&[]), Err(Refusal::FewSizes(0)));
    assert_eq!(line(&[(8, 5, 1), (16, 6, 1)]), Err(Refusal::FewSizes(2)));
    let falling = [(8, 6100, 1), (100, 3000, 1), (28_000, 1600, 1)];
    assert_eq!(line(&falling), Err(Refusal::NoSlope));
    assert_eq!(line(&[(0, 500, 1), (1000, 700, 1), (2000, 900, 1)]), Ok((500, 200)));
}

/// Real times of LULESH: messages of 24 bytes never found the network free.
#[test]
fn messages_are_not_faster_than_larger_ones() {
    let of = [(24, 2907, 800), (216, 1094, 2400), (1536, 944, 2400), (3888, 1919, 1200)];
    assert_eq!(line_below(&points(&of), 4), Ok((308, 414)));
}

#[test]
fn sizes_count_as_often_as_they_are_sent() {
    let mut of = [(0, 500, 900), (1000, 700, 1000), (20_000, 100_000, 20)];
    assert_eq!(line_below(&points(&of), 3), Ok((500, 200)));
    of[2].2 = 2000;
    assert_eq!(line_below(&points(&of), 3).map(|line| line.1), Ok(5226));
}

/// Of the lines through two points that no point lies below, the one with the least sum, looked for among all pairs.
#[test]
fn the_line_is_the_best_of_all_pairs() {
    let mut random = Random::new(7);
    let mut lines = 0;
    for _ in 0..2000 {
        let mut points: Vec<Size> = Vec::new();
        for at in 0..3 + random.below(6) as i64 {
            let bytes = at * 1000 + random.below(999) as i64;
            let least = 2000 + bytes / 4 + random.below(4000) as i64;
            let (bytes, count) = (bytes as u32, 1 + random.below(50) as u32);
            points.push(Size { bytes, least, count });
        }
        let mut best: Option<(f64, f64, f64)> = None;
        for (at, a) in points.iter().enumerate() {
            for b in &points[at + 1..] {
                let slope = (b.least - a.least) as f64 / (b.bytes - a.bytes) as f64;
                let base = a.least as f64 - slope * a.bytes as f64;
                let above = |p: &Size| p.least as f64 - base - slope * p.bytes as f64;
                let sum: f64 = points.iter().map(|p| above(p) * p.count as f64).sum();
                let below = points.iter().any(|point| above(point) < -1e-6);
                if !below && slope > 0.0 && best.is_none_or(|known| sum < known.0 - 1e-6) {
                    best = Some((sum, base, slope));
                }
            }
        }
        let Some((_, base, slope)) = best else {
            assert_eq!(line_below(&points, points.len()), Err(Refusal::NoSlope));
            continue;
        };
        match line_below(&points, points.len()) {
            Ok((found, thousandths)) => {
                lines += 1;
                assert!((thousandths as f64 / 1e3 - slope).abs() < 1.1e-3, "{points:?}");
                assert!((found as f64 - base.max(0.0)).abs() < 12.0, "{points:?}");
            }
            Err(refusal) => panic!("{refusal:?} {points:?}"),
        }
    }
    assert!(lines > 1000);
}

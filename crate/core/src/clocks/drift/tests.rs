use loopscope_testing::Random;

use super::*;

#[test]
fn a_hull_is_below_all_points_and_made_of_them() {
    let mut random = Random::new(12);
    for _ in 0..200 {
        let mut points: Vec<Point> = (0..=random.index(60))
            .map(|_| {
                let sent = random.below(1000) as i64;
                (sent, sent + random.below(500) as i64 - 100)
            })
            .collect();
        let hull = hull(points.clone());
        assert!(hull.iter().all(|point| points.contains(point)));
        assert!(hull.windows(2).all(|pair| pair[0].0 < pair[1].0));
        points.sort();
        for pair in hull.windows(2) {
            let [(x0, r0), (x1, r1)] = [pair[0], pair[1]];
            let (y0, y1) = (r0 - x0, r1 - x1);
            for &(x, r) in points.iter().filter(|point| (x0..=x1).contains(&point.0)) {
                assert!((r - x - y0) * (x1 - x0) >= (y1 - y0) * (x - x0));
            }
        }
    }
}

#[test]
fn known_rates_are_found() {
    let mut random = Random::new(13);
    for _ in 0..10 {
        let count = 2 + random.index(6);
        let truth: Vec<(i64, f64)> = (0..count)
            .map(|_| {
                let ppm = random.below(40_000) as f64 / 1000.0 - 20.0;
                (random.below(100_000_000) as i64 - 50_000_000, ppm * 1e-6)
            })
            .collect();
        let shown = |place: usize, time: f64| {
            let (offset, rate) = truth[place];
            (time + offset as f64 + rate * time + 1e9) as u64
        };
        let mut hulls = Hulls::default();
        let mut sent = Vec::new();
        for at in 0..3000 {
            let (from, to) = (random.index(count), random.index(count));
            let time = at as f64 * 1e7;
            let late = 1000.0 + random.below(300) as f64;
            let (send, receive) = (shown(from, time), shown(to, time + late));
            hulls.add_pair(from as u32, to as u32, send, receive);
            sent.push((from, send, to, receive));
        }
        let lines = hulls.lines(&vec![0; count]);
        for (from, send, to, receive) in sent {
            assert!(from == to || lines[to].at(receive) > lines[from].at(send));
        }
        for (place, line) in lines.iter().enumerate() {
            let found = line.parts_per_million() - lines[0].parts_per_million();
            let expected = (truth[0].1 - truth[place].1) * 1e6;
            assert!((found - expected).abs() < 0.2, "{found} {expected}");
        }
    }
}

#[test]
fn the_largest_times_overflow_nothing() {
    let mut hulls = Hulls::default();
    for (from, to) in [(0, 1), (1, 0)] {
        hulls.add_pair(from, to, u64::MAX, 0);
        hulls.add_pair(from, to, 0, u64::MAX);
        hulls.add_pair(from, to, 1 << 62, 7);
    }
    assert_eq!(hulls.lines(&[0, 0]).len(), 2);
}

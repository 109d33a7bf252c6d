use loopscope_testing::Random;

use super::*;

/// The smallest mean of a cycle after Karp, rounded down, over all nodes as a start; the naive twin.
fn karp(edges: &[Edge], count: usize) -> Option<i64> {
    // Least weight of a walk of `k` edges that ends at each node, begun anywhere.
    let mut walks = vec![vec![Some(0i64); count]];
    for k in 0..count {
        let mut next: Vec<Option<i64>> = vec![None; count];
        for edge in edges {
            if let Some(weight) = walks[k][edge.from] {
                let sum = weight + edge.most;
                next[edge.to] = Some(next[edge.to].map_or(sum, |known| known.min(sum)));
            }
        }
        walks.push(next);
    }
    (0..count)
        .filter_map(|node| {
            let last = walks[count][node]?;
            (0..count)
                .filter_map(|k| Some((last - walks[k][node]?, (count - k) as i64)))
                .max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
        })
        .min_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
        .map(|(sum, length)| sum.div_euclid(length))
}

/// The same by trying every cycle without repeated nodes.
fn every_cycle(edges: &[Edge], count: usize) -> Option<i64> {
    fn walk(edges: &[Edge], start: usize, at: usize, sum: i64, path: &mut Vec<usize>, best: &mut Option<(i64, i64)>) {
        for edge in edges.iter().filter(|edge| edge.from == at) {
            let sum = sum + edge.most;
            if edge.to == start {
                let length = path.len() as i64;
                if best.is_none_or(|(best, of)| sum * of < best * length) {
                    *best = Some((sum, length));
                }
            } else if edge.to > start && !path.contains(&edge.to) {
                path.push(edge.to);
                walk(edges, start, edge.to, sum, path, best);
                path.pop();
            }
        }
    }
    let mut best = None;
    for start in 0..count {
        walk(edges, start, start, 0, &mut vec![start], &mut best);
    }
    best.map(|(sum, length)| sum.div_euclid(length))
}

fn random_pairs(random: &mut Random, count: usize, share: u64) -> Pairs {
    let mut pairs = Pairs::new(count);
    for from in 0..count as u32 {
        for to in 0..count as u32 {
            if from != to && random.below(100) < share {
                pairs.add_pair(from, to, 500, random.below(2000));
            }
        }
    }
    pairs
}

#[test]
fn the_margin_is_the_smallest_mean_of_a_cycle() {
    let mut random = Random::new(4);
    let mut without = 0;
    for round in 0..400 {
        let count = 1 + random.index(6);
        let pairs = random_pairs(&mut random, count, [20, 50, 100][round % 3]);
        let edges = pairs.edges();
        let margin = largest_margin(&edges, count);
        assert_eq!(margin, every_cycle(&edges, count), "{edges:?}");
        assert_eq!(margin, karp(&edges, count), "{edges:?}");
        without += usize::from(margin.is_none());
    }
    assert!((20..300).contains(&without), "{without}");
    for _ in 0..10 {
        let pairs = random_pairs(&mut random, 40, 15);
        assert_eq!(largest_margin(&pairs.edges(), 40), karp(&pairs.edges(), 40));
    }
}

#[test]
fn offsets_leave_the_margin_and_cannot_be_bettered_alone() {
    let mut random = Random::new(6);
    for _ in 0..200 {
        let count = 2 + random.index(12);
        let pairs = random_pairs(&mut random, count, 60);
        let found = pairs.offsets();
        assert_eq!(found.offsets[0], 0);
        for Edge { from, to, most } in pairs.edges() {
            let rest = most - found.offsets[from] + found.offsets[to];
            assert!(rest >= found.margin.unwrap_or(0), "{rest} {found:?}");
        }
    }
}

#[test]
fn known_offsets_are_found() {
    let mut random = Random::new(7);
    for _ in 0..50 {
        let count = 2 + random.index(14);
        let truth: Vec<i64> = (0..count).map(|_| random.below(100_000_000) as i64 - 50_000_000).collect();
        let mut pairs = Pairs::new(count);
        for from in 0..count as u32 {
            for to in 0..count as u32 {
                // Messages of 1 to 1.2 us; the clocks of both are off.
                let shift = truth[from as usize] - truth[to as usize];
                for at in 0..20u64 {
                    let sent = 1_000_000_000 + at * 1000;
                    let received = sent as i64 + 1000 + random.below(200) as i64 + shift;
                    pairs.add_pair(from, to, sent, received as u64);
                }
            }
        }
        let found = pairs.offsets();
        for (place, offset) in found.offsets.iter().enumerate() {
            let expected = truth[place] - truth[0];
            assert!((offset - expected).abs() < 200, "{offset} {expected}");
            assert!(found.uncertainty[place].is_some_and(|it| (900..1300).contains(&it)));
        }
        assert!(found.margin.is_some_and(|margin| (1000..1100).contains(&margin)));
    }
}

/// Rounds back and forth walk a chain whichever way it leads: a search that walked it one process a round would look at
/// 10^11 pairs here.
#[test]
fn a_ring_of_many_processes_takes_a_few_rounds() {
    let count = 40_000u32;
    let mut pairs = Pairs::new(count as usize);
    let truth = |place: u32| i64::from(place % 7) * 1000;
    for place in 0..count {
        let next = (place + 1) % count;
        for (from, to) in [(place, next), (next, place)] {
            let sent = 1_000_000i64;
            let received = sent + truth(to) - truth(from) + 300;
            pairs.add_pair(from, to, sent as u64, received as u64);
        }
    }
    let found = pairs.offsets();
    assert_eq!(found.margin, Some(300));
    for place in 0..count {
        assert_eq!(-found.offsets[place as usize], truth(place) - truth(0), "{place}");
    }
}

#[test]
fn messages_one_way_do_not_tell_an_offset() {
    let mut pairs = Pairs::new(4);
    pairs.add_pair(0, 1, 100, 40);
    pairs.add_pair(1, 2, 0, 10);
    let found = pairs.offsets();
    assert_eq!((found.margin, &found.uncertainty[..]), (None, &[None; 4][..]));
    let rest = |from: usize, to: usize, least| least - found.offsets[from] + found.offsets[to];
    assert!(rest(0, 1, -60) >= 0 && rest(1, 2, 10) >= 0);
    assert_eq!(pairs.alone(), [3]);
    let none = Pairs::new(0).offsets();
    assert_eq!((none.offsets.len(), none.margin), (0, None));
}

#[test]
fn the_largest_times_overflow_nothing() {
    let mut pairs = Pairs::new(3);
    for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 0)] {
        pairs.add_pair(from, to, u64::MAX, 0);
        pairs.add_pair(from, to, 0, 1 << 63);
    }
    assert!(pairs.offsets().margin.is_some_and(|margin| margin < 0));
}

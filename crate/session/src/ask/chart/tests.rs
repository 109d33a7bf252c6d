use super::*;
use loopscope_testing::Random;

fn values(random: &mut Random, count: usize) -> Vec<i64> {
    let wide = random.below(3);
    let one = |random: &mut Random| match wide {
        0 => random.below(5) as i64 - 2,
        1 => random.below(1_000_000) as i64,
        _ => (random.below(1 << 32) as i64 * (1 << 31)).wrapping_mul(3),
    };
    (0..count).map(|_| one(random)).collect()
}

#[test]
fn values_are_sorted_as_by_the_standard_library() {
    for seed in 0..2_000 {
        let random = &mut Random::new(seed);
        let count = random.below(200) as usize;
        let list = values(random, count);
        let mut expected = list.clone();
        expected.sort_unstable();
        assert_eq!(sorted(list.into_iter()), expected, "{seed}");
    }
    let extremes = [i64::MAX, 0, i64::MIN, -1, 1];
    assert_eq!(sorted(extremes.into_iter()), [i64::MIN, -1, 0, 1, i64::MAX]);
}

/// The column of each record, by trying all.
fn column_of(count: usize, columns: usize, record: usize) -> usize {
    (0..columns).find(|&at| record >= at * count / columns && record < (at + 1) * count / columns).unwrap()
}

#[test]
fn columns_hold_each_record_once() {
    for seed in 0..1_000 {
        let random = &mut Random::new(seed);
        let count = 1 + random.below(60) as usize;
        let columns = 1 + random.below(70) as usize;
        let lists: Vec<Vec<i64>> = (0..=random.below(4)).map(|_| values(random, count)).collect();
        let lists: Vec<&[i64]> = lists.iter().map(Vec::as_slice).collect();
        let shown = columns.min(count);
        let mut parts = vec![Vec::new(); shown];
        for record in 0..count {
            let part = &mut parts[column_of(count, shown, record)];
            part.extend(lists.iter().map(|list| list[record]));
        }
        let all = band(&lists, columns);
        let one = along(lists[0], columns);
        assert_eq!((all.low.len(), one.high.len()), (shown, shown));
        for (at, part) in parts.iter_mut().enumerate() {
            part.sort_unstable();
            assert_eq!(all.low[at], part[0] as f64, "{seed}");
            assert_eq!(all.high[at], part[part.len() - 1] as f64, "{seed}");
            assert_eq!(all.middle[at], median(part), "{seed}");
            assert!(one.low[at] >= all.low[at] && one.high[at] <= all.high[at]);
        }
    }
}

#[test]
fn a_grid_has_the_means_of_its_cells() {
    for seed in 0..1_000 {
        let random = &mut Random::new(seed);
        let (outer, between, inner) =
            (1 + random.below(9) as usize, 1 + random.below(3) as usize, 1 + random.below(9) as usize);
        let count = outer * between * inner;
        let lists: Vec<Vec<i64>> = (0..=random.below(3)).map(|_| values(random, count)).collect();
        let lists: Vec<&[i64]> = lists.iter().map(Vec::as_slice).collect();
        let (columns, rows) = (1 + random.below(10) as usize, 1 + random.below(10) as usize);
        let found = grid(&lists, (outer, inner), (columns, rows));
        let (columns, rows) = (columns.min(outer), rows.min(inner));
        assert_eq!((found.rows.len(), found.rows[0].len()), (rows, columns));
        let mut cells: std::collections::BTreeMap<(usize, usize), Vec<i64>> = Default::default();
        for list in &lists {
            for (record, &value) in list.iter().enumerate() {
                let row = column_of(inner, rows, record % inner);
                let column = column_of(outer, columns, record / (between * inner));
                cells.entry((row, column)).or_default().push(value);
            }
        }
        let mean = |part: &[i64]| part.iter().map(|&it| i128::from(it)).sum::<i128>() as f64 / part.len() as f64;
        let is_near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * (1e14 + a.abs().max(b.abs()));
        for (&(row, column), part) in &cells {
            assert!(is_near(found.rows[row][column], mean(part)), "{seed}");
        }
        for column in 0..columns {
            let part: Vec<i64> = (0..rows).flat_map(|row| cells[&(row, column)].clone()).collect();
            assert!(is_near(found.tops[column], mean(&part)), "{seed}");
        }
        assert_eq!(found.sides.len(), rows);
    }
}

#[test]
fn a_histogram_counts_each_value_once() {
    for seed in 0..1_000 {
        let random = &mut Random::new(seed);
        let count = 1 + random.below(300) as usize;
        let list = sorted(values(random, count).into_iter());
        let (edges, counts) = histogram(&list, 1 + random.below(40) as usize);
        assert_eq!(counts.iter().sum::<f64>(), count as f64, "{seed}");
        assert_eq!(edges.len(), counts.len() + 1);
        if edges[0].abs() < 1e12 {
            for (at, &held) in counts.iter().enumerate() {
                let inside = |&&value: &&i64| value as f64 >= edges[at] && (value as f64) < edges[at + 1];
                assert_eq!(list.iter().filter(inside).count() as f64, held, "{seed}");
            }
        }
    }
    assert_eq!(histogram(&[3, 3, 3], 10), (vec![3.0, 4.0], vec![3.0]));
    assert_eq!(histogram(&[], 10), (vec![], vec![]));
}

#[test]
fn figures_are_those_of_the_values() {
    let found = figures(&[-2, 0, 4, 10]);
    assert_eq!((found.least, found.median, found.mean, found.most), (-2.0, 2.0, 3.0, 10.0));
    assert_eq!((found.sum, found.tenth, found.ninth), (12.0, -2.0, 4.0));
    assert_eq!(figures(&[]), Figures::default());
    // No sum of 64 bits.
    assert_eq!(figures(&[i64::MAX, i64::MAX]).sum, 2.0 * i64::MAX as f64);
}

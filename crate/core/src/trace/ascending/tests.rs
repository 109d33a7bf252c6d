use loopscope_testing::Random;

use super::*;

/// The plain list beside the packed one.
fn both<const K: usize>(rows: impl Iterator<Item = [u64; K]>) -> (Vec<[u64; K]>, Ascending<K>) {
    let (mut plain, mut packed) = (Vec::new(), Ascending::default());
    let mut kept = 0;
    for row in rows {
        plain.push(row);
        kept += packed.push(row);
        assert_eq!(kept as u64, packed.kept_bytes());
    }
    (plain, packed)
}

fn check<const K: usize>(plain: &[[u64; K]], packed: &Ascending<K>) {
    assert_eq!((packed.len(), packed.is_empty()), (plain.len(), plain.is_empty()));
    assert!(packed.iter().eq(plain.iter().copied()));
    assert_eq!(packed.last(), plain.last().map_or(0, |row| row[K - 1]));
    assert_eq!(packed.blocks(), plain.len().div_ceil(PACKED_BLOCK));
    let mut rows = Vec::new();
    for (index, expected) in plain.chunks(PACKED_BLOCK).enumerate() {
        packed.block(index, &mut rows);
        assert_eq!(rows, expected);
    }
    packed.block(packed.blocks(), &mut rows);
    assert!(rows.is_empty());
    let ends: Vec<u64> = plain.iter().map(|row| row[K - 1]).collect();
    let some = ends.iter().copied().step_by(1 + plain.len() / 40);
    for limit in some.flat_map(|end| [end, end.saturating_add(1)]).chain([0, u64::MAX]) {
        let expected = ends.partition_point(|&end| end < limit);
        assert_eq!(packed.rows_below(|end| end < limit), expected);
    }
    for position in (0..plain.len() + 300).step_by(1 + plain.len() / 50) {
        assert_eq!(packed.get(position), plain.get(position).copied());
    }
    let mut bytes = Vec::new();
    packed.write(&mut bytes);
    let mut reading = Bytes::new(&bytes);
    let read = Ascending::<K>::read(&mut reading).unwrap();
    assert!(reading.is_empty() && read == *packed && read.kept_bytes() == packed.kept_bytes());
    for cut in (0..bytes.len()).step_by(1 + bytes.len() / 50) {
        assert!(Ascending::<K>::read(&mut Bytes::new(&bytes[..cut])).is_err(), "{cut}");
    }
}

fn check_all<const K: usize>(rows: impl Iterator<Item = [u64; K]>) {
    let (plain, mut packed) = both(rows);
    check(&plain, &packed);
    let shifted: Vec<[u64; K]> = plain.iter().map(|row| row.map(|it| it >> 6)).collect();
    check(&shifted, &packed.shifted(6));
    packed.finish();
    check(&plain, &packed);
    check(&shifted, &packed.shifted(6));
}

fn random_rows<const K: usize>(random: &mut Random, length: usize) -> impl Iterator<Item = [u64; K]> + '_ {
    let mut last = 0u64;
    (0..length).map(move |_| {
        std::array::from_fn(|_| {
            let width = [3, 14, 14, 14, 40][random.index(5)];
            last += random.below(1 << width);
            last
        })
    })
}

#[test]
fn what_goes_in_comes_out() {
    let mut random = Random::new(5);
    for length in [0, 1, 127, 128, 129, 255, 256, 257, 511, 512, 65_535, 65_536, 131_400] {
        check_all(random_rows::<1>(&mut random, length));
        check_all(random_rows::<2>(&mut random, length));
    }
}

#[test]
fn the_largest_numbers() {
    check_all((0..600).map(|_| [u64::MAX, u64::MAX]));
    check_all((0..600u64).map(|at| [if at < 300 { 0 } else { 1 << 63 }]));
    check_all((0..600u64).map(|at| [at, at].map(|it| if it == 599 { u64::MAX } else { it })));
}

#[test]
fn numbers_that_descend_are_raised() {
    let mut list = Ascending::<2>::default();
    for row in [[5, 3], [1, 9], [u64::MAX, 0], [7, 7]] {
        list.push(row);
    }
    let max = u64::MAX;
    assert!(list.iter().eq([[5, 5], [5, 9], [max, max], [max, max]]));
}

#[test]
fn recent_rows_can_be_changed() {
    let (mut plain, mut packed) = both((0..700).map(|at| [10 * at, 10 * at + 9]));
    let (before, recent) = packed.recent_mut();
    let first = plain.len() - recent.len();
    assert!(recent.len() >= 128 && before == plain[first - 1][1]);
    for (at, row) in recent.iter_mut().enumerate().skip(100) {
        row[1] = row[0];
        plain[first + at][1] = plain[first + at][0];
    }
    check(&plain, &packed);
}

#[test]
fn damaged_bytes_give_an_error_or_other_numbers() {
    let (_, mut packed) = both(random_rows::<2>(&mut Random::new(9), 1000));
    packed.finish();
    let mut bytes = Vec::new();
    packed.write(&mut bytes);
    let mut random = Random::new(10);
    for _ in 0..2000 {
        let mut damaged = bytes.clone();
        let at = random.index(damaged.len());
        damaged[at] ^= 1 << random.below(8);
        if let Ok(read) = Ascending::<2>::read(&mut Bytes::new(&damaged)) {
            assert_eq!(read.iter().count(), read.len());
        }
    }
}

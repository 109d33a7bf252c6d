use super::*;

/// The plain list beside the packed one.
fn both(ids: impl Iterator<Item = u32>) -> (Vec<u32>, Sequence<u32>) {
    let plain: Vec<u32> = ids.collect();
    let packed = plain.iter().copied().collect();
    (plain, packed)
}

fn check(plain: &[u32], packed: &Sequence<u32>) {
    assert_eq!(packed.len(), plain.len());
    assert!(packed.iter().eq(plain.iter().copied()));
    assert_eq!(packed.iter().len(), plain.len());
    let mut whole = Vec::new();
    packed.each_block(|ids| whole.extend_from_slice(ids));
    assert_eq!(whole, plain);
    let mut buffer = Vec::new();
    for (index, ids) in plain.chunks(BLOCK).enumerate() {
        assert_eq!(packed.block(index, &mut buffer), ids);
    }
    assert!(packed.block(packed.blocks(), &mut buffer).is_empty());
    let mut bytes = Vec::new();
    packed.write(&mut bytes);
    let mut reading = Bytes::new(&bytes);
    let read = Sequence::<u32>::read(&mut reading).unwrap();
    assert!(reading.is_empty() && read == *packed && read.kept_bytes() == packed.kept_bytes());
    for cut in (0..bytes.len()).step_by(1 + bytes.len() / 50) {
        assert!(Sequence::<u32>::read(&mut Bytes::new(&bytes[..cut])).is_err(), "{cut}");
    }
}

#[test]
fn what_goes_in_comes_out() {
    let mut random = 1u32;
    let mut next = move || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random >> 4
    };
    for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17] {
        for most in [1, 200, 0x100, 50_000, 0x1_0000, u32::MAX] {
            let (plain, packed) = both((0..length).map(|_| next() % most));
            check(&plain, &packed);
        }
        let (plain, packed) = both((0..length as u32).map(|at| at % 508));
        check(&plain, &packed);
    }
}

#[test]
fn many_at_once_are_one_after_another() {
    let plain: Vec<u32> = (0..3 * BLOCK as u32 + 17).map(|at| at % 508).collect();
    for lengths in [&[1, 7, 1000][..], &[BLOCK], &[BLOCK - 1, 2, 0], &[2 * BLOCK + 5, 3]] {
        let (mut singly, mut together) = (Sequence::default(), Sequence::default());
        let (mut rest, mut lengths) = (&plain[..], lengths.iter().cycle());
        while let Some(&length) = lengths.next().filter(|_| !rest.is_empty()) {
            let (now, later) = rest.split_at(length.min(rest.len()));
            let grown: i64 = now.iter().map(|&id| singly.push(id)).sum();
            assert_eq!(together.push_all(now), grown);
            assert_eq!(together.kept_bytes(), singly.kept_bytes());
            rest = later;
        }
        check(&plain, &together);
    }
}

#[test]
fn a_loop_takes_a_hundredth() {
    let (plain, packed) = both((0..1_000_000).map(|at| at % 508));
    check(&plain, &packed);
    // Beside the last block, which is open.
    let open = 4 * (1_000_000 % BLOCK as u64);
    assert!(packed.kept_bytes() - open < 4_000_000 / 100, "{}", packed.kept_bytes() - open);
}

#[test]
fn ids_can_be_changed_wherever_they_are() {
    let (mut plain, mut packed) = both((0..150_000).map(|at| at % 7));
    for position in [0, 1, 65_535, 65_536, 70_000, 131_071, 131_072, 149_999] {
        plain[position] = 9;
        packed.set(position, 9);
    }
    packed.set(150_000, 9);
    check(&plain, &packed);
    let fresh: Sequence<u32> = plain.iter().copied().collect();
    assert!(fresh == packed && fresh != plain.iter().skip(1).copied().collect());
}

use loopscope_testing::Random;

use super::*;

/// The naive twin: every width is tried, bit by bit, and the shortest block wins.
fn naive(values: &[u64]) -> Vec<u8> {
    let bits = |values: &[u64], from: u32, to: u32| -> Vec<u8> {
        let each = values.iter().flat_map(|value| (from..to).map(move |bit| value >> bit & 1 == 1));
        let all: Vec<bool> = each.collect();
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        all.chunks(8).map(byte).collect()
    };
    let largest = (0..=64).find(|&width| values.iter().all(|&it| u128::from(it) < 1 << width));
    let largest = largest.unwrap();
    let of_width = |width: u32| {
        let large = |value: &u64| u128::from(*value) >= 1 << width;
        let positions: Vec<u8> = (0..values.len()).filter(|&at| large(&values[at])).map(|at| at as u8).collect();
        let exceptions: Vec<u64> = values.iter().copied().filter(large).collect();
        if exceptions.is_empty() {
            return [vec![width as u8], bits(values, 0, width)].concat();
        }
        let header = vec![width as u8 | 0x80, exceptions.len() as u8, (largest - width) as u8];
        [header, bits(values, 0, width), positions, bits(&exceptions, width, largest)].concat()
    };
    (0..=largest).rev().map(of_width).min_by_key(Vec::len).unwrap()
}

fn check(values: &[u64]) {
    let mut bytes = vec![7];
    pack(values, &mut bytes);
    assert_eq!(bytes[1..], naive(values), "{values:?}");
    let mut one_by_one = vec![7];
    pack_one_by_one(values, &mut one_by_one);
    assert_eq!(one_by_one, bytes, "{values:?}");
    let length = bytes.len() - 1;
    for after in [&[][..], &[0xff; 20]] {
        bytes.extend_from_slice(after);
        let mut unpacked = vec![0xdead; values.len()];
        assert_eq!(unpack(&bytes[1..], &mut unpacked), length);
        assert_eq!(unpacked, values);
    }
}

#[test]
fn every_width_and_length() {
    let mut random = Random::new(1);
    for width in 0..=64 {
        for length in [1, 2, 7, 8, 9, 63, 64, 65, 127, 128] {
            let values: Vec<u64> = (0..length).map(|_| random.bits() & mask(width)).collect();
            check(&values);
            // One number has the width, all others are small.
            let mut one = vec![0; length];
            one[random.index(length)] = mask(width);
            check(&one);
        }
    }
    check(&[]);
}

#[test]
fn thousands_of_mixtures() {
    let mut random = Random::new(2);
    for _ in 0..4000 {
        let length = 1 + random.index(PACKED_BLOCK);
        let (narrow, wide) = (random.below(40) as u32, random.below(65) as u32);
        let share = random.below(12);
        let values: Vec<u64> = (0..length)
            .map(|_| {
                let width = if random.below(10) < share { wide } else { narrow };
                let width = random.below(u64::from(width) + 1) as u32;
                random.bits() & mask(width)
            })
            .collect();
        check(&values);
    }
}

#[test]
fn adversarial_blocks() {
    let of = |value: &dyn Fn(u64) -> u64| (0..128).map(value).collect::<Vec<u64>>();
    check(&of(&|_| 0));
    check(&of(&|_| u64::MAX));
    check(&of(&|_| 1 << 63));
    check(&of(&|at| (1 << 63) * (at % 2)));
    check(&of(&|at| if at == 127 { u64::MAX } else { 1 }));
    check(&of(&|at| 1 << (at % 64)));
    check(&of(&|at| (1u64 << (at / 2)).wrapping_sub(1)));
    // As many exceptions as there can be before a wider block is shorter.
    check(&of(&|at| if at < 60 { 1 << 60 } else { 0 }));
    let mut bytes = Vec::new();
    pack(&of(&|_| u64::MAX), &mut bytes);
    assert_eq!(bytes.len(), 1025);
}

#[test]
fn any_bytes_are_read_without_a_panic() {
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let length = random.index(40);
        let mut bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        if let Some(first) = bytes.first_mut().filter(|_| length.is_multiple_of(2)) {
            *first |= EXCEPTIONS;
        }
        let mut values = [0; PACKED_BLOCK];
        let count = 1 + random.index(PACKED_BLOCK);
        let first = unpack(&bytes, &mut values[..count]);
        let kept = values;
        assert_eq!(unpack(&bytes, &mut values[..count]), first);
        assert_eq!(values, kept);
    }
}

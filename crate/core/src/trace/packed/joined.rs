//! Packs a block with a quarter fewer instructions and more code: numbers that fit one word are joined before they are added to the
//! bits, and exceptions are listed without a branch. The bytes are the same.

use super::widths::{bits_of, bytes_of, mask, shortest, shortest_of_ones, EXCEPTIONS, PACKED_BLOCK};

/// Appends a block of at most [`PACKED_BLOCK`] numbers.
pub(super) fn pack(values: &[u64], out: &mut Vec<u8>) {
    let values = values.get(..PACKED_BLOCK).unwrap_or(values);
    let largest = bits_of(values.iter().fold(0, |all, &value| all | value));
    if largest == 0 {
        return out.push(0);
    }
    let (width, exceptions) = best_width(values, largest);
    if exceptions == 0 {
        out.push(width as u8);
        return pack_bits(values, width, out);
    }
    out.extend_from_slice(&[width as u8 | EXCEPTIONS, exceptions as u8, (largest - width) as u8]);
    pack_bits(values, width, out);
    // Every position is written where that of the next exception stands, and counts if it is one: a branch would go either way.
    let (mut positions, mut count) = ([0u8; PACKED_BLOCK], 0usize);
    for (position, &value) in (0u8..).zip(values) {
        positions[count & 127] = position;
        count += usize::from(value > mask(width));
    }
    let positions = positions.get(..count).unwrap_or(&positions);
    out.extend_from_slice(positions);
    let mut highs = [0; PACKED_BLOCK];
    for (high, &position) in highs.iter_mut().zip(positions) {
        *high = values.get(usize::from(position)).map_or(0, |value| value >> (width & 63));
    }
    pack_bits(highs.get(..count).unwrap_or(&highs), largest - width, out);
}

/// The width that makes the block shortest, and how many exceptions it leaves. Counts of four in turn are added up at the end.
fn best_width(values: &[u64], largest: u32) -> (u32, usize) {
    if largest == 1 {
        return shortest_of_ones(values);
    }
    let mut places = [0; PACKED_BLOCK];
    if largest <= MOST_BY_EXPONENT {
        places.iter_mut().zip(values).for_each(|(place, &value)| *place = place_by_exponent(value));
    } else {
        let place = |value: u64| u64::from(bits_of(value).wrapping_sub(1));
        places.iter_mut().zip(values).for_each(|(to, &value)| *to = place(value));
    }
    let mut tables = [[0u8; 128]; 4];
    for four in places.get(..values.len()).unwrap_or(&places).chunks(4) {
        for (counts, &place) in tables.iter_mut().zip(four) {
            counts[place as usize & 127] += 1;
        }
    }
    let [mut counts, others @ ..] = tables;
    for others in &others {
        counts.iter_mut().zip(others).for_each(|(count, more)| *count += more);
    }
    let with = |width: u32| usize::from(counts[width.wrapping_sub(1) as usize & 127]);
    shortest(values.len(), largest, with)
}

/// Bits of the numbers whose place [`place_by_exponent`] knows: those that a float holds, with one bit after them.
const MOST_BY_EXPONENT: u32 = f64::MANTISSA_DIGITS - 2;

/// One less than the bits of a number, modulo 128: the exponent of a float, which is found for several numbers at a time, whereas
/// the instruction that finds the highest bit is slow on many processors.
#[inline(always)]
fn place_by_exponent(value: u64) -> u64 {
    // 2 to the power of 52: with that exponent, the bits below it count ones.
    const ONES: f64 = (1u64 << (f64::MANTISSA_DIGITS - 1)) as f64;
    // With a bit after it, because 0 has no exponent.
    let float = f64::from_bits(ONES.to_bits() | value << 1 | 1) - ONES;
    (float.to_bits() >> (f64::MANTISSA_DIGITS - 1)) & 127
}

/// Appends the low bits of at most [`PACKED_BLOCK`] numbers. Where two or four of them fit one word they are joined first: what
/// takes time is adding to the word that is being filled.
#[inline(never)]
fn pack_bits(values: &[u64], width: u32, out: &mut Vec<u8>) {
    let length = bytes_of(values.len(), width);
    match width {
        0 => {}
        1..=16 => pack_joined::<4>(values, width, length, out),
        17..=32 => pack_joined::<2>(values, width, length, out),
        _ => pack_joined::<1>(values, width, length, out),
    }
}

/// The same, so many numbers at a time.
#[inline]
fn pack_joined<const N: usize>(values: &[u64], width: u32, length: usize, out: &mut Vec<u8>) {
    let (start, mask) = (out.len(), mask(width));
    out.resize(start + length.next_multiple_of(8), 0);
    let mut room = out.get_mut(start..).unwrap_or_default().chunks_exact_mut(8);
    let mut put = |word: u64| {
        if let Some(eight) = room.next() {
            eight.copy_from_slice(&word.to_le_bytes());
        }
    };
    let (mut word, mut filled) = (0u64, 0u32);
    let mut add = |value: u64, width: u32| {
        word |= value << (filled & 63);
        filled += width;
        if filled >= u64::BITS {
            put(word);
            filled -= u64::BITS;
            // What the word has no room for.
            word = value.checked_shr(width - filled).unwrap_or(0);
        }
    };
    let all = values.chunks_exact(N);
    let rest = all.remainder();
    for joined in all {
        let join = |all: u64, (at, &value): (usize, &u64)| all | (value & mask) << (at as u32 * width);
        add(joined.iter().enumerate().fold(0, join), N as u32 * width);
    }
    rest.iter().for_each(|&value| add(value & mask, width));
    if filled > 0 {
        put(word);
    }
    out.truncate(start + length);
}

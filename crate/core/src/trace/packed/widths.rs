//! Widths of numbers in bits, and the one that makes a block shortest. O(numbers + bits).

/// Numbers in a full block.
pub const PACKED_BLOCK: usize = 128;

/// Marks a block with exceptions.
pub(super) const EXCEPTIONS: u8 = 0x80;

/// Bits that a number needs.
#[inline]
pub(super) fn bits_of(value: u64) -> u32 {
    u64::BITS - value.leading_zeros()
}

/// The lowest bits, so many of them.
#[inline]
pub(super) fn mask(width: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - width).unwrap_or(0)
}

/// Bytes that `count` numbers of that width take.
#[inline]
pub(super) fn bytes_of(count: usize, width: u32) -> usize {
    (count * width as usize).div_ceil(8)
}

/// The width that makes a block of so many numbers shortest, the widest of several; and how many exceptions it leaves.
/// `largest`: the bits of the largest number; `with`: how many numbers have so many bits.
#[inline(always)]
pub(super) fn shortest(numbers: usize, largest: u32, with: impl Fn(u32) -> usize) -> (u32, usize) {
    let mut best = (largest, 0);
    let mut least = bytes_of(numbers, largest);
    let mut exceptions = 0;
    for width in (0..largest).rev() {
        exceptions += with(width + 1);
        let listed = 2 + exceptions;
        if listed >= least {
            break;
        }
        let bytes = bytes_of(numbers, width) + listed + bytes_of(exceptions, largest - width);
        if bytes < least {
            (best, least) = ((width, exceptions), bytes);
        }
    }
    best
}

/// The same of numbers that are 0 or 1: of events that follow each other call by call.
#[inline(always)]
pub(super) fn shortest_of_ones(values: &[u64]) -> (u32, usize) {
    let ones = values.iter().sum::<u64>() as usize;
    let listed = 2 + ones + bytes_of(ones, 1);
    if listed < bytes_of(values.len(), 1) {
        (0, ones)
    } else {
        (1, 0)
    }
}

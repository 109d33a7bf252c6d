//! Numbers of up to 64 bits, packed in blocks of 128 (PFOR: patched frame of reference).
//!
//! Times between calls are irregular, so no dictionary shortens them; but most of a block are of one magnitude. A block
//! keeps the low bits of all its numbers, as many as make it shortest, and lists the few larger numbers as exceptions.
//! No block depends on another, so a number is found by unpacking 128.
//!
//! Source: Zukowski, Heman, Nes and Boncz, "Super-Scalar RAM-CPU Cache Compression" (ICDE 2006). Here an exception is a
//! position and the bits above the width, which are packed like the others.
//!
//! | bytes | what |
//! | --- | --- |
//! | 1 | the width: bits that are kept of every number, 0 to 64; plus 128 if there are exceptions |
//! | 2, only with exceptions | their number, and the width of their high bits |
//! | ceil(n * width / 8) | the low bits, from the lowest bit of the first byte on |
//! | 1 each | positions of the exceptions, ascending |
//! | ceil(exceptions * width / 8) | their high bits |
//!
//! # Cost
//!
//! Packing takes about 20 instructions a number, 15 natively, and unpacking about 7. A block has at most 1,025 bytes.

#[cfg(any(test, not(target_arch = "wasm32")))]
mod joined;

mod widths;

pub use widths::PACKED_BLOCK;
#[cfg(any(test, target_arch = "wasm32"))]
use widths::{bits_of, shortest, shortest_of_ones};
use widths::{bytes_of, mask, EXCEPTIONS};

/// Widths up to this are read with one load of 64 bits, wherever in a byte a number begins.
const ONE_LOAD: u32 = 57;

/// The width that makes the block shortest, and how many exceptions it leaves: see [`shortest`].
#[cfg(any(test, target_arch = "wasm32"))]
fn best_width(values: &[u64], largest: u32) -> (u32, usize) {
    if largest == 1 {
        return shortest_of_ones(values);
    }
    // A power of two of them, so that finding a place needs no check. Four counts of each width, because numbers that follow
    // each other are often of one width, and adding to a count waits until it was stored.
    let mut counts = [[0u8; 128]; 4];
    for four in values.chunks(4) {
        for (counts, &value) in counts.iter_mut().zip(four) {
            counts[bits_of(value) as usize & 127] += 1;
        }
    }
    shortest(values.len(), largest, |width| counts.iter().map(|it| usize::from(it[width as usize & 127])).sum())
}

/// Words that the low bits of a block fill at most.
const WORDS: usize = PACKED_BLOCK;

/// Appends the low bits of at most [`PACKED_BLOCK`] numbers.
#[cfg(any(test, target_arch = "wasm32"))]
#[inline]
fn pack_bits(values: &[u64], width: u32, out: &mut Vec<u8>) {
    let (mut words, mask) = ([0u64; WORDS], mask(width));
    let (mut word, mut filled, mut at) = (0u64, 0u32, 0usize);
    for &value in values {
        let value = value & mask;
        word |= value << (filled & 63);
        filled += width;
        if filled >= u64::BITS {
            words[at & 127] = word;
            at += 1;
            filled -= u64::BITS;
            // What the word has no room for.
            word = value.checked_shr(width - filled).unwrap_or(0);
        }
    }
    if filled > 0 {
        words[at & 127] = word;
    }
    let length = bytes_of(values.len(), width);
    let end = out.len() + length;
    out.reserve(length + 8);
    let filled = words.get(..length.div_ceil(8)).unwrap_or(&words);
    filled.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
    out.truncate(end);
}

/// Appends a block of at most [`PACKED_BLOCK`] numbers. How many there are is not part of the block.
///
/// Natively with a quarter fewer instructions: that way takes 700 bytes more of the page's download.
pub(super) fn pack(values: &[u64], out: &mut Vec<u8>) {
    #[cfg(not(target_arch = "wasm32"))]
    joined::pack(values, out);
    #[cfg(target_arch = "wasm32")]
    pack_one_by_one(values, out);
}

/// Appends a block, number by number.
#[cfg(any(test, target_arch = "wasm32"))]
fn pack_one_by_one(values: &[u64], out: &mut Vec<u8>) {
    let values = values.get(..PACKED_BLOCK).unwrap_or(values);
    let largest = bits_of(values.iter().fold(0, |all, &value| all | value));
    // Of events that last no time, and of most steps from one to the next.
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
    let (mut highs, mut count) = ([0; PACKED_BLOCK], 0);
    for (position, &value) in values.iter().enumerate() {
        // An exception leaves a width below that of the largest number.
        let high = value >> (width & 63);
        if high > 0 {
            out.push(position as u8);
            highs[count & 127] = high;
            count += 1;
        }
    }
    pack_bits(highs.get(..count).unwrap_or(&highs), largest - width, out);
}

/// Fills `values`, at most [`PACKED_BLOCK`], with the numbers of that width that `bytes` begin with; what is missing is 0.
///
/// Eight numbers begin and end with a byte: so many bytes and the eight after them are checked for once. Of the ways that were
/// compared, a loop for each width is a tenth faster still, and takes more code than all the rest of this module.
#[inline]
fn unpack_bits(bytes: &[u8], width: u32, values: &mut [u64]) {
    let length = bytes_of(values.len(), width);
    if width > ONE_LOAD || bytes.len() < length + 8 {
        return unpack_copied_bits(bytes, width, values);
    }
    let (mask, width) = (mask(width), width as usize);
    let load = |window: &[u8], bit: usize| {
        let eight = window.get(bit >> 3..).and_then(|rest| rest.first_chunk());
        u64::from_le_bytes(eight.copied().unwrap_or_default()) >> (bit & 7) & mask
    };
    let mut rest = bytes;
    for group in values.chunks_mut(8) {
        let window = rest.get(..width + 8).unwrap_or(rest);
        for (at, value) in group.iter_mut().enumerate() {
            *value = load(window, at * width);
        }
        rest = rest.get(width..).unwrap_or_default();
    }
}

/// The same at the end of the bytes, where what is missing is 0, and for all widths.
#[cold]
#[inline(never)]
fn unpack_copied_bits(bytes: &[u8], width: u32, values: &mut [u64]) {
    // A copy with room behind it: finding a number in it needs no check.
    let mut room = [0u8; 8 * WORDS + 16];
    let length = bytes_of(values.len(), width).min(bytes.len()).min(8 * PACKED_BLOCK);
    if let (Some(room), Some(bytes)) = (room.get_mut(..length), bytes.get(..length)) {
        room.copy_from_slice(bytes);
    }
    let load = |at: usize| {
        let mut eight = [0; 8];
        eight.copy_from_slice(&room[at..at + 8]);
        u64::from_le_bytes(eight)
    };
    let (mask, mut bit) = (mask(width), 0);
    if width <= ONE_LOAD {
        for value in values {
            *value = load(bit >> 3 & 1023) >> (bit & 7) & mask;
            bit += width as usize;
        }
        return;
    }
    for value in values {
        let (at, shift) = (bit >> 3 & 1023, bit as u32 & 7);
        // By two shifts, since nothing is left of 64.
        let high = load(at + 8) << 1 << (63 - shift);
        *value = (load(at) >> shift | high) & mask;
        bit += width as usize;
    }
}

/// Fills `values` with the numbers of the block that `bytes` begin with; says how many bytes it has. Whatever the bytes
/// are, the result depends on nothing else: a damaged block has other numbers.
#[inline]
pub(super) fn unpack(bytes: &[u8], values: &mut [u64]) -> usize {
    let Some(&first) = bytes.first() else {
        values.fill(0);
        return 0;
    };
    let width = u32::from(first & !EXCEPTIONS).min(u64::BITS);
    let length = bytes_of(values.len(), width);
    if first & EXCEPTIONS == 0 {
        unpack_bits(bytes.get(1..).unwrap_or_default(), width, values);
        return 1 + length;
    }
    unpack_bits(bytes.get(3..).unwrap_or_default(), width, values);
    patch(bytes, 3 + length, width, values)
}

/// Puts the high bits of the exceptions, whose positions begin at `at`, into their places; says where the block ends.
fn patch(bytes: &[u8], at: usize, width: u32, values: &mut [u64]) -> usize {
    let header = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let count = usize::from(header(1)).min(PACKED_BLOCK);
    let high = u32::from(header(2)).min(u64::BITS);
    let mut highs = [0; PACKED_BLOCK];
    let highs = highs.get_mut(..count).unwrap_or_default();
    unpack_bits(bytes.get(at + count..).unwrap_or_default(), high, highs);
    let positions = bytes.get(at..).unwrap_or_default().iter().take(count);
    for (&position, &mut high) in positions.zip(highs) {
        if let Some(value) = values.get_mut(usize::from(position)) {
            *value |= high.checked_shl(width).unwrap_or(0);
        }
    }
    at + count + bytes_of(count, high)
}

#[cfg(test)]
mod tests;

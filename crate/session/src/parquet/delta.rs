//! Numbers as differences, 128 at a time: the encoding DELTA_BINARY_PACKED of Parquet.
//!
//! A run of values begins with the size of a block (128), miniblocks in it (4), the number of values, and the first of them. A
//! block has its least difference, the width of each miniblock, and in each miniblock 32 differences, less the least, in that many
//! bits, from the lowest bit of a byte on. Differences wrap around at 64 bits, so every value can be represented.
//!
//! Cost: O(values), some 5 ns each in either direction. Nothing is allocated but the result.

use loopscope_core::bytes::{put_signed, put_unsigned};
use loopscope_core::bytes::{Bytes, Malformed};

/// Differences in a block, in a miniblock, and miniblocks in a block.
const BLOCK: usize = 128;
const MINIBLOCK: usize = 32;
const MINIBLOCKS: usize = BLOCK / MINIBLOCK;

/// Appends values.
pub fn encode(values: &[i64], out: &mut Vec<u8>) {
    for number in [BLOCK, MINIBLOCKS, values.len()] {
        put_unsigned(out, number as u128);
    }
    let mut before = values.first().copied().unwrap_or(0);
    put_signed(out, before.into());
    let mut steps = [0u64; BLOCK];
    for block in values.get(1..).unwrap_or_default().chunks(BLOCK) {
        let mut least = i64::MAX;
        for (step, &value) in steps.iter_mut().zip(block) {
            let own = value.wrapping_sub(before);
            least = least.min(own);
            *step = own as u64;
            before = value;
        }
        let steps = &mut steps[..block.len()];
        steps.iter_mut().for_each(|step| *step = step.wrapping_sub(least as u64));
        put_signed(out, least.into());
        let mut widths = [0u8; MINIBLOCKS];
        for (width, miniblock) in widths.iter_mut().zip(steps.chunks(MINIBLOCK)) {
            let bits = miniblock.iter().fold(0, |bits, step| bits | step);
            *width = (u64::BITS - bits.leading_zeros()) as u8;
        }
        out.extend_from_slice(&widths);
        for (&width, miniblock) in widths.iter().zip(steps.chunks(MINIBLOCK)) {
            pack(miniblock, width.into(), out);
        }
    }
}

/// Appends 32 numbers of that width: those given, and zeros.
fn pack(numbers: &[u64], width: u32, out: &mut Vec<u8>) {
    if width == 0 {
        return;
    }
    let end = out.len() + MINIBLOCK / 8 * width as usize;
    let (mut bits, mut filled) = (0u64, 0u32);
    for &number in numbers {
        bits |= number << filled;
        filled += width;
        if filled >= u64::BITS {
            out.extend_from_slice(&bits.to_le_bytes());
            filled -= u64::BITS;
            // What did not fit, unless all of it did.
            bits = number.checked_shr(width - filled).unwrap_or(0);
        }
    }
    out.extend_from_slice(&bits.to_le_bytes());
    // The last bytes hold nothing, or are missing.
    out.resize(end, 0);
}

/// Reads what [`encode`] wrote, or another writer with blocks of other sizes, and appends the values; there must be `count` of
/// them.
///
/// # Errors
/// The bytes are no such run, or hold another number of values.
pub fn decode(bytes: &[u8], count: usize, out: &mut Vec<i64>) -> Result<(), Malformed> {
    let mut bytes = Bytes::new(bytes);
    let wrong = |bytes: &Bytes<'_>, what| Err(bytes.malformed(what));
    let (block, miniblocks): (usize, usize) = (bytes.number()?, bytes.number()?);
    let total: usize = bytes.number()?;
    if total != count {
        return wrong(&bytes, "a page holds another number of values than its header says");
    }
    let is_known = (1..=64).contains(&miniblocks)
        && block <= 1 << 16
        && block % miniblocks == 0
        && (block / miniblocks) % 32 == 0
        && block > 0;
    if !is_known {
        return wrong(&bytes, "blocks of differences have an impossible size");
    }
    let miniblock = block / miniblocks;
    let mut value = i64::try_from(bytes.signed()?)
        .map_err(|_| bytes.malformed("the first value of a page has more than 64 bits"))?;
    if total == 0 {
        return Ok(());
    }
    out.push(value);
    let mut left = total - 1;
    while left > 0 {
        let least =
            i64::try_from(bytes.signed()?).map_err(|_| bytes.malformed("a difference has more than 64 bits"))?;
        let widths = bytes.take(miniblocks)?;
        for &width in widths {
            if left == 0 {
                break;
            }
            if width > 64 {
                return wrong(&bytes, "a number is wider than 64 bits");
            }
            let packed = bytes.take(miniblock / 8 * usize::from(width))?;
            let here = left.min(miniblock);
            unpack(packed, width.into(), here, |step| {
                value = value.wrapping_add(least).wrapping_add(step as i64);
                out.push(value);
            });
            left -= here;
        }
    }
    Ok(())
}

/// Calls with the first numbers of that width in some bytes.
fn unpack(packed: &[u8], width: u32, count: usize, mut each: impl FnMut(u64)) {
    if width == 0 {
        (0..count).for_each(|_| each(0));
        return;
    }
    let mask = u64::MAX >> (u64::BITS - width);
    let mut words = packed.chunks(8).map(|chunk| {
        let mut word = [0u8; 8];
        word.iter_mut().zip(chunk).for_each(|(to, from)| *to = *from);
        u64::from_le_bytes(word)
    });
    let (mut bits, mut filled) = (0u64, 0u32);
    for _ in 0..count {
        if filled >= width {
            each(bits & mask);
            bits = bits.checked_shr(width).unwrap_or(0);
            filled -= width;
            continue;
        }
        let next = words.next().unwrap_or(0);
        each((bits | next.checked_shl(filled).unwrap_or(0)) & mask);
        let used = width - filled;
        bits = next.checked_shr(used).unwrap_or(0);
        filled = u64::BITS - used;
    }
}

//! Blocks: bytes behind a checksum and a general-purpose compressor.

use std::io::Read;

use crate::crc::Crc;

/// How bytes are packed; the first byte of a block.
const STORED: u8 = 0;
const DEFLATE: u8 = 1;
const ZSTD: u8 = 2;

/// The highest level that needs no more memory to read than the bytes themselves.
#[cfg(feature = "compress")]
const ZSTD_LEVEL: i32 = 19;

/// Bytes before the payload: method (1), bytes unpacked (4), bytes packed (4), CRC-32 of those nine and of
/// the payload (4).
pub(super) const HEADER: usize = 13;

/// The CRC-32 (as in gzip) of bytes one after the other.
pub(super) fn checksum(parts: &[&[u8]]) -> u32 {
    let mut crc = Crc::new();
    parts.iter().for_each(|part| crc.update(part));
    crc.sum()
}

/// A block with these bytes; `None` if there are 2^32 or more.
#[cfg(feature = "compress")]
pub(super) fn pack(raw: &[u8]) -> Option<Vec<u8>> {
    use flate2::write::DeflateEncoder;
    use std::io::Write;

    let length = u32::try_from(raw.len()).ok()?;
    let mut deflate = DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    let deflated = deflate.write_all(raw).and_then(|()| deflate.finish()).ok();
    let packed = [(DEFLATE, deflated), (ZSTD, zstd::bulk::compress(raw, ZSTD_LEVEL).ok())];
    let smaller = packed.iter().filter_map(|(method, bytes)| Some((*method, bytes.as_deref()?)));
    // The first of equals.
    let all = std::iter::once((STORED, raw)).chain(smaller);
    let (method, payload) = all.min_by_key(|(_, bytes)| bytes.len())?;
    let mut block = Vec::with_capacity(HEADER + payload.len());
    block.push(method);
    block.extend(length.to_le_bytes());
    block.extend((payload.len() as u32).to_le_bytes());
    let sum = checksum(&[&block, payload]);
    block.extend(sum.to_le_bytes());
    block.extend_from_slice(payload);
    Some(block)
}

/// What is wrong with a block: in which of its bytes, and what.
pub(super) type Bad = (usize, &'static str);

/// Whether a block is as it was written. Returns its method, how long its bytes are, and the payload.
pub(super) fn check(block: &[u8]) -> Result<(u8, usize, &[u8]), Bad> {
    let (header, payload) = block.split_at_checked(HEADER).ok_or((0, "a block is too short"))?;
    let (fields, sum) = header.split_at(HEADER - 4);
    if checksum(&[fields, payload]).to_le_bytes() != sum {
        return Err((0, "the checksum of a block does not agree with its bytes"));
    }
    let [method, raw @ .., p0, p1, p2, p3] = fields else {
        return Err((0, "a block is too short"));
    };
    if u32::from_le_bytes([*p0, *p1, *p2, *p3]) as usize != payload.len() {
        return Err((5, "a block has another length than it says"));
    }
    let raw = <[u8; 4]>::try_from(raw).map_err(|_| (1, "a block is too short"))?;
    Ok((*method, u32::from_le_bytes(raw) as usize, payload))
}

/// The bytes of a block, if they are no more than that.
pub(super) fn unpack(block: &[u8], most: usize) -> Result<Vec<u8>, Bad> {
    let (method, length, payload) = check(block)?;
    if length > most {
        return Err((1, "a block is larger than a block may be"));
    }
    let broken = |_| (HEADER, "a block cannot be unpacked");
    let mut raw = Vec::new();
    // One byte more shows that there are too many; and memory grows with what comes.
    let wanted = length as u64 + 1;
    match method {
        STORED => raw.extend_from_slice(payload),
        DEFLATE => {
            let decoder = flate2::bufread::DeflateDecoder::new(payload);
            decoder.take(wanted).read_to_end(&mut raw).map_err(broken)?;
        }
        ZSTD => {
            let broken = (HEADER, "a block cannot be unpacked");
            let decoder = ruzstd::decoding::StreamingDecoder::new(payload).map_err(|_| broken)?;
            decoder.take(wanted).read_to_end(&mut raw).map_err(|_| broken)?;
        }
        _ => return Err((0, "a block is packed in an unknown way")),
    }
    if raw.len() != length {
        return Err((1, "a block has another length than it says"));
    }
    Ok(raw)
}

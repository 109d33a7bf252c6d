//! Targets for archives and compressions.

use std::io::Write;

use crate::opening::{open_in_all_ways, trace, File};
use crate::{events, files, Verdict};

/// A kind of container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstd,
    /// tar.
    Tar,
    /// zip.
    Zip,
}

/// Opens an input that begins like that kind of container.
pub(crate) fn open(kind: Kind, input: &[u8]) -> Verdict {
    let begins = match kind {
        Kind::Gzip => input.starts_with(b"\x1f\x8b"),
        Kind::Zstd => input.starts_with(b"\x28\xb5\x2f\xfd") || input.get(1..4) == Some(b"\x2a\x4d\x18"),
        Kind::Tar => input.get(257..262) == Some(b"ustar"),
        // A directory alone makes an archive, too.
        Kind::Zip => input.starts_with(b"PK"),
    };
    if !begins {
        return Verdict::Reject;
    }
    let mut bytes = input.to_vec();
    if kind == Kind::Tar {
        repair_checksums(&mut bytes);
    }
    let _ = open_in_all_ways(&[(files::UNNAMED.to_owned(), bytes)], kind != Kind::Zip);
    Verdict::Keep
}

/// Puts the checksums of tar headers right, or every change of a header would end at its checksum. A header that ends in
/// `x` keeps the wrong one.
fn repair_checksums(bytes: &mut [u8]) {
    for block in bytes.chunks_exact_mut(512) {
        if block[257..262] != *b"ustar" || block[511] == b'x' {
            continue;
        }
        block[148..156].fill(b' ');
        let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }
}

/// Packs what follows the first bytes of an input as these say, and opens that.
///
/// The first byte is the number of layers, four at most, followed by a byte for each: gzip, Zstandard, tar or zip. Then two bytes and
/// one: a place, and what is changed there; 0 changes nothing. The rest is the innermost file.
pub(crate) fn layers(input: &[u8]) -> Verdict {
    let Some((&count, rest)) = input.split_first() else { return Verdict::Reject };
    let count = usize::from(count % 5);
    if rest.len() < count + 3 {
        return Verdict::Reject;
    }
    let (kinds, rest) = rest.split_at(count);
    let (damage, inner) = rest.split_at(3);
    let mut bytes = inner.to_vec();
    let mut zipped = false;
    for kind in kinds {
        let kinds = [Kind::Gzip, Kind::Zstd, Kind::Tar, Kind::Zip];
        bytes = pack(kinds[usize::from(kind % 4)], &bytes);
        zipped |= kind % 4 == 3;
    }
    let whole = damage[2] == 0;
    let at = usize::from(u16::from_le_bytes([damage[0], damage[1]]));
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= damage[2];
    }
    let packed: File = (files::UNNAMED.to_owned(), bytes);
    let outcome = open_in_all_ways(&[packed], !zipped);
    // A zip archive is opened as a file of its own only; inside of another layer it is refused.
    let nested = kinds.len() > 1 && kinds[0] % 4 == 3 || !kinds.is_empty() && inner.starts_with(b"PK");
    if whole && !nested && kinds.iter().skip(1).all(|kind| kind % 4 < 2) {
        // Only the innermost layer is an archive: its file is what there is, under a name that says the same.
        let bare: File = (format!("{}/rank-0", files::UNNAMED), inner.to_vec());
        let bare = open_in_all_ways(&[bare], false);
        if let (Some(found), Some(expected)) = (trace(&outcome), trace(&bare)) {
            let (found, expected) = (events::lines(found), events::lines(expected));
            events::assert_same(&found, &expected, &format!("packed by {kinds:?}"));
        }
        assert_eq!(outcome.is_ok(), bare.is_ok(), "packed by {kinds:?}");
    }
    Verdict::Keep
}

/// Packs a file, called `rank-0` where it has a name.
pub(crate) fn pack(kind: Kind, bytes: &[u8]) -> Vec<u8> {
    match kind {
        Kind::Gzip => gzip(bytes),
        Kind::Zstd => zstd::encode_all(bytes, 1).unwrap(),
        Kind::Tar => tarred(bytes),
        Kind::Zip => zipped(bytes),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn tarred(bytes: &[u8]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    builder.append_data(&mut header, "rank-0", bytes).unwrap();
    builder.into_inner().unwrap()
}

/// An archive of one stored file, written after the specification.
fn zipped(bytes: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"rank-0";
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    let size = (bytes.len() as u32).to_le_bytes();
    // Flags, method, time, date, checksum, sizes, lengths of the name and of further fields.
    let facts = [&[0; 8][..], &crc.sum().to_le_bytes(), &size, &size, &[6, 0, 0, 0]].concat();
    let mut out = [b"PK\x03\x04\x14\0", &facts[..], NAME, bytes].concat();
    let start = (out.len() as u32).to_le_bytes();
    let entry = [b"PK\x01\x02\x14\0\x14\0", &facts[..], &[0; 14], NAME].concat();
    let length = (entry.len() as u32).to_le_bytes();
    out.extend([&entry[..], b"PK\x05\x06\0\0\0\0\x01\0\x01\0", &length, &start, &[0, 0]].concat());
    out
}

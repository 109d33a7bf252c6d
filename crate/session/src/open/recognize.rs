//! What a file is, by its first bytes, as far as that is not a matter of formats.

use std::io::{self, Read};

use loopscope_formats::HEAD_BYTES;

use crate::source::Stream;

/// The first bytes of a stream, at most [`HEAD_BYTES`].
pub(super) fn head(stream: &mut Stream) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    stream.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}

pub(super) fn is_zstd(head: &[u8]) -> bool {
    head.starts_with(b"\x28\xb5\x2f\xfd")
        || (head.get(1..4) == Some(b"\x2a\x4d\x18") && head.first().is_some_and(|b| b >> 4 == 5))
}

/// Compressions and archives that are recognised in order to be refused by name.
pub(super) fn refused(head: &[u8]) -> Option<&'static str> {
    const KINDS: &[(&[u8], &str)] = &[
        (b"\xfd7zXZ\0", "xz"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
        (b"Rar!\x1a\x07", "RAR"),
        (b"\x04\x22\x4d\x18", "LZ4"),
        (b"LZIP\x01", "lzip"),
        (b"\x1f\x9d", "compress (.Z)"),
    ];
    if head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY") {
        return Some("bzip2");
    }
    KINDS.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, kind)| *kind)
}

/// Whether a file begins like a document of nests, with a model behind them or without, or like one of flow graphs or of a reduced
/// run: those are read as text, too.
pub(super) fn is_nests(head: &[u8]) -> bool {
    is_model(head) || is_flow(head) || is_reduced(head) || named(head).starts_with(b"\"loopscope-nests/")
}

/// Whether it is of flow graphs.
pub(crate) fn is_flow(head: &[u8]) -> bool {
    named(head).starts_with(b"\"loopscope-flow/")
}

/// Whether it is of a reduced run.
pub(crate) fn is_reduced(head: &[u8]) -> bool {
    named(head).starts_with(b"\"loopscope-reduced/")
}

/// Whether it has a model behind its nests.
pub(super) fn is_model(head: &[u8]) -> bool {
    named(head).starts_with(b"\"loopscope-model/")
}

/// What follows the key `format` at the begin of a document; nothing if that is not how it begins.
fn named(head: &[u8]) -> &[u8] {
    let start = head.get(..512).unwrap_or(head);
    if !start.trim_ascii_start().starts_with(b"{") {
        return &[];
    }
    let Some(at) = memchr::memmem::find(start, b"\"format\"") else { return &[] };
    let rest = start.get(at + b"\"format\"".len()..).unwrap_or_default().trim_ascii_start();
    rest.strip_prefix(b":").unwrap_or_default().trim_ascii_start()
}

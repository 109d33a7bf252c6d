//! Compressed traces: files in which a trace is stored as the loops that give it again.
//!
//! The source is section 3 of Ketterlin and Clauss 2008: every stream of a trace goes through nested loop
//! recognition in bounded memory, the terms are written as bytes
//! ([`compress`](loopscope_core::recognize::compress)), and a general-purpose compressor takes what
//! is left. `FORMAT.md` beside this file describes the bytes of a file.
//!
//! # Streams
//!
//! A process that has events (calls, communication) is one stream of symbols per view, a symbol for
//! each of its records in order of first appearance: processes that do the same in other places give
//! the same bytes. Tuples are split as in section 3.2 of the paper: the sequence of their *keys* (the
//! label, and the number in the field that names the instruction, if there is such a field) is a stream
//! of symbols, and the other numbers of each key's tuples are a stream of their own.
//!
//! # The second stage
//!
//! Blocks of a mebibyte are packed with Zstandard (level 19) or deflate, whichever is smaller, or stored. The
//! paper takes bzip2. On the terms of real address traces Zstandard is a tenth smaller than bzip2, which
//! is no better than deflate there; and the decoders of these two are in the page anyway. Only who
//! compresses needs the Zstandard library itself, hence the feature `compress`.
//!
//! # Cost
//!
//! Compressing holds a stack of 8 K terms at most for each stream that is not at its end, and a block. Reading
//! holds a piece of a block, or two, for each stream of the process that is being read. Neither
//! depends on how long a trace is. A file is read at any place, so one that comes through a pipe or out of
//! an archive is held, as it is, in memory.

mod block;
#[cfg(feature = "compress")]
mod compressing;
mod directory;
#[cfg(feature = "compress")]
mod encode;
mod file;
mod items;
pub(crate) mod load;
#[cfg(feature = "compress")]
mod pack;
#[cfg(feature = "compress")]
mod settings;
mod text;
#[cfg(feature = "compress")]
#[cfg(test)]
mod tests;

#[cfg(feature = "compress")]
pub use compressing::{Compressing, Failed, Outcome};
pub use file::Compressed;
#[cfg(feature = "compress")]
pub use settings::Settings;
pub use text::{file_names, write_process, WriteFailed};

/// The first bytes of a file. As in PNG: no text, and a transfer that changes line ends is noticed.
pub const MAGIC: &[u8; 8] = b"\x89LSZ\r\n\x1a\n";

/// The version that is written, and the only one that is read; the byte behind the magic.
pub const VERSION: u8 = 1;

/// The last bytes of a file.
const END: &[u8; 4] = b"LSZ\x1a";

/// Bytes before the first block.
const START: u64 = 9;

/// Bytes behind the directory: where it begins (8), a checksum (4), the end mark (4).
const TRAILER: u64 = 16;

/// Keys of a process that have streams of their own; the others share one.
#[cfg(feature = "compress")]
const OWN_STREAMS: usize = 4096;

/// Whether a file begins like a compressed trace, of any version.
pub fn is_compressed(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

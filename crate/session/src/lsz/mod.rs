//! Compressed traces: files that store a trace as the loops that reproduce it.
//!
//! The method is that of section 3 of Ketterlin and Clauss 2008. Each stream of a trace goes through nested loop
//! recognition in bounded memory, the terms are written as bytes ([`compress`](loopscope_core::recognize::compress)), and
//! a general-purpose compressor packs these. `FORMAT.md` in this folder describes the bytes of a file.
//!
//! # Streams
//!
//! The events of a process (calls, communication) are one stream of symbols per view. Symbols number the records of the
//! process in order of first appearance, so processes that do the same with other peers give the same bytes. Tuples are
//! split as in section 3.2 of the paper. The sequence of their *keys* is a stream of symbols; a key is the label, and the
//! number in the field that names the instruction, if there is such a field. The other numbers of the tuples with one key
//! are a stream of their own.
//!
//! Times do not repeat, so no loops are looked for in them: they are stored as the trace keeps them, in packed blocks of 128.
//!
//! # The second stage
//!
//! Blocks of a mebibyte are packed with Zstandard (level 19) or deflate, whichever is smaller, or stored. The
//! paper uses bzip2. On the terms of real address traces Zstandard is a tenth smaller than bzip2, which is no better than
//! deflate there, and the page has decoders for the other two anyway. Only compressing needs the Zstandard library itself,
//! hence the feature `compress`.
//!
//! # Cost
//!
//! Compressing holds a stack of at most 8 K terms for each unfinished stream, and a block. Reading holds one or two pieces
//! of blocks for each stream of the current process. Neither depends on the length of the trace. Reading jumps within the
//! file, so a file from a pipe or an archive is held in memory whole.

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
mod times;
#[cfg(feature = "compress")]
#[cfg(test)]
mod tests;

#[cfg(feature = "compress")]
pub use compressing::{Compressing, Failed, Outcome};
pub use file::Compressed;
#[cfg(feature = "compress")]
pub use settings::Settings;
pub use text::{file_names, write_process, WriteFailed};

/// The first bytes of a file. As in PNG, they are not text, and a transfer that changes line ends shows.
pub const MAGIC: &[u8; 8] = b"\x89LSZ\r\n\x1a\n";

/// The version that is written, the byte after the magic; older ones are read, too.
pub const VERSION: u8 = 3;

/// The version in which all events have times of their own from the first on that is in no call.
const VERSION_WITH_OWN_TIMES: u8 = 2;

/// The version without times, which is written if none are wanted.
pub const VERSION_WITHOUT_TIMES: u8 = 1;

/// The last bytes of a file.
const END: &[u8; 4] = b"LSZ\x1a";

/// Bytes before the first block.
const START: u64 = 9;

/// Bytes after the directory: where it begins (8), a checksum (4), the end mark (4).
const TRAILER: u64 = 16;

/// The most keys of a process that have streams of their own; the others share one.
#[cfg(feature = "compress")]
const OWN_STREAMS: usize = 4096;

/// Whether a file begins like a compressed trace, of any version.
pub fn is_compressed(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

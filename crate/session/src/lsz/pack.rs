//! Writes a file: blocks as they fill, the directory and the trailer at the end.

use std::io::{self, Write};

use super::block;
use super::directory::{BlockEntry, Directory, Piece, StreamEntry};
use super::{END, MAGIC, START};

/// The bytes of all streams together that make a block.
const BLOCK: usize = 1 << 20;

/// Collects bytes of streams and writes them as blocks.
pub(super) struct Packer<W> {
    out: W,
    version: u8,
    /// Bytes written.
    written: u64,
    streams: Vec<Pending>,
    /// Bytes that are in no block yet, over all streams.
    pending: usize,
    blocks: Vec<BlockEntry>,
}

/// The bytes of a stream that are in no block yet.
struct Pending {
    entry: StreamEntry,
    bytes: Vec<u8>,
    values: u64,
}

impl<W: Write> Packer<W> {
    /// Begins a file and writes its first bytes.
    pub(super) fn new(mut out: W, version: u8) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        out.write_all(&[version])?;
        let (streams, blocks) = (Vec::new(), Vec::new());
        Ok(Self { out, version, written: START, streams, pending: 0, blocks })
    }

    /// Adds a stream of values with that many fields; returns its number.
    pub(super) fn stream(&mut self, fields: usize) -> u32 {
        let entry = StreamEntry { fields, values: 0 };
        self.streams.push(Pending { entry, bytes: Vec::new(), values: 0 });
        self.streams.len() as u32 - 1
    }

    /// Appends to a stream what `write` writes. It stands for so many values.
    pub(super) fn add(&mut self, stream: u32, values: u64, write: impl FnOnce(&mut Vec<u8>) -> bool) -> io::Result<()> {
        let Some(pending) = self.streams.get_mut(stream as usize) else { return Ok(()) };
        let before = pending.bytes.len();
        if !write(&mut pending.bytes) {
            return Err(io::Error::other("a term cannot be written"));
        }
        self.pending += pending.bytes.len() - before;
        pending.values += values;
        if self.pending >= BLOCK {
            self.block()?;
        }
        Ok(())
    }

    /// Writes the pending bytes as a block.
    fn block(&mut self) -> io::Result<()> {
        let mut raw = Vec::with_capacity(self.pending);
        let mut pieces = Vec::new();
        for (stream, pending) in self.streams.iter_mut().enumerate() {
            if pending.values == 0 {
                continue;
            }
            let (stream, bytes, values) = (stream as u32, pending.bytes.len() as u64, pending.values);
            pieces.push(Piece { stream, bytes, values });
            raw.append(&mut pending.bytes);
            pending.entry.values += values;
            pending.values = 0;
        }
        self.pending = 0;
        let packed = packed(&raw)?;
        self.out.write_all(&packed)?;
        self.written += packed.len() as u64;
        self.blocks.push(BlockEntry { length: packed.len() as u64, pieces });
        Ok(())
    }

    /// Writes the rest and the directory, after filling in its streams and blocks. Returns the length of the file and the
    /// output.
    pub(super) fn finish(mut self, mut directory: Directory) -> io::Result<(u64, W)> {
        if self.streams.iter().any(|pending| pending.values > 0) {
            self.block()?;
        }
        directory.streams = self.streams.into_iter().map(|pending| pending.entry).collect();
        directory.blocks = self.blocks;
        let packed = packed(&directory.write())?;
        let at = self.written.to_le_bytes();
        let sum = block::checksum(&[MAGIC, &[self.version], &at]);
        let trailer = [&at[..], &sum.to_le_bytes(), END].concat();
        self.out.write_all(&packed)?;
        self.out.write_all(&trailer)?;
        self.out.flush()?;
        Ok((self.written + (packed.len() + trailer.len()) as u64, self.out))
    }
}

fn packed(raw: &[u8]) -> io::Result<Vec<u8>> {
    block::pack(raw).ok_or_else(|| io::Error::other("a block has 4 GiB or more"))
}

//! The bytes of a file: at any place, or once in order.

use std::io::{self, Read};
use std::rc::Rc;

/// Bytes that can be read at any place, again and again: a file, a `Blob`, a slice.
pub trait ReadAt {
    /// Number of bytes.
    fn len(&self) -> u64;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads into the buffer from that byte on and says how many it read; 0 at the end only.
    ///
    /// # Errors
    /// Whatever the system says.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
}

impl ReadAt for [u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let mut rest = self.get(start..).unwrap_or_default();
        rest.read(buffer)
    }
}

impl ReadAt for Vec<u8> {
    fn len(&self) -> u64 {
        ReadAt::len(self.as_slice())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.as_slice().read_at(offset, buffer)
    }
}

/// Reads from that byte on, again where a signal interrupts it. So no decoder ever meets an interruption.
pub(crate) fn read_some(data: &dyn ReadAt, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match data.read_at(offset, buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // More than the buffer holds cannot have been read.
            result => return result.map(|count| count.min(buffer.len())),
        }
    }
}

/// The bytes of a file that was dropped or named.
pub enum Content {
    /// A file; needed for zip archives, whose directory stands at their end.
    Random(Rc<dyn ReadAt>),
    /// Something that passes by once: standard input.
    Stream(Box<dyn Read>),
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Content::Random(data) => f.debug_tuple("Random").field(&data.len()).finish(),
            Content::Stream(_) => f.write_str("Stream"),
        }
    }
}

/// A file to open.
#[derive(Debug)]
pub struct SourceFile {
    /// Its path as the user knows it: `cg.A.16/rank-0.trace`.
    pub path: String,
    /// Its bytes.
    pub data: Content,
}

/// Bytes that can be read in order.
pub(crate) type Stream = Box<dyn Read>;

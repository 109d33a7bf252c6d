//! The bytes of a file: readable at any position, or once in order.

use std::io::{self, Read};
use std::rc::Rc;

use loopscope_formats::notes::{Note, Place};

use crate::system_error::READABLE;

/// Bytes that can be read at any position, any number of times: a file, a `Blob`, a slice.
pub trait ReadAt {
    /// The number of bytes.
    fn len(&self) -> u64;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads into the buffer from a position on; returns the number of bytes, which is 0 only at the end.
    ///
    /// # Errors
    /// Those of the system.
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

/// Reads from a position on, and again if a signal interrupts it, so that no decoder sees an interruption.
pub(crate) fn read_some(data: &dyn ReadAt, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match data.read_at(offset, buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // A wrong implementation must not lead past the end of the buffer.
            result => return result.map(|count| count.min(buffer.len())),
        }
    }
}

/// Fills the buffer with the bytes at a position.
pub(crate) fn fill(name: &str, data: &dyn ReadAt, offset: u64, buffer: &mut [u8]) -> Result<(), Note> {
    let mut done = 0;
    while done < buffer.len() {
        let at = offset + done as u64;
        let Some(rest) = buffer.get_mut(done..) else { break };
        let failed = |found: String| {
            Err(Note::error(name, "the file cannot be read").at(Place::Byte(at)).found(found).expected(READABLE))
        };
        match data.read_at(at, rest) {
            Ok(0) => return failed("the end of the file".to_owned()),
            Ok(count) => done += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return failed(error.to_string()),
        }
    }
    Ok(())
}

/// The bytes of a file that was dropped or named.
pub enum Content {
    /// A file. Zip archives need one, because their directory is at their end.
    Random(Rc<dyn ReadAt>),
    /// A stream that can be read once, such as standard input.
    Stream(Box<dyn Read>),
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random(data) => f.debug_tuple("Random").field(&data.len()).finish(),
            Self::Stream(_) => f.write_str("Stream"),
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

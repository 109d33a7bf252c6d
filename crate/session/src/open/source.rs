//! Where bytes come from: files that can be read at any place, and streams that cannot.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use super::fault::Faults;

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
pub(super) fn read_some(data: &dyn ReadAt, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
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
pub(super) type Stream = Box<dyn Read>;

/// Reads a stretch of a [`ReadAt`] in order and tells how far it came.
pub(super) struct Cursor {
    data: Rc<dyn ReadAt>,
    at: u64,
    end: u64,
    /// The furthest byte that was read, for the progress bar.
    reached: Rc<Cell<u64>>,
    faults: Faults,
}

impl Cursor {
    pub(super) fn new(
        data: Rc<dyn ReadAt>,
        start: u64,
        length: u64,
        reached: Rc<Cell<u64>>,
        faults: Faults,
    ) -> Cursor {
        Cursor { data, at: start, end: start.saturating_add(length), reached, faults }
    }
}

impl Read for Cursor {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let wanted = buffer.len().min(left);
        let Some(part) = buffer.get_mut(..wanted).filter(|part| !part.is_empty()) else {
            return Ok(0);
        };
        match read_some(&*self.data, self.at, part) {
            // Without this a file that was cut while it is read would be taken for the whole.
            Ok(0) => Err(self.faults.shortened(self.at, self.end)),
            Ok(count) => {
                self.at += count as u64;
                self.reached.set(self.reached.get().max(self.at));
                Ok(count)
            }
            Err(error) => Err(self.faults.io(self.at, error)),
        }
    }
}

/// Counts what passes through a stream of unknown length.
pub(super) struct Meter {
    pub(super) inner: Stream,
    pub(super) reached: Rc<Cell<u64>>,
    pub(super) faults: Faults,
}

impl Read for Meter {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.inner.read(buffer) {
                Ok(count) => {
                    self.reached.set(self.reached.get() + count as u64);
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.faults.io(self.reached.get(), error)),
            }
        }
    }
}

//! Streams over the bytes of a dropped file, which report how far they came and what went wrong.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use super::fault::Faults;
use crate::source::{read_some, ReadAt, Stream};

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
    pub(super) fn new(data: Rc<dyn ReadAt>, start: u64, length: u64, reached: Rc<Cell<u64>>, faults: Faults) -> Self {
        Self { data, at: start, end: start.saturating_add(length), reached, faults }
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

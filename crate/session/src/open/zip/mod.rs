//! Zip archives, read through their central directory.
//!
//! Only what an opening needs is here: the directory (also of zip64), and streams over the entries
//! that survive between two steps. Methods are stored, deflate and Zstandard; encrypted entries are
//! refused by name. The layout is that of PKWARE's APPNOTE.TXT 6.3, sections 4.3.6 to 4.3.16.

mod directory;

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use loopscope_core::numbers::thousands;
use loopscope_formats::notes::{Note, Place};

use super::fault::Faults;
use super::source::Cursor;
use super::unpack;
use crate::crc::Crc;
use crate::source::{ReadAt, Stream};
use directory::{fill, u16_at};
pub(super) use directory::{too_many, Entry};

/// A zip archive and which entry comes next.
pub(super) struct Archive {
    data: Rc<dyn ReadAt>,
    pub(super) entries: std::vec::IntoIter<Entry>,
    reached: Rc<Cell<u64>>,
    faults: Faults,
}

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const LOCAL_LENGTH: u64 = 30;

/// Whether a file begins like a zip archive.
pub(super) fn is_zip(head: &[u8]) -> bool {
    head.starts_with(&LOCAL) || head.starts_with(&directory::END)
}

impl Archive {
    /// Reads the directory.
    ///
    /// # Errors
    /// The fault, written down in `faults`: no directory, a damaged one, one of more than `limit`
    /// entries.
    pub(super) fn open(data: Rc<dyn ReadAt>, limit: u64, reached: Rc<Cell<u64>>, faults: Faults) -> io::Result<Self> {
        let entries = directory::read(&data, limit, &faults)?;
        Ok(Self { data, entries: entries.into_iter(), reached, faults })
    }

    /// The bytes of an entry, unpacked and checked.
    pub(super) fn stream(&self, entry: &Entry, faults: Faults) -> io::Result<Stream> {
        let refuse = |what: &str, found: String, expected: &str| {
            let note = Note::error(faults.file(), what).found(found).expected(expected);
            Err(faults.set(note.remedy("unpack the archive first")))
        };
        if entry.flags & 1 != 0 {
            let what = "the file is encrypted inside its zip archive";
            return refuse(what, "encrypted data".to_owned(), "a file without a password");
        }
        let mut header = [0; LOCAL_LENGTH as usize];
        let count = fill(&self.data, entry.header, &mut header, &self.faults)?;
        if count < header.len() {
            return Err(self.faults.truncated("zip archive", entry.header + count as u64));
        }
        let lengths = u16_at(&header, 26).zip(u16_at(&header, 28));
        let (Some((name, extra)), true) = (lengths, header.starts_with(&LOCAL)) else {
            return Err(self.faults.damaged("zip archive", entry.header, "no entry where one should be"));
        };
        let before = LOCAL_LENGTH + u64::from(name) + u64::from(extra);
        let start = entry.header.saturating_add(before);
        if start.saturating_add(entry.packed) > self.data.len() {
            return Err(self.faults.truncated("zip archive", self.data.len()));
        }
        let cursor = Cursor::new(self.data.clone(), start, entry.packed, self.reached.clone(), self.faults.clone());
        let unpacked: Stream = match entry.method {
            0 => Box::new(cursor),
            8 => unpack::inflate(Box::new(cursor), faults.clone()),
            93 => unpack::unzstd(Box::new(cursor), faults.clone()),
            other => {
                let what = "the file is packed in a way that is not known here";
                let kind = match other {
                    9 => "Deflate64".to_owned(),
                    12 => "bzip2".to_owned(),
                    14 => "LZMA".to_owned(),
                    95 => "xz".to_owned(),
                    98 => "PPMd".to_owned(),
                    _ => format!("method {other}"),
                };
                return refuse(what, kind, "stored, deflate or Zstandard");
            }
        };
        let crc = Crc::new();
        let (expected, size, read) = (entry.crc, entry.size, 0);
        Ok(Box::new(Checked { inner: unpacked, crc, expected, size, read, faults }))
    }
}

/// Compares what comes out of an entry with the size and the checksum of the directory.
struct Checked {
    inner: Stream,
    crc: Crc,
    expected: u32,
    size: u64,
    read: u64,
    faults: Faults,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match self.inner.read(buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => {
                return Err(self.faults.damaged("packed data", self.read, error.to_string()));
            }
        };
        self.crc.update(buffer.get(..count).unwrap_or_default());
        self.read += count as u64;
        if self.read > self.size || (count == 0 && !buffer.is_empty() && self.read < self.size) {
            // How much more came depends on how much was asked for.
            let found = match self.read > self.size {
                true => "more bytes".to_owned(),
                false => format!("{} bytes", thousands(self.read)),
            };
            let note = Note::error(self.faults.file(), "the file does not have the size its zip archive states")
                .at(Place::Byte(self.read.min(self.size)))
                .found(found)
                .expected(format!("{} bytes", thousands(self.size)))
                .remedy("copy or download the archive again");
            return Err(self.faults.set(note));
        }
        if count == 0 && !buffer.is_empty() && self.crc.sum() != self.expected {
            let found = "a checksum that does not agree with the data";
            return Err(self.faults.damaged("packed data", self.read, found));
        }
        Ok(count)
    }
}

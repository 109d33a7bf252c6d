//! Tar archives, read in order.
//!
//! The `tar` crate reads the 512-byte headers. Walking from one to the next is done here, because
//! its iterator borrows the archive for as long as an entry is read, and an opening has to put
//! everything down between two steps.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

use tar::{EntryType, Header};

use super::fault::Faults;
use crate::source::Stream;
use loopscope_formats::notes::Note;

/// Bytes of a block: headers are one, data is padded to whole ones.
const BLOCK: u64 = 512;

/// Bytes that a long name or a set of extended attributes may have.
const MAX_EXTENSION: u64 = 1 << 20;

/// Headers that may extend an entry: names and attributes, for the entry and for what it links to.
const MAX_EXTENSIONS: usize = 16;

/// Bytes of an entry, far above any disk; a damaged header may state any number.
const MAX_SIZE: u64 = 1 << 60;

/// Whether a file begins with the header of a tar archive.
pub(super) fn is_tar(head: &[u8]) -> bool {
    let Some(block) = head.first_chunk::<512>() else { return false };
    block.get(257..262) == Some(b"ustar") || (block.iter().any(|&byte| byte != 0) && checks(block))
}

/// Whether the checksum of a header is right.
fn checks(block: &[u8; 512]) -> bool {
    let mut header = Header::new_old();
    *header.as_mut_bytes() = *block;
    let Ok(stored) = header.cksum() else { return false };
    header.set_cksum();
    header.cksum().is_ok_and(|right| right == stored)
}

/// A tar archive and where reading it stands.
pub(super) struct Archive {
    inner: Stream,
    faults: Faults,
    /// Bytes read so far.
    at: u64,
    /// Bytes of the current entry that are still to come, and of the padding behind it.
    left: u64,
    padding: u64,
    ended: bool,
}

/// What comes next in an archive.
pub(super) enum Next {
    /// A file of that name, to be read through [`Entry`].
    File(String),
    /// Something that is passed over, with the reason if that is worth telling.
    Other(String, Option<&'static str>),
    /// More has to be skipped than the budget allowed.
    Later,
    /// The end; whether the archive said so itself.
    End { marked: bool },
}

impl Archive {
    pub(super) fn new(inner: Stream, faults: Faults) -> Self {
        Self { inner, faults, at: 0, left: 0, padding: 0, ended: false }
    }

    /// Reads as much as there is, up to the whole buffer.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match self.inner.read(rest) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.at += filled as u64;
        Ok(filled)
    }

    fn truncated(&self) -> io::Error {
        self.faults.truncated("tar archive", self.at)
    }

    /// Skips what is left of the current entry, as far as the budget goes; whether all is skipped.
    fn skip(&mut self, budget: &mut usize) -> io::Result<bool> {
        let mut scratch = [0; 16 << 10];
        while self.left + self.padding > 0 {
            if *budget == 0 {
                return Ok(false);
            }
            let most = (self.left + self.padding).min(scratch.len() as u64) as usize;
            let part = scratch.get_mut(..most).unwrap_or_default();
            let count = self.fill(part)?;
            if count < most {
                return Err(self.truncated());
            }
            let of_data = self.left.min(count as u64);
            self.left -= of_data;
            self.padding -= count as u64 - of_data;
            *budget = budget.saturating_sub(count);
        }
        Ok(true)
    }

    /// The data of the current entry, which extends the next one.
    fn extension(&mut self) -> io::Result<Vec<u8>> {
        if self.left > MAX_EXTENSION {
            return Err(self.faults.damaged("tar archive", self.at, "a name that is too long"));
        }
        let mut data = vec![0; self.left as usize];
        if self.fill(&mut data)? < data.len() {
            return Err(self.truncated());
        }
        self.left = 0;
        self.skip(&mut usize::MAX.clone())?;
        Ok(data)
    }

    /// Goes to the next entry.
    pub(super) fn next(&mut self, budget: &mut usize) -> io::Result<Next> {
        if self.ended {
            return self.drain(budget);
        }
        if !self.skip(budget)? {
            return Ok(Next::Later);
        }
        let mut extended = Extended::default();
        for _ in 0..MAX_EXTENSIONS {
            let start = self.at;
            let header = match self.header(budget)? {
                Some(header) => header,
                None if self.at == start && extended.name.is_none() => {
                    return Ok(Next::End { marked: false });
                }
                None => return Err(self.truncated()),
            };
            if header.as_bytes().iter().all(|&byte| byte == 0) {
                self.ended = true;
                return self.drain(budget);
            }
            if !checks(header.as_bytes()) {
                let found = "a header whose checksum is wrong";
                return Err(self.faults.damaged("tar archive", start, found));
            }
            let Some(size) = header.entry_size().ok().filter(|&size| size <= MAX_SIZE) else {
                return Err(self.faults.damaged("tar archive", start, "a size that cannot be"));
            };
            let kind = header.entry_type();
            let extends = kind.is_gnu_longname()
                || kind.is_gnu_longlink()
                || kind.is_pax_local_extensions()
                || kind.is_pax_global_extensions();
            // An attribute of size belongs to the entry it extends, not to the extension itself.
            self.left = if extends { size } else { extended.size.unwrap_or(size) };
            self.padding = (BLOCK - self.left % BLOCK) % BLOCK;
            if !extends {
                return self.entry(&header, extended.name);
            }
            extended.add(kind, self.extension()?);
        }
        Err(self.faults.damaged("tar archive", self.at, "headers that extend each other"))
    }

    /// Reads a header; `None` if the archive ends before its last byte.
    fn header(&mut self, budget: &mut usize) -> io::Result<Option<Header>> {
        let mut header = Header::new_old();
        let count = self.fill(header.as_mut_bytes())?;
        *budget = budget.saturating_sub(count);
        Ok((count as u64 == BLOCK).then_some(header))
    }

    /// Says what the entry of this header is; `long_name` replaces the name that is in the header.
    fn entry(&mut self, header: &Header, long_name: Option<Vec<u8>>) -> io::Result<Next> {
        let name = long_name.unwrap_or_else(|| header.path_bytes().into_owned());
        let name = String::from_utf8_lossy(&name).into_owned();
        let kind = header.entry_type();
        if kind.is_gnu_sparse() {
            let file = format!("{}/{name}", self.faults.file());
            let note = Note::error(&file, "the file is stored with holes")
                .found("a sparse file")
                .expected("a whole file")
                .remedy("pack the archive without --sparse");
            return Err(self.faults.set(note));
        }
        let file = kind.is_file() || kind.is_contiguous();
        if file && !name.ends_with('/') {
            return Ok(Next::File(name));
        }
        let link = kind.is_hard_link() || kind.is_symlink();
        if link {
            // Some archives state the size of what a link points to; no data follows.
            (self.left, self.padding) = (0, 0);
        }
        Ok(Next::Other(name, link.then_some("a link to another file")))
    }

    /// Reads what stands behind the end, so that the layers below can check their sums.
    fn drain(&mut self, budget: &mut usize) -> io::Result<Next> {
        let mut scratch = [0; 16 << 10];
        while *budget > 0 {
            let count = self.fill(&mut scratch)?;
            *budget = budget.saturating_sub(count);
            if count < scratch.len() {
                return Ok(Next::End { marked: true });
            }
        }
        Ok(Next::Later)
    }
}

/// What extensions say of the entry that they stand before.
#[derive(Default)]
struct Extended {
    name: Option<Vec<u8>>,
    size: Option<u64>,
}

impl Extended {
    /// Takes in the data of an extension of that kind. Those that say nothing of name or size are passed over.
    fn add(&mut self, kind: EntryType, mut data: Vec<u8>) {
        if kind.is_gnu_longname() {
            while data.last() == Some(&0) {
                data.pop();
            }
            self.name = Some(data);
        } else if kind.is_pax_local_extensions() {
            for (key, value) in attributes(&data) {
                match key {
                    b"path" => self.name = Some(value.to_vec()),
                    b"size" => {
                        let size = std::str::from_utf8(value).ok().and_then(|v| v.parse().ok());
                        self.size = size.filter(|&size| size <= MAX_SIZE);
                    }
                    // Other: times, owners and the like of the file in the archive.
                    _ => {}
                }
            }
        }
    }
}

/// The attributes of an extended header: lines `length key=value`.
fn attributes(mut data: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut found = Vec::new();
    while let Some(space) = memchr::memchr(b' ', data) {
        let length = data.get(..space).and_then(|digits| std::str::from_utf8(digits).ok());
        let Some(length) = length.and_then(|digits| digits.parse::<usize>().ok()) else { break };
        let Some(line) = data.get(space + 1..length) else { break };
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        if let Some(equals) = memchr::memchr(b'=', line) {
            let (key, value) = line.split_at(equals);
            found.push((key, value.get(1..).unwrap_or_default()));
        }
        data = data.get(length..).unwrap_or_default();
    }
    found
}

/// The data of the current entry of an archive.
pub(super) struct Entry(pub(super) Rc<RefCell<Archive>>);

impl Read for Entry {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut archive = self.0.try_borrow_mut().map_err(io::Error::other)?;
        let most = archive.left.min(buffer.len() as u64) as usize;
        let Some(part) = buffer.get_mut(..most).filter(|part| !part.is_empty()) else {
            return Ok(0);
        };
        let count = archive.inner.read(part)?;
        if count == 0 {
            return Err(archive.truncated());
        }
        archive.at += count as u64;
        archive.left -= count as u64;
        Ok(count)
    }
}

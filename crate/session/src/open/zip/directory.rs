//! The central directory of a zip archive, also in the form of zip64.

use std::io;
use std::rc::Rc;

use loopscope_core::numbers::thousands;
use loopscope_formats::notes::Note;

use super::super::fault::Faults;
use crate::source::{read_some, ReadAt};

/// What the record at the end of an archive begins with.
pub(super) const END: [u8; 4] = *b"PK\x05\x06";
const END_LENGTH: u64 = 22;
const END64_LOCATOR: [u8; 4] = *b"PK\x06\x07";
const END64: [u8; 4] = *b"PK\x06\x06";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const CENTRAL_LENGTH: usize = 46;

/// One entry of the directory.
#[derive(Debug)]
pub(in super::super) struct Entry {
    pub(in super::super) name: String,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) crc: u32,
    pub(super) packed: u64,
    pub(super) size: u64,
    pub(super) header: u64,
}

/// Where the directory lies.
struct Directory {
    entries: u64,
    size: u64,
    offset: u64,
}

/// Reads the directory of an archive.
///
/// # Errors
/// The fault, written down in `faults`.
pub(super) fn read(data: &Rc<dyn ReadAt>, limit: u64, faults: &Faults) -> io::Result<Vec<Entry>> {
    let directory = find_directory(data, faults)?;
    if directory.entries > limit {
        return Err(faults.set(too_many(faults.file(), directory.entries, limit)));
    }
    read_directory(data, &directory, limit, faults)
}

/// More entries than are read.
pub(in super::super) fn too_many(file: &str, found: u64, limit: u64) -> Note {
    Note::error(file, "there are too many files in the archive")
        .found(thousands(found))
        .expected(format!("at most {}", thousands(limit)))
        .remedy("unpack it and open a part of it")
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Reads as much as there is, up to the whole buffer.
pub(super) fn fill(data: &Rc<dyn ReadAt>, at: u64, buffer: &mut [u8], faults: &Faults) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        let at = at.saturating_add(filled as u64);
        match read_some(&**data, at, rest).map_err(|error| faults.io(at, error))? {
            0 => break,
            count => filled += count,
        }
    }
    Ok(filled)
}

/// Finds the end record, which stands before a comment of at most 65,535 bytes at the end.
fn find_directory(data: &Rc<dyn ReadAt>, faults: &Faults) -> io::Result<Directory> {
    let length = data.len();
    let most = (END_LENGTH + u64::from(u16::MAX)).min(length);
    let start = length - most;
    let mut tail = vec![0; most as usize];
    let count = fill(data, start, &mut tail, faults)?;
    tail.truncate(count);
    let found = memchr::memmem::rfind_iter(&tail, &END).find_map(|at| {
        let end = tail.get(at..)?;
        let comment = u16_at(end, 20)?;
        // A record whose comment would reach beyond the file is data that looks like one.
        (at as u64 + END_LENGTH + u64::from(comment) <= count as u64).then_some((at, end))
    });
    let Some((at, end)) = found else { return Err(faults.truncated("zip archive", length)) };
    let short = || {
        let entries = u16_at(end, 10)?;
        let disks = u16_at(end, 4)?;
        Some((disks, u64::from(entries), u64::from(u32_at(end, 12)?), u64::from(u32_at(end, 16)?)))
    };
    let Some((disks, entries, size, offset)) = short() else {
        return Err(faults.truncated("zip archive", length));
    };
    let wide = entries == u64::from(u16::MAX) || size == u64::from(u32::MAX) || offset == u64::from(u32::MAX);
    if wide {
        let locator = at.checked_sub(20).and_then(|at| tail.get(at..at + 20));
        if let Some(locator) = locator.filter(|bytes| bytes.starts_with(&END64_LOCATOR)) {
            return wide_directory(data, u64_at(locator, 8).unwrap_or(u64::MAX), faults);
        }
    }
    if disks != 0 && disks != u16::MAX {
        let note = Note::error(faults.file(), "the zip archive is in several parts")
            .found(format!("part {}", u32::from(disks) + 1))
            .expected("an archive in one file")
            .remedy("join the parts first");
        return Err(faults.set(note));
    }
    Ok(Directory { entries, size, offset })
}

/// The end record of zip64.
fn wide_directory(data: &Rc<dyn ReadAt>, at: u64, faults: &Faults) -> io::Result<Directory> {
    let mut record = [0; 56];
    let count = fill(data, at, &mut record, faults)?;
    let fields = || Some((u64_at(&record, 32)?, u64_at(&record, 40)?, u64_at(&record, 48)?));
    match fields() {
        Some((entries, size, offset)) if count == record.len() && record.starts_with(&END64) => {
            Ok(Directory { entries, size, offset })
        }
        _ => Err(faults.damaged("zip archive", at.min(data.len()), "no directory where one should be")),
    }
}

/// Bytes that the directory may have: names and attributes of 100,000 files.
const MAX_DIRECTORY: u64 = 64 << 20;

fn read_directory(data: &Rc<dyn ReadAt>, directory: &Directory, limit: u64, faults: &Faults) -> io::Result<Vec<Entry>> {
    if directory.size > MAX_DIRECTORY || directory.offset > data.len() {
        return Err(faults.damaged("zip archive", data.len(), "a directory that cannot be there"));
    }
    let mut bytes = vec![0; directory.size.min(data.len()) as usize];
    let count = fill(data, directory.offset, &mut bytes, faults)?;
    bytes.truncate(count);
    let mut entries = Vec::new();
    let mut at = 0;
    while (entries.len() as u64) < directory.entries {
        let place = directory.offset + at as u64;
        if entries.len() as u64 >= limit {
            return Err(faults.set(too_many(faults.file(), directory.entries, limit)));
        }
        let rest = bytes.get(at..).unwrap_or_default();
        if rest.len() < CENTRAL_LENGTH {
            return Err(faults.truncated("directory of the zip archive", place));
        }
        match central(rest) {
            Some((entry, length)) => {
                entries.push(entry);
                at += length;
            }
            None => return Err(faults.damaged("directory of the zip archive", place, "no entry where one should be")),
        }
    }
    Ok(entries)
}

/// An entry of the directory and its length there.
fn central(bytes: &[u8]) -> Option<(Entry, usize)> {
    if !bytes.starts_with(&CENTRAL) {
        return None;
    }
    let name_length = usize::from(u16_at(bytes, 28)?);
    let extra_length = usize::from(u16_at(bytes, 30)?);
    let comment_length = usize::from(u16_at(bytes, 32)?);
    let name_end = CENTRAL_LENGTH + name_length;
    let name = bytes.get(CENTRAL_LENGTH..name_end)?;
    let mut entry = Entry {
        // Some packers write the separators of their system.
        name: String::from_utf8_lossy(name).replace('\\', "/"),
        flags: u16_at(bytes, 8)?,
        method: u16_at(bytes, 10)?,
        crc: u32_at(bytes, 16)?,
        packed: u32_at(bytes, 20)?.into(),
        size: u32_at(bytes, 24)?.into(),
        header: u32_at(bytes, 42)?.into(),
    };
    widen(&mut entry, bytes.get(name_end..name_end + extra_length)?);
    Some((entry, name_end + extra_length + comment_length))
}

/// Takes the 64-bit values from the extra field 1, which has them for exactly the fields that are
/// full.
fn widen(entry: &mut Entry, mut extra: &[u8]) {
    while let (Some(id), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
        let end = 4 + usize::from(length);
        if id == 1 {
            let mut values = extra.get(4..end).unwrap_or_default().chunks_exact(8);
            for field in [&mut entry.size, &mut entry.packed, &mut entry.header] {
                if *field == u64::from(u32::MAX) {
                    if let Some(value) = values.next().and_then(|bytes| u64_at(bytes, 0)) {
                        *field = value;
                    }
                }
            }
        }
        extra = extra.get(end..).unwrap_or_default();
    }
}

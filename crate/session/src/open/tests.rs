//! Openings of files made up here and of the fixtures on disk.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use loopscope_core::trace::{Kind, Trace, View};
use loopscope_formats::notes::{Note, Severity};
use loopscope_testing::held;
use proptest::prelude::*;

use super::*;

mod archives;
mod bad_input;
mod choices;
mod columns;
mod parts;
mod rules;
mod several_files;

/// Works an opening off in steps of that budget.
pub(crate) fn work(mut opening: Opening, budget: usize) -> Result<Opened, Vec<Note>> {
    loop {
        match opening.step(budget)? {
            Status::Working => {}
            Status::Done(opened) => return Ok(*opened),
        }
    }
}

/// A file of that name with these bytes.
pub(crate) fn file(path: &str, bytes: impl AsRef<[u8]>) -> SourceFile {
    let bytes = bytes.as_ref().to_vec();
    SourceFile { path: path.to_owned(), data: Content::Random(Rc::new(bytes)) }
}

fn open_with(files: impl IntoIterator<Item = SourceFile>, limits: Limits) -> Result<Opened, Vec<Note>> {
    work(Opening::new("drop", files.into_iter().collect(), limits), 1 << 20)
}

fn open(files: impl IntoIterator<Item = SourceFile>) -> Result<Opened, Vec<Note>> {
    open_with(files, Limits::default())
}

/// The trace that was opened.
pub(crate) fn into_trace(opened: Opened) -> Trace {
    held!(opened.content, OpenedContent::Trace(trace) => trace)
}

fn trace(opened: &Opened) -> &Trace {
    held!(&opened.content, OpenedContent::Trace(trace) => trace)
}

/// The messages of an opening that must fail.
fn refused(files: impl IntoIterator<Item = SourceFile>) -> Vec<String> {
    messages(&open(files).expect_err("this cannot be opened"))
}

pub(crate) fn messages(notes: &[Note]) -> Vec<String> {
    notes.iter().map(Note::to_string).collect()
}

#[track_caller]
fn assert_notes(opened: &Opened, expected: &[&str]) {
    assert_eq!(messages(&opened.notes), expected);
}

/// The first message begins like that.
#[track_caller]
fn assert_begins(said: &[String], expected: &str) {
    assert!(said[0].starts_with(expected), "{said:?}");
}

/// There is one message, with this in it.
#[track_caller]
fn assert_one(said: &[String], part: &str) {
    assert!(said.len() == 1 && said[0].contains(part), "{said:?}");
}

/// A file that is read once, as from a pipe.
pub(crate) fn streamed(path: &str, stream: impl Read + 'static) -> SourceFile {
    SourceFile { path: path.to_owned(), data: Content::Stream(Box::new(stream)) }
}

/// Processes with the number of their events in the trace's first view.
fn sizes(opened: &Opened) -> Vec<(u32, usize)> {
    let trace = trace(opened);
    let view = trace.views()[0];
    let events = trace.processes().iter().map(|it| (it.id.0, it.events(view)));
    events.map(|(id, events)| (id, events.map_or(0, |events| events.len()))).collect()
}

fn fixture_path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(path)
}

fn fixtures(folder: &str) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(fixture_path(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = entries
        .filter(|path| path.is_file() && path.extension().is_none_or(|end| end != "expected"))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path))
        .collect();
    found.sort();
    found
}

fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(fixture_path(path)).unwrap()
}

/// The files of a fixture, in a folder of that name.
fn below(folder: &str, name: &str) -> Vec<SourceFile> {
    let files = loopscope_testing::fixtures_below(folder, name);
    files.into_iter().map(|(path, bytes)| file(&path, bytes)).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A tar archive of these files.
fn tarred(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = ::tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = ::tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

/// A zip archive of these files with their method, written after the specification; `wide` in the
/// form of zip64.
fn zipped(files: &[(&str, u16, &[u8], &[u8])], wide: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for (name, method, plain, packed) in files {
        let mut crc = flate2::Crc::new();
        crc.update(plain);
        let start = out.len();
        let sizes = (packed.len() as u32, plain.len() as u32);
        out.extend(b"PK\x03\x04");
        for part in [20, 0, *method, 0, 0] {
            out.extend(u16::to_le_bytes(part));
        }
        for part in [crc.sum(), sizes.0, sizes.1] {
            out.extend(part.to_le_bytes());
        }
        out.extend((name.len() as u32).to_le_bytes());
        out.extend(name.as_bytes());
        out.extend(*packed);
        directory.extend(b"PK\x01\x02");
        for part in [45, 45, 0, *method, 0, 0] {
            directory.extend(u16::to_le_bytes(part));
        }
        let shown = if wide { (u32::MAX, u32::MAX) } else { sizes };
        for part in [crc.sum(), shown.0, shown.1] {
            directory.extend(part.to_le_bytes());
        }
        let extra_length: u16 = if wide { 28 } else { 0 };
        for part in [name.len() as u16, extra_length, 0, 0, 0, 0, 0] {
            directory.extend(part.to_le_bytes());
        }
        directory.extend(if wide { u32::MAX } else { start as u32 }.to_le_bytes());
        directory.extend(name.as_bytes());
        if wide {
            directory.extend(1u16.to_le_bytes());
            directory.extend(24u16.to_le_bytes());
            for part in [u64::from(sizes.1), u64::from(sizes.0), start as u64] {
                directory.extend(part.to_le_bytes());
            }
        }
    }
    let start = out.len() as u64;
    out.extend(&directory);
    let count = files.len() as u64;
    if wide {
        let record = out.len() as u64;
        out.extend(b"PK\x06\x06");
        out.extend(44u64.to_le_bytes());
        out.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for part in [count, count, directory.len() as u64, start] {
            out.extend(part.to_le_bytes());
        }
        out.extend(b"PK\x06\x07\0\0\0\0");
        out.extend(record.to_le_bytes());
        out.extend(1u32.to_le_bytes());
    }
    out.extend(b"PK\x05\x06\0\0\0\0");
    let short = if wide { u16::MAX } else { count as u16 };
    out.extend(short.to_le_bytes());
    out.extend(short.to_le_bytes());
    let (size, at) = if wide { (u32::MAX, u32::MAX) } else { (directory.len() as u32, start as u32) };
    out.extend(size.to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend(0u16.to_le_bytes());
    out
}

/// A file that is made up while it is read: `head`, then `fill` over and over.
struct MadeUp {
    head: &'static [u8],
    fill: &'static [u8],
    length: u64,
    /// Bytes asked for so far.
    read: Cell<u64>,
}

impl MadeUp {
    fn new(head: &'static [u8], fill: &'static [u8], length: u64) -> Rc<Self> {
        Rc::new(Self { head, fill, length, read: Cell::new(0) })
    }
}

impl ReadAt for MadeUp {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min((self.length - offset) as usize);
        let period = self.fill.len() as u64;
        for (at, byte) in buffer[..count].iter_mut().enumerate() {
            let at = offset + at as u64;
            let in_fill = at.wrapping_sub(self.head.len() as u64);
            *byte = self.head.get(at as usize).copied().unwrap_or_else(|| self.fill[(in_fill % period) as usize]);
        }
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

//! The opening: one file after the other, chunk after chunk.

use std::cell::{Cell, RefCell};
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use loopscope_core::trace::{Trace, TraceBuilder};
use loopscope_formats::format::HEAD_BYTES;
use loopscope_formats::report::{thousands, Note, Notes, Place};
use loopscope_formats::{sniff, FileInfo, Format, Reader};

use super::companion::{is_companion, is_hidden};
use super::conclude::Counting;
use super::fault::Faults;
use super::source::{Cursor, Meter, Stream};
use super::{tar, unpack, zip, Content, Limits, Progress, SourceFile, Status};

/// Bytes handed to a reader at a time.
const CHUNK: usize = 64 << 10;

/// Bytes read from a file at a time: a call to the browser or the system costs some microseconds.
const READ: u64 = 512 << 10;

/// Errors after which an opening gives up; all are listed.
const MAX_ERRORS: usize = 100;

/// Files in no known format of which the reason is remembered.
const MAX_UNKNOWN: usize = 1000;

/// Why a file that may be a list of symbols was left out.
pub(super) const COMPANION: &str = "the file is called like something that lies beside a trace";

/// An archive that is open, outermost first in [`Opening::archives`].
enum Archive {
    Tar { archive: Rc<RefCell<tar::Archive>>, faults: Faults, entries: u64 },
    Zip { archive: zip::Archive, faults: Faults },
}

impl Archive {
    fn faults(&self) -> &Faults {
        match self {
            Archive::Tar { faults, .. } | Archive::Zip { faults, .. } => faults,
        }
    }
}

/// The file that is being read.
enum Leaf {
    Trace { stream: Stream, reader: Box<dyn Reader>, format: &'static Format, path: String },
    Nests { stream: Stream, text: Vec<u8>, path: String },
}

/// Which files are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// All but those that are called like companions.
    First,
    /// Only those, because there was nothing else.
    Companions,
}

/// Opens files as one trace. See the [module](super).
pub struct Opening {
    pub(super) name: String,
    pub(super) limits: Limits,
    files: Vec<SourceFile>,
    /// The next of `files`.
    next: usize,
    pub(super) pass: Pass,
    /// Where layers write down what went wrong; the root of their handles.
    faults: Faults,
    archives: Vec<Archive>,
    leaf: Option<Leaf>,
    buffer: Vec<u8>,
    pub(super) trace: TraceBuilder,
    pub(super) notes: Notes,
    pub(super) errors: Vec<Note>,
    /// Files in no known format and what was said of them.
    pub(super) unknown: Vec<Note>,
    /// Files that are called like companions.
    pub(super) companions: Vec<String>,
    /// Files that were read, with their format.
    pub(super) used: Vec<(String, &'static Format)>,
    pub(super) nests: Vec<(String, String)>,
    pub(super) counting: Option<Counting>,
    pub(super) progress: Progress,
    /// Bytes of the files that are done, and how far reading is in the current one.
    done_bytes: u64,
    reached: Rc<Cell<u64>>,
    over: bool,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening")
            .field("name", &self.name)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

impl Opening {
    /// An opening of these files, which `name` stands for in messages about all of them. Nothing is read yet.
    pub fn new(name: &str, mut files: Vec<SourceFile>, limits: Limits) -> Opening {
        let alone = files.len() == 1;
        files.retain(|file| alone || !is_hidden(&file.path));
        // So that notes and names do not depend on the order in which files were named.
        files.sort_by(|a, b| loopscope_core::trace::natural_order(&a.path, &b.path));
        let lengths = files.iter().map(|file| match &file.data {
            Content::Random(data) => Some(data.len()),
            Content::Stream(_) => None,
        });
        let total_bytes = lengths.sum::<Option<u64>>().unwrap_or(0);
        let progress = Progress { files: files.len() as u32, total_bytes, ..Progress::default() };
        Opening {
            name: name.to_owned(),
            trace: TraceBuilder::new(limits.kept),
            limits,
            files,
            next: 0,
            pass: Pass::First,
            faults: Faults::new(name),
            archives: Vec::new(),
            leaf: None,
            buffer: vec![0; CHUNK],
            notes: Notes::new(),
            errors: Vec::new(),
            unknown: Vec::new(),
            companions: Vec::new(),
            used: Vec::new(),
            nests: Vec::new(),
            counting: None,
            progress,
            done_bytes: 0,
            reached: Rc::default(),
            over: false,
        }
    }

    /// Does a slice of the work: about `budget` bytes of decompressed data.
    ///
    /// # Errors
    /// Why nothing could be opened, the first note being the one to show. The opening is over then, as it is after
    /// [`Status::Done`].
    pub fn step(&mut self, budget: usize) -> Result<Status, Vec<Note>> {
        if self.over {
            return Err(vec![Note::error(&self.name, "the opening is over")]);
        }
        let mut left = budget.max(1);
        let result = loop {
            if left == 0 {
                break Ok(Status::Working);
            }
            if self.counting.is_some() {
                break self.count(left);
            }
            if self.errors.len() >= MAX_ERRORS {
                break Err(std::mem::take(&mut self.errors));
            }
            let more = if self.leaf.is_some() {
                self.read_leaf(&mut left);
                true
            } else if self.archives.is_empty() {
                self.next_file(&mut left)
            } else {
                self.next_entry(&mut left);
                true
            };
            if !more {
                match self.conclude() {
                    Ok(None) => {}
                    Ok(Some(opened)) => break Ok(Status::Done(Box::new(opened))),
                    Err(notes) => break Err(notes),
                }
            }
        };
        self.over = !matches!(result, Ok(Status::Working));
        result
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let reached = self.done_bytes + self.reached.get();
        let total = self.progress.total_bytes;
        let bytes = if total > 0 { reached.min(total) } else { reached };
        let events = self.progress.events.max(self.trace.events());
        Progress { bytes, events, ..self.progress.clone() }
    }

    /// The processes whose files are read to their end.
    pub fn so_far(&self) -> Trace {
        match &self.counting {
            Some(counting) => counting.trace.clone(),
            None => self.trace.so_far(),
        }
    }

    /// Number of files that were read to their end and used.
    pub fn finished_files(&self) -> usize {
        self.used.len()
    }

    /// Begins anew, to read what was passed over as companions.
    pub(super) fn begin_companions(&mut self) {
        self.pass = Pass::Companions;
        self.next = 0;
        self.unknown.clear();
        self.companions.clear();
        self.done_bytes = 0;
        self.reached = Rc::default();
        self.progress.files_done = 0;
        self.progress.files = self.files.len() as u32;
    }

    /// Opens the next of the dropped files; false if there is none.
    fn next_file(&mut self, budget: &mut usize) -> bool {
        if let Some(before) = self.next.checked_sub(1).and_then(|at| self.files.get(at)) {
            self.done_bytes += match &before.data {
                Content::Random(data) => data.len(),
                Content::Stream(_) => self.reached.get(),
            };
        }
        self.reached = Rc::default();
        let Some(file) = self.files.get_mut(self.next) else { return false };
        self.next += 1;
        let path = file.path.clone();
        let faults = self.faults.inside(&path, 0);
        let reached = self.reached.clone();
        let stream: Stream = match &mut file.data {
            Content::Random(data) => {
                let cursor = Cursor::new(data.clone(), 0, data.len(), reached, faults.clone());
                let buffer = data.len().clamp(512, READ) as usize;
                Box::new(BufReader::with_capacity(buffer, cursor))
            }
            Content::Stream(stream) => {
                let inner = std::mem::replace(stream, Box::new(io::empty()));
                Box::new(Meter { inner, reached, faults: faults.clone() })
            }
        };
        self.open_stream(stream, path, &faults, budget);
        true
    }

    /// Opens the next file of the innermost archive.
    fn next_entry(&mut self, budget: &mut usize) {
        let depth = self.archives.len();
        let Some(archive) = self.archives.last_mut() else { return };
        let faults = archive.faults().clone();
        let (path, stream) = match archive {
            Archive::Tar { archive, entries, .. } => {
                let next = match archive.try_borrow_mut() {
                    Ok(mut archive) => archive.next(budget),
                    Err(error) => Err(io::Error::other(error)),
                };
                match next {
                    Ok(tar::Next::File(name)) => {
                        *entries += 1;
                        if *entries > self.limits.entries {
                            let (found, limit) = (*entries, self.limits.entries);
                            let note = zip::too_many(faults.file(), found, limit);
                            self.fail(faults.set(note), &faults);
                            return;
                        }
                        self.progress.files += u32::from(*entries > 1);
                        let stream: Stream = Box::new(tar::Entry(archive.clone()));
                        (format!("{}/{name}", faults.file()), stream)
                    }
                    Ok(tar::Next::Other(name, reason)) => {
                        if let Some(reason) = reason {
                            self.ignore(&format!("{}/{name}", faults.file()), reason);
                        }
                        return;
                    }
                    Ok(tar::Next::Later) => return,
                    Ok(tar::Next::End { marked }) => {
                        if !marked {
                            self.note_unmarked_end(faults.file());
                        }
                        self.archives.pop();
                        return;
                    }
                    Err(error) => return self.fail(error, &faults),
                }
            }
            Archive::Zip { archive, .. } => {
                let Some(entry) = archive.entries.next() else {
                    self.archives.pop();
                    return;
                };
                *budget = budget.saturating_sub(64);
                if entry.name.ends_with('/') || is_hidden(&entry.name) {
                    self.progress.files_done += 1;
                    return;
                }
                let path = format!("{}/{}", faults.file(), entry.name);
                match archive.stream(&entry, faults.inside(&path, depth)) {
                    Ok(stream) => (path, stream),
                    Err(error) => return self.fail(error, &faults),
                }
            }
        };
        if is_hidden(&path) {
            self.progress.files_done += 1;
            return;
        }
        let faults = faults.inside(&path, depth);
        self.open_stream(stream, path, &faults, budget);
    }

    /// Looks what a stream is, layer by layer, and begins to read it.
    fn open_stream(
        &mut self,
        mut stream: Stream,
        path: String,
        faults: &Faults,
        budget: &mut usize,
    ) {
        self.progress.file.clone_from(&path);
        let outside = self.archives.len();
        let mut whole_file = outside == 0;
        for _ in outside..=self.limits.depth {
            let head = match head(&mut stream) {
                Ok(head) => head,
                Err(error) => return self.fail(error, faults),
            };
            *budget = budget.saturating_sub(head.len());
            let rejoin =
                |head: Vec<u8>, stream| -> Stream { Box::new(io::Cursor::new(head).chain(stream)) };
            if head.starts_with(b"\x1f\x8b") {
                stream = unpack::gunzip(rejoin(head, stream), faults.clone());
            } else if is_zstd(&head) {
                stream = unpack::unzstd(rejoin(head, stream), faults.clone());
            } else if tar::is_tar(&head) {
                let archive = tar::Archive::new(rejoin(head, stream), faults.clone());
                let archive = Rc::new(RefCell::new(archive));
                let faults = faults.clone();
                self.archives.push(Archive::Tar { archive, faults, entries: 0 });
                return;
            } else if zip::is_zip(&head) {
                return self.open_zip(whole_file, faults);
            } else if let Some(kind) = refused(&head) {
                let note = Note::error(&path, format!("{kind} cannot be unpacked here"))
                    .found(kind)
                    .expected("gzip, Zstandard, tar or zip")
                    .remedy("unpack it first");
                return self.fail(faults.set(note), faults);
            } else {
                return self.open_leaf(head, stream, path);
            }
            whole_file = false;
        }
        let note = Note::error(&path, "too many compressions and archives are nested")
            .expected(format!("at most {}", self.limits.depth))
            .remedy("unpack the outer ones first");
        self.fail(faults.set(note), faults);
    }

    fn open_zip(&mut self, whole_file: bool, faults: &Faults) {
        let file = self.next.checked_sub(1).and_then(|at| self.files.get(at));
        let data = match file.map(|file| &file.data) {
            Some(Content::Random(data)) if whole_file => data.clone(),
            _ => {
                let note = Note::error(faults.file(), "a zip archive cannot be read from a stream")
                    .found("a zip archive inside another archive, compressed, or from a pipe")
                    .expected("a zip archive as a file of its own")
                    .remedy("unpack it first");
                return self.fail(faults.set(note), faults);
            }
        };
        let opened =
            zip::Archive::open(data, self.limits.entries, self.reached.clone(), faults.clone());
        match opened {
            Ok(archive) => {
                self.progress.files += (archive.entries.len() as u32).saturating_sub(1);
                self.archives.push(Archive::Zip { archive, faults: faults.clone() });
            }
            Err(error) => self.fail(error, faults),
        }
    }

    /// Begins to read a file that is no container.
    fn open_leaf(&mut self, head: Vec<u8>, stream: Stream, path: String) {
        if is_nests(&head) {
            let stream: Stream = Box::new(io::Cursor::new(head).chain(stream));
            self.leaf = Some(Leaf::Nests { stream, text: Vec::new(), path });
            return;
        }
        let format = match sniff(&head, &path) {
            Ok(format) => format,
            Err(note) => return self.pass_over(note),
        };
        if format.name == "symbols" && self.pass == Pass::First && is_companion(&path) {
            let file = self.next.checked_sub(1).and_then(|at| self.files.get(at));
            match file.map(|file| &file.data) {
                Some(Content::Random(_)) => {
                    self.companions.push(path);
                    self.progress.files_done += 1;
                    return;
                }
                // A pipe passes by once: only a file that is all of it can be meant.
                _ if !self.archives.is_empty() || self.files.len() > 1 => {
                    let note = Note::error(&path, COMPANION)
                        .found("a file that may be a list of symbols")
                        .expected("an ending like .sym, or the archive as a file");
                    return self.pass_over(note);
                }
                _ => {}
            }
        }
        self.trace.begin_source(&path);
        self.notes.begin_file(&path);
        let reader = (format.reader)(&FileInfo::new(&path));
        let stream: Stream = Box::new(io::Cursor::new(head).chain(stream));
        self.leaf = Some(Leaf::Trace { stream, reader, format, path });
    }

    /// The current file is no trace; whether that matters is decided at the end.
    fn pass_over(&mut self, note: Note) {
        if self.unknown.len() < MAX_UNKNOWN {
            self.unknown.push(note);
        }
        self.progress.files_done += 1;
    }

    /// Reads a chunk of the current file.
    fn read_leaf(&mut self, budget: &mut usize) {
        let Some(leaf) = &mut self.leaf else { return };
        let stream = match leaf {
            Leaf::Trace { stream, .. } | Leaf::Nests { stream, .. } => stream,
        };
        let count = match stream.read(&mut self.buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return,
            Err(error) => {
                let faults = self.faults.inside(&self.progress.file, self.archives.len());
                return self.fail(error, &faults);
            }
        };
        *budget = budget.saturating_sub(count.max(1));
        let chunk = self.buffer.get(..count).unwrap_or_default();
        match leaf {
            Leaf::Trace { reader, format, path, .. } => {
                let result = if count > 0 {
                    reader.read(chunk, &mut self.trace, &mut self.notes)
                } else {
                    reader.finish(&mut self.trace, &mut self.notes)
                };
                match result {
                    Ok(()) if count > 0 => {}
                    Ok(()) => {
                        self.trace.end_source();
                        self.used.push((std::mem::take(path), format));
                        self.progress.files_done += 1;
                        self.leaf = None;
                    }
                    Err(note) => self.refuse(note),
                }
            }
            Leaf::Nests { text, path, .. } => {
                text.extend_from_slice(chunk);
                if text.len() as u64 > self.limits.nests {
                    let note = Note::error(path, "the document of nests is too large")
                        .expected(format!("at most {} bytes", thousands(self.limits.nests)));
                    return self.refuse(note);
                }
                if count == 0 {
                    let path = std::mem::take(path);
                    match String::from_utf8(std::mem::take(text)) {
                        Ok(text) => {
                            self.nests.push((path, text));
                            self.progress.files_done += 1;
                            self.leaf = None;
                        }
                        Err(error) => {
                            let at = error.utf8_error().valid_up_to() as u64;
                            let note = Note::error(&path, "the document of nests is no UTF-8 text");
                            self.refuse(note.at(Place::Byte(at)));
                        }
                    }
                }
            }
        }
    }

    /// A layer of a stream failed: what it said ends the current file, and the archives it broke.
    fn fail(&mut self, error: io::Error, faults: &Faults) {
        let (note, depth) = match self.faults.take() {
            Some(fault) => (fault.note, fault.depth),
            None => {
                let note = Note::error(faults.file(), "the file cannot be read");
                (note.found(error.to_string()), self.archives.len())
            }
        };
        self.archives.truncate(depth);
        self.refuse(note);
    }

    /// The current file cannot be used.
    fn refuse(&mut self, note: Note) {
        let full = self.trace.kept_bytes() > self.limits.kept;
        self.leaf = None;
        self.trace.abandon_source();
        self.errors.push(note);
        self.progress.files_done += 1;
        if full {
            // Nothing that follows can change this.
            self.archives.clear();
            self.next = self.files.len();
        }
    }
}

/// The first bytes of a stream, at most [`HEAD_BYTES`].
fn head(stream: &mut Stream) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    stream.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}

fn is_zstd(head: &[u8]) -> bool {
    head.starts_with(b"\x28\xb5\x2f\xfd")
        || (head.get(1..4) == Some(b"\x2a\x4d\x18") && head.first().is_some_and(|b| b >> 4 == 5))
}

/// Compressions and archives that are recognised in order to be refused by name.
fn refused(head: &[u8]) -> Option<&'static str> {
    const KINDS: &[(&[u8], &str)] = &[
        (b"\xfd7zXZ\0", "xz"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
        (b"Rar!\x1a\x07", "RAR"),
        (b"\x04\x22\x4d\x18", "LZ4"),
        (b"LZIP\x01", "lzip"),
        (b"\x1f\x9d", "compress (.Z)"),
    ];
    if head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY") {
        return Some("bzip2");
    }
    KINDS.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, kind)| *kind)
}

/// Whether a file begins like a document of nests.
fn is_nests(head: &[u8]) -> bool {
    let start = head.get(..512).unwrap_or(head);
    if !start.trim_ascii_start().starts_with(b"{") {
        return false;
    }
    let Some(at) = memchr::memmem::find(start, b"\"format\"") else { return false };
    let rest = start.get(at + b"\"format\"".len()..).unwrap_or_default().trim_ascii_start();
    let value = rest.strip_prefix(b":").unwrap_or_default().trim_ascii_start();
    value.starts_with(b"\"loopscope-nests/")
}

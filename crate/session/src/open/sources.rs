//! Where an opening's bytes come from: a cursor over the dropped files, and the containers that are open in them.
//!
//! In go the dropped files and a budget. Out comes one file after the other that is no container, with its first bytes
//! and a stream of all of them ([`FoundFile`]): archives and compressions are opened on the way, in any nesting. What such a
//! file is, and whether it counts, is decided [elsewhere](super::file_policy).

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::ProcessId;
use loopscope_formats::notes::Note;
use loopscope_formats::{is_process_number, process_number};

use super::fault::{Faults, UNREADABLE};
use super::numbering::NameCounts;
use super::recognize::{head, is_zstd, refused};
use super::side_file::is_hidden;
use super::source::{Cursor, Meter};
use super::{tar, unpack, zip};
use crate::source::{Content, ReadAt, SourceFile, Stream};
use crate::system_error::{plain_words, READABLE};

/// Bytes read from a file at a time: a call to the browser or the system costs some microseconds.
const READ: u64 = 512 << 10;

/// An archive that is open.
enum Archive {
    Tar { archive: Rc<RefCell<tar::Archive>>, faults: Faults, entries: u64 },
    Zip { archive: zip::Archive, faults: Faults },
}

impl Archive {
    fn faults(&self) -> &Faults {
        match self {
            Self::Tar { faults, .. } | Self::Zip { faults, .. } => faults,
        }
    }
}

/// A file that is no container, before anything is decided about it.
pub(super) struct FoundFile {
    /// Where it lies: `run.tar.zst/native/rank-0.trace`.
    pub(super) path: String,
    /// Its first bytes.
    pub(super) head: Vec<u8>,
    /// The bytes after those.
    rest: Stream,
    /// Its bytes at any place, if it is a dropped file as it is.
    pub(super) whole: Option<Rc<dyn ReadAt>>,
}

impl FoundFile {
    /// Its path, and all of its bytes.
    pub(super) fn into_stream(self) -> (String, Stream) {
        (self.path, Box::new(io::Cursor::new(self.head).chain(self.rest)))
    }
}

/// What came next.
pub(super) enum Found {
    /// A file.
    File(FoundFile),
    /// A container was opened or closed, or something was passed over without a word.
    Nothing,
    /// A file or a container cannot be read.
    Broken(Note),
    /// Not a byte of a dropped file can be read, so nobody knows what it is.
    Unreadable(Note),
    /// Something in an archive is no file, with the reason to leave it out.
    NoFile(String, &'static str),
    /// A tar archive of that path stops without its end mark.
    UnmarkedEnd(String),
}

/// How much an opening may read, as far as sources are concerned.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceLimits {
    /// Files in an archive.
    pub(super) entries: u64,
    /// Compressions and archives around a file.
    pub(super) depth: usize,
}

/// The dropped files, and how far reading is in them.
pub(super) struct Sources {
    files: Vec<SourceFile>,
    name_counts: NameCounts,
    limits: SourceLimits,
    /// The next of `files`.
    next: usize,
    /// Those that are open, outermost first.
    archives: Vec<Archive>,
    /// Where layers write down what went wrong; the root of their handles.
    faults: Faults,
    /// In a second round, the paths that alone are read.
    only: Option<BTreeSet<String>>,
    /// The path of the file that was begun last.
    file: String,
    files_done: u32,
    files_known: u32,
    total_bytes: u64,
    /// Bytes of the files that are done, and how far reading is in the current one.
    done_bytes: u64,
    reached: Rc<Cell<u64>>,
}

impl Sources {
    /// These files in natural order, whatever order they were named in; hidden ones are left out. `name` stands for all of
    /// them in messages.
    pub(super) fn new(name: &str, mut files: Vec<SourceFile>, limits: SourceLimits) -> Self {
        let alone = files.len() == 1;
        files.retain(|file| alone || !is_hidden(&file.path));
        files.sort_small_by(|a, b| loopscope_core::trace::natural_order(&a.path, &b.path));
        let lengths = files.iter().map(|file| match &file.data {
            Content::Random(data) => Some(data.len()),
            Content::Stream(_) => None,
        });
        Self {
            total_bytes: lengths.sum::<Option<u64>>().unwrap_or(0),
            name_counts: NameCounts::of(files.iter().map(|file| &*file.path)),
            limits,
            next: 0,
            archives: Vec::new(),
            faults: Faults::new(name),
            only: None,
            file: String::new(),
            files_done: 0,
            files_known: files.len() as u32,
            files,
            done_bytes: 0,
            reached: Rc::default(),
        }
    }

    /// The dropped files.
    pub(super) fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Bytes of a dropped file, by its place; 0 for a stream.
    pub(super) fn length(&self, file: usize) -> u64 {
        match self.files.get(file).map(|file| &file.data) {
            Some(Content::Random(data)) => data.len(),
            _ => 0,
        }
    }

    /// The place of the dropped file that comes next.
    pub(super) fn next_place(&self) -> usize {
        self.next
    }

    /// The path of the dropped file that comes next.
    pub(super) fn next_path(&self) -> Option<&str> {
        self.files.get(self.next).map(|file| file.path.as_str())
    }

    /// Whether an archive is open.
    pub(super) fn in_archive(&self) -> bool {
        !self.archives.is_empty()
    }

    /// Whether the current dropped file can be read again.
    pub(super) fn can_return(&self) -> bool {
        matches!(self.current(), Some(Content::Random(_)))
    }

    /// Whether the current file is all there is, and no archive.
    pub(super) fn is_alone(&self) -> bool {
        self.archives.is_empty() && self.files.len() == 1
    }

    fn current(&self) -> Option<&Content> {
        self.next.checked_sub(1).and_then(|at| self.files.get(at)).map(|file| &file.data)
    }

    /// The path of the file that was begun last.
    pub(super) fn path(&self) -> &str {
        &self.file
    }

    /// A file was begun that did not come from [`next_file`](Self::next_file).
    pub(super) fn set_path(&mut self, path: &str) {
        path.clone_into(&mut self.file);
    }

    /// Files that are done and that are known.
    pub(super) fn file_counts(&self) -> (u32, u32) {
        (self.files_done, self.files_known)
    }

    /// Bytes of the dropped files that were read, and of all of them; 0 if that is not known.
    pub(super) fn bytes(&self) -> (u64, u64) {
        (self.done_bytes + self.reached.get(), self.total_bytes)
    }

    /// The current file is done, or passed over.
    pub(super) fn count_done(&mut self) {
        self.files_done += 1;
    }

    /// So much of the current file is read, if it is a dropped one.
    pub(super) fn reach_share(&mut self, share: f64) {
        if let (Some(Content::Random(data)), true) = (self.current(), self.archives.is_empty()) {
            let read = data.len() as f64 * share;
            self.reached.set(self.reached.get().max(read as u64));
        }
    }

    /// The process that the name of a file says it is.
    pub(super) fn number_in_name(&self, path: &str) -> Option<ProcessId> {
        let counts = is_process_number(path) || !self.archives.is_empty() || self.name_counts.has_others_like(path);
        process_number(path).filter(|_| counts)
    }

    /// Leaves the current dropped file and goes to the next one that is to be read.
    pub(super) fn leave_file(&mut self) {
        while self.files.get(self.next).is_some_and(|file| self.is_passed_over(&file.path)) {
            self.next += 1;
        }
        if self.only.is_none() {
            self.done_bytes += match self.current() {
                Some(Content::Random(data)) => data.len(),
                Some(Content::Stream(_)) => self.reached.get(),
                None => 0,
            };
        }
        self.reached = Rc::default();
    }

    /// Takes the next dropped file as read: something else has read it.
    pub(super) fn skip_file(&mut self) {
        self.reached.set(self.length(self.next));
        self.next += 1;
    }

    /// The next dropped file stays unread for now.
    pub(super) fn postpone_file(&mut self) {
        self.next += 1;
    }

    /// Goes back to the dropped file before, to read it after all.
    pub(super) fn step_back(&mut self) {
        self.next = self.next.saturating_sub(1);
    }

    /// Nothing more is read.
    pub(super) fn end(&mut self) {
        self.archives.clear();
        self.next = self.files.len();
    }

    /// Goes through the files again, for these paths alone.
    pub(super) fn begin_late(&mut self, paths: Vec<String>) {
        self.next = 0;
        let paths: BTreeSet<String> = paths.into_iter().collect();
        self.files_done = self.files_done.saturating_sub(paths.len() as u32);
        self.only = Some(paths);
    }

    /// Goes through all files again.
    pub(super) fn begin_again(&mut self) {
        self.next = 0;
        self.only = None;
        self.done_bytes = 0;
        self.reached = Rc::default();
        self.files_done = 0;
        self.files_known = self.files.len() as u32;
    }

    /// Whether this is a second round, for some paths alone.
    fn is_late(&self) -> bool {
        self.only.is_some()
    }

    /// Whether a file or an archive is none of those that a second round reads, and holds none.
    fn is_passed_over(&self, path: &str) -> bool {
        self.only.as_ref().is_some_and(|only| is_none_of(only, path))
    }

    /// Opens the dropped file that comes next; `None` if there is none.
    pub(super) fn next_file(&mut self, budget: &mut usize) -> Option<Found> {
        let file = self.files.get_mut(self.next)?;
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
        Some(self.open_stream(stream, path, &faults, budget))
    }

    /// Opens the next file of the innermost archive.
    pub(super) fn next_entry(&mut self, budget: &mut usize) -> Found {
        let depth = self.archives.len();
        let faults = match self.archives.last() {
            Some(archive) => archive.faults().clone(),
            None => return Found::Nothing,
        };
        let entry = match self.archives.last_mut() {
            Some(Archive::Tar { .. }) => self.next_in_tar(&faults, budget),
            _ => self.next_in_zip(&faults, depth, budget),
        };
        let (path, stream) = match entry {
            Ok(entry) => entry,
            Err(found) => return found,
        };
        if is_hidden(&path) || self.is_passed_over(&path) {
            self.files_done += u32::from(!self.is_late());
            return Found::Nothing;
        }
        let faults = faults.inside(&path, depth);
        self.open_stream(stream, path, &faults, budget)
    }

    fn next_in_tar(&mut self, faults: &Faults, budget: &mut usize) -> Result<(String, Stream), Found> {
        let late = self.is_late();
        let Some(Archive::Tar { archive, entries, .. }) = self.archives.last_mut() else {
            return Err(Found::Nothing);
        };
        let next = match archive.try_borrow_mut() {
            Ok(mut archive) => archive.next(budget),
            Err(error) => Err(io::Error::other(error)),
        };
        match next {
            Ok(tar::Next::File(name)) => {
                *entries += 1;
                let found = *entries;
                let stream: Stream = Box::new(tar::Entry(archive.clone()));
                if found > self.limits.entries {
                    let note = zip::too_many(faults.file(), found, self.limits.entries);
                    return Err(Found::Broken(self.failure(faults.set(note), faults)));
                }
                self.files_known += u32::from(found > 1 && !late);
                Ok((format!("{}/{name}", faults.file()), stream))
            }
            Ok(tar::Next::Other(name, reason)) => match reason.filter(|_| !late) {
                Some(reason) => Err(Found::NoFile(format!("{}/{name}", faults.file()), reason)),
                None => Err(Found::Nothing),
            },
            Ok(tar::Next::Later) => Err(Found::Nothing),
            Ok(tar::Next::End { marked }) => {
                self.archives.pop();
                Err(match marked || late {
                    true => Found::Nothing,
                    false => Found::UnmarkedEnd(faults.file().to_owned()),
                })
            }
            Err(error) => Err(Found::Broken(self.failure(error, faults))),
        }
    }

    fn next_in_zip(&mut self, faults: &Faults, depth: usize, budget: &mut usize) -> Result<(String, Stream), Found> {
        let Some(Archive::Zip { archive, .. }) = self.archives.last_mut() else {
            return Err(Found::Nothing);
        };
        let Some(entry) = archive.entries.next() else {
            self.archives.pop();
            return Err(Found::Nothing);
        };
        *budget = budget.saturating_sub(64);
        let path = format!("{}/{}", faults.file(), entry.name);
        let passed_over = self.only.as_ref().is_some_and(|only| is_none_of(only, &path));
        if entry.name.ends_with('/') || is_hidden(&entry.name) || passed_over {
            self.files_done += u32::from(self.only.is_none());
            return Err(Found::Nothing);
        }
        match archive.stream(&entry, faults.inside(&path, depth)) {
            Ok(stream) => Ok((path, stream)),
            Err(error) => Err(Found::Broken(self.failure(error, faults))),
        }
    }

    /// Looks what a stream is, layer by layer, down to a file that is no container.
    fn open_stream(&mut self, mut stream: Stream, path: String, faults: &Faults, budget: &mut usize) -> Found {
        self.set_path(&path);
        let outside = self.archives.len();
        let mut is_whole = outside == 0;
        for _ in outside..=self.limits.depth {
            let head = match head(&mut stream) {
                Ok(head) => head,
                Err(error) if is_whole => return self.unreadable(error, faults),
                Err(error) => return Found::Broken(self.failure(error, faults)),
            };
            *budget = budget.saturating_sub(head.len());
            let rejoin = |head: Vec<u8>, stream| -> Stream { Box::new(io::Cursor::new(head).chain(stream)) };
            if head.starts_with(b"\x1f\x8b") {
                stream = unpack::gunzip(rejoin(head, stream), faults.clone());
            } else if is_zstd(&head) {
                stream = unpack::unzstd(rejoin(head, stream), faults.clone());
            } else if tar::is_tar(&head) {
                let archive = tar::Archive::new(rejoin(head, stream), faults.clone());
                let archive = Rc::new(RefCell::new(archive));
                self.archives.push(Archive::Tar { archive, faults: faults.clone(), entries: 0 });
                return Found::Nothing;
            } else if zip::is_zip(&head) {
                return self.open_zip(is_whole, faults);
            } else if let Some(kind) = refused(&head) {
                let note = Note::error(&path, format!("{kind} cannot be unpacked here"))
                    .found(kind)
                    .expected("gzip, Zstandard, tar or zip")
                    .remedy("unpack it first");
                return Found::Broken(self.failure(faults.set(note), faults));
            } else {
                let whole = self.whole(is_whole);
                return Found::File(FoundFile { path, head, rest: stream, whole });
            }
            is_whole = false;
        }
        let note = Note::error(&path, "too many compressions and archives are nested")
            .found("more")
            .expected(format!("at most {}", self.limits.depth))
            .remedy("unpack the outer ones first");
        Found::Broken(self.failure(faults.set(note), faults))
    }

    /// The bytes of the current dropped file at any place.
    fn whole(&self, is_whole: bool) -> Option<Rc<dyn ReadAt>> {
        match self.current() {
            Some(Content::Random(data)) if is_whole => Some(data.clone()),
            _ => None,
        }
    }

    fn open_zip(&mut self, is_whole: bool, faults: &Faults) -> Found {
        let Some(data) = self.whole(is_whole) else {
            let note = Note::error(faults.file(), "a zip archive cannot be read from a stream")
                .found("a zip archive inside another archive, compressed, or from a pipe")
                .expected("a zip archive as a file of its own")
                .remedy("unpack it first");
            return Found::Broken(self.failure(faults.set(note), faults));
        };
        let opened = zip::Archive::open(data, self.limits.entries, self.reached.clone(), faults.clone());
        match opened {
            Ok(archive) => {
                if !self.is_late() {
                    self.files_known += (archive.entries.len() as u32).saturating_sub(1);
                }
                self.archives.push(Archive::Zip { archive, faults: faults.clone() });
                Found::Nothing
            }
            Err(error) => Found::Broken(self.failure(error, faults)),
        }
    }

    fn unreadable(&mut self, error: io::Error, faults: &Faults) -> Found {
        match self.faults.take() {
            Some(fault) if fault.note.what == UNREADABLE => Found::Unreadable(fault.note),
            Some(fault) => {
                let error = self.faults.set(fault.note);
                Found::Broken(self.failure(error, faults))
            }
            None => Found::Broken(self.failure(error, faults)),
        }
    }

    /// The stream of the current file failed: closes the archives that this breaks, and says why.
    pub(super) fn stream_failure(&mut self, error: io::Error) -> Note {
        let faults = self.faults.inside(&self.file, self.archives.len());
        self.failure(error, &faults)
    }

    /// A layer failed: closes the archives that this breaks, and gives what it wrote down.
    fn failure(&mut self, error: io::Error, faults: &Faults) -> Note {
        let (note, depth) = match self.faults.take() {
            Some(fault) => (fault.note, fault.depth),
            None => {
                let note = Note::error(faults.file(), UNREADABLE);
                (note.found(plain_words(&error)).expected(READABLE), self.archives.len())
            }
        };
        self.archives.truncate(depth);
        note
    }
}

/// Whether a path is none of these, and no folder or archive around one of them. O(log of how many there are).
fn is_none_of(paths: &BTreeSet<String>, path: &str) -> bool {
    let folder = format!("{path}/");
    let inside = paths.range(folder.clone()..).next().is_some_and(|it| it.starts_with(&folder));
    !inside && !paths.contains(path)
}

#[cfg(test)]
mod tests;

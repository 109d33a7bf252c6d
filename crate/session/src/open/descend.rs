//! From one file to the next: into archives, through compressions.

use std::cell::RefCell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use loopscope_formats::content::{look, Content as Bytes};
use loopscope_formats::csv_events::columns;
use loopscope_formats::notes::Note;
use loopscope_formats::{
    csv_events, foreign, sniff, symbols, Collection, FileInfo, Format, Reading,
};

use super::choose::Sort;
use super::columns::is_surely_table;
use super::companion::{is_called_like_trace, is_companion, is_hidden};
use super::fault::{Faults, UNREADABLE};
use super::opening::{is_none_of, Archive, Gathered, Leaf, Opening, COMPANION};
use super::recognise::{head, is_nests, is_zstd, refused};
use super::source::{Cursor, Meter, Stream};
use super::words::{excerpt, Companion, Unknown, Unreadable, Words, WORDS};
use super::{tar, unpack, zip, Content};
use crate::compressed::is_compressed;

/// Bytes read from a file at a time: a call to the browser or the system costs some microseconds.
const READ: u64 = 512 << 10;

/// Files in no known format of which the reason is remembered.
const MAX_UNKNOWN: usize = 1000;

impl Opening {
    /// Opens the next of the dropped files; false if there is none.
    pub(super) fn next_file(&mut self, budget: &mut usize) -> bool {
        while self.files.get(self.next).is_some_and(|file| self.is_done_with(&file.path)) {
            self.next += 1;
        }
        let before = self.next.checked_sub(1).and_then(|at| self.files.get(at));
        if let Some(before) = before.filter(|_| self.late.is_none()) {
            self.done_bytes += match &before.data {
                Content::Random(data) => data.len(),
                Content::Stream(_) => self.reached.get(),
            };
        }
        self.reached = Rc::default();
        if self.take_given(budget) {
            self.next += 1;
            return true;
        }
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
    pub(super) fn next_entry(&mut self, budget: &mut usize) {
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
                        self.progress.files += u32::from(*entries > 1 && self.late.is_none());
                        let stream: Stream = Box::new(tar::Entry(archive.clone()));
                        (format!("{}/{name}", faults.file()), stream)
                    }
                    Ok(tar::Next::Other(name, reason)) => {
                        if let Some(reason) = reason.filter(|_| self.late.is_none()) {
                            self.ignore(format!("{}/{name}", faults.file()), reason);
                        }
                        return;
                    }
                    Ok(tar::Next::Later) => return,
                    Ok(tar::Next::End { marked }) => {
                        if !marked && self.late.is_none() {
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
                let path = format!("{}/{}", faults.file(), entry.name);
                let done = self.late.as_ref().is_some_and(|late| is_none_of(late, &path));
                if entry.name.ends_with('/') || is_hidden(&entry.name) || done {
                    self.progress.files_done += u32::from(self.late.is_none());
                    return;
                }
                match archive.stream(&entry, faults.inside(&path, depth)) {
                    Ok(stream) => (path, stream),
                    Err(error) => return self.fail(error, &faults),
                }
            }
        };
        if is_hidden(&path) || self.is_done_with(&path) {
            self.progress.files_done += u32::from(self.late.is_none());
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
                Err(error) if whole_file => return self.pass_over_unreadable(error, faults),
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
            } else if is_compressed(&head) {
                return self.open_compressed(head, stream, path, whole_file);
            } else {
                return self.open_leaf(head, stream, path);
            }
            whole_file = false;
        }
        let note = Note::error(&path, "too many compressions and archives are nested")
            .found("more")
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
                if self.late.is_none() {
                    self.progress.files += (archive.entries.len() as u32).saturating_sub(1);
                }
                self.archives.push(Archive::Zip { archive, faults: faults.clone() });
            }
            Err(error) => self.fail(error, faults),
        }
    }

    /// Begins to read a file that is no container.
    fn open_leaf(&mut self, head: Vec<u8>, stream: Stream, path: String) {
        if is_nests(&head) {
            if self.is_left_out(&path, Sort::NESTS) {
                return;
            }
            let stream: Stream = Box::new(io::Cursor::new(head).chain(stream));
            self.leaf = Some(Leaf::Nests { stream, text: Vec::new(), path });
            return;
        }
        let chosen = self.chosen(&head, &path);
        let format = match sniff(&head, &path) {
            _ if chosen.is_some() => &csv_events::FORMAT,
            _ if self.words == Words::All && is_text(&head) => &symbols::FORMAT,
            Ok(format) => format,
            Err(note) => {
                self.meet_unknown(&head, &path);
                return self.pass_over(note, unreadable(&head));
            }
        };
        let usual = format.common && chosen.is_none() && !is_surely_table(format, &head);
        let is_symbols = format.name == symbols::FORMAT.name;
        // A table of which somebody can be asked what its columns are is a question of its own.
        let table = || self.asks && columns(&head).is_some_and(|it| it.may_be_events(true));
        let repeats = is_symbols && (symbols::repeats(&head) || table());
        self.repeats = repeats;
        let doubt = if usual { self.doubt_of(&path, format, repeats) } else { 0 };
        if doubt > self.doubt {
            let file = self.next.checked_sub(1).and_then(|at| self.files.get(at));
            match file.map(|file| &file.data) {
                Some(Content::Random(_)) => {
                    let excerpt = if doubt == WORDS { excerpt(&head) } else { String::new() };
                    self.companions.push(Companion { path, doubt, format: format.name, excerpt });
                    self.progress.files_done += 1;
                    return;
                }
                // What comes through a pipe and is all of it must be said to be words.
                _ if doubt == WORDS && self.archives.is_empty() && self.files.len() == 1 => {
                    let (format, excerpt) = (format.name, excerpt(&head));
                    self.companions.push(Companion { path, doubt, format, excerpt });
                    self.progress.files_done += 1;
                    return;
                }
                // A pipe passes by once: only a file that is all of it can be meant.
                _ if is_companion(&path) && (!self.archives.is_empty() || self.files.len() > 1) => {
                    let note = Note::error(&path, COMPANION)
                        .found(format!("a file that may be a trace ({})", format.title))
                        .expected("another ending, like .sym, or the archive as a file");
                    return self.pass_over(note, Unreadable::Text);
                }
                _ => {}
            }
        }
        if self.is_left_out(&path, Sort::of(format)) {
            return;
        }
        if self.meet_table(format, &head, &path, chosen.as_deref()) {
            self.progress.files_done += 1;
            if chosen.is_some_and(|chosen| chosen.is_empty()) {
                self.ignore(path, "none of its columns was chosen");
            }
            return;
        }
        if chosen.is_none() {
            self.meant(&path, format, doubt);
        }
        let stream: Stream = Box::new(io::Cursor::new(head).chain(stream));
        let file = FileInfo { columns: chosen, ..self.file_info(&path) };
        self.leaf = Some(match format.reading {
            Reading::Each(reader) => {
                self.trace.begin_source(&path);
                self.notes.begin_file(&path);
                Leaf::Trace { stream, reader: reader(&file), format, path }
            }
            Reading::Together(begin) => {
                self.gathered_of(format, begin).collection.begin(&file);
                Leaf::Part { stream, format, path }
            }
        });
    }

    /// The collection of a format, begun if this is its first file.
    pub(super) fn gathered_of(
        &mut self,
        format: &'static Format,
        begin: fn() -> Box<dyn Collection>,
    ) -> &mut Gathered {
        let known = self.gathered.iter().position(|it| it.format.name == format.name);
        let at = known.unwrap_or_else(|| {
            self.gathered.push(Gathered { format, collection: begin() });
            self.gathered.len() - 1
        });
        &mut self.gathered[at]
    }

    /// Not a byte of a dropped file can be read, so nobody knows what it is.
    fn pass_over_unreadable(&mut self, error: io::Error, faults: &Faults) {
        match self.faults.take() {
            Some(fault) if fault.note.what == UNREADABLE => {
                self.pass_over(fault.note, Unreadable::Text);
            }
            Some(fault) => {
                let error = self.faults.set(fault.note);
                self.fail(error, faults);
            }
            None => self.fail(error, faults),
        }
    }

    /// The current file is no trace. Whether that matters is decided at the end, unless it is
    /// called like one.
    fn pass_over(&mut self, note: Note, what: Unreadable) {
        self.progress.files_done += 1;
        if is_called_like_trace(&note.file) {
            self.errors.push(note);
        } else if self.unknown.len() < MAX_UNKNOWN {
            self.unknown.push(Unknown { note, what });
        } else {
            self.unknown_more += 1;
        }
    }
}

/// Whether a file is text that holds anything.
fn is_text(head: &[u8]) -> bool {
    matches!(look(head), Bytes::Text | Bytes::OtherText(_)) && !head.trim_ascii().is_empty()
}

/// What a file is that no format accepts.
fn unreadable(head: &[u8]) -> Unreadable {
    if foreign::recognize(head).is_some() {
        return Unreadable::OfATool;
    }
    match look(head) {
        Bytes::Binary { .. } => Unreadable::Binary,
        _ => Unreadable::Text,
    }
}

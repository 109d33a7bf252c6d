//! Reading a file to its end, and what happens if that fails.

use std::io::{self, Read};

use loopscope_core::numbers::thousands;
use loopscope_core::trace::BuildError;
use loopscope_formats::notes::{Note, Place};

use super::fault::Faults;
use super::opening::{Gathered, Leaf, Opening};
use super::plain_words;
use super::source::READABLE;

/// Clashes that are listed.
const MAX_CLASHES: usize = 50;

/// What a slice of building counts as, in bytes read: it takes about as long.
const BUILD_COST: usize = 1 << 20;

impl Opening {
    /// Reads a chunk of the current file.
    pub(super) fn read_leaf(&mut self, budget: &mut usize) {
        let Some(leaf) = &mut self.leaf else { return };
        let stream = match leaf {
            Leaf::Trace { stream, .. } | Leaf::Part { stream, .. } | Leaf::Nests { stream, .. } => {
                stream
            }
            Leaf::Compressed { .. } => return self.read_compressed(budget),
            Leaf::Given(_) => return,
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
            Leaf::Compressed { .. } | Leaf::Given(_) => {}
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
            Leaf::Part { format, path, .. } => {
                let of_format = |it: &&mut Gathered| it.format.name == format.name;
                let Some(gathered) = self.gathered.iter_mut().find(of_format) else { return };
                let collection = &mut gathered.collection;
                if count > 0 {
                    collection.read(chunk);
                    let kept = self.trace.kept_bytes() + collection.kept_bytes();
                    if kept > self.limits.kept {
                        let error = BuildError::TooLarge { kept, limit: self.limits.kept };
                        let note = Note::from_build(&error, path);
                        self.refuse(note);
                    }
                    return;
                }
                match collection.finish() {
                    Ok(()) => {
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
                        .found("more")
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
                            let at = error.utf8_error().valid_up_to();
                            let byte = error.as_bytes().get(at).copied().unwrap_or_default();
                            let note = Note::error(&path, "the document of nests is no UTF-8 text");
                            self.refuse(
                                note.at(Place::Byte(at as u64))
                                    .found(format!("the byte 0x{byte:02x}"))
                                    .expected("UTF-8"),
                            );
                        }
                    }
                }
            }
        }
    }

    /// All files are read: makes a trace of those that belong together, a slice at a time.
    pub(super) fn build(&mut self, budget: &mut usize) {
        let Some(gathered) = self.gathered.last_mut() else {
            self.building = false;
            return;
        };
        *budget = budget.saturating_sub(BUILD_COST);
        match gathered.collection.build(&mut self.trace, &mut self.notes) {
            Ok(false) => {}
            Ok(true) => {
                self.gathered.pop();
            }
            Err(note) => {
                self.trace.abandon_source();
                self.errors.push(note);
                self.gathered.pop();
                // What else there is need not be made a trace to say it.
                if self.several().is_some() {
                    self.gathered.clear();
                }
            }
        }
    }

    /// A layer of a stream failed: what it said ends the current file, and the archives it broke.
    pub(super) fn fail(&mut self, error: io::Error, faults: &Faults) {
        let (note, depth) = match self.faults.take() {
            Some(fault) => (fault.note, fault.depth),
            None => {
                let note = Note::error(faults.file(), "the file cannot be read");
                (note.found(plain_words(&error)).expected(READABLE), self.archives.len())
            }
        };
        self.archives.truncate(depth);
        self.refuse(note);
    }

    /// The current file cannot be used.
    pub(super) fn refuse(&mut self, note: Note) {
        let gathered: u64 = self.gathered.iter().map(|it| it.collection.kept_bytes()).sum();
        let full = self.trace.kept_bytes() + gathered > self.limits.kept;
        if let Some(Leaf::Part { .. }) = self.leaf.take() {
            self.gathered.iter_mut().for_each(|it| it.collection.abandon());
        }
        self.trace.abandon_source();
        // Of files that clash a few are enough to see what there is to choose from.
        if !note.clashes() || self.errors.len() < MAX_CLASHES {
            self.errors.push(note);
        }
        self.progress.files_done += 1;
        if full {
            // Nothing that follows can change this.
            self.archives.clear();
            self.next = self.files.len();
        }
    }
}

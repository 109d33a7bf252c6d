//! What went wrong below: one cell that all layers of a stream share.
//!
//! A file inside a compressed archive is read through several layers, and an error has to pass
//! through decoders that wrap or replace it. So the layer that meets a fault first writes the note
//! down here, and an error that comes out on top means: look here.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use loopscope_core::numbers::thousands;
use loopscope_formats::notes::{Note, Place};

use crate::system_error::{plain_words, READABLE};

/// What a note says if the system cannot read a file.
pub(super) const UNREADABLE: &str = "the file cannot be read";

/// A note, and which of the open archives it ends.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) note: Note,
    /// Archives that are still good: those outside the layer that failed.
    pub(super) depth: usize,
}

/// The handle that a layer reports through: it knows the layer's file and how deep it lies.
#[derive(Clone, Debug)]
pub(super) struct Faults {
    first: Rc<RefCell<Option<Fault>>>,
    file: Rc<str>,
    depth: usize,
}

impl Faults {
    /// For the outermost layer of a file.
    pub(super) fn new(file: &str) -> Self {
        Self { first: Rc::default(), file: file.into(), depth: 0 }
    }

    /// For a layer of that file inside `depth` archives.
    pub(super) fn inside(&self, file: &str, depth: usize) -> Self {
        Self { first: self.first.clone(), file: file.into(), depth }
    }

    /// The file this layer is about.
    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// Writes a note down, if nothing went wrong further below, and gives the error to return.
    pub(super) fn set(&self, note: Note) -> io::Error {
        if let Ok(mut first) = self.first.try_borrow_mut() {
            first.get_or_insert(Fault { note, depth: self.depth });
        }
        io::Error::from(io::ErrorKind::InvalidData)
    }

    /// The system could not read.
    pub(super) fn io(&self, at: u64, error: io::Error) -> io::Error {
        self.set(Note::error(&self.file, UNREADABLE).at(Place::Byte(at)).found(plain_words(&error)).expected(READABLE))
    }

    /// The file is shorter than it was when it was opened.
    pub(super) fn shortened(&self, at: u64, end: u64) -> io::Error {
        self.set(
            Note::error(&self.file, "the file ends before its end")
                .at(Place::Byte(at))
                .found(format!("no byte after {}", thousands(at)))
                .expected(format!("{} bytes, as when it was opened", thousands(end)))
                .remedy("open the file when nothing changes it"),
        )
    }

    /// The bytes end too early.
    pub(super) fn truncated(&self, kind: &str, at: u64) -> io::Error {
        self.set(
            Note::error(&self.file, format!("the {kind} is truncated"))
                .at(Place::Byte(at))
                .found("the end of the file")
                .expected("more data")
                .remedy("copy or download the file again"),
        )
    }

    /// The bytes cannot be right.
    pub(super) fn damaged(&self, kind: &str, at: u64, found: impl Into<String>) -> io::Error {
        self.set(
            Note::error(&self.file, format!("the {kind} is damaged"))
                .at(Place::Byte(at))
                .found(found)
                .expected("the bytes that were packed")
                .remedy("copy or download the file again"),
        )
    }

    /// Takes what was written down.
    pub(super) fn take(&self) -> Option<Fault> {
        self.first.try_borrow_mut().ok()?.take()
    }
}

//! A file read for itself, in a worker of its own, to be put into an opening elsewhere.
//!
//! Reading is most of the work and files can be read side by side; the trace is one. So a worker
//! reads one dropped file and hands over what came of it as bytes, packed as it is kept; the opening takes
//! the files in their order, as if it had read them (see [`Opening::await_parts`]), and the result is the same to the byte.
//!
//! A file is handed over only if there is nothing to say about it. Whatever is unusual (an archive, a
//! line that cannot be read, a file that may be no trace) is read where the whole is known: the worker says that
//! it has nothing, and the opening reads the file itself.

use std::rc::Rc;

use loopscope_formats::csv_events::Mapping;

use super::opening::Opening;
use super::Limits;
use crate::source::{Content, ReadAt, SourceFile};

/// Reads one file.
#[derive(Debug)]
pub struct PartReading {
    opening: Opening,
    done: bool,
    part: Option<Vec<u8>>,
}

impl PartReading {
    /// A reading of that file; nothing is read yet.
    pub fn new(path: &str, data: Rc<dyn ReadAt>, limits: Limits) -> Self {
        let file = SourceFile { path: path.to_owned(), data: Content::Random(data) };
        let mut opening = Opening::new(path, vec![file], limits);
        opening.stream_items();
        // What somebody must be asked about is read where it can be asked.
        opening.ask_columns();
        // Whether its name is too doubtful is decided there, too.
        opening.accept_all();
        Self { opening, done: false, part: None }
    }

    /// The same as [`Opening::choose_columns`].
    pub fn choose_columns(&mut self, mapping: Mapping) {
        self.opening.choose_columns(mapping);
    }

    /// Does a slice of the work: about `budget` bytes. Says whether that was all.
    pub fn step(&mut self, budget: usize) -> bool {
        if !self.done {
            let more = self.opening.read_on(&mut budget.max(1));
            let usual = self.opening.is_plain();
            if !more || !usual {
                self.done = true;
                self.part = if usual { self.opening.export_file() } else { None };
            }
        }
        self.done
    }

    /// Bytes that were read of the file as it is stored, and events found.
    pub fn progress(&self) -> (u64, u64) {
        let progress = self.opening.progress();
        (progress.bytes, progress.events)
    }

    /// What came of it, when [`step`](Self::step) said that it is done; `None` if the file is to be read where
    /// the others are.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        self.part.take()
    }
}

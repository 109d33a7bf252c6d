//! Notes on one file, kept until the trace is built: a [`Collection`](crate::Collection) can report
//! notes only then.

use super::collector::{Notes, Problem};
use super::note::{Note, Severity};

/// The notes on one file: the first of each problem, and how many there are.
#[derive(Debug, Default)]
pub(crate) struct DeferredNotes {
    path: String,
    notes: Vec<(Problem, Note)>,
}

impl DeferredNotes {
    /// No notes on that file yet.
    pub(crate) fn new(path: &str) -> Self {
        Self { path: path.to_owned(), notes: Vec::new() }
    }

    /// The file, as the user knows it.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Adds a note, or counts it if there is one for that problem.
    pub(crate) fn add(&mut self, problem: Problem, note: impl FnOnce(&str) -> Note) {
        match self.notes.iter_mut().find(|(known, _)| *known == problem) {
            Some((_, first)) => first.count += 1,
            None => self.notes.push((problem, note(&self.path))),
        }
    }

    /// The first warning.
    pub(crate) fn first_warning(&self) -> Option<&Note> {
        let mut notes = self.notes.iter().map(|(_, note)| note);
        notes.find(|note| note.severity == Severity::Warning)
    }

    /// The first note of any kind.
    pub(crate) fn first(&self) -> Option<&Note> {
        self.notes.first().map(|(_, note)| note)
    }

    /// The error that nothing of the file can be used, because of the first warning if there is one. `found` and `expected`
    /// fill in what the warning leaves empty.
    pub(crate) fn unusable(&self, what: &str, found: &str, expected: &str) -> Note {
        fn own_or<'a>(own: &'a str, otherwise: &'a str) -> &'a str {
            if own.is_empty() {
                otherwise
            } else {
                own
            }
        }
        match self.first_warning() {
            Some(first) => {
                let note = Note::unusable(what, first.clone(), first.count);
                note.found(own_or(&first.found, found)).expected(own_or(&first.expected, expected))
            }
            None => Note::error(&self.path, what).found(found).expected(expected),
        }
    }

    /// Moves the notes to the collector, as notes on this file.
    pub(crate) fn give(&mut self, notes: &mut Notes) {
        notes.begin_file(&self.path);
        for (problem, note) in std::mem::take(&mut self.notes) {
            notes.add(problem, |_| note);
        }
    }
}

//! What is wrong with a row of a table of events.

use std::borrow::Cow;

use crate::lines::Line;
use crate::report::{quote, ContextLine, Note, Place, Problem, Severity};

/// What was found wrong with a row.
pub(super) struct Bad<'a> {
    pub(super) problem: Problem,
    pub(super) what: &'static str,
    pub(super) found: Cow<'a, [u8]>,
    pub(super) expected: &'static str,
}

pub(super) fn too_many(bytes: &[u8]) -> Bad<'_> {
    Bad {
        problem: Problem::WordTooMany,
        what: "a row has more cells than the header",
        found: Cow::Borrowed(bytes),
        expected: "at most as many cells as the header",
    }
}

impl Bad<'_> {
    pub(super) fn note(&self, file: &str, line: &Line<'_>, bytes: &[u8]) -> Note {
        let start = match &self.found {
            Cow::Borrowed(found) => {
                let start = (found.as_ptr() as usize).wrapping_sub(bytes.as_ptr() as usize);
                if start <= bytes.len() {
                    start
                } else {
                    0
                }
            }
            Cow::Owned(_) => 0,
        };
        let length = if self.found.is_empty() { bytes.len() } else { self.found.len() };
        let mut context = Vec::with_capacity(3);
        if let Some(before) = line.before() {
            context.push(ContextLine::new(line.number - 1, before, None));
        }
        let mark = (start, (start + length).min(bytes.len()));
        context.push(ContextLine::new(line.number, bytes, Some(mark)));
        let mut note = Note::new(Severity::Warning, file, self.what)
            .at(Place::Line(line.number))
            .found(quote(&self.found))
            .expected(self.expected)
            .remedy("skipped");
        note.context = context;
        note
    }
}

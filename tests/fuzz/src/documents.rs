//! Targets for JSON documents of nests and of models.

use loopscope_session::files as documents;

use crate::opening::{check_note, open_in_all_ways};
use crate::round_trips::{check_nests, check_program};
use crate::{files, Verdict};

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nests alone.
    Nests,
    /// A model with its nests.
    Model,
}

/// Reads a document, as a file and as text, and prints it again.
pub(crate) fn open(kind: Kind, input: &[u8]) -> Verdict {
    let Ok(text) = std::str::from_utf8(input) else { return Verdict::Reject };
    if !input.starts_with(b"{") {
        return Verdict::Reject;
    }
    let _ = open_in_all_ways(&[(files::UNNAMED.to_owned(), input.to_vec())], true);
    match kind {
        Kind::Nests => match documents::nests::read("t.json", text) {
            Ok(analysis) => check_nests(&analysis),
            Err(note) => check_note(&note),
        },
        Kind::Model => match documents::model::read("t.json", text) {
            Ok(program) => check_program(&program),
            Err(note) => check_note(&note),
        },
    }
    Verdict::Keep
}

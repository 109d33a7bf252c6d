//! The note that answers a request which cannot be fulfilled.

use loopscope_formats::notes::Note;

/// Builds the error note for a request that cannot be fulfilled: what is wrong, what was found, what was expected, and
/// what to do. `file` is empty if the note is about no file.
pub fn error_note(
    file: &str,
    what: impl Into<String>,
    found: impl Into<String>,
    expected: impl Into<String>,
    remedy: impl Into<String>,
) -> Note {
    // Not compiled once for each combination of types.
    fn made(file: &str, [what, found, expected, remedy]: [String; 4]) -> Note {
        Note::error(file, what).found(found).expected(expected).remedy(remedy)
    }
    made(file, [what.into(), found.into(), expected.into(), remedy.into()])
}

/// The note for a number that names nothing, such as a trace that is closed or a process that a trace does not have.
pub(crate) fn missing(what: &str, number: u32, expected: &str) -> Note {
    error_note("", what, number.to_string(), expected, "open the trace again")
}

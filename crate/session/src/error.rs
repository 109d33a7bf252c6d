//! The note that answers a request which cannot be fulfilled.

use loopscope_formats::notes::Note;

/// Builds the error note for a request that cannot be fulfilled: what is wrong, what was found, what was expected, and
/// what to do. `file` is empty if the note is about no file.
pub fn error_note(
    file: &str,
    what: String,
    found: String,
    expected: String,
    remedy: String,
) -> Note {
    Note::error(file, what).found(found).expected(expected).remedy(remedy)
}

/// The note for a number that names nothing, such as a trace that is closed or a process that a trace does not have.
pub(crate) fn missing(what: &str, number: u32, expected: &str) -> Note {
    error_note(
        "",
        what.to_owned(),
        number.to_string(),
        expected.to_owned(),
        "open the trace again".to_owned(),
    )
}

//! Errors of the operating system in plain words.

use std::io::{Error, ErrorKind};

/// What a note expects of a file that cannot be read.
pub(crate) const READABLE: &str = "a file that can be read to its end";

/// The error in plain words: without error numbers, in lower case.
///
/// ```
/// use loopscope_session::open::plain_words;
/// let gone = std::fs::metadata("no/such/file").unwrap_err();
/// assert_eq!(plain_words(&gone), "nothing of that name");
/// assert_eq!(plain_words(&std::io::Error::other("the tape ends")), "the tape ends");
/// ```
pub fn plain_words(error: &Error) -> String {
    let words = match error.kind() {
        ErrorKind::NotFound => "nothing of that name",
        ErrorKind::PermissionDenied => "no permission",
        ErrorKind::NotADirectory => "a file where the path needs a folder",
        ErrorKind::IsADirectory => "a folder",
        ErrorKind::AlreadyExists => "a file of that name",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the disk quota is used up",
        ErrorKind::FileTooLarge => "the file would be larger than is allowed",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::StaleNetworkFileHandle => "the file server has lost the file",
        ErrorKind::BrokenPipe => "whoever read it has stopped reading",
        ErrorKind::UnexpectedEof => "the end of the file",
        ErrorKind::OutOfMemory => "not enough memory",
        _ => return without_number(&error.to_string()),
    };
    // The text of an error that this program made says more than its kind.
    if error.get_ref().is_some() {
        return error.to_string();
    }
    words.to_owned()
}

/// `too many open files` for `Too many open files (os error 24)`.
fn without_number(text: &str) -> String {
    let number = text.rfind(" (os error ");
    let Some(words) = number.and_then(|at| text.get(..at)) else { return text.to_owned() };
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| std::iter::once(first.to_ascii_lowercase()).chain(chars).collect())
}

//! Text in tables (CSV) that a spreadsheet must not run.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, and skips a tab or a carriage return in
//! front of one. So a cell of **text** that begins so gets an apostrophe in front, which spreadsheets take for
//! "this is text". A text that already begins with apostrophes and then such a character gets one more, so that
//! reading takes off exactly the one that writing put on. Numbers are never touched.
//!
//! Source: OWASP, "CSV Injection".

use std::borrow::Cow;

/// The text as a cell of a table.
///
/// ```
/// use loopscope_formats::guarded;
/// assert_eq!(["=1+2", "'@x", "MPI_Send", "'tis"].map(guarded), ["'=1+2", "''@x", "MPI_Send", "'tis"]);
/// ```
pub fn guarded(text: &str) -> Cow<'_, str> {
    if begins_formula(text.as_bytes()) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text of a cell without its guard: the reverse of [`guarded`].
pub fn unguarded(cell: &[u8]) -> &[u8] {
    match cell.split_first() {
        Some((b'\'', text)) if begins_formula(text) => text,
        _ => cell,
    }
}

/// The same for a cell that is known to be UTF-8.
pub(crate) fn unguarded_text(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if begins_formula(text.as_bytes()) => text,
        _ => cell,
    }
}

fn begins_formula(text: &[u8]) -> bool {
    let first = text.iter().find(|&&byte| byte != b'\'');
    matches!(first, Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r'))
}

#[cfg(test)]
mod tests;

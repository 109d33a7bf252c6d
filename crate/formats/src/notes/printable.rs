//! Text from files, made safe to print.

use std::borrow::Cow;

/// Whether a terminal or a reader could take a character for more than itself: control characters, which move the
/// cursor and start escape sequences, line and paragraph separators, and the marks that reorder text.
pub fn is_printable(c: char) -> bool {
    let reorders = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(c.is_control() || reorders || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}'))
}

/// The text with every character that is not [printable](is_printable) written as an escape, so that it stays on its
/// line and cannot drive a terminal. O(length); borrowed where there is nothing to escape.
///
/// ```
/// use loopscope_formats::printable;
/// assert_eq!(printable("MPI_Send"), "MPI_Send");
/// assert_eq!(printable("red\u{1b}[31m\n"), r"red\u{1b}[31m\n");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_printable)
}

/// The same for text of several lines: line ends and tabs stay.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_printable(c) || matches!(c, '\n' | '\t'))
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&stays) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if stays(c) {
            out.push(c);
        } else {
            out.extend(c.escape_default());
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests;

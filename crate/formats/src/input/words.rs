//! The words of a line, with their places.

use std::ops::Range;

/// Words between blanks.
pub(crate) struct Words<'a> {
    pub(crate) line: &'a [u8],
    /// How far it has come.
    pub(crate) at: usize,
}

impl<'a> Words<'a> {
    /// The words of that line, from its beginning.
    pub(crate) fn new(line: &'a [u8]) -> Self {
        Words { line, at: 0 }
    }

    pub(crate) fn skip_blanks(&mut self) {
        while self.line.get(self.at).is_some_and(|&byte| is_blank(byte)) {
            self.at += 1;
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (&'a [u8], Range<usize>);

    fn next(&mut self) -> Option<(&'a [u8], Range<usize>)> {
        self.skip_blanks();
        let start = self.at;
        while self.line.get(self.at).is_some_and(|&byte| !is_blank(byte)) {
            self.at += 1;
        }
        let word = self.line.get(start..self.at).filter(|word| !word.is_empty())?;
        Some((word, start..self.at))
    }
}

/// White space other than a line end, which includes the CR before one.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// Replaces a name without a printable letter: an event without a name would be lost in every text form.
pub(crate) const UNNAMED: &str = "(unnamed)";

/// A text as words between single blanks, which is what a line can hold; empty if it holds nothing printable.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !word.is_empty() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    line
}

/// The name of an event or operation in [one line](one_line), or [`UNNAMED`].
pub(crate) fn name_in_one_line(name: &str) -> String {
    or_unnamed(one_line(name))
}

/// That name, or [`UNNAMED`] if it is empty.
pub(crate) fn or_unnamed(name: String) -> String {
    if name.is_empty() {
        UNNAMED.to_owned()
    } else {
        name
    }
}

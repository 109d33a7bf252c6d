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
    pub(crate) fn new(line: &'a [u8]) -> Words<'a> {
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

/// A name as words between single blanks, which is what a line can hold.
pub(crate) fn one_line(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        "nameless".to_owned()
    } else {
        words.join(" ")
    }
}

//! Prints messages and results, made safe for a terminal.

use std::io::{self, Write};

use loopscope_session::formats::{printable, printable_lines};

/// Prints a message on standard error, in one line. A closed standard error is not a failure.
pub(crate) fn say(message: impl std::fmt::Display) {
    let line = format!("loopscope: {}\n", printable(&message.to_string()));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Prints a line on standard error for other programs, unchanged.
pub(crate) fn say_plainly(line: &str) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// The most bytes of one character.
const CHARACTER: usize = 4;

/// A terminal: control characters are shown as escapes.
pub(crate) struct Screen<W: Write> {
    out: W,
    /// The beginning of a character whose end has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Screen<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, begun: Vec::new() }
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let mut bytes = std::mem::take(&mut self.begun);
        bytes.extend_from_slice(buffer);
        let mut shown = String::with_capacity(bytes.len());
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            shown.push_str(&printable_lines(chunk.valid()));
            let invalid = chunk.invalid();
            let unfinished = chunks.peek().is_none()
                && invalid.len() < CHARACTER
                && std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
            if unfinished {
                self.begun = invalid.to_vec();
            } else {
                invalid.iter().for_each(|byte| shown.push_str(&format!("\\x{byte:02x}")));
            }
        }
        self.out.write_all(shown.as_bytes())?;
        Ok(buffer.len())
    }

    /// After a flush nothing follows, so an incomplete character is shown as bytes.
    fn flush(&mut self) -> io::Result<()> {
        for byte in std::mem::take(&mut self.begun) {
            write!(self.out, "\\x{byte:02x}")?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests;

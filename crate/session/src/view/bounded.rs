//! A text that ends where it gets too long.

use std::fmt;

/// A text of at most so many lines and bytes.
pub(crate) struct Bounded {
    pub(crate) text: String,
    pub(crate) lines: u64,
    pub(crate) bytes: usize,
}

impl fmt::Write for Bounded {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.text.len() + part.len() > self.bytes || self.lines == 0 {
            return Err(fmt::Error);
        }
        self.lines = self.lines.saturating_sub(part.matches('\n').count() as u64);
        self.text.push_str(part);
        Ok(())
    }
}

//! Which of the three kinds of files one is.

use super::labels::SECTIONS;

/// The three kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The trace.
    Trace,
    /// Names of types and values.
    Labels,
    /// Names of what is drawn.
    Rows,
}

impl Role {
    /// What a file is that has this for its first line with anything in it.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii();
        let rows = || {
            let words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
            matches!(words[..], [b"LEVEL", level, b"SIZE", number]
                if level.iter().all(u8::is_ascii_uppercase) && number.iter().all(u8::is_ascii_digit))
        };
        if line.starts_with(b"#Paraver") {
            Some(Self::Trace)
        } else if SECTIONS.contains(&line) {
            Some(Self::Labels)
        } else if rows() {
            Some(Self::Rows)
        } else {
            None
        }
    }
}

//! Which of the three kinds of files one is.

use super::record::MAGIC;
use super::text::is_entering;

/// The three kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The records of a process.
    Binary,
    /// The same as `dumpi2ascii` writes them.
    Text,
    /// What the trace is about.
    Meta,
}

impl Role {
    /// What a file is that begins so.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        if head.starts_with(MAGIC) {
            return Some(Self::Binary);
        }
        let has = |text: &[u8]| memchr::memmem::find(head, text).is_some();
        if has(b" entering at walltime ") && head.split(|byte| *byte == b'\n').any(is_entering) {
            return Some(Self::Text);
        }
        if !has(b"numprocs") {
            return None;
        }
        let is_line = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let keys: Vec<&[u8]> = head.split(is_line).filter_map(|line| line.split(|byte| *byte == b'=').next()).collect();
        let all = [&b"numprocs"[..], b"fileprefix"].iter().all(|key| keys.contains(key));
        all.then_some(Self::Meta)
    }
}

//! The beginning of a file, from which its format is detected.

/// The beginning of a file, from which its format is detected.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The first bytes of the file: all of it, or at least [`HEAD_BYTES`].
    pub bytes: &'a [u8],
}

/// How many bytes of a file a sniff wants to see, if there are as many.
pub const HEAD_BYTES: usize = 16 << 10;

impl<'a> Head<'a> {
    /// The first [`HEAD_BYTES`] of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Head { bytes: bytes.get(..HEAD_BYTES).unwrap_or(bytes) }
    }

    /// Whether this is the whole file.
    pub fn is_whole(&self) -> bool {
        self.bytes.len() < HEAD_BYTES
    }

    /// The lines of the head without one that may be cut: the last one, if the file continues after
    /// the head, or if it lacks a line end and is not the only line.
    pub(crate) fn whole_lines(&self) -> impl Iterator<Item = &'a [u8]> {
        let last = memchr::memrchr(b'\n', self.bytes).map_or(self.bytes.len(), |at| at + 1);
        Head { bytes: self.bytes.get(..last).unwrap_or(self.bytes) }.lines()
    }

    /// The lines that begin in the head, without their ends. The last one may be cut.
    pub fn lines(&self) -> impl Iterator<Item = &'a [u8]> {
        let bytes = self.bytes.strip_prefix(BOM).unwrap_or(self.bytes);
        let lines = bytes.split(|&byte| byte == b'\n');
        lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The mark that some editors put before UTF-8 text. It is not part of the text.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";

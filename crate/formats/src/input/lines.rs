//! Lines from chunks that may end anywhere.

use memchr::{memchr, memrchr};

use crate::notes::{cut, ContextLine};

/// Bytes a line may have; a longer one is reported without being kept.
pub const MAX_LINE: usize = 64 << 10;

/// One line, without its newline.
pub(crate) struct Line<'a> {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// Its bytes; of a line that is too long only the beginning.
    pub(crate) bytes: &'a [u8],
    /// Whether it is longer than [`MAX_LINE`].
    pub(crate) too_long: bool,
    /// Whether a newline ends it; only the last line of a file may lack one.
    pub(crate) ended: bool,
    /// The bytes before it in the chunk, from the start of a line.
    earlier: &'a [u8],
    /// The last line of the chunk before; empty if there was none.
    carried: &'a [u8],
    /// What follows it and its newline in the chunk.
    pub(crate) after: &'a [u8],
}

/// Lines after the one that was handed out that were taken with it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Taken {
    pub(crate) lines: u64,
    /// With their newlines.
    pub(crate) bytes: usize,
}

impl<'a> Line<'a> {
    /// The line before this one, perhaps cut; `None` for the first line.
    pub(crate) fn before(&self) -> Option<&'a [u8]> {
        if self.number == 1 {
            return None;
        }
        match self.earlier.strip_suffix(b"\n") {
            Some(earlier) => {
                let start = memrchr(b'\n', earlier).map_or(0, |at| at + 1);
                earlier.get(start..)
            }
            None => Some(self.carried),
        }
    }
}

impl Line<'_> {
    /// The line before and this one, of which `bytes` is what is read; `mark` are the bytes that are at fault. The line
    /// after is not there yet.
    pub(crate) fn context(&self, bytes: &[u8], mark: Option<(usize, usize)>) -> Vec<ContextLine> {
        let mut context = Vec::with_capacity(3);
        if let Some(before) = self.before() {
            context.push(ContextLine::new(self.number - 1, before, None));
        }
        context.push(ContextLine::new(self.number, bytes, mark));
        context
    }
}

/// Cuts a file that comes in chunks into lines. Memory: at most one line of [`MAX_LINE`] bytes.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// The line that the last chunk ended in.
    open: Vec<u8>,
    /// Whether that line is too long already.
    too_long: bool,
    /// The line before it, cut.
    previous: Vec<u8>,
    /// Lines that are complete.
    count: u64,
}

impl Lines {
    /// Hands every line that is complete with this chunk to `each`, which may refuse.
    #[inline]
    pub(crate) fn read<E>(&mut self, chunk: &[u8], mut each: impl FnMut(Line<'_>) -> Result<(), E>) -> Result<(), E> {
        self.read_runs(chunk, |line| each(line).map(|()| Taken::default()))
    }

    /// Hands out lines that are complete with this chunk. With each, `each` may take whole lines that [follow](Line::after), and says how many:
    /// what it knows already needs no search for its end.
    #[inline]
    pub(crate) fn read_runs<E>(
        &mut self,
        chunk: &[u8],
        mut each: impl FnMut(Line<'_>) -> Result<Taken, E>,
    ) -> Result<(), E> {
        let mut rest = chunk;
        if !self.open.is_empty() || self.too_long {
            let Some(end) = memchr(b'\n', chunk) else {
                self.keep(chunk);
                return Ok(());
            };
            self.keep(chunk.get(..end).unwrap_or_default());
            // The open line ends here; what follows is handed out below.
            self.finish(true, &mut |line| each(line).map(drop))?;
            rest = chunk.get(end + 1..).unwrap_or_default();
        }
        let lines = rest;
        let mut start = 0;
        while let Some(length) = memchr(b'\n', rest) {
            let (bytes, after) = rest.split_at(length);
            let after = after.get(1..).unwrap_or_default();
            self.count += 1;
            let too_long = length > MAX_LINE;
            let taken = each(Line {
                number: self.count,
                bytes: if too_long { cut(bytes) } else { bytes },
                too_long,
                ended: true,
                earlier: lines.get(..start).unwrap_or_default(),
                carried: &self.previous,
                after,
            })?;
            self.count += taken.lines;
            rest = after.get(taken.bytes..).unwrap_or_default();
            start += length + 1 + taken.bytes;
        }
        if let Some(whole) = lines.get(..start.saturating_sub(1)).filter(|_| start > 0) {
            let last = memrchr(b'\n', whole).map_or(0, |at| at + 1);
            self.previous.clear();
            self.previous.extend_from_slice(cut(whole.get(last..).unwrap_or_default()));
        }
        self.keep(rest);
        Ok(())
    }

    /// Hands out the last line of a file that does not end with a newline.
    pub(crate) fn end<E>(&mut self, mut each: impl FnMut(Line<'_>) -> Result<(), E>) -> Result<(), E> {
        if !self.open.is_empty() || self.too_long {
            self.finish(false, &mut each)?;
        }
        Ok(())
    }

    /// Adds to the open line, of which no more is kept than a line may have.
    fn keep(&mut self, bytes: &[u8]) {
        if self.too_long {
            return;
        }
        if self.open.len() + bytes.len() > MAX_LINE {
            self.too_long = true;
            let room = crate::notes::CONTEXT_BYTES.saturating_sub(self.open.len());
            self.open.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
            self.open.truncate(crate::notes::CONTEXT_BYTES);
        } else {
            self.open.extend_from_slice(bytes);
        }
    }

    /// The open line is complete.
    fn finish<E>(&mut self, ended: bool, each: &mut impl FnMut(Line<'_>) -> Result<(), E>) -> Result<(), E> {
        self.count += 1;
        each(Line {
            number: self.count,
            bytes: &self.open,
            too_long: self.too_long,
            ended,
            earlier: &[],
            carried: &self.previous,
            after: &[],
        })?;
        self.previous.clear();
        self.previous.extend_from_slice(cut(&self.open));
        self.open.clear();
        self.too_long = false;
        Ok(())
    }
}

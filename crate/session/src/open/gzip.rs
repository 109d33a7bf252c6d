//! The members of a gzip stream, one after the other (RFC 1952).
//!
//! Inflating is flate2's; its own gzip reader would bring the constant tables of a checksum, 16 KB of the download.

use std::io::{self, BufRead, Read};

use flate2::bufread::DeflateDecoder;

use crate::crc::Crc;

const CHECKSUM: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;

/// What a gzip stream holds. The error of a damaged one says what was found.
pub(super) struct Members<R: BufRead> {
    state: State<R>,
    crc: Crc,
    /// Bytes of the member so far.
    size: u64,
    /// Whether a member was read before: only then may the input end.
    any: bool,
}

enum State<R: BufRead> {
    /// Before a member.
    Between(R),
    Inside(DeflateDecoder<R>),
    /// After the end, or an error.
    Over,
}

impl<R: BufRead> Members<R> {
    pub(super) fn new(input: R) -> Self {
        Self { state: State::Between(input), crc: Crc::new(), size: 0, any: false }
    }

    /// Goes on to the next member; false if there is none.
    fn begin(&mut self, mut input: R) -> io::Result<bool> {
        if self.any && input.fill_buf()?.is_empty() {
            return Ok(false);
        }
        skip_head(&mut input)?;
        (self.crc, self.size, self.any) = (Crc::new(), 0, true);
        self.state = State::Inside(DeflateDecoder::new(input));
        Ok(true)
    }

    /// Compares a member with the checksum and the size that follow it.
    fn end(&mut self, mut input: R) -> io::Result<()> {
        let mut tail = [0; 8];
        input.read_exact(&mut tail)?;
        let [a, b, c, d, e, f, g, h] = tail;
        if u32::from_le_bytes([a, b, c, d]) != self.crc.sum() {
            return Err(damaged("a checksum that does not agree with the data"));
        }
        if u32::from_le_bytes([e, f, g, h]) != self.size as u32 {
            return Err(damaged("a size that does not agree with the data"));
        }
        self.state = State::Between(input);
        Ok(())
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.state, State::Over) {
                State::Over => return Ok(0),
                State::Between(mut input) => {
                    // An interrupted look at the input can be made again.
                    if let Err(error) = input.fill_buf() {
                        self.state = State::Between(input);
                        return Err(error);
                    }
                    if !self.begin(input)? {
                        return Ok(0);
                    }
                }
                State::Inside(mut decoder) => match decoder.read(buffer) {
                    Ok(0) => self.end(decoder.into_inner())?,
                    result => {
                        self.state = State::Inside(decoder);
                        let count = result?;
                        self.crc.update(buffer.get(..count).unwrap_or_default());
                        self.size += count as u64;
                        return Ok(count);
                    }
                },
            }
        }
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Passes over the head of a member and compares its checksum, if it has one.
fn skip_head(input: &mut impl BufRead) -> io::Result<()> {
    let mut crc = Crc::new();
    let mut take = |count: usize| -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        input.read_exact(&mut bytes)?;
        crc.update(&bytes);
        Ok(bytes)
    };
    let head = take(10)?;
    let flags = match head.as_slice() {
        [0x1F, 0x8B, 8, flags, ..] => *flags,
        _ => return Err(damaged("invalid gzip header")),
    };
    if flags & EXTRA != 0 {
        let length = take(2)?;
        let length = length.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        take(length)?;
    }
    for text in [NAME, COMMENT] {
        while flags & text != 0 && take(1)? != [0] {}
    }
    if flags & CHECKSUM != 0 {
        let expected = crc.sum() as u16;
        let mut stored = [0; 2];
        input.read_exact(&mut stored)?;
        if u16::from_le_bytes(stored) != expected {
            return Err(damaged("a header whose checksum does not agree"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! Compressed streams: gzip of several members, Zstandard of several frames.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use flate2::bufread::DeflateDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::fault::Faults;
use super::gzip::Members;
use crate::source::Stream;

/// Bytes that a layer reads from below at a time.
const BUFFER: usize = 64 << 10;

/// How far a decoder has read in its input, and whether that is at its end.
#[derive(Clone, Default)]
struct Position {
    at: Rc<Cell<u64>>,
    ended: Rc<Cell<bool>>,
}

/// The input of a decoder, which counts exactly what the decoder consumes.
struct Input {
    inner: BufReader<Stream>,
    position: Position,
}

impl Input {
    /// The input, and how far it is read.
    fn new(inner: Stream) -> (Self, Position) {
        let position = Position::default();
        let inner = BufReader::with_capacity(BUFFER, inner);
        (Self { inner, position: position.clone() }, position)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.position.at.set(self.position.at.get() + count as u64);
        if count == 0 && !buffer.is_empty() {
            self.position.ended.set(true);
        }
        Ok(count)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.inner.fill_buf()?;
        if bytes.is_empty() {
            self.position.ended.set(true);
        }
        Ok(bytes)
    }

    fn consume(&mut self, count: usize) {
        self.position.at.set(self.position.at.get() + count as u64);
        self.inner.consume(count);
    }
}

/// A decoder whose errors become notes with the byte where they happened.
struct Layer<D> {
    decoder: D,
    kind: &'static str,
    position: Position,
    faults: Faults,
}

impl<D: Read> Read for Layer<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| {
            let at = self.position.at.get();
            if error.kind() == io::ErrorKind::Interrupted {
                error
            } else if self.position.ended.get() {
                self.faults.truncated(self.kind, at)
            } else {
                self.faults.damaged(self.kind, at, error.to_string())
            }
        })
    }
}

/// What a gzip stream holds, all its members one after the other.
pub(super) fn gunzip(inner: Stream, faults: Faults) -> Stream {
    let (input, position) = Input::new(inner);
    let decoder = Members::new(input);
    Box::new(Layer { decoder, kind: "gzip data", position, faults })
}

/// What a Zstandard stream holds, all its frames one after the other.
pub(super) fn unzstd(inner: Stream, faults: Faults) -> Stream {
    let (input, position) = Input::new(inner);
    let decoder = ZstdFrames { input, frames: FrameDecoder::new(), open: false };
    Box::new(Layer { decoder, kind: "Zstandard data", position, faults })
}

/// What a stretch of deflate without a header holds, as in a zip archive. A fault is told by the byte of what is packed: how
/// much came out before depends on how much was asked for.
pub(super) fn inflate(inner: Stream, faults: Faults) -> Stream {
    let (input, position) = Input::new(inner);
    let decoder = DeflateDecoder::new(input);
    Box::new(Layer { decoder, kind: "packed data", position, faults })
}

/// Reads frame after frame and checks their checksums.
struct ZstdFrames {
    input: Input,
    frames: FrameDecoder,
    /// Whether a frame is being read.
    open: bool,
}

/// Bytes to decode before some are handed out.
const BATCH: usize = 64 << 10;

impl Read for ZstdFrames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.open {
                if self.input.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                self.begin_frame()?;
                continue;
            }
            if self.frames.can_collect() > 0 {
                return self.frames.read(buffer);
            }
            if self.frames.is_finished() {
                self.end_frame()?;
                continue;
            }
            let strategy = BlockDecodingStrategy::UptoBytes(BATCH);
            self.frames.decode_blocks(&mut self.input, strategy).map_err(io::Error::other)?;
        }
    }
}

impl ZstdFrames {
    fn begin_frame(&mut self) -> io::Result<()> {
        match self.frames.reset(&mut self.input) {
            Ok(()) => self.open = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                let skipped = io::copy(&mut (&mut self.input).take(length.into()), &mut io::sink())?;
                if skipped < u64::from(length) {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(())
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.open = false;
        let stored = self.frames.get_checksum_from_data();
        if stored.is_some() && stored != self.frames.get_calculated_checksum() {
            return Err(io::Error::other("a checksum that does not agree with the data"));
        }
        Ok(())
    }
}

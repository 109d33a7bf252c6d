//! A compressed trace among the files of an opening.

use std::io::{self, Read};
use std::rc::Rc;

use loopscope_core::trace::{BuildError, TraceBuilder};
use loopscope_formats::notes::Note;
use loopscope_formats::{native, Format, FORMATS};

use crate::lsz::load::Loading;
use crate::lsz::Compressed;
use crate::source::{ReadAt, Stream};

/// Items that stand for a byte of an opening's budget: to load one takes about as long as to read some
/// bytes of text.
const BYTES_PER_ITEM: usize = 8;

/// How far a compressed trace is.
pub(super) enum Stage {
    /// It comes as a stream, and is read at any place only when all of it is there.
    Collecting(Stream, Vec<u8>),
    Loading(Box<Loading>),
}

/// What a slice of a [`Stage`] came to.
pub(super) enum StageStep {
    /// There is more to do; the share of the file that is read, if that is known.
    Working(Option<f64>),
    /// All bytes of a stream are there.
    Collected(Vec<u8>),
    /// The trace is loaded. It was read from this format when it was compressed.
    Loaded(&'static Format),
    /// The stream failed.
    Broken(io::Error),
}

impl Stage {
    /// Begins to load a compressed trace whose bytes are there. `most`: bytes that may be kept of it.
    ///
    /// # Errors
    /// It is damaged, or too large.
    pub(super) fn loading(path: &str, data: Rc<dyn ReadAt>, most: Option<u64>) -> Result<Self, Note> {
        let file = Compressed::open(path, data)?;
        let kept = file.kept_bytes();
        match most {
            Some(limit) if kept > limit => Err(Note::from_build(&BuildError::TooLarge { kept, limit }, path)),
            _ => Ok(Self::Loading(Box::new(Loading::new(file, path)))),
        }
    }

    /// Does a slice. `most`: bytes of a stream that may be collected.
    ///
    /// # Errors
    /// The trace is damaged, or too large.
    pub(super) fn step(
        &mut self,
        path: &str,
        most: u64,
        (buffer, trace): (&mut [u8], &mut TraceBuilder),
        budget: &mut usize,
    ) -> Result<StageStep, Note> {
        match self {
            Self::Collecting(stream, bytes) => match stream.read(buffer) {
                Ok(0) => Ok(StageStep::Collected(std::mem::take(bytes))),
                Ok(count) => {
                    *budget = budget.saturating_sub(count);
                    bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
                    let kept = bytes.len() as u64;
                    if kept > most {
                        let error = BuildError::TooLarge { kept, limit: most };
                        return Err(Note::from_build(&error, path));
                    }
                    Ok(StageStep::Working(None))
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(StageStep::Working(None)),
                Err(error) => Ok(StageStep::Broken(error)),
            },
            Self::Loading(loading) => {
                let items = (*budget / BYTES_PER_ITEM).clamp(1024, 1 << 18);
                let done = loading.step(items, trace);
                *budget = budget.saturating_sub(items * BYTES_PER_ITEM);
                if !done? {
                    return Ok(StageStep::Working(Some(loading.share())));
                }
                let name = loading.file().format();
                let format = FORMATS.iter().find(|format| format.name == name);
                Ok(StageStep::Loaded(format.copied().unwrap_or(&native::FORMAT)))
            }
        }
    }
}

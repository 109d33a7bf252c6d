//! The files of an archive, each read separately.
//!
//! The first bytes give the kind of a file, and its name gives its part of the archive, because that is how
//! the format works: the number of a location is in the name of its files and nowhere else.

use super::anchor::{Anchor, MAX_ANCHOR};
use super::definitions::Definitions;
use super::local::Local;
use super::location::Location;
use super::stream::{Fault, Holds, Sink, Stream};

/// A file that is being read.
#[derive(Debug)]
pub(super) enum OpenFile {
    /// Too few bytes to decide.
    Unknown(Vec<u8>),
    Anchor(Vec<u8>),
    Global(Stream, Box<Definitions>),
    Local(u64, Stream, Box<Local>),
    Events(u64, Stream, Box<Location>),
    /// Snapshots, thumbnails, markers.
    Other,
}

/// A file that was read.
#[derive(Debug)]
pub(super) enum Content {
    /// `None` if the anchor ends too early.
    Anchor(Option<Anchor>),
    Global(Box<Definitions>),
    Local(u64, Box<Local>),
    Events(u64, Box<Location>),
    /// Nothing that is of use.
    Other,
}

/// A file that was read, and why not to its end, if so.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) path: String,
    pub(super) content: Content,
    pub(super) fault: Option<Fault>,
}

impl OpenFile {
    /// The reader for a file of that name.
    pub(super) fn new(path: &str) -> Self {
        let (stem, ending) = name_of(path);
        let number = stem.parse::<u64>().ok();
        match (ending, number) {
            ("evt", Some(location)) => Self::Events(location, Stream::new(Holds::Events), Box::default()),
            ("def", Some(location)) => Self::Local(location, Stream::new(Holds::Definitions), Box::default()),
            ("def", None) => Self::Global(Stream::new(Holds::Definitions), Box::default()),
            ("snap" | "thumb" | "marker", _) => Self::Other,
            // Other: the first bytes decide.
            _ => Self::Unknown(Vec::new()),
        }
    }

    pub(super) fn read(&mut self, chunk: &[u8]) {
        match self {
            Self::Unknown(bytes) => {
                let room = MAX_ANCHOR - bytes.len().min(MAX_ANCHOR);
                bytes.extend_from_slice(chunk.get(..room).unwrap_or(chunk));
                if bytes.len() >= 7 {
                    let bytes = std::mem::take(bytes);
                    *self = if Anchor::is_one(&bytes) { Self::Anchor(bytes) } else { Self::Other };
                }
            }
            Self::Anchor(bytes) => {
                let room = MAX_ANCHOR - bytes.len().min(MAX_ANCHOR);
                bytes.extend_from_slice(chunk.get(..room).unwrap_or(chunk));
            }
            // As any sink: definitions are few, and the page need not load this code twice.
            Self::Global(stream, definitions) => stream.read(chunk, &mut **definitions as &mut dyn Sink),
            Self::Local(_, stream, local) => stream.read(chunk, &mut **local as &mut dyn Sink),
            Self::Events(_, stream, location) => stream.read(chunk, &mut **location),
            Self::Other => {}
        }
    }

    pub(super) fn finish(self, path: String) -> Part {
        let (content, fault) = match self {
            Self::Unknown(_) | Self::Other => (Content::Other, None),
            Self::Anchor(bytes) => (Content::Anchor(Anchor::read(&bytes)), None),
            Self::Global(stream, definitions) => (Content::Global(definitions), stream.finish()),
            Self::Local(id, stream, local) => (Content::Local(id, local), stream.finish()),
            Self::Events(id, stream, mut location) => {
                location.finish();
                (Content::Events(id, location), stream.finish())
            }
        };
        Part { path, content, fault }
    }

    /// Bytes that are kept of the file.
    pub(super) fn kept_bytes(&self) -> u64 {
        match self {
            Self::Unknown(bytes) | Self::Anchor(bytes) => bytes.len() as u64,
            Self::Global(_, definitions) => definitions.kept,
            Self::Local(_, _, local) => local.kept,
            Self::Events(_, _, location) => location.kept_bytes(),
            Self::Other => 0,
        }
    }

    /// Events found in the file.
    pub(super) fn events(&self) -> u64 {
        match self {
            Self::Events(_, _, location) => location.stream().len() as u64,
            _ => 0,
        }
    }
}

impl Part {
    /// Bytes that are kept of the file.
    pub(super) fn kept_bytes(&self) -> u64 {
        match &self.content {
            Content::Global(definitions) => definitions.kept,
            Content::Local(_, local) => local.kept,
            Content::Events(_, location) => location.kept_bytes(),
            Content::Anchor(_) | Content::Other => 0,
        }
    }
}

/// The base name of a file without an ending, and its ending; that of a compression around the
/// file alone left aside.
fn name_of(path: &str) -> (&str, &str) {
    let base = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let bare = [".gz", ".zst"].iter().find_map(|end| base.strip_suffix(end)).unwrap_or(base);
    bare.rsplit_once('.').unwrap_or((bare, ""))
}

#[cfg(test)]
mod tests;

//! The anchor, `NAME.otf2`: what kind of archive it is.

use super::bytes::{Order, Values};
use crate::notes::{Note, Place};

/// Bytes that an anchor is read of. A real one has a few hundred; its length depends on texts.
pub(super) const MAX_ANCHOR: usize = 1 << 20;

/// What an anchor says, as far as it decides something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    /// How files are stored: 1 is one file a location.
    pub(super) substrate: u8,
    /// How their content is packed: 1 is not at all.
    pub(super) compression: u8,
}

impl Anchor {
    /// Whether a file that begins so is an anchor.
    pub(super) fn is_one(head: &[u8]) -> bool {
        head.get(2..7) == Some(b"OTF2\0")
    }

    /// Reads a whole anchor file; `None` if it ends too early.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let order = Order::of(*bytes.get(1)?)?;
        let mut values = Values::new(bytes.get(2..)?, order);
        values.text()?;
        let _anchor_format = values.byte()?;
        let _trace_format = values.byte()?;
        let _version = [values.byte()?, values.byte()?, values.byte()?];
        let _event_chunk = values.raw()?;
        let _definition_chunk = values.raw()?;
        let substrate = values.byte()?;
        let compression = values.byte()?;
        // The numbers of locations and definitions follow, and texts.
        Some(Self { substrate, compression })
    }

    /// Why the archive cannot be read, if it cannot.
    pub(super) fn error_note(&self, path: &str) -> Option<Note> {
        let note = match (self.substrate, self.compression) {
            (1, 1) => return None,
            (2, _) => Note::error(path, "the OTF2 archive is stored in SION containers")
                .found("the substrate SION")
                .expected("the substrate POSIX: one file for each location")
                .remedy("trace again with SCOREP_TRACING_USE_SION=false, or copy it with otf2-merger to POSIX"),
            (1, 2) => Note::error(path, "the OTF2 archive uses the format's own compression")
                .found("zlib compression, which OTF2 has dropped")
                .expected("no compression")
                .remedy(
                    "trace again with SCOREP_TRACING_COMPRESS=false; .zip, .gz and .zst around the archive are fine",
                ),
            (substrate, compression) => Note::error(path, "the OTF2 archive uses an unknown storage type")
                .at(Place::Byte(0))
                .found(format!("substrate {substrate}, compression {compression}"))
                .expected("substrate 1 (POSIX), compression 1 (none)")
                .remedy("trace again with the tracer's default settings"),
        };
        Some(note)
    }
}

#[cfg(test)]
mod tests;

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
    pub(super) fn read(bytes: &[u8]) -> Option<Anchor> {
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
        Some(Anchor { substrate, compression })
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
                .remedy("trace again with SCOREP_TRACING_COMPRESS=false; .zip, .gz and .zst around the archive are fine"),
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
mod tests {
    use super::*;

    /// An anchor as version 3.0 writes it.
    fn bytes(substrate: u8, compression: u8, big: bool) -> Vec<u8> {
        let number = |value: u64| if big { value.to_be_bytes() } else { value.to_le_bytes() };
        let mut bytes = vec![3, if big { 0x23 } else { 0x42 }];
        bytes.extend(b"OTF2\0\x03\x02\x03\0\x02");
        bytes.extend(number(1 << 20));
        bytes.extend(number(1 << 18));
        bytes.extend([substrate, compression]);
        bytes.extend(number(4));
        bytes.extend(number(77));
        bytes.extend(b"machine\0Score-P 9.0\0\0");
        bytes
    }

    #[test]
    fn both_byte_orders() {
        for big in [false, true] {
            let bytes = bytes(1, 1, big);
            assert!(Anchor::is_one(&bytes));
            let anchor = Anchor::read(&bytes).unwrap_or_else(|| unreachable!());
            assert_eq!(anchor.error_note("a.otf2"), None);
        }
    }

    #[test]
    fn what_cannot_be_read_says_why_and_the_way_out() {
        let error_note = |substrate, compression| {
            let anchor = Anchor::read(&bytes(substrate, compression, false));
            anchor.and_then(|anchor| anchor.error_note("a.otf2")).map(|note| note.to_string())
        };
        let sion = error_note(2, 1).unwrap_or_default();
        assert!(sion.contains("SION") && sion.contains("SCOREP_TRACING_USE_SION"), "{sion}");
        let zlib = error_note(1, 2).unwrap_or_default();
        assert!(zlib.contains("zlib") && zlib.contains("SCOREP_TRACING_COMPRESS"), "{zlib}");
        assert!(error_note(7, 1).unwrap_or_default().contains("substrate 7"));
    }

    #[test]
    fn a_cut_anchor_is_none() {
        let whole = bytes(1, 1, false);
        let least = whole.len() - 16 - b"machine\0Score-P 9.0\0\0".len();
        for end in 0..least {
            assert_eq!(Anchor::read(&whole[..end]), None, "cut at {end}");
        }
    }
}

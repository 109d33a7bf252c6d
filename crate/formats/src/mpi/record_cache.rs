//! The ids of the last records: most calls are repeated soon, and comparing two records takes less
//! time than hashing one.

use loopscope_core::trace::{BuildError, NameId, Record, RecordId, TraceBuilder};

/// Places for records; a loop makes fewer different calls than that. A power of two, as is the other, so that finding a
/// place takes no division.
const PLACES: usize = 256;

/// Places to begin with, and records after which there are more: most processes of short traces need few.
const FIRST_PLACES: usize = 32;
const FEW: u32 = 64;

/// Ids of records, by a slot that their values determine; a later record may take the slot.
#[derive(Debug, Default)]
pub(crate) struct RecordCache {
    places: Vec<Option<(Record, RecordId)>>,
    /// Records that found no place of their own so far.
    missed: u32,
}

impl RecordCache {
    /// The id of a record.
    ///
    /// # Errors
    /// The trace is larger than it may be.
    #[inline]
    pub(crate) fn id(&mut self, record: &Record, trace: &mut TraceBuilder) -> Result<RecordId, BuildError> {
        if self.places.is_empty() {
            self.places.resize(FIRST_PLACES, None);
        }
        let peer = record.peer.unwrap_or(0) as usize;
        let tag = record.tag.unwrap_or(0) as usize;
        let bytes = record.bytes.unwrap_or(0) as usize;
        let sum = peer.wrapping_mul(5).wrapping_add(tag.wrapping_mul(11));
        let sum = sum.wrapping_add((bytes ^ (bytes >> 8)).wrapping_mul(3));
        let sum = sum.wrapping_add((record.name.index() as usize).wrapping_mul(29));
        let site = record.site.map_or(0, NameId::index) as usize;
        let sum = sum.wrapping_add(site.wrapping_mul(7));
        let at = sum & self.places.len().wrapping_sub(1);
        let Some(place) = self.places.get_mut(at) else { return trace.record(*record) };
        match place {
            Some((known, id)) if known == record => Ok(*id),
            _ => {
                let id = trace.record(*record)?;
                *place = Some((*record, id));
                self.missed = self.missed.saturating_add(1);
                if self.missed == FEW {
                    self.places.clear();
                    self.places.resize(PLACES, None);
                }
                Ok(id)
            }
        }
    }
}

//! Something for each record that a process has.

use rustc_hash::FxHashMap;

use super::RecordId;

/// A value for each record, as far as it is asked for, while the events of one process are gone through.
///
/// Where the process has many events there is a place for each record of the trace. Where it has few, and the trace many
/// records, that would cost the square of the processes: then only what is asked for has a place.
#[derive(Clone, Debug)]
pub struct OfRecords<T> {
    /// By record, or nothing.
    dense: Vec<T>,
    sparse: FxHashMap<RecordId, T>,
    none: T,
}

impl<T: Clone> OfRecords<T> {
    /// For a process of so many events in a trace of so many records; `none` stands where nothing was put yet.
    pub fn new(records: usize, events: usize, none: T) -> Self {
        let dense = if records / 4 <= events { vec![none.clone(); records] } else { Vec::new() };
        Self { dense, sparse: FxHashMap::default(), none }
    }

    /// The place of a record of the trace. O(1).
    #[inline]
    pub fn slot(&mut self, id: RecordId) -> &mut T {
        if self.dense.is_empty() {
            return self.sparse.entry(id).or_insert_with(|| self.none.clone());
        }
        &mut self.dense[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_events_take_no_place_for_each_record() {
        for (records, events, dense) in [(100, 50, 100), (100, 10, 0), (3, 0, 3), (8, 1, 0)] {
            let mut places = OfRecords::new(records, events, 7);
            assert_eq!(places.dense.len(), dense, "{records} {events}");
            *places.slot(RecordId(2)) += 1;
            assert_eq!((*places.slot(RecordId(2)), *places.slot(RecordId(1))), (8, 7));
        }
    }
}

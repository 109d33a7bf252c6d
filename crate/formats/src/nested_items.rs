//! The items of a process without calls of MPI: slices of time, which may be inside other slices.
//!
//! In the trace they are one sequence, in the order in which they begin, and their times do not overlap: a slice counts up to
//! the first slice inside it, or to its end. So all beginnings are those of the file.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{BuildError, ProcessSlot, RecordId, TraceBuilder};

use crate::mpi::timeline::{note_repairs, push_call};
use crate::notes::{Note, Notes, Problem};

/// The items of a process. See the [module](self).
#[derive(Debug)]
pub(crate) struct NestedItems {
    slot: ProcessSlot,
    last: Option<Item>,
    /// Whether the trace has their times.
    is_timed: bool,
    /// Slices with others inside.
    around: u64,
}

/// An item that may be open.
#[derive(Clone, Copy, Debug)]
struct Item {
    record: RecordId,
    enter: u64,
    leave: Option<u64>,
}

impl NestedItems {
    /// No items yet.
    pub(crate) fn new(slot: ProcessSlot, is_timed: bool) -> Self {
        Self { slot, last: None, is_timed, around: 0 }
    }

    /// An item begins; it ends with `leave`, or with what [`leave`](Self::leave) says.
    pub(crate) fn enter(
        &mut self,
        record: RecordId,
        enter: u64,
        leave: Option<u64>,
        trace: &mut TraceBuilder,
    ) -> Result<(), BuildError> {
        self.around += u64::from(self.last.is_some_and(|last| last.leave.is_none()));
        self.push(enter, trace)?;
        self.last = Some(Item { record, enter, leave });
        Ok(())
    }

    /// The innermost slice ends.
    pub(crate) fn leave(&mut self, time: u64) {
        if let Some(last) = &mut self.last {
            last.leave.get_or_insert(time);
        }
    }

    fn push(&mut self, next: u64, trace: &mut TraceBuilder) -> Result<(), BuildError> {
        match self.last.take() {
            Some(Item { record, enter, leave }) => {
                push_call(self.slot, record, Some((enter, leave.unwrap_or(next))), trace)
            }
            None => Ok(()),
        }
    }

    /// All items have ended.
    pub(crate) fn finish(&mut self, trace: &mut TraceBuilder, notes: &mut Notes) -> Result<(), BuildError> {
        self.push(0, trace)?;
        note_repairs(self.slot, trace, notes);
        if self.around > 0 && self.is_timed {
            notes.add(Problem::TimesNested, |file| {
                Note::info(file, "slices contain other slices")
                    .found(thousands(self.around))
                    .remedy("the time of such a slice is counted up to the first one inside it")
            });
        }
        Ok(())
    }
}

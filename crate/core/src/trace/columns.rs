//! The items of one process: a column for each view that it has.

use super::{RecordId, Sequence, Values, View};

/// The columns of a process; `None` for a view that it does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) calls: Option<Sequence<RecordId>>,
    pub(super) communication: Option<Sequence<RecordId>>,
    pub(super) values: Option<Values>,
}

impl Columns {
    /// The events of a view; `None` without that view, and for [`View::Values`], whose items are tuples.
    pub(super) fn events(&self, view: View) -> Option<&Sequence<RecordId>> {
        match view {
            View::Calls => self.calls.as_ref(),
            View::Communication => self.communication.as_ref(),
            View::Values => None,
        }
    }

    /// Takes the items out; the views stay, empty.
    pub(super) fn take(&mut self) -> Columns {
        Columns {
            calls: self.calls.as_mut().map(std::mem::take),
            communication: self.communication.as_mut().map(std::mem::take),
            values: self.values.as_mut().map(Values::take),
        }
    }

    /// Bytes that the items take.
    pub(super) fn kept_bytes(&self) -> u64 {
        let events = [&self.calls, &self.communication].into_iter().flatten();
        events.map(Sequence::kept_bytes).sum::<u64>()
            + self.values.as_ref().map_or(0, Values::kept_bytes)
    }
}

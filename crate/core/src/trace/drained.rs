//! Items that are taken out of a builder while files are being read.

use std::sync::Arc;

use super::columns::Columns;
use super::{Process, ProcessId, RecordId, Sequence, Timing, Values, View};

/// Items of one process in the order of its file, from where the previous ones ended.
#[derive(Clone, Debug)]
pub struct DrainedColumns {
    /// The process, as its number in the order in which the builder opened them.
    pub serial: u32,
    /// Its rank; `None` if it gets one when all files have been read, see
    /// [`TraceBuilder::assigned_ranks`](super::TraceBuilder::assigned_ranks).
    pub id: Option<ProcessId>,
    /// The file.
    pub source: Arc<str>,
    /// Whether the file has been read to its end, so that nothing follows. Set once for every process.
    pub ended: bool,
    columns: Columns,
}

impl DrainedColumns {
    /// Takes the items that a process has.
    pub(super) fn from_process(process: &mut Process, serial: u32, ended: bool) -> Self {
        let numbered = process.id.0 <= ProcessId::MAX;
        Self {
            serial,
            id: numbered.then_some(process.id),
            source: process.source.clone(),
            ended,
            columns: if ended { process.columns.take_rest() } else { process.columns.take_part() },
        }
    }

    /// Times, if the trace has any: those that are final. Their last ones come later than their items, at the latest with the
    /// last part.
    pub fn times(&self) -> Option<&Timing> {
        self.columns.timing.as_deref()
    }

    /// The events of a view, if the process has that view.
    pub fn events(&self, view: View) -> Option<&Sequence<RecordId>> {
        self.columns.events(view)
    }

    /// The tuples, if the process has any. The names and notations of their fields are final once the file has
    /// [`ended`](Self::ended).
    pub fn values(&self) -> Option<&Values> {
        self.columns.values.as_ref()
    }
}

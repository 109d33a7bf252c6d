//! What a program did: processes, each with its events in order.
//!
//! The events of a looping program repeat, so a trace stores each different event **once**, as a [`Record`], and every
//! process as [`Sequence`]s of [`RecordId`]s. A trace of 1.5 million events of the LU benchmark on 16 processes has 99
//! records. Two things follow: an event takes at most 4 bytes of memory, and another choice of which events are equal
//! (a new [`Signature`](crate::symbols::Signature)) looks at the records and never at the files.
//!
//! A record does not name the process it belongs to; `0 send 1 2` and `5 send 1 2` are one record.
//!
//! Numbers are another matter: hardly two memory accesses are equal. The tuples of a numeric trace have columns of their
//! own, [`Values`].
//!
//! Where a format says when calls begin and end, a process has [`Times`] beside its events. They hardly repeat either, and
//! take 3.4 to 5.3 bytes a call; an event of another view finds the call that it belongs to.

mod arguments;
mod ascending;
mod builder;
mod columns;
mod drained;
mod moments;
mod number;
mod of_records;
mod packed;
mod packed_list;
mod record;
mod sequence;
mod step_tags;
mod streaming;
mod timed;
mod times;
mod timing;
mod values;
mod view;

pub use arguments::CallArguments;
pub use ascending::{Ascending, Cursor, Rows};
pub use builder::{natural_order, BuildError, ProcessSlot, TraceBuilder};
pub use drained::DrainedColumns;
pub use moments::{MomentCursor, Moments};
pub use number::{Notation, Number, Sign};
pub use of_records::OfRecords;
pub use packed::PACKED_BLOCK as TIMES_BLOCK;
pub use packed_list::PackedList;
pub use record::{Group, GroupId, Kind, NameId, Record, RecordId, Table};
pub use sequence::{Id, Sequence, BLOCK};
pub use step_tags::StepTags;
pub use times::{Repairs, Span, Spans, Tick, Times};
pub use timing::{Precision, SpansOfCalls, Timing, ViewSpans, ViewTimes};
pub use values::{Column, Values, MAX_FIELDS};
pub use view::View;

use std::sync::Arc;

use columns::Columns;

/// Number of a process (its rank in the whole program), from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId(pub u32);

impl ProcessId {
    /// The largest process number that is accepted: 2^24 - 1, above every machine in use.
    /// A larger one in a file is a damaged line, not a process.
    pub const MAX: u32 = (1 << 24) - 1;
}

impl std::fmt::Display for ProcessId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// One process of a trace: its events, once per view it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub id: ProcessId,
    /// The file it was read from, as the user knows it.
    pub source: Arc<str>,
    columns: Columns,
}

impl Process {
    /// A process without any view.
    fn new(id: ProcessId, source: Arc<str>) -> Self {
        Self { id, source, columns: Columns::default() }
    }

    /// Its events in a view, oldest first; `None` if the trace does not have the view, and for [`View::Values`], whose items
    /// are not records: see [`values`](Self::values).
    pub fn events(&self, view: View) -> Option<&Sequence<RecordId>> {
        self.columns.events(view)
    }

    /// Its tuples, the items of [`View::Values`]; `None` if it has none.
    pub fn values(&self) -> Option<&Values> {
        self.columns.values.as_ref()
    }

    /// The number of its items in a view; `None` if the trace does not have the view.
    pub fn len(&self, view: View) -> Option<usize> {
        match view {
            View::Calls | View::Communication => self.events(view).map(Sequence::len),
            View::Values => self.values().map(Values::len),
        }
    }

    /// When the items of a view begin and end; `None` if the trace has no times of them.
    pub fn times(&self, view: View) -> Option<ViewTimes<'_>> {
        // Events without calls may be in calls that the trace does not have.
        self.events(view)?;
        self.columns.timing.as_ref()?.of(view)
    }

    /// What had to be changed in the times of the trace.
    pub fn time_repairs(&self) -> Repairs {
        self.columns.timing.as_ref().map_or(Repairs::default(), |timing| timing.repairs())
    }

    /// Bytes that its items take.
    fn kept_bytes(&self) -> u64 {
        self.columns.kept_bytes()
    }
}

/// A whole trace: processes in ascending order of number, and the records they point to.
///
/// Cheap to clone: processes and tables are shared.
#[derive(Clone, Debug)]
pub struct Trace {
    table: Arc<Table>,
    processes: Vec<Arc<Process>>,
    precision: Precision,
}

impl Trace {
    /// The records, names and groups that the processes' ids point to.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// All processes, ascending by number.
    pub fn processes(&self) -> &[Arc<Process>] {
        &self.processes
    }

    /// The process of that number, in O(log processes).
    pub fn process(&self, id: ProcessId) -> Option<&Arc<Process>> {
        let at = self.processes.binary_search_by_key(&id, |p| p.id).ok()?;
        self.processes.get(at)
    }

    /// The views of which at least one process has items, default first.
    pub fn views(&self) -> Vec<View> {
        let has = |view: &View| self.processes.iter().any(|p| p.len(*view).is_some());
        View::BY_PREFERENCE.into_iter().filter(has).collect()
    }

    /// How exactly times are kept.
    pub fn time_precision(&self) -> Precision {
        self.precision
    }

    /// The bytes that the trace holds: at most 4 for an event, less where events repeat; those of tuples and of times; and
    /// those of records, names and groups.
    pub fn kept_bytes(&self) -> u64 {
        self.processes.iter().map(|process| process.kept_bytes()).sum::<u64>() + self.table.kept_bytes()
    }

    /// The same trace with these tags read as one; processes are shared. O(records).
    #[inline(never)] // of a part that most traces do not need
    pub fn with_step_tags(self, tags: Vec<StepTags>) -> Self {
        Self { table: Arc::new(Table::with_step_tags(self.table, tags)), ..self }
    }

    /// The same trace with the tags that were recorded. O(processes).
    pub fn as_recorded(&self) -> Self {
        Self { table: self.table.as_recorded(), ..self.clone() }
    }

    /// Number of items in a view, over all processes.
    pub fn event_count(&self, view: View) -> u64 {
        self.processes.iter().filter_map(|p| p.len(view)).map(|len| len as u64).sum()
    }
}

#[cfg(test)]
mod tests;

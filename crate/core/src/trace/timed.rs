//! How a builder takes times, and what it does when memory is too short for them.

use std::sync::Arc;

use super::columns::Columns;
use super::timing::Timing;
use super::{BuildError, Precision, ProcessSlot, RecordId, Repairs, Span, Tick, TraceBuilder, View};

impl TraceBuilder {
    /// Says that the trace has times of this process, and how long their unit is. Nothing happens if memory is too short for
    /// times.
    pub fn begin_times(&mut self, slot: ProcessSlot, tick: Tick) {
        if self.precision == Precision::Dropped {
            return;
        }
        if let Some(process) = self.processes.get_mut(slot.0) {
            let mut timing = Timing::new(tick);
            timing.coarsen(self.precision);
            process.columns.timing.get_or_insert_with(|| Box::new(timing));
        }
    }

    /// Appends a call that begins and ends at these times, in ticks. Without [`begin_times`](Self::begin_times) it is
    /// appended without them. Calls that [`push`](Self::push) appends have none.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_timed_call(
        &mut self,
        slot: ProcessSlot,
        record: RecordId,
        enter: u64,
        leave: u64,
    ) -> Result<(), BuildError> {
        self.take_times(slot, View::Calls, |timing, count| timing.push_call(count, enter, leave));
        self.push(slot, View::Calls, record)
    }

    /// Appends an event of communication that belongs to that call of the process, counted from 0: the next that
    /// is left. Calls may follow later.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_event_of_call(&mut self, slot: ProcessSlot, record: RecordId, call: u64) -> Result<(), BuildError> {
        self.take_times(slot, View::Communication, |timing, count| timing.push_event(count, call));
        self.push(slot, View::Communication, record)
    }

    /// Appends an event of communication of a process whose calls the trace lacks: it begins and ends at these times, in
    /// ticks. Events that follow each other and have the same times happen in one call. For a process that has calls, see
    /// [`push_event_of_call`](Self::push_event_of_call).
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_event_at(
        &mut self,
        slot: ProcessSlot,
        record: RecordId,
        Span { enter, leave }: Span,
    ) -> Result<(), BuildError> {
        self.take_times(slot, View::Communication, |timing, count| timing.push_spanned(count, enter, leave));
        self.push(slot, View::Communication, record)
    }

    /// Appends an event of communication that is in no call and happens at that time, in ticks: before that call of the process,
    /// as in [`push_event_of_call`](Self::push_event_of_call).
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_timed_event(
        &mut self,
        slot: ProcessSlot,
        record: RecordId,
        call: u64,
        time: u64,
    ) -> Result<(), BuildError> {
        self.take_times(slot, View::Communication, |timing, count| {
            timing.push_event(count, call) + timing.push_moment(count, time)
        });
        self.push(slot, View::Communication, record)
    }

    /// Hands an item's times to those of its process, with the number of items that the view has so far. Nothing happens if
    /// the process has no times.
    #[inline]
    fn take_times(&mut self, slot: ProcessSlot, view: View, push: impl FnOnce(&mut Timing, usize) -> i64) {
        let Some(process) = self.processes.get_mut(slot.0) else { return };
        let Columns { calls, communication, timing: Some(timing), .. } = &mut process.columns else {
            return;
        };
        let items = if view == View::Calls { calls } else { communication };
        let grown = push(timing, items.as_ref().map_or(0, |items| items.len()));
        self.item_bytes = self.item_bytes.wrapping_add_signed(grown);
    }

    /// Adds all times of a process, to which items are [pushed](Self::push) without any; nothing happens if it has times
    /// already.
    pub fn put_times(&mut self, slot: ProcessSlot, mut times: Timing) {
        if self.precision == Precision::Dropped {
            return;
        }
        times.coarsen(self.precision);
        let Some(process) = self.processes.get_mut(slot.0) else { return };
        if process.columns.timing.is_none() {
            self.item_bytes += times.kept_bytes();
            process.columns.timing = Some(Box::new(times));
        }
    }

    /// What had to be changed in the times of a process of the current file.
    pub fn time_repairs(&self, slot: ProcessSlot) -> Repairs {
        let timing = self.processes.get(slot.0).and_then(|process| process.columns.timing.as_ref());
        timing.map_or(Repairs::default(), |timing| timing.repairs())
    }

    /// How exactly times are kept so far.
    pub fn time_precision(&self) -> Precision {
        self.precision
    }

    /// Keeps times less exactly until the trace fits the limit; whether it does. O(items that have times).
    #[cold]
    pub(super) fn make_room(&mut self) -> bool {
        while self.kept_bytes() > self.limit && self.precision != Precision::Dropped {
            self.precision = self.precision.coarser();
            let precision = self.precision;
            let open = self.processes.iter_mut().map(|process| &mut process.columns);
            let unnumbered = self.unnumbered.iter_mut().map(|(_, process)| &mut process.columns);
            for columns in open.chain(unnumbered) {
                self.item_bytes = self.item_bytes.wrapping_add_signed(coarsen(columns, precision));
            }
            for process in &mut self.finished {
                if process.columns.timing.is_some() {
                    let columns = &mut Arc::make_mut(process).columns;
                    self.item_bytes = self.item_bytes.wrapping_add_signed(coarsen(columns, precision));
                }
            }
        }
        self.kept_bytes() <= self.limit
    }
}

/// Keeps the times of a process as exactly as that. By how many bytes its items grew: below 0.
fn coarsen(columns: &mut Columns, precision: Precision) -> i64 {
    let Some(timing) = &mut columns.timing else { return 0 };
    let before = timing.kept_bytes() as i64;
    if precision == Precision::Dropped {
        columns.timing = None;
        return -before;
    }
    timing.coarsen(precision);
    timing.kept_bytes() as i64 - before
}

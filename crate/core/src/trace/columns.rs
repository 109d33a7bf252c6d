//! The items of one process: a column for each view that it has.

use super::timing::Timing;
use super::{RecordId, Sequence, Values, View};

/// The columns of a process; `None` for a view that it does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) calls: Option<Sequence<RecordId>>,
    pub(super) communication: Option<Sequence<RecordId>>,
    pub(super) values: Option<Values>,
    /// The times of events, if the trace has them; most formats have none, so they take one word.
    pub(super) timing: Option<Box<Timing>>,
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

    /// Takes the items out; the views stay, empty, and so do the times.
    fn take(&mut self) -> Self {
        Self {
            calls: self.calls.as_mut().map(std::mem::take),
            communication: self.communication.as_mut().map(std::mem::take),
            values: self.values.as_mut().map(Values::take),
            timing: None,
        }
    }

    /// The same of a process whose file has ended: with all times that are left.
    pub(super) fn take_rest(&mut self) -> Self {
        self.finish_timing();
        let timing = self.timing.take().map(|timing| Box::new(timing.into_rest()));
        Self { timing, ..self.take() }
    }

    /// Takes the items out of a process whose file goes on, with the times that can no longer be changed.
    pub(super) fn take_part(&mut self) -> Self {
        let calls = self.calls.as_ref().map_or(0, |calls| calls.len());
        let events = self.communication.as_ref().map_or(0, |events| events.len());
        let timing = self.timing.as_mut().map(|timing| Box::new(timing.take(calls, events)));
        Self { timing, ..self.take() }
    }

    /// All items are there: gives up memory that was held for times to grow. By how many bytes the items grew, or shrank.
    pub(super) fn finish_timing(&mut self) -> i64 {
        let Some(timing) = &mut self.timing else { return 0 };
        let calls = self.calls.as_ref().map_or(0, |calls| calls.len());
        let events = self.communication.as_ref().map_or(0, |events| events.len());
        let grown = timing.finish(calls, events);
        if timing.is_empty() {
            let rest = timing.kept_bytes() as i64;
            self.timing = None;
            return grown - rest;
        }
        grown
    }

    /// Bytes that the items take.
    pub(super) fn kept_bytes(&self) -> u64 {
        let events = [&self.calls, &self.communication].into_iter().flatten();
        events.map(Sequence::kept_bytes).sum::<u64>()
            + self.values.as_ref().map_or(0, Values::kept_bytes)
            + self.timing.as_ref().map_or(0, |timing| timing.kept_bytes())
    }
}

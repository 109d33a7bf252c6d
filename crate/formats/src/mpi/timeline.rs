//! Where a process is in time: hands the times of its items to the trace, if the format has any.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{BuildError, ProcessSlot, RecordId, Span, TraceBuilder, View};

use super::Calls;
use crate::notes::{Note, Notes, Problem, Severity};

/// The time of a process, and how far its calls are.
#[derive(Debug, Default)]
pub(crate) struct Timeline {
    now: Option<u64>,
    /// Calls that were left.
    left: u64,
    /// The times of the last of them, where calls are known as they stand.
    last: Option<Span>,
}

impl Timeline {
    /// What follows happens at that time, in ticks; `None` if the trace does not say when.
    #[inline]
    pub(crate) fn set(&mut self, time: Option<u64>) {
        self.now = time;
    }

    /// The time of what is reported now.
    #[inline]
    pub(crate) fn now(&self) -> Option<u64> {
        self.now
    }

    /// A call that was entered at that time is left now: its times, if both are known.
    #[inline]
    pub(crate) fn leave_call(&mut self, entered: Option<u64>) -> Option<(u64, u64)> {
        self.left += 1;
        entered.zip(self.now)
    }

    /// A call that is known as it stands is left.
    pub(crate) fn leave_plain_call(&mut self, times: Option<(u64, u64)>) {
        self.left += 1;
        self.last = times.map(|(enter, leave)| Span { enter, leave });
    }

    /// Appends an event of communication that has the times of its call.
    pub(crate) fn push_event_of_span(
        &self,
        slot: ProcessSlot,
        record: RecordId,
        span: Span,
        trace: &mut TraceBuilder,
    ) -> Result<(), BuildError> {
        match self.left {
            // The trace lacks calls.
            0 => trace.push_event_at(slot, record, span),
            left if self.last == Some(span) => trace.push_event_of_call(slot, record, left - 1),
            // After the last call.
            left => trace.push_event_of_call(slot, record, left),
        }
    }

    /// Appends an event of communication: it happens in the next call that is left, or, if it is in no call, now.
    #[inline]
    pub(crate) fn push_event(
        &self,
        slot: ProcessSlot,
        record: RecordId,
        calls: &Calls,
        trace: &mut TraceBuilder,
    ) -> Result<(), BuildError> {
        match self.now {
            None => trace.push(slot, View::Communication, record),
            Some(_) if calls.innermost().is_none() => self.push_local(slot, record, trace),
            Some(_) => trace.push_event_of_call(slot, record, self.left),
        }
    }

    /// Appends an event of communication that is in no call: it happens now.
    #[inline]
    pub(crate) fn push_local(
        &self,
        slot: ProcessSlot,
        record: RecordId,
        trace: &mut TraceBuilder,
    ) -> Result<(), BuildError> {
        match self.now {
            None => trace.push(slot, View::Communication, record),
            Some(time) => trace.push_timed_event(slot, record, self.left, time),
        }
    }
}

/// Appends a call with its times, if they are known.
#[inline]
pub(crate) fn push_call(
    slot: ProcessSlot,
    record: RecordId,
    times: Option<(u64, u64)>,
    trace: &mut TraceBuilder,
) -> Result<(), BuildError> {
    match times {
        Some((enter, leave)) => trace.push_timed_call(slot, record, enter, leave),
        None => trace.push(slot, View::Calls, record),
    }
}

/// Notes what had to be changed in the times of a process.
pub(crate) fn note_repairs(slot: ProcessSlot, trace: &TraceBuilder, notes: &mut Notes) {
    let repairs = trace.time_repairs(slot);
    if repairs.is_none() {
        return;
    }
    if repairs.backward > 0 {
        note_backward(repairs.backward, notes);
    }
    let mut note = |count: u64, severity, problem, what: &str, remedy: &str| {
        if count > 0 {
            notes.add(problem, |file| Note::new(severity, file, what).found(thousands(count)).remedy(remedy));
        }
    };
    note(
        repairs.nested,
        Severity::Info,
        Problem::TimesNested,
        "calls are made inside other calls",
        "the outer call has the time; the inner one lasts none of it",
    );
    note(
        repairs.overlapping,
        Severity::Warning,
        Problem::TimesOverlap,
        "calls of one process overlap in time",
        "the later call begins where the earlier one ends; the events are unchanged",
    );
    note(
        repairs.negative,
        Severity::Warning,
        Problem::TimesNegative,
        "calls end before they begin",
        "such a call lasts no time; the events are unchanged",
    );
    note(
        repairs.missing,
        Severity::Warning,
        Problem::TimesMissing,
        "events have no time, others of the process have one",
        "such an event lasts no time, at the end of the one before it",
    );
}

/// Notes events whose times are before that of an earlier event.
pub(crate) fn note_backward(count: u64, notes: &mut Notes) {
    notes.add(Problem::TimesGoBack, |file| backward_note(count, file));
}

/// The note on so many of them.
pub(crate) fn backward_note(count: u64, file: &str) -> Note {
    Note::warning(file, "the times of a process go back")
        .found(format!("{} such events", thousands(count)))
        .remedy("they have the time of the event before them; the events are unchanged")
}

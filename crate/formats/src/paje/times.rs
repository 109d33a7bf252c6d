//! The times of events, which are decimals of seconds.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{Ascending, Cursor};

use crate::input::time::{TimeFlaws, TimeUnit};
use crate::mpi::timeline::backward_note;
use crate::notes::{DeferredNotes, Note, Problem};

/// A number with a sign as one without, in the same order.
fn from_signed(time: i64) -> u64 {
    (time as u64) ^ (1 << 63)
}

/// The times of the events of a container, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub(super) struct ContainerTimes {
    /// See [`from_signed`].
    list: Ascending<1>,
}

impl ContainerTimes {
    /// The time of the next event, counted from that time.
    #[inline]
    pub(super) fn next(&self, cursor: &mut Cursor<1>, zero: i64) -> Option<u64> {
        let [time] = cursor.next(&self.list)?;
        // Above the earliest there are at most 2^64.
        Some(time.wrapping_sub(from_signed(zero)))
    }
}

/// What is known of all times of a file.
#[derive(Debug, Default)]
pub(super) struct FileTimes {
    /// The earliest, if it is below 0.
    pub(super) earliest: i64,
    events: u64,
    /// Events whose time is missing or no number.
    missing: u64,
    /// Events before an earlier event of their container.
    backward: u64,
    flaws: TimeFlaws,
    kept: u64,
}

impl FileTimes {
    /// Appends the time of an event to those of its container.
    #[inline]
    pub(super) fn push(&mut self, text: &[u8], times: &mut ContainerTimes) {
        self.events += 1;
        let exact = TimeUnit::SECONDS.exact(text).and_then(|time| i64::try_from(time).ok());
        let last = times.list.last();
        let time = match exact.or_else(|| self.inexact(text)) {
            Some(time) => from_signed(time),
            None => {
                self.missing += 1;
                if times.list.is_empty() {
                    from_signed(0)
                } else {
                    last
                }
            }
        };
        self.backward += u64::from(time < last);
        let grown = times.list.push([time]);
        self.kept = self.kept.wrapping_add_signed(grown);
    }

    #[cold]
    fn inexact(&mut self, text: &[u8]) -> Option<i64> {
        let time = self.flaws.signed(TimeUnit::SECONDS.time(text)?);
        if time < 0 {
            self.flaws.below_zero += 1;
            self.earliest = self.earliest.min(time);
        }
        Some(time)
    }

    /// Whether the file has times at all.
    pub(super) fn any(&self) -> bool {
        self.missing < self.events
    }

    /// Bytes that the times of all containers take.
    pub(super) fn kept_bytes(&self) -> u64 {
        self.kept
    }

    /// Notes what is wrong with them.
    pub(super) fn note(&self, notes: &mut DeferredNotes) {
        let path = notes.path().to_owned();
        if self.events > 0 && !self.any() {
            return notes.add(Problem::TimesAbsent, |file| {
                Note::info(file, "the events have no times")
                    .expected("a field Time in the definitions of events, in seconds")
            });
        }
        let (below_zero, too_large) = ("all times are counted from the earliest", "such a time counts as the largest");
        for (problem, note) in self.flaws.notes(&path, below_zero, too_large) {
            notes.add(problem, |_| note);
        }
        if self.missing > 0 {
            notes.add(Problem::TimesMissing, |file| {
                Note::warning(file, "events have no valid time, others have one")
                    .found(thousands(self.missing))
                    .remedy("such an event has the time of the one before it")
            });
        }
        if self.backward > 0 {
            notes.add(Problem::TimesGoBack, |file| backward_note(self.backward, file));
        }
    }
}

//! The wall times of the calls of a process.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{Ascending, Cursor, ProcessSlot, Tick, TraceBuilder};

use crate::input::time::TimeFlaws;
use crate::mpi::timeline::note_backward;
use crate::notes::{Note, Notes, Problem};

/// The times of all records, in nanoseconds.
#[derive(Debug, Default)]
pub(super) struct RecordTimes {
    list: Ascending<2>,
    /// Records without times: they have those of the record before.
    missing: u64,
    /// Records that begin before an earlier one ends.
    backward: u64,
    /// Records that end before they begin.
    negative: u64,
    pub(super) flaws: TimeFlaws,
}

impl RecordTimes {
    /// Appends those of a record.
    #[inline]
    pub(super) fn push(&mut self, times: Option<[u64; 2]>) {
        let last = self.list.last();
        let [enter, leave] = times.unwrap_or_else(|| {
            self.missing += 1;
            [last, last]
        });
        self.backward += u64::from(enter < last);
        self.negative += u64::from(leave < enter);
        self.list.push([enter, leave]);
    }

    /// Those of the next record; `None` if no record has times.
    #[inline]
    pub(super) fn next(&self, cursor: &mut Cursor<2>) -> Option<[u64; 2]> {
        cursor.next(&self.list).filter(|_| self.any())
    }

    /// Whether a record has times.
    fn any(&self) -> bool {
        self.missing < self.list.len() as u64
    }

    /// Bytes that are kept.
    pub(super) fn kept_bytes(&self) -> u64 {
        self.list.kept_bytes()
    }

    /// Says that the process has times, if it has.
    pub(super) fn begin(&self, slot: ProcessSlot, trace: &mut TraceBuilder) {
        if self.any() {
            trace.begin_times(slot, Tick::NANOSECOND);
        }
    }

    /// Notes what is wrong with them.
    pub(super) fn note(&self, notes: &mut Notes) {
        if !self.any() && !self.list.is_empty() {
            return notes.add(Problem::TimesAbsent, |file| {
                Note::info(file, "the tracer recorded no wall times")
                    .remedy("only the order of calls is known; trace again with wall times")
            });
        }
        let file = notes.file().to_owned();
        let (below_zero, too_large) = ("such a time counts as 0", "such a time counts as missing");
        for (problem, note) in self.flaws.notes(&file, below_zero, too_large) {
            notes.add(problem, |_| note);
        }
        for (count, problem, what, remedy) in [
            (
                self.missing,
                Problem::TimesMissing,
                "calls have no time, others of the process have one",
                "such a call lasts no time, at the end of the one before it",
            ),
            (
                self.negative,
                Problem::TimesNegative,
                "calls end before they begin",
                "such a call lasts no time; the events are unchanged",
            ),
        ] {
            if count > 0 {
                notes.add(problem, |file| {
                    let note = Note::warning(file, what);
                    note.found(thousands(count)).remedy(remedy)
                });
            }
        }
        if self.backward > 0 {
            note_backward(self.backward, notes);
        }
    }
}

//! The times of files, which are in microseconds with any number of digits behind the point.
//!
//! They are kept in nanoseconds while the files are read. If no time of any file has a fraction, the tracer counted
//! microseconds: then these are the ticks of the trace. Times below 0 make all times count from the earliest.

use loopscope_core::numbers::thousands;
use loopscope_core::trace::Tick;

use super::event::Event;
use crate::input::time::TimeFlaws;
use crate::notes::{Note, Problem};

/// What is known of all times of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FileTimes {
    /// The earliest, if it is below 0.
    earliest: i64,
    /// Whether one is not a whole number of microseconds.
    has_fraction: bool,
    flaws: TimeFlaws,
    /// Slices that end before they begin.
    negative: u64,
}

impl FileTimes {
    /// Takes in the times of an event.
    #[inline]
    pub(super) fn take(&mut self, event: &Event<'_>) {
        if !self.has_fraction {
            self.has_fraction = event.at % 1000 != 0 || event.duration % 1000 != 0;
        }
        if event.at < 0 {
            self.earliest = self.earliest.min(event.at);
            self.flaws.below_zero += 1;
        }
        self.flaws.add(event.flaws);
        self.negative += u64::from(event.is_negative);
    }

    /// Notes what is wrong with them.
    pub(super) fn note(&self, file: &str, mut add: impl FnMut(Problem, Note)) {
        let (below_zero, too_large) = ("all times are counted from the earliest", "such a time counts as the largest");
        for (problem, note) in self.flaws.notes(file, below_zero, too_large) {
            add(problem, note);
        }
        if self.negative > 0 {
            let note = Note::warning(file, "slices have negative durations")
                .found(thousands(self.negative))
                .remedy("such a slice lasts no time; the events are unchanged");
            add(Problem::TimesNegative, note);
        }
    }
}

/// How times in nanoseconds become those of the trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The time that becomes 0: 0 or below.
    zero: i64,
    /// Nanoseconds of a tick.
    tick: u64,
}

impl Scale {
    /// The same for all files, so that their times can be compared.
    pub(super) fn of<'a>(files: impl Iterator<Item = &'a FileTimes> + Clone) -> Self {
        Self {
            zero: files.clone().map(|times| times.earliest).min().unwrap_or(0),
            tick: if files.clone().any(|times| times.has_fraction) { 1 } else { 1000 },
        }
    }

    /// The unit of times of the trace.
    pub(super) fn unit(self) -> Tick {
        Tick::per_second(1_000_000_000 / self.tick)
    }

    /// A time of the trace.
    #[inline]
    pub(super) fn ticks(self, time: i64) -> u64 {
        // The difference of two numbers of 64 bits, in order: it fits without its sign.
        (time as u64).wrapping_sub(self.zero as u64) / self.tick
    }
}

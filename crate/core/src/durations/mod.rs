//! How long loops last: of each process and loop the time in which it computes, is in calls, and waits.
//!
//! The calls of a process divide its time into calls and the gaps between them. A call counts for the innermost loop around
//! its first event; one without events counts with the next event. A gap counts for the innermost loop that holds both the
//! event before and the one after. So each nanosecond of a process counts for one loop, and the sums of all loops are
//! exactly the length of the run.
//!
//! An iteration lasts from its first event to that of the next one; what the process does is cut there, so the parts of an
//! iteration add up to its length, and the iterations of a loop to the time from its first event to what comes after it.
//!
//! [`Run`] says from when to when the run lasts. [`Summing`] walks a trace in slices and makes [`Sums`].

mod alike;
mod compared;
mod cursor;
mod excess;
mod followed;
mod groups;
mod iterations;
mod kinds;
mod outliers;
mod places;
mod roots;
mod rounds;
mod run;
mod summing;
mod sums;
mod tree;
mod trend;
mod under_way;
#[cfg(test)]
mod alike_tests;
#[cfg(test)]
mod excess_tests;
#[cfg(test)]
pub(crate) mod tests;

pub use compared::{Compared, Usual, MOST_COMPARED};
pub use excess::{Comparing, Doing, Excess, Slot, SlotTime, Spent};
pub use followed::followed;
pub use groups::{Group, Grouping};
pub use iterations::{Iteration, Iterations, IterationsOf};
pub use outliers::{far_from_median, Outliers, Spread, FEWEST_COMPARED};
pub use places::{Context, Contexts, Place, PlaceWalk};
pub use roots::{Root, Rooted, Rooting, SLICES};
pub use rounds::{edges, is_rounds, starts_of_all, Edges, ROWS_OF_ROUNDS};
pub use run::{Run, RunEnds};
pub use summing::{Summed, Summing};
pub use sums::{CallSums, Cell, Sums, WaitSum};
pub use tree::LoopTree;
pub(crate) use tree::{TreeItem, TreeLoop};
pub use trend::trend;

use crate::waits::Carried;

/// A time, divided; in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Outside of calls.
    pub compute: u64,
    /// In calls, beyond their waits.
    pub calls: u64,
    /// Waiting for another process.
    pub wait: u64,
    /// Bytes given to others meanwhile.
    pub carried: Carried,
}

impl Parts {
    /// All of the time.
    pub fn time(self) -> u64 {
        self.compute.saturating_add(self.calls).saturating_add(self.wait)
    }

    /// Both together.
    pub fn plus(self, more: Self) -> Self {
        Self {
            compute: self.compute.saturating_add(more.compute),
            calls: self.calls.saturating_add(more.calls),
            wait: self.wait.saturating_add(more.wait),
            carried: self.carried.plus(more.carried),
        }
    }

    /// What is left without those.
    pub fn minus(self, less: Self) -> Self {
        Self {
            compute: self.compute.saturating_sub(less.compute),
            calls: self.calls.saturating_sub(less.calls),
            wait: self.wait.saturating_sub(less.wait),
            carried: self.carried.minus(less.carried),
        }
    }
}

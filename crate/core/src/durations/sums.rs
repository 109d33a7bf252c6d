//! What the times of processes add up to, by loop, by call and by iteration.

use super::iterations::Iteration;
use super::Parts;
use crate::waits::Cause;

/// The time of a process in a loop, all times it is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The name of the loop; 0 for what is in no loop.
    pub row: u32,
    /// What counts for it and for no loop inside it.
    pub own: Parts,
    /// What counts for it or for a loop inside it. Of the row 0: all of the run.
    pub total: Parts,
}

/// The waits of a process in a loop, and in no loop inside it, for one other process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitSum {
    /// The name of the loop; 0 for what is in no loop.
    pub row: u32,
    /// For whom, and why.
    pub cause: Cause,
    /// How long, in nanoseconds.
    pub time: u64,
    /// How often.
    pub count: u64,
}

/// The calls of one record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallSums {
    /// How many there are in the run.
    pub count: u64,
    /// Their times.
    pub parts: Parts,
}

/// The times of a trace, by process. See the [module](super).
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// For each process, by place, the loops that it runs, ascending by row; the row 0 comes first.
    pub cells: Vec<Vec<Cell>>,
    /// For each process its waits, the longest of each row first, ascending by row.
    pub waits: Vec<Vec<WaitSum>>,
    /// For each record of a call.
    pub calls: Vec<CallSums>,
    /// For each process how long its run lasts before the first event of the main loop and after the last one;
    /// nothing of a process that does not run it.
    pub outside: Vec<Option<(u64, u64)>>,
    /// For each process the iterations of the loop that was asked for.
    pub iterations: Vec<Vec<Iteration>>,
    /// Calls that were walked.
    pub steps: u64,
}

impl Sums {
    /// Adds those of the processes after these. O(processes after these + records).
    pub fn append(&mut self, more: Self) {
        self.cells.extend(more.cells);
        self.waits.extend(more.waits);
        self.outside.extend(more.outside);
        self.iterations.extend(more.iterations);
        self.steps += more.steps;
        for (sums, more) in self.calls.iter_mut().zip(more.calls) {
            sums.count += more.count;
            sums.parts = sums.parts.plus(more.parts);
        }
    }
}

//! The iterations of loops, kept once they were asked for.

use std::sync::{Arc, Mutex, PoisonError};

use loopscope_core::trace::Trace;
use loopscope_core::whatif::{LoopIterations, Program};

use crate::tasks::time::Rows;

/// Loops whose iterations are kept: 8 bytes a call for each.
const MOST_KEPT: usize = 4;

/// The iterations of a loop, by its row.
pub(in super::super) type OfRow = (u32, Arc<LoopIterations>);

/// The iterations of the loops that were asked about last.
#[derive(Debug, Default)]
pub(crate) struct KnownIterations(Mutex<Vec<OfRow>>);

impl KnownIterations {
    /// The iterations of a loop of the run, where `rows` are its loops. O(calls, their events and the loops around them) the first time.
    pub(in super::super) fn of(
        &self,
        (trace, rows, program): (&Trace, &Rows, &Program),
        row: u32,
    ) -> Arc<LoopIterations> {
        // Whatever a thread that failed has left in the list is whole.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == row) {
            return found.clone();
        }
        let trees = (rows.trees.as_slice(), rows.by_calls);
        let found = Arc::new(LoopIterations::new(trace, trees, row, program));
        if known.len() >= MOST_KEPT {
            known.remove(0);
        }
        known.push((row, found.clone()));
        found
    }
}

//! The iterations of loops, kept once they were asked for.

use std::sync::{Arc, Mutex, PoisonError};

use loopscope_core::numbers::counted;
use loopscope_core::whatif::LoopIterations;
use loopscope_formats::notes::Note;

use super::super::builder::WhatIf;
use crate::error_note;

/// Loops whose iterations are kept: 8 bytes a call for each.
const MOST_KEPT: usize = 4;

/// The iterations of a loop, by its row.
pub(in super::super) type OfRow = (u32, Arc<LoopIterations>);

/// The iterations of the loops that were asked about last.
#[derive(Debug, Default)]
pub(crate) struct KnownIterations(Mutex<Vec<OfRow>>);

impl KnownIterations {
    /// The iterations of a loop of the run. O(calls, their events and the loops around them) the first time.
    pub(in super::super) fn of(&self, run: &WhatIf, row: u32) -> Arc<LoopIterations> {
        // Whatever a thread that failed has left in the list is whole.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == row) {
            return found.clone();
        }
        let rows = run.rows();
        let trees = (rows.trees.as_slice(), rows.by_calls);
        // Both readings have the same calls.
        let found = LoopIterations::new(run.trace(), trees, row, &run.modelled.program);
        let found = Arc::new(found);
        if known.len() >= MOST_KEPT {
            known.remove(0);
        }
        known.push((row, found.clone()));
        found
    }
}

/// The iterations of the loops that a selection names, each with the number of an iteration from 0.
///
/// # Errors
/// A loop has no iteration of that number.
#[inline(never)] // It belongs to a part of the engine that most questions do not need.
pub(in super::super) fn iterations(
    run: &WhatIf,
    named: &mut dyn Iterator<Item = (u32, u32)>,
) -> Result<Vec<OfRow>, Note> {
    let mut found = Vec::new();
    for (row, iteration) in named {
        let of = run.iterations.of(run, row);
        if iteration >= of.len() {
            return Err(no_such_iteration((row, iteration), &of));
        }
        found.push((row, of));
    }
    Ok(found)
}

pub(super) fn no_such_iteration((row, iteration): (u32, u32), of: &LoopIterations) -> Note {
    error_note(
        "",
        format!("L{row} has no iteration {}", u64::from(iteration) + 1),
        counted(of.len().into(), "iteration"),
        "one of them, counted from 1 over all times the loop is entered".to_owned(),
        format!("`loopscope path --loop {row}` lists them"),
    )
}

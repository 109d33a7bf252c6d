//! The iterations that selections name.

use loopscope_core::numbers::counted;
use loopscope_core::whatif::LoopIterations;
use loopscope_formats::notes::Note;

use super::super::builder::WhatIf;
use super::known::OfRow;
use crate::error_note;

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
        let of = run.iterations_of(row);
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
        "one of them, counted from 1 over all entries".to_owned(),
        format!("`loopscope path --loop {row}` lists them"),
    )
}

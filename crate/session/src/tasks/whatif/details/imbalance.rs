//! Computing that is spread evenly over the processes.

use loopscope_core::whatif::{imbalance, Changes, Factor, LoopIterations, Part};
use loopscope_formats::notes::Note;

use super::super::builder::{Read, WhatIf};
use super::super::select::Selection;
use crate::error_note;

/// Adds a change of the load imbalance in the loop that a selection names, or in the whole run, to a set. How many computations are beyond
/// an even share or below it; `None` if there are too many changes.
///
/// # Errors
/// The factor is above 1: a process cannot compute less than nothing.
#[inline(never)] // It belongs to a part of the engine that most questions do not need.
pub(in super::super) fn add_imbalance(
    run: &WhatIf,
    (selection, read): (&Selection, &Read),
    (factor, changes): (Factor, &mut Changes),
) -> Result<Option<u64>, Note> {
    if factor > selection.most() {
        return Err(error_note(
            "",
            format!("the factor of {} is from 0 to 1", selection.text),
            (f64::from(factor.in_millionths()) / 1e6).to_string(),
            "0 to spread computing evenly, 0.5 to halve what is uneven".to_owned(),
            "for more, change the computing of one process: calc:rank=1".to_owned(),
        ));
    }
    if !changes.begin(Part::Imbalance, factor, &read.program) {
        return Ok(None);
    }
    let row = selection.loops().next().unwrap_or(0);
    let iterations = match row {
        0 => LoopIterations::default().into(),
        row => run.iterations_of(row),
    };
    let found = imbalance(&read.program, row, &iterations);
    found.iter().for_each(|&(call, beyond)| changes.add_imbalance(call, beyond));
    Ok(Some(found.len() as u64))
}

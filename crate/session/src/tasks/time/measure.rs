//! The times of a trace, found at once: for the terminal.

use loopscope_core::durations::IterationsOf;
use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

use super::builder::{Measured, TimeBuilder, TimeChoices};
use super::iterations::error_of_loop;
use super::rows::Rows;
use crate::analysis::AnalysisBuilder;
use crate::options::{OptionChoices, Options};
use crate::partners::without_partners;
use crate::tasks::model::{self, Program};
use crate::view::clock;

/// Finds where the time of a trace goes. The loops are those of its model; of each process alone if it has none. The
/// iterations of a loop are listed if one is given.
///
/// # Errors
/// The trace has no times, its loops cannot be found under the options, or there is no such loop.
pub fn measure(
    name: &str,
    trace: &Trace,
    options: &OptionChoices,
    choices: TimeChoices,
    of: Option<IterationsOf>,
) -> Result<Measured, Note> {
    let mut rows = rows(name, trace, options)?;
    let row = of.map(|of| match of {
        IterationsOf::Main => 1,
        IterationsOf::Loop(id) => {
            rows.main.clear();
            id
        }
    });
    if let Some(id) = row.filter(|&id| id == 0 || rows.get(id).is_none()) {
        return Err(error_of_loop(id));
    }
    let mut building = TimeBuilder::new(trace, rows, choices, row);
    let measured = loop {
        if let Some(measured) = building.step() {
            break measured;
        }
    };
    match measured.prepared.is_timed() {
        true => Ok(measured),
        false => Err(clock::no_times(name)),
    }
}

/// The loops whose times are added up: see [`measure`].
///
/// # Errors
/// Loops cannot be found under the options.
pub(crate) fn rows(name: &str, trace: &Trace, wanted: &OptionChoices) -> Result<Rows, Note> {
    let by_calls = wanted.view.is_none() && without_partners(trace).is_some();
    if let (Ok(options), false) = (model::options(name, trace, wanted), by_calls) {
        let program = built(trace, options)
            .and_then(|building| Program::of_trace(name, trace, building.analysis()));
        // Times need no model: the loops of each process do.
        if let Ok(program) = program {
            return Ok(Rows::of_model(trace, &program));
        }
    }
    let building = built(trace, wanted.resolve(name, trace)?)?;
    Ok(Rows::of_nests(trace, &building.analysis()))
}

fn built(trace: &Trace, options: Options) -> Result<AnalysisBuilder, Note> {
    let mut building = AnalysisBuilder::new(options);
    building.set_processes(trace.processes());
    while building.step(trace.table())? {}
    Ok(building)
}

//! The times of a trace, found at once: for the terminal.

use loopscope_core::durations::IterationsOf;
use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

use super::builder::{Measured, TimeBuilder, TimeChoices};
use super::iterations::error_of_loop;
use super::rows::Rows;
use crate::analysis::AnalysisBuilder;
use crate::error_note;
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
    timed(name, measured(TimeBuilder::new(trace, rows, choices, row)))
}

/// The same with rounds listed, each from one collective operation of that name of all processes to the next.
///
/// # Errors
/// Those of [`measure`], or the operation does not come three times.
pub fn measure_rounds(
    name: &str,
    trace: &Trace,
    options: &OptionChoices,
    choices: TimeChoices,
    between: &str,
) -> Result<Measured, Note> {
    let all = measure(name, trace, options, choices, None)?;
    let rounds = all.prepared.rounds_between(between);
    let id = rounds.map_err(|known| error_of_rounds(name, between, &known))?;
    timed(name, measured(TimeBuilder::prepared(all.prepared, Some(id))))
}

fn error_of_rounds(name: &str, between: &str, known: &[String]) -> Note {
    let (expected, remedy) = match known {
        [] => ("a collective operation of all processes that comes three times", "list the iterations of a loop"),
        _ => ("one of these", "name one of them"),
    };
    error_note(
        name,
        "there are no such rounds".to_owned(),
        between.to_owned(),
        format!("{expected}{}{}", if known.is_empty() { "" } else { ": " }, known.join(", ")),
        remedy.to_owned(),
    )
}

fn measured(mut building: TimeBuilder) -> Measured {
    loop {
        if let Some(measured) = building.step() {
            return measured;
        }
    }
}

fn timed(name: &str, measured: Measured) -> Result<Measured, Note> {
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
        let program = built(trace, options).and_then(|building| Program::of_trace(name, trace, building.analysis()));
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

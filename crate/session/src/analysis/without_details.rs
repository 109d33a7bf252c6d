//! Nests of calls that leave out sizes that change, and how often a poll was repeated.

use std::sync::Arc;

use loopscope_core::elided::{
    has_polls, without_polls, without_sizes, Shorter, LEAST_GAIN, LONGEST,
};
use loopscope_core::nest::{Stats, TooLong};
use loopscope_core::symbols::{Field, Signature, SymbolString};
use loopscope_core::trace::{Process, Table, View};

use super::build::build;
use super::process::string_under;
use super::ProcessNest;
use crate::options::{Details, Options};

/// Whether details of a process may hide its loops: it has polls, or its main loop leaves enough out to be found without
/// sizes.
pub(super) fn may_hide(exact: &ProcessNest, options: &Options) -> bool {
    options.view == View::Calls
        && options.details == Details::Auto
        && !options.signature.fields().is_empty()
        && exact.nest.len() <= LONGEST
        && (main_share(&exact.stats) + LEAST_GAIN <= 1.0 || has_polls(&exact.symbols))
}

fn main_share(stats: &Stats) -> f64 {
    stats.main_loop.as_ref().map_or(0.0, |main| main.share)
}

/// The nest without the details that hide its loops; `exact`, which is that of `string`, if none do. Rows of polls are items where that
/// has fewer items; sizes are left out where the main loop gains a quarter of the events. O(events), and a nest for each.
///
/// # Errors
/// The string is too long for the method.
#[inline(never)] // It belongs to a part of the engine that most traces do not need.
pub(super) fn without_details(
    exact: ProcessNest,
    string: &SymbolString,
    (process, table): (&Process, &Table),
    options: &Options,
) -> Result<ProcessNest, TooLong> {
    let rows = polls(string, process).map(|shorter| exact.leaving_out(shorter, options));
    let found = match rows.transpose()? {
        Some(rows) if rows.stats.total < exact.stats.total => rows,
        Some(_) | None => exact,
    };
    let share = main_share(&found.stats) + LEAST_GAIN;
    if share > 1.0 || !options.signature.has(Field::Bytes) {
        return Ok(found);
    }
    let fields = options.signature.fields().iter().copied();
    let signature = Signature::new(fields.filter(|&field| field != Field::Bytes));
    let coarse = string_under(process, table, options, &signature);
    let Some(sizes) = without_sizes(string, coarse) else { return Ok(found) };
    let shorter = match polls(&sizes.string, process) {
        Some(rows) => Shorter { elided: rows.elided.after(sizes.elided), ..rows },
        None => sizes,
    };
    let without = found.leaving_out(shorter, options)?;
    Ok(if main_share(&without.stats) >= share { without } else { found })
}

/// The string with rows of polls as items. Items of a process with times are its calls, whose times the loops add up.
fn polls(string: &SymbolString, process: &Process) -> Option<Shorter> {
    match process.times(View::Calls) {
        None if has_polls(&string.table) => without_polls(string),
        _ => None,
    }
}

impl ProcessNest {
    /// The same process with the nest of a string that leaves details out.
    fn leaving_out(&self, shorter: Shorter, options: &Options) -> Result<ProcessNest, TooLong> {
        let built = build(options.method, &shorter.string.symbols)?;
        let source = self.source.clone();
        let mut written = ProcessNest::new(self.process, source, shorter.string.table, built.nest);
        written.complete = built.complete;
        written.elided = Some(Arc::new(shorter.elided));
        Ok(written)
    }
}

//! Nests of calls that leave out sizes that change, and how often a poll was repeated.

use std::sync::Arc;

use loopscope_core::elided::{has_polls, without_polls, without_sizes, Elided, Shorter, LEAST_GAIN, LONGEST};
use loopscope_core::method::Built;
use loopscope_core::nest::{Stats, TooLong};
use loopscope_core::symbols::{Field, Signature, SymbolString, SymbolTable};
use loopscope_core::trace::View;

use super::build::build;
use crate::options::{Details, Options};

/// A nest without details.
pub(super) struct WithoutDetails {
    pub(super) built: Built,
    pub(super) symbols: SymbolTable,
    pub(super) elided: Arc<Elided>,
    stats: Stats,
}

/// A process, read under another signature, and whether its calls have times.
pub(super) struct Readings<'a> {
    pub(super) under: &'a dyn Fn(&Signature) -> SymbolString,
    pub(super) is_timed: bool,
}

/// Whether details of a process may hide its loops: it has polls, or its main loop leaves enough out to be found without
/// sizes.
pub(super) fn may_hide(exact: &Stats, symbols: &SymbolTable, options: &Options) -> bool {
    options.view == View::Calls
        && options.details == Details::Auto
        && !options.signature.fields().is_empty()
        && exact.length <= LONGEST
        && (main_share(exact) + LEAST_GAIN <= 1.0 || has_polls(symbols))
}

fn main_share(stats: &Stats) -> f64 {
    stats.main_loop.as_ref().map_or(0.0, |main| main.share)
}

/// The nest of a string without the details that hide its loops; `None` if none do. `exact` are the figures of its nest. Rows of
/// polls are items where that has fewer items; sizes are left out where the main loop gains a quarter of the events. O(events), and a
/// nest for each.
///
/// # Errors
/// The string is too long for the method.
#[inline(never)] // of a part that most traces do not need
pub(super) fn without_details(
    exact: &Stats,
    string: &SymbolString,
    readings: &Readings<'_>,
    options: &Options,
) -> Result<Option<WithoutDetails>, TooLong> {
    let rows = match polls(string, readings) {
        Some(shorter) => Some(built(shorter, options)?),
        None => None,
    };
    let rows = rows.filter(|rows| rows.stats.total < exact.total);
    let share = main_share(rows.as_ref().map_or(exact, |rows| &rows.stats)) + LEAST_GAIN;
    if share > 1.0 || !options.signature.has(Field::Bytes) {
        return Ok(rows);
    }
    let fields = options.signature.fields().iter().copied();
    let signature = Signature::new(fields.filter(|&field| field != Field::Bytes));
    let Some(sizes) = without_sizes(string, (readings.under)(&signature)) else { return Ok(rows) };
    let shorter = match polls(&sizes.string, readings) {
        Some(rows) => Shorter { elided: rows.elided.after(sizes.elided), ..rows },
        None => sizes,
    };
    let without = built(shorter, options)?;
    Ok(if main_share(&without.stats) >= share { Some(without) } else { rows })
}

/// The string with rows of polls as items. Where calls have times, loops add up those of the recorded ones.
fn polls(string: &SymbolString, readings: &Readings<'_>) -> Option<Shorter> {
    match !readings.is_timed && has_polls(&string.table) {
        true => without_polls(string),
        false => None,
    }
}

fn built(shorter: Shorter, options: &Options) -> Result<WithoutDetails, TooLong> {
    let built = build(options.method, &shorter.string.symbols)?;
    let stats = Stats::new(&built.nest);
    let elided = Arc::new(shorter.elided);
    Ok(WithoutDetails { built, symbols: shorter.string.table, elided, stats })
}

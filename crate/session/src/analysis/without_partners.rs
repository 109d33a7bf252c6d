//! Nests that leave out the partners of messages.

use std::sync::Arc;

use loopscope_core::method::Built;
use loopscope_core::nest::{Stats, TooLong};
use loopscope_core::partners::{any_partner, Peers, LEAST_COVERAGE};
use loopscope_core::symbols::{SymbolString, SymbolTable};

use super::build::build;
use crate::options::{Options, Partners};

/// A nest without partners.
pub(super) struct WithoutPartners {
    pub(super) built: Built,
    pub(super) symbols: SymbolTable,
    pub(super) peers: Arc<Peers>,
}

/// The nest of a process without its partners, if it takes messages from anybody and the nest shows loops then, in less than half of
/// the items of the exact one. O(events), and a nest.
///
/// # Errors
/// The string is too long for the method.
#[inline(never)] // of a part that most traces do not need
pub(super) fn without_partners(
    exact: &Stats,
    string: &SymbolString,
    options: &Options,
) -> Result<Option<WithoutPartners>, TooLong> {
    let Some(any) = any_partner(string) else { return Ok(None) };
    let built = build(options.method, &any.string.symbols)?;
    let stats = Stats::new(&built.nest);
    let is_clear = stats.coverage >= LEAST_COVERAGE && stats.total.saturating_mul(2) < exact.total;
    let found = WithoutPartners { built, symbols: any.string.table, peers: Arc::new(any.peers) };
    Ok((is_clear || options.partners == Partners::All).then_some(found))
}

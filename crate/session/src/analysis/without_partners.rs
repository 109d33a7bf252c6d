//! Nests that leave out the partners of messages.

use std::sync::Arc;

use loopscope_core::method::Built;
use loopscope_core::nest::{Stats, TooLong};
use loopscope_core::partners::{any_partner, Peers, LEAST_COVERAGE};
use loopscope_core::symbols::{SymbolString, SymbolTable};

use super::build::build;
use super::process::ProcessNest;
use crate::options::{Options, Partners};

/// A nest without partners.
struct WithoutPartners {
    built: Built,
    symbols: SymbolTable,
    peers: Arc<Peers>,
}

impl ProcessNest {
    /// The same process with a nest without partners, if that shows loops that partners hide.
    ///
    /// # Errors
    /// The string is too long for the method.
    #[inline(never)] // It belongs to a part of the engine that most traces do not need.
    pub(super) fn without_partners(
        self,
        string: &SymbolString,
        options: &Options,
    ) -> Result<ProcessNest, TooLong> {
        Ok(match clearer(&self.stats, string, options)? {
            Some(WithoutPartners { built: Built { nest, complete }, symbols, peers }) => {
                let mut written = ProcessNest::new(self.process, self.source, symbols, nest);
                (written.complete, written.peers) = (complete, Some(peers));
                written
            }
            None => self,
        })
    }
}

/// The nest of a process without its partners, if it takes messages from anybody and the nest shows loops then, in less than half of
/// the items of the exact one. O(events), and a nest.
///
/// # Errors
/// The string is too long for the method.
fn clearer(
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

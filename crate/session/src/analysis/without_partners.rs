//! Nests that leave out the partners of messages, and the exact nests again.

use std::sync::Arc;

use loopscope_core::method::Method;
use loopscope_core::nest::TooLong;
use loopscope_core::partners::{any_partner, LEAST_COVERAGE};
use loopscope_core::symbols::{Symbol, SymbolString, SymbolTable};
use rustc_hash::FxHashMap;

use super::process::ProcessNest;
use super::Analysis;
use crate::options::{Options, Partners};

/// The nest of a process without its partners, if it takes messages from anybody and the nest shows loops then; else `exact`.
/// O(events), and a nest.
///
/// # Errors
/// The string is too long for the method.
#[inline(never)] // It belongs to a part of the engine that most traces do not need.
pub(super) fn without_partners(
    exact: ProcessNest,
    string: &SymbolString,
    options: &Options,
) -> Result<ProcessNest, TooLong> {
    let Some(any) = any_partner(string) else { return Ok(exact) };
    let mut found =
        ProcessNest::of_string(exact.process, &exact.source, &any.string, options.method)?;
    let is_clear = found.stats.coverage >= LEAST_COVERAGE
        && found.stats.total.saturating_mul(2) < exact.stats.total;
    match is_clear || options.partners == Partners::All {
        true => {
            found.peers = Some(Arc::new(any.peers));
            Ok(found)
        }
        false => Ok(exact),
    }
}

impl Analysis {
    /// Whether the nest of some process leaves out the partners of its messages.
    pub(crate) fn leaves_partners_out(&self) -> bool {
        self.processes.iter().any(|process| process.peers.is_some())
    }

    /// The same analysis with the partners of all messages. O(events of the processes without them).
    #[inline(never)] // It belongs to a part of the engine that most traces do not need.
    pub(crate) fn with_all_partners(mut self) -> Analysis {
        for process in &mut self.processes {
            if let Some(exact) = exact(process) {
                *process = Arc::new(exact);
            }
        }
        self
    }
}

/// The nest of a process with its partners; `None` if it has them, or if it is too long.
fn exact(process: &ProcessNest) -> Option<ProcessNest> {
    let peers = process.peers.as_ref()?;
    let mut numbers: FxHashMap<Box<str>, u32> = FxHashMap::default();
    let mut texts: Vec<Box<str>> = Vec::new();
    let lines = peers.lines(process.nest.symbols(), &process.symbols);
    let symbols = lines.map(|line| {
        let next = texts.len() as u32;
        let line = line.into_boxed_str();
        Symbol(*numbers.entry(line).or_insert_with_key(|line| {
            texts.push(line.clone());
            next
        }))
    });
    let symbols: Vec<Symbol> = symbols.collect();
    let string = SymbolString { symbols, table: SymbolTable::new(texts) };
    ProcessNest::of_string(process.process, &process.source, &string, Method::default()).ok()
}

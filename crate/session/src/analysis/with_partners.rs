//! The exact nests of processes whose nests leave out partners.

use std::sync::Arc;

use loopscope_core::method::Method;
use loopscope_core::symbols::{Symbol, SymbolString, SymbolTable};
use rustc_hash::FxHashMap;

use super::{Analysis, ProcessNest};

impl Analysis {
    /// Whether the nest of some process leaves out the partners of its messages.
    pub(crate) fn leaves_partners_out(&self) -> bool {
        self.processes.iter().any(|process| process.peers.is_some())
    }

    /// Whether the nest of some process leaves out partners, sizes, tags or numbers of polls.
    pub(crate) fn leaves_something_out(&self) -> bool {
        let leaves = |process: &Arc<ProcessNest>| process.elided.is_some();
        self.leaves_partners_out() || self.processes.iter().any(leaves)
    }

    /// The same analysis with the partners of all messages. O(events of the processes without them).
    #[inline(never)] // of a part that most traces do not need
    pub(crate) fn with_all_partners(mut self) -> Self {
        let method = Method::from_name(&self.method).unwrap_or_default();
        let method = self.k().and_then(|k| method.with_k(k as usize)).unwrap_or(method);
        for process in &mut self.processes {
            if let Some(exact) = exact(process, method) {
                *process = Arc::new(exact);
            }
        }
        self
    }
}

/// The nest of a process with its partners; `None` if it has them, or if it is too long.
fn exact(process: &ProcessNest, method: Method) -> Option<ProcessNest> {
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
    ProcessNest::of_string(process.process, &process.source, &string, method).ok()
}

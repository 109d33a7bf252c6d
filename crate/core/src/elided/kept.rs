//! What is kept of each symbol while a string is written.

use rustc_hash::FxHashMap;

use super::{Elided, Form, Place};
use crate::nest::optimal;
use crate::symbols::Symbol;

/// For each symbol the forms that it stood for, by a key of the caller.
pub(super) struct Kept {
    of: Vec<OfSymbol>,
}

#[derive(Clone, Default)]
pub(super) struct OfSymbol {
    /// The keys of its forms, in order of first appearance.
    pub(super) keys: Vec<u64>,
    numbers: FxHashMap<u64, u64>,
    which: Vec<Symbol>,
}

impl Kept {
    pub(super) fn of(symbols: usize) -> Self {
        Self { of: vec![OfSymbol::default(); symbols] }
    }

    /// The next time that `symbol` comes it stands for `key`.
    pub(super) fn add(&mut self, symbol: Symbol, key: u64) {
        let Some(own) = self.of.get_mut(symbol.0 as usize) else { return };
        let next = own.keys.len() as u64;
        let number = *own.numbers.entry(key).or_insert(next);
        if number == next {
            own.keys.push(key);
        }
        own.which.push(Symbol(number as u32));
    }

    /// What was kept of each symbol, in their order.
    pub(super) fn each(&self) -> impl Iterator<Item = &OfSymbol> {
        self.of.iter()
    }

    /// The places of the symbols that `is_kept` names; `None` if one comes too often for a nest.
    pub(super) fn finish(
        &self,
        is_kept: impl Fn(Symbol) -> bool,
        form: impl Fn(Symbol, u64) -> Form,
    ) -> Option<Elided> {
        let mut places = Vec::new();
        for (symbol, own) in (0..).map(Symbol).zip(&self.of) {
            if !own.which.is_empty() && is_kept(symbol) {
                let forms = own.keys.iter().map(|&key| form(symbol, key)).collect();
                places.push(Place { symbol, forms, which: optimal(&own.which).ok()? });
            }
        }
        Some(Elided { places })
    }
}

//! Calls without their sizes.

use super::kept::Kept;
use super::{Elided, Form, Shorter};
use crate::symbols::{Symbol, SymbolString, SymbolTable};

/// The string `coarse` with what it leaves out of `exact`: the same events, under a signature without sizes. A symbol that
/// always had one size keeps it. `None` if no symbol had several. O(events).
pub fn without_sizes(exact: &SymbolString, coarse: SymbolString) -> Option<Shorter> {
    if exact.symbols.len() != coarse.symbols.len() || exact.table.len() == coarse.table.len() {
        return None;
    }
    let mut kept = Kept::of(coarse.table.len());
    for (exact, coarse) in exact.symbols.iter().zip(&coarse.symbols) {
        kept.add(*coarse, u64::from(exact.0));
    }
    let recorded = |key: u64| exact.table.text(Symbol(key as u32));
    let mut varies = vec![false; coarse.table.len()];
    let mut texts = coarse.table.texts().to_vec();
    for ((text, varies), own) in texts.iter_mut().zip(&mut varies).zip(kept.each()) {
        match own.keys.as_slice() {
            [only] => *text = recorded(*only).into(),
            several => *varies = !several.is_empty(),
        }
    }
    let is_kept = |symbol: Symbol| varies.get(symbol.0 as usize) == Some(&true);
    let elided = kept.finish(is_kept, |_, key| Form { text: recorded(key).into(), times: 1 })?;
    let string = SymbolString { symbols: coarse.symbols, table: SymbolTable::new(texts) };
    Some(Shorter { string, elided })
}

/// What `symbols` leave out of `exact`: the same events, whose symbols tell more. `None` if that is nothing. O(events).
#[inline(never)] // of a part that most traces do not need
pub fn left_out(exact: &SymbolString, symbols: &[Symbol], table: &SymbolTable) -> Option<Elided> {
    if exact.symbols.len() != symbols.len() {
        return None;
    }
    let mut kept = Kept::of(table.len());
    for (exact, coarse) in exact.symbols.iter().zip(symbols) {
        kept.add(*coarse, u64::from(exact.0));
    }
    let recorded = |key: u64| exact.table.text(Symbol(key as u32));
    let differs: Vec<bool> = (0..)
        .map(Symbol)
        .zip(kept.each())
        .map(|(symbol, own)| own.keys.iter().any(|&key| recorded(key) != table.text(symbol)))
        .collect();
    let is_kept = |symbol: Symbol| differs.get(symbol.0 as usize) == Some(&true);
    let elided = kept.finish(is_kept, |_, key| Form { text: recorded(key).into(), times: 1 })?;
    (!elided.places.is_empty()).then_some(elided)
}

//! Rows of calls that ask whether something is done.
//!
//! Per process, without parameters: a row is a maximal stretch of one poll. The lengths of the rows of a poll that stand
//! between the same two events are a list. If one of its lists is irregular, as orders of receives are
//! ([`completions`](crate::completions)), each row of the poll is written as one item.

use rustc_hash::FxHashMap;

use super::kept::Kept;
use super::{Form, Shorter};
use crate::completions::is_regular;
use crate::symbols::{Symbol, SymbolString, SymbolTable};

/// The calls that ask, without `MPI_`.
const POLLS: [&str; 7] = ["test", "testall", "testany", "testsome", "iprobe", "improbe", "waitsome"];

/// Whether a symbol of a process is a poll.
pub fn has_polls(table: &SymbolTable) -> bool {
    table.texts().iter().any(|text| is_poll(text))
}

/// The string in which each row of a poll is one item whose length follows no rule; `None` if there is no such poll.
/// O(events), and the nests of the lists of lengths.
pub fn without_polls(string: &SymbolString) -> Option<Shorter> {
    let is_poll: Vec<bool> = string.table.texts().iter().map(|text| is_poll(text)).collect();
    let folds = irregular(&string.symbols, &is_poll);
    if !folds.contains(&true) {
        return None;
    }
    let has = |list: &[bool], symbol: Symbol| list.get(symbol.0 as usize) == Some(&true);
    let mut symbols = Vec::new();
    let mut kept = Kept::of(string.table.len());
    for row in string.symbols.chunk_by(|one, next| one == next && has(&folds, *one)) {
        let Some(&symbol) = row.first() else { continue };
        symbols.push(symbol);
        if has(&folds, symbol) {
            kept.add(symbol, row.len() as u64);
        }
    }
    let text = |symbol: Symbol| string.table.text(symbol);
    let elided =
        kept.finish(|symbol| has(&folds, symbol), |symbol, times| Form { text: text(symbol).into(), times })?;
    let texts = string.table.texts().iter().zip(&folds);
    let texts = texts.map(|(text, &folds)| if folds { row_text(text) } else { text.clone() });
    let table = SymbolTable::new(texts.collect());
    Some(Shorter { string: SymbolString { symbols, table }, elided })
}

/// For each symbol whether it is a poll whose rows have lengths without a rule.
fn irregular(symbols: &[Symbol], is_poll: &[bool]) -> Vec<bool> {
    let mut lists: FxHashMap<(u64, u64), Vec<Symbol>> = FxHashMap::default();
    let number = |symbol: Option<&Symbol>| symbol.map_or(u64::from(u32::MAX), |it| it.0.into());
    let (mut at, mut before) = (0, None);
    for row in symbols.chunk_by(|one, next| one == next) {
        at += row.len();
        let symbol = row.first();
        if symbol.is_some_and(|symbol| is_poll.get(symbol.0 as usize) == Some(&true)) {
            let context = (number(symbol), number(before) << 32 | number(symbols.get(at)));
            lists.entry(context).or_default().push(Symbol(row.len() as u32));
        }
        before = symbol;
    }
    let mut folds = vec![false; is_poll.len()];
    for ((symbol, _), list) in &lists {
        if let Some(folds) = folds.get_mut(*symbol as usize) {
            *folds |= !is_regular(list);
        }
    }
    folds
}

/// Whether a text is a poll of which nothing is known besides its site.
fn is_poll(text: &str) -> bool {
    let (name, arguments) = text.split_once('(').unwrap_or((text, "@"));
    let base = name.get(4..).filter(|_| name.get(..4).is_some_and(is_prefix)).unwrap_or(name);
    let base = base.trim_end_matches('_');
    arguments.starts_with('@') && POLLS.iter().any(|poll| base.eq_ignore_ascii_case(poll))
}

fn is_prefix(text: &str) -> bool {
    text.eq_ignore_ascii_case("mpi_")
}

/// The text of a row: `MPI_Test+`.
fn row_text(text: &str) -> Box<str> {
    let end = text.find('(').unwrap_or(text.len());
    let (name, arguments) = text.split_at_checked(end).unwrap_or((text, ""));
    [name, "+", arguments].concat().into_boxed_str()
}

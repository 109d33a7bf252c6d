//! Tuples as symbols: equal label and equal numbers, one symbol.
//!
//! The methods for symbols find loops over whole tuples. They cannot find loops over tuples that *change* from one
//! iteration to the next.

use rustc_hash::FxHashMap;

use super::{Symbol, SymbolString, SymbolTable};
use crate::trace::{Table, Values};

/// A process has more different tuples than can be symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyTuples {
    /// How many different tuples are allowed.
    pub limit: usize,
}

impl std::fmt::Display for TooManyTuples {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "more than {} tuples are different", self.limit)
    }
}

impl std::error::Error for TooManyTuples {}

impl SymbolString {
    /// Reads tuples as symbols whose texts are [`Values::text`], numbered in order of first
    /// appearance.
    ///
    /// A symbol costs a text, a few hundred bytes, where a tuple costs twenty: so there is a limit on
    /// how many may be different. O(tuples x fields) time, 4 bytes a tuple and some 20 bytes a
    /// symbol beside the texts.
    ///
    /// # Errors
    /// [`TooManyTuples`] if more than `limit` are different.
    pub fn of_values(values: &Values, table: &Table, limit: usize) -> Result<Self, TooManyTuples> {
        // A class is what tuples have in common that agree in the fields so far. Each column splits
        // classes; numbering them anew in order of first appearance keeps them dense.
        let mut classes: Vec<u32> = vec![0; values.len()];
        if values.has_labels() {
            let label = |at| values.label(at).map_or(u64::MAX, |label| u64::from(label.index()));
            split(&mut classes, label, limit)?;
        }
        for column in values.columns() {
            let bits = column.bits();
            split(&mut classes, |at| bits.get(at).copied().unwrap_or(0), limit)?;
        }
        let mut texts: Vec<Box<str>> = Vec::new();
        for (at, &class) in classes.iter().enumerate() {
            if class as usize == texts.len() {
                texts.push(values.text(at, table).into());
            }
        }
        let symbols = classes.into_iter().map(Symbol).collect();
        Ok(Self { symbols, table: SymbolTable::new(texts) })
    }
}

/// The label in the text of a tuple, nothing if it has none, and its numbers; `None` for any other
/// text. The other way round from [`Values::text`].
///
/// ```
/// use loopscope_core::symbols::parse_tuple;
/// assert_eq!(parse_tuple("read 0x2da50, 8"), Some(("read", vec![0x2da50, 8])));
/// assert_eq!(parse_tuple("-3"), Some(("", vec![-3])));
/// assert_eq!(parse_tuple("read"), None);
/// ```
pub fn parse_tuple(text: &str) -> Option<(&str, Vec<i128>)> {
    // Numbers have no blanks: they are read from the end, for a label may be anything.
    let mut numbers = Vec::new();
    let mut rest = text;
    let label = loop {
        let (before, word) = rest.rsplit_once(' ').unwrap_or(("", rest));
        numbers.push(parse_number(word)?);
        match before.strip_suffix(',') {
            Some(more) if parse_number(more.rsplit(' ').next().unwrap_or(more)).is_some() => {
                rest = more;
            }
            _ => break before,
        }
    };
    numbers.reverse();
    Some((label, numbers))
}

/// A number as [`Notation`](crate::trace::Notation) writes it.
fn parse_number(word: &str) -> Option<i128> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let magnitude = match digits.strip_prefix("0x") {
        Some(digits) if !digits.starts_with(['+', '-']) => i128::from_str_radix(digits, 16).ok()?,
        Some(_) => return None,
        None => digits.parse().ok()?,
    };
    Some(if digits.len() < word.len() { -magnitude } else { magnitude })
}

/// Splits classes by one more field, and numbers them in order of first appearance.
fn split(classes: &mut [u32], field: impl Fn(usize) -> u64, limit: usize) -> Result<(), TooManyTuples> {
    let mut known: FxHashMap<(u32, u64), u32> = FxHashMap::default();
    // The previous tuple often has the same size and label: then nothing is looked up.
    let mut last: Option<((u32, u64), u32)> = None;
    for (at, class) in classes.iter_mut().enumerate() {
        let key = (*class, field(at));
        if let Some((_, number)) = last.filter(|(before, _)| *before == key) {
            *class = number;
            continue;
        }
        let next = known.len();
        let number = *known.entry(key).or_insert(next as u32);
        // Classes are only ever split: if there are too many now, there always will be.
        if known.len() > limit {
            return Err(TooManyTuples { limit });
        }
        last = Some((key, number));
        *class = number;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

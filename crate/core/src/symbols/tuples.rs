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
    pub fn of_values(
        values: &Values,
        table: &Table,
        limit: usize,
    ) -> Result<SymbolString, TooManyTuples> {
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
        Ok(SymbolString { symbols, table: SymbolTable::new(texts) })
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
fn split(
    classes: &mut [u32],
    field: impl Fn(usize) -> u64,
    limit: usize,
) -> Result<(), TooManyTuples> {
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
mod tests {
    use super::*;
    use crate::symbols::{Locals, Signature};
    use crate::trace::{Notation, Number, ProcessId, Trace, TraceBuilder, View};

    /// A process of accesses: label, address, size.
    fn trace(tuples: &[(&str, u64, u64)]) -> Trace {
        let mut builder = TraceBuilder::new(1 << 20);
        builder.begin_source("a");
        let slot = builder.process(ProcessId(0)).unwrap();
        let fields = [("address", Notation::Hexadecimal), ("size", Notation::Decimal)];
        builder.begin_values(slot, &fields).unwrap();
        for &(label, address, size) in tuples {
            let label = builder.name(label).unwrap();
            let label = Some(label).filter(|_| size != 1);
            builder.push_tuple(slot, label, &[address.into(), Number::from(size)]).unwrap();
        }
        builder.finish()
    }

    #[test]
    fn a_tuple_is_a_symbol() {
        let tuples = [("read", 255, 8), ("write", 255, 8), ("read", 255, 4), ("read", 255, 1)];
        let trace = trace(&[&tuples[..], &tuples, &tuples].concat());
        let process = &trace.processes()[0];
        let values = process.values().unwrap();
        let string = SymbolString::of_values(values, trace.table(), 4).unwrap();
        let texts: Vec<&str> = string.table.texts().iter().map(|text| &**text).collect();
        assert_eq!(texts, ["read 0xff, 8", "write 0xff, 8", "read 0xff, 4", "0xff, 1"]);
        assert_eq!(
            string.symbols,
            [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3].map(Symbol),
            "numbered in order of first appearance"
        );
        // The string of the view is the same, whatever the signature.
        let signature = Signature::default_for(View::Values);
        let whole =
            SymbolString::new(process, trace.table(), View::Values, &signature, Locals::Drop);
        assert_eq!(whole, string);
        let refused = SymbolString::of_values(values, trace.table(), 3);
        assert_eq!(refused, Err(TooManyTuples { limit: 3 }));
    }

    #[test]
    fn other_texts_are_no_tuples() {
        for text in ["", " ", "a", "a ", "a 1,", "0x", "a 0x-1", "a 0x+1", "a +1", "1.5", "- 1-"] {
            assert_eq!(parse_tuple(text), None, "{text:?}");
        }
        let least = i128::from(i64::MIN);
        let text = format!("a, 1, -{:#x}, {}", 1u64 << 63, u64::MAX);
        assert_eq!(parse_tuple(&text), Some(("a,", vec![1, least, u64::MAX.into()])));
    }

    proptest::proptest! {
        /// Two tuples are one symbol if and only if their texts are the same.
        #[test]
        fn texts_tell_symbols_apart(tuples in proptest::collection::vec((0usize..3, 0u64..4, 1u64..4), 0..60)) {
            let tuples: Vec<(&str, u64, u64)> = tuples.into_iter()
                .map(|(label, address, size)| (["a", "b, 1", "c,"][label], address, size)).collect();
            let trace = trace(&tuples);
            let values = trace.processes()[0].values().unwrap();
            let string = SymbolString::of_values(values, trace.table(), usize::MAX).unwrap();
            for (at, &symbol) in string.symbols.iter().enumerate() {
                let text = string.table.text(symbol);
                proptest::prop_assert_eq!(text, values.text(at, trace.table()));
                let label = values.label(at).map_or("", |label| trace.table().name(label));
                proptest::prop_assert_eq!(parse_tuple(text), Some((label, values.tuple(at).collect())));
            }
            let mut texts = string.table.texts().to_vec();
            texts.sort();
            texts.dedup();
            proptest::prop_assert_eq!(texts.len(), string.table.len());
        }
    }
}

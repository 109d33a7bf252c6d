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
    let whole = SymbolString::new(process, trace.table(), View::Values, &signature, Locals::Drop);
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

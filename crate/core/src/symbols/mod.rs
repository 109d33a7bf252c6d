//! Symbols: the letters that the string algorithms work on.
//!
//! A [`Signature`] says in which fields two events must agree to be the same symbol. Applied to a process it gives a
//! [`SymbolString`]: small dense numbers in order of first appearance, and the text of each. Every process has its own
//! numbers; equal numbers in two processes mean nothing. Whole tuples of a numeric trace are symbols.

mod appearance;
mod signature;
mod tuples;

pub use appearance::{Appearance, Shape};
pub use signature::{Field, Signature, UnknownField};
pub use tuples::{parse_tuple, TooManyTuples};

use rustc_hash::FxHashMap;

use crate::trace::{Kind, OfRecords, Process, ProcessId, Record, RecordId, Sequence, Table, View};

/// A letter of a [`SymbolString`]: an index into its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Symbol(pub u32);

/// Whether local events are symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Locals {
    /// Local events are symbols like others.
    #[default]
    Keep,
    /// Local events are left out.
    Drop,
}

/// The text of every symbol of one process, in order of first appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolTable {
    texts: Vec<Box<str>>,
}

impl SymbolTable {
    /// A table of these texts; symbol `k` has the `k`-th.
    pub fn new(texts: Vec<Box<str>>) -> Self {
        Self { texts }
    }

    /// The text of a symbol; empty for a symbol of another table.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.texts.get(symbol.0 as usize).map_or("", |text| text)
    }

    /// All texts in order of symbol.
    pub fn texts(&self) -> &[Box<str>] {
        &self.texts
    }

    /// Number of distinct symbols.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no symbol.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// One process as a string over its own alphabet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolString {
    /// The letters, one for each event.
    pub symbols: Vec<Symbol>,
    /// The text of each letter.
    pub table: SymbolTable,
}

/// The fields of a record that a signature keeps. Records with equal keys are one symbol.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    /// Kept even if the name is left out: a send never equals a receive.
    kind: Kind,
    fields: [Option<i64>; 8],
}

impl SymbolString {
    /// Reads a view of a process under a signature. A view that the process does not have gives the empty string. Tuples
    /// have no fields to leave out: whole tuples are symbols, see [`of_values`](Self::of_values).
    ///
    /// O(events + records): each record is looked at once, and events are only renumbered.
    pub fn new(process: &Process, table: &Table, view: View, signature: &Signature, locals: Locals) -> Self {
        if view == View::Values {
            let tuples = process.values().map(|values| Self::of_values(values, table, usize::MAX));
            return tuples.and_then(Result::ok).unwrap_or_default();
        }
        let mut symbols = Vec::with_capacity(process.events(view).map_or(0, Sequence::len));
        let reading = (view, signature, locals);
        let table = each_block(process, table, reading, |block| symbols.extend_from_slice(block));
        Self { symbols, table }
    }
}

/// Reads a process in a view other than values, a block of symbols at a time, so that the string need not be held;
/// returns what the symbols say. The blocks together are those of [`SymbolString::new`].
///
/// O(events + records) time, O(records) memory.
pub fn each_block(
    process: &Process,
    table: &Table,
    (view, signature, locals): (View, &Signature, Locals),
    mut take: impl FnMut(&[Symbol]),
) -> SymbolTable {
    let Some(events) = process.events(view) else { return SymbolTable::default() };
    let mut symbol_of = OfRecords::new(table.records().len(), events.len(), UNSEEN);
    let mut symbols: FxHashMap<Key, u32> = FxHashMap::default();
    let mut texts: Vec<Box<str>> = Vec::new();
    let mut intern = |id: RecordId| {
        let record = table.record(id);
        if locals == Locals::Drop && record.kind == Kind::Local {
            return DROPPED;
        }
        let key = signature.key(record, process.id);
        *symbols.entry(key).or_insert_with(|| {
            texts.push(signature.text(record, process.id, table).into());
            (texts.len() - 1) as u32
        })
    };
    let mut block: Vec<Symbol> = Vec::new();
    events.each_block(|events| {
        block.clear();
        translate(events, &mut symbol_of, &mut intern, &mut block);
        take(&block);
    });
    SymbolTable::new(texts)
}

/// The symbol of a record that was not met yet.
const UNSEEN: u32 = u32::MAX;
/// That of a record whose events are left out.
const DROPPED: u32 = u32::MAX - 1;

/// Appends the symbols of a block of events.
#[inline(never)] // A browser replaces a slow first version of a function when it is called again, not within a call.
fn translate(
    events: &[RecordId],
    symbol_of: &mut OfRecords<u32>,
    intern: &mut dyn FnMut(RecordId) -> u32,
    symbols: &mut Vec<Symbol>,
) {
    symbols.reserve(events.len());
    for &event in events {
        let known = symbol_of.slot(event);
        if *known == UNSEEN {
            *known = intern(event);
        }
        if *known != DROPPED {
            symbols.push(Symbol(*known));
        }
    }
}

impl Signature {
    fn key(&self, record: &Record, own: ProcessId) -> Key {
        let relative = |peer: u32| i64::from(peer) - i64::from(own.0);
        let has = |field| self.has(field);
        Key {
            kind: record.kind,
            fields: [
                has(Field::Name).then(|| i64::from(record.name.index())),
                if has(Field::PeerRelative) {
                    record.peer.map(relative)
                } else {
                    record.peer.filter(|_| has(Field::Peer)).map(i64::from)
                },
                record.tag.filter(|_| has(Field::Tag)),
                record.group.filter(|_| has(Field::Group)).map(|group| i64::from(group.index())),
                if has(Field::BytesPow2) {
                    record.bytes.map(|bytes| bytes.checked_ilog2().map_or(-1, i64::from))
                } else {
                    // As a key, so that the largest sizes may wrap around.
                    record.bytes.filter(|_| has(Field::Bytes)).map(|bytes| bytes as i64)
                },
                record.root.filter(|_| has(Field::Root)).map(i64::from),
                record.op.filter(|_| has(Field::Op)).map(|op| i64::from(op.index())),
                record.site.filter(|_| has(Field::Site)).map(|site| i64::from(site.index())),
            ],
        }
    }
}

#[cfg(test)]
mod tests;

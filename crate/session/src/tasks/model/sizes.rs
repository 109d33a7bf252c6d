//! The sizes of the messages that a process sends, in order, as a nest of their own.
//!
//! They are not part of the nest that a model is made from, because loops would be cut where sizes change. They are kept
//! because models from files are merged again, and then each message needs its size. As loops over sizes they are short
//! if a program repeats its messages.

use loopscope_core::method::{build, Method};
use loopscope_core::nest::Nest;
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::{Kind, Process, ProcessId, Table, Trace, View};
use rustc_hash::FxHashMap;

/// The sizes of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The sender.
    pub process: ProcessId,
    /// The sizes that occur, in bytes, in order of first appearance.
    values: Vec<u64>,
    /// The nest of their indices.
    nest: Nest,
}

impl Sizes {
    /// The sizes of each process that sends a message with a size. Its messages without a size count as 0.
    pub fn of_trace(trace: &Trace) -> Vec<Self> {
        let of = |record: &loopscope_core::trace::Record| record.kind == Kind::Send;
        if !trace.table().records().iter().any(|record| of(record) && record.bytes.is_some()) {
            return Vec::new();
        }
        trace.processes().iter().filter_map(|process| Self::of(process, trace.table())).collect()
    }

    fn of(process: &Process, table: &Table) -> Option<Self> {
        let mut values = Vec::new();
        let mut known: FxHashMap<u64, Symbol> = FxHashMap::default();
        let mut is_known = false;
        let events = process.events(View::Communication)?.iter();
        let sends = events.map(|id| table.record(id)).filter(|record| record.kind == Kind::Send);
        let string: Vec<Symbol> = sends
            .map(|record| {
                is_known |= record.bytes.is_some();
                let size = record.bytes.unwrap_or(0);
                *known.entry(size).or_insert_with(|| {
                    values.push(size);
                    Symbol(values.len() as u32 - 1)
                })
            })
            .collect();
        let nest = build(Method::Greedy, &string).ok().filter(|_| is_known)?.nest;
        Some(Self { process: process.id, values, nest })
    }

    /// Sizes from those that occur and the nest of their indices.
    pub(crate) fn new(process: ProcessId, values: Vec<u64>, nest: Nest) -> Self {
        Self { process, values, nest }
    }

    /// The sizes that occur, in order of first appearance.
    pub(crate) fn values(&self) -> &[u64] {
        &self.values
    }

    /// The nest of indices into [`values`](Self::values).
    pub(crate) fn nest(&self) -> &Nest {
        &self.nest
    }

    /// How many messages there are.
    pub fn len(&self) -> u64 {
        self.nest.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nest.is_empty()
    }

    /// The size of each message, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        let value = |symbol: Symbol| self.values.get(symbol.0 as usize).copied();
        self.nest.symbols().map(move |symbol| value(symbol).unwrap_or(0))
    }
}

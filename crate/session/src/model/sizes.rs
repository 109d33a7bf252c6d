//! The sizes of the messages that a process sends, in order: a nest of its own.
//!
//! They are no part of the nest that a model is made of, which would be cut where sizes change; but models
//! of files are merged anew, and then it must be known which construct sent which message. As loops
//! over sizes they are short where a program sends alike over and over.

use loopscope_core::method::{build, Method};
use loopscope_core::nest::{Nest, NestBuilder, Node, NodeId};
use loopscope_core::numbers::counted;
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::{Kind, Process, ProcessId, Table, Trace, View};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::document::exact;

/// The sizes of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Whose they are.
    pub process: ProcessId,
    /// Different sizes in bytes, in order of first appearance.
    values: Vec<u64>,
    /// Loops over their numbers.
    nest: Nest,
}

impl Sizes {
    /// The sizes of all processes of a trace that has any: of those who send, and say how much at least once. A
    /// message without a size counts as 0 there.
    pub fn of_trace(trace: &Trace) -> Vec<Sizes> {
        let of = |record: &loopscope_core::trace::Record| record.kind == Kind::Send;
        if !trace.table().records().iter().any(|record| of(record) && record.bytes.is_some()) {
            return Vec::new();
        }
        trace.processes().iter().filter_map(|process| Sizes::of(process, trace.table())).collect()
    }

    fn of(process: &Process, table: &Table) -> Option<Sizes> {
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
        Some(Sizes { process: process.id, values, nest })
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

/// [`Sizes`] as they stand in a document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenSizes {
    process: u32,
    values: Vec<Exact>,
    nodes: Vec<WrittenNode>,
    root: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Exact(#[serde(with = "exact")] pub(super) u64);

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenNode {
    Value(u32),
    Loop {
        #[serde(with = "exact")]
        count: u64,
        body: Vec<u32>,
    },
}

pub(super) fn written(sizes: &Sizes) -> WrittenSizes {
    let numbers = |ids: &[NodeId]| ids.iter().map(|id| id.index() as u32).collect();
    let nodes = sizes.nest.nodes().map(|node| match node {
        Node::Symbol(symbol) => WrittenNode::Value(symbol.0),
        Node::Loop(node) => {
            WrittenNode::Loop { count: node.count, body: numbers(sizes.nest.body(&node)) }
        }
    });
    WrittenSizes {
        process: sizes.process.0,
        values: sizes.values.iter().copied().map(Exact).collect(),
        nodes: nodes.collect(),
        root: numbers(sizes.nest.root()),
    }
}

/// What a document says; what cannot be is told in words. `messages_of` is how many a process sends.
pub(super) fn read(
    written: &WrittenSizes,
    messages_of: impl Fn(ProcessId) -> u64,
) -> Result<Sizes, String> {
    let mut builder = NestBuilder::new();
    let mut known: Vec<(NodeId, u64)> = Vec::with_capacity(written.nodes.len());
    let process = written.process;
    let messages = messages_of(ProcessId(process));
    // The ids of a list, and how many messages it stands for: never more than there are.
    let list = |known: &[(NodeId, u64)], numbers: &[u32], times: u64| {
        let mut ids = Vec::with_capacity(numbers.len());
        let mut length = 0u64;
        for &number in numbers {
            let at = known.get(number as usize);
            let &(id, own) = at.ok_or(format!("sizes of process {process}: node {number}"))?;
            ids.push(id);
            length = length.saturating_add(own);
        }
        let length = length.saturating_mul(times);
        match length <= messages {
            true => Ok((ids, length)),
            false => {
                Err(format!("sizes of {} or more of process {process}", counted(length, "message")))
            }
        }
    };
    for node in &written.nodes {
        known.push(match node {
            WrittenNode::Value(value) if (*value as usize) < written.values.len() => {
                (builder.symbol(Symbol(*value)), 1)
            }
            WrittenNode::Value(value) => {
                return Err(format!("sizes of process {process}: value {value}"))
            }
            WrittenNode::Loop { count, body } if *count >= 2 && !body.is_empty() => {
                let (ids, length) = list(&known, body, *count)?;
                (builder.repeat(*count, &ids), length)
            }
            WrittenNode::Loop { count, .. } => {
                return Err(format!("sizes of process {process}: a loop of {count} iterations"))
            }
        });
    }
    let (root, length) = list(&known, &written.root, 1)?;
    if length != messages {
        return Err(format!("sizes of {} of process {process}", counted(length, "message")));
    }
    let values = written.values.iter().map(|value| value.0).collect();
    Ok(Sizes { process: ProcessId(process), values, nest: builder.finish(&root) })
}

//! The sizes of messages in a document of a model.

use loopscope_core::nest::{NestBuilder, Node, NodeId};
use loopscope_core::numbers::counted;
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::ProcessId;
use serde::{Deserialize, Serialize};

use super::exact::{self, Exact};
use crate::tasks::model::Sizes;

/// [`Sizes`] in a document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenSizes {
    process: u32,
    values: Vec<Exact>,
    nodes: Vec<WrittenNode>,
    root: Vec<u32>,
}

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
    let nodes = sizes.nest().nodes().map(|node| match node {
        Node::Symbol(symbol) => WrittenNode::Value(symbol.0),
        Node::Loop(node) => WrittenNode::Loop { count: node.count, body: numbers(sizes.nest().body(&node)) },
    });
    WrittenSizes {
        process: sizes.process.0,
        values: sizes.values().iter().copied().map(Exact).collect(),
        nodes: nodes.collect(),
        root: numbers(sizes.nest().root()),
    }
}

/// Reads the sizes of a process; if that is impossible, the error says what is wrong. `messages_of` gives the number of
/// messages that a process sends.
pub(super) fn read(written: &WrittenSizes, messages_of: impl Fn(ProcessId) -> u64) -> Result<Sizes, String> {
    let mut builder = NestBuilder::new();
    let mut known: Vec<(NodeId, u64)> = Vec::with_capacity(written.nodes.len());
    let process = written.process;
    let messages = messages_of(ProcessId(process));
    // The ids of a list, and the number of its messages, which is checked so that it cannot overflow.
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
            false => Err(format!("sizes of {} or more of process {process}", counted(length, "message"))),
        }
    };
    for node in &written.nodes {
        known.push(match node {
            WrittenNode::Value(value) if (*value as usize) < written.values.len() => {
                (builder.symbol(Symbol(*value)), 1)
            }
            WrittenNode::Value(value) => return Err(format!("sizes of process {process}: value {value}")),
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
    Ok(Sizes::new(ProcessId(process), values, builder.finish(&root)))
}

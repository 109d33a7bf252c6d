//! Nests as a JSON document: written by the terminal and the page, read by both.
//!
//! The structure is stored, never the trace: a node a different item, so a document is no longer
//! than the nests' total items whatever their counts. Integers that a double cannot hold are
//! decimal strings.

pub(crate) mod fault;
mod tuples;

use std::collections::BTreeMap;

use loopscope_core::nest::{NestBuilder, Node, NodeId};
use loopscope_core::numbers::counted;
use loopscope_core::symbols::{Symbol, SymbolTable};
use loopscope_core::trace::{ProcessId, View};
use loopscope_formats::notes::Note;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::analyse::{Analysis, ProcessNest};
use crate::refusal;

/// The first field of every such document.
pub const FORMAT: &str = "loopscope-nests/1";

/// The same of a document that has a model behind its nests; as nests it reads alike.
pub const FORMAT_OF_MODELS: &str = "loopscope-model/1";

/// The largest integer up to which doubles hold every integer.
const EXACT: u64 = 1 << 53;

/// An unsigned integer that is a decimal string where a double would round it.
pub(crate) mod exact {
    use super::EXACT;
    use serde::{de, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        if *value <= EXACT {
            serializer.serialize_u64(*value)
        } else {
            serializer.collect_str(value)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = u64;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number from 0 to 2^64 - 1, or one as a decimal string")
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<u64, E> {
                Ok(value)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<u64, E> {
                text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Document {
    format: String,
    method: String,
    parameters: BTreeMap<String, serde_json::Value>,
    view: String,
    signature: Vec<String>,
    processes: Vec<WrittenProcess>,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenProcess {
    process: u32,
    #[serde(with = "exact")]
    length: u64,
    /// Of tuples only: names and notation of their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fields: Vec<tuples::WrittenField>,
    symbols: Vec<String>,
    nodes: Vec<WrittenNode>,
    root: Vec<u32>,
    stats: WrittenStats,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenNode {
    Symbol(u32),
    Loop(WrittenLoop),
    For(tuples::WrittenFor),
    Val(tuples::WrittenValue),
}

impl WrittenNode {
    fn loop_id(&self) -> Option<u32> {
        match self {
            WrittenNode::Loop(node) => Some(node.id),
            WrittenNode::For(node) => Some(node.id()),
            WrittenNode::Symbol(_) | WrittenNode::Val(_) => None,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenLoop {
    id: u32,
    #[serde(with = "exact")]
    count: u64,
    body: Vec<u32>,
}

/// Figures for readers of the file; this program computes them again.
#[derive(Debug, Serialize, Deserialize)]
struct WrittenStats {
    #[serde(with = "exact")]
    top_level: u64,
    #[serde(with = "exact")]
    total: u64,
    loops: u64,
    depth: u32,
    coverage: f64,
    main_loop: f64,
}

/// Writes an analysis. Same input, same bytes: one line a process, no line for anything else.
pub fn write(analysis: &Analysis) -> String {
    let mut text = head(analysis, FORMAT);
    processes(analysis, &mut text);
    text.push_str("]}\n");
    text
}

/// What stands before the processes.
pub(crate) fn head(analysis: &Analysis, format: &str) -> String {
    let head = Document {
        format: format.to_owned(),
        method: analysis.method.clone(),
        parameters: analysis.parameters.clone(),
        view: analysis.view.name().to_owned(),
        signature: analysis.signature.clone(),
        processes: Vec::new(),
    };
    // Serialising plain structs to a string cannot fail; an empty string would be seen at once.
    let mut text = serde_json::to_string(&head).unwrap_or_default();
    text.truncate(text.len().saturating_sub("]}".len()));
    text
}

/// Appends a line for each process.
pub(crate) fn processes(analysis: &Analysis, text: &mut String) {
    for (index, process) in analysis.processes.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&serde_json::to_string(&written(process)).unwrap_or_default());
    }
    text.push('\n');
}

fn written(process: &ProcessNest) -> WrittenProcess {
    let nest = &process.nest;
    let numbers = |ids: &[NodeId]| ids.iter().map(|id| id.index() as u32).collect();
    let nodes = nest.ids().map(|id| match nest.node(id) {
        Node::Symbol(symbol) => WrittenNode::Symbol(symbol.0),
        Node::Loop(node) => WrittenNode::Loop(WrittenLoop {
            id: process.names.id(id),
            count: node.count,
            body: numbers(nest.body(&node)),
        }),
    });
    let stats = &process.stats;
    // A nest of tuples says in its nodes what other nests say with symbols.
    let (fields, symbols, nodes, root) = match &process.tuples {
        Some(tuples) => {
            let nest = &tuples.nest;
            (tuples::fields(nest), Vec::new(), tuples::nodes(nest), nest.root().to_vec())
        }
        None => {
            let texts = process.symbols.texts().iter().map(|text| text.to_string());
            (Vec::new(), texts.collect(), nodes.collect(), numbers(nest.root()))
        }
    };
    WrittenProcess {
        process: process.process.0,
        length: nest.len(),
        fields,
        symbols,
        nodes,
        root,
        stats: WrittenStats {
            top_level: stats.top_level,
            total: stats.total,
            loops: stats.loops,
            depth: stats.depth,
            coverage: stats.coverage,
            main_loop: stats.main_loop.as_ref().map_or(0.0, |main| main.share),
        },
    }
}

/// Reads a document that [`write`] or another program wrote.
///
/// # Errors
/// A note with the line of the first place that is no such document: broken JSON, an unknown view,
/// a node that points to itself or past the end, a count below 2, a process given twice.
pub fn read(name: &str, text: &str) -> Result<Analysis, Note> {
    let document: Document = serde_json::from_str(text)
        .map_err(|error| fault::note(name, "this is not a complete nest document", text, &error))?;
    let bad = |what: String, found: String, expected: &str| {
        refusal(name, what, found, expected.to_owned(), "write the file again".to_owned())
    };
    if document.format != FORMAT && document.format != FORMAT_OF_MODELS {
        return Err(bad(
            "unknown kind of document".to_owned(),
            format!("{:?}", document.format),
            FORMAT,
        ));
    }
    let view = View::from_name(&document.view).ok_or_else(|| {
        bad(
            "unknown view".to_owned(),
            format!("{:?}", document.view),
            "calls, communication or values",
        )
    })?;
    let mut processes = BTreeMap::new();
    for written in document.processes {
        let process = read_process(name, written).map_err(|(process, found, expected)| {
            bad(format!("process {process}"), found, expected)
        })?;
        let id = process.process;
        if processes.insert(id, Arc::new(process)).is_some() {
            return Err(bad(
                format!("process {id} is given twice"),
                id.to_string(),
                "each process once",
            ));
        }
    }
    if processes.is_empty() {
        return Err(bad(
            "no process".to_owned(),
            "an empty list".to_owned(),
            "at least one process",
        ));
    }
    Ok(Analysis {
        method: document.method,
        parameters: document.parameters,
        view,
        signature: document.signature,
        processes: processes.into_values().collect(),
    })
}

/// The first id that two loops have; 0 is that of a loop that stands nowhere.
fn id_given_twice(nodes: &[WrittenNode]) -> Option<u32> {
    let mut seen = FxHashSet::default();
    let ids = nodes.iter().filter_map(WrittenNode::loop_id).filter(|&id| id > 0);
    ids.into_iter().find(|&id| !seen.insert(id))
}

type Broken = (u32, String, &'static str);

fn read_process(name: &str, written: WrittenProcess) -> Result<ProcessNest, Broken> {
    let process = written.process;
    let broken = |found: String, expected| (process, found, expected);
    if process > ProcessId::MAX {
        return Err(broken(process.to_string(), "a process number below 16,777,216"));
    }
    let unequal = |found: u64| {
        broken(format!("{} in its items", counted(found, "event")), "as many as its length says")
    };
    if let Some(id) = id_given_twice(&written.nodes) {
        return Err(broken(
            format!("two loops with the id {id}"),
            "an id of its own for each loop",
        ));
    }
    if tuples::are_tuples(&written.nodes) {
        let nest = tuples::read(&written.fields, &written.nodes, &written.root)
            .map_err(|refusal| broken(refusal.found, refusal.expected))?;
        if nest.len() != written.length {
            return Err(unequal(nest.len()));
        }
        return Ok(ProcessNest::of_tuples(ProcessId(process), name.into(), nest));
    }
    let mut builder = NestBuilder::new();
    let mut ids: Vec<NodeId> = Vec::with_capacity(written.nodes.len());
    let mut lengths: Vec<u64> = Vec::with_capacity(written.nodes.len());
    let lookup = |ids: &[NodeId], numbers: &[u32]| -> Result<Vec<NodeId>, Broken> {
        let find = |&number: &u32| {
            ids.get(number as usize).copied().ok_or_else(|| {
                broken(format!("node {number}"), "the number of a node that stands before")
            })
        };
        numbers.iter().map(find).collect()
    };
    let length_of = |lengths: &[u64], numbers: &[u32]| -> Option<u64> {
        numbers
            .iter()
            .try_fold(0u64, |sum, &number| sum.checked_add(*lengths.get(number as usize)?))
    };
    let too_long = || broken("a longer one".to_owned(), "a trace of fewer than 2^63 events");
    for node in &written.nodes {
        let (id, length) = match node {
            WrittenNode::Symbol(symbol) => {
                if *symbol as usize >= written.symbols.len() {
                    return Err(broken(
                        format!("symbol {symbol}"),
                        "the number of a symbol in the list",
                    ));
                }
                (builder.symbol(Symbol(*symbol)), 1)
            }
            WrittenNode::For(_) | WrittenNode::Val(_) => {
                return Err(broken("a value among symbols".to_owned(), "symbols and loops"));
            }
            WrittenNode::Loop(node) => {
                if node.count < 2 || node.body.is_empty() {
                    let found = format!(
                        "a loop of {} iterations over {} items",
                        node.count,
                        node.body.len()
                    );
                    return Err(broken(found, "at least 2 iterations and 1 item"));
                }
                let body = lookup(&ids, &node.body)?;
                let period = length_of(&lengths, &node.body);
                let length = period.and_then(|period| period.checked_mul(node.count));
                let length = length.filter(|&length| length < 1 << 63).ok_or_else(too_long)?;
                (builder.repeat(node.count, &body), length)
            }
        };
        ids.push(id);
        lengths.push(length);
    }
    let root = lookup(&ids, &written.root)?;
    length_of(&lengths, &written.root).filter(|&length| length < 1 << 63).ok_or_else(too_long)?;
    let nest = builder.finish(&root);
    if nest.len() != written.length {
        return Err(unequal(nest.len()));
    }
    let symbols =
        SymbolTable::new(written.symbols.into_iter().map(String::into_boxed_str).collect());
    Ok(ProcessNest::new(ProcessId(process), name.into(), symbols, nest))
}

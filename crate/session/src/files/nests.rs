//! Nests as a JSON document, written and read by the terminal and by the page.
//!
//! A document holds the structure of the nests and not the trace: a node for each different item. Its length does not
//! depend on the counts of loops. Integers that a double cannot hold are decimal strings.

use std::collections::BTreeMap;

use loopscope_core::numbers::counted;
use loopscope_core::symbols::SymbolTable;
use loopscope_core::trace::{ProcessId, View};
use loopscope_formats::notes::Note;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use super::elided::{self, WrittenPlace};
use super::nodes::{WrittenField, WrittenNode};
use super::orders::{self, WrittenNest, WrittenOrder};
use super::symbol_nodes::{nodes, read_nest, root, Broken};
#[cfg(feature = "variants")]
use super::variants::{self, WrittenVariants};
use super::{exact, json_error, partners, tuples};
use crate::analysis::{Analysis, ProcessNest};
use crate::error_note;
use crate::tasks::flow::is_flow;
use crate::tasks::whatif::is_reduced;

/// The first field of every such document.
pub const FORMAT: &str = "loopscope-nests/1";

/// The same, if receives of some process are written in another order than the recorded one.
pub const FORMAT_WITH_ORDERS: &str = "loopscope-nests/2";

/// The first field of a document that also contains a model. As nests, it reads the same.
pub const FORMAT_OF_MODELS: &str = "loopscope-model/1";

/// The same, if receives of some process are written in another order than the recorded one.
pub const FORMAT_OF_MODELS_WITH_ORDERS: &str = "loopscope-model/2";

const FORMATS: [&str; 4] = [FORMAT, FORMAT_WITH_ORDERS, FORMAT_OF_MODELS, FORMAT_OF_MODELS_WITH_ORDERS];

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
    /// For tuples only: the names of their fields, and how their numbers are written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fields: Vec<WrittenField>,
    symbols: Vec<String>,
    nodes: Vec<WrittenNode>,
    root: Vec<u32>,
    /// How receives were recorded that are written in another order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    orders: Vec<WrittenOrder>,
    /// The calls that complete whatever comes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    completed_by: Vec<String>,
    /// The partners behind each `*` in the nest, in order: a nest whose symbols are processes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partners: Option<WrittenNest>,
    /// The details that symbols leave out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elided: Vec<WrittenPlace>,
    /// The same events as a loop of several variants.
    #[cfg(feature = "variants")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variants: Option<WrittenVariants>,
    stats: WrittenStats,
}

/// Figures for other readers; this program computes them again.
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

/// Writes an analysis, one line per process. Same input, same bytes.
pub fn write(analysis: &Analysis) -> String {
    let is_varied = has_orders(analysis) || has_variants(analysis) || analysis.leaves_something_out();
    let mut text = head(analysis, if is_varied { FORMAT_WITH_ORDERS } else { FORMAT });
    processes(analysis, &mut text);
    text.push_str("]}\n");
    text
}

/// Whether receives of some process are written in another order than the recorded one.
pub(crate) fn has_orders(analysis: &Analysis) -> bool {
    analysis.processes.iter().any(|process| !process.orders.is_empty())
}

/// Whether some process is written as a loop of several variants, too.
pub(crate) fn has_variants(analysis: &Analysis) -> bool {
    #[cfg(feature = "variants")]
    return analysis.processes.iter().any(|process| process.variants.is_some());
    #[cfg(not(feature = "variants"))]
    return {
        let _ = analysis;
        false
    };
}

/// The document up to its first process.
pub(crate) fn head(analysis: &Analysis, format: &str) -> String {
    let head = Document {
        format: format.to_owned(),
        method: analysis.method.clone(),
        parameters: analysis.parameters.clone(),
        view: analysis.view.name().to_owned(),
        signature: analysis.signature.clone(),
        processes: Vec::new(),
    };
    // Plain structs always have a JSON form.
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
    let stats = &process.stats;
    // In a nest of tuples, the nodes hold what other nests have as symbols.
    let (fields, symbols, nodes, root) = match &process.tuples {
        Some(tuples) => {
            let nest = &tuples.nest;
            (tuples::fields(nest), Vec::new(), tuples::nodes(nest), nest.root().to_vec())
        }
        None => {
            let texts = process.symbols.texts().iter().map(|text| text.to_string());
            (Vec::new(), texts.collect(), nodes(nest, &process.names), root(nest))
        }
    };
    WrittenProcess {
        process: process.process.0,
        length: nest.len(),
        fields,
        symbols,
        nodes,
        root,
        orders: process.orders.orders.iter().map(orders::written).collect(),
        completed_by: orders::calls(process.completed_by.as_deref()),
        partners: process.peers.as_deref().map(partners::written),
        elided: process.elided.as_deref().map(elided::written).unwrap_or_default(),
        #[cfg(feature = "variants")]
        variants: process.variants.as_deref().map(variants::written),
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
/// A note on the first thing that is wrong, with its line: broken JSON, an unknown view, a node that refers to itself or
/// to a later one, a count below 2, a process that appears twice.
pub fn read(name: &str, text: &str) -> Result<Analysis, Note> {
    if is_flow(text) {
        return Err(error_note(
            name,
            "flow graphs are not opened",
            "a document of flow graphs",
            "a trace, nests or a model",
            "open the trace; `loopscope expand` writes the calls of flow graphs with lists",
        ));
    }
    if is_reduced(text) {
        return Err(error_note(
            name,
            "reduced runs are not opened",
            "a run that was reduced to some of its events",
            "a trace, nests or a model",
            "open the trace; `loopscope whatif` answers what may be asked of the reduced run",
        ));
    }
    let document: Document = serde_json::from_str(text)
        .map_err(|error| json_error::note(name, "this is not a complete nest document", text, &error))?;
    let bad =
        |what: String, found: String, expected: &str| error_note(name, what, found, expected, "write the file again");
    if !FORMATS.contains(&document.format.as_str()) {
        return Err(bad("unknown kind of document".to_owned(), format!("{:?}", document.format), FORMAT));
    }
    let view = View::from_name(&document.view).ok_or_else(|| {
        bad("unknown view".to_owned(), format!("{:?}", document.view), "calls, communication or values")
    })?;
    let mut processes = BTreeMap::new();
    for written in document.processes {
        let number = written.process;
        let process = read_process(name, written)
            .map_err(|(found, expected)| bad(format!("process {number}"), found, expected))?;
        let id = process.process;
        if processes.insert(id, Arc::new(process)).is_some() {
            return Err(bad(format!("process {id} is given twice"), id.to_string(), "each process once"));
        }
    }
    if processes.is_empty() {
        return Err(bad("no process".to_owned(), "an empty list".to_owned(), "at least one process"));
    }
    Ok(Analysis {
        method: document.method,
        parameters: document.parameters,
        view,
        signature: document.signature,
        processes: processes.into_values().collect(),
    })
}

/// The first id that two loops have. A loop that occurs nowhere has the id 0.
fn id_given_twice(nodes: &[WrittenNode]) -> Option<u32> {
    let mut seen = FxHashSet::default();
    let ids = nodes.iter().filter_map(WrittenNode::loop_id).filter(|&id| id > 0);
    ids.into_iter().find(|&id| !seen.insert(id))
}

fn read_process(name: &str, written: WrittenProcess) -> Result<ProcessNest, Broken> {
    let process = ProcessId(written.process);
    if process.0 > ProcessId::MAX {
        return Err((process.to_string(), "a process number below 16,777,216"));
    }
    if let Some(id) = id_given_twice(&written.nodes) {
        return Err((format!("two loops with the id {id}"), "an id of its own for each loop"));
    }
    let check_length = |found: u64| match found == written.length {
        true => Ok(()),
        false => {
            let found = format!("{} in its items", counted(found, "event"));
            Err((found, "as many as its length says"))
        }
    };
    if tuples::are_tuples(&written.nodes) {
        let nest = tuples::read(&written.fields, &written.nodes, &written.root)
            .map_err(|error| (error.found, error.expected))?;
        check_length(nest.len())?;
        return Ok(ProcessNest::of_tuples(process, name.into(), nest));
    }
    let nest = read_nest(&written.nodes, &written.root, written.symbols.len())?;
    check_length(nest.len())?;
    let orders = orders::read(&written.orders, written.symbols.len())?;
    let symbols = SymbolTable::new(written.symbols.into_iter().map(String::into_boxed_str).collect());
    #[cfg(feature = "variants")]
    let variants = match &written.variants {
        Some(written) => Some(Arc::new(variants::read(written, symbols.len(), &nest)?)),
        None => None,
    };
    let peers = match &written.partners {
        Some(written) => Some(Arc::new(partners::read(written, &nest, &symbols)?)),
        None => None,
    };
    let elided = match written.elided.is_empty() {
        true => None,
        false => Some(Arc::new(elided::read(&written.elided, &nest, &symbols)?)),
    };
    let completed_by = orders::joined(&written.completed_by);
    let mut process = ProcessNest::new(process, name.into(), symbols, nest).recorded_as(orders, completed_by);
    (process.peers, process.elided) = (peers, elided);
    #[cfg(feature = "variants")]
    let process = process.written_as(variants);
    Ok(process)
}

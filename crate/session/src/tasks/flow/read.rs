//! Reading flow graphs with their lists back from JSON, so that the calls of each process follow from the file alone.

use loopscope_core::event_flow::{FlowEdge, FlowGraph, FlowNode, SuccessorLists, WalkEnds};
use loopscope_core::nest::{NestBuilder, NodeId};
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::{ProcessId, View};
use loopscope_formats::notes::Note;
use serde::Deserialize;

use crate::error_note;
use crate::files::json_error;
use crate::open::recognize;

/// How documents of flow graphs begin.
pub(super) const FORMAT: &str = "loopscope-flow/1";

#[derive(Deserialize)]
struct Document {
    view: String,
    processes: Vec<Written>,
}

#[derive(Deserialize)]
struct Written {
    process: u32,
    symbols: Vec<String>,
    /// Symbol, count, time.
    nodes: Vec<(u32, u64, u64)>,
    /// From, to, count, time; the entry and the exit are negative.
    edges: Vec<(i64, i64, u64, u64)>,
    #[serde(default)]
    lists: Option<Vec<(u32, Vec<Item>)>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Item {
    Node(u32),
    Loop { count: u64, body: Vec<Self> },
}

/// A process from a file.
#[derive(Debug)]
pub struct ListedFlow {
    /// The process.
    pub process: ProcessId,
    /// The text of each node.
    texts: Vec<String>,
    graph: FlowGraph,
    lists: SuccessorLists,
}

impl ListedFlow {
    /// The texts of its calls, in their order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let text = |node: Symbol| self.texts.get(node.0 as usize).map_or("", |text| text.as_str());
        self.lists.expand(&self.graph).map(text)
    }

    /// The texts of its nodes; copies of a node have the same.
    pub fn node_texts(&self) -> &[String] {
        &self.texts
    }
}

/// Whether a text begins like a document of flow graphs.
pub fn is_flow(text: &str) -> bool {
    recognize::is_flow(text.as_bytes())
}

/// Reads a document that was written with lists: the items and the flow graph of each process. O(size of the text).
///
/// # Errors
/// A note on the first thing that is wrong: broken JSON, no lists, a node or symbol that does not exist, lists that do not fit the graph.
pub fn read(name: &str, text: &str) -> Result<(View, Vec<ListedFlow>), Note> {
    let document: Document = serde_json::from_str(text)
        .map_err(|error| json_error::note(name, "this is not a complete document of flow graphs", text, &error))?;
    let view = View::from_name(&document.view)
        .ok_or_else(|| bad(name, "unknown view", document.view.clone(), "calls or communication"))?;
    let processes = document.processes.into_iter().map(|written| {
        let place = format!("process {}", written.process);
        process(written).map_err(|(found, expected)| bad(name, &place, found, expected))
    });
    Ok((view, processes.collect::<Result<_, Note>>()?))
}

fn bad(name: &str, what: &str, found: String, expected: &str) -> Note {
    let remedy = "write the file again with `loopscope flow --lists`".to_owned();
    error_note(name, what.to_owned(), found, expected.to_owned(), remedy)
}

/// What was found, and what was expected.
type Broken = (String, &'static str);

fn process(written: Written) -> Result<ListedFlow, Broken> {
    let Some(lists) = written.lists else {
        return Err(("a graph without lists".to_owned(), "the order in which branches are taken"));
    };
    let text = |symbol: u32| written.symbols.get(symbol as usize).cloned();
    let texts = written.nodes.iter().map(|&(symbol, ..)| {
        text(symbol).ok_or_else(|| (format!("symbol {symbol}"), "the number of a symbol in the list"))
    });
    let texts = texts.collect::<Result<Vec<String>, Broken>>()?;
    let nodes: Vec<FlowNode> = written.nodes.iter().map(|&(_, count, time)| FlowNode { count, time }).collect();
    let graph = graph(nodes, &written.edges)?;
    let calls: u64 = graph.nodes().iter().fold(0, |sum, node| sum.saturating_add(node.count));
    let mut nests = Vec::with_capacity(lists.len());
    for (node, items) in lists {
        let mut builder = NestBuilder::new();
        let (root, length) = nest(&mut builder, &items, texts.len() as u32)?;
        if length > calls {
            return Err((format!("a list of node {node} with {length} items"), "at most one for each call"));
        }
        nests.push((node, builder.finish(&root)));
    }
    let lists = SuccessorLists::of_nests(nests);
    let flow = ListedFlow { process: ProcessId(written.process), texts, graph, lists };
    let given = flow.texts().count() as u64;
    if given != calls {
        return Err((format!("lists that give {given} of {calls} calls"), "the lists of this graph"));
    }
    Ok(flow)
}

fn graph(nodes: Vec<FlowNode>, written: &[(i64, i64, u64, u64)]) -> Result<FlowGraph, Broken> {
    let node = |number: i64| {
        let node = u32::try_from(number).ok().filter(|&node| (node as usize) < nodes.len());
        node.ok_or_else(|| (format!("node {number}"), "the number of a node in the list"))
    };
    let (mut edges, mut first, mut last) = (Vec::with_capacity(written.len()), None, None);
    for &(from, to, count, time) in written {
        match (from, to) {
            (-1, to) => first = Some(node(to)?),
            (from, -2) => last = Some(node(from)?),
            _ => edges.push(FlowEdge { from: node(from)?, to: node(to)?, count, time }),
        }
    }
    let ends = first.zip(last).map(|(first, last)| WalkEnds { first, last });
    Ok(FlowGraph::of_edges(nodes, &edges, ends))
}

/// The items of a list, and how many nodes they stand for.
fn nest(builder: &mut NestBuilder, items: &[Item], nodes: u32) -> Result<(Vec<NodeId>, u64), Broken> {
    let (mut ids, mut length) = (Vec::with_capacity(items.len()), 0u64);
    for item in items {
        let (id, own) = match item {
            Item::Node(node) if *node < nodes => (builder.symbol(Symbol(*node)), 1),
            Item::Node(node) => return Err((format!("node {node}"), "the number of a node in the list")),
            Item::Loop { count, body } if *count > 1 && !body.is_empty() => {
                let (body, own) = nest(builder, body, nodes)?;
                let own = own.checked_mul(*count).filter(|&own| own < 1 << 62);
                let own = own.ok_or_else(|| ("a longer list".to_owned(), "fewer than 2^62 calls"))?;
                (builder.repeat(*count, &body), own)
            }
            Item::Loop { count, body } => {
                let found = format!("a loop of {count} iterations over {} items", body.len());
                return Err((found, "at least 2 iterations and 1 item"));
            }
        };
        ids.push(id);
        length = length.saturating_add(own);
    }
    Ok((ids, length))
}

//! Flow graphs as JSON (`loopscope-flow/1`).
//!
//! | field | meaning |
//! | --- | --- |
//! | `format`, `name` | `loopscope-flow/1`, what was opened |
//! | `view`, `signature` | the items, and the fields in which equal ones agree |
//! | `kinds` | lists of processes with the same edges between the same symbols |
//! | `processes` | the graphs |
//!
//! Of each process:
//!
//! | field | meaning |
//! | --- | --- |
//! | `process`, `calls` | its number, its events |
//! | `timed`, `left_out` | whether there are times, and how many calls were left out because they only ask |
//! | `symbols` | the texts of its symbols |
//! | `nodes` | `[symbol, count, ns in calls]`, in order of first appearance |
//! | `edges` | `[from, to, count, ns between]`; -1 is the entry, -2 the exit; of each node in order of first appearance |
//! | `copies` | nodes that were split: the node, and the symbols of the entries through which its visits came |
//! | `rounds`, `irreducible` | how often it was split, and how many loops with several entries are left |
//! | `loops` | parents first: number (F1 has most calls), header, parent, kind, figures, and the nodes that belong to it and to no inner loop |
//! | `lists` | if wanted, `[node, items]` of each branching node: its successors in order; an item is a node, or `{"count", "body"}` |

use loopscope_core::nest::{Nest, Node, NodeId};
use serde_json::{json, Value};

use super::builder::Flow;
use super::process::ProcessFlow;
use super::read::FORMAT;

/// The graphs as a document.
pub fn document(name: &str, flow: &Flow) -> String {
    let members = flow.members();
    let kinds: Vec<&[u32]> = members.iter().map(|(_, members)| &members[..]).collect();
    let value = json!({
        "format": FORMAT,
        "name": name,
        "view": flow.options.view.name(),
        "signature": flow.options.signature.names(),
        "kinds": kinds,
        "processes": flow.processes.iter().map(process).collect::<Vec<Value>>(),
    });
    let mut text = serde_json::to_string(&value).unwrap_or_default();
    text.push('\n');
    text
}

fn process(flow: &ProcessFlow) -> Value {
    let symbol = |node: usize| flow.copies.get(node).map_or(0, |copy| copy.symbol);
    let nodes = flow.graph.nodes().iter().enumerate();
    let nodes = nodes.map(|(at, node)| json!([symbol(at), node.count, flow.nanoseconds(node.time)]));
    let ends = flow.graph.ends();
    let mut edges: Vec<Value> = ends.iter().map(|ends| json!([-1, ends.first, 1, 0])).collect();
    edges.extend(flow.graph.edges().map(|edge| json!([edge.from, edge.to, edge.count, flow.nanoseconds(edge.time)])));
    edges.extend(ends.iter().map(|ends| json!([ends.last, -2, 1, 0])));
    let copies = flow.copies.iter().enumerate().filter(|(_, copy)| !copy.via.is_empty());
    let copies: Vec<Value> = copies.map(|(node, copy)| json!({"node": node, "via": copy.via})).collect();
    let lists = flow.lists.as_ref().map(|lists| {
        let lists = lists.lists().iter();
        lists.map(|(node, nest)| json!([node, items(nest, nest.root())])).collect::<Vec<Value>>()
    });
    json!({
        "process": flow.process.0,
        "calls": flow.metrics.total.calls,
        "timed": flow.tick.is_some(),
        "left_out": flow.left_out,
        "symbols": flow.texts,
        "nodes": nodes.collect::<Vec<Value>>(),
        "edges": edges,
        "copies": copies,
        "rounds": flow.rounds,
        "irreducible": flow.irreducible,
        "loops": loops(flow),
        "lists": lists,
    })
}

fn loops(flow: &ProcessFlow) -> Vec<Value> {
    let mut nodes: Vec<Vec<u32>> = vec![Vec::new(); flow.loops.all().len()];
    for node in 0..flow.graph.nodes().len() as u32 {
        if let Some(own) = flow.loops.innermost(node).and_then(|id| nodes.get_mut(id as usize)) {
            own.push(node);
        }
    }
    let all = flow.loops.all().iter().enumerate().zip(nodes);
    all.map(|((id, known), nodes)| {
        let metrics = flow.metrics.loops.get(id).copied().unwrap_or_default();
        let lengths = flow.lengths.get(id).copied().unwrap_or_default();
        json!({
            "id": id,
            "number": flow.number(id as u32),
            "header": known.header,
            "parent": known.parent,
            "kind": known.kind.name(),
            "visits": metrics.visits,
            "iterations": metrics.iterations,
            "visit_min": lengths.least,
            "visit_max": lengths.most,
            "calls": metrics.total.calls,
            "calls_ns": flow.nanoseconds(metrics.total.inside),
            "compute_ns": flow.nanoseconds(metrics.total.between),
            "own_calls": metrics.own.calls,
            "own_calls_ns": flow.nanoseconds(metrics.own.inside),
            "own_compute_ns": flow.nanoseconds(metrics.own.between),
            "nodes": nodes,
        })
    })
    .collect()
}

/// The items of a list. Nests of lists are as deep as their loops, which the methods keep low: each level has at least two
/// iterations of the one inside.
fn items(nest: &Nest, ids: &[NodeId]) -> Value {
    let item = |&id: &NodeId| match nest.node(id) {
        Node::Symbol(symbol) => json!(symbol.0),
        Node::Loop(node) => json!({"count": node.count, "body": items(nest, nest.body(&node))}),
    };
    Value::Array(ids.iter().map(item).collect())
}

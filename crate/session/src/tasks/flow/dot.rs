//! Flow graphs as input of Graphviz: a directed graph for each process, and in it a cluster for each loop.

use std::fmt::Write;

use loopscope_core::small_sort::SmallSort;

use super::builder::Flow;
use super::outline::{Outline, RowKind};
use super::process::ProcessFlow;

/// The graphs of all processes, or of the first of each kind.
pub fn dot(flow: &Flow, kinds: bool) -> String {
    let mut out = String::new();
    if kinds {
        for (first, _) in flow.members() {
            flow.processes.get(first).iter().for_each(|process| graph(&mut out, process));
        }
    } else {
        flow.processes.iter().for_each(|process| graph(&mut out, process));
    }
    out
}

fn graph(out: &mut String, flow: &ProcessFlow) {
    let _ = writeln!(out, "digraph \"process {}\" {{", flow.process);
    out.push_str("  node [shape=box, fontname=\"sans-serif\"];\n  entry [shape=point]; exit [shape=point];\n");
    // Loops in the order of the outline, each closed before the next that is not inside.
    let rows = Outline::new(flow).rows;
    let mut nodes = (0..flow.graph.nodes().len() as u32).collect::<Vec<u32>>();
    let key = |node: &u32| nodes_in_order(flow, *node);
    nodes.sort_small_by_key(key);
    let (mut depth, mut next, mut clusters) = (0, nodes.into_iter(), 0);
    for row in rows {
        while depth > row.depth {
            depth -= 1;
            let _ = writeln!(out, "{:1$}}}", "", 2 * depth + 2);
        }
        let indent = 2 * row.depth + 2;
        match row.kind {
            RowKind::Loop(row) => {
                let _ = writeln!(out, "{:indent$}subgraph cluster_{clusters} {{", "");
                let label = format!("F{} x{}", row.number, row.iterations);
                let _ = writeln!(out, "{:1$}  label={2};", "", indent, quoted(&label));
                clusters += 1;
                depth += 1;
            }
            RowKind::Event(text, count) => {
                let Some(node) = next.next() else { continue };
                let label = quoted(&format!("{text} x{count}"));
                let _ = writeln!(out, "{:indent$}n{node} [label={label}];", "");
            }
        }
    }
    for closing in (0..depth).rev() {
        let _ = writeln!(out, "{:1$}}}", "", 2 * closing + 2);
    }
    if let Some(ends) = flow.graph.ends() {
        let _ = writeln!(out, "  entry -> n{};", ends.first);
    }
    for edge in flow.graph.edges() {
        let _ = writeln!(out, "  n{} -> n{} [label=\"{}\"];", edge.from, edge.to, edge.count);
    }
    if let Some(ends) = flow.graph.ends() {
        let _ = writeln!(out, "  n{} -> exit;", ends.last);
    }
    out.push_str("}\n");
}

/// Where a node stands in the outline: the headers of the loops around it, outermost first, then itself.
fn nodes_in_order(flow: &ProcessFlow, node: u32) -> Vec<(u32, u32)> {
    let loops = &flow.loops;
    let header = |id: u32| loops.get(id).map_or((0, 0), |known| (known.header, id + 1));
    let mut key: Vec<(u32, u32)> = loops.chain(loops.innermost(node), None).map(header).collect();
    key.reverse();
    key.push((node, 0));
    key
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

//! The items of a body, some at a time, for the text of a nest.

use loopscope_core::nest::{Node, NodeId};

use loopscope_core::affine;

use crate::analysis::{ProcessNest, TupleNest};
use crate::wire::{Item, MainInText, Reply};

/// The most items in one reply.
pub(crate) const MOST: u32 = 1_000;

/// Items `offset..offset + limit` of the body of loop `node`, or of the top level.
pub(crate) fn stretch(process: &ProcessNest, node: Option<u32>, offset: u32, limit: u32) -> Reply {
    if let Some(tuples) = &process.tuples {
        return of_tuples(process, tuples, node, offset, limit);
    }
    let nest = &process.nest;
    let items: &[NodeId] = match node {
        None => nest.root(),
        Some(number) => {
            let found = nest.ids().nth(number as usize).and_then(|id| nest.as_loop(id));
            match found {
                Some(node) => nest.body(&node),
                None => &[],
            }
        }
    };
    let main = node.is_none().then(|| main_place(process));
    let wanted = items.iter().skip(offset as usize).take(limit.min(MOST) as usize);
    Reply::Items {
        items: wanted.map(|&id| item(process, id)).collect(),
        total: u32::try_from(items.len()).unwrap_or(u32::MAX),
        offset,
        main,
    }
}

/// The first place of the main loop at the top level. O(log top level); O(nest) if the main loop is inside another loop.
fn main_place(process: &ProcessNest) -> MainInText {
    let nest = &process.nest;
    let none = MainInText { item: -1, before: 0.0, after: 0.0, runs_after: 0.0 };
    let Some(main) = &process.stats.main_loop else { return none };
    // Offsets ascend strictly: an item is never empty.
    let offsets = nest.root_offsets();
    let Some(at) = offsets.partition_point(|offset| offset <= main.start).checked_sub(1) else {
        return none;
    };
    let (Some(start), Some(&id)) = (offsets.get(at), nest.root().get(at)) else { return none };
    let runs = match id == main.node {
        true => 1,
        false => runs_in(process, id, process.names.id(main.node)),
    };
    let after = nest.len().saturating_sub(start.saturating_add(nest.span(id)));
    MainInText {
        item: at as i32,
        before: start as f64,
        after: after as f64,
        runs_after: main.runs.saturating_sub(runs) as f64,
    }
}

/// How often the loop of that name runs in an item.
fn runs_in(process: &ProcessNest, item: NodeId, name: u32) -> u64 {
    let nest = &process.nest;
    let mut runs: Vec<u64> = Vec::with_capacity(nest.nodes().len());
    // Children have smaller ids than their parents.
    for id in nest.ids().take_while(|id| id.index() <= item.index()) {
        runs.push(match nest.node(id) {
            Node::Loop(_) if process.names.id(id) == name => 1,
            Node::Loop(node) => {
                let inside = nest.body(&node).iter().filter_map(|child| runs.get(child.index()));
                inside.fold(0u64, |sum, &runs| sum.saturating_add(runs)).saturating_mul(node.count)
            }
            Node::Symbol(_) => 0,
        });
    }
    runs.last().copied().unwrap_or(0)
}

/// The items of a nest of tuples. Nodes have the numbers of that nest and not of its drawing, because a loop that is drawn
/// with all its iterations still has one body.
fn of_tuples(process: &ProcessNest, tuples: &TupleNest, node: Option<u32>, offset: u32, limit: u32) -> Reply {
    let nest = &tuples.nest;
    let items: &[u32] = match node.map(|number| nest.node(number)) {
        None => nest.root(),
        Some(Some(affine::Node::Loop { body, .. })) => body,
        Some(_) => &[],
    };
    let item = |&number: &u32| match nest.node(number) {
        Some(affine::Node::Loop { bound, body }) => {
            let named = nest.loops().get(nest.id(number).saturating_sub(1) as usize);
            let (runs, all, events) = named.map_or((1, 1, 0), |l| (l.entered.max(1), l.iterations.max(1), l.events));
            let count = match bound.is_constant() {
                true => bound.offset().saturating_add(1) as f64,
                false => (all as f64 / runs as f64).round(),
            };
            Item::Loop {
                node: number,
                id: nest.id(number),
                count,
                bound: if bound.is_constant() { String::new() } else { bound.to_string() },
                items: body.len() as u32,
                period: (events as f64 / all as f64).round(),
            }
        }
        _ => Item::Symbol { text: format!("val {}", affine::text::value_text(nest, number)) },
    };
    let wanted = items.iter().skip(offset as usize).take(limit.min(MOST) as usize);
    Reply::Items {
        items: wanted.map(item).collect(),
        total: u32::try_from(items.len()).unwrap_or(u32::MAX),
        offset,
        main: node.is_none().then(|| main_place(process)),
    }
}

fn item(process: &ProcessNest, id: NodeId) -> Item {
    match process.nest.node(id) {
        Node::Symbol(symbol) => Item::Symbol { text: process.symbols.text(symbol).to_owned() },
        Node::Loop(node) => Item::Loop {
            node: id.index() as u32,
            id: process.names.id(id),
            count: node.count as f64,
            bound: String::new(),
            items: process.nest.body(&node).len() as u32,
            period: node.period as f64,
        },
    }
}

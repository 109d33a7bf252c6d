//! The items of a body, a stretch at a time, for the text of a nest.

use loopscope_core::nest::{Node, NodeId};

use crate::analyse::ProcessNest;
use crate::message::{Item, Reply};

/// The most items that one answer holds.
pub(crate) const MOST: u32 = 1_000;

/// Items `offset..offset + limit` of the body of loop `node`, or of the top level.
pub(crate) fn stretch(process: &ProcessNest, node: Option<u32>, offset: u32, limit: u32) -> Reply {
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
    let main = process.stats.main_loop.as_ref().map(|main| main.start);
    let main_item = match (node, main) {
        (None, Some(start)) => {
            // Offsets ascend strictly: an item is never empty.
            let at = nest.root_offsets().partition_point(|offset| offset < start);
            nest.root_offsets().get(at).filter(|&found| found == start).map_or(-1, |_| at as i32)
        }
        _ => -1,
    };
    let wanted = items.iter().skip(offset as usize).take(limit.min(MOST) as usize);
    Reply::Items {
        items: wanted.map(|&id| item(process, id)).collect(),
        total: u32::try_from(items.len()).unwrap_or(u32::MAX),
        offset,
        main_item,
    }
}

fn item(process: &ProcessNest, id: NodeId) -> Item {
    match process.nest.node(id) {
        Node::Symbol(symbol) => Item::Symbol { text: process.symbols.text(symbol).to_owned() },
        Node::Loop(node) => Item::Loop {
            node: id.index() as u32,
            id: process.names.id(id),
            count: node.count as f64,
            items: process.nest.body(&node).len() as u32,
            period: node.period as f64,
        },
    }
}

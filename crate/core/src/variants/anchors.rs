//! The symbols at which a string may be cut: those of the main loop's body, and for counts that vary those of the whole nest.

use rustc_hash::FxHashSet;

use crate::nest::{Nest, Node, NodeId};
use crate::symbols::Symbol;

/// The most anchors that are tried.
const MOST: usize = 64;

/// The different symbols in the body of a loop, inner loops included, in order: the first 64. O(items of the body).
pub(super) fn of(nest: &Nest, id: NodeId) -> Vec<Symbol> {
    below(nest, nest.as_loop(id).map_or(&[][..], |node| nest.body(&node)))
}

/// The different symbols of a nest in order: the first 64. O(items).
pub(super) fn of_all(nest: &Nest) -> Vec<Symbol> {
    below(nest, nest.root())
}

fn below(nest: &Nest, items: &[NodeId]) -> Vec<Symbol> {
    let mut found = Vec::new();
    let (mut symbols, mut loops) = (FxHashSet::default(), FxHashSet::default());
    let body = |id: NodeId| nest.as_loop(id).map_or(&[][..], |node| nest.body(&node));
    let mut open = vec![items.iter()];
    while let Some(items) = open.last_mut() {
        let Some(&item) = items.next() else {
            open.pop();
            continue;
        };
        match nest.node(item) {
            Node::Symbol(symbol) if symbols.insert(symbol) => found.push(symbol),
            Node::Loop(_) if loops.insert(item) => open.push(body(item).iter()),
            Node::Symbol(_) | Node::Loop(_) => {}
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

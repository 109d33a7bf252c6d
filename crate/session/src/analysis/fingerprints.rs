//! Numbers by which loops of different processes are recognized as alike.

use std::hash::{Hash, Hasher};

use loopscope_core::nest::{Nest, Node};
use loopscope_core::symbols::{Appearance, SymbolTable};
use loopscope_core::trace::View;

/// A number per node that is equal for loops of the same counts over the same shapes and names,
/// whoever the peers are. Equal numbers by accident would only show a process too many.
pub(super) fn fingerprints(symbols: &SymbolTable, nest: &Nest, view: View) -> Vec<u64> {
    let mut prints: Vec<u64> = Vec::with_capacity(nest.nodes().len());
    for id in nest.ids() {
        let mut hasher = rustc_hash::FxHasher::default();
        match nest.node(id) {
            Node::Symbol(symbol) => {
                let appearance = Appearance::of(view, symbols.text(symbol));
                (appearance.shape, appearance.name, appearance.bytes).hash(&mut hasher);
            }
            Node::Loop(node) => {
                node.count.hash(&mut hasher);
                for child in nest.body(&node) {
                    prints.get(child.index()).hash(&mut hasher);
                }
            }
        }
        prints.push(hasher.finish());
    }
    prints
}

//! How runs of receives were recorded that a nest has in another order, in a document.

use std::sync::Arc;

use loopscope_core::completions::{Order, Orders, BETWEEN_CALLS};
use loopscope_core::nest::{LoopNames, Nest};
use loopscope_core::symbols::Symbol;
use serde::{Deserialize, Serialize};

use super::nodes::WrittenNode;
use super::symbol_nodes::{nodes, read_nest, root, Broken};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenOrder {
    /// The receives as they are written.
    run: Vec<u32>,
    /// The other orders: the place in `run` of each recorded receive.
    permutations: Vec<Vec<u32>>,
    /// For each such run: 0 if it was recorded as written, else one more than the place in `permutations`.
    which: WrittenNest,
}

/// A nest by itself: its nodes, children before parents, and the items of its top level.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenNest {
    nodes: Vec<WrittenNode>,
    root: Vec<u32>,
}

impl WrittenNest {
    pub(super) fn of(nest: &Nest) -> Self {
        Self { nodes: nodes(nest, &LoopNames::new(nest)), root: root(nest) }
    }

    /// The nest, whose symbols are numbers below `symbols`.
    pub(super) fn read(&self, symbols: usize) -> Result<Nest, Broken> {
        read_nest(&self.nodes, &self.root, symbols)
    }
}

/// The names of calls, one by one.
pub(super) fn calls(joined: Option<&str>) -> Vec<String> {
    joined.into_iter().flat_map(|names| names.split(BETWEEN_CALLS)).map(str::to_owned).collect()
}

/// The names of calls in one text.
pub(super) fn joined(calls: &[String]) -> Option<Arc<str>> {
    (!calls.is_empty()).then(|| calls.join(BETWEEN_CALLS).into())
}

pub(super) fn written(order: &Order) -> WrittenOrder {
    WrittenOrder {
        run: order.written.iter().map(|symbol| symbol.0).collect(),
        permutations: order.permutations.clone(),
        which: WrittenNest::of(&order.which),
    }
}

/// The orders of a process with so many symbols.
pub(super) fn read(written: &[WrittenOrder], symbols: usize) -> Result<Orders, Broken> {
    let orders: Result<Vec<Order>, Broken> = written.iter().map(|order| read_order(order, symbols)).collect();
    Ok(Orders { orders: orders? })
}

fn read_order(written: &WrittenOrder, symbols: usize) -> Result<Order, Broken> {
    if let Some(symbol) = written.run.iter().find(|&&symbol| symbol as usize >= symbols) {
        return Err((format!("symbol {symbol} in a run"), "the number of a symbol in the list"));
    }
    for permutation in &written.permutations {
        let mut sorted = permutation.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..written.run.len() as u32) {
            let found = format!("an order of {} places", permutation.len());
            return Err((found, "each place of its run once"));
        }
    }
    let which = written.which.read(written.permutations.len() + 1)?;
    Ok(Order {
        written: written.run.iter().map(|&symbol| Symbol(symbol)).collect(),
        permutations: written.permutations.clone(),
        which,
    })
}

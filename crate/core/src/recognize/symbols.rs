//! Loop recognition on strings of symbols, as one more method to build a nest.

use super::{Options, Recognizer, Term};
use crate::nest::{Nest, NestBuilder, NodeId};
use crate::symbols::Symbol;

/// The nest that loop recognition makes of a string: labels without numbers, constant model, nothing flushed.
///
/// Equal loops are one node. Bodies have at most `k` items; a body that needs more stays unrolled.
///
/// ```
/// use loopscope_core::{recognize::symbols, symbols::Symbol};
/// let string: Vec<Symbol> = [0, 1, 1, 1, 2].repeat(4).into_iter().map(Symbol).collect();
/// let nest = symbols(&string, 10);
/// assert_eq!((nest.root().len(), nest.nodes().len()), (1, 5)); // (0 (1)^3 2)^4
/// assert!(nest.symbols().eq(string));
/// ```
pub fn symbols(string: &[Symbol], k: usize) -> Nest {
    let mut recognizer = SymbolRecognizer::new(k);
    recognizer.push(string);
    recognizer.finish()
}

/// The same for a string that comes in parts and is not kept: memory for the terms.
#[derive(Debug)]
pub struct SymbolRecognizer {
    recognizer: Recognizer,
}

impl SymbolRecognizer {
    /// Bodies have at most `k` items.
    pub fn new(k: usize) -> Self {
        Self { recognizer: Recognizer::new(Options::symbols(k)) }
    }

    /// Appends symbols.
    pub fn push(&mut self, string: &[Symbol]) {
        self.recognizer.push_symbols(string);
    }

    /// The nest of all of them.
    pub fn finish(self) -> Nest {
        let mut builder = NestBuilder::new();
        let root = items(&mut builder, &self.recognizer.finish());
        builder.finish(&root)
    }
}

/// The nodes of terms. The recursion is as deep as the loops.
fn items(builder: &mut NestBuilder, terms: &[Term]) -> Vec<NodeId> {
    let mut ids = Vec::with_capacity(terms.len());
    for term in terms {
        ids.push(match term {
            Term::Value(value) => builder.symbol(Symbol(value.label())),
            Term::Loop(node) => {
                let body = items(builder, node.body());
                // Bounds are constant in this model, and 2 at least.
                let count = u64::try_from(node.bound().offset() + 1).unwrap_or(u64::MAX);
                builder.repeat(count, &body)
            }
        });
    }
    ids
}

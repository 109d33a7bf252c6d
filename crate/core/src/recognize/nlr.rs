//! The recognizer.

use super::{Literal, Options, Term};
use crate::symbols::Symbol;

/// Recognizes loops in a stream; see the [module](super) for what is computed.
#[derive(Clone, Debug)]
pub struct Recognizer {
    inner: Literal,
}

impl Recognizer {
    /// An empty stack.
    pub fn new(options: Options) -> Recognizer {
        Recognizer { inner: Literal::new(options) }
    }

    /// One value of the stream: a label and its fields as 64-bit patterns, whose meaning is in
    /// [`Options::fields`]. Tuples of different lengths may be mixed; they are never one loop.
    pub fn push(&mut self, label: u32, fields: &[u64]) {
        self.inner.push(label, fields);
    }

    /// Many values without fields, faster than one by one.
    pub fn push_symbols(&mut self, string: &[Symbol]) {
        for symbol in string {
            self.inner.push(symbol.0, &[]);
        }
    }

    /// Gives the terms that were flushed since the last call, in the order of the stream. Without SMAX
    /// there are none. Who does not ask keeps them all in memory.
    pub fn take_flushed(&mut self) -> std::vec::Drain<'_, Term> {
        self.inner.take_flushed()
    }

    /// The stack, bottom first, exactly as the algorithm has it after the last value.
    pub fn stack(&mut self) -> &[Term] {
        self.inner.stack()
    }

    /// What is left: the terms that were flushed and not taken, and the stack, bottom first.
    pub fn finish(self) -> Vec<Term> {
        self.inner.finish()
    }
}

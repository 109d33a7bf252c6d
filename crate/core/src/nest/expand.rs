//! From a nest back to its string: all of it in order, or one position.

use super::{Loop, Nest, Node, NodeId};
use crate::symbols::Symbol;

/// The symbols that a nest stands for, in order; see [`Nest::symbols`].
#[derive(Clone, Debug)]
pub struct Symbols<'a> {
    nest: &'a Nest,
    /// The list that is being read and what is left of it.
    rest: std::slice::Iter<'a, NodeId>,
    /// The loops around it, outermost first, each with what follows it.
    open: Vec<Open<'a>>,
}

/// A loop that is being run.
#[derive(Clone, Debug)]
struct Open<'a> {
    body: &'a [NodeId],
    /// Iterations to come after the current one.
    left: u64,
    /// What follows the loop in the list that holds it.
    after: std::slice::Iter<'a, NodeId>,
}

impl Iterator for Symbols<'_> {
    type Item = Symbol;

    fn next(&mut self) -> Option<Symbol> {
        loop {
            if let Some(&id) = self.rest.next() {
                match self.nest.node(id) {
                    Node::Symbol(symbol) => return Some(symbol),
                    Node::Loop(node) => {
                        let body = self.nest.body(&node);
                        let after = std::mem::replace(&mut self.rest, body.iter());
                        self.open.push(Open { body, left: node.count - 1, after });
                    }
                }
            } else {
                let open = self.open.last_mut()?;
                if open.left > 0 {
                    open.left -= 1;
                    self.rest = open.body.iter();
                } else {
                    self.rest = self.open.pop()?.after;
                }
            }
        }
    }
}

/// A loop and one of its iterations: a step on the path to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index of the loop among the items of the list that holds it.
    pub item: usize,
    /// The iteration, from 0.
    pub iteration: u64,
}

/// The place of a position of the string in the nest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The loops around it, outermost first.
    pub path: Vec<Step>,
    /// Index of the symbol among the items of the innermost list.
    pub item: usize,
    /// The symbol.
    pub symbol: Symbol,
}

impl Nest {
    /// The symbols that the nest stands for, in order.
    ///
    /// O(1) amortised time a symbol, and memory for one entry per level of loops, however long
    /// the string is. (Loops whose body is nothing but a loop make it O(depth) a symbol; no
    /// method builds them.)
    pub fn symbols(&self) -> Symbols<'_> {
        Symbols { nest: self, rest: self.root().iter(), open: Vec::new() }
    }

    /// The place of the symbol at that position of the string; `None` after the end.
    ///
    /// O(depth x log(items of a body)) time.
    pub fn symbol_at(&self, position: u64) -> Option<Location> {
        if position >= self.len() {
            return None;
        }
        let mut path = Vec::new();
        let (mut items, mut offsets, mut rest) = (self.root(), self.root_offsets(), position);
        loop {
            let item = offsets.partition_point(|offset| offset <= rest).checked_sub(1)?;
            rest -= offsets.get(item)?;
            match self.node(*items.get(item)?) {
                Node::Symbol(symbol) => return Some(Location { path, item, symbol }),
                Node::Loop(node) => {
                    path.push(Step { item, iteration: rest / node.period });
                    rest %= node.period;
                    (items, offsets) = (self.body(&node), self.body_offsets(&node));
                }
            }
        }
    }

    /// The loop that a path of steps leads to, the last step's own; `None` for an empty path or
    /// one that does not exist. Iterations are ignored.
    pub fn loop_at(&self, path: &[Step]) -> Option<(NodeId, Loop)> {
        let mut items = self.root();
        let mut found = None;
        for step in path {
            let id = *items.get(step.item)?;
            let node = self.as_loop(id)?;
            items = self.body(&node);
            found = Some((id, node));
        }
        found
    }
}

#[cfg(test)]
mod tests;

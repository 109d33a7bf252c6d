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
mod tests {
    use super::*;
    use crate::building::{build, Method};
    use crate::nest::text;
    use loopscope_testing::strings;

    #[test]
    fn every_position_is_found() {
        for s in strings::structured(400) {
            let s: Vec<Symbol> = s.into_iter().map(Symbol).collect();
            for method in Method::ALL {
                let nest = build(method, &s).unwrap().nest;
                for (position, &symbol) in s.iter().enumerate() {
                    let at = nest.symbol_at(position as u64).unwrap();
                    assert_eq!((at.symbol, position_of(&nest, &at)), (symbol, position as u64));
                }
                assert_eq!(nest.symbol_at(s.len() as u64), None);
            }
        }
    }

    /// The way back: adds up what stands before.
    fn position_of(nest: &Nest, at: &Location) -> u64 {
        let (mut offsets, mut position) = (nest.root_offsets(), 0);
        for (depth, step) in at.path.iter().enumerate() {
            let (_, node) = nest.loop_at(&at.path[..=depth]).unwrap();
            assert!(step.iteration < node.count);
            position += offsets.get(step.item).unwrap() + step.iteration * node.period;
            offsets = nest.body_offsets(&node);
        }
        position + offsets.get(at.item).unwrap()
    }

    #[test]
    fn a_location() {
        let (nest, _) = text::parse_inline("(ab(a)^2b)^2(a)^2b").unwrap();
        let at = nest.symbol_at(8).unwrap();
        let path = [Step { item: 0, iteration: 1 }, Step { item: 2, iteration: 1 }];
        assert_eq!((at.path.as_slice(), at.item, at.symbol), (&path[..], 0, Symbol(0)));
        assert_eq!(nest.loop_at(&path).map(|(_, node)| node.period), Some(1));
        assert_eq!(nest.loop_at(&[]), None);
        assert_eq!(nest.loop_at(&[Step { item: 2, iteration: 0 }]), None);
        assert_eq!(nest.loop_at(&[Step { item: 9, iteration: 0 }]), None);
    }

    #[test]
    fn expansion_needs_no_memory_for_what_it_expands() {
        let (nest, _) = text::parse_inline("((((ab)^1000c)^1000d)^1000e)^1000").unwrap();
        assert_eq!(nest.len(), (((2 * 1000 + 1) * 1000 + 1) * 1000 + 1) * 1000);
        let mut symbols = nest.symbols();
        assert_eq!(symbols.nth(3_000_000), nest.symbol_at(3_000_000).map(|at| at.symbol));
        assert!(symbols.open.capacity() <= 8);
        assert_eq!(nest.symbol_at(nest.len() - 1).map(|at| at.symbol), Some(Symbol(4)));
    }

    #[test]
    fn nothing_comes_after_the_end() {
        let (nest, _) = text::parse_inline("(a)^2").unwrap();
        let mut symbols = nest.symbols();
        assert_eq!(symbols.by_ref().count(), 2);
        assert_eq!((symbols.next(), symbols.next()), (None, None));
        assert_eq!(Nest::default().symbols().next(), None);
    }
}

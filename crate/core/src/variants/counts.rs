//! Iterations that are equal but for the counts of their loops.

use rustc_hash::FxHashMap;

use super::body::{Body, Counts};
use crate::nest::{optimal, Nest, Node, NodeId};
use crate::symbols::Symbol;

/// The different shapes of iterations: their nests without counts.
#[derive(Default)]
pub(super) struct Shapes<'a> {
    /// The distinct iterations, each with the number of its shape and the counts of its loops.
    blocks: Vec<(&'a [Symbol], u32, Vec<u64>)>,
    number_of: FxHashMap<&'a [Symbol], u32>,
    /// The shapes by their written form, and the nest of the first iteration of each.
    shapes: FxHashMap<Vec<u32>, u32>,
    nests: Vec<Nest>,
    /// The number in `blocks` of each iteration.
    iterations: Vec<u32>,
}

/// Variants whose counts vary, and which of them each iteration is.
pub(super) struct Counted {
    pub(super) bodies: Vec<Body>,
    pub(super) which: Vec<u32>,
}

impl<'a> Shapes<'a> {
    /// How many shapes there are.
    pub(super) fn len(&self) -> usize {
        self.nests.len()
    }

    /// Adds an iteration; `None` if that takes more room than there is.
    pub(super) fn add(&mut self, block: &'a [Symbol], room: &mut usize) -> Option<()> {
        let number = match self.number_of.get(block) {
            Some(&number) => number,
            None => {
                *room = room.checked_sub(block.len())?;
                let nest = optimal(block).ok()?;
                let (mut shape, mut counts) = (Vec::new(), Vec::new());
                write_shape(&nest, nest.root(), &mut shape, &mut counts);
                let next = self.nests.len() as u32;
                let of = *self.shapes.entry(shape).or_insert(next);
                if of == next {
                    self.nests.push(nest);
                }
                let number = self.blocks.len() as u32;
                self.blocks.push((block, of, counts));
                self.number_of.insert(block, number);
                number
            }
        };
        self.iterations.push(number);
        Some(())
    }

    /// The length of the longest iteration that a string begins with.
    pub(super) fn longest_beginning(&self, rest: &[Symbol]) -> Option<usize> {
        let fitting = self.blocks.iter().filter(|(block, ..)| rest.starts_with(block));
        fitting.map(|(block, ..)| block.len()).max()
    }

    /// The shapes as variants; `None` if no counts vary.
    pub(super) fn finish(self) -> Option<Counted> {
        if self.nests.len() == self.blocks.len() {
            return None;
        }
        let mut bodies: Vec<Body> = Vec::new();
        let block = |number: u32| self.blocks.get(number as usize);
        for (shape, nest) in self.nests.iter().enumerate() {
            let blocks = self.iterations.iter().filter_map(|&number| block(number));
            let own: Vec<&Vec<u64>> =
                blocks.filter(|(_, of, _)| *of as usize == shape).map(|(.., counts)| counts).collect();
            let loops = own.first().map_or(0, |counts| counts.len());
            let mut counts = Vec::new();
            for place in 0..loops {
                let each: Option<Vec<Symbol>> =
                    own.iter().map(|counts| Some(Symbol(u32::try_from(*counts.get(place)?).ok()?))).collect();
                let each = each?;
                if each.windows(2).any(|pair| pair.first() != pair.last()) {
                    counts.push(Counts { place: place as u32, of: optimal(&each).ok()? });
                }
            }
            bodies.push(Body { nest: nest.clone(), counts });
        }
        let which = self.iterations.iter().map(|&number| block(number).map_or(0, |block| block.1));
        Some(Counted { which: which.collect(), bodies })
    }
}

/// Marks of the beginning and the end of a loop in the written form of a shape; symbols come after them.
const BEGIN: u32 = 0;
const END: u32 = 1;

/// Appends the written form of some items without counts, and the counts in the order in which the loops begin.
fn write_shape(nest: &Nest, items: &[NodeId], shape: &mut Vec<u32>, counts: &mut Vec<u64>) {
    for &id in items {
        match nest.node(id) {
            Node::Symbol(symbol) => shape.push(symbol.0.saturating_add(2)),
            Node::Loop(node) => {
                counts.push(node.count);
                shape.push(BEGIN);
                write_shape(nest, nest.body(&node), shape, counts);
                shape.push(END);
            }
        }
    }
}

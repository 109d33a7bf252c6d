//! Nests of tuples in a document: nodes `for` and `val`, whose functions are lists of
//! `[mask, coefficient]`.
//!
//! Bit k of a mask stands for the index of the k-th enclosing loop from outside. A loop that always has the same number
//! of iterations and whose index nothing uses is a `loop`, as in other nests. A file does not say how deep a node is;
//! that follows from the loops that contain it.

use loopscope_core::affine::{Affine, AffineBuilder, Field, Node, Refusal};
use loopscope_core::recognize::{Function, Term};
use loopscope_core::trace::Notation;
use rustc_hash::FxHashMap;

use super::nodes::{Exact, WrittenField, WrittenFor, WrittenFunction, WrittenLoop, WrittenNode, WrittenValue};

fn written(function: &Function) -> WrittenFunction {
    function.pairs().map(|(mask, c)| (Exact(mask.into()), Exact(c))).collect()
}

fn function(written: &WrittenFunction) -> Result<Function, Refusal> {
    let mut pairs = Vec::with_capacity(written.len());
    for &(mask, coefficient) in written {
        let mask = u64::try_from(mask.0)
            .map_err(|_| Refusal { found: format!("the mask {}", mask.0), expected: "a set of indices in 64 bits" })?;
        pairs.push((mask, coefficient.0));
    }
    Ok(Function::from_pairs(pairs))
}

/// The nodes of a nest, in their order.
pub(super) fn nodes(nest: &Affine) -> Vec<WrittenNode> {
    let node = |(number, node): (usize, &Node)| match node {
        Node::Value { label, fields } => WrittenNode::Val(WrittenValue {
            label: nest.label(*label).to_owned(),
            fields: fields.iter().map(written).collect(),
        }),
        Node::Loop { bound, body } => {
            let (number, body) = (number as u32, body.to_vec());
            let id = nest.id(number);
            let count = u64::try_from(bound.offset()).ok().and_then(|last| last.checked_add(1));
            match count.filter(|_| nest.is_plain(number)) {
                Some(count) => WrittenNode::Loop(WrittenLoop { id, count, body }),
                None => WrittenNode::For(WrittenFor { id, bound: written(bound), body }),
            }
        }
    };
    nest.nodes().iter().enumerate().map(node).collect()
}

/// The fields of a nest's tuples.
pub(super) fn fields(nest: &Affine) -> Vec<WrittenField> {
    let field =
        |field: &Field| WrittenField { name: field.name.to_string(), notation: field.notation.name().to_owned() };
    nest.fields().iter().map(field).collect()
}

/// Whether these are the nodes of a nest of tuples.
pub(super) fn are_tuples(nodes: &[WrittenNode]) -> bool {
    nodes.iter().any(|node| matches!(node, WrittenNode::For(_) | WrittenNode::Val(_)))
}

/// Reads a nest of tuples.
pub(super) fn read(fields: &[WrittenField], nodes: &[WrittenNode], root: &[u32]) -> Result<Affine, Refusal> {
    let mut known = Vec::with_capacity(fields.len());
    for field in fields {
        let notation = [Notation::Decimal, Notation::Hexadecimal];
        let notation = notation.into_iter().find(|notation| notation.name() == field.notation);
        let notation = notation.ok_or_else(|| Refusal {
            found: format!("the notation {:?}", field.notation),
            expected: "decimal or hexadecimal",
        })?;
        known.push(Field { name: field.name.as_str().into(), notation });
    }
    let builder = AffineBuilder::new(known);
    let mut reader = Reader { nodes, builder, made: FxHashMap::default() };
    let root = reader.list(root, 0, nodes.len() as u32)?;
    reader.builder.finish(root)
}

struct Reader<'a> {
    nodes: &'a [WrittenNode],
    builder: AffineBuilder,
    /// The nodes that are built, by the number of loops around them and their number in the document.
    made: FxHashMap<(u32, u32), u32>,
}

impl Reader<'_> {
    /// Builds the nodes of a list inside `level` loops. They must come before `end`.
    fn list(&mut self, items: &[u32], level: u32, end: u32) -> Result<Vec<u32>, Refusal> {
        items.iter().map(|&item| self.node(item, level, end)).collect()
    }

    /// Builds a node. The recursion is at most as deep as nests can be.
    fn node(&mut self, number: u32, level: u32, end: u32) -> Result<u32, Refusal> {
        if let Some(&made) = self.made.get(&(level, number)) {
            return Ok(made);
        }
        let nodes = self.nodes;
        let node = nodes.get(number as usize).filter(|_| number < end).ok_or_else(|| Refusal {
            found: format!("node {number}"),
            expected: "the number of a node that stands before",
        })?;
        if level > Term::MAX_DEPTH {
            return Err(Refusal { found: "more loops in loops".to_owned(), expected: "at most 64 levels" });
        }
        let made = match node {
            WrittenNode::Val(value) => {
                let fields = value.fields.iter().map(function).collect::<Result<Vec<_>, _>>()?;
                self.builder.value(level, &value.label, fields)?
            }
            WrittenNode::For(node) => {
                let body = self.list(&node.body, level + 1, number)?;
                self.builder.repeat(level, function(&node.bound)?, body)?
            }
            WrittenNode::Loop(node) => {
                if node.count < 2 {
                    let found = format!("a loop of {} iterations", node.count);
                    return Err(Refusal { found, expected: "at least 2 iterations" });
                }
                let body = self.list(&node.body, level + 1, number)?;
                let bound = Function::constant(i128::from(node.count) - 1);
                self.builder.repeat(level, bound, body)?
            }
            WrittenNode::Symbol(_) => {
                return Err(Refusal {
                    found: "a symbol among tuples".to_owned(),
                    expected: "values and loops only, or symbols and loops only",
                })
            }
        };
        self.made.insert((level, number), made);
        Ok(made)
    }
}

//! The text forms of a nest, printed and parsed.
//!
//! The long form has a line for every symbol and two for every loop:
//!
//! ```text
//! for i0 = 0 to 248            # 1
//!   for i1 = 0 to 61           # 3
//!     0 send 1 2
//!   done
//!   1 recv 0 1
//! done
//! ```
//!
//! The bound is the last index, so the outer loop runs 249 times; the number behind `#` is the
//! loop's name ([`LoopNames`]). Bodies are indented by two spaces. A symbol whose text could be
//! mistaken for something else is written as a JSON string.
//!
//! The inline form is the one of Xu and Subhlok 2008: `(ab(a)^2b)^2(a)^2b`.

mod inline;
mod parse;
pub(crate) mod quote;
mod short;

pub use inline::{inline, parse_inline};
pub use parse::{parse, ParseError};
pub(crate) use quote::{read_quoted, write_quoted};
pub use short::{inline_items, Short};

use std::fmt::Write;

use super::{LoopNames, Nest, Node, NodeId};
use crate::symbols::SymbolTable;

/// Column at which the name of a loop stands, where the header leaves room.
pub(crate) const NAME_COLUMN: usize = 29;

/// The long form of a nest. See [`write()`] for one that is streamed.
pub fn print(nest: &Nest, table: &SymbolTable, names: &LoopNames) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, nest, table, names);
    text
}

/// Writes the long form of a nest; every body in full, wherever the loop stands.
///
/// # Errors
/// Those of the writer.
pub fn write(
    out: &mut impl Write,
    nest: &Nest,
    table: &SymbolTable,
    names: &LoopNames,
) -> std::fmt::Result {
    let mut rest = nest.root().iter();
    let mut open = Vec::new();
    loop {
        match rest.next().map(|&id| (id, nest.node(id))) {
            Some((_, Node::Symbol(symbol))) => {
                indent(out, open.len())?;
                quote::write_line(out, table.text(symbol))?;
                out.write_char('\n')?;
            }
            Some((id, Node::Loop(node))) => {
                indent(out, open.len())?;
                let header = format!("for i{} = 0 to {}", open.len(), node.count - 1);
                let room = NAME_COLUMN.saturating_sub(2 * open.len() + 2);
                writeln!(out, "{header:room$}  # {}", names.id(id))?;
                open.push(std::mem::replace(&mut rest, nest.body(&node).iter()));
            }
            None => {
                let Some(after) = open.pop() else { return Ok(()) };
                rest = after;
                indent(out, open.len())?;
                out.write_str("done\n")?;
            }
        }
    }
}

/// Lines of the long form, `u64::MAX` if there are more. O(nest): a body that stands in many places is counted once for
/// all of them, so that this is known before anything is written.
pub fn lines(nest: &Nest) -> u64 {
    let mut of_node: Vec<u64> = Vec::with_capacity(nest.nodes().len());
    let sum = |of_node: &[u64], items: &[NodeId]| {
        items.iter().fold(0u64, |sum, id| sum.saturating_add(of_node[id.index()]))
    };
    for node in nest.nodes() {
        of_node.push(match node {
            Node::Symbol(_) => 1,
            Node::Loop(node) => sum(&of_node, nest.body(&node)).saturating_add(2),
        });
    }
    sum(&of_node, nest.root())
}

fn indent(out: &mut impl Write, depth: usize) -> std::fmt::Result {
    (0..depth).try_for_each(|_| out.write_str("  "))
}

#[cfg(test)]
mod tests;

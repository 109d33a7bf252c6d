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
//! Receives that were recorded in several orders, one of which is written, stand between `any order` and `done`.
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
    let _ = write(&mut text, nest, table, names);
    text
}

/// Writes the long form of a nest; every body in full, wherever the loop stands.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, nest: &Nest, table: &SymbolTable, names: &LoopNames) -> std::fmt::Result {
    write_with_blocks(out, nest, table, names, &|_| Vec::new())
}

/// Items of one list whose events were recorded in several orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyOrder {
    /// The place of its first item in the list.
    pub start: usize,
    /// The place after its last item.
    pub end: usize,
    /// What the text says of it: `another in 13 of 80`.
    pub says: String,
}

/// Writes the long form with a line `any order` before, and `done` after, the items for which `blocks` says so. Of a list of
/// items, the blocks ascend and do not overlap.
///
/// # Errors
/// Those of the writer.
pub fn write_with_blocks(
    out: &mut impl Write,
    nest: &Nest,
    table: &SymbolTable,
    names: &LoopNames,
    blocks: &dyn Fn(&[NodeId]) -> Vec<AnyOrder>,
) -> std::fmt::Result {
    let begin = |items| Level { items, next: 0, blocks: blocks(items).into_iter().peekable(), end: None };
    let mut open = vec![begin(nest.root())];
    let mut depth = 0;
    while let Some(level) = open.last_mut() {
        if level.end == Some(level.next) {
            level.end = None;
            depth -= 1;
            indent(out, depth)?;
            out.write_str("done\n")?;
        }
        if let Some(block) = level.blocks.next_if(|block| block.start == level.next) {
            level.end = Some(block.end);
            header(out, depth, quote::ANY_ORDER, &block.says)?;
            depth += 1;
        }
        let item = level.items.get(level.next).map(|&id| (id, nest.node(id)));
        level.next += 1;
        match item {
            Some((_, Node::Symbol(symbol))) => {
                indent(out, depth)?;
                quote::write_line(out, table.text(symbol))?;
                out.write_char('\n')?;
            }
            Some((id, Node::Loop(node))) => {
                let line = format!("for i{} = 0 to {}", open.len() - 1, node.count - 1);
                header(out, depth, &line, &names.id(id).to_string())?;
                depth += 1;
                open.push(begin(nest.body(&node)));
            }
            None => {
                open.pop();
                if !open.is_empty() {
                    depth -= 1;
                    indent(out, depth)?;
                    out.write_str("done\n")?;
                }
            }
        }
    }
    Ok(())
}

/// A list of items that is being written.
struct Level<'a> {
    items: &'a [NodeId],
    next: usize,
    blocks: std::iter::Peekable<std::vec::IntoIter<AnyOrder>>,
    /// Where the block ends that is open.
    end: Option<usize>,
}

/// A line that begins a loop or a block, and a comment.
fn header(out: &mut impl Write, depth: usize, line: &str, comment: &str) -> std::fmt::Result {
    indent(out, depth)?;
    let room = NAME_COLUMN.saturating_sub(2 * depth + 2);
    writeln!(out, "{line:room$}  # {comment}")
}

/// Lines of the long form, `u64::MAX` if there are more. O(nest): a body that stands in many places is counted once for
/// all of them, so that this is known before anything is written.
pub fn lines(nest: &Nest) -> u64 {
    lines_with_blocks(nest, &|_| Vec::new())
}

/// The same of the form that [`write_with_blocks`] writes.
pub fn lines_with_blocks(nest: &Nest, blocks: &dyn Fn(&[NodeId]) -> Vec<AnyOrder>) -> u64 {
    let mut of_node: Vec<u64> = Vec::with_capacity(nest.nodes().len());
    let sum = |of_node: &[u64], items: &[NodeId]| {
        let own = 2 * blocks(items).len() as u64;
        items.iter().fold(own, |sum, id| sum.saturating_add(of_node[id.index()]))
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

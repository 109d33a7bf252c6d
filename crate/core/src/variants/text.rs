//! The text of a loop of several variants.
//!
//! ```text
//! for i0 = 0 to 79             # 1
//!   5 send 6 1
//!   either                     # 69
//!   or                         # 11
//!     5 sync MPI_Allreduce 0-15
//!   done
//!   for i1 = 0 to ?            # 2: 3 to 6 times
//!     6 recv 5 1
//!   done
//! done
//! ```
//!
//! After `either` and `or` comes how many iterations have what follows. A loop whose count varies ends at `?`. Loops are
//! numbered as they are written, the loop of the variants first. A symbol that is one of these words is quoted.

use std::fmt::{self, Write};

use super::{Alternative, Outline, Piece, Variants};
use crate::nest::text::{quote, AnyOrder, NAME_COLUMN};
use crate::nest::{Nest, Node, NodeId};
use crate::numbers::thousands;
use crate::symbols::{Symbol, SymbolTable};

/// The words that begin what comes in some iterations.
const EITHER: &str = "either";
const OR: &str = "or";

/// Finds the items of a nest that came in another order, see [`Blocks`](crate::completions::Blocks).
pub type AnyOrders<'a> = dyn Fn(&Nest, &[NodeId]) -> Vec<AnyOrder> + 'a;

/// Writes variants as text. `any_order` says which items of a nest stand in another order than the recorded one.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, variants: &Variants, table: &SymbolTable, any_order: &AnyOrders<'_>) -> fmt::Result {
    let outline = Outline::new(variants);
    let mut writer = Writer { out, outline: &outline, table, any_order, last: 1 };
    writer.nest(&variants.before, (0, 0))?;
    let bound = variants.iterations().saturating_sub(1);
    writer.header(0, &format!("for i0 = 0 to {bound}"), "1")?;
    writer.pieces(&outline.pieces, (1, 1))?;
    writer.line(0, "done")?;
    writer.nest(&variants.after, (0, 0))
}

/// How far lines are indented, and how many loops are around them.
type Depth = (usize, usize);

struct Writer<'a, W> {
    out: &'a mut W,
    outline: &'a Outline,
    table: &'a SymbolTable,
    any_order: &'a AnyOrders<'a>,
    /// The number of the loop that was written last.
    last: u64,
}

impl<W: Write> Writer<'_, W> {
    fn line(&mut self, indent: usize, line: &str) -> fmt::Result {
        (0..indent).try_for_each(|_| self.out.write_str("  "))?;
        writeln!(self.out, "{line}")
    }

    fn header(&mut self, indent: usize, line: &str, comment: &str) -> fmt::Result {
        (0..indent).try_for_each(|_| self.out.write_str("  "))?;
        let room = NAME_COLUMN.saturating_sub(2 * indent + 2);
        writeln!(self.out, "{line:room$}  # {comment}")
    }

    fn pieces(&mut self, pieces: &[Piece], (indent, level): Depth) -> fmt::Result {
        for piece in pieces {
            match piece {
                Piece::Items(nest) => self.nest(nest, (indent, level))?,
                Piece::Either(each) => self.either(each, (indent, level))?,
            }
        }
        Ok(())
    }

    fn either(&mut self, each: &[Alternative], (indent, level): Depth) -> fmt::Result {
        for (at, alternative) in each.iter().enumerate() {
            let word = if at == 0 { EITHER } else { OR };
            self.header(indent, word, &thousands(alternative.times))?;
            self.pieces(&alternative.pieces, (indent + 1, level))?;
        }
        self.line(indent, "done")
    }

    fn nest(&mut self, nest: &Nest, depth: Depth) -> fmt::Result {
        self.items(nest, nest.root(), depth)
    }

    fn items(&mut self, nest: &Nest, items: &[NodeId], (indent, level): Depth) -> fmt::Result {
        let mut blocks = (self.any_order)(nest, items).into_iter().peekable();
        let mut end = None;
        for (at, &id) in items.iter().enumerate() {
            if end == Some(at) {
                end = None;
                self.line(indent, "done")?;
            }
            if let Some(block) = blocks.next_if(|block| block.start == at) {
                end = Some(block.end);
                self.header(indent, quote::ANY_ORDER, &block.says)?;
            }
            let indent = indent + usize::from(end.is_some());
            match nest.node(id) {
                Node::Symbol(symbol) => self.symbol(symbol, (indent, level))?,
                Node::Loop(node) => {
                    self.last += 1;
                    let line = format!("for i{level} = 0 to {}", node.count.saturating_sub(1));
                    self.header(indent, &line, &self.last.to_string())?;
                    self.items(nest, nest.body(&node), (indent + 1, level + 1))?;
                    self.line(indent, "done")?;
                }
            }
        }
        match end {
            Some(_) => self.line(indent, "done"),
            None => Ok(()),
        }
    }

    fn symbol(&mut self, symbol: Symbol, (indent, level): Depth) -> fmt::Result {
        let Some(varying) = self.outline.varying(symbol) else {
            (0..indent).try_for_each(|_| self.out.write_str("  "))?;
            let text = self.table.text(symbol);
            match text {
                EITHER | OR => quote::write_quoted(self.out, text)?,
                // Other: any text that the long form quotes by itself where it must.
                _ => quote::write_line(self.out, text)?,
            }
            return self.out.write_char('\n');
        };
        self.last += 1;
        let ((least, most), number) = (varying.counts, self.last);
        let (bound, comment) = match least == most {
            true => (most.saturating_sub(1).to_string(), number.to_string()),
            false => {
                let range = format!("{} to {} times", thousands(least), thousands(most));
                ("?".to_owned(), format!("{number}: {range}"))
            }
        };
        self.header(indent, &format!("for i{level} = 0 to {bound}"), &comment)?;
        self.nest(&varying.body, (indent + 1, level + 1))?;
        self.line(indent, "done")
    }
}

#[cfg(test)]
pub(super) mod parse;

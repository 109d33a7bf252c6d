//! A part of a nest in the inline form, cut to a readable length.

use super::inline::{is_letter, is_special};
use super::quote;
use crate::nest::{Nest, Node, NodeId};
use crate::numbers::thousands;
use crate::symbols::SymbolTable;

/// So many symbols of a long row of them are written.
const SHOWN: usize = 2;

/// A text and how much is missing from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Short {
    /// The inline form; `[12 more]` stands for items that were left out.
    pub text: String,
    /// Items left out, each once wherever it stands, a loop being one.
    pub left_out: u64,
}

/// The inline form of some items of a nest, in not much more than `room` characters.
///
/// What is too long first loses the middle of rows of symbols, so that its loops can still be seen, and
/// then its end; brackets stay in pairs. O(room + items of the bodies that are begun).
///
/// ```
/// use loopscope_core::nest::text::{inline_items, parse_inline};
/// let (nest, table) = parse_inline("abcdefghijklmnopqrst(uv)^7").unwrap();
/// assert_eq!(inline_items(&nest, &table, nest.root(), 40).text, "abcdefghijklmnopqrst(uv)^7");
/// let short = inline_items(&nest, &table, nest.root(), 20);
/// assert_eq!((short.text.as_str(), short.left_out), ("ab [18 more] (uv)^7", 18));
/// ```
pub fn inline_items(nest: &Nest, table: &SymbolTable, items: &[NodeId], room: usize) -> Short {
    let letters = table.texts().iter().all(|text| is_letter(text));
    let writer = |rows| Writer { nest, table, letters, rows, room, text: String::new(), wide: 0, left_out: 0 };
    let mut whole = writer(usize::MAX);
    whole.list(items);
    if whole.left_out > 0 {
        whole = writer(SHOWN);
        whole.list(items);
    }
    Short { text: whole.text, left_out: whole.left_out }
}

struct Writer<'a> {
    nest: &'a Nest,
    table: &'a SymbolTable,
    /// Whether symbols stand side by side.
    letters: bool,
    /// So many symbols in a row are written.
    rows: usize,
    room: usize,
    text: String,
    /// Characters of the text.
    wide: usize,
    left_out: u64,
}

impl Writer<'_> {
    /// Writes items; recursion is as deep as the nest.
    fn list(&mut self, items: &[NodeId]) {
        let mut rest = items;
        while let Some(&id) = rest.first() {
            if self.wide >= self.room {
                return self.leave_out(rest.len());
            }
            match self.nest.node(id) {
                Node::Loop(node) => {
                    self.apart(false);
                    self.put("(");
                    self.list(self.nest.body(&node));
                    self.put(&format!(")^{}", node.count));
                    rest = rest.get(1..).unwrap_or(&[]);
                }
                Node::Symbol(_) => {
                    let is_loop = |id: &NodeId| self.nest.as_loop(*id).is_some();
                    let row = rest.iter().position(is_loop).unwrap_or(rest.len());
                    // Leaving out a single one would save nothing.
                    let shown = if row > self.rows.saturating_add(1) { self.rows } else { row };
                    for (written, &id) in rest.iter().take(shown).enumerate() {
                        if self.wide >= self.room {
                            return self.leave_out(rest.len() - written);
                        }
                        self.symbol(id);
                    }
                    if shown < row {
                        self.leave_out(row - shown);
                    }
                    rest = rest.get(row..).unwrap_or(&[]);
                }
            }
        }
    }

    fn symbol(&mut self, id: NodeId) {
        let Node::Symbol(symbol) = self.nest.node(id) else { return };
        let text = self.table.text(symbol);
        self.apart(false);
        if self.letters || !(text.is_empty() || text.contains(is_special)) {
            return self.put(text);
        }
        let mut quoted = String::new();
        let _ = quote::write_quoted(&mut quoted, text);
        self.put(&quoted);
    }

    fn leave_out(&mut self, items: usize) {
        self.left_out += items as u64;
        self.apart(true);
        self.put(&format!("[{} more]", thousands(items as u64)));
    }

    /// A space between items, where there has to be one.
    fn apart(&mut self, always: bool) {
        let first = self.text.is_empty() || self.text.ends_with('(');
        if !first && (always || !self.letters || self.text.ends_with(']')) {
            self.put(" ");
        }
    }

    fn put(&mut self, text: &str) {
        self.text.push_str(text);
        self.wide += text.chars().count();
    }
}

#[cfg(test)]
mod tests;

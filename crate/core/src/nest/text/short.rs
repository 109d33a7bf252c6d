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
    let writer = |rows| Writer {
        nest,
        table,
        letters,
        rows,
        room,
        text: String::new(),
        wide: 0,
        left_out: 0,
    };
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
        // Writing to a string cannot fail.
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
mod tests {
    use super::*;
    use crate::building::{build, Method};
    use crate::nest::text::{inline, parse_inline};
    use crate::symbols::Symbol;
    use loopscope_testing::strings;

    fn short(text: &str, room: usize) -> (String, u64) {
        let (nest, table) = parse_inline(text).unwrap();
        let short = inline_items(&nest, &table, nest.root(), room);
        (short.text, short.left_out)
    }

    #[test]
    fn what_fits_is_the_inline_form() {
        for s in strings::structured(300) {
            let s: Vec<Symbol> = s.into_iter().map(Symbol).collect();
            let table = SymbolTable::new((0..1_000).map(|k| format!("x{k}").into()).collect());
            for method in Method::ALL {
                let nest = build(method, &s).unwrap().nest;
                let whole = inline_items(&nest, &table, nest.root(), usize::MAX);
                assert_eq!((whole.left_out, whole.text.contains('[')), (0, false));
                if nest.root().len() > 1 {
                    assert_eq!(whole.text, inline(&nest, &table));
                }
                for room in [0, 1, 30, 200] {
                    let cut = inline_items(&nest, &table, nest.root(), room);
                    assert_eq!(cut.left_out == 0, cut.text == whole.text);
                    let count = |c: char| cut.text.matches(c).count();
                    assert_eq!(count('('), count(')'));
                    // Every open loop may add its end and one note.
                    assert!(
                        cut.text.chars().count() <= room + 60 * (1 + count('(')),
                        "{}",
                        cut.text
                    );
                }
            }
        }
    }

    #[test]
    fn rows_are_shortened_before_the_end_is_cut() {
        assert_eq!(short("abcdefghijkl(xy)^3", 12), ("ab [10 more] [1 more]".to_owned(), 11));
        assert_eq!(
            short("( foo \"a b\" c d e f g h )^3", 20),
            ("(foo \"a b\" [6 more])^3".to_owned(), 6)
        );
        assert_eq!(
            short("(ab)^2(cd)^2(ef)^2(gh)^2", 8),
            ("(ab)^2(c [1 more])^2 [2 more]".to_owned(), 3)
        );
        assert_eq!(short("", 8), (String::new(), 0));
        assert_eq!(short("abc", 0), ("[3 more]".to_owned(), 3));
    }
}

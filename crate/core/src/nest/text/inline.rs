//! The inline form, `(ab(a)^2b)^2(a)^2b`.

use super::parse::{Assembler, ParseError};
use super::quote;
use crate::nest::{Nest, Node};
use crate::symbols::SymbolTable;

/// The inline form of a nest, as Xu and Subhlok 2008 write it.
///
/// Where every symbol is one letter they stand side by side: `(ab)^2c`. Otherwise spaces stand
/// between items: `(x1 x2)^2 y`; a symbol that could be mistaken is a JSON string.
pub fn inline(nest: &Nest, table: &SymbolTable) -> String {
    let letters = nest.nodes().all(|node| match node {
        Node::Symbol(symbol) => is_letter(table.text(symbol)),
        Node::Loop(_) => true,
    });
    if letters {
        return print(nest, table, "", true);
    }
    let text = print(nest, table, " ", true);
    // A single word without space or quote would be read as letters.
    if text.contains([' ', '"']) {
        text
    } else {
        print(nest, table, " ", false)
    }
}

/// Whether a text may stand without space around it. A digit could belong to a count.
pub(super) fn is_letter(text: &str) -> bool {
    let mut chars = text.chars();
    let one = chars.next().filter(|_| chars.next().is_none());
    one.is_some_and(|c| !(c.is_numeric() || is_special(c)))
}

pub(super) fn is_special(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | '^' | '"')
}

fn print(nest: &Nest, table: &SymbolTable, between: &str, plain: bool) -> String {
    let mut text = String::new();
    let mut rest = nest.root().iter();
    let mut open = Vec::new();
    let mut first = true;
    loop {
        let next = rest.next().map(|&id| nest.node(id));
        if next.is_some() && !std::mem::replace(&mut first, false) {
            text.push_str(between);
        }
        match next {
            Some(Node::Symbol(symbol)) => {
                let symbol = table.text(symbol);
                if plain && !symbol.is_empty() && !symbol.contains(is_special) {
                    text.push_str(symbol);
                } else {
                    let _ = quote::write_quoted(&mut text, symbol);
                }
            }
            Some(Node::Loop(node)) => {
                text.push('(');
                first = true;
                open.push((std::mem::replace(&mut rest, nest.body(&node).iter()), node.count));
            }
            None => {
                let Some((after, count)) = open.pop() else { return text };
                rest = after;
                text.push_str(&format!(")^{count}"));
            }
        }
    }
}

/// Reads the inline form: letters if the text has neither space nor quote, else words.
///
/// # Errors
/// [`ParseError`] in line 1 with the rest of the text from where it cannot be read.
pub fn parse_inline(text: &str) -> Result<(Nest, SymbolTable), ParseError> {
    let letters = !text.contains(|c: char| c.is_whitespace() || c == '"');
    let mut nest = Assembler::default();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let here = rest;
        let fail = |expected: String| ParseError::new(1, here, expected);
        match c {
            '(' => {
                nest.begin();
                rest = &rest[1..];
            }
            ')' => {
                let (count, after) = read_count(rest).ok_or_else(|| fail("\")^N\" with N 2 or more".to_owned()))?;
                nest.end(count).map_err(fail)?;
                rest = after;
            }
            '"' => {
                let (symbol, after) =
                    quote::read_quoted(rest).ok_or_else(|| fail("a JSON string with its closing quote".to_owned()))?;
                nest.symbol(&symbol).map_err(fail)?;
                rest = after;
            }
            c if is_special(c) => {
                return Err(fail("a symbol, \"(\" or \")^N\"".to_owned()));
            }
            c => {
                let len = if letters { c.len_utf8() } else { rest.find(is_special).unwrap_or(rest.len()) };
                let (symbol, after) = rest.split_at(len);
                nest.symbol(symbol).map_err(fail)?;
                rest = after;
            }
        }
        rest = rest.trim_start();
    }
    if nest.depth() > 0 {
        return Err(ParseError::new(1, "the end of the text", "\")^N\" for every \"(\""));
    }
    Ok(nest.finish())
}

/// Reads `)^N`.
fn read_count(text: &str) -> Option<(u64, &str)> {
    let rest = text.strip_prefix(")^")?;
    let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(len);
    let count = digits.parse().ok().filter(|&count| count >= 2)?;
    Some((count, after))
}

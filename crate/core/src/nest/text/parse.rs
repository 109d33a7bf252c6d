//! Reading the long form.

use rustc_hash::FxHashMap;

use super::quote;
use crate::nest::{Nest, NestBuilder, NodeId};
use crate::symbols::{Symbol, SymbolTable};

/// Why a text is no nest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What stands there, cut to 60 characters.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

impl ParseError {
    pub(crate) fn new(line: usize, found: &str, expected: impl Into<String>) -> Self {
        let mut short: String = found.chars().take(60).collect();
        if short.len() < found.len() {
            short.push('…');
        }
        Self { line, found: short, expected: expected.into() }
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: found {:?}, expected {}", self.line, self.found, self.expected)
    }
}

impl std::error::Error for ParseError {}

/// Symbols by text, numbered in order of first appearance.
#[derive(Default)]
pub(super) struct Interner {
    texts: Vec<Box<str>>,
    symbols: FxHashMap<Box<str>, Symbol>,
}

impl Interner {
    pub(super) fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text.into());
        self.symbols.insert(text.into(), symbol);
        symbol
    }

    pub(super) fn finish(self) -> SymbolTable {
        SymbolTable::new(self.texts)
    }
}

/// A nest that is being read: the loops that are open, and their items so far.
#[derive(Default)]
pub(super) struct Assembler {
    builder: NestBuilder,
    symbols: Interner,
    items: Vec<NodeId>,
    /// Events of `items`.
    length: u64,
    open: Vec<(Vec<NodeId>, u64)>,
}

impl Assembler {
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// `Err` with what was expected instead.
    pub(super) fn symbol(&mut self, text: &str) -> Result<(), String> {
        self.length = self.length.checked_add(1).ok_or_else(too_long)?;
        let symbol = self.symbols.symbol(text);
        self.items.push(self.builder.symbol(symbol));
        Ok(())
    }

    pub(super) fn begin(&mut self) {
        self.open.push((std::mem::take(&mut self.items), std::mem::take(&mut self.length)));
    }

    pub(super) fn end(&mut self, count: u64) -> Result<(), String> {
        let Some((before, length)) = self.open.pop() else {
            return Err("a symbol or the start of a loop: none is open".to_owned());
        };
        if self.items.is_empty() {
            return Err("a symbol or a loop: a body cannot be empty".to_owned());
        }
        let span = self.length.checked_mul(count).ok_or_else(too_long)?;
        self.length = length.checked_add(span).ok_or_else(too_long)?;
        let node = self.builder.repeat(count, &self.items);
        self.items = before;
        self.items.push(node);
        Ok(())
    }

    pub(super) fn finish(self) -> (Nest, SymbolTable) {
        (self.builder.finish(&self.items), self.symbols.finish())
    }
}

fn too_long() -> String {
    "fewer events: the nest stands for more than 2^64".to_owned()
}

/// Reads the long form: what [`print`](super::print) writes, for any sensible layout.
///
/// Indentation, empty lines, the width of spaces and everything behind `#` are free, so the names
/// of loops are not read but made anew. Symbols are numbered in order of first appearance.
///
/// # Errors
/// [`ParseError`] for the first line that cannot be read, or for a loop without an end.
pub fn parse(text: &str) -> Result<(Nest, SymbolTable), ParseError> {
    let mut nest = Assembler::default();
    let mut counts = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let fail = |expected| ParseError::new(index + 1, line, expected);
        if line.starts_with('"') {
            let (text, rest) = quote::read_quoted(line)
                .ok_or_else(|| fail("a JSON string with its closing quote and known escapes".to_owned()))?;
            let rest = rest.trim_start();
            if !(rest.is_empty() || rest.starts_with('#')) {
                return Err(fail("nothing behind the JSON string".to_owned()));
            }
            nest.symbol(&text).map_err(fail)?;
            continue;
        }
        let line = line.split('#').next().unwrap_or("").trim_end();
        let mut words = line.split_whitespace();
        match words.next() {
            None => {}
            Some("for") => {
                let index = format!("i{}", nest.depth());
                let bound = words.next() == Some(index.as_str()) && words.by_ref().take(3).eq(["=", "0", "to"]);
                let bound = words.next().filter(|_| bound && words.next().is_none());
                let count = bound.and_then(|last| last.parse::<u64>().ok());
                let count = count.filter(|&last| last >= 1).and_then(|last| last.checked_add(1));
                let count =
                    count.ok_or_else(|| fail(format!("\"for {index} = 0 to N\" with N the last index, 1 or more")))?;
                counts.push(Some(count));
                nest.begin();
            }
            Some("any") if line == quote::ANY_ORDER => counts.push(None),
            Some("done") if words.next().is_none() => match counts.pop() {
                // Its receives are items of the list around it.
                Some(None) => {}
                Some(Some(count)) => nest.end(count).map_err(fail)?,
                // No loop is open, which `end` refuses.
                None => nest.end(0).map_err(fail)?,
            },
            Some(word) if matches!(word.split(':').next(), Some("done" | "val")) => {
                return Err(fail("a symbol, \"for\" or \"done\"; such a symbol stands in quotes".to_owned()));
            }
            Some(_) => {
                if line.contains(|c: char| c == '"' || c.is_control()) {
                    return Err(fail("a symbol without quotes and control characters".to_owned()));
                }
                nest.symbol(line).map_err(fail)?;
            }
        }
    }
    if !counts.is_empty() {
        let last = text.lines().count();
        return Err(ParseError::new(
            last + 1,
            "the end of the text",
            format!("\"done\" for {} open loops", counts.len()),
        ));
    }
    Ok(nest.finish())
}

//! Tables in text: cells between separators, the titles of a header, and a user's choice of what the columns are.
//!
//! Source: RFC 4180. A quoted cell may hold separators and doubled quotation marks but no line end: a mark that somebody
//! forgot would swallow the rest of the file instead of one line.

use std::borrow::Cow;
use std::ops::Range;

use super::fields::Field;
use super::fraction::is_number;
use super::head::Head;

/// Columns that a table may have.
const MAX_COLUMNS: usize = 256;

/// Characters of a title or a cell.
const MAX_TEXT: usize = 60;

/// A user's own choice of which column is which field, for tables with these titles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// Titles in the order of the columns, and what each column is.
    pub columns: Vec<(String, Option<Field>)>,
}

impl Mapping {
    /// Whether it was made for a table with that header.
    pub fn fits(&self, head: &[u8]) -> bool {
        let titles = titles(head);
        titles.is_some_and(|(_, titles)| titles.iter().eq(self.columns.iter().map(|it| &it.0)))
    }

    /// Whether it passes all columns over: such a table is left out.
    pub fn is_empty(&self) -> bool {
        self.columns.iter().all(|(_, field)| field.is_none())
    }
}

/// One cell: its text without quotation marks, and its position.
pub(crate) struct Cell<'a> {
    pub(crate) text: Cow<'a, [u8]>,
    pub(crate) at: Range<usize>,
}

/// A quotation mark that is not closed in its line: the bytes from it to the end of the line.
pub(crate) struct OpenQuote {
    pub(crate) at: Range<usize>,
}

impl OpenQuote {
    /// What was expected there.
    pub(crate) const EXPECTED: &'static str = "a quotation mark at the end of the cell, in the same line";
}

/// The cells of a row.
pub(crate) struct Cells<'a> {
    line: &'a [u8],
    separator: u8,
    /// Where the next cell begins; `None` after the last.
    next: Option<usize>,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(line: &'a [u8], separator: u8) -> Self {
        Cells { line: line.trim_ascii_end(), separator, next: Some(0) }
    }

    /// Where the cell that begins there ends, blanks around it left aside.
    fn bare(&mut self, start: usize) -> Cell<'a> {
        let rest = self.line.get(start..).unwrap_or_default();
        let end = memchr::memchr(self.separator, rest);
        self.next = end.map(|end| start + end + 1);
        let cell = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let from = start + cell.len() - cell.trim_ascii_start().len();
        let text = cell.trim_ascii();
        Cell { text: Cow::Borrowed(text), at: from..from + text.len() }
    }

    /// The same for one that begins with a quotation mark, at `start`.
    fn quoted(&mut self, start: usize) -> Result<Cell<'a>, OpenQuote> {
        let mut text = Vec::new();
        let mut from = start + 1;
        loop {
            let rest = self.line.get(from..).unwrap_or_default();
            let Some(mark) = memchr::memchr(b'"', rest) else { break };
            text.extend_from_slice(rest.get(..mark).unwrap_or_default());
            let after = from + mark + 1;
            let behind = self.line.get(after..).unwrap_or_default();
            if behind.first() == Some(&b'"') {
                text.push(b'"');
                from = after + 1;
                continue;
            }
            let blanks = behind.len() - behind.trim_ascii_start().len();
            match behind.get(blanks) {
                None => self.next = None,
                Some(&byte) if byte == self.separator => self.next = Some(after + blanks + 1),
                Some(_) => break,
            }
            return Ok(Cell { text: Cow::Owned(text), at: start..after });
        }
        self.next = None;
        Err(OpenQuote { at: start..self.line.len() })
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = Result<Cell<'a>, OpenQuote>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next?;
        let rest = self.line.get(start..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_ascii_start().len();
        if rest.get(blanks) == Some(&b'"') {
            return Some(self.quoted(start + blanks));
        }
        Some(Ok(self.bare(start)))
    }
}

/// The separator and the titles of a table; `None` if it begins with no header.
pub(crate) fn titles(head: &[u8]) -> Option<(u8, Vec<String>)> {
    let header = Head::new(head).whole_lines().find(|row| !is_nothing(row))?;
    let separator = separator(header)?;
    Some((separator, header_cells(header, separator)?))
}

/// The titles of a header, if it is one.
pub(crate) fn header_cells(header: &[u8], separator: u8) -> Option<Vec<String>> {
    let mut titles = Vec::new();
    for cell in Cells::new(header, separator) {
        let cell = cell.ok()?;
        let title = shortened(&cell.text);
        if titles.len() >= MAX_COLUMNS || is_number(&*title) {
            return None;
        }
        titles.push(title);
    }
    (titles.len() > 1).then_some(titles)
}

/// Blank rows and comments.
pub(crate) fn is_nothing(row: &[u8]) -> bool {
    let row = row.trim_ascii_start();
    row.is_empty() || row.starts_with(b"#")
}

/// The separator that a header has most of, outside of quotation marks; `None` if it has none.
pub(crate) fn separator(header: &[u8]) -> Option<u8> {
    let mut quoted = false;
    let mut counts = [(0, b','), (0, b';'), (0, b'\t'), (0, b'|')];
    for byte in header {
        quoted ^= *byte == b'"';
        if !quoted {
            for (count, separator) in &mut counts {
                *count += usize::from(byte == separator);
            }
        }
    }
    let most = counts.iter().rev().max_by_key(|(count, _)| *count)?;
    (most.0 > 0).then_some(most.1)
}

pub(crate) fn shortened(bytes: &[u8]) -> String {
    let bytes = bytes.get(..4 * MAX_TEXT).unwrap_or(bytes);
    String::from_utf8_lossy(bytes).chars().take(MAX_TEXT).collect()
}

//! Tables of numbers with commas or semicolons (CSV), with or without a header.
//!
//! Source: RFC 4180, as far as a table of integers needs it. A row is a tuple; cells are separated by
//! `,` or `;`, whichever the first row has more of, and blanks around a cell are ignored. A cell is a
//! number as in [plain numbers](crate::tuples::plain); it may be quoted. Rows that begin with `#` are
//! comments.
//!
//! - **Header**: the first row, if none of its cells is a number. Its cells name the fields.
//! - An apostrophe that [keeps a label from being a formula](crate::guarded) is not part of the label.
//! - **Label**: if the first row of numbers has one cell that is not a number, that column holds the
//!   labels of the tuples; an empty cell means no label. A table with two such columns is not a table of numbers. A first column with the
//!   title `label` holds labels whatever they look like, so the tables that Loopscope writes read back.
//!
//! A quoted cell may hold separators and doubled quotation marks but no line end: neither numbers nor
//! sensible labels have one, and a forgotten quotation mark would swallow the rest of the file
//! instead of one line. That is why the lines are parsed here and not by a CSV library, which
//! would also lose the line and the place in it that a note names.
//!
//! # How a table is recognized
//!
//! By its first lines: at least two columns, of which at most one holds words and the others
//! integers; at least half of the rows must have this form. A table with a column of fractions or with
//! several columns of words is another kind of file.

use std::borrow::Cow;
use std::ops::Range;

use loopscope_core::trace::{Notation, MAX_FIELDS};

use crate::content::{self, look};
use crate::format::{Confidence, Format, Reading};
use crate::input::fraction;
use crate::input::head::Head;
use crate::input::integer::{integer, is_written_like_integer, FITTING, NUMBER};
use crate::input::spreadsheet::unguarded;
use crate::input::table::{Cell, Cells, OpenQuote};
use crate::notes::Problem;
use crate::tuples::grammar::{plain_name, Content, Expected, Fault, Grammar, Label, Numbers, MOST};
use crate::tuples::reader::TupleReader;

/// Tables of numbers.
pub const FORMAT: Format = Format {
    name: "csv",
    title: "CSV of numbers",
    // A .csv beside a trace is hardly ever the trace.
    extensions: &[],
    common: true,
    sniff,
    highest: Confidence::Shape,
    reading: Reading::Each(|file| Box::new(TupleReader::new(file, Table::default()))),
};

fn sniff(head: &Head<'_>) -> Confidence {
    let (text, prose) = match look(head.bytes) {
        content::Content::Text | content::Content::OtherText(content::TABLE) => (true, false),
        content::Content::OtherText(content::PROSE) => (true, true),
        _ => (false, false),
    };
    if !text {
        return Confidence::No;
    }
    let mut table = Table::default();
    let mut numbers = Numbers::default();
    let (mut rows, mut others) = (0, 0);
    for line in head.whole_lines() {
        numbers.list.clear();
        match table.read(line, 0, &mut numbers) {
            Ok(Content::Tuple(_)) => rows += 1,
            Ok(_) => {}
            Err(_) => others += 1,
        }
    }
    let several = table.header_cells.max(table.cells) > 1;
    let label_is_word = table.label_word.is_none_or(|word| word);
    let sure = !prose || (others == 0 && (rows > 1 || table.has_label_title()));
    Confidence::Shape.only_if(several && rows > 0 && rows >= others && label_is_word && sure)
}

/// What the first rows show about the others.
#[derive(Default)]
struct Table {
    /// The separator; 0 before the first row.
    separator: u8,
    /// The cells of the header; empty if there is none.
    header: Vec<String>,
    header_cells: usize,
    /// Cells in a row, and the line that set this number; 0 before the first row of numbers.
    cells: usize,
    first_line: u64,
    /// The column that holds labels.
    label: Option<usize>,
    /// Whether its first label is a word and not a fraction.
    label_word: Option<bool>,
}

impl Table {
    /// Whether the header begins with `label`, as that of the tables we write does: no other program's output does.
    fn has_label_title(&self) -> bool {
        self.header.first().is_some_and(|title| title == "label")
    }
}

impl Grammar for Table {
    const EXPECTED: &'static str = "rows of whole numbers separated by commas";

    fn read<'a>(&mut self, line: &'a [u8], number: u64, numbers: &mut Numbers) -> Result<Content<'a>, Fault> {
        let trimmed = line.trim_ascii();
        if trimmed.is_empty() || trimmed.starts_with(b"#") {
            return Ok(Content::Nothing);
        }
        let first = self.separator == 0;
        if first {
            self.separator = separator(line);
        }
        if self.cells == 0 && !self.begin(line, number, first)? {
            return Ok(Content::Nothing);
        }
        let mut label = Label::None;
        let mut rest = Cells::new(line, self.separator);
        let mut count = 0;
        for cell in rest.by_ref() {
            let Cell { text, at } = cell.map_err(unclosed)?;
            if Some(count) == self.label {
                label = match text {
                    text if text.is_empty() => Label::None,
                    Cow::Borrowed(text) => Label::Text(Cow::Borrowed(utf8(unguarded(text), &at)?)),
                    Cow::Owned(text) => Label::Text(Cow::Owned(utf8(unguarded(&text), &at)?.to_owned())),
                };
            } else if count < self.cells {
                push_number(&text, at, line, numbers)?;
            }
            count += 1;
        }
        if count != self.cells {
            let (count, line_of_first) = (self.cells, self.first_line);
            let expected = Expected::Count { count, noun: "cell", line: line_of_first };
            return Err(Fault { problem: Problem::RaggedTuple, at: 0..line.len(), expected });
        }
        Ok(Content::Tuple(label))
    }

    fn field(&self, field: usize, arity: usize) -> (String, Option<Notation>) {
        let column = field + usize::from(self.label.is_some_and(|label| label <= field));
        let name = self.header.get(column).filter(|name| !name.is_empty());
        (name.cloned().unwrap_or_else(|| plain_name(field, arity)), None)
    }
}

impl Table {
    /// Looks at a row before the first one of numbers; `false` if it is the header.
    fn begin(&mut self, line: &[u8], number: u64, first: bool) -> Result<bool, Fault> {
        let cells: Result<Vec<Cell<'_>>, OpenQuote> = Cells::new(line, self.separator).collect();
        let cells = cells.map_err(unclosed)?;
        let titled = self.has_label_title() && cells.len() > 1;
        let is_number =
            |(column, cell): &(usize, &Cell<'_>)| !(titled && *column == 0) && is_written_like_integer(&cell.text);
        let numbers = cells.iter().enumerate().filter(is_number).count();
        if numbers == 0 && first {
            let name = |cell: &Cell<'_>| String::from_utf8_lossy(unguarded(&cell.text)).into_owned();
            self.header = cells.iter().map(name).collect();
            self.header_cells = cells.len();
            self.first_line = number;
            return Ok(false);
        }
        if numbers > MAX_FIELDS {
            return Err(Fault::new(Problem::WordTooMany, 0..line.len(), MOST));
        }
        if self.header_cells > 0 && cells.len() != self.header_cells {
            let (count, line_of_first) = (self.header_cells, self.first_line);
            let expected = Expected::Count { count, noun: "cell", line: line_of_first };
            return Err(Fault { problem: Problem::RaggedTuple, at: 0..line.len(), expected });
        }
        if cells.iter().skip(usize::from(titled)).any(|cell| cell.text.is_empty()) {
            // It could be a number or a label.
            return Err(Fault::new(Problem::WordMissing, 0..line.len(), NUMBER));
        }
        let mut words = cells.iter().enumerate().filter(|cell| !is_number(cell));
        let label = words.next();
        let second = words.next().map(|(_, cell)| cell).or(cells.first().filter(|_| numbers == 0));
        if let Some(cell) = second {
            return Err(Fault::new(Problem::NotANumber, cell.at.clone(), NUMBER));
        }
        self.label = label.as_ref().map(|(column, _)| *column);
        self.label_word = label.map(|(_, cell)| titled || !fraction::is_number(&cell.text));
        if self.header_cells == 0 {
            self.first_line = number;
        }
        self.cells = cells.len();
        Ok(true)
    }
}

fn push_number(text: &[u8], at: Range<usize>, line: &[u8], numbers: &mut Numbers) -> Result<(), Fault> {
    match integer(text) {
        Ok((number, hexadecimal)) => {
            numbers.push(number, hexadecimal);
            Ok(())
        }
        Err(_) if text.is_empty() => Err(Fault::new(Problem::WordMissing, 0..line.len(), NUMBER)),
        Err(Problem::NumberTooLarge) => Err(Fault::new(Problem::NumberTooLarge, at, FITTING)),
        Err(problem) => Err(Fault::new(problem, at, NUMBER)),
    }
}

fn unclosed(quote: OpenQuote) -> Fault {
    Fault::new(Problem::OpenQuote, quote.at, OpenQuote::EXPECTED)
}

fn utf8<'a>(text: &'a [u8], at: &Range<usize>) -> Result<&'a str, Fault> {
    let bad = |_| Fault::new(Problem::NotText, at.clone(), "a label in UTF-8");
    std::str::from_utf8(text).map_err(bad)
}

/// The separator that a row has more of, outside of quotation marks; the comma if it has none.
fn separator(line: &[u8]) -> u8 {
    let mut quoted = false;
    let (mut commas, mut semicolons) = (0, 0);
    for byte in line {
        quoted ^= *byte == b'"';
        commas += usize::from(!quoted && *byte == b',');
        semicolons += usize::from(!quoted && *byte == b';');
    }
    if semicolons > commas {
        b';'
    } else {
        b','
    }
}

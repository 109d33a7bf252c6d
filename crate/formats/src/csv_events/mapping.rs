//! Which column of a table is which field.

use crate::csv::Cells;
use crate::fields::Field;
use crate::format::Head;

/// What the columns of a table are taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The sign between cells: `,` `;` tab or `|`.
    pub separator: u8,
    /// The columns, from the left.
    pub columns: Vec<Column>,
    /// The first rows below the header, at most [`ROWS`], cell by cell; a row may be shorter than the header, none
    /// is longer.
    pub rows: Vec<Vec<String>>,
    /// Whether every one of these rows has as many cells as the header, and there is one.
    pub(super) even: bool,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What the header calls it.
    pub title: String,
    /// What it is taken for; `None` if it is passed over. No two columns are one field.
    pub field: Option<Field>,
}

/// Rows that are looked at to judge what the columns are.
pub const ROWS: usize = 64;

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

impl Proposal {
    /// This proposal as a choice.
    pub fn mapping(&self) -> Mapping {
        let columns = self.columns.iter();
        Mapping { columns: columns.map(|it| (it.title.clone(), it.field)).collect() }
    }

    /// Why a table with these columns gives no events, in the words of a page.
    pub fn problem(&self) -> Option<&'static str> {
        if self.names().is_none() {
            return Some("one column must say what happened: the name of the call or the event");
        }
        None
    }

    /// The column that says what happened.
    pub(super) fn names(&self) -> Option<usize> {
        self.place(Field::Name).or(self.place(Field::Kind))
    }

    /// The column that is the field.
    pub(super) fn place(&self, field: Field) -> Option<usize> {
        self.columns.iter().position(|column| column.field == Some(field))
    }

    /// The cells of a column in the first rows that are not empty.
    pub fn cells(&self, column: usize) -> impl Iterator<Item = &str> {
        let cells = self.rows.iter().filter_map(move |row| row.get(column));
        cells.map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
    }

    /// Whether the column of names holds none that are numbers.
    pub(super) fn names_are_words(&self) -> bool {
        let Some(names) = self.names() else { return false };
        self.cells(names).next().is_some() && !self.cells(names).any(is_number)
    }
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

/// What the columns of a table are, by its header and first rows; `None` if there are not at least two
/// columns, all of them with titles that are no numbers. `head` is the beginning of the file.
///
/// ```
/// use loopscope_formats::{csv_events::columns, fields::Field};
/// let proposal = columns(b"Rank;Function;Duration (us);Color\n0;MPI_Send;1.5;red\n").unwrap();
/// let fields: Vec<Option<Field>> = proposal.columns.iter().map(|column| column.field).collect();
/// let (process, name, duration) = (Field::Process, Field::Name, Field::Duration);
/// assert_eq!(fields, [Some(process), Some(name), Some(duration), None]);
/// ```
pub fn columns(head: &[u8]) -> Option<Proposal> {
    let (separator, titles) = titles(head)?;
    let head = Head::new(head);
    let mut even = true;
    let mut rows = Vec::new();
    for row in head.whole_lines().filter(|row| !is_nothing(row)).skip(1).take(ROWS) {
        let mut cells = Vec::new();
        for cell in Cells::new(row, separator) {
            let Ok(cell) = cell else { break };
            cells.push(shortened(&cell.text));
        }
        even &= cells.len() == titles.len();
        cells.truncate(titles.len());
        rows.push(cells);
    }
    let fields = matched(&titles);
    let columns = titles.into_iter().zip(fields);
    let columns = columns.map(|(title, field)| Column { title, field }).collect();
    Some(Proposal { separator, columns, even: even && !rows.is_empty(), rows })
}

/// The separator and the titles of a table; `None` if it begins with no header.
fn titles(head: &[u8]) -> Option<(u8, Vec<String>)> {
    let header = Head::new(head).whole_lines().find(|row| !is_nothing(row))?;
    let separator = separator(header)?;
    Some((separator, header_cells(header, separator)?))
}

/// What columns with these titles are. Of several that could be one field the one with the surest name is it, of
/// equals the first.
pub(super) fn matched(titles: &[String]) -> Vec<Option<Field>> {
    let known: Vec<Option<(usize, Field)>> =
        titles.iter().map(|title| Field::known(title.as_bytes())).collect();
    let of = |(at, it): (usize, &Option<(usize, Field)>)| {
        let (sure, field) = (*it)?;
        let others = known.iter().enumerate();
        let mut of_field = others.filter_map(|(at, it)| it.map(|(sure, field)| (field, sure, at)));
        (!of_field.any(|other| other.0 == field && (other.1, other.2) < (sure, at)))
            .then_some(field)
    };
    known.iter().enumerate().map(of).collect()
}

/// The titles of a header, if it is one.
pub(super) fn header_cells(header: &[u8], separator: u8) -> Option<Vec<String>> {
    let mut titles = Vec::new();
    for cell in Cells::new(header, separator) {
        let cell = cell.ok()?;
        let title = shortened(&cell.text);
        if titles.len() >= MAX_COLUMNS || is_number(&title) {
            return None;
        }
        titles.push(title);
    }
    (titles.len() > 1).then_some(titles)
}

/// Blank rows and comments.
pub(super) fn is_nothing(row: &[u8]) -> bool {
    let row = row.trim_ascii_start();
    row.is_empty() || row.starts_with(b"#")
}

/// The separator that a header has most of, outside of quotation marks; `None` if it has none.
pub(super) fn separator(header: &[u8]) -> Option<u8> {
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

pub(super) fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

fn shortened(bytes: &[u8]) -> String {
    let bytes = bytes.get(..4 * MAX_TEXT).unwrap_or(bytes);
    String::from_utf8_lossy(bytes).chars().take(MAX_TEXT).collect()
}

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
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What the header calls it.
    pub title: String,
    /// What it is taken for; `None` if it is passed over. No two columns are one field.
    pub field: Option<Field>,
    /// Its first cells that are not empty, at most [`SAMPLES`].
    pub samples: Vec<String>,
}

/// Cells of a column that are shown.
const SAMPLES: usize = 3;

/// Columns that a table may have.
const MAX_COLUMNS: usize = 256;

/// Characters of a title or a sample.
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
        let has = |field| self.columns.iter().any(|column| column.field == Some(field));
        if !has(Field::Name) && !has(Field::Kind) {
            return Some("one column must say what happened: the name of the call or the event");
        }
        None
    }

    /// Whether the column of names holds none that are numbers.
    pub(super) fn names_are_words(&self) -> bool {
        let of = |field| self.columns.iter().find(|column| column.field == Some(field));
        let Some(names) = of(Field::Name).or(of(Field::Kind)) else { return false };
        let is_number = |text: &String| text.parse::<f64>().is_ok();
        !names.samples.is_empty() && !names.samples.iter().any(is_number)
    }
}

impl Mapping {
    /// Whether it was made for a table with that header.
    pub fn fits(&self, head: &[u8]) -> bool {
        columns(head).is_some_and(|proposal| {
            let titles = proposal.columns.iter().map(|column| &column.title);
            titles.eq(self.columns.iter().map(|(title, _)| title))
        })
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
    let head = Head::new(head);
    let mut rows = head.whole_lines().filter(|row| !is_nothing(row));
    let header = rows.next()?;
    let separator = separator(header)?;
    let titles = header_cells(header, separator)?;
    let mut columns: Vec<Column> = Vec::new();
    for title in titles {
        let mut field = Field::of(title.as_bytes());
        // The first column of several that could be a field is it.
        if columns.iter().any(|column| column.field == field) {
            field = None;
        }
        columns.push(Column { title, field, samples: Vec::new() });
    }
    for row in rows.take(64) {
        for (cell, column) in Cells::new(row, separator).zip(&mut columns) {
            let Ok(cell) = cell else { break };
            if column.samples.len() < SAMPLES && !cell.text.is_empty() {
                column.samples.push(shortened(&cell.text));
            }
        }
    }
    Some(Proposal { separator, columns })
}

/// The titles of a header, if it is one.
pub(super) fn header_cells(header: &[u8], separator: u8) -> Option<Vec<String>> {
    let mut titles = Vec::new();
    for cell in Cells::new(header, separator) {
        let cell = cell.ok()?;
        let title = shortened(&cell.text);
        if titles.len() >= MAX_COLUMNS || title.parse::<f64>().is_ok() {
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

fn shortened(bytes: &[u8]) -> String {
    let bytes = bytes.get(..4 * MAX_TEXT).unwrap_or(bytes);
    String::from_utf8_lossy(bytes).chars().take(MAX_TEXT).collect()
}

//! Which column of a table is which field.

use crate::input::fields::Field;
use crate::input::fraction::is_number;
use crate::input::head::Head;
use crate::input::table::{is_nothing, shortened, titles, Cells, Mapping};

/// The proposed field of each column of a table.
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
    /// Its field; `None` if it is ignored. No two columns have the same field.
    pub field: Option<Field>,
}

/// The header of the tables that Loopscope writes: every row is a plain event, and nothing is
/// interpreted or renamed.
pub const HEADER: &str = "process,event,name,peer,tag,bytes,comm,op,root";

/// The same of traces with times. They come first, so that rows that differ in their times alone are recognized.
///
/// A process with calls has each call before its events, which have the times of the call; an event that is in no call has
/// no end, and stands before the next call. Cells of an item without times are empty.
pub const TIMED_HEADER: &str = "start_ns,end_ns,process,event,name,peer,tag,bytes,comm,op,root";

/// How a line begins, below the titles, that says of which part of a run a table is. Whoever reads it is told the rest of it.
pub const PART_REMARK: &str = "# part of a run: ";

/// What follows in either header if calls have sites.
pub const SITE_COLUMN: &str = ",site";

/// Whether that line is one of the headers that Loopscope writes.
pub(super) fn is_own_header(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let line = line.strip_suffix(SITE_COLUMN.as_bytes()).unwrap_or(line);
    [HEADER, TIMED_HEADER].iter().any(|header| line == header.as_bytes())
}

/// Rows examined to judge the columns.
pub const ROWS: usize = 64;

impl Proposal {
    /// This proposal as a choice.
    pub fn mapping(&self) -> Mapping {
        let columns = self.columns.iter();
        Mapping { columns: columns.map(|it| (it.title.clone(), it.field)).collect() }
    }

    /// Why a table with these columns gives no events, worded for the user.
    pub fn problem(&self) -> Option<&'static str> {
        if self.names().is_none() {
            return Some("one column must contain the name of the call or event");
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

/// Proposes the fields of the columns, by the header and first rows of a table; `None` if there are fewer than two
/// columns or a title is a number. `head` is the beginning of the file.
///
/// ```
/// use loopscope_formats::{csv_events::columns, Field};
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

/// What columns with these titles are. Of several that could be one field the one with the surest name is it, of
/// equals the first.
pub(super) fn matched(titles: &[String]) -> Vec<Option<Field>> {
    let known: Vec<Option<(usize, Field)>> = titles.iter().map(|title| Field::known(title.as_bytes())).collect();
    let of = |(at, it): (usize, &Option<(usize, Field)>)| {
        let (sure, field) = (*it)?;
        let others = known.iter().enumerate();
        let mut of_field = others.filter_map(|(at, it)| it.map(|(sure, field)| (field, sure, at)));
        (!of_field.any(|other| other.0 == field && (other.1, other.2) < (sure, at))).then_some(field)
    };
    known.iter().enumerate().map(of).collect()
}

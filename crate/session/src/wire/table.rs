//! What the columns of a table are taken for, to be shown and changed.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

/// A table among the files of a trace: what its columns are taken for.
///
/// A page shows it, lets its user choose other fields, has them [judged](Self::judged), and gives titles and fields
/// back with the files: then the choice counts for all tables with these titles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableColumns {
    /// The first file with these columns.
    pub file: String,
    /// How many files have them.
    pub files: u32,
    /// `events` or `numbers`: what it is read as; `none` if it is left out; `asked` if somebody must say what the columns are.
    pub fate: String,
    /// The header and the first rows as they stand in the file.
    pub head: String,
    /// The columns, from the left.
    pub columns: Vec<TableColumn>,
    /// All fields that a column can be, in the order in which they are offered.
    pub fields: Vec<String>,
    /// Why there would be no events; empty if there are some.
    pub problem: String,
    /// What may be wrong, as far as it is about no single column.
    pub doubts: Vec<String>,
    /// What the first rows say: the first events of a few processes, a process each.
    pub events: Vec<String>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableColumn {
    /// What the header calls it.
    pub title: String,
    /// Name of the field; empty if the column is passed over.
    pub field: String,
    /// Its cells in the first rows.
    pub samples: Vec<String>,
    /// What may be wrong with the choice; empty if nothing is.
    pub doubt: String,
}

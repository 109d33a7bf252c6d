//! The columns of a table: which fields they are taken for, for the user to check and change.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

/// A table among the files of a trace, with the fields that its columns are taken for.
///
/// The page shows it, lets the user choose other fields, has the choice [judged](Self::judged), and passes titles and
/// fields back with the files. The choice then holds for all tables with these titles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableColumns {
    /// The first file with these columns.
    pub file: String,
    /// The number of files that have them.
    pub files: u32,
    /// What becomes of it.
    pub fate: TableFate,
    /// The header and the first rows, unchanged.
    pub head: String,
    /// The columns, from the left.
    pub columns: Vec<TableColumn>,
    /// All fields that a column can be, in the order in which users see them.
    pub fields: Vec<String>,
    /// Why this choice gives no events; empty if it gives some.
    pub problem: String,
    /// What may be wrong with the choice and concerns no single column.
    pub doubts: Vec<String>,
    /// The first events that the first rows give, a line for each of a few processes.
    pub events: Vec<String>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableColumn {
    /// Its title in the header.
    pub title: String,
    /// The name of the field; empty if the column is ignored.
    pub field: String,
    /// Its cells in the first rows.
    pub samples: Vec<String>,
    /// What may be wrong with the choice; empty if nothing.
    pub doubt: String,
}

/// What becomes of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TableFate {
    /// It is read as events.
    Events,
    /// It is read as tuples of numbers.
    Numbers,
    /// It is left out.
    #[serde(rename = "none")]
    LeftOut,
    /// The user must say what its columns are.
    #[default]
    Asked,
}

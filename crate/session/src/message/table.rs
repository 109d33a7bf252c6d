//! What the columns of a table are taken for, to be shown and changed before it is opened.

use serde::{Deserialize, Serialize};

use loopscope_formats::csv_events::{columns, Mapping};
use loopscope_formats::fields::Field;

#[cfg(feature = "typescript")]
use tsify::Tsify;

/// A table that is about to be opened: what its columns are taken for.
///
/// A page shows it, lets its user choose other fields, and gives it back with the files: then the choice
/// counts for all tables with these titles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableColumns {
    /// The file.
    pub file: String,
    /// The columns, from the left.
    pub columns: Vec<TableColumn>,
    /// All fields that a column can be, in the order in which they are offered.
    pub fields: Vec<String>,
    /// Why there would be no events; empty if there are some.
    pub problem: String,
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
    /// Its first cells.
    pub samples: Vec<String>,
}

impl TableColumns {
    /// What the columns of a file are taken for that begins like this; `None` if it is no table with a
    /// header.
    pub fn of(file: &str, head: &[u8]) -> Option<TableColumns> {
        let proposal = columns(head)?;
        let column = |it: &loopscope_formats::csv_events::Column| TableColumn {
            title: it.title.clone(),
            field: it.field.map_or("", Field::name).to_owned(),
            samples: it.samples.clone(),
        };
        Some(TableColumns {
            file: file.to_owned(),
            columns: proposal.columns.iter().map(column).collect(),
            fields: Field::ALL.iter().map(|field| field.name().to_owned()).collect(),
            problem: proposal.problem().unwrap_or_default().to_owned(),
        })
    }

    /// The choice that this is. A name that is no field passes the column over.
    pub fn mapping(&self) -> Mapping {
        let columns = self.columns.iter();
        let columns = columns.map(|it| (it.title.clone(), Field::from_name(&it.field)));
        Mapping { columns: columns.collect() }
    }
}

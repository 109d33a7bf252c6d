//! Tables of text for the terminal.

use std::fmt::Write;

use loopscope_formats::printable;

/// A table with right-aligned columns; the last one is left-aligned.
pub(crate) struct Table {
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn print(&self, out: &mut String) {
        let shown = |row: &Vec<String>| row.iter().map(|cell| printable(cell).into_owned()).collect();
        let rows: Vec<Vec<String>> = self.rows.iter().map(shown).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell: &String| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for row in &rows {
            let last = row.len().saturating_sub(1);
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let _ = match column {
                    _ if column == last => writeln!(out, "  {cell}"),
                    0 => write!(out, "{cell:>width$}"),
                    _ => write!(out, "  {cell:>width$}"),
                };
            }
        }
    }
}

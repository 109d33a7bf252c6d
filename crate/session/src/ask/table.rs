//! Records as CSV and as JSON, in parts.
//!
//! CSV has a line with the names of the columns above the records of each question. JSON is "loopscope-records/1": for each
//! question its label, the names of its columns, and its rows; integers beyond 2^53 are strings.

use loopscope_core::extract::generate::{field, head, row};
use loopscope_core::extract::plan::Plan;
use loopscope_core::extract::run::Batch;

/// The form of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// A table for each question.
    Csv,
    /// A document.
    Json,
}

/// Records that are written in part.
pub(super) struct Writing<'a> {
    table: Table,
    plan: &'a Plan,
    /// The question under way, if any.
    get: Option<usize>,
    label: String,
    rows: bool,
}

impl<'a> Writing<'a> {
    pub(super) fn new(table: Table, plan: &'a Plan) -> Self {
        Writing { table, plan, get: None, label: String::new(), rows: false }
    }

    /// The same behind the first records of the only question.
    pub(super) fn after(table: Table, plan: &'a Plan, begun: bool) -> Self {
        let label = plan.records.first().map_or(String::new(), |records| field(&records.label));
        Writing { get: begun.then_some(0), label, rows: begun, ..Writing::new(table, plan) }
    }

    /// The text of some records, with what stands above them.
    pub(super) fn part(&mut self, batch: &Batch) -> String {
        let mut text = String::new();
        let Some(records) = self.plan.records.get(batch.get) else { return text };
        if self.get != Some(batch.get) {
            match self.table {
                Table::Csv => text = head(records) + "\n",
                Table::Json => {
                    text.push_str(match self.get {
                        None => "{\"format\":\"loopscope-records/1\",\"get\":[\n",
                        Some(_) => "\n]},\n",
                    });
                    let names: Vec<String> = records.header().iter().map(|it| quoted(it)).collect();
                    let (label, names) = (quoted(&records.label), names.join(","));
                    text += &format!("{{\"label\":{label},\"columns\":[{names}],\"rows\":[\n");
                }
            }
            (self.get, self.rows) = (Some(batch.get), false);
            self.label = field(&records.label);
        }
        let (width, values) = (records.loops.len(), records.values.len());
        for at in 0..batch.count {
            let indices = batch.indices.get(at * width..(at + 1) * width).unwrap_or(&[]);
            let values = batch.values.get(at * values..(at + 1) * values).unwrap_or(&[]);
            match self.table {
                Table::Csv => row(&mut text, &self.label, indices, values),
                Table::Json => {
                    let indices = indices.iter().map(|&index| number(index.into()));
                    let values = values.iter().map(|&value| number(value.into()));
                    let all: Vec<String> = indices.chain(values).collect();
                    text.push_str(if self.rows { ",\n" } else { "" });
                    text += &format!("[{}]", all.join(","));
                }
            }
            self.rows = true;
        }
        text
    }

    /// What stands below all records.
    pub(super) fn end(&self) -> String {
        match (self.table, self.get) {
            (Table::Csv, _) => String::new(),
            (Table::Json, None) => "{\"format\":\"loopscope-records/1\",\"get\":[]}\n".to_owned(),
            (Table::Json, Some(_)) => "\n]}\n]}\n".to_owned(),
        }
    }
}

fn quoted(text: &str) -> String {
    // A string always has a JSON form.
    serde_json::to_string(text).unwrap_or_default()
}

/// A number, or a string where a double would round it.
fn number(value: i128) -> String {
    match value.unsigned_abs() <= 1 << 53 {
        true => value.to_string(),
        false => format!("\"{value}\""),
    }
}

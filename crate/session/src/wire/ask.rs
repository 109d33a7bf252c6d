//! Messages about questions to the model: what is asked of a construct, and what a chart of the answer shows.
//!
//! A question is that of a "loopscope-query/1" document. It is answered in slices: a query that is not answered yet gets
//! [`AskReply::Working`], and is asked again. Replies cross as JSON, whose writer takes a fifth of the code of objects.

use serde::{Deserialize, Serialize};

#[cfg(feature = "typescript")]
use tsify::Tsify;

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum AskWhat {
    /// The constructs of the first lines of the text of a loop of the model, `construct` by its name without the L; 0 for the
    /// whole program.
    Places,
    /// What can be asked of a construct.
    Describe,
    /// A chart of the records in order, a line for each process.
    #[default]
    Over,
    /// A chart of the records in order across, processes down.
    Processes,
    /// A chart with the outermost index across and the innermost down.
    Loops,
    /// A chart of the values by size.
    Sorted,
    /// A chart of how many values there are of each size.
    Histogram,
    /// The least and the largest value of every attribute that the construct has, whatever `attributes` says.
    Ranges,
    /// Some records.
    Rows,
    /// A part of the records as a table to save.
    Csv,
    /// A part of the records as a document.
    Json,
    /// The records as a Parquet file.
    Parquet,
    /// The model's text with the question.
    Text,
    /// A program in C that finds the records.
    C,
    /// A program in Python.
    Python,
    /// A query in SQL.
    Sql,
}

/// A query about a question, which is that of a "loopscope-query/1" document, and how to show its answer. One structure for all
/// of them takes a tenth of the code that an enum with a structure for each takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskQuery {
    /// The trace.
    pub handle: u32,
    /// What is asked.
    pub what: AskWhat,
    /// The construct, numbered as in the model file.
    pub construct: u32,
    /// Whether each iteration of a loop is a record, not each time that it is entered.
    pub each: bool,
    /// The processes; empty for all that take part.
    pub processes: Vec<u32>,
    /// The names of the attributes.
    pub attributes: Vec<String>,
    /// Some iterations only, three numbers each: the number of an index, the first and the last iteration.
    pub ranges: Vec<f64>,
    /// Of a chart, which of the attributes is shown.
    pub attribute: u32,
    /// Of a chart, the process that is shown; missing for all.
    pub process: Option<u32>,
    /// Of a chart, the most columns; of rows, how many: at most 1,000.
    pub columns: u32,
    /// Of a chart, the most rows.
    pub rows: u32,
    /// Of rows and files, the first record.
    pub from: f64,
}

impl AskQuery {
    /// Whether another query is about the same records.
    pub(crate) fn has_records_of(&self, other: &Self) -> bool {
        self.construct == other.construct
            && self.each == other.each
            && self.processes == other.processes
            && self.attributes == other.attributes
            && self.ranges == other.ranges
    }
}

/// The place of a line of the model's text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskPlace {
    /// The construct.
    pub construct: u32,
    /// The line, without what stands before it.
    pub text: String,
    /// Loops around it, of those that are listed.
    pub depth: u32,
    /// The name of the loop without the L; 0 for what is no loop.
    #[serde(rename = "loop")]
    pub loop_id: u32,
    /// Whether it is the line with which a loop ends.
    pub ends: bool,
}

/// A loop around a construct.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskLoop {
    /// Its name without the L.
    pub id: u32,
    /// Its construct.
    pub construct: u32,
    /// How often it runs each time that it is entered.
    pub count: f64,
}

/// What can be asked of a construct.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskConstruct {
    /// The construct.
    pub construct: u32,
    /// Its line of the model's text; of a loop its name.
    pub words: String,
    /// `loop`, `send`, `receive`, `collective` or `local`.
    pub kind: String,
    /// The loops around it, outermost first; with `each` the loop itself is the last.
    pub loops: Vec<AskLoop>,
    /// The processes that take part.
    pub members: Vec<u32>,
    /// The attributes that it has.
    pub attributes: Vec<String>,
    /// Processes, and the position of the construct among the events of each of them.
    pub positions: Vec<(String, String)>,
    /// Other constructs that are the same event, and the loops around them by name, 0 for none; at most 50.
    pub same: Vec<(u32, u32)>,
    /// How many there are.
    pub same_count: f64,
}

/// A line of a chart, a row of a map, or the counts of a histogram.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskLine {
    /// The process; missing for all together.
    pub process: Option<u32>,
    /// The least value of each column, if a column holds several.
    pub low: Vec<f64>,
    /// The mean of each column; of several processes the median.
    pub middle: Vec<f64>,
    /// The largest value of each column, if a column holds several.
    pub high: Vec<f64>,
}

/// The answer to a question, as a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskAnswer {
    /// How many records there are.
    pub records: f64,
    /// The processes that are asked about.
    pub processes: Vec<u32>,
    /// The question as a line of the model's text.
    pub line: String,
    /// The lines of the chart.
    pub lines: Vec<AskLine>,
    /// Of a map over two loops the means of its columns.
    pub tops: Vec<f64>,
    /// And of its rows.
    pub sides: Vec<f64>,
    /// Of a histogram the bounds of its steps.
    pub edges: Vec<f64>,
    /// Values that are shown.
    pub count: f64,
    /// The least of them.
    pub least: f64,
    /// The one in the middle.
    pub median: f64,
    /// Their mean.
    pub mean: f64,
    /// The largest.
    pub most: f64,
    /// The sum.
    pub sum: f64,
    /// The record of the largest, and its process.
    pub most_at: [f64; 2],
    /// Nine tenths of the values by one tenth.
    pub unevenness: f64,
    /// The records that stand out, those with the largest values first; at most 1,000.
    pub outliers: Vec<f64>,
    /// How many there are.
    pub outlier_count: f64,
    /// Whether iterations of the same number are compared.
    pub by_number: bool,
    /// Whether each is compared with its neighbours.
    pub near: bool,
    /// The least with which a record could stand out; missing where nothing can.
    pub stands_out_from: Option<f64>,
}

/// The range of an attribute.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskRange {
    /// Its name.
    pub attribute: String,
    /// The least value.
    pub least: f64,
    /// The largest value.
    pub most: f64,
    /// Why it cannot be asked for; empty if it can.
    pub refused: String,
}

/// The reply to a query about questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AskReply {
    /// The places of a loop.
    Places {
        /// Those of its first lines.
        places: Vec<AskPlace>,
        /// How many lines it has.
        lines_in_all: f64,
    },
    /// What can be asked.
    Describe {
        /// Of the construct.
        construct: Box<AskConstruct>,
    },
    /// The answer is being made: the query is to be asked again.
    Working {
        /// How much is done.
        done: f64,
        /// Of how much.
        total: f64,
    },
    /// The answer.
    Answer {
        /// The answer.
        answer: Box<AskAnswer>,
    },
    /// The ranges of all attributes.
    Ranges {
        /// The ranges.
        ranges: Vec<AskRange>,
    },
    /// Some records.
    Rows {
        /// The indices of all records, one after the other.
        indices: Vec<f64>,
        /// The values of all records, one after the other, in digits: for each process all attributes.
        values: Vec<String>,
    },
    /// A part of a file.
    File {
        /// Its text; of a file that is none, a character for each byte.
        text: String,
        /// The first record of the next part; missing at the end.
        next: Option<f64>,
    },
}

//! Messages about questions to the model: what is asked of a construct, and what a chart of the answer shows.
//!
//! A question is that of a "loopscope-query/1" document. It is answered in slices: a query that is not answered yet gets
//! [`AskReply::Working`], and is asked again.

use serde::{Deserialize, Serialize, Serializer};

#[cfg(feature = "typescript")]
use tsify::Tsify;

use super::ModelLook;

/// A question about a construct of the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskGet {
    /// The construct, numbered as in the model file.
    pub construct: u32,
    /// Whether each iteration of a loop is a record, not each time that it is entered.
    pub each: bool,
    /// The processes; empty for all that take part.
    pub processes: Vec<u32>,
    /// The names of the attributes.
    pub attributes: Vec<String>,
    /// Some iterations only: the number of an index, the first and the last iteration.
    pub ranges: Vec<[f64; 3]>,
}

/// What the records of a chart stand along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum AskAxes {
    /// The records in order, a line for each process.
    #[default]
    Over,
    /// The records in order across, processes down.
    Processes,
    /// The outermost index across, the innermost down.
    Loops,
    /// The values by size.
    Sorted,
    /// How many values there are of each size.
    Histogram,
}

/// How to show the answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskLook {
    /// Which of the attributes is shown.
    pub attribute: u32,
    /// The process that is shown; missing for all.
    pub process: Option<u32>,
    /// Along what.
    pub axes: AskAxes,
    /// The most columns.
    pub columns: u32,
    /// The most rows.
    pub rows: u32,
}

/// A file to save of an answer, or a text of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum AskFile {
    /// The records as a table.
    Csv,
    /// The records as a document.
    Json,
    /// The records as a Parquet file.
    Parquet,
    /// The model's text with the question.
    Text,
    /// A program in C.
    C,
    /// A program in Python.
    Python,
    /// A query in SQL.
    Sql,
}

/// A query about questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AskQuery {
    /// The constructs of the first lines of the text of a loop of the model; 0 for the whole program.
    Places {
        /// The loop, by its name without the L.
        id: u32,
    },
    /// The constructs of a message of the picture of the model.
    Message {
        /// How the picture is drawn.
        look: Box<ModelLook>,
        /// The place of the message in it.
        message: u32,
    },
    /// What can be asked of a construct.
    Describe {
        /// The construct.
        construct: u32,
        /// Whether each iteration of a loop is a record.
        each: bool,
    },
    /// The answer to a question, as a chart.
    Answer {
        /// The question.
        get: Box<AskGet>,
        /// How to show it.
        look: AskLook,
    },
    /// The least and the largest value of every attribute that the construct of a question has, whatever it asks for.
    Ranges {
        /// The question.
        get: Box<AskGet>,
    },
    /// Some records of an answer.
    Rows {
        /// The question.
        get: Box<AskGet>,
        /// The first record.
        from: f64,
        /// How many, at most 1,000.
        count: u32,
    },
    /// A part of a file of an answer.
    File {
        /// The question.
        get: Box<AskGet>,
        /// Which file.
        what: AskFile,
        /// The first record that is in it.
        from: f64,
    },
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

/// Bytes, which cross as an array of them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
pub struct AskBytes(
    #[cfg_attr(feature = "typescript", tsify(type = "Uint8Array<ArrayBuffer>"))] pub Vec<u8>,
);

impl Serialize for AskBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
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
    /// The constructs of a message: sends, then receives.
    Message {
        /// The constructs.
        constructs: Vec<u32>,
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
        /// Its text.
        text: String,
        /// Its bytes, if it is no text.
        bytes: AskBytes,
        /// The first record of the next part; missing at the end.
        next: Option<f64>,
    },
}

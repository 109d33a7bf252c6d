//! Queries and plans as JSON: "loopscope-query/1" and "loopscope-plan/1". Integers beyond 2^53 are strings.

use std::collections::BTreeMap;

use loopscope_core::extract::plan::{Is, Plan, Read, Value};
use loopscope_core::extract::positions::Formula;
use loopscope_core::extract::query::{Attribute, Get, Query, Range, Side};
use loopscope_core::system::Model;
use loopscope_core::trace::ProcessId;
use loopscope_formats::notes::Note;
use serde::{Deserialize, Serialize};

use crate::error_note;
use crate::files::exact::Exact;
use crate::files::json_error;

const QUERY: &str = "loopscope-query/1";
const PLAN: &str = "loopscope-plan/1";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenQuery {
    format: String,
    get: Vec<WrittenGet>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGet {
    label: String,
    construct: u32,
    #[serde(default)]
    at: WrittenSide,
    #[serde(default)]
    each: bool,
    /// None are all that take part.
    #[serde(default)]
    processes: Vec<u32>,
    attributes: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    r#where: BTreeMap<String, (Exact, Exact)>,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenSide {
    #[default]
    Before,
    After,
}

/// Reads a query.
///
/// # Errors
/// It is no such document, or the model has no answer to a question.
pub(super) fn read(name: &str, model: &Model, text: &str) -> Result<Query, Note> {
    let what = "this is not a complete query";
    let document: WrittenQuery =
        serde_json::from_str(text).map_err(|error| json_error::note(name, what, text, &error))?;
    if document.format != QUERY {
        return Err(error_note(
            name,
            what,
            format!("the format {:?}", document.format),
            format!("{QUERY:?}"),
            "write it anew",
        ));
    }
    let refused = |at: usize, why: String| Note::error(name, format!("get {}: {why}", at + 1));
    let mut gets = Vec::new();
    for (at, written) in document.get.into_iter().enumerate() {
        gets.push(get(model, written).map_err(|why| refused(at, why))?);
    }
    Query::new(model, gets).map_err(|(at, why)| refused(at, why))
}

fn get(model: &Model, written: WrittenGet) -> Result<Get, String> {
    let construct = model.ids().nth(written.construct as usize).ok_or_else(|| {
        let last = model.len().saturating_sub(1);
        format!("found the construct {}; expected 0 to {last}", written.construct)
    })?;
    let attribute = |name: &String| {
        Attribute::named(name).ok_or_else(|| {
            let names = Attribute::ALL.map(Attribute::name).join(", ");
            format!("found the attribute {name:?}; expected one of {names}")
        })
    };
    let range = |(index, (first, last)): (&String, &(Exact, Exact))| {
        let level = index.strip_prefix('i').and_then(|digits| digits.parse().ok());
        let level = level.ok_or_else(|| format!("found the index {index:?}; expected \"i0\""))?;
        Ok(Range { level, first: first.0, last: last.0 })
    };
    Ok(Get {
        label: written.label,
        construct,
        side: match written.at {
            WrittenSide::Before => Side::Before,
            WrittenSide::After => Side::After,
        },
        each: written.each,
        processes: written.processes.into_iter().map(ProcessId).collect(),
        attributes: written.attributes.iter().map(attribute).collect::<Result<_, _>>()?,
        ranges: written.r#where.iter().map(range).collect::<Result<_, String>>()?,
    })
}

/// Writes a query. Same input, same bytes.
pub fn query_document(query: &Query) -> String {
    let get = |get: &Get| WrittenGet {
        label: get.label.clone(),
        construct: get.construct.index() as u32,
        at: match get.side {
            Side::Before => WrittenSide::Before,
            Side::After => WrittenSide::After,
        },
        each: get.each,
        processes: get.processes.iter().map(|process| process.0).collect(),
        attributes: get.attributes.iter().map(|it| it.name().to_owned()).collect(),
        r#where: get
            .ranges
            .iter()
            .map(|range| (format!("i{}", range.level), (Exact(range.first), Exact(range.last))))
            .collect(),
    };
    let format = QUERY.to_owned();
    let document = WrittenQuery { format, get: query.gets.iter().map(get).collect() };
    line(&document)
}

#[derive(Serialize)]
struct WrittenPlan<'a> {
    format: &'static str,
    processes: Vec<WrittenProcess>,
    records: Vec<WrittenRecords<'a>>,
}

#[derive(Serialize)]
struct WrittenProcess {
    process: u32,
    events: Exact,
    hash: String,
}

#[derive(Serialize)]
struct WrittenRecords<'a> {
    label: &'a str,
    loops: Vec<(String, Exact, Exact)>,
    values: Vec<WrittenValue>,
}

#[derive(Serialize)]
struct WrittenValue {
    process: u32,
    attribute: &'static str,
    is: &'static str,
    columns: Vec<&'static str>,
    at: Vec<WrittenAt>,
}

/// A position: a constant, and terms of the exponents of the indices and a coefficient.
#[derive(Serialize)]
struct WrittenAt {
    r#const: Exact,
    terms: Vec<(Vec<u32>, Exact)>,
    /// Another process than that of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    process: Option<u32>,
    /// Where it is just behind the last event of the process, the end of that event is read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    may_pass: bool,
}

fn at(formula: &Formula, process: Option<u32>, may_pass: bool) -> WrittenAt {
    let terms = formula.strides.iter().enumerate().filter(|(_, &stride)| stride > 0);
    let terms = terms.map(|(level, &stride)| {
        let mut exponents = vec![0; level];
        exponents.push(1);
        (exponents, Exact(stride))
    });
    WrittenAt { r#const: Exact(formula.base), terms: terms.collect(), process, may_pass }
}

fn value(value: &Value) -> WrittenValue {
    let own = value.process;
    let of = |read: &Read| {
        let process = Some(read.process.0).filter(|&process| process != own.0);
        at(&read.at, process, read.may_pass)
    };
    WrittenValue {
        process: own.0,
        attribute: value.attribute.name(),
        is: value.is.name(),
        columns: value.reads.iter().map(|read| read.column.name()).collect(),
        at: match value.is {
            Is::Number => vec![at(&value.number, None, false)],
            _ => value.reads.iter().map(of).collect(),
        },
    }
}

/// Writes a plan. Same input, same bytes.
pub fn plan_document(plan: &Plan) -> String {
    let processes = plan.processes.iter().map(|(process, identity)| WrittenProcess {
        process: process.0,
        events: Exact(identity.events),
        hash: format!("{:016x}", identity.hash),
    });
    let records = plan.records.iter().map(|records| WrittenRecords {
        label: &records.label,
        loops: records
            .loops
            .iter()
            .enumerate()
            .map(|(level, it)| (format!("i{level}"), Exact(it.first), Exact(it.last)))
            .collect(),
        values: records.values.iter().map(value).collect(),
    });
    let (processes, records) = (processes.collect(), records.collect());
    line(&WrittenPlan { format: PLAN, processes, records })
}

fn line(document: &impl Serialize) -> String {
    // Plain structs always have a JSON form.
    serde_json::to_string(document).unwrap_or_default() + "\n"
}

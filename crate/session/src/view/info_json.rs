//! What was read, as a JSON document for pipelines that check an import.
//!
//! The form is `loopscope-info/1`. Fields may be added to it; those that are here keep their names and meanings.
//!
//! | field | meaning |
//! | --- | --- |
//! | `format` | `loopscope-info/1` |
//! | `name` | what was opened |
//! | `opened` | whether it can be used; if not, only `notes` follow |
//! | `content` | `trace`, `nests` or `model` |
//! | `trace_format` | title of the format that most files have |
//! | `processes` | how many |
//! | `views` | of a trace: each view with its events and the fields that tell them apart |
//! | `kinds` | of a trace: events by kind, over all views |
//! | `messages` | of a trace with messages: how many were sent and received, their bytes, on how many channels (source, destination, tag), on how many of these the two differ though both ends are here, and how many have one end only |
//! | `calls` | of a trace: calls by name, in alphabetical order |
//! | `records` | of a trace: how many different events there are |
//! | `method`, `view`, `signature` | of nests and models: how they were made |
//! | `process_list` | each process: its number, its file, events by view; of numbers their fields and labels; where something varies, `varies`: in how many of how many `runs` of receives the `order` was another one, and which calls complete them; from how many `partners` it takes whatever comes first; calls with `sizes` that change, and `polls` in rows; `variants` of iterations |
//! | `skipped` | how many lines or records the readers skipped, or took with a doubt: the sum over warnings |
//! | `left_out` | files that were not read, by reason: how many, and up to 1,000 paths |
//! | `notes` | all that was noted: severity (`error`, `warning`, `info`), file, line, place, what, found, expected, remedy, how often |
//!
//! Integers that a double cannot hold are decimal strings.

use std::collections::BTreeMap;
use std::sync::Arc;

use loopscope_core::trace::{Kind, Process, ProcessId, Sequence, Trace, Values, View};
use loopscope_formats::notes::{Note, Place, Severity};
use serde::{Serialize, Serializer};
use serde_json::{json, Map, Value};

use super::varies::{self, Varying};
use crate::analysis::Analysis;
use crate::open::Opened;
use crate::options::fields_of;

/// The first field of every such document.
const FORMAT: &str = "loopscope-info/1";

/// What was read.
#[derive(Debug)]
pub enum Content<'a> {
    /// A trace.
    Trace(&'a Trace),
    /// Nests, and whether a model is made of them.
    Nests(&'a Analysis, bool),
}

/// The document on what was opened. O(events).
pub fn of(name: &str, opened: &Opened, content: &Content<'_>) -> String {
    let mut fields = Fields::default();
    let mut put = |name: &'static str, value: Value| fields.0.push((name, value));
    put("format", json!(FORMAT));
    put("name", json!(name));
    put("opened", json!(true));
    match content {
        Content::Trace(trace) => {
            put("content", json!("trace"));
            put("trace_format", json!(opened.format));
            of_trace(trace, &opened.kinds, &mut put);
        }
        Content::Nests(analysis, is_model) => {
            put("content", json!(if *is_model { "model" } else { "nests" }));
            put("trace_format", json!(opened.format));
            of_nests(analysis, &mut put);
        }
    }
    put("skipped", number(skipped(&opened.notes)));
    let left_out = opened
        .left_out
        .iter()
        .map(|group| json!({ "reason": group.reason, "count": number(group.count), "files": group.files }));
    put("left_out", left_out.collect());
    put("notes", opened.notes.iter().map(note).collect());
    printed(fields)
}

/// The document on what cannot be opened: why.
pub fn of_failure(name: &str, notes: &[Note]) -> String {
    let all = notes.iter().map(note).collect();
    let head = [("format", json!(FORMAT)), ("name", json!(name)), ("opened", json!(false))];
    printed(Fields(head.into_iter().chain([("notes", all)]).collect()))
}

/// The fields of the document, in the order in which people read them.
#[derive(Default)]
struct Fields(Vec<(&'static str, Value)>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

fn printed(fields: Fields) -> String {
    // A map of values is always written.
    serde_json::to_string_pretty(&fields).unwrap_or_default() + "\n"
}

fn of_trace(trace: &Trace, kinds: &[(Kind, u64)], put: &mut impl FnMut(&'static str, Value)) {
    put("processes", json!(trace.processes().len()));
    let views = trace.views();
    let of_view = |&view: &View| {
        let fields: Vec<&str> = fields_of(trace, view).iter().map(|it| it.name()).collect();
        json!({ "view": view.name(), "events": number(trace.event_count(view)), "fields": fields })
    };
    put("views", views.iter().map(of_view).collect());
    let of_kind = |(kind, count): &(Kind, u64)| (kind.name().to_owned(), number(*count));
    put("kinds", Value::Object(kinds.iter().map(of_kind).collect()));
    let counts = Counts::of(trace);
    if let Some(messages) = counts.messages(trace) {
        put("messages", messages);
    }
    let calls = counts.calls.iter().map(|(name, count)| json!({ "name": name, "count": number(*count) }));
    put("calls", calls.collect());
    put("records", json!(trace.table().records().len()));
    let varying = varies::of(trace);
    let of_process = |process: &Arc<Process>| {
        let own = varying.iter().find(|own| own.process == process.id);
        of_process(trace, process, own)
    };
    put("process_list", trace.processes().iter().map(of_process).collect());
}

fn of_process(trace: &Trace, process: &Process, varying: Option<&Varying>) -> Value {
    let of_view = |view: View| Some((view.name().to_owned(), json!(process.len(view)?)));
    let events: Map<String, Value> = View::ALL.into_iter().filter_map(of_view).collect();
    let mut fields = Map::new();
    fields.insert("process".to_owned(), json!(process.id.0));
    fields.insert("file".to_owned(), json!(&*process.source));
    fields.insert("events".to_owned(), Value::Object(events));
    if let Some(values) = process.values() {
        let (columns, labels) = of_values(trace, values);
        fields.insert("fields".to_owned(), columns);
        fields.insert("labels".to_owned(), labels);
    }
    if let Some(varying) = varying {
        fields.insert("varies".to_owned(), of_varying(varying));
    }
    Value::Object(fields)
}

/// What varies in a process; what does not is left out.
fn of_varying(varying: &Varying) -> Value {
    let mut fields = Map::new();
    if let Some((moved, runs)) = varying.order {
        let calls = &varying.completed_by;
        let order = json!({ "moved": number(moved), "runs": number(runs), "completed_by": calls });
        fields.insert("order".to_owned(), order);
    }
    if let Some(partners) = varying.partners {
        fields.insert("partners".to_owned(), number(partners));
    }
    for (name, calls) in [("sizes", &varying.sizes), ("polls", &varying.polls)] {
        if !calls.is_empty() {
            fields.insert(name.to_owned(), json!(calls));
        }
    }
    if let Some((iterations, variants)) = varying.variants {
        let variants = json!({ "iterations": number(iterations), "variants": number(variants) });
        fields.insert("variants".to_owned(), variants);
    }
    Value::Object(fields)
}

/// The fields of the tuples of a process, and how many of them carry which label.
fn of_values(trace: &Trace, values: &Values) -> (Value, Value) {
    let columns = values.columns().iter().map(|column| {
        let (least, most) = column.range().unwrap_or_default();
        json!({
            "name": column.name(),
            "numbers": column.sign().name(),
            "smallest": integer(least),
            "largest": integer(most),
        })
    });
    let labels = values
        .label_counts()
        .into_iter()
        .map(|(label, count)| json!({ "label": label.map(|label| trace.table().name(label)), "count": count }));
    (columns.collect(), labels.collect())
}

fn of_nests(analysis: &Analysis, put: &mut impl FnMut(&'static str, Value)) {
    put("processes", json!(analysis.processes.len()));
    put("method", json!(analysis.method_text()));
    put("view", json!(analysis.view.name()));
    put("signature", json!(analysis.signature));
    let of_process = analysis.processes.iter().map(|process| {
        json!({
            "process": process.process.0,
            "file": &*process.source,
            "events": { analysis.view.name(): number(process.nest.len()) },
            "loops": number(process.stats.loops),
            "coverage": process.stats.coverage,
        })
    });
    put("process_list", of_process.collect());
}

/// What is counted event by event.
#[derive(Default)]
struct Counts {
    /// Messages sent and received on each channel.
    channels: BTreeMap<(u32, u32, i64), (u64, u64)>,
    /// Bytes sent, as far as the trace says.
    bytes: Option<u64>,
    calls: BTreeMap<String, u64>,
}

impl Counts {
    /// O(events + records touched by each process).
    fn of(trace: &Trace) -> Self {
        let mut counts = Self::default();
        let mut own = vec![0u64; trace.table().records().len()];
        let mut touched = Vec::new();
        for process in trace.processes() {
            for view in [View::Communication, View::Calls] {
                for id in process.events(view).into_iter().flat_map(Sequence::iter) {
                    let Some(count) = own.get_mut(id.index()) else { continue };
                    if *count == 0 {
                        touched.push(id);
                    }
                    *count += 1;
                }
                for id in touched.drain(..) {
                    let Some(count) = own.get_mut(id.index()).map(std::mem::take) else { continue };
                    counts.add(trace, (process.id, view), id, count);
                }
            }
        }
        counts
    }

    fn add(
        &mut self,
        trace: &Trace,
        (process, view): (ProcessId, View),
        id: loopscope_core::trace::RecordId,
        count: u64,
    ) {
        let record = trace.table().record(id);
        if view == View::Calls {
            let name = trace.table().name(record.name);
            match self.calls.get_mut(name) {
                Some(known) => *known += count,
                None => drop(self.calls.insert(name.to_owned(), count)),
            }
            return;
        }
        let (Some(peer), Some(tag)) = (record.peer, record.tag) else { return };
        match record.kind {
            Kind::Send => {
                self.channels.entry((process.0, peer, tag)).or_default().0 += count;
                if let Some(bytes) = record.bytes {
                    let sent = bytes.saturating_mul(count);
                    self.bytes = Some(self.bytes.unwrap_or(0).saturating_add(sent));
                }
            }
            Kind::Recv => self.channels.entry((peer, process.0, tag)).or_default().1 += count,
            Kind::Sync | Kind::Local | Kind::Call => {}
        }
    }

    fn messages(&self, trace: &Trace) -> Option<Value> {
        if self.channels.is_empty() {
            return None;
        }
        let here = |id: u32| trace.process(ProcessId(id)).is_some();
        let (mut differ, mut open, mut sent, mut received) = (0u64, 0u64, 0u64, 0u64);
        for (&(from, to, _), &(out, arrived)) in &self.channels {
            sent += out;
            received += arrived;
            match here(from) && here(to) {
                true => differ += u64::from(out != arrived),
                false => open += 1,
            }
        }
        Some(json!({
            "sent": number(sent),
            "received": number(received),
            "bytes": self.bytes.map(number),
            "channels": self.channels.len(),
            "channels_that_differ": number(differ),
            "channels_with_one_end": number(open),
        }))
    }
}

/// Lines and records that warnings are about.
fn skipped(notes: &[Note]) -> u64 {
    let warnings = notes.iter().filter(|note| note.severity == Severity::Warning && note.place != Place::Whole);
    warnings.map(|note| note.count).sum()
}

fn note(note: &Note) -> Value {
    let line = match note.place {
        Place::Line(line) => Some(number(line)),
        Place::Whole | Place::Byte(_) => None,
    };
    json!({
        "severity": note.severity.name(),
        "file": note.file,
        "line": line,
        "place": note.place.text(),
        "what": note.what,
        "found": note.found,
        "expected": note.expected,
        "remedy": note.remedy,
        "count": number(note.count),
        "also": note.also(),
    })
}

fn number(number: u64) -> Value {
    integer(number.into())
}

fn integer(number: i128) -> Value {
    match i64::try_from(number) {
        Ok(small) if small.unsigned_abs() <= 1 << 53 => json!(small),
        _ => json!(number.to_string()),
    }
}

//! Models as a JSON document: the model, and the nests that it was made from.
//!
//! Such a document is also a document of nests, followed by the model, so it opens wherever nests do. Models of other
//! processes can be merged with it, because merging starts from the nests.

use loopscope_core::numbers::counted;
use loopscope_core::system::{
    first_mismatch, Channel, Construct, ConstructId, Event, Local, Merged, Model, ModelBuilder, ModelError, Problem,
    ProblemKind,
};
use loopscope_core::trace::ProcessId;
use loopscope_formats::notes::Note;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::exact::{self, Exact};
use super::json_error;
use super::nests::{self, FORMAT_OF_MODELS, FORMAT_OF_MODELS_WITH_ORDERS};
use super::partners::{self, WrittenTurns};
use super::sizes::{self, WrittenSizes};
use crate::error_note;
use crate::tasks::model::{local, Program, Sizes};

#[derive(Debug, Serialize, Deserialize)]
struct Document {
    model: WrittenModel,
    problems: Vec<WrittenProblem>,
    /// Whose turn it was at processes that take messages from anybody, for other readers; this program computes them again.
    #[serde(default, skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    turns: Vec<WrittenTurns>,
    /// The bytes that each construct sends in total, for other readers; this program computes them again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bytes: Vec<Option<Exact>>,
    /// The sizes of messages, if the trace has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sizes: Vec<WrittenSizes>,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenModel {
    processes: Vec<u32>,
    /// Source, destination and tag of each.
    channels: Vec<(u32, u32, i64)>,
    groups: Vec<Vec<u32>>,
    names: Vec<String>,
    /// The constructs of a body come before their loop.
    constructs: Vec<WrittenConstruct>,
    root: Vec<u32>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenConstruct {
    Send(u32),
    Recv(u32),
    Sync { name: u32, group: u32, members: Vec<u32> },
    Local { process: u32, words: u32 },
    Loop(WrittenLoop),
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenLoop {
    id: u32,
    #[serde(with = "exact")]
    count: u64,
    body: Vec<u32>,
    /// The channels that are not closed inside it, for other readers; this program computes them again.
    open: Vec<u32>,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenProblem {
    process: u32,
    #[serde(with = "exact")]
    position: u64,
    #[serde(flatten)]
    kind: WrittenKind,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenKind {
    Apart(u32),
    Ahead(u32),
    Names(u32),
    Unmatched { channel: (u32, u32, i64), sent: u64, received: u64 },
    Uneven { construct: u32, own: u64, other: u32, others: u64 },
    Missing(u32),
}

/// Writes a program: a line for the nest of each process, and one for the model. Same input, same bytes.
pub fn write(program: &Program) -> String {
    let turns = program.split().map_or(Vec::new(), partners::written_turns);
    let format = match nests::has_orders(&program.analysis) || !turns.is_empty() {
        true => FORMAT_OF_MODELS_WITH_ORDERS,
        false => FORMAT_OF_MODELS,
    };
    let mut text = nests::head(&program.analysis, format);
    nests::processes(&program.analysis, &mut text);
    let rest = Document {
        model: written(program.model()),
        problems: program.merged.problems.iter().map(written_problem).collect(),
        turns,
        bytes: program
            .volumes()
            .map_or(Vec::new(), |volumes| volumes.all().iter().map(|bytes| bytes.map(Exact)).collect()),
        sizes: program.sizes.iter().map(sizes::written).collect(),
    };
    // Plain structs always have a JSON form.
    let rest = serde_json::to_string(&rest).unwrap_or_default();
    text.push_str("],\n");
    text.push_str(rest.strip_prefix('{').unwrap_or_default());
    text.push('\n');
    text
}

fn written(model: &Model) -> WrittenModel {
    let number = |channel: &Channel| (channel.src.0, channel.dst.0, channel.tag);
    let numbers = |ids: &[ConstructId]| -> Vec<u32> { ids.iter().map(|id| id.index() as u32).collect() };
    let members = |id| model.members(id).iter().map(|process| process.0).collect::<Vec<u32>>();
    let constructs = model.ids().map(|id| match model.construct(id) {
        Construct::Send(channel) => WrittenConstruct::Send(channel.index() as u32),
        Construct::Recv(channel) => WrittenConstruct::Recv(channel.index() as u32),
        Construct::Sync { name, group } => {
            WrittenConstruct::Sync { name: name.index() as u32, group: group.index() as u32, members: members(id) }
        }
        Construct::Local { words } => {
            WrittenConstruct::Local { process: members(id).first().copied().unwrap_or(0), words: words.index() as u32 }
        }
        Construct::Loop(node) => WrittenConstruct::Loop(WrittenLoop {
            id: model.loop_id(id),
            count: node.count,
            body: numbers(model.body(&node)),
            open: model.open(&node).iter().map(|channel| channel.index() as u32).collect(),
        }),
    });
    WrittenModel {
        processes: model.processes().iter().map(|process| process.0).collect(),
        channels: model.channels().iter().map(number).collect(),
        groups: model.groups().iter().map(|group| group.to_vec()).collect(),
        names: model.names().iter().map(|name| name.to_string()).collect(),
        constructs: constructs.collect(),
        root: numbers(model.root()),
    }
}

fn written_problem(problem: &Problem) -> WrittenProblem {
    let number = |construct: ConstructId| construct.index() as u32;
    let kind = match problem.kind {
        ProblemKind::Conflict { construct } => WrittenKind::Apart(number(construct)),
        ProblemKind::Ahead { construct } => WrittenKind::Ahead(number(construct)),
        ProblemKind::NamesDiffer { construct } => WrittenKind::Names(number(construct)),
        ProblemKind::Unmatched { channel: Channel { src, dst, tag }, sent, received } => {
            WrittenKind::Unmatched { channel: (src.0, dst.0, tag), sent, received }
        }
        ProblemKind::Uneven { construct, own, other, others } => {
            WrittenKind::Uneven { construct: number(construct), own, other: other.0, others }
        }
        ProblemKind::Missing { process } => WrittenKind::Missing(process.0),
    };
    WrittenProblem { process: problem.process.0, position: problem.position, kind }
}

/// Whether a document of nests contains a model.
pub fn is_model(text: &str) -> bool {
    let head: String = text.chars().take(200).filter(|c| !c.is_whitespace()).collect();
    let starts = |format| head.starts_with(&format!("{{\"format\":\"{format}\""));
    starts(FORMAT_OF_MODELS) || starts(FORMAT_OF_MODELS_WITH_ORDERS)
}

/// Reads a document that [`write`] wrote: the model and its nests.
///
/// # Errors
/// A note on the first thing that is wrong: broken JSON, a number that refers to nothing, a construct that is in two
/// bodies or in none, a model whose processes or events are not those of its nests, or sizes of more or fewer messages
/// than there are.
pub fn read(name: &str, text: &str) -> Result<Program, Note> {
    let analysis = nests::read(name, text)?;
    let bad = |found: String, expected: &str| {
        let what = "this is not a complete model document".to_owned();
        error_note(name, what, found, expected, "write the file again")
    };
    let Document { model, problems, sizes, .. } = serde_json::from_str(text)
        .map_err(|error| json_error::note(name, "this is not a complete model document", text, &error))?;
    let built = build(&model).map_err(|found| bad(found, "constructs as a tree, those of a body before its loop"))?;
    let of_nests = analysis.processes.iter().map(|process| (process.process, process.nest.len()));
    let events = |process: ProcessId| -> u64 { events_of(&built, process) };
    if !of_nests.clone().map(|(process, _)| process).eq(built.processes().iter().copied()) {
        return Err(bad("other processes in the model".to_owned(), "the processes of the nests"));
    }
    if let Some((process, length)) = of_nests.into_iter().find(|&(process, len)| events(process) != len) {
        let found = counted(events(process), "event");
        let found = format!("{found} of process {process} in the model");
        return Err(bad(found, &format!("{length}, as in its nest")));
    }
    let locals: Vec<Local<'_>> = analysis.processes.iter().map(|p| local(p)).collect();
    if let Some(process) = first_mismatch(&built, &locals) {
        let found = format!("other events of process {process} in the model");
        return Err(bad(found, "those of its nest, in their order"));
    }
    // As a list, because looking up the n-th construct takes n steps.
    let ids: Vec<ConstructId> = built.ids().collect();
    let construct = |number: u32| ids.get(number as usize).copied().ok_or(number);
    let problems = problems
        .iter()
        .map(|written| {
            let kind = match written.kind {
                WrittenKind::Apart(at) => ProblemKind::Conflict { construct: construct(at)? },
                WrittenKind::Ahead(at) => ProblemKind::Ahead { construct: construct(at)? },
                WrittenKind::Names(at) => ProblemKind::NamesDiffer { construct: construct(at)? },
                WrittenKind::Unmatched { channel: (src, dst, tag), sent, received } => {
                    let (src, dst) = (ProcessId(src), ProcessId(dst));
                    ProblemKind::Unmatched { channel: Channel { src, dst, tag }, sent, received }
                }
                WrittenKind::Uneven { construct: at, own, other, others } => {
                    let (construct, other) = (construct(at)?, ProcessId(other));
                    ProblemKind::Uneven { construct, own, other, others }
                }
                WrittenKind::Missing(process) => ProblemKind::Missing { process: ProcessId(process) },
            };
            Ok(Problem { process: ProcessId(written.process), position: written.position, kind })
        })
        .collect::<Result<Vec<Problem>, u32>>()
        .map_err(|number| bad(format!("construct {number}"), "the number of a construct"))?;
    let matrix = built.matrix();
    let mut sent: FxHashMap<ProcessId, u64> = FxHashMap::default();
    for cell in matrix.cells() {
        let count = sent.entry(cell.src).or_default();
        *count = count.saturating_add(cell.messages);
    }
    let mut read: Vec<Sizes> = Vec::with_capacity(sizes.len());
    for written in &sizes {
        let of = |src: ProcessId| sent.get(&src).copied().unwrap_or(0);
        let sizes =
            sizes::read(written, of).map_err(|found| bad(found, "a size for each message that a process sends"))?;
        if read.last().is_some_and(|last| last.process >= sizes.process) {
            let found = format!("sizes of process {} out of order", sizes.process);
            return Err(bad(found, "processes ascending"));
        }
        read.push(sizes);
    }
    let merged = Merged { model: built, problems };
    Ok(Program::from_parts(analysis, merged, read))
}

/// The events of a process over all iterations.
fn events_of(model: &Model, process: ProcessId) -> u64 {
    let mut sums = rustc_hash::FxHashMap::default();
    let mut total = 0u64;
    for &id in model.constructs_of(process) {
        let events = match model.construct(id) {
            Construct::Loop(node) => sums.remove(&id).unwrap_or(0u64).saturating_mul(node.count),
            _ => 1,
        };
        match model.parent(id) {
            Some(parent) => *sums.entry(parent).or_insert(0) += events,
            None => total = total.saturating_add(events),
        }
    }
    total
}

/// Builds the model; if that is impossible, the error says what is wrong.
fn build(written: &WrittenModel) -> Result<Model, String> {
    let mut builder = ModelBuilder::new(written.processes.iter().copied().map(ProcessId));
    // A loop begins where its first child is, so that the constructs keep their numbers.
    let count = written.constructs.len();
    let mut first_of: Vec<u32> = (0..count as u32).collect();
    let mut begins: Vec<u32> = vec![0; count];
    let mut waiting: Vec<u32> = Vec::new();
    let mut ids: FxHashSet<u32> = FxHashSet::default();
    for (at, construct) in written.constructs.iter().enumerate() {
        if let WrittenConstruct::Loop(node) = construct {
            if node.id > 0 && !ids.insert(node.id) {
                return Err(format!("construct {at}: a second loop with the id {}", node.id));
            }
            let from = waiting.len().checked_sub(node.body.len());
            let body = from.map(|from| waiting.split_off(from));
            if body.as_ref() != Some(&node.body) || node.body.is_empty() {
                return Err(format!("the body of construct {at}"));
            }
            let first = node.body.first().and_then(|&first| first_of.get(first as usize)).copied();
            first_of[at] = first.unwrap_or(at as u32);
            begins[first_of[at] as usize] += 1;
        }
        waiting.push(at as u32);
    }
    if waiting != written.root {
        return Err("the constructs of the top level".to_owned());
    }
    let refused = |at: usize| move |error: ModelError| format!("construct {at}: {error}");
    let channel = |number: u32| {
        let &(src, dst, tag) = written.channels.get(number as usize).ok_or(format!("channel {number}"))?;
        Ok::<Channel, String>(Channel { src: ProcessId(src), dst: ProcessId(dst), tag })
    };
    let name = |number: u32| written.names.get(number as usize).ok_or_else(|| format!("name {number}"));
    for (at, construct) in written.constructs.iter().enumerate() {
        (0..begins[at]).for_each(|_| builder.begin_loop());
        let done = match construct {
            WrittenConstruct::Send(number) => builder.event(Event::Send(channel(*number)?)),
            WrittenConstruct::Recv(number) => builder.event(Event::Recv(channel(*number)?)),
            WrittenConstruct::Sync { name: number, group, members } => {
                let members: Vec<ProcessId> = members.iter().copied().map(ProcessId).collect();
                let known = written.groups.get(*group as usize);
                let group = known.ok_or_else(|| format!("group {group}"))?;
                builder.event(Event::Sync { name: name(*number)?, group, members: &members })
            }
            WrittenConstruct::Local { process, words } => {
                let process = ProcessId(*process);
                builder.event(Event::Local { process, words: name(*words)? })
            }
            WrittenConstruct::Loop(node) => builder.end_loop(node.count),
        };
        done.map_err(refused(at))?;
    }
    builder.finish().map_err(|error| error.to_string())
}

//! The rows of a trace, process by process, some thousands at a time.

use std::collections::BTreeMap;
use std::io;

use loopscope_core::extract::columns::{Column, Columns, Knowledge};
use loopscope_core::extract::identity::Identity;
use loopscope_core::extract::of_trace::TraceColumns;
use loopscope_core::numbers::thousands;
use loopscope_core::system::Model;
use loopscope_core::trace::{Kind, ProcessId, Trace, View};
use loopscope_formats::notes::Note;

use super::{ProcessEntry, FORMAT};
use crate::parquet::PAGE;

/// Rows, given by column.
pub type Batch<'a> = &'a [&'a [i64]];

/// Why rows could not be written.
#[derive(Debug)]
pub enum Failed {
    /// The trace.
    Input(Note),
    /// The output.
    Output(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The rows of a trace.
pub struct Splitting<'a> {
    name: &'a str,
    columns: TraceColumns,
    /// The columns that all processes have.
    known: Vec<Column>,
    model: Option<&'a Model>,
    /// Loops in each other, at most.
    depth: usize,
}

impl<'a> Splitting<'a> {
    /// The rows of these processes of a trace, with their places in a model. `without_locals`: local events are no rows, as in
    /// the model. O(calls of the processes).
    ///
    /// # Errors
    /// The model is of other events; the note names the process.
    pub fn new(
        name: &'a str,
        trace: &Trace,
        processes: &[ProcessId],
        model: Option<&'a Model>,
        without_locals: bool,
    ) -> Result<Self, Note> {
        let mut columns = TraceColumns::new(trace, without_locals);
        let mut known = Column::ALL.to_vec();
        for &process in processes {
            known.retain(|column| column.needs().is_none_or(|what| columns.knows(process, what)));
        }
        let mut depth = 0;
        for &process in processes {
            let Some(model) = model else { break };
            let of_model = Identity::of_model(model, process);
            let of_trace = columns.identity(process).unwrap_or_default();
            if of_model != of_trace {
                let found = format!("{} events of process {process}", thousands(of_trace.events));
                return Err(Note::error(name, "the model is of other events")
                    .found(found)
                    .expected(format!("{} events as in the model", thousands(of_model.events)))
                    .remedy("make the model from this trace, or leave it out with --plain"));
            }
            let deepest = model.constructs_of(process).iter().map(|&id| around(model, id));
            depth = depth.max(deepest.max().unwrap_or(0));
        }
        Ok(Splitting { name, columns, known, model, depth })
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.known.iter().map(|column| column.name().to_owned()).collect();
        if self.model.is_some() {
            names.push("construct".to_owned());
            names.extend((0..self.depth).map(|level| format!("i{level}")));
        }
        names
    }

    /// What is left out, and why.
    pub fn notes(&self) -> Vec<Note> {
        let lacks = |what: Knowledge| {
            Column::ALL.iter().any(|column| column.needs() == Some(what) && !self.known.contains(column))
        };
        let left_out = |what: Knowledge| {
            let of = Column::ALL.iter().filter(|column| column.needs() == Some(what));
            of.map(|column| column.name()).collect::<Vec<_>>().join(", ")
        };
        let reasons = [
            (Knowledge::Times, "the trace has no times of all events"),
            (Knowledge::Sizes, "the trace does not say how large all messages are"),
        ];
        let lacking = reasons.into_iter().filter(|(what, _)| lacks(*what));
        lacking
            .map(|(what, reason)| Note::info(self.name, reason).found(format!("no columns {}", left_out(what))))
            .collect()
    }

    /// Events of a process.
    pub fn events(&mut self, process: ProcessId) -> u64 {
        self.columns.identity(process).unwrap_or_default().events
    }

    /// Calls with all rows of a process, in order: a slice for each of [`names`](Self::names). O(rows times columns).
    ///
    /// # Errors
    /// The callback fails.
    pub fn rows(
        &mut self,
        process: ProcessId,
        mut each: impl FnMut(Batch<'_>) -> io::Result<()>,
    ) -> Result<(), Failed> {
        let events = self.events(process);
        let mut replay = self.model.map(|model| model.replay(process));
        let (mut first, mut positions) = (0, Vec::new());
        let mut columns: Vec<Vec<i64>> = vec![Vec::new(); self.names().len()];
        while first < events {
            let end = events.min(first + PAGE as u64);
            positions.clear();
            positions.extend(first..end);
            columns.iter_mut().for_each(Vec::clear);
            let (of_events, of_model) = columns.split_at_mut(self.known.len());
            for (&column, values) in self.known.iter().zip(of_events) {
                self.columns
                    .read(process, column, &positions, values)
                    .map_err(|error| Failed::Input(Note::error(self.name, error.to_string())))?;
            }
            if let (Some(replay), Some((constructs, levels))) = (&mut replay, of_model.split_first_mut()) {
                for _ in first..end {
                    let Some(step) = replay.next() else { break };
                    constructs.push(step.construct.index() as i64);
                    let mut indices = replay.indices();
                    for level in levels.iter_mut() {
                        level.push(indices.next().map_or(-1, |index| index as i64));
                    }
                }
            }
            let batch: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
            each(&batch)?;
            first = end;
        }
        Ok(())
    }

    /// What the footer of a file with these processes says, in this order. `made`: how the model was made. The first time,
    /// it pairs all messages: O(events of the trace).
    pub fn metadata(&mut self, processes: &[ProcessId], made: &str) -> Vec<(&'static str, String)> {
        let entries: Vec<ProcessEntry> = processes
            .iter()
            .map(|&process| {
                let identity = self.columns.identity(process).unwrap_or_default();
                let (events, hash) = (identity.events, identity.hash.to_string());
                ProcessEntry { process: process.0, events, hash }
            })
            .collect();
        let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).take(4).collect();
        let mut texts = vec![
            ("format", FORMAT.to_owned()),
            ("unit", "ns".to_owned()),
            ("clock", "as recorded".to_owned()),
            ("view", View::Communication.name().to_owned()),
            ("names", json(&kinds)),
            ("processes", json(&entries)),
        ];
        if self.known.contains(&Column::Start) {
            if let Some(early) = self.columns.early() {
                texts.push(("early", format!("{} {}", early.messages, early.early)));
            }
        }
        if let Some(model) = self.model {
            let mut lines: BTreeMap<usize, (String, Option<usize>)> = BTreeMap::new();
            for &process in processes {
                for &id in model.constructs_of(process) {
                    let around = model.parent(id).map(|around| around.index());
                    let text = || match model.as_loop(id) {
                        Some(node) => format!("L{} x{}", model.loop_id(id), node.count),
                        None => model.line(id, process),
                    };
                    lines.entry(id.index()).or_insert_with(|| (text(), around));
                }
            }
            texts.push(("constructs", json(&lines)));
            texts.push(("model", made.to_owned()));
        }
        texts
    }
}

/// Loops around a construct.
fn around(model: &Model, id: loopscope_core::system::ConstructId) -> usize {
    std::iter::successors(model.parent(id), |&id| model.parent(id)).count()
}

/// As JSON: what is written here has no form that JSON lacks.
pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

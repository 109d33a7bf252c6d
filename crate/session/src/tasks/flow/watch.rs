//! Watching the graphs of processes grow while a trace is being read, which may be while the program runs.

use std::collections::btree_map::{BTreeMap, Entry};
use std::fmt::Write;

use loopscope_core::event_flow::{IterationRing, WindowRule};
use loopscope_core::numbers::{counted, thousands};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::symbols::{Field, Signature};
use loopscope_core::trace::{DrainedColumns, ProcessId, RecordId, Table, View};
use loopscope_formats::notes::Note;
use rustc_hash::FxHashMap;

use super::notices::Noticing;
use crate::error_note;
use crate::open::{Opening, Status};

/// Reads files and says, process by process, when the graph is stable, grows again, and which iterations are worth keeping.
#[derive(Debug)]
pub struct FlowWatch {
    opening: Opening,
    choice: Choice,
    /// By serial.
    processes: BTreeMap<u32, Watched>,
}

#[derive(Debug)]
struct Watched {
    name: String,
    own: ProcessId,
    view: View,
    signature: Signature,
    numbers: FxHashMap<RecordId, u32>,
    known: FxHashMap<Box<str>, u32>,
    texts: Vec<Box<str>>,
    noticing: Noticing,
    ring: IterationRing,
}

/// The calls of a process that are worth keeping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCalls {
    /// The process.
    pub process: ProcessId,
    /// Stretches of calls, ascending: the number of the first, and of that after the last.
    pub stretches: Vec<(u64, u64)>,
}

impl FlowWatch {
    /// Watches what an opening reads, of which nothing may have been read. Without `signature` calls are told apart by name and
    /// site, if the trace has sites, else by what nests compare.
    ///
    /// # Errors
    /// A word of the signature is no field.
    pub fn new(mut opening: Opening, signature: Option<&[String]>, rule: WindowRule) -> Result<Self, Note> {
        let signature = signature.map(signature_of).transpose()?;
        opening.stream_items();
        let choice = Choice { rule, signature };
        Ok(Self { opening, choice, processes: BTreeMap::new() })
    }

    /// Reads about so many bytes and appends a line for whatever is noticed. Returns the notes of the readers at the end.
    ///
    /// # Errors
    /// The files are no trace. Watching cannot go on then.
    pub fn step(&mut self, budget: usize, out: &mut String) -> Result<Option<Vec<Note>>, Vec<Note>> {
        let status = self.opening.step(budget)?;
        let items = self.opening.take_items();
        let Status::Done(opened) = status else {
            let table = self.opening.table();
            items.iter().for_each(|taken| take(&mut self.processes, &self.choice, (taken, table), out));
            return Ok(None);
        };
        let Some(trace) = opened.trace() else {
            return Err(vec![error_note(
                "",
                "only traces can be watched",
                "nests",
                "events",
                "`loopscope expand` writes the trace of nests",
            )]);
        };
        // The records are the trace's by now.
        let table = trace.table();
        items.iter().for_each(|taken| take(&mut self.processes, &self.choice, (taken, table), out));
        for process in self.processes.values() {
            process.summary(out);
        }
        Ok(Some(opened.notes))
    }

    /// What is worth keeping of each process: its windows that were not dropped, and single iterations that take other
    /// transitions. Without those whose calls the trace does not have.
    pub fn kept(&self) -> Vec<KeptCalls> {
        let of_calls = self.processes.values().filter(|process| process.view == View::Calls);
        of_calls.map(|process| process.kept()).collect()
    }
}

/// How events are told apart, and when a window begins.
#[derive(Debug)]
struct Choice {
    rule: WindowRule,
    signature: Option<Signature>,
}

/// Passes on the events that were read of a process.
fn take(
    processes: &mut BTreeMap<u32, Watched>,
    choice: &Choice,
    (taken, table): (&DrainedColumns, &Table),
    out: &mut String,
) {
    let filled = |view: &View| taken.events(*view).is_some_and(|events| !events.is_empty());
    let process = match processes.entry(taken.serial) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(free) => {
            let views = [View::Calls, View::Communication];
            let Some(view) = views.into_iter().find(filled) else { return };
            let signature = choice.signature.clone();
            free.insert(Watched {
                name: taken.id.map_or_else(|| taken.source.to_string(), |id| format!("process {id}")),
                own: taken.id.unwrap_or(ProcessId(taken.serial)),
                view,
                signature: signature.unwrap_or_else(|| default_signature(view, table)),
                numbers: FxHashMap::default(),
                known: FxHashMap::default(),
                texts: Vec::new(),
                noticing: Noticing::new(choice.rule),
                ring: IterationRing::default(),
            })
        }
    };
    if let Some(events) = taken.events(process.view) {
        events.iter().for_each(|event| process.push(event, table, out));
    }
}

fn signature_of(words: &[String]) -> Result<Signature, Note> {
    let field = |word: &String| {
        Field::ALL.into_iter().find(|field| field.name() == word).ok_or_else(|| {
            let known: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
            let remedy = "choose among the fields".to_owned();
            error_note("", "no such field", format!("{word:?}"), known.join(", "), remedy)
        })
    };
    Ok(Signature::new(words.iter().map(field).collect::<Result<Vec<Field>, Note>>()?))
}

/// By name and site, if an event that was read has a site.
fn default_signature(view: View, table: &Table) -> Signature {
    match table.records().iter().any(|record| record.site.is_some()) {
        true => Signature::new([Field::Name, Field::Site]),
        false => Signature::default_for(view),
    }
}

impl Watched {
    fn push(&mut self, event: RecordId, table: &Table, out: &mut String) {
        let node = match self.numbers.get(&event) {
            Some(&node) => node,
            None => {
                let text = self.signature.text(table.record(event), self.own, table);
                let next = self.texts.len() as u32;
                let node = *self.known.entry(text.clone().into()).or_insert(next);
                if node == next {
                    self.texts.push(text.into());
                }
                self.numbers.insert(event, node);
                node
            }
        };
        let texts = &self.texts;
        let text = |node: u32| texts.get(node as usize).map_or("", |text| text);
        for said in self.noticing.push(node, text) {
            let call = thousands(self.noticing.flow().position());
            let _ = writeln!(out, "{}, call {call}: {said}", self.name);
        }
        self.ring.push(node, self.noticing.flow());
    }

    fn kept(&self) -> KeptCalls {
        let flow = self.noticing.flow();
        let windows = flow.windows().iter().filter(|window| window.dropped_for.is_none());
        let windows = windows.map(|window| (window.begin, window.end.unwrap_or(flow.position())));
        let mut stretches: Vec<(u64, u64)> = windows.chain(self.ring.kept().iter().copied()).collect();
        stretches.sort_small();
        // Windows of several loops may share calls.
        stretches.dedup_by(|next, before| {
            let joined = next.0 <= before.1;
            before.1 = if joined { before.1.max(next.1) } else { before.1 };
            joined
        });
        KeptCalls { process: self.own, stretches }
    }

    fn summary(&self, out: &mut String) {
        let flow = self.noticing.flow();
        let kept = flow.windows().iter().filter(|window| window.dropped_for.is_none());
        let calls = flow.position();
        let inside: u64 = kept.clone().map(|window| window.end.unwrap_or(calls) - window.begin).sum();
        let (nodes, edges) = flow.size();
        let _ = writeln!(
            out,
            "{}: {}, {}, {}; {} with {}",
            self.name,
            counted(calls, "call"),
            counted(nodes as u64, "node"),
            counted(edges as u64, "transition"),
            counted(kept.count() as u64, "window"),
            counted(inside, "call")
        );
        let others = self.ring.kept();
        if !others.is_empty() {
            let calls = others.iter().map(|(from, to)| to - from).sum();
            let _ = writeln!(
                out,
                "{}: beside these {} with other transitions, {}",
                self.name,
                counted(others.len() as u64, "iteration"),
                counted(calls, "call")
            );
        }
    }
}

//! The flow graphs of all processes of a trace, made one after the other.

use loopscope_core::event_flow::{graph_kinds, Alike};
use loopscope_core::trace::{ProcessId, Trace};
use loopscope_formats::notes::Note;

use super::choices::FlowChoices;
use super::process::ProcessFlow;
use crate::options::Options;

/// The flow graphs of the processes of a trace.
#[derive(Clone, Debug)]
pub struct Flow {
    /// What they were made of.
    pub options: Options,
    /// How they were made.
    pub choices: FlowChoices,
    /// By process, ascending.
    pub processes: Vec<ProcessFlow>,
    /// For each of them its kind: processes of one kind have graphs with the same edges between the same symbols.
    pub kinds: Vec<u32>,
}

impl Flow {
    /// The processes of each kind, and the place of the first of them.
    pub fn members(&self) -> Vec<(usize, Vec<u32>)> {
        let mut members: Vec<(usize, Vec<u32>)> = Vec::new();
        for (at, (process, &kind)) in self.processes.iter().zip(&self.kinds).enumerate() {
            match members.get_mut(kind as usize) {
                Some((_, known)) => known.push(process.process.0),
                None => members.push((at, vec![process.process.0])),
            }
        }
        members
    }
}

/// Makes the flow graphs of a trace.
#[derive(Debug)]
pub struct FlowBuilder {
    trace: Trace,
    options: Options,
    choices: FlowChoices,
    only: Option<ProcessId>,
    next: usize,
    processes: Vec<ProcessFlow>,
}

impl FlowBuilder {
    /// Prepares the graphs of all processes, or of one of them; no work is done yet.
    ///
    /// # Errors
    /// As [`FlowChoices::resolve`].
    pub fn new(name: &str, trace: &Trace, choices: FlowChoices, only: Option<ProcessId>) -> Result<Self, Note> {
        let options = choices.resolve(name, trace)?;
        let trace = trace.clone();
        Ok(Self { trace, options, choices, only, next: 0, processes: Vec::new() })
    }

    /// Makes the graph of the next process; false if there is none.
    ///
    /// # Errors
    /// As [`ProcessFlow::new`].
    pub fn step(&mut self) -> Result<bool, Note> {
        let Some(process) = self.trace.processes().get(self.next) else { return Ok(false) };
        self.next += 1;
        let wanted = self.only.is_none_or(|only| only == process.id);
        if wanted && process.events(self.options.view).is_some() {
            let (table, options) = (self.trace.table(), &self.options);
            self.processes.push(ProcessFlow::new(process, table, options, &self.choices)?);
        }
        Ok(true)
    }

    /// Processes that are done, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.trace.processes().len())
    }

    /// The graphs, and which processes have equal ones.
    pub fn finish(self) -> Flow {
        let Self { options, choices, processes, .. } = self;
        let texts: Vec<Vec<String>> = processes
            .iter()
            .map(|process| {
                let nodes = 0..process.graph.nodes().len() as u32;
                nodes.map(|node| process.node_text(node)).collect()
            })
            .collect();
        let graphs = processes.iter().zip(&texts).map(|(process, texts)| (&process.graph, &texts[..]));
        let kinds = graph_kinds(graphs, Alike::Edges);
        Flow { options, choices, processes, kinds }
    }
}

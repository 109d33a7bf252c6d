//! The task that makes the flow graphs of a trace, a process in each slice, and what it leaves behind.

use std::sync::Arc;

use loopscope_core::numbers::set_text;
use loopscope_core::trace::{Trace, View};
use loopscope_formats::notes::Note;

use super::builder::{Flow, FlowBuilder};
use super::choices::{FlowChoices, Queries};
use super::process::ProcessFlow;
use crate::error::missing;
use crate::error_note;
use crate::loaded::{Loaded, TraceHandle};
use crate::options::OptionChoices;
use crate::tasks::task::{Slice, Task};
use crate::wire::{FlowRequest, FlowSummary, TaskProgress};

/// The flow graphs that were made last, and what they are of.
#[derive(Debug)]
pub(crate) struct KeptFlow {
    pub(super) handle: TraceHandle,
    pub(super) trace: Trace,
    pub(super) flow: Flow,
}

impl KeptFlow {
    pub(crate) fn is_of(&self, handle: TraceHandle) -> bool {
        self.handle == handle
    }

    /// All graphs.
    pub(crate) fn flow(&self) -> &Flow {
        &self.flow
    }

    /// The place of the graph of a process.
    ///
    /// # Errors
    /// It has none.
    pub(crate) fn place_of(&self, process: u32) -> Result<usize, Note> {
        let place = self.flow.processes.iter().position(|known| known.process.0 == process);
        place.ok_or_else(|| missing("there is no flow graph", process, "the number of a process with calls"))
    }

    /// The graph of a process.
    ///
    /// # Errors
    /// It has none.
    pub(crate) fn of(&self, process: u32) -> Result<&ProcessFlow, Note> {
        let place = self.place_of(process)?;
        self.flow.processes.get(place).ok_or_else(|| missing("there is no flow graph", process, ""))
    }
}

/// The task. Its progress counts processes.
#[derive(Debug)]
pub(crate) struct MakeFlow {
    handle: TraceHandle,
    trace: Trace,
    building: Box<FlowBuilder>,
}

impl MakeFlow {
    /// Prepares the graphs of all processes: of calls, where there are some.
    ///
    /// # Errors
    /// What is loaded is a file of nests, or has numbers alone.
    pub(crate) fn new(loaded: &Loaded, request: &FlowRequest) -> Result<Self, Note> {
        let (trace, choices) = flow_choices(loaded, request.queries)?;
        let building = Box::new(FlowBuilder::new(&loaded.name, trace, choices, None)?);
        Ok(Self { handle: loaded.handle, trace: trace.clone(), building })
    }
}

/// The loaded trace, and what its flow graphs are made of; `queries`: whether calls that only ask are kept.
///
/// # Errors
/// What is loaded is a file of nests.
pub(super) fn flow_choices(loaded: &Loaded, queries: bool) -> Result<(&Trace, FlowChoices), Note> {
    let Some(trace) = &loaded.trace else {
        return Err(error_note(
            &loaded.name,
            "there is no flow graph",
            "a file of nests",
            "a trace",
            "open the trace that the nests were made from",
        ));
    };
    // What is looked at is kept, except where it is communication and calls say more.
    let view = loaded.options.as_ref().map(|options| options.view);
    let view = view.filter(|&view| view != View::Communication);
    let options = OptionChoices { view, ..OptionChoices::default() };
    let queries = if queries { Queries::Keep } else { Queries::Drop };
    Ok((trace, FlowChoices { options, queries, ..FlowChoices::default() }))
}

impl Task for MakeFlow {
    type Output = FlowSummary;
    type Kept = Arc<KeptFlow>;

    fn step(mut self) -> Result<Slice<Self>, Note> {
        if self.building.step()? {
            let (done, total) = self.building.progress();
            let progress = TaskProgress { done: done as f64, total: total as f64, part: None };
            return Ok(Slice::Working(self, progress));
        }
        let flow = self.building.finish();
        let members = flow.members();
        let summary = FlowSummary {
            processes: flow.processes.iter().map(|process| process.process.0).collect(),
            kinds: flow.kinds.clone(),
            members: members.into_iter().map(|(_, members)| set_text(members)).collect(),
            signature: flow.options.signature.names().into_iter().map(str::to_owned).collect(),
            timed: flow.processes.iter().any(|process| process.tick.is_some()),
            left_out: flow.processes.iter().map(|process| process.left_out as f64).sum(),
        };
        let kept = KeptFlow { handle: self.handle, trace: self.trace, flow };
        Ok(Slice::Finished(summary, Arc::new(kept)))
    }
}

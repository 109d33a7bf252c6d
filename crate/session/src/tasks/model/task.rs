//! The task that builds the model of the whole program: one nest per slice, then the merge of all of them.

use std::sync::Arc;

use loopscope_core::trace::Trace;
use loopscope_draw::scene::tags::TagSlots;
use loopscope_formats::notes::Note;

use super::summary::summary_of;
use super::{options, Program};
use crate::analysis::{Analysis, AnalysisBuilder};
use crate::loaded::{Loaded, TraceHandle};
use crate::options::OptionChoices;
use crate::tasks::task::{Slice, Task};
use crate::view::tags::tag_slots;
use crate::wire::{ModelRequest, ModelSummary, TaskProgress};

/// The model of a trace.
#[derive(Debug)]
pub(crate) struct TraceModel {
    handle: TraceHandle,
    /// The options it was asked for with.
    choices: OptionChoices,
    pub(crate) program: Program,
    pub(crate) tags: TagSlots,
}

impl TraceModel {
    /// Whether it is the model of that trace.
    pub(crate) fn is_of(&self, handle: TraceHandle) -> bool {
        self.handle == handle
    }
}

/// The task. Its progress counts processes.
#[derive(Debug)]
pub(crate) struct MakeModel {
    handle: TraceHandle,
    name: String,
    choices: OptionChoices,
    source: ModelSource,
}

/// What a model is made from.
#[derive(Debug)]
enum ModelSource {
    /// A trace whose nests are being built.
    Trace(Trace, AnalysisBuilder),
    /// Nests that were read from a file.
    Nests(Analysis),
    /// The same model, which exists already.
    Known(Arc<TraceModel>),
}

impl MakeModel {
    /// Prepares the model of a trace. If `known` is the same model, it is reused.
    ///
    /// # Errors
    /// The trace has no messages, or the method has no such K.
    pub(crate) fn new(loaded: &Loaded, request: &ModelRequest, known: Option<&Arc<TraceModel>>) -> Result<Self, Note> {
        let choices = OptionChoices::try_from(request.options.clone())?;
        let OptionChoices { method, k, order, partners, lenient, .. } = choices;
        let choices = OptionChoices { method, k, order, partners, lenient, ..OptionChoices::default() };
        let (handle, name) = (loaded.handle, loaded.name.clone());
        let same = known.filter(|known| known.is_of(handle) && known.choices == choices);
        let source = match (same, &loaded.trace) {
            (Some(known), _) => ModelSource::Known(known.clone()),
            (None, Some(trace)) => {
                let mut building = AnalysisBuilder::new(options(&name, trace, &choices)?);
                building.set_processes(trace.processes());
                ModelSource::Trace(trace.clone(), building)
            }
            (None, None) => ModelSource::Nests(loaded.analysis.clone()),
        };
        Ok(Self { handle, name, choices, source })
    }
}

impl Task for MakeModel {
    type Output = ModelSummary;
    type Kept = Arc<TraceModel>;

    fn step(mut self) -> Result<Slice<Self>, Note> {
        if let ModelSource::Trace(trace, building) = &mut self.source {
            if building.step(trace.table())? {
                let (done, total) = (building.done() as f64, trace.processes().len() as f64);
                return Ok(Slice::Working(self, TaskProgress { done, total, part: None }));
            }
        }
        let Self { handle, name, choices, source } = self;
        let mut program = match source {
            ModelSource::Known(model) => {
                return Ok(Slice::Finished(summary_of(&name, &model.program), model));
            }
            ModelSource::Trace(trace, building) => Program::of_trace(&name, &trace, building.analysis())?,
            ModelSource::Nests(analysis) => Program::new(&name, analysis)?,
        };
        program.partners = choices.partners.unwrap_or_default();
        let summary = summary_of(&name, &program);
        let tags = tag_slots(&program.analysis);
        Ok(Slice::Finished(summary, Arc::new(TraceModel { handle, choices, program, tags })))
    }
}

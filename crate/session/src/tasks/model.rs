//! Making the model of the whole program: the nests of its processes, one a slice, then all of them together.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use loopscope_core::trace::Trace;
use loopscope_draw::scene::tags::TagSlots;
use loopscope_formats::notes::Note;

use super::task::{Slice, Task, TaskProgress};
use crate::analyse::{Analysis, Building};
use crate::message::{ModelSummary, WantedOptions};
use crate::model::{options, summary_of, Program};
use crate::options::Wanted;
use crate::{answer, Loaded};

/// How to make the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct ModelRequest {
    /// How to find the loops of each process: only the method, its K and `lenient` count.
    pub options: WantedOptions,
}

/// The model of a trace.
#[derive(Debug)]
pub(crate) struct TraceModel {
    handle: u32,
    /// What was asked for when it was made.
    wanted: Wanted,
    pub(crate) program: Program,
    pub(crate) tags: TagSlots,
}

impl TraceModel {
    /// Whether it is of the trace of that number.
    pub(crate) fn is_of(&self, handle: u32) -> bool {
        self.handle == handle
    }
}

/// A model being made. It counts processes.
#[derive(Debug)]
pub(crate) struct MakeModel {
    handle: u32,
    name: String,
    wanted: Wanted,
    source: ModelSource,
}

/// What a model is made from.
#[derive(Debug)]
enum ModelSource {
    /// A trace whose nests are being built.
    Trace(Trace, Building),
    /// Nests that were read from a file.
    Nests(Analysis),
    /// The same model, made before.
    Known(Arc<TraceModel>),
}

impl MakeModel {
    /// Prepares the model of a trace, or takes the `known` one if it is the same.
    ///
    /// # Errors
    /// The trace has no messages, or the method has no such K.
    pub(crate) fn new(
        loaded: &Loaded,
        request: &ModelRequest,
        known: Option<&Arc<TraceModel>>,
    ) -> Result<MakeModel, Note> {
        let wanted = Wanted::try_from(request.options.clone())?;
        let Wanted { method, k, lenient, .. } = wanted;
        let wanted = Wanted { method, k, lenient, ..Wanted::default() };
        let (handle, name) = (loaded.handle, loaded.name.clone());
        let same = known.filter(|known| known.is_of(handle) && known.wanted == wanted);
        let source = match (same, &loaded.trace) {
            (Some(known), _) => ModelSource::Known(known.clone()),
            (None, Some(trace)) => {
                let mut building = Building::new(options(&name, trace, &wanted)?);
                building.look_at(trace.processes());
                ModelSource::Trace(trace.clone(), building)
            }
            (None, None) => ModelSource::Nests(loaded.analysis.clone()),
        };
        Ok(MakeModel { handle, name, wanted, source })
    }
}

impl Task for MakeModel {
    type Output = ModelSummary;
    type Kept = Arc<TraceModel>;

    fn step(mut self) -> Result<Slice<MakeModel>, Note> {
        if let ModelSource::Trace(trace, building) = &mut self.source {
            if building.step(trace.table())? {
                let (done, total) = (building.done() as f64, trace.processes().len() as f64);
                return Ok(Slice::Working(self, TaskProgress { done, total, part: None }));
            }
        }
        let MakeModel { handle, name, wanted, source } = self;
        let program = match source {
            ModelSource::Known(model) => {
                return Ok(Slice::Finished(summary_of(&name, &model.program), model));
            }
            ModelSource::Trace(trace, building) => {
                Program::of_trace(&name, &trace, building.analysis())?
            }
            ModelSource::Nests(analysis) => Program::new(&name, analysis)?,
        };
        let summary = summary_of(&name, &program);
        let tags = answer::tag_slots(&program.analysis);
        Ok(Slice::Finished(summary, Arc::new(TraceModel { handle, wanted, program, tags })))
    }
}

//! The task that predicts all processes of a trace.

use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

use super::{without_trace, PredictionBuilder, PredictionSettings, MOST_DEPTH};
use crate::loaded::Loaded;
use crate::tasks::task::{Slice, Task};
use crate::wire::{PredictRequest, Prediction, TaskProgress};

/// The task. Its progress counts events.
#[derive(Debug)]
pub(crate) struct Predict {
    trace: Trace,
    events: u64,
    predicting: Box<PredictionBuilder>,
}

impl Predict {
    /// Prepares a prediction of all processes under the options of the analysis.
    ///
    /// # Errors
    /// What is loaded is a file of nests.
    pub(crate) fn new(loaded: &Loaded, request: &PredictRequest) -> Result<Self, Note> {
        let (Some(trace), Some(options)) = (&loaded.trace, &loaded.options) else {
            return Err(without_trace(&loaded.name));
        };
        let mut settings = PredictionSettings::default();
        settings.search.depth = (request.depth as usize).clamp(1, MOST_DEPTH);
        let predicting = Box::new(PredictionBuilder::new(options, settings));
        Ok(Self { trace: trace.clone(), events: trace.event_count(options.view), predicting })
    }
}

impl Task for Predict {
    type Output = Prediction;
    type Kept = ();

    fn step(mut self) -> Result<Slice<Self>, Note> {
        if !self.predicting.step(&self.trace)? {
            return Ok(Slice::Finished(self.predicting.finish(), ()));
        }
        let done = self.predicting.events_done() as f64;
        let progress = TaskProgress { done, total: self.events as f64, part: None };
        Ok(Slice::Working(self, progress))
    }
}

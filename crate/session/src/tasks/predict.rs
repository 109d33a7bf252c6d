//! Predicting all processes of a trace.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use tsify::Tsify;

use loopscope_core::trace::Trace;
use loopscope_formats::notes::Note;

use super::task::{Slice, Task, TaskProgress};
use crate::message::Prediction;
use crate::predict::{without_trace, Asked, Predicting, MOST_DEPTH};
use crate::Loaded;

/// How to predict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictRequest {
    /// How many of the uppermost terms are searched; brought into the range that makes sense.
    pub depth: u32,
}

/// A prediction under way. It counts events.
#[derive(Debug)]
pub(crate) struct Predict {
    trace: Trace,
    events: u64,
    predicting: Box<Predicting>,
}

impl Predict {
    /// Prepares the prediction of all processes under the options that the trace is analysed with.
    ///
    /// # Errors
    /// It is a file of nests.
    pub(crate) fn new(loaded: &Loaded, request: &PredictRequest) -> Result<Predict, Note> {
        let (Some(trace), Some(options)) = (&loaded.trace, &loaded.options) else {
            return Err(without_trace(&loaded.name));
        };
        let mut asked = Asked::default();
        asked.settings.depth = (request.depth as usize).clamp(1, MOST_DEPTH);
        let predicting = Box::new(Predicting::new(options, asked));
        Ok(Predict { trace: trace.clone(), events: trace.event_count(options.view), predicting })
    }
}

impl Task for Predict {
    type Output = Prediction;
    type Kept = ();

    fn step(mut self) -> Result<Slice<Predict>, Note> {
        if !self.predicting.step(&self.trace)? {
            return Ok(Slice::Finished(self.predicting.finish(), ()));
        }
        let done = self.predicting.events_done() as f64;
        let progress = TaskProgress { done, total: self.events as f64, part: None };
        Ok(Slice::Working(self, progress))
    }
}

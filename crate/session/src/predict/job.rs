//! Predicting as work of a session.

use loopscope_formats::notes::Note;

use super::{Asked, Predicting, MOST_DEPTH};
use crate::message::Step;
use crate::view::summary;
use crate::{refusal, Session};

/// A prediction under way.
#[derive(Debug)]
pub(crate) struct Job {
    handle: u32,
    predicting: Predicting,
}

impl Session {
    /// Begins to predict all processes of the loaded trace, under the options that it is analysed with, looking at that many
    /// of the uppermost terms; [`step`](Session::step) does the work. Other work under way is dropped.
    ///
    /// # Errors
    /// Nothing is loaded, or it is a file of nests.
    pub fn predict(&mut self, handle: u32, depth: u32) -> Result<(), Note> {
        let loaded = self.ask(handle)?;
        let (Some(_), Some(options)) = (&loaded.trace, &loaded.options) else {
            return Err(without_trace(&loaded.name));
        };
        let mut asked = Asked::default();
        asked.settings.depth = (depth as usize).clamp(1, MOST_DEPTH);
        let predicting = Predicting::new(options, asked);
        self.cancel();
        self.predicting = Some(Job { handle, predicting });
        Ok(())
    }

    /// A slice of the prediction under way, if there is one.
    pub(crate) fn step_predicting(&mut self) -> Option<Step> {
        let Job { handle, mut predicting } = self.predicting.take()?;
        let loaded = self.loaded.as_ref().filter(|loaded| loaded.handle == handle)?;
        let (trace, options) = (loaded.trace.as_ref()?, loaded.options.as_ref()?);
        match predicting.step(trace) {
            Err(note) => Some(Step::Failed { handle, problems: vec![summary::problem(&note)] }),
            Ok(false) => {
                Some(Step::Predicted { handle, prediction: Box::new(predicting.finish()) })
            }
            Ok(true) => {
                let done = predicting.events_done() as f64;
                let events = trace.event_count(options.view) as f64;
                self.predicting = Some(Job { handle, predicting });
                Some(Step::Predicting { handle, done, events })
            }
        }
    }
}

/// Why nests cannot be predicted without the trace they were made from.
pub fn without_trace(name: &str) -> Note {
    refusal(
        name,
        "nothing can be predicted".to_owned(),
        "nests".to_owned(),
        "a trace".to_owned(),
        "open the trace that the nests were made from".to_owned(),
    )
}

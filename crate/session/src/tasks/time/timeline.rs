//! The task that prepares the timeline: the times first, then an index of all waits.

use std::sync::Arc;

use loopscope_core::durations::RunEnds;
use loopscope_core::timeline::Indexing;
use loopscope_formats::notes::Note;

use super::builder::{Prepared, TimeChoices};
use super::kept_timeline::KeptTimeline;
use super::task::{Kept, KeptTime, Measure, Measuring};
use crate::error_note;
use crate::loaded::{Loaded, TraceHandle};
use crate::tasks::model::TraceModel;
use crate::tasks::task::{Slice, Task};
use crate::wire::{TaskProgress, TimelineRequest, TimelineSummary};

/// Calls of one slice of work: some ten milliseconds.
const SLICE: usize = 50_000;

/// The note that no call of the trace has times.
fn without_times(name: &str) -> Note {
    error_note(
        name,
        "there is no timeline".to_owned(),
        "calls without times".to_owned(),
        "a trace with the times of calls".to_owned(),
        "record the program with times: see \"How to record a trace\"".to_owned(),
    )
}

/// The task that prepares the timeline. Its progress counts processes, then calls.
#[derive(Debug)]
pub(crate) struct PrepareTimeline {
    handle: TraceHandle,
    name: String,
    stage: Stage,
    kept: Option<Kept>,
}

#[derive(Debug)]
enum Stage {
    Measure(Box<Measuring>),
    Index(Arc<Prepared>, Box<Indexing>),
}

impl PrepareTimeline {
    /// Prepares the task; what is kept of tasks before is used where it fits.
    ///
    /// # Errors
    /// What is loaded is a file of nests.
    pub(crate) fn new(
        loaded: &Loaded,
        request: &TimelineRequest,
        (model, time): (Option<&Arc<TraceModel>>, &KeptTime),
    ) -> Result<PrepareTimeline, Note> {
        let ends = if request.whole { RunEnds::Whole } else { RunEnds::Main };
        let choices = TimeChoices { as_recorded: request.as_recorded, ends };
        let stage = match time.find(loaded.handle, &request.options, choices) {
            Some(prepared) => Stage::Index(prepared, Box::default()),
            None => {
                let options = (&request.options, choices);
                Stage::Measure(Box::new(Measuring::new(loaded, options, None, (model, time))?))
            }
        };
        Ok(PrepareTimeline { handle: loaded.handle, name: loaded.name.clone(), stage, kept: None })
    }

    fn finished(
        self,
        prepared: Arc<Prepared>,
        indexing: Indexing,
    ) -> Result<(TimelineSummary, Kept), Note> {
        let timeline = indexing.finish(&prepared.waits);
        let kept_bytes = timeline.kept_bytes() as f64;
        let mut kept = self.kept.unwrap_or_default();
        let comparable = prepared.waits.comparable();
        let remark = match comparable {
            true => String::new(),
            false => "The clocks of these processes cannot be compared: each row has its own, \
                      and neither waits nor messages are drawn."
                .to_owned(),
        };
        let run = prepared.run.longest() as f64;
        let kept_timeline = Arc::new(KeptTimeline { handle: self.handle, prepared, timeline });
        let processes = kept_timeline.processes();
        if processes.is_empty() {
            return Err(without_times(&self.name));
        }
        let loops = kept_timeline.loops();
        kept.time.timeline = Some(kept_timeline);
        Ok((TimelineSummary { run, processes, remark, loops, kept_bytes }, kept))
    }
}

impl Task for PrepareTimeline {
    type Output = TimelineSummary;
    type Kept = Kept;

    fn step(mut self) -> Result<Slice<PrepareTimeline>, Note> {
        match self.stage {
            Stage::Measure(measuring) => {
                let (measuring, measured) = measuring.step()?;
                let progress = match measured {
                    Measure::Working(progress) => {
                        self.stage = Stage::Measure(Box::new(measuring));
                        progress
                    }
                    Measure::Done(measured) => {
                        self.kept = Some(measuring.kept(&measured));
                        self.stage = Stage::Index(measured.prepared, Box::default());
                        TaskProgress::default()
                    }
                };
                Ok(Slice::Working(self, progress))
            }
            Stage::Index(prepared, mut indexing) => {
                let (trace, waits) = (&prepared.trace, &prepared.waits);
                if !indexing.step(trace, waits, SLICE) {
                    let stage = Stage::Index(prepared.clone(), Box::default());
                    let own = PrepareTimeline { stage, ..self };
                    let (summary, kept) = own.finished(prepared, *indexing)?;
                    return Ok(Slice::Finished(summary, kept));
                }
                let done = indexing.steps() as f64;
                let total = prepared.calls() as f64;
                self.stage = Stage::Index(prepared, indexing);
                let progress = TaskProgress { done: done.min(total), total, part: None };
                Ok(Slice::Working(self, progress))
            }
        }
    }
}

//! The task that prepares the timeline: messages are matched, clocks set right and waits found, as where times are added up.
//!
//! Of many calls a draft can be had at once: without waits, on clocks as they were recorded.

use std::sync::{Arc, Mutex};

use loopscope_core::clocks::{Clocks, Method};
use loopscope_core::durations::{Run, RunEnds};
use loopscope_core::timeline::Drafting;
use loopscope_core::trace::Trace;
use loopscope_core::waits::Waits;
use loopscope_formats::notes::Note;

use super::builder::{calls_of, Prepared, TimeChoices, SLICE};
use super::kept_timeline::KeptTimeline;
use super::rows::Rows;
use super::task::{Kept, KeptTime, Measure, Measuring};
use crate::error_note;
use crate::loaded::{Loaded, TraceHandle};
use crate::tasks::model::TraceModel;
use crate::tasks::task::{Slice, Task};
use crate::wire::{OptionsRequest, TaskProgress, TimelineRequest, TimelineSummary};

/// With fewer calls a draft is not worth its while: waits are found as soon.
const DRAFT_FROM: u64 = 500_000;

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
    options: OptionsRequest,
    draft: bool,
    stage: Stage,
    kept: Kept,
}

/// What is under way.
#[derive(Debug)]
enum Stage {
    /// The loops, then the waits.
    Measure(Box<Measuring>),
    /// Everything is there.
    Prepared(Arc<Prepared>),
    /// The calls without their waits.
    Draft(Box<Draft>),
    /// Between two stages.
    None,
}

/// A draft that is being made.
#[derive(Debug)]
struct Draft {
    trace: Trace,
    choices: TimeChoices,
    rows: Rows,
    drafting: Drafting,
}

impl Draft {
    fn stage(trace: Trace, choices: TimeChoices, rows: Rows) -> Stage {
        Stage::Draft(Box::new(Self { trace, choices, rows, drafting: Drafting::new() }))
    }

    fn finish(self) -> Prepared {
        let Self { trace, choices, rows, drafting } = self;
        let (timeline, matching) = drafting.finish(&trace);
        let clocks = Clocks::of(&trace, &matching, Method::AsRecorded);
        let waits = Waits::new(&trace, matching, clocks);
        // Most clocks agree: the axis stays as it is when that is known.
        let run = Run::by_clocks(&waits, choices.ends, true);
        Prepared::new((trace, choices), rows, (waits, run), timeline)
    }
}

fn progress(done: u64, total: u64) -> TaskProgress {
    TaskProgress { done: done.min(total) as f64, total: total as f64, part: None }
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
    ) -> Result<Self, Note> {
        let ends = if request.whole { RunEnds::Whole } else { RunEnds::Main };
        let choices = TimeChoices { as_recorded: request.as_recorded, ends };
        let draft = request.draft && loaded.trace.as_ref().map_or(0, calls_of) >= DRAFT_FROM;
        let stage = match time.find(loaded.handle, &request.options, choices) {
            Some(prepared) if draft => Draft::stage(prepared.trace.clone(), choices, prepared.rows.clone()),
            Some(prepared) => Stage::Prepared(prepared),
            None => {
                let options = (&request.options, choices);
                Stage::Measure(Box::new(Measuring::new(loaded, options, None, (model, time))?))
            }
        };
        let (handle, name) = (loaded.handle, loaded.name.clone());
        let (options, kept) = (request.options.clone(), Kept::default());
        Ok(Self { handle, name, options, draft, stage, kept })
    }

    /// Does a slice of finding loops and matching messages. Returns the next stage.
    fn measure(&mut self, measuring: Measuring) -> Result<(Stage, TaskProgress), Note> {
        if self.draft && measuring.has_loops() {
            if let Some((trace, choices, rows, model)) = measuring.into_begun() {
                self.kept.model = model;
                return Ok((Draft::stage(trace, choices, rows), TaskProgress::default()));
            }
            return Ok((Stage::None, TaskProgress::default()));
        }
        let (measuring, measured) = measuring.step()?;
        let (found, progress) = match measured {
            Measure::Working(progress) => (measuring.found().cloned(), progress),
            Measure::Done(measured) => (Some(measured.prepared), TaskProgress::default()),
        };
        if let Some(prepared) = found {
            self.kept = measuring.kept(&prepared);
            return Ok((Stage::Prepared(prepared), progress));
        }
        Ok((Stage::Measure(Box::new(measuring)), progress))
    }

    fn finished(self, prepared: Arc<Prepared>) -> Result<Slice<Self>, Note> {
        let kept_bytes = prepared.timeline.kept_bytes() as f64;
        let Self { handle, name, options, draft, mut kept, .. } = self;
        let remark = match draft || prepared.waits.comparable() {
            true => String::new(),
            false => "The clocks of these processes cannot be compared: each row has its own, \
                      and neither waits nor messages are drawn."
                .to_owned(),
        };
        let run = prepared.run.longest() as f64;
        let last = Mutex::default();
        let timeline = Arc::new(KeptTimeline { handle, options, draft, prepared, last });
        let processes = timeline.processes();
        if processes.is_empty() {
            return Err(without_times(&name));
        }
        let loops = timeline.loops();
        kept.time.timeline = Some(timeline);
        let summary = TimelineSummary { run, processes, remark, loops, kept_bytes, draft };
        Ok(Slice::Finished(summary, kept))
    }
}

impl Task for PrepareTimeline {
    type Output = TimelineSummary;
    type Kept = Kept;

    fn step(mut self) -> Result<Slice<Self>, Note> {
        let (stage, progress) = match std::mem::replace(&mut self.stage, Stage::None) {
            Stage::Measure(measuring) => self.measure(*measuring)?,
            Stage::Draft(mut draft) => {
                if !draft.drafting.step(&draft.trace, SLICE) {
                    return self.finished(Arc::new(draft.finish()));
                }
                let done = progress(draft.drafting.steps(), calls_of(&draft.trace));
                (Stage::Draft(draft), done)
            }
            Stage::Prepared(prepared) => return self.finished(prepared),
            Stage::None => return Err(without_times(&self.name)),
        };
        self.stage = stage;
        Ok(Slice::Working(self, progress))
    }
}

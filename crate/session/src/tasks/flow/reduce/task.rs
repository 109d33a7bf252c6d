//! The task that cuts the loaded trace to some steps of a loop, and writes them as a table: a process in each slice.

use loopscope_core::numbers::{bytes, percent, thousands};
use loopscope_formats::notes::Note;

use super::super::task::{flow_choices, KeptFlow};
use super::cutting::Cutting;
use super::planning::Planning;
use super::reduced::Reduced;
use super::wanted::wanted_steps;
use crate::export::{begin_timed, write_timed};
use crate::loaded::{without_endings, Loaded};
use crate::tasks::task::{Slice, Task};
use crate::view::sentence::Sentence;
use crate::wire::{ReduceRequest, ReducedTrace, SentencePart, TaskProgress};

/// The task. Its progress counts processes: their steps, what is copied, what is written.
#[derive(Debug)]
pub(crate) struct MakeReduced {
    name: String,
    stage: Box<Stage>,
}

#[derive(Debug)]
enum Stage {
    Planning(Planning),
    Cutting(Box<Cutting>),
    /// What is written so far, and how many processes that is.
    Writing(Reduced, Vec<u8>, usize),
}

impl MakeReduced {
    /// Prepares to cut the trace to a loop of its flow graphs; no work is done yet.
    ///
    /// # Errors
    /// The trace has no times, or the process no such loop.
    pub(crate) fn new(loaded: &Loaded, request: &ReduceRequest, kept: Option<&KeptFlow>) -> Result<Self, Note> {
        let (trace, flow) = flow_choices(loaded, true)?;
        let choices = wanted_steps(loaded, request, (kept, flow))?;
        let planning = Planning::new(&loaded.name, trace, &choices)?;
        let stage = Box::new(Stage::Planning(planning));
        Ok(Self { name: without_endings(&loaded.name).to_owned(), stage })
    }
}

/// How far the task is: stages that are done, of three, and processes of the next one.
struct HowFar {
    stages: usize,
    processes: (usize, usize),
}

/// The task goes on with that.
fn working(name: String, stage: Stage, far: HowFar) -> Slice<MakeReduced> {
    let (done, all) = far.processes;
    let (done, total) = ((far.stages * all + done) as f64, 3.0 * all as f64);
    let progress = TaskProgress { done, total, part: None };
    Slice::Working(MakeReduced { name, stage: Box::new(stage) }, progress)
}

impl Task for MakeReduced {
    type Output = ReducedTrace;
    type Kept = ();

    fn step(self) -> Result<Slice<Self>, Note> {
        let Self { name, stage } = self;
        let (stage, stages, processes) = match *stage {
            Stage::Planning(mut planning) => {
                let more = planning.step()?;
                let progress = planning.progress();
                let stage = match more {
                    true => Stage::Planning(planning),
                    false => Stage::Cutting(Box::new(Cutting::new(planning)?)),
                };
                (stage, 0, progress)
            }
            Stage::Cutting(mut cutting) => {
                let more = cutting.step()?;
                let progress = cutting.progress();
                let stage = match more {
                    true => Stage::Cutting(cutting),
                    false => Stage::Writing(cutting.finish(), Vec::new(), 0),
                };
                (stage, 1, progress)
            }
            Stage::Writing(reduced, mut out, at) => {
                let processes = reduced.trace.processes();
                // Writing to memory cannot fail.
                if at == 0 {
                    let _ = begin_timed(&reduced.trace, &mut out);
                    out.extend_from_slice(reduced.remark.as_bytes());
                }
                let Some(process) = processes.get(at) else {
                    return Ok(Slice::Finished(output(&name, &reduced, &out), ()));
                };
                let _ = write_timed(process, reduced.trace.table(), &mut out);
                let all = processes.len();
                (Stage::Writing(reduced, out, at + 1), 2, (at + 1, all))
            }
        };
        Ok(working(name, stage, HowFar { stages, processes }))
    }
}

fn output(name: &str, reduced: &Reduced, out: &[u8]) -> ReducedTrace {
    ReducedTrace {
        sentence: sentence(reduced),
        report: reduced.report.clone(),
        text: String::from_utf8_lossy(out).into_owned(),
        file_name: format!("{name}.reduced.csv"),
    }
}

/// "Kept: steps 3 to 12 of 248, **1.0 MB** of 27.3 MB. Shares of the time are off by up to **2.5 points**, means by up to 42.8 %; messages
/// cut in two: 0."
fn sentence(reduced: &Reduced) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let [full, left] = reduced.sizes;
    sentence.say(format!("Kept: {}, ", reduced.steps));
    sentence.stress(bytes(left));
    sentence.say(format!(" of {}. Shares of the time are off by up to ", bytes(full)));
    sentence.stress(format!("{:.1} points", 100.0 * reduced.errors.share));
    sentence.say(format!(", means by up to {}; ", percent(reduced.errors.mean)));
    sentence.say(format!("messages cut in two: {}.", thousands(reduced.one_sided)));
    if !reduced.others.is_empty() {
        sentence.say(format!(" {}.", reduced.others));
    }
    sentence.parts
}

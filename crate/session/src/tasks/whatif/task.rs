//! The task that makes a run ready for predictions: its times first, then calls, inputs, an order, the gains of its loops.

use std::sync::{Arc, OnceLock};

use loopscope_core::whatif::Changes;
use loopscope_formats::notes::Note;

use super::answer::Delay;
use super::builder::{Built, WhatIf, WhatIfBuilder, WhatIfChoices};
use super::details::LeftOut;
use super::gains::GainFinder;
use super::overlay::Overlay;
use crate::loaded::{Loaded, TraceHandle};
use crate::tasks::model::TraceModel;
use crate::tasks::task::{Slice, Task};
use crate::tasks::time::{FindTime, Kept as KeptOfTime, KeptTime};
use crate::wire::{TaskProgress, TimeRequest, WhatIfSummary};

/// A run that is ready, with the trace that it is of.
#[derive(Debug)]
pub(crate) struct KeptWhatIf {
    handle: TraceHandle,
    pub(super) run: WhatIf,
    /// What lies over the timeline, once it was asked for.
    pub(super) overlay: OnceLock<Overlay>,
    /// What reductions leave out, by rule, likewise.
    pub(super) left_out: [OnceLock<LeftOut>; 3],
}

impl KeptWhatIf {
    pub(crate) fn is_of(&self, handle: TraceHandle) -> bool {
        self.handle == handle
    }
}

/// What is kept when the task has ended: what was found about time, and the run.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) time: KeptOfTime,
    pub(crate) run: Arc<KeptWhatIf>,
}

/// The task. Its progress counts its stages.
#[derive(Debug)]
pub(crate) struct MakeWhatIf {
    handle: TraceHandle,
    name: String,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Times(Box<FindTime>),
    Run(Box<WhatIfBuilder>, Box<KeptOfTime>),
    Gains(Box<WhatIf>, Box<GainFinder>, Box<KeptOfTime>),
}

impl MakeWhatIf {
    /// Prepares the task; what is kept of tasks before is used where it fits.
    ///
    /// # Errors
    /// What is loaded is a file of nests.
    pub(crate) fn new(
        loaded: &Loaded,
        request: &TimeRequest,
        kept: (Option<&Arc<TraceModel>>, &KeptTime),
    ) -> Result<Self, Note> {
        let times = FindTime::new(loaded, request, kept)?;
        let stage = Stage::Times(Box::new(times));
        Ok(Self { handle: loaded.handle, name: loaded.name.clone(), stage })
    }
}

impl Task for MakeWhatIf {
    type Output = WhatIfSummary;
    type Kept = Kept;

    fn step(self) -> Result<Slice<Self>, Note> {
        let Self { handle, name, stage } = self;
        let (stage, progress) = match stage {
            Stage::Times(times) => match times.prepare()? {
                Slice::Working(times, TaskProgress { done, total, .. }) => {
                    (Stage::Times(Box::new(times)), progress(0.0, (done, total)))
                }
                Slice::Finished(prepared, kept) => {
                    let building = WhatIfBuilder::prepared(&name, prepared, WhatIfChoices::default())?;
                    (Stage::Run(Box::new(building), Box::new(kept)), progress(1.0, (0.0, 1.0)))
                }
            },
            Stage::Run(building, kept) => match building.step()? {
                Built::Working(building) => {
                    let (done, total) = building.progress();
                    let progress = progress(1.0, (done as f64, total as f64));
                    (Stage::Run(Box::new(building), kept), progress)
                }
                Built::Done(run) => {
                    let finding = GainFinder::new(&run, Delay::Both.readings());
                    (Stage::Gains(run, Box::new(finding), kept), progress(2.0, (0.0, 1.0)))
                }
            },
            Stage::Gains(run, mut finding, time) => {
                if !finding.step(&run) {
                    let (gains, known) = finding.finish();
                    let known = known.unwrap_or_else(|| run.modelled.path(&Changes::none()));
                    let summary = run.summary(gains, &known);
                    let (overlay, left_out) = (OnceLock::new(), <[OnceLock<LeftOut>; 3]>::default());
                    let run = Arc::new(KeptWhatIf { handle, run: *run, overlay, left_out });
                    return Ok(Slice::Finished(summary, Kept { time: *time, run }));
                }
                let (done, total) = finding.progress();
                let progress = progress(2.0, (done as f64, total as f64));
                (Stage::Gains(run, finding, time), progress)
            }
        };
        Ok(Slice::Working(Self { handle, name, stage }, progress))
    }
}

/// How far the task is: its three stages count the same.
fn progress(stage: f64, (done, total): (f64, f64)) -> TaskProgress {
    TaskProgress { done: stage + done / total.max(1.0), total: 3.0, part: None }
}

//! The task that makes a run ready for predictions: its times first, then calls, inputs, an order, the gains of its loops.

use std::sync::Arc;

use loopscope_formats::notes::Note;

use super::builder::{Built, WhatIf, WhatIfBuilder, WhatIfChoices};
use crate::loaded::{Loaded, TraceHandle};
use crate::tasks::model::TraceModel;
use crate::tasks::task::{Slice, Task};
use crate::tasks::time::{FindTime, Kept as KeptOfTime, KeptTime};
use crate::wire::{TaskProgress, TimeRequest, WhatIfSummary};

/// A run that is ready, with the trace that it is of.
#[derive(Debug)]
pub(crate) struct KeptWhatIf {
    handle: TraceHandle,
    pub(crate) run: WhatIf,
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

/// The task. Its progress counts as that of times does, then calls.
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
    Gains(Box<WhatIf>, Box<KeptOfTime>),
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
    ) -> Result<MakeWhatIf, Note> {
        let times = FindTime::new(loaded, request, kept)?;
        let stage = Stage::Times(Box::new(times));
        Ok(MakeWhatIf { handle: loaded.handle, name: loaded.name.clone(), stage })
    }
}

impl Task for MakeWhatIf {
    type Output = WhatIfSummary;
    type Kept = Kept;

    fn step(self) -> Result<Slice<MakeWhatIf>, Note> {
        let MakeWhatIf { handle, name, stage } = self;
        let (stage, progress) = match stage {
            Stage::Times(times) => match times.prepare()? {
                Slice::Working(times, progress) => (Stage::Times(Box::new(times)), progress),
                Slice::Finished(prepared, kept) => {
                    let building =
                        WhatIfBuilder::prepared(&name, prepared, WhatIfChoices::default())?;
                    (Stage::Run(Box::new(building), Box::new(kept)), TaskProgress::default())
                }
            },
            Stage::Run(building, kept) => match building.step()? {
                Built::Working(building) => {
                    let (done, total) = building.progress();
                    let (done, total) = (done as f64, total as f64);
                    (Stage::Run(Box::new(building), kept), TaskProgress { done, total, part: None })
                }
                Built::Done(run) => (Stage::Gains(run, kept), TaskProgress::default()),
            },
            Stage::Gains(run, time) => {
                let summary = run.summary();
                let run = Arc::new(KeptWhatIf { handle, run: *run });
                return Ok(Slice::Finished(summary, Kept { time: *time, run }));
            }
        };
        Ok(Slice::Working(MakeWhatIf { handle, name, stage }, progress))
    }
}

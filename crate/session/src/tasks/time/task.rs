//! The tasks that find where the time goes, and how the iterations of a loop differ: the model first, then the times.

use std::ops::Range;
use std::sync::Arc;

use loopscope_core::durations::RunEnds;
use loopscope_core::trace::{Trace, View};
use loopscope_formats::notes::Note;

use super::builder::{Measured, Prepared, TimeBuilder, TimeChoices};
use super::kept_timeline::KeptTimeline;
use super::rounds::is_rounds;
use super::rows::Rows;
use super::{error_of_loop, IterationList};
use crate::error_note;
use crate::loaded::{Loaded, TraceHandle};
use crate::tasks::model::{MakeModel, TraceModel};
use crate::tasks::task::{Slice, Task};
use crate::wire::{
    IterationTrack, IterationsRequest, IterationsSummary, ModelRequest, OptionsRequest, TaskProgress, TimeRequest,
    TimeSummary,
};

/// What finished tasks about time leave behind.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptTime {
    /// What sums are made from, with the trace and the options that it was made for.
    pub(crate) prepared: Option<(TraceHandle, OptionsRequest, Arc<Prepared>)>,
    /// The iterations that were listed last.
    pub(crate) iterations: Option<(TraceHandle, Arc<IterationList>)>,
    /// The timeline that was prepared last.
    pub(crate) timeline: Option<Arc<KeptTimeline>>,
}

/// Messages beyond that are matched again for each loop, instead of kept: 48 bytes each.
const MOST_KEPT: u64 = 8 << 20;

impl KeptTime {
    /// Drops what is kept of other traces than this one.
    pub(crate) fn keep_only(&mut self, handle: TraceHandle) {
        self.prepared = self.prepared.take().filter(|(of, ..)| *of == handle);
        self.iterations = self.iterations.take().filter(|(of, _)| *of == handle);
        self.timeline = self.timeline.take().filter(|kept| kept.handle == handle);
    }

    /// The timeline of a trace.
    ///
    /// # Errors
    /// None was prepared.
    pub(crate) fn timeline(&self, handle: u32, name: &str) -> Result<&KeptTimeline, Note> {
        let kept = self.timeline.as_deref();
        kept.filter(|kept| kept.handle == TraceHandle(handle)).ok_or_else(|| {
            error_note(
                name,
                "there is no timeline yet".to_owned(),
                "a trace whose timeline was not prepared".to_owned(),
                "one that was".to_owned(),
                "open the place Time again".to_owned(),
            )
        })
    }

    /// Rows of the loop whose iterations were listed last: of these processes, in this range.
    ///
    /// # Errors
    /// The iterations of another loop were listed last, or of none.
    #[inline(never)] // It belongs to a part of the engine that a first visit does not need.
    pub(crate) fn tracks(
        &self,
        handle: u32,
        id: u32,
        (processes, range): (&[u32], Range<usize>),
        columns: u32,
    ) -> Result<Vec<IterationTrack>, Note> {
        let list = self.list(TraceHandle(handle), id).ok_or_else(|| error_of_loop(id))?;
        Ok(list.tracks(processes, range, columns))
    }

    /// The iterations of a loop, if they were listed last.
    pub(super) fn list(&self, handle: TraceHandle, id: u32) -> Option<&Arc<IterationList>> {
        let known = self.iterations.as_ref();
        known.filter(|(of, list)| *of == handle && list.row.id == id).map(|(_, list)| list)
    }

    /// What was prepared for that trace and those options.
    pub(super) fn find(
        &self,
        handle: TraceHandle,
        options: &OptionsRequest,
        choices: TimeChoices,
    ) -> Option<Arc<Prepared>> {
        let kept = self.prepared.as_ref().map(|(of, options, prepared)| (*of, options, prepared));
        // What a timeline is drawn from is there anyway.
        let drawn = self.timeline.as_deref().filter(|kept| !kept.draft);
        let drawn = drawn.map(|kept| (kept.handle, &kept.options, &kept.prepared));
        let same = |(of, made_for, prepared): &(TraceHandle, &OptionsRequest, &Arc<Prepared>)| {
            *of == handle && *made_for == options && prepared.choices == choices
        };
        [kept, drawn].into_iter().flatten().find(same).map(|(.., prepared)| prepared.clone())
    }
}

/// What both tasks have in common.
#[derive(Debug)]
pub(super) struct Measuring {
    handle: TraceHandle,
    loaded: Box<Loaded>,
    options: OptionsRequest,
    choices: TimeChoices,
    row: Option<u32>,
    stage: Stage,
    model: Option<Arc<TraceModel>>,
}

#[derive(Debug)]
enum Stage {
    Model(Box<MakeModel>),
    Time(Box<TimeBuilder>),
}

/// What is kept when a task has ended.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) model: Option<Arc<TraceModel>>,
    pub(crate) time: KeptTime,
}

/// The end of a slice.
pub(super) enum Measure {
    Working(TaskProgress),
    Done(Measured),
}

impl Measuring {
    pub(super) fn new(
        loaded: &Loaded,
        (options, choices): (&OptionsRequest, TimeChoices),
        row: Option<u32>,
        (model, time): (Option<&Arc<TraceModel>>, &KeptTime),
    ) -> Result<Self, Note> {
        if loaded.trace.is_none() {
            return Err(without_trace(&loaded.name));
        }
        let handle = loaded.handle;
        let stage = match time.find(handle, options, choices) {
            Some(prepared) => Stage::Time(Box::new(TimeBuilder::prepared(prepared, row).for_list())),
            None => {
                let request = ModelRequest { options: options.clone() };
                let by_calls = options.view.as_deref() == Some(View::Calls.name());
                match MakeModel::new(loaded, &request, model) {
                    Ok(making) if !by_calls => Stage::Model(Box::new(making)),
                    _ => Stage::Time(Box::new(of_nests(loaded, choices, row)?)),
                }
            }
        };
        let loaded = Box::new(loaded.clone());
        let options = options.clone();
        Ok(Self { handle, loaded, options, choices, row, stage, model: None })
    }

    pub(super) fn step(mut self) -> Result<(Self, Measure), Note> {
        let (loaded, choices, row) = (&self.loaded, self.choices, self.row);
        let mut progress = TaskProgress::default();
        self.stage = match self.stage {
            Stage::Model(making) => match making.step() {
                Ok(Slice::Working(making, more)) => {
                    progress = more;
                    Stage::Model(Box::new(making))
                }
                Ok(Slice::Finished(_, model)) => {
                    let building = of_model(loaded, &model, choices, row)?;
                    self.model = Some(model);
                    Stage::Time(Box::new(building))
                }
                // Times need no model: the loops of each process do.
                Err(_) => Stage::Time(Box::new(of_nests(loaded, choices, row)?)),
            },
            Stage::Time(mut building) => {
                if let Some(measured) = building.step() {
                    self.stage = Stage::Time(building);
                    return Ok((self, Measure::Done(measured)));
                }
                let (done, total) = building.progress();
                progress = TaskProgress { done: done as f64, total: total as f64, part: None };
                Stage::Time(building)
            }
        };
        Ok((self, Measure::Working(progress)))
    }

    /// What sums are made from, once it is there.
    pub(super) fn found(&self) -> Option<&Arc<Prepared>> {
        match &self.stage {
            Stage::Time(building) => building.found(),
            Stage::Model(_) => None,
        }
    }

    /// Whether the loops are known, and no call was walked yet.
    pub(super) fn has_loops(&self) -> bool {
        matches!(self.stage, Stage::Time(_))
    }

    /// What is walked and how, and the loops, if no call was walked yet; and the model that was made.
    pub(super) fn into_begun(self) -> Option<(Trace, TimeChoices, Rows, Option<Arc<TraceModel>>)> {
        let Stage::Time(building) = self.stage else { return None };
        let (trace, choices, rows) = building.into_begun()?;
        Some((trace, choices, rows, self.model))
    }

    pub(super) fn kept(&self, prepared: &Arc<Prepared>) -> Kept {
        let messages = prepared.waits.matching().channels().iter();
        let messages: u64 = messages.map(|messages| messages.sends().len() as u64).sum();
        let kept = (messages <= MOST_KEPT).then(|| (self.handle, self.options.clone(), prepared.clone()));
        let time = KeptTime { prepared: kept, iterations: None, timeline: None };
        Kept { model: self.model.clone(), time }
    }
}

fn of_model(loaded: &Loaded, model: &TraceModel, choices: TimeChoices, row: Option<u32>) -> Result<TimeBuilder, Note> {
    let trace = loaded.trace.as_ref().ok_or_else(|| without_trace(&loaded.name))?;
    let rows = Rows::of_model(trace, &model.program);
    building(trace, rows, choices, row)
}

fn of_nests(loaded: &Loaded, choices: TimeChoices, row: Option<u32>) -> Result<TimeBuilder, Note> {
    let trace = loaded.trace.as_ref().ok_or_else(|| without_trace(&loaded.name))?;
    let rows = Rows::of_nests(trace, &loaded.analysis);
    building(trace, rows, choices, row)
}

fn building(trace: &Trace, rows: Rows, choices: TimeChoices, row: Option<u32>) -> Result<TimeBuilder, Note> {
    if let Some(id) = row.filter(|&id| id == 0 || rows.get(id).is_none() && !is_rounds(id)) {
        return Err(error_of_loop(id));
    }
    Ok(TimeBuilder::new(trace, rows, choices, row).for_list())
}

/// The note that a file of nests is not enough: times are in the trace.
pub fn without_trace(name: &str) -> Note {
    error_note(
        name,
        "there are no times".to_owned(),
        "nests".to_owned(),
        "a trace".to_owned(),
        "open the trace that the nests were made from".to_owned(),
    )
}

fn choices(as_recorded: bool, whole: bool) -> TimeChoices {
    let ends = if whole { RunEnds::Whole } else { RunEnds::Main };
    TimeChoices { as_recorded, ends }
}

/// The task that finds where the time goes. Its progress counts processes, then calls.
#[derive(Debug)]
pub(crate) struct FindTime(Measuring);

impl FindTime {
    /// Prepares the task; what is kept of tasks before is used where it fits.
    ///
    /// # Errors
    /// What is loaded is a file of nests.
    pub(crate) fn new(
        loaded: &Loaded,
        request: &TimeRequest,
        kept: (Option<&Arc<TraceModel>>, &KeptTime),
    ) -> Result<Self, Note> {
        let choices = choices(request.as_recorded, request.whole);
        Measuring::new(loaded, (&request.options, choices), None, kept).map(FindTime)
    }
}

impl FindTime {
    /// Does one slice of what sums are made from, and ends there: for predictions.
    ///
    /// # Errors
    /// The trace has no times.
    pub(crate) fn prepare(self) -> Result<Slice<Self, Arc<Prepared>, Kept>, Note> {
        let mut measuring = self.0;
        let mut progress = TaskProgress::default();
        // What a task before has prepared is there without a slice; the sums after it are not wanted.
        if measuring.found().is_none() {
            match measuring.step()? {
                (working, Measure::Working(more)) => (measuring, progress) = (working, more),
                (ended, Measure::Done(_)) => {
                    return Err(crate::view::clock::no_times(&ended.loaded.name));
                }
            }
        }
        Ok(match measuring.found().cloned() {
            Some(prepared) => {
                let kept = measuring.kept(&prepared);
                Slice::Finished(prepared, kept)
            }
            None => Slice::Working(Self(measuring), progress),
        })
    }
}

impl Task for FindTime {
    type Output = TimeSummary;
    type Kept = Kept;

    fn step(self) -> Result<Slice<Self>, Note> {
        Ok(match self.0.step()? {
            (measuring, Measure::Working(progress)) => Slice::Working(Self(measuring), progress),
            (measuring, Measure::Done(measured)) => {
                Slice::Finished(measured.summary(), measuring.kept(&measured.prepared))
            }
        })
    }
}

/// The task that lists the iterations of a loop. Its progress counts processes, then calls.
#[derive(Debug)]
pub(crate) struct ListIterations(Measuring);

impl ListIterations {
    /// Prepares the task; what is kept of tasks before is used where it fits.
    ///
    /// # Errors
    /// What is loaded is a file of nests, or there is no such loop.
    pub(crate) fn new(
        loaded: &Loaded,
        request: &IterationsRequest,
        kept: (Option<&Arc<TraceModel>>, &KeptTime),
    ) -> Result<Self, Note> {
        let choices = choices(request.as_recorded, request.whole);
        let measuring = Measuring::new(loaded, (&request.options, choices), Some(request.id), kept)?;
        Ok(Self(measuring))
    }
}

impl Task for ListIterations {
    type Output = IterationsSummary;
    type Kept = Kept;

    fn step(self) -> Result<Slice<Self>, Note> {
        Ok(match self.0.step()? {
            (measuring, Measure::Working(progress)) => Slice::Working(Self(measuring), progress),
            (measuring, Measure::Done(measured)) => {
                let mut kept = measuring.kept(&measured.prepared);
                let row = measuring.row.unwrap_or(0);
                let list = IterationList::new(measured, row)?;
                let summary = list.summary();
                kept.time.iterations = Some((measuring.handle, Arc::new(list)));
                Slice::Finished(summary, kept)
            }
        })
    }
}

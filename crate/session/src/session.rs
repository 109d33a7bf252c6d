//! The session: what is loaded, the work under way, and what finished tasks left behind.
//!
//! The caller opens files, calls [`step`](Session::step) until the work is done, and asks about what is loaded
//! ([`handle`](Session::handle), defined in [`queries`](crate::queries)). Between two steps it can ask, show progress or
//! cancel. What is loaded stays until its successor is complete, so a file that cannot be read costs nobody what was
//! there before.

use loopscope_formats::csv_events::Mapping;
use loopscope_formats::notes::Note;

use crate::error_note;
use crate::lab::Lab;
use crate::loaded::{no_such_trace, Loaded, LoadedTraces, TraceHandle};
use crate::loading::LoadJob;
use crate::open::{Limits, Opening, SourceFile};
use crate::options::OptionChoices;
use crate::tasks::{KeptResults, RunningTask};
use crate::view::{problem, summary};
use crate::wire::{Step, TaskRequest};

/// What is loaded and what is being done.
#[derive(Debug, Default)]
pub struct Session {
    traces: LoadedTraces,
    /// The trace that is being loaded.
    loading: Option<LoadJob>,
    /// The task under way, and the trace it is about.
    task: Option<(TraceHandle, RunningTask)>,
    kept: KeptResults,
    lab: Lab,
}

impl Session {
    /// A session with nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins to open files as one trace; [`step`](Session::step) does the work. Work that was under way is dropped;
    /// what is loaded stays until the new trace is complete.
    pub fn open(&mut self, handle: u32, name: &str, files: Vec<SourceFile>, limits: Limits, choices: OptionChoices) {
        self.cancel();
        self.loading = Some(LoadJob::open(TraceHandle(handle), (name, files, limits), choices, None));
    }

    /// Does the same for a caller that can ask its user what the columns of tables are: the work may end with
    /// [`Step::Asking`]. `columns` holds the answers so far.
    pub fn open_asking(
        &mut self,
        handle: u32,
        files: (&str, Vec<SourceFile>, Limits),
        choices: OptionChoices,
        columns: Vec<Mapping>,
    ) {
        self.cancel();
        self.loading = Some(LoadJob::open(TraceHandle(handle), files, choices, Some(columns)));
    }

    /// The opening under way, if files are being read.
    fn opening(&mut self) -> Option<&mut Opening> {
        self.loading.as_mut()?.opening()
    }

    /// The files of the opening that has just begun that other workers could read.
    pub fn spreadable(&mut self) -> Vec<(usize, String)> {
        self.opening().map(|opening| opening.spreadable()).unwrap_or_default()
    }

    /// Leaves these files to other workers, see [`Opening::await_parts`].
    pub fn await_parts(&mut self, files: &[usize]) {
        if let Some(opening) = self.opening() {
            opening.await_parts(files);
        }
    }

    /// Takes in how far another worker is with a file.
    pub fn part_progress(&mut self, file: usize, bytes: u64, events: u64) {
        if let Some(opening) = self.opening() {
            opening.part_progress(file, bytes, events);
        }
    }

    /// Takes in what another worker made of a file; `None` if the file is to be read here after all.
    pub fn give_part(&mut self, file: usize, part: Option<Vec<u8>>) {
        if let Some(opening) = self.opening() {
            opening.give_part(file, part);
        }
    }

    /// Begins to build the nests of the loaded trace under other options, without reading its files again.
    ///
    /// # Errors
    /// Nothing is loaded, it is a file of nests, or the trace does not have what the options ask for.
    pub fn configure(&mut self, handle: u32, choices: &OptionChoices) -> Result<(), Note> {
        let nothing = |what: &str, remedy: &str| {
            let found = "no trace".to_owned();
            error_note("", what, found, "a trace", remedy)
        };
        let loaded = self.traces.get(TraceHandle(handle));
        let loaded = loaded.ok_or_else(|| nothing("nothing is loaded", "open a trace first"))?;
        let trace = loaded
            .opened
            .as_ref()
            .ok_or_else(|| nothing("a file of nests cannot be analysed anew", "open the trace it was made from"))?;
        let options = choices.resolve(&loaded.name, trace)?;
        self.loading = Some(LoadJob::reanalyse(loaded, trace, options));
        self.task = None;
        Ok(())
    }

    /// Starts a task on a loaded trace; [`step`](Session::step) does the work and reports. Other work under way is
    /// dropped.
    ///
    /// # Errors
    /// There is no such trace, or it does not have what the task needs; the work under way then goes on.
    pub fn start(&mut self, handle: u32, request: &TaskRequest) -> Result<(), Note> {
        let handle = TraceHandle(handle);
        let loaded = self.traces.get(handle).ok_or_else(|| no_such_trace(handle))?;
        let task = RunningTask::new(loaded, request, &self.kept)?;
        self.cancel();
        self.task = Some((handle, task));
        Ok(())
    }

    /// Drops the work under way. What is loaded stays.
    pub fn cancel(&mut self) {
        self.loading = None;
        self.task = None;
    }

    /// What was loaded last.
    pub fn loaded(&self) -> Option<&Loaded> {
        self.traces.last()
    }

    /// What can be shown under that handle: a loaded trace, or the complete processes of the one that is being opened.
    pub fn shown(&self, handle: u32) -> Option<&Loaded> {
        let handle = TraceHandle(handle);
        let partial = self.loading.as_ref().and_then(LoadJob::partial);
        partial.filter(|partial| partial.handle == handle).or_else(|| self.traces.get(handle))
    }

    /// What finished tasks left behind.
    pub(crate) fn kept(&self) -> &KeptResults {
        &self.kept
    }

    /// The lab.
    pub(crate) fn lab(&self) -> &Lab {
        &self.lab
    }

    /// Does a slice of the work under way: reads about a mebibyte, builds the nest of a process, or steps the task.
    pub fn step(&mut self) -> Step {
        if let Some((handle, task)) = self.task.take() {
            let (task, report) = task.step(&mut self.kept);
            self.task = task.map(|task| (handle, task));
            return Step::Task { handle: handle.0, report };
        }
        let Some(mut job) = self.loading.take() else { return Step::Idle };
        let handle = job.handle();
        match job.advance() {
            Ok(None) => {
                let step = job.working();
                self.loading = Some(job);
                step
            }
            Ok(Some(loaded)) => {
                let summary = Box::new(summary::of(&loaded));
                // The same trace under other options has the same model, unless tags may be read otherwise.
                match loaded.opened.as_ref().is_some_and(|trace| trace.table().recorded().is_some()) {
                    true => self.kept = KeptResults::default(),
                    false => self.kept.keep_only(handle),
                }
                self.traces.replace(*loaded);
                Step::Done { handle: handle.0, summary }
            }
            Err(notes) => job
                .question()
                .unwrap_or_else(|| Step::Failed { handle: handle.0, problems: notes.iter().map(problem).collect() }),
        }
    }
}

//! One person's session: files are opened, analysed, looked at.
//!
//! The page's worker and the terminal are two thin doors to this crate. It holds at most one loaded
//! trace and one piece of work under way, and does work in slices, so that whoever calls can answer
//! questions, show progress and cancel in between. What is loaded stays until its successor is
//! complete: a file that cannot be read never costs anybody what was there before.
//!
//! Files arrive as [`open::ReadAt`], so that there is no file system, no JavaScript, no thread and
//! no clock in here.

pub mod analyse;
mod answer;
pub mod compare;
pub mod compressed;
pub mod convert;
mod crc;
pub mod document;
pub mod measure;
pub mod message;
pub mod model;
pub mod open;
pub mod options;
pub mod predict;
mod ranges;
mod tasks;
pub mod view;

pub use loopscope_core::numbers;
pub use loopscope_core::trace;
pub use loopscope_formats as formats;

use loopscope_core::symbols::Locals;
use loopscope_core::trace::Trace;
use loopscope_draw::scene::tags::TagSlots;
use loopscope_formats::csv_events::Mapping;
use loopscope_formats::notes::Note;

use analyse::{Analysis, Building};
use message::{Step, TableColumns, WorkProgress};
use open::words::{Words, WordsQuestion};
use open::{Limits, Opened, OpenedContent, Opening, SourceFile, Status};
use options::{Options, Wanted};
use tasks::{KeptResults, RunningTask, TaskRequest};

/// Bytes of decompressed data that one slice of work reads: some ten milliseconds.
const SLICE: usize = 1 << 20;

/// A note that says no: nothing came of what was asked.
pub fn refusal(file: &str, what: String, found: String, expected: String, remedy: String) -> Note {
    Note::error(file, what).found(found).expected(expected).remedy(remedy)
}

/// A trace, or nests from a file, with its analysis.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The number that whoever asks knows it by.
    pub handle: u32,
    /// The name it was opened under.
    pub name: String,
    /// Title of the format.
    pub format: &'static str,
    /// The trace; `None` for a file of nests.
    pub trace: Option<Trace>,
    /// The options of the analysis; `None` for a file of nests.
    pub options: Option<Options>,
    /// Its nests.
    pub analysis: Analysis,
    /// What readers noted.
    pub notes: Vec<Note>,
    /// The colours of its tags.
    pub tags: TagSlots,
    /// The tables among its files.
    pub tables: Vec<TableColumns>,
}

impl Loaded {
    fn new(handle: u32, name: &str, format: &'static str, analysis: Analysis) -> Loaded {
        let tags = answer::tag_slots(&analysis);
        let name = name.to_owned();
        Loaded {
            handle,
            name,
            format,
            trace: None,
            options: None,
            analysis,
            notes: Vec::new(),
            tags,
            tables: Vec::new(),
        }
    }

    fn locals(&self) -> &'static str {
        view::summary::locals_name(
            self.options.as_ref().map_or(Locals::Keep, |options| options.locals),
        )
    }
}

/// What is being done.
#[derive(Debug)]
enum Work {
    /// Files are being read; nests of processes that are complete are built in between.
    Reading { opening: Box<Opening>, wanted: Wanted, building: Option<Building>, looks: Looks },
    /// All is read; the remaining nests are being built.
    Building { trace: Trace, format: &'static str, said: Said, building: Building },
}

/// What there is to say about the files of a trace.
#[derive(Clone, Debug, Default)]
struct Said {
    notes: Vec<Note>,
    tables: Vec<TableColumns>,
}

/// When to look at what has come so far.
///
/// A look costs the number of processes. So there is one when that number has grown by an eighth: of any number of
/// processes all looks together cost a few times that number, and not its square.
#[derive(Debug, Default)]
struct Looks {
    /// The number of finished processes from which on it is worthwhile to see what they are.
    at_finished: usize,
    /// The number of nests from which on it is worthwhile to show them.
    at_built: usize,
}

impl Looks {
    /// Whether that number has been reached; if so, the next is set.
    fn is_due(at: &mut usize, number: usize) -> bool {
        let due = number > 0 && number >= *at;
        if due {
            *at = number + 1 + number / 8;
        }
        due
    }
}

/// Work under way, with what can be shown of it.
#[derive(Debug)]
struct Job {
    handle: u32,
    name: String,
    work: Work,
    partial: Option<Loaded>,
    /// Whether there is nothing to do before a file has come from where it is read.
    waiting: bool,
}

/// What is loaded and what is being loaded.
#[derive(Debug, Default)]
pub struct Session {
    loaded: Option<Loaded>,
    job: Option<Job>,
    /// The task under way, and the trace it is about.
    task: Option<(u32, RunningTask)>,
    kept: KeptResults,
}

impl Session {
    /// A session with nothing in it.
    pub fn new() -> Session {
        Session::default()
    }

    /// Begins to open files as one trace; [`step`](Session::step) does the work. Work that was
    /// under way is dropped, what is loaded stays until this is done.
    pub fn open(
        &mut self,
        handle: u32,
        name: &str,
        files: Vec<SourceFile>,
        limits: Limits,
        wanted: Wanted,
    ) {
        self.open_with(handle, (name, files, limits), wanted, None);
    }

    /// The same where somebody can be asked what the columns of tables are: the work may end with
    /// [`Step::Asking`]. What is known of `columns` already counts.
    pub fn open_asking(
        &mut self,
        handle: u32,
        files: (&str, Vec<SourceFile>, Limits),
        wanted: Wanted,
        columns: Vec<Mapping>,
    ) {
        self.open_with(handle, files, wanted, Some(columns));
    }

    fn open_with(
        &mut self,
        handle: u32,
        (name, files, limits): (&str, Vec<SourceFile>, Limits),
        wanted: Wanted,
        columns: Option<Vec<Mapping>>,
    ) {
        self.cancel();
        let mut opening = Box::new(Opening::new(name, files, limits));
        if let Some(only) = &wanted.only {
            opening.choose(only);
        }
        if wanted.words {
            opening.read_as_words(Words::Unsure);
        }
        if let Some(columns) = columns {
            opening.ask_columns();
            columns.into_iter().for_each(|mapping| opening.choose_columns(mapping));
        }
        let work = Work::Reading { opening, wanted, building: None, looks: Looks::default() };
        self.job = Some(Job { handle, name: name.to_owned(), work, partial: None, waiting: false });
    }

    /// The opening under way, if files are being read.
    fn opening(&mut self) -> Option<&mut Opening> {
        match &mut self.job.as_mut()?.work {
            Work::Reading { opening, .. } => Some(opening),
            Work::Building { .. } => None,
        }
    }

    /// The files of the opening that has just begun that could be read in workers of their own.
    pub fn spreadable(&mut self) -> Vec<(usize, String)> {
        self.opening().map(|opening| opening.spreadable()).unwrap_or_default()
    }

    /// These files are read elsewhere, see [`Opening::await_parts`].
    pub fn await_parts(&mut self, files: &[usize]) {
        if let Some(opening) = self.opening() {
            opening.await_parts(files);
        }
    }

    /// How far the reading of a file elsewhere is.
    pub fn part_progress(&mut self, file: usize, bytes: u64, events: u64) {
        if let Some(opening) = self.opening() {
            opening.part_progress(file, bytes, events);
        }
    }

    /// What came of a file elsewhere; nothing if it is to be read here.
    pub fn give_part(&mut self, file: usize, part: Option<Vec<u8>>) {
        if let Some(opening) = self.opening() {
            opening.give_part(file, part);
        }
    }

    /// Begins to build the nests of the loaded trace under other options, without reading again.
    ///
    /// # Errors
    /// Nothing is loaded, it is a file of nests, or the trace does not have what is wanted.
    pub fn configure(&mut self, handle: u32, wanted: &Wanted) -> Result<(), Note> {
        let nothing = |what: &str, remedy: &str| {
            let found = "no trace".to_owned();
            refusal("", what.to_owned(), found, "a trace".to_owned(), remedy.to_owned())
        };
        let loaded = self.loaded.as_ref().filter(|loaded| loaded.handle == handle);
        let loaded = loaded.ok_or_else(|| nothing("nothing is loaded", "open a trace first"))?;
        let trace = loaded.trace.as_ref().ok_or_else(|| {
            nothing("a file of nests cannot be analysed anew", "open the trace it was made from")
        })?;
        let options = wanted.resolve(&loaded.name, trace)?;
        let (trace, format) = (trace.clone(), loaded.format);
        let said = Said { notes: loaded.notes.clone(), tables: loaded.tables.clone() };
        self.task = None;
        let mut building = Building::new(options);
        building.look_at(trace.processes());
        let work = Work::Building { trace, format, said, building };
        self.job =
            Some(Job { handle, name: loaded.name.clone(), work, partial: None, waiting: false });
        Ok(())
    }

    /// Starts a task on a loaded trace; [`step`](Session::step) does the work and reports. Other work under way is dropped.
    ///
    /// # Errors
    /// There is no such trace, or it does not have what the task needs; what was under way goes on then.
    pub fn start(&mut self, handle: u32, request: &TaskRequest) -> Result<(), Note> {
        let loaded = self.loaded.as_ref().filter(|loaded| loaded.handle == handle);
        let loaded = loaded.ok_or_else(|| answer::no_such_trace(handle))?;
        let task = RunningTask::new(loaded, request, &self.kept)?;
        self.cancel();
        self.task = Some((handle, task));
        Ok(())
    }

    /// Drops the work under way. What was loaded is untouched.
    pub fn cancel(&mut self) {
        self.job = None;
        self.task = None;
    }

    /// What is loaded.
    pub fn loaded(&self) -> Option<&Loaded> {
        self.loaded.as_ref()
    }

    /// What can be shown under that number: the loaded trace, or the finished processes of the one
    /// that is being opened.
    pub fn shown(&self, handle: u32) -> Option<&Loaded> {
        let partial = self.job.as_ref().and_then(|job| job.partial.as_ref());
        partial.into_iter().chain(&self.loaded).find(|loaded| loaded.handle == handle)
    }

    /// Does a slice of the work under way: reads about a mebibyte, or builds the nest of a process
    /// by one method.
    pub fn step(&mut self) -> Step {
        if let Some((handle, task)) = self.task.take() {
            let (task, report) = task.step(&mut self.kept);
            self.task = task.map(|task| (handle, task));
            return Step::Task { handle, report };
        }
        let Some(mut job) = self.job.take() else { return Step::Idle };
        let handle = job.handle;
        match job.advance() {
            Ok(None) => {
                let progress = job.progress();
                let partial = job.partial.is_some();
                let waiting = job.waiting;
                self.job = Some(job);
                Step::Working { handle, progress, partial, waiting }
            }
            Ok(Some(loaded)) => {
                let summary = Box::new(view::summary::of(&loaded));
                // The same trace under other options has the same model.
                self.kept.model = self.kept.model.take().filter(|known| known.is_of(handle));
                self.loaded = Some(*loaded);
                Step::Done { handle, summary }
            }
            Err(notes) => job.asking().unwrap_or_else(|| Step::Failed {
                handle,
                problems: notes.iter().map(view::summary::problem).collect(),
            }),
        }
    }
}

impl Job {
    /// The questions that it ended with, if it did.
    fn asking(&self) -> Option<Step> {
        let Work::Reading { opening, .. } = &self.work else { return None };
        let tables: Vec<TableColumns> = opening.questions().map(TableColumns::from).collect();
        let files = opening.progress().files;
        if let Some(WordsQuestion { file, files, excerpt }) = opening.words().cloned() {
            return Some(Step::AskingWords { handle: self.handle, file, files, excerpt });
        }
        (!tables.is_empty()).then_some(Step::Asking { handle: self.handle, tables, files })
    }

    /// One slice; the loaded trace when it was the last.
    fn advance(&mut self) -> Result<Option<Box<Loaded>>, Vec<Note>> {
        match &mut self.work {
            Work::Reading { opening, wanted, building, looks } => {
                let status = opening.step(SLICE)?;
                if let Status::Done(opened) = status {
                    return self.finish_reading(*opened);
                }
                self.waiting = opening.waits();
                if Looks::is_due(&mut looks.at_finished, opening.finished_processes()) {
                    let so_far = opening.so_far();
                    // Until the last file is read the options are a guess: a wrong one is corrected then.
                    let Ok(options) = wanted.resolve(&self.name, &so_far) else { return Ok(None) };
                    if building.as_ref().is_none_or(|building| *building.options() != options) {
                        *building = Some(Building::new(options));
                        looks.at_built = 0;
                    }
                    if let Some(building) = building {
                        building.look_at(so_far.processes());
                    }
                }
                let Some(building) = building else { return Ok(None) };
                // A process too long for the method is refused when all is read.
                if !building.step(opening.table()).unwrap_or(false) {
                    return Ok(None);
                }
                self.waiting = false;
                if Looks::is_due(&mut looks.at_built, building.done()) {
                    let mut partial = Loaded::new(self.handle, &self.name, "", building.analysis());
                    // Not the trace itself: sharing its table would make the reader copy it.
                    partial.options = Some(building.options().clone());
                    self.partial = Some(partial);
                }
                Ok(None)
            }
            Work::Building { trace, format, said, building } => {
                if building.step(trace.table()).map_err(|note| vec![note])? {
                    return Ok(None);
                }
                let mut loaded = Loaded::new(self.handle, &self.name, format, building.analysis());
                loaded.options = Some(building.options().clone());
                loaded.trace = Some(trace.clone());
                let Said { notes, tables } = std::mem::take(said);
                (loaded.notes, loaded.tables) = (notes, tables);
                Ok(Some(Box::new(loaded)))
            }
        }
    }

    /// All files are read: what is left is to build nests, or nothing if they were nests.
    fn finish_reading(&mut self, opened: Opened) -> Result<Option<Box<Loaded>>, Vec<Note>> {
        let Work::Reading { wanted, building, .. } = &mut self.work else { return Ok(None) };
        match opened.content {
            OpenedContent::NestsJson(text) => {
                let analysis = document::read(&self.name, &text).map_err(|note| vec![note])?;
                let mut loaded = Loaded::new(self.handle, &self.name, opened.format, analysis);
                loaded.notes = opened.notes;
                Ok(Some(Box::new(loaded)))
            }
            OpenedContent::Trace(trace) => {
                let options = wanted.resolve(&self.name, &trace).map_err(|note| vec![note])?;
                let mut building = match building.take() {
                    Some(building) if *building.options() == options => building,
                    _ => Building::new(options),
                };
                building.look_at(trace.processes());
                let tables = opened.tables.iter().map(TableColumns::from).collect();
                let said = Said { notes: opened.notes, tables };
                self.work = Work::Building { trace, format: opened.format, said, building };
                Ok(None)
            }
        }
    }

    fn progress(&self) -> WorkProgress {
        match &self.work {
            Work::Reading { opening, building, .. } => {
                let progress = opening.progress();
                WorkProgress {
                    phase: "reading".to_owned(),
                    file: progress.file.clone(),
                    files_done: progress.files_done,
                    files: progress.files,
                    bytes: progress.bytes as f64,
                    total_bytes: progress.total_bytes as f64,
                    events: progress.events as f64,
                    processes_done: building.as_ref().map_or(0, Building::done) as u32,
                    processes: opening.finished_processes() as u32,
                }
            }
            Work::Building { trace, building, .. } => WorkProgress {
                phase: "loops".to_owned(),
                file: String::new(),
                files_done: 0,
                files: 0,
                bytes: 0.0,
                total_bytes: 0.0,
                events: trace.event_count(building.options().view) as f64,
                processes_done: building.done() as u32,
                processes: trace.processes().len() as u32,
            },
        }
    }
}

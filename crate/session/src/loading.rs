//! Loading a trace, in slices: reading its files, and building the nests of its processes as they become complete.

use loopscope_core::trace::Trace;
use loopscope_formats::csv_events::Mapping;
use loopscope_formats::notes::Note;

use crate::analysis::AnalysisBuilder;
use crate::files::nests;
use crate::loaded::{Loaded, TraceHandle};
use crate::open::words::{Words, WordsQuestion};
use crate::open::{Limits, Opened, OpenedContent, Opening, SourceFile, Status};
use crate::options::{Details, OptionChoices, Options};
use crate::wire::{Step, TableColumns, WorkPhase, WorkProgress};

/// Bytes of decompressed data that one slice of work reads: some ten milliseconds.
const SLICE: usize = 1 << 20;

/// A trace that is being loaded, with what can be shown of it.
#[derive(Debug)]
pub(crate) struct LoadJob {
    handle: TraceHandle,
    name: String,
    work: Work,
    partial: Option<Loaded>,
    /// Whether there is nothing to do until another worker has read a file.
    waiting: bool,
}

/// The stages of the work.
#[derive(Debug)]
enum Work {
    /// Files are being read; between slices of reading, the nests of complete processes are built.
    Reading {
        opening: Box<Opening>,
        choices: OptionChoices,
        building: Option<AnalysisBuilder>,
        /// When to ask which processes are complete.
        at_finished: GrowthStep,
        /// When to show the nests that are built.
        at_built: GrowthStep,
    },
    /// All files are read; the remaining nests are being built.
    Building { trace: Trace, format: &'static str, report: OpenReport, building: AnalysisBuilder },
}

/// What opening found out about the files of a trace.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenReport {
    pub(crate) notes: Vec<Note>,
    pub(crate) tables: Vec<TableColumns>,
}

/// Says when a number has grown enough to do something that costs as much as the number is large.
///
/// It is due each time the number has grown by an eighth. So over any growth the cost of all times together is a few
/// times the number at the end, and not its square.
#[derive(Debug, Default)]
struct GrowthStep {
    /// The number from which on it is due.
    next: usize,
}

impl GrowthStep {
    /// Whether the number has grown enough; if so, it must grow again before the next time.
    fn is_due(&mut self, number: usize) -> bool {
        let due = number > 0 && number >= self.next;
        if due {
            self.next = number + 1 + number / 8;
        }
        due
    }
}

impl LoadJob {
    /// Opens files as one trace. If `columns` is given, the caller can be asked what the columns of tables are, and
    /// `columns` holds the answers so far.
    pub(crate) fn open(
        handle: TraceHandle,
        (name, files, limits): (&str, Vec<SourceFile>, Limits),
        choices: OptionChoices,
        columns: Option<Vec<Mapping>>,
    ) -> Self {
        let mut opening = Box::new(Opening::new(name, files, limits));
        if let Some(only) = &choices.only {
            opening.choose(only);
        }
        if choices.words {
            opening.read_as_words(Words::Unsure);
        }
        if let Some(columns) = columns {
            opening.ask_columns();
            columns.into_iter().for_each(|mapping| opening.choose_columns(mapping));
        }
        let work = Work::Reading {
            opening,
            choices,
            building: None,
            at_finished: GrowthStep::default(),
            at_built: GrowthStep::default(),
        };
        Self { handle, name: name.to_owned(), work, partial: None, waiting: false }
    }

    /// Analyses the trace of `loaded` under other options, without reading its files again.
    pub(crate) fn reanalyse(loaded: &Loaded, trace: &Trace, options: Options) -> Self {
        let report = OpenReport { notes: loaded.notes.clone(), tables: loaded.tables.clone() };
        let mut building = AnalysisBuilder::new(options);
        building.set_processes(trace.processes());
        let work = Work::Building { trace: trace.clone(), format: loaded.format, report, building };
        let (handle, name) = (loaded.handle, loaded.name.clone());
        Self { handle, name, work, partial: None, waiting: false }
    }

    /// The trace that is being loaded.
    pub(crate) fn handle(&self) -> TraceHandle {
        self.handle
    }

    /// The opening, while files are being read.
    pub(crate) fn opening(&mut self) -> Option<&mut Opening> {
        match &mut self.work {
            Work::Reading { opening, .. } => Some(opening),
            Work::Building { .. } => None,
        }
    }

    /// The processes that are complete, once there are some to show.
    pub(crate) fn partial(&self) -> Option<&Loaded> {
        self.partial.as_ref()
    }

    /// Reports that there is more to do.
    pub(crate) fn working(&self) -> Step {
        Step::Working {
            handle: self.handle.0,
            progress: self.progress(),
            partial: self.partial.is_some(),
            waiting: self.waiting,
        }
    }

    /// The question to the user that ended the opening, if it ended with one.
    pub(crate) fn question(&self) -> Option<Step> {
        let Work::Reading { opening, .. } = &self.work else { return None };
        let handle = self.handle.0;
        if let Some(WordsQuestion { file, files, excerpt }) = opening.words().cloned() {
            return Some(Step::AskingWords { handle, file, files, excerpt });
        }
        let tables: Vec<TableColumns> = opening.questions().map(TableColumns::from).collect();
        let files = opening.progress().files;
        (!tables.is_empty()).then_some(Step::Asking { handle, tables, files })
    }

    /// Does one slice; returns the loaded trace after the last.
    ///
    /// # Errors
    /// The files are no trace, or the user must [answer a question](Self::question) first.
    pub(crate) fn advance(&mut self) -> Result<Option<Box<Loaded>>, Vec<Note>> {
        // The last file may have come since: then nothing is waited for.
        self.waiting = false;
        match &mut self.work {
            Work::Reading { opening, .. } => match opening.step(SLICE)? {
                Status::Done(opened) => self.finish_reading(*opened),
                Status::Working => {
                    self.build_while_reading();
                    Ok(None)
                }
            },
            Work::Building { trace, format, report, building } => {
                if building.step(trace.table()).map_err(|note| vec![note])? {
                    return Ok(None);
                }
                let mut loaded = Loaded::new(self.handle, &self.name, format, building.analysis());
                loaded.options = Some(building.options().clone());
                loaded.trace = Some(match building.options().details {
                    Details::Auto => trace.clone(),
                    Details::Recorded => trace.as_recorded(),
                });
                loaded.opened = Some(trace.clone());
                let OpenReport { notes, tables } = std::mem::take(report);
                (loaded.notes, loaded.tables) = (notes, tables);
                Ok(Some(Box::new(loaded)))
            }
        }
    }

    /// Builds the nest of a process that is complete, and shows those that are built.
    fn build_while_reading(&mut self) {
        let Work::Reading { opening, choices, building, at_finished, at_built } = &mut self.work else {
            return;
        };
        self.waiting = opening.waits();
        if at_finished.is_due(opening.finished_processes()) {
            let so_far = opening.so_far();
            // Until the last file is read the options are a guess; a wrong one is corrected then.
            let Ok(options) = choices.resolve(&self.name, &so_far) else { return };
            if building.as_ref().is_none_or(|building| *building.options() != options) {
                *building = Some(AnalysisBuilder::new(options));
                *at_built = GrowthStep::default();
            }
            if let Some(building) = building {
                building.set_processes(so_far.processes());
            }
        }
        let Some(building) = building else { return };
        // If a process is too long for the method, that is reported when all files are read.
        if !building.step(opening.table()).unwrap_or(false) {
            return;
        }
        self.waiting = false;
        if at_built.is_due(building.done()) {
            let mut partial = Loaded::new(self.handle, &self.name, "", building.analysis());
            // Without the trace: while its table is shared, the reader would have to copy it.
            partial.options = Some(building.options().clone());
            self.partial = Some(partial);
        }
    }

    /// After the last file: a document of nests is loaded now, a trace still needs the rest of its nests.
    fn finish_reading(&mut self, opened: Opened) -> Result<Option<Box<Loaded>>, Vec<Note>> {
        let Work::Reading { choices, building, .. } = &mut self.work else { return Ok(None) };
        match opened.content {
            OpenedContent::NestsJson(text) => {
                let analysis = nests::read(&self.name, &text).map_err(|note| vec![note])?;
                let mut loaded = Loaded::new(self.handle, &self.name, opened.format, analysis);
                loaded.notes = opened.notes;
                Ok(Some(Box::new(loaded)))
            }
            OpenedContent::Trace(trace) => {
                let options = choices.resolve(&self.name, &trace).map_err(|note| vec![note])?;
                let mut building = match building.take() {
                    // What was built while reading is right if tags are what they were then.
                    Some(building) if *building.options() == options && trace.table().recorded().is_none() => building,
                    _ => AnalysisBuilder::new(options),
                };
                building.set_processes(trace.processes());
                let tables = opened.tables.iter().map(TableColumns::from).collect();
                let report = OpenReport { notes: opened.notes, tables };
                self.work = Work::Building { trace, format: opened.format, report, building };
                Ok(None)
            }
        }
    }

    fn progress(&self) -> WorkProgress {
        match &self.work {
            Work::Reading { opening, building, .. } => {
                let progress = opening.progress();
                WorkProgress {
                    phase: WorkPhase::Reading,
                    file: progress.file.clone(),
                    files_done: progress.files_done,
                    files: progress.files,
                    bytes: progress.bytes as f64,
                    total_bytes: progress.total_bytes as f64,
                    events: progress.events as f64,
                    processes_done: building.as_ref().map_or(0, AnalysisBuilder::done) as u32,
                    processes: opening.finished_processes() as u32,
                }
            }
            Work::Building { trace, building, .. } => WorkProgress {
                phase: WorkPhase::Loops,
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

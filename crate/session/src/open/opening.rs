//! The opening: one file after the other, chunk after chunk.
//!
//! ```text
//!   dropped files ──> Sources ──FoundFile──> FilePolicy ──Verdict──> Leaf ──chunks──> Assembly ──> Opened
//!                                                                     ^
//!   other workers ──> Remote ──────────────parts──────────────────────┘
//! ```
//!
//! [`Sources`] knows where bytes come from, [`FilePolicy`] which files count, [`Remote`] what other workers read, and
//! [`Assembly`] what becomes of it all. None of them knows another; this file connects them.

mod at_end;

use std::io::{self, Read};

use loopscope_core::trace::{DrainedColumns, ProcessId, Table as Records, Trace};
use loopscope_formats::csv_events::Mapping;
use loopscope_formats::notes::Note;
use loopscope_formats::{Field, FileInfo};

use super::assembly::{Assembly, Leaf};
use super::choose::Sort;
use super::columns::{is_surely_table, Table};
use super::compressed::{Stage, StageStep};
use super::file_policy::{FilePolicy, Unreadable, Verdict};
use super::remote::Remote;
use super::side_file::NameMatch;
use super::sources::{Found, FoundFile, SourceLimits, Sources};
use super::transfer::{Part, PartContent};
use super::words::{Words, WordsQuestion};
use super::{Limits, Progress, Status};
use crate::source::{ReadAt, SourceFile};

/// Bytes handed to a reader at a time.
const CHUNK: usize = 64 << 10;

/// What it costs to take what another worker read, in bytes.
const REMOTE_COST: usize = 1 << 16;

/// Opens files as one trace. See the [module](super).
pub struct Opening {
    name: String,
    limits: Limits,
    sources: Sources,
    policy: FilePolicy,
    remote: Remote,
    assembly: Assembly,
    /// The file that is being read.
    leaf: Option<Leaf>,
    buffer: Vec<u8>,
    /// Whether this is the second round, for files that turned out to be meant.
    late: bool,
    over: bool,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening").field("name", &self.name).field("progress", &self.progress()).finish_non_exhaustive()
    }
}

impl Opening {
    /// An opening of these files, which `name` stands for in messages about all of them. Nothing is
    /// read yet.
    pub fn new(name: &str, files: Vec<SourceFile>, limits: Limits) -> Self {
        let source_limits = SourceLimits { entries: limits.entries, depth: limits.depth };
        Self {
            name: name.to_owned(),
            sources: Sources::new(name, files, source_limits),
            policy: FilePolicy::new(name),
            remote: Remote::default(),
            assembly: Assembly::new(name, limits.clone()),
            limits,
            leaf: None,
            buffer: vec![0; CHUNK],
            late: false,
            over: false,
        }
    }

    /// What stands for all of its files in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Something that lies among the files and cannot be one of them, such as a link that leads nowhere, was not handed
    /// over: that is a note, with the reason.
    pub fn pass_by(&mut self, path: String, reason: &'static str) {
        self.policy.left_out_mut().pass_by(path, reason);
    }

    /// Keeps the arguments of calls that records do not hold, where the format has them. See
    /// [`CallArguments`](loopscope_core::trace::CallArguments). To be called before the first [`step`](Self::step).
    #[cfg(feature = "split")]
    pub fn keep_arguments(&mut self) {
        self.assembly.keep_arguments();
    }

    /// Reads one of several traces alone: the one with that [key](loopscope_formats::notes::Choice::key), or all that lies
    /// in a folder or archive of that path. To be called before the first [`step`](Self::step).
    pub fn choose(&mut self, only: &str) {
        self.policy.seen_mut().choose(only);
    }

    /// Says which texts in no known format are lists of symbols. To be called before the first [`step`](Self::step).
    pub fn read_as_words(&mut self, words: Words) {
        self.policy.read_as_words(words);
    }

    /// The files of which somebody must say whether they are lists of symbols, if the opening failed for want of that.
    pub fn words(&self) -> Option<&WordsQuestion> {
        self.policy.words_question()
    }

    /// Reads tables with these titles as tables of events with these columns; a table all of whose columns are passed over is
    /// left out. To be called before the first [`step`](Self::step), for each kind of table.
    pub fn choose_columns(&mut self, mapping: Mapping) {
        self.policy.tables_mut().choose(mapping);
    }

    /// Reads tables that have columns of all these titles, in upper or lower case, as tables of events in which these are
    /// those fields; a field with an empty title is none of the columns. The other columns are what their titles say. To be
    /// called before the first [`step`](Self::step).
    pub fn choose_by_title(&mut self, rules: Vec<(Field, String)>) {
        self.policy.tables_mut().choose_by_title(rules);
    }

    /// The opening may end with questions instead of guessing: then [`step`](Self::step) fails, and
    /// [`questions`](Self::questions) has them.
    pub fn ask_columns(&mut self) {
        self.policy.tables_mut().ask();
    }

    /// The tables of which somebody must say what their columns are.
    pub fn questions(&self) -> impl Iterator<Item = &Table> {
        self.policy.tables().questions()
    }

    /// The tables that were read or left out.
    pub fn tables(&self) -> &[Table] {
        self.policy.tables().known()
    }

    /// A table that could not be read because nobody says what its columns are.
    pub fn unrecognized_table(&self) -> Option<&Table> {
        self.policy.tables().unrecognized()
    }

    /// Why the [titles](Self::choose_by_title) were of no use, with the columns that there are; `None` if a table had them
    /// all.
    pub fn unmet_titles(&self) -> Option<Note> {
        self.policy.tables().unmet_titles(&self.name)
    }

    /// The files that could be read in workers of their own, each by its place and path; none if that would not be
    /// worth starting any. Asked before the first step.
    pub fn spreadable(&self) -> Vec<(usize, String)> {
        match self.policy.seen().has_choice() {
            true => Vec::new(),
            false => Remote::worthwhile(&self.sources),
        }
    }

    /// These files are read by other workers: each is waited for when it is its turn, until it
    /// [comes](Self::give_part).
    pub fn await_parts(&mut self, files: &[usize]) {
        self.remote.await_files(files);
    }

    /// How far the reading of a file by another worker is.
    pub fn part_progress(&mut self, file: usize, bytes: u64, events: u64) {
        self.remote.set_progress(file, bytes, events);
    }

    /// What came of a file that another worker read; nothing if it is to be read here.
    pub fn give_part(&mut self, file: usize, part: Option<Vec<u8>>) {
        self.remote.arrive(file, part);
    }

    /// Whether nothing can be done before another worker has read the next file.
    pub fn waits(&self) -> bool {
        self.leaf.is_none() && !self.sources.in_archive() && self.remote.is_awaited(self.sources.next_place())
    }

    /// From here on, items do not become part of the trace: [`take_items`](Self::take_items) gives them
    /// between steps, so that memory is bounded however many they are.
    pub fn stream_items(&mut self) {
        self.assembly.stream_items();
    }

    /// The items that were read since the last call, if they are [handed out](Self::stream_items).
    pub fn take_items(&mut self) -> Vec<DrainedColumns> {
        self.assembly.take_items()
    }

    /// The numbers that processes without one got when all was read, by serial.
    pub fn assigned_ranks(&self) -> &[(u32, ProcessId)] {
        self.assembly.assigned_ranks()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let length = |file| self.sources.length(file);
        let (remote_bytes, remote_events) = self.remote.progress(self.sources.next_place(), length);
        let (read, total_bytes) = self.sources.bytes();
        let reached = read + remote_bytes;
        let replayed = match &self.leaf {
            Some(Leaf::Remote(replay)) => replay.left(),
            _ => 0,
        };
        let (files_done, files) = self.sources.file_counts();
        Progress {
            file: self.sources.path().to_owned(),
            files_done,
            files,
            bytes: if total_bytes > 0 { reached.min(total_bytes) } else { reached },
            total_bytes,
            events: self.assembly.events() + remote_events + replayed,
        }
    }

    /// The processes whose files are read to their end.
    pub fn so_far(&self) -> Trace {
        self.assembly.so_far()
    }

    /// How many they are; O(1).
    pub fn finished_processes(&self) -> usize {
        self.assembly.finished_processes()
    }

    /// The records, names and groups so far.
    pub fn table(&self) -> &Records {
        self.assembly.table()
    }

    /// Number of files that were read to their end and used.
    pub fn finished_files(&self) -> usize {
        self.assembly.used().len()
    }

    /// Bytes that are kept of what was read.
    #[cfg(test)]
    pub(super) fn kept_bytes(&self) -> u64 {
        self.assembly.kept_bytes()
    }

    /// Paths of the dropped files, in the order in which they are read.
    #[cfg(test)]
    pub(super) fn paths(&self) -> Vec<String> {
        self.sources.files().iter().map(|file| file.path.clone()).collect()
    }

    /// Does a slice of the work: about `budget` bytes of decompressed data.
    ///
    /// # Errors
    /// Why nothing could be opened, the first note being the one to show. The opening is over then,
    /// as it is after [`Status::Done`].
    pub fn step(&mut self, budget: usize) -> Result<Status, Vec<Note>> {
        if self.over {
            return Err(vec![Note::error(&self.name, "the opening is over")
                .found("another step")
                .expected("a new opening")]);
        }
        let mut left = budget.max(1);
        let result = loop {
            if left == 0 {
                break Ok(Status::Working);
            }
            if self.assembly.is_counting() {
                break self.count(left);
            }
            if self.assembly.is_building() {
                if self.assembly.build(&mut left) && self.several().is_some() {
                    self.assembly.drop_collections();
                }
                continue;
            }
            if self.assembly.gives_up() {
                self.policy.tables_mut().take();
                break Err(self.assembly.take_errors(false));
            }
            if self.waits() {
                break Ok(Status::Working);
            }
            if !self.read_next(&mut left) {
                match self.finish_files() {
                    Ok(None) => {}
                    Ok(Some(opened)) => break Ok(Status::Done(Box::new(opened))),
                    Err(notes) => break Err(notes),
                }
            }
        };
        self.over = !matches!(result, Ok(Status::Working));
        result
    }

    /// Reads on in the current file or begins the next; false if there is none.
    fn read_next(&mut self, left: &mut usize) -> bool {
        if let Some(leaf) = self.leaf.take() {
            self.read_leaf(leaf, left);
        } else if self.sources.in_archive() {
            let found = self.sources.next_entry(left);
            self.take(found);
        } else {
            self.sources.leave_file();
            if !self.take_remote(left) {
                match self.sources.next_file(left) {
                    Some(found) => self.take(found),
                    None => return false,
                }
            }
        }
        true
    }

    /// Takes what came next.
    fn take(&mut self, found: Found) {
        match found {
            Found::Nothing => {}
            Found::Broken(note) => self.refuse(note, false),
            Found::Unreadable(note) => self.pass_over(note, Unreadable::Text),
            Found::NoFile(path, reason) => self.policy.left_out_mut().add(path, reason),
            Found::UnmarkedEnd(path) => self.assembly.note_unmarked_end(&path),
            Found::File(file) => match self.policy.judge(&file, &self.sources) {
                Verdict::PassedOver => self.sources.count_done(),
                Verdict::NoTrace(note, what) => self.pass_over(note, what),
                Verdict::Nests => {
                    let (path, stream) = file.into_stream();
                    self.leaf = Some(Leaf::nests(path, stream));
                }
                Verdict::Compressed => self.begin_compressed(file),
                Verdict::Read(format, columns) => {
                    let info = self.file_info(&file.path);
                    let stream = file.into_stream();
                    self.leaf = Some(self.assembly.begin_file(format, columns, info, stream));
                }
            },
        }
    }

    /// What is known of a file before it is read.
    fn file_info(&self, path: &str) -> FileInfo {
        FileInfo { number: self.sources.number_in_name(path), ..FileInfo::new(path) }
    }

    /// The current file is no trace.
    fn pass_over(&mut self, note: Note, what: Unreadable) {
        self.sources.count_done();
        if let Some(error) = self.policy.add_unknown(note, what) {
            self.assembly.add_error(error);
        }
    }

    /// The current file cannot be used; `is_part`: a collection was reading it.
    fn refuse(&mut self, note: Note, is_part: bool) {
        self.sources.count_done();
        if self.assembly.refuse(note, is_part) {
            self.sources.end();
        }
    }

    fn begin_compressed(&mut self, file: FoundFile) {
        match file.whole.clone() {
            Some(data) => self.begin_loading(data, file.path),
            None => {
                let (path, stream) = file.into_stream();
                let stage = Stage::Collecting(stream, Vec::new());
                self.leaf = Some(Leaf::Compressed { stage, path });
            }
        }
    }

    fn begin_loading(&mut self, data: std::rc::Rc<dyn ReadAt>, path: String) {
        self.assembly.begin_notes(&path);
        let most = (!self.assembly.is_streaming()).then_some(self.limits.kept);
        match Stage::loading(&path, data, most) {
            Ok(stage) => self.leaf = Some(Leaf::Compressed { stage, path }),
            Err(note) => self.refuse(note, false),
        }
    }

    /// Reads a chunk of the current file.
    fn read_leaf(&mut self, mut leaf: Leaf, budget: &mut usize) {
        match &mut leaf {
            Leaf::Compressed { stage, path } => {
                let (buffer, trace) = (&mut *self.buffer, self.assembly.trace_mut());
                match stage.step(path, self.limits.kept, (buffer, trace), budget) {
                    Ok(StageStep::Working(share)) => {
                        share.into_iter().for_each(|share| self.sources.reach_share(share));
                    }
                    Ok(StageStep::Collected(bytes)) => {
                        return self.begin_loading(std::rc::Rc::new(bytes), std::mem::take(path));
                    }
                    Ok(StageStep::Loaded(format)) => {
                        self.sources.reach_share(1.0);
                        self.sources.count_done();
                        return self.assembly.end_file(std::mem::take(path), format);
                    }
                    Ok(StageStep::Broken(error)) => {
                        let note = self.sources.stream_failure(error);
                        return self.refuse(note, false);
                    }
                    Err(note) => return self.refuse(note, false),
                }
            }
            Leaf::Remote(replay) => match self.assembly.replay(replay, budget) {
                Ok(false) => {}
                Ok(true) => return self.sources.count_done(),
                // Its reader says what is wrong.
                Err(_) => return self.sources.step_back(),
            },
            _ => {
                let Some(stream) = leaf.stream() else { return };
                let count = match stream.read(&mut self.buffer) {
                    Ok(count) => count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                        self.leaf = Some(leaf);
                        return;
                    }
                    Err(error) => {
                        let note = self.sources.stream_failure(error);
                        return self.refuse(note, matches!(leaf, Leaf::Part { .. }));
                    }
                };
                *budget = budget.saturating_sub(count.max(1));
                let chunk = self.buffer.get(..count).unwrap_or_default();
                match self.assembly.read(&mut leaf, chunk) {
                    Ok(false) => {}
                    Ok(true) => return self.sources.count_done(),
                    Err(note) => return self.refuse(note, matches!(leaf, Leaf::Part { .. })),
                }
            }
        }
        self.leaf = Some(leaf);
    }

    /// Takes the next file as another worker has read it; false if it is to be read here.
    fn take_remote(&mut self, budget: &mut usize) -> bool {
        let place = self.sources.next_place();
        let Some((bytes, events)) = self.remote.take(place) else { return false };
        let Some(path) = self.sources.next_path().map(str::to_owned) else { return false };
        *budget = budget.saturating_sub(REMOTE_COST);
        let Ok(part) = Part::read(&bytes) else { return false };
        let format = part.format;
        let (repeats, head) = match part.content {
            PartContent::Events { repeats, head, .. } => (repeats, head),
            PartContent::Collection(_) => (false, &[][..]),
        };
        let is_table = self.policy.tables().is_chosen(head) || is_surely_table(format, head);
        let matches = match format.common && !is_table {
            true => self.policy.name_match(&path, format, repeats),
            false => NameMatch::Trace,
        };
        if self.policy.is_too_bad(matches) {
            // It may be its turn when all others are read and are nothing. What is asked about is looked at here.
            if matches == NameMatch::HardlyRepeats {
                return false;
            }
            self.policy.add_candidate(&path, format, matches, String::new());
            self.sources.count_done();
            self.remote.put_back(place, bytes, events);
            self.sources.postpone_file();
            return true;
        }
        if !head.is_empty() {
            let chosen = self.policy.tables_mut().chosen(head, &path);
            if self.policy.tables_mut().meet(format, head, &path, chosen.as_deref()) {
                self.policy.seen_mut().add(&path, Sort::of(format));
                self.policy.accept(&path, format, matches);
                self.sources.count_done();
                self.sources.skip_file();
                return true;
            }
        }
        let info = self.file_info(&path);
        let Ok(leaf) = self.assembly.begin_remote(part, &path, &info) else { return false };
        match leaf {
            Some(leaf) => self.leaf = Some(leaf),
            None => self.sources.count_done(),
        }
        self.policy.seen_mut().add(&path, Sort::of(format));
        self.policy.accept(&path, format, matches);
        self.sources.set_path(&path);
        self.sources.skip_file();
        true
    }

    /// The traces to choose from, as an error, if the files cannot be one trace.
    fn several(&self) -> Option<Note> {
        self.policy.several(self.assembly.has_clash())
    }
}

/// What a worker that reads one file for another opening needs.
impl Opening {
    /// Reads the file whatever it is called: whether its name is too bad is decided where the whole is known.
    pub(super) fn accept_all(&mut self) {
        self.policy.accept_all();
    }

    /// Reads about so many bytes; false if all is read.
    pub(super) fn read_on(&mut self, left: &mut usize) -> bool {
        while *left > 0 && !self.assembly.has_errors() {
            if !self.read_next(left) {
                return false;
            }
        }
        true
    }

    /// Whether there is nothing to say about what was read, and nothing unusual in it.
    pub(super) fn is_plain(&self) -> bool {
        !self.sources.in_archive()
            && self.assembly.is_silent()
            && !self.policy.has_unknown()
            && !self.policy.tables().asking()
            && !matches!(self.leaf, Some(Leaf::Compressed { .. }))
    }

    /// The only file is read: what came of it, for the other opening.
    pub(super) fn export_file(&mut self) -> Option<Vec<u8>> {
        let head = self.tables().first().map_or_else(String::new, |table| table.head.clone());
        self.assembly.export_file(self.policy.repeats(), &head)
    }
}

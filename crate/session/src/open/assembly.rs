//! What an opening makes of its files: the trace while it grows, the notes, and the errors.
//!
//! In go chunks of the files that are read, each through its [`Leaf`], and what other workers read. Out comes, when all is
//! read, the trace with its notes, or the errors. Nothing here knows where bytes come from or which files count.

use std::sync::Arc;

use loopscope_core::numbers::thousands;
use loopscope_core::trace::{BuildError, DrainedColumns, ProcessId, Table as Records, Trace, TraceBuilder};
use loopscope_formats::csv_events::Mapping;
use loopscope_formats::native::check_peers;
use loopscope_formats::notes::{sort_notes, Note, Notes, Place, Problem};
use loopscope_formats::{Collection, FileInfo, Format, Reader, Reading};

use super::compressed::Stage;
use super::finish::{majority, merge_alike, note_numbers, Counting};
use super::times_notes::note_times;
use super::transfer::{write_collection, write_events, Part, PartContent, Refused, Replay};
use super::Limits;
use crate::source::Stream;

/// Errors after which an opening gives up; all are listed.
const MAX_ERRORS: usize = 100;

/// Clashes that are listed.
const MAX_CLASHES: usize = 50;

/// What a slice of building counts as, in bytes read: it takes about as long.
const BUILD_COST: usize = 1 << 20;

/// The file that is being read.
pub(super) enum Leaf {
    Trace {
        stream: Stream,
        reader: Box<dyn Reader>,
        format: &'static Format,
        path: String,
    },
    /// A file of a trace of several: the collection of its format takes it.
    Part {
        stream: Stream,
        format: &'static Format,
        path: String,
    },
    Nests {
        stream: Stream,
        text: Vec<u8>,
        path: String,
    },
    Compressed {
        stage: Stage,
        path: String,
    },
    /// Another worker has read it.
    Remote(Box<Replay>),
}

impl Leaf {
    /// A document of nests.
    pub(super) fn nests(path: String, stream: Stream) -> Self {
        Self::Nests { stream, text: Vec::new(), path }
    }

    /// What is read in chunks.
    pub(super) fn stream(&mut self) -> Option<&mut Stream> {
        match self {
            Self::Trace { stream, .. } | Self::Part { stream, .. } | Self::Nests { stream, .. } => Some(stream),
            Self::Compressed { .. } | Self::Remote(_) => None,
        }
    }
}

/// The files of a format that belong together, and what has been read of them.
struct OpenCollection {
    format: &'static Format,
    collection: Box<dyn Collection>,
}

/// A trace that is being put together.
pub(super) struct Assembly {
    /// What stands for all files in messages.
    name: String,
    limits: Limits,
    trace: TraceBuilder,
    notes: Notes,
    errors: Vec<Note>,
    /// Collections of the formats whose files belong together, of those that came.
    collections: Vec<OpenCollection>,
    /// Whether all files are read and the last of the collections is being made a trace.
    building: bool,
    /// Files that were read, with their format.
    used: Vec<(String, &'static Format)>,
    /// Documents of nests: paths and texts.
    nests: Vec<(String, String)>,
    counting: Option<Counting>,
    /// Whether items are handed out instead of kept.
    streaming: bool,
    /// Items that were left when all files were read.
    drained: Vec<DrainedColumns>,
    /// The numbers that processes without one got then, by serial.
    assigned_ranks: Vec<(u32, ProcessId)>,
    /// Events of the trace when it was complete.
    events: u64,
}

impl Assembly {
    /// Nothing is read yet; `name` stands for all files in messages.
    pub(super) fn new(name: &str, limits: Limits) -> Self {
        Self {
            name: name.to_owned(),
            trace: TraceBuilder::new(limits.kept),
            limits,
            notes: Notes::new(),
            errors: Vec::new(),
            collections: Vec::new(),
            building: false,
            used: Vec::new(),
            nests: Vec::new(),
            counting: None,
            streaming: false,
            drained: Vec::new(),
            assigned_ranks: Vec::new(),
            events: 0,
        }
    }

    /// Keeps the arguments of calls.
    #[cfg(feature = "split")]
    pub(super) fn keep_arguments(&mut self) {
        self.trace.keep_arguments();
    }

    /// Begins to read a file in a format. `file` is what is known of it, `columns` what a user says of its columns.
    pub(super) fn begin_file(
        &mut self,
        format: &'static Format,
        columns: Option<Arc<Mapping>>,
        file: FileInfo,
        (path, stream): (String, Stream),
    ) -> Leaf {
        let file = FileInfo { columns, ..file };
        match format.reading {
            Reading::Each(reader) => {
                self.trace.begin_source(&path);
                self.notes.begin_file(&path);
                Leaf::Trace { stream, reader: reader(&file), format, path }
            }
            Reading::Together(begin) => {
                self.collection_of(format, begin).begin(&file);
                Leaf::Part { stream, format, path }
            }
        }
    }

    /// The collection of a format, begun if this is its first file.
    fn collection_of(&mut self, format: &'static Format, begin: fn() -> Box<dyn Collection>) -> &mut dyn Collection {
        let known = self.collections.iter().position(|it| it.format.name == format.name);
        let at = known.unwrap_or_else(|| {
            self.collections.push(OpenCollection { format, collection: begin() });
            self.collections.len() - 1
        });
        &mut *self.collections[at].collection
    }

    /// Takes a chunk of the current file, an empty one at its end; whether the file is done.
    ///
    /// # Errors
    /// Why the file cannot be used.
    pub(super) fn read(&mut self, leaf: &mut Leaf, chunk: &[u8]) -> Result<bool, Note> {
        let ended = chunk.is_empty();
        match leaf {
            Leaf::Compressed { .. } | Leaf::Remote(_) => {}
            Leaf::Trace { reader, format, path, .. } => {
                if !ended {
                    reader.read(chunk, &mut self.trace, &mut self.notes)?;
                    return Ok(false);
                }
                reader.finish(&mut self.trace, &mut self.notes)?;
                self.trace.end_source();
                self.used.push((std::mem::take(path), format));
            }
            Leaf::Part { format, path, .. } => {
                let of_format = |it: &&mut OpenCollection| it.format.name == format.name;
                let Some(open) = self.collections.iter_mut().find(of_format) else {
                    return Ok(false);
                };
                let collection = &mut open.collection;
                if !ended {
                    collection.read(chunk);
                    let kept = self.trace.kept_bytes() + collection.kept_bytes();
                    return self.check_kept(kept, path).map(|()| false);
                }
                collection.finish()?;
                self.used.push((std::mem::take(path), format));
            }
            Leaf::Nests { text, path, .. } => {
                text.extend_from_slice(chunk);
                if text.len() as u64 > self.limits.nests {
                    let note = Note::error(path, "the document of nests is too large");
                    let most = format!("at most {} bytes", thousands(self.limits.nests));
                    return Err(note.found("more").expected(most));
                }
                if ended {
                    let text = nests_text(path, std::mem::take(text))?;
                    self.nests.push((std::mem::take(path), text));
                }
            }
        }
        Ok(ended)
    }

    /// Whether so much may be kept; `path` is the file that needs it.
    ///
    /// # Errors
    /// It is more than the limit.
    pub(super) fn check_kept(&self, kept: u64, path: &str) -> Result<(), Note> {
        let limit = self.limits.kept;
        match kept > limit {
            true => Err(Note::from_build(&BuildError::TooLarge { kept, limit }, path)),
            false => Ok(()),
        }
    }

    /// Notes on a file are about to come from a reader.
    pub(super) fn begin_notes(&mut self, path: &str) {
        self.notes.begin_file(path);
    }

    /// The trace, for a leaf that fills it by itself.
    pub(super) fn trace_mut(&mut self) -> &mut TraceBuilder {
        &mut self.trace
    }

    /// A leaf that fills the trace by itself is done.
    pub(super) fn end_file(&mut self, path: String, format: &'static Format) {
        self.trace.end_source();
        self.used.push((path, format));
    }

    /// Begins a file that another worker has read. `info` is what is known of it. Nothing if it is done at once.
    pub(super) fn begin_remote(
        &mut self,
        part: Part<'_>,
        path: &str,
        info: &FileInfo,
    ) -> Result<Option<Leaf>, Refused> {
        let format = part.format;
        match (part.content, format.reading) {
            (PartContent::Events { mut rest, .. }, Reading::Each(_)) => {
                self.trace.begin_source(path);
                match Replay::begin(&mut rest, (path, format), info.number, &mut self.trace) {
                    Ok(replay) => Ok(Some(Leaf::Remote(Box::new(replay)))),
                    Err(refused) => {
                        self.trace.abandon_source();
                        Err(refused)
                    }
                }
            }
            (PartContent::Collection(bytes), Reading::Together(begin)) => {
                if !self.collection_of(format, begin).import_file(info, bytes) {
                    return Err(Refused::Malformed);
                }
                self.used.push((path.to_owned(), format));
                Ok(None)
            }
            _ => Err(Refused::Malformed),
        }
    }

    /// Puts a block of a file into the trace that another worker has read; whether it is done.
    pub(super) fn replay(&mut self, replay: &mut Replay, budget: &mut usize) -> Result<bool, Refused> {
        match replay.step(&mut self.trace, budget) {
            Ok(false) => Ok(false),
            Ok(true) => {
                replay.finish(&mut self.notes);
                self.end_file(std::mem::take(&mut replay.path), replay.format);
                Ok(true)
            }
            Err(refused) => {
                self.trace.abandon_source();
                Err(refused)
            }
        }
    }

    /// What came of the only file, to be put into another opening; `repeats` and `head` are what its reader knows of words
    /// and tables.
    pub(super) fn export_file(&mut self, repeats: bool, head: &str) -> Option<Vec<u8>> {
        let [(_, format)] = *self.used.as_slice() else { return None };
        if let Some(open) = self.collections.last_mut() {
            return write_collection(format, &open.collection.export_file()?);
        }
        let processes = self.take_items();
        write_events(format, (repeats, head), (self.trace.table(), &self.notes), &processes)
    }

    /// The current file cannot be used; `is_part`: a collection was reading it. Returns whether memory is full, so that
    /// nothing that follows can change this.
    pub(super) fn refuse(&mut self, note: Note, is_part: bool) -> bool {
        let full = self.kept_bytes() > self.limits.kept;
        if is_part {
            self.collections.iter_mut().for_each(|it| it.collection.abandon());
        }
        self.trace.abandon_source();
        // Of files that clash a few are enough to see what there is to choose from.
        if !note.clashes() || self.errors.len() < MAX_CLASHES {
            self.errors.push(note);
        }
        full
    }

    /// Bytes that are kept of the trace and of what will be one.
    pub(super) fn kept_bytes(&self) -> u64 {
        let collected: u64 = self.collections.iter().map(|it| it.collection.kept_bytes()).sum();
        self.trace.kept_bytes() + collected
    }

    /// Adds an error.
    pub(super) fn add_error(&mut self, note: Note) {
        self.errors.push(note);
    }

    /// The errors so far.
    pub(super) fn errors_mut(&mut self) -> &mut Vec<Note> {
        &mut self.errors
    }

    /// Whether there is an error.
    pub(super) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Whether there are so many errors that reading on is of no use.
    pub(super) fn gives_up(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    /// Whether two files contradict each other.
    pub(super) fn has_clash(&self) -> bool {
        self.errors.iter().any(Note::clashes)
    }

    /// Takes the errors, in order; `merged`: one of those that are alike stands for all.
    pub(super) fn take_errors(&mut self, merged: bool) -> Vec<Note> {
        let mut errors = std::mem::take(&mut self.errors);
        sort_notes(&mut errors);
        if merged {
            merge_alike(errors)
        } else {
            errors
        }
    }

    /// Adds a note about all files, or about the file that it names.
    pub(super) fn add_note(&mut self, problem: Problem, note: Note) {
        self.notes.begin_file(&note.file);
        self.notes.add(problem, |_| note);
    }

    /// Notes that a tar archive stops without its end mark.
    pub(super) fn note_unmarked_end(&mut self, path: &str) {
        self.notes.begin_file(path);
        self.notes.add(Problem::UnmarkedEnd, |file| {
            Note::warning(file, "the tar archive has no end mark").remedy("it may be truncated: files may be missing")
        });
    }

    /// Whether there is nothing to say about what was read.
    pub(super) fn is_silent(&self) -> bool {
        self.errors.is_empty() && self.nests.is_empty() && self.notes.is_empty()
    }

    /// The files are read again: forgets what was noted.
    pub(super) fn forget_notes(&mut self) {
        self.notes = Notes::new();
    }

    /// The files that were read, with their formats.
    pub(super) fn used(&self) -> &[(String, &'static Format)] {
        &self.used
    }

    /// The documents of nests: paths and texts.
    pub(super) fn nests(&self) -> &[(String, String)] {
        &self.nests
    }

    /// Takes the only document of nests, with the notes.
    pub(super) fn take_nests(&mut self) -> Option<(String, Vec<Note>)> {
        let (_, text) = self.nests.pop()?;
        Some((text, std::mem::take(&mut self.notes).into_vec()))
    }

    /// Hands items out from here on instead of keeping them.
    pub(super) fn stream_items(&mut self) {
        self.streaming = true;
        self.trace.stream_items();
    }

    /// Whether items are handed out.
    pub(super) fn is_streaming(&self) -> bool {
        self.streaming
    }

    /// The items that were read since the last call, if they are handed out.
    pub(super) fn take_items(&mut self) -> Vec<DrainedColumns> {
        let mut items = std::mem::take(&mut self.drained);
        items.extend(self.trace.take_items());
        items
    }

    /// The numbers that processes without one got when all was read, by serial.
    pub(super) fn assigned_ranks(&self) -> &[(u32, ProcessId)] {
        &self.assigned_ranks
    }

    /// Events found so far.
    pub(super) fn events(&self) -> u64 {
        let collected: u64 = self.collections.iter().map(|it| it.collection.events()).sum();
        self.events.max(self.trace.events()).max(collected)
    }

    /// The processes whose files are read to their end.
    pub(super) fn so_far(&self) -> Trace {
        match &self.counting {
            Some(counting) => counting.trace().clone(),
            None => self.trace.so_far(),
        }
    }

    /// How many they are; O(1).
    pub(super) fn finished_processes(&self) -> usize {
        match &self.counting {
            Some(counting) => counting.trace().processes().len(),
            None => self.trace.finished_processes(),
        }
    }

    /// The records, names and groups so far.
    pub(super) fn table(&self) -> &Records {
        match &self.counting {
            Some(counting) => counting.trace().table(),
            None => self.trace.table(),
        }
    }

    /// All files are read: begins to make a trace of those that belong together; whether there are any.
    pub(super) fn begin_building(&mut self) -> bool {
        self.building = !self.collections.is_empty();
        self.building
    }

    /// Whether files that belong together are being made a trace.
    pub(super) fn is_building(&self) -> bool {
        self.building
    }

    /// Does a slice of that. Returns whether files turned out not to fit together.
    pub(super) fn build(&mut self, budget: &mut usize) -> bool {
        let Some(open) = self.collections.last_mut() else {
            self.building = false;
            return false;
        };
        *budget = budget.saturating_sub(BUILD_COST);
        match open.collection.build(&mut self.trace, &mut self.notes) {
            Ok(done) => {
                if done {
                    self.collections.pop();
                }
                false
            }
            Err(note) => {
                self.trace.abandon_source();
                self.errors.push(note);
                self.collections.pop();
                true
            }
        }
    }

    /// What else there is need not be made a trace.
    pub(super) fn drop_collections(&mut self) {
        self.collections.clear();
    }

    /// All is read: completes the trace, and begins to count its events. `words` says what was read as words.
    pub(super) fn complete(&mut self, words: Option<Note>) {
        let format = majority(&mut self.used, &mut self.notes);
        self.events = self.trace.events();
        let mut builder = std::mem::replace(&mut self.trace, TraceBuilder::new(0));
        note_numbers(&builder.assign_numbers(), &self.name, &mut self.notes);
        if let Some(note) = words {
            self.add_note(Problem::ReadAsWords, note);
        }
        self.drained = builder.take_items();
        self.assigned_ranks = builder.assigned_ranks().to_vec();
        let trace = builder.finish();
        check_peers(&trace, &mut self.notes);
        note_times(&trace, &self.name, &mut self.notes);
        self.counting = Some(Counting::new(trace, format.title));
    }

    /// Whether events are being counted.
    pub(super) fn is_counting(&self) -> bool {
        self.counting.is_some()
    }

    /// Counts the events of one or more processes, as the budget allows; all of it when they are counted.
    pub(super) fn count(&mut self, budget: usize) -> Option<Counting> {
        let mut left = budget;
        while let Some(seen) = self.counting.as_mut().and_then(Counting::process) {
            left = left.saturating_sub(seen + 1);
            if left == 0 {
                return None;
            }
        }
        self.counting.take()
    }

    /// Whether not one event came, of those that were counted.
    pub(super) fn is_empty(&self, counting: &Counting) -> bool {
        match self.streaming {
            true => self.events == 0,
            false => {
                let mut processes = counting.trace().processes().iter();
                counting.kinds().is_empty() && !processes.any(|it| it.values().is_some())
            }
        }
    }

    /// The notes, with those on messages.
    pub(super) fn take_notes(&mut self, counting: &Counting) -> Vec<Note> {
        counting.note_messages(&self.name, &mut self.notes);
        std::mem::replace(&mut self.notes, Notes::new()).into_vec()
    }

    /// The files were read to their ends and not one event came of them: the error, and why, as far as readers noted it.
    pub(super) fn nothing_usable(&mut self) -> Vec<Note> {
        let notes = std::mem::replace(&mut self.notes, Notes::new()).into_vec();
        let file = match self.used.as_slice() {
            [(path, _)] => path.clone(),
            _ => self.name.clone(),
        };
        let found = notes.first().map_or("none", |note| &note.what).to_owned();
        let note = Note::error(&file, "there is no event that can be used").found(found);
        let mut all = vec![note.expected("a trace with at least one event")];
        all.extend(notes);
        all
    }
}

/// The text of a document of nests.
fn nests_text(path: &str, bytes: Vec<u8>) -> Result<String, Note> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(at).copied().unwrap_or_default();
        Note::error(path, "the document of nests is no UTF-8 text")
            .at(Place::Byte(at as u64))
            .found(format!("the byte 0x{byte:02x}"))
            .expected("UTF-8")
    })
}

#[cfg(test)]
mod tests;

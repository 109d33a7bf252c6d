//! The opening: one file after the other, chunk after chunk.

use loopscope_core::small_sort::SmallSort;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use loopscope_core::trace::{DrainedColumns, ProcessId, Table as Records, Trace, TraceBuilder};
use loopscope_formats::csv_events::Mapping;
use loopscope_formats::notes::{sort_notes, Note, Notes};
use loopscope_formats::{Collection, Format, Reader};

use super::choose::Sort;
use super::columns::{Rules, Table};
use super::companion::is_hidden;
use super::compressed::Stage;
use super::conclude::Counting;
use super::fault::Faults;
use super::given::{Elsewhere, Replay};
use super::numbering::NameCounts;
use super::source::Stream;
use super::words::{Companion, Unknown, Words, WordsQuestion};
use super::{tar, zip, Content, LeftOut, Limits, Progress, SourceFile, Status};

/// Bytes handed to a reader at a time.
const CHUNK: usize = 64 << 10;

/// Errors after which an opening gives up; all are listed.
const MAX_ERRORS: usize = 100;

/// Why a file that may be a list of symbols was left out.
pub(super) const COMPANION: &str = "the file is called like something that lies beside a trace";

/// Why one was that is called like nothing known.
pub(super) const UNLIKELY: &str =
    "the file may be a list of words or numbers, and is not called like one";

/// An archive that is open, outermost first in [`Opening::archives`].
pub(super) enum Archive {
    Tar { archive: Rc<RefCell<tar::Archive>>, faults: Faults, entries: u64 },
    Zip { archive: zip::Archive, faults: Faults },
}

impl Archive {
    pub(super) fn faults(&self) -> &Faults {
        match self {
            Archive::Tar { faults, .. } | Archive::Zip { faults, .. } => faults,
        }
    }
}

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
    /// Was read elsewhere.
    Given(Box<Replay>),
}

/// The files of a format that belong together, and what has been read of them.
pub(super) struct Gathered {
    pub(super) format: &'static Format,
    pub(super) collection: Box<dyn Collection>,
}

/// Opens files as one trace. See the [module](super).
pub struct Opening {
    pub(super) name: String,
    pub(super) limits: Limits,
    pub(super) files: Vec<SourceFile>,
    pub(super) name_counts: NameCounts,
    /// The next of `files`.
    pub(super) next: usize,
    /// Which files are read, of those that may be in a format that texts often look like: all whose names are
    /// at most so [doubtful](super::companion).
    pub(super) doubt: u8,
    /// Which of several traces is read alone.
    pub(super) only: Option<String>,
    /// All files that were recognised and begun.
    pub(super) seen: Vec<(String, Sort)>,
    /// Where layers write down what went wrong; the root of their handles.
    pub(super) faults: Faults,
    pub(super) archives: Vec<Archive>,
    pub(super) leaf: Option<Leaf>,
    /// Collections of the formats whose files belong together, of those that came.
    pub(super) gathered: Vec<Gathered>,
    /// Whether all files are read and the last of `gathered` is being made a trace.
    pub(super) building: bool,
    pub(super) buffer: Vec<u8>,
    pub(super) trace: TraceBuilder,
    pub(super) notes: Notes,
    pub(super) errors: Vec<Note>,
    /// Files in no known format and what was said of them.
    pub(super) unknown: Vec<Unknown>,
    /// How many more there are.
    pub(super) unknown_more: u64,
    /// Files that are too doubtful.
    pub(super) companions: Vec<Companion>,
    /// Format and family of the files that are read: all others of them are meant, too.
    pub(super) families: BTreeSet<(&'static str, String)>,
    /// The files that alone are read in a second round, because others of their families were met after them.
    pub(super) late: Option<BTreeSet<String>>,
    pub(super) words: Words,
    pub(super) words_question: Option<WordsQuestion>,
    /// Whether the words of the file that was begun last repeat, if it is a list of symbols.
    pub(super) repeats: bool,
    /// Files that are read as words because their words repeat.
    pub(super) by_rule: Vec<String>,
    /// How many files are read for what they look like, whatever they are called.
    pub(super) guessed: usize,
    /// What was left out so far, and, at the end, all that was.
    pub(super) ignored: Vec<LeftOut>,
    pub(super) left_out: Vec<LeftOut>,
    /// What the caller did not even hand over: the path and the reason.
    pub(super) passed_by: Vec<(String, &'static str)>,
    /// Files that were read, with their format.
    pub(super) used: Vec<(String, &'static Format)>,
    pub(super) nests: Vec<(String, String)>,
    pub(super) counting: Option<Counting>,
    pub(super) progress: Progress,
    /// Bytes of the files that are done, and how far reading is in the current one.
    pub(super) done_bytes: u64,
    pub(super) reached: Rc<Cell<u64>>,
    /// Files that are read elsewhere, by their places among `files`.
    pub(super) elsewhere: BTreeMap<usize, Elsewhere>,
    /// What a user says of the columns of tables, for each kind of table and by titles.
    pub(super) columns: Vec<Arc<Mapping>>,
    pub(super) rules: Rules,
    /// Whether somebody can be asked about columns.
    pub(super) asks: bool,
    /// The tables among the files, each kind once, and those that nothing recognises.
    pub(super) tables: Vec<Table>,
    pub(super) untold: Vec<Table>,
    /// Whether items are handed out instead of kept.
    pub(super) giving: bool,
    /// What was left when all files were read, and the numbers given then.
    pub(super) taken: Vec<DrainedColumns>,
    pub(super) given: Vec<(u32, ProcessId)>,
    over: bool,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening")
            .field("name", &self.name)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

impl Opening {
    /// An opening of these files, which `name` stands for in messages about all of them. Nothing is
    /// read yet.
    pub fn new(name: &str, mut files: Vec<SourceFile>, limits: Limits) -> Opening {
        let alone = files.len() == 1;
        files.retain(|file| alone || !is_hidden(&file.path));
        // So that notes and names do not depend on the order in which files were named.
        files.sort_small_by(|a, b| loopscope_core::trace::natural_order(&a.path, &b.path));
        let name_counts = NameCounts::of(files.iter().map(|file| &*file.path));
        let lengths = files.iter().map(|file| match &file.data {
            Content::Random(data) => Some(data.len()),
            Content::Stream(_) => None,
        });
        let total_bytes = lengths.sum::<Option<u64>>().unwrap_or(0);
        let progress = Progress { files: files.len() as u32, total_bytes, ..Progress::default() };
        Opening {
            name: name.to_owned(),
            trace: TraceBuilder::new(limits.kept),
            limits,
            files,
            name_counts,
            next: 0,
            doubt: 0,
            only: None,
            seen: Vec::new(),
            faults: Faults::new(name),
            archives: Vec::new(),
            leaf: None,
            gathered: Vec::new(),
            building: false,
            buffer: vec![0; CHUNK],
            notes: Notes::new(),
            errors: Vec::new(),
            unknown: Vec::new(),
            unknown_more: 0,
            companions: Vec::new(),
            families: BTreeSet::new(),
            late: None,
            words: Words::default(),
            words_question: None,
            repeats: false,
            by_rule: Vec::new(),
            guessed: 0,
            ignored: Vec::new(),
            left_out: Vec::new(),
            passed_by: Vec::new(),
            used: Vec::new(),
            nests: Vec::new(),
            counting: None,
            progress,
            done_bytes: 0,
            reached: Rc::default(),
            elsewhere: BTreeMap::new(),
            columns: Vec::new(),
            rules: Rules::default(),
            asks: false,
            tables: Vec::new(),
            untold: Vec::new(),
            giving: false,
            taken: Vec::new(),
            given: Vec::new(),
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
        self.passed_by.push((path, reason));
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
            if self.counting.is_some() {
                break self.count(left);
            }
            if self.building {
                self.build(&mut left);
                continue;
            }
            if self.errors.len() >= MAX_ERRORS {
                self.tables.clear();
                sort_notes(&mut self.errors);
                break Err(std::mem::take(&mut self.errors));
            }
            if self.waits() {
                break Ok(Status::Working);
            }
            if !self.read_next(&mut left) {
                match self.conclude() {
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
        match &self.leaf {
            Some(Leaf::Given(_)) => self.replay(left),
            Some(_) => self.read_leaf(left),
            None if self.archives.is_empty() => return self.next_file(left),
            None => self.next_entry(left),
        }
        true
    }

    /// Reads about so many bytes; false if all is read.
    pub(super) fn read_on(&mut self, left: &mut usize) -> bool {
        while *left > 0 && self.errors.is_empty() {
            if !self.read_next(left) {
                return false;
            }
        }
        true
    }

    /// From here on, items do not become part of the trace: [`take_items`](Self::take_items) gives them
    /// between steps, so that memory is bounded however many they are.
    pub fn stream_items(&mut self) {
        self.giving = true;
        self.trace.stream_items();
    }

    /// The items that were read since the last call, if they are [given away](Self::stream_items).
    pub fn take_items(&mut self) -> Vec<DrainedColumns> {
        let mut taken = std::mem::take(&mut self.taken);
        taken.extend(self.trace.take_items());
        taken
    }

    /// The numbers that processes without one got when all was read, by serial.
    pub fn assigned_ranks(&self) -> &[(u32, ProcessId)] {
        &self.given
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let (bytes_elsewhere, events_elsewhere) = self.read_elsewhere();
        let reached = self.done_bytes + self.reached.get() + bytes_elsewhere;
        let total = self.progress.total_bytes;
        let bytes = if total > 0 { reached.min(total) } else { reached };
        let gathered: u64 = self.gathered.iter().map(|it| it.collection.events()).sum();
        let events = self.progress.events.max(self.trace.events()).max(gathered) + events_elsewhere;
        Progress { bytes, events, ..self.progress.clone() }
    }

    /// The processes whose files are read to their end.
    pub fn so_far(&self) -> Trace {
        match &self.counting {
            Some(counting) => counting.trace.clone(),
            None => self.trace.so_far(),
        }
    }

    /// How many they are; O(1).
    pub fn finished_processes(&self) -> usize {
        match &self.counting {
            Some(counting) => counting.trace.processes().len(),
            None => self.trace.finished_processes(),
        }
    }

    /// The records, names and groups so far.
    pub fn table(&self) -> &Records {
        match &self.counting {
            Some(counting) => counting.trace.table(),
            None => self.trace.table(),
        }
    }

    /// Number of files that were read to their end and used.
    pub fn finished_files(&self) -> usize {
        self.used.len()
    }

    /// Goes through the files once more, for these alone.
    pub(super) fn begin_late(&mut self, late: Vec<String>) {
        self.next = 0;
        let late: BTreeSet<String> = late.into_iter().collect();
        self.progress.files_done = self.progress.files_done.saturating_sub(late.len() as u32);
        self.late = Some(late);
    }

    /// Whether a file or an archive is passed over in a second round, because it is none of those that are to be read and holds none.
    pub(super) fn is_done_with(&self, path: &str) -> bool {
        self.late.as_ref().is_some_and(|late| is_none_of(late, path))
    }

    /// Begins anew, to read what was passed over for its name, up to so much doubt.
    pub(super) fn begin_companions(&mut self, doubt: u8) {
        self.doubt = doubt;
        self.ignored.clear();
        self.next = 0;
        self.unknown.clear();
        self.unknown_more = 0;
        self.companions.clear();
        self.untold.clear();
        self.tables.clear();
        self.late = None;
        self.notes = Notes::new();
        self.done_bytes = 0;
        self.reached = Rc::default();
        self.progress.files_done = 0;
        self.progress.files = self.files.len() as u32;
    }
}

/// Whether a path is none of these, and no folder or archive around one of them. O(log of how many there are).
pub(super) fn is_none_of(paths: &BTreeSet<String>, path: &str) -> bool {
    let folder = format!("{path}/");
    let inside = paths.range(folder.clone()..).next().is_some_and(|it| it.starts_with(&folder));
    !inside && !paths.contains(path)
}

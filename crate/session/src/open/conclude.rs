//! The end of an opening: what the files together are.

use loopscope_core::numbers::thousands;
use loopscope_core::order::InOrder;
use loopscope_core::trace::{natural_order, Kind, Trace, TraceBuilder, View};
use loopscope_formats::native::check_peers;
use loopscope_formats::report::{sort_notes, Note, Notes, Place, Problem, Severity};
use loopscope_formats::Format;

use super::companion::ending;
use super::opening::{Opening, Pass, COMPANION};
use super::recognise::is_model;
use super::{Opened, OpenedContent, Status};

/// A trace whose events are being counted, process by process.
pub(super) struct Counting {
    pub(super) trace: Trace,
    format: &'static str,
    next: usize,
    /// Events of each record.
    events: Vec<u64>,
}

impl Opening {
    /// All files are read. `None` if there is more to do.
    pub(super) fn conclude(&mut self) -> Result<Option<Opened>, Vec<Note>> {
        if let Some(note) = self.unmet_titles() {
            return Err(vec![note]);
        }
        let nothing = self.used.is_empty() && self.nests.is_empty() && self.errors.is_empty();
        if nothing && !self.asking() {
            if self.pass == Pass::First && !self.companions.is_empty() {
                self.begin_companions();
                return Ok(None);
            }
            if self.unknown.is_empty() {
                let note = Note::error(&self.name, "there is no file to open")
                    .expected("files of a trace, a folder or an archive of them");
                return Err(vec![note]);
            }
            self.errors.append(&mut self.unknown);
        }
        let endings: Vec<String> = self.used.iter().filter_map(|(path, _)| ending(path)).collect();
        for note in std::mem::take(&mut self.unknown) {
            if ending(&note.file).is_some_and(|ending| endings.contains(&ending)) {
                self.errors.push(note);
            } else {
                self.ignore(&note.file, &note.what);
            }
        }
        self.ask_untold();
        if let Some((path, _)) = self.nests.first() {
            if self.used.len() + self.nests.len() > 1 {
                let note = Note::error(path, "a document of nests is opened alone")
                    .found(format!("{} files", self.used.len() + self.nests.len()));
                self.errors.push(note);
            }
        }
        if !self.errors.is_empty() {
            // Nobody is asked about tables beside a file that cannot be read.
            self.tables.clear();
            let mut errors = std::mem::take(&mut self.errors);
            sort_notes(&mut errors);
            return Err(merge_alike(errors));
        }
        if let Some(table) = self.questions().next() {
            let what = "it is not clear what the columns of the table are";
            return Err(vec![Note::error(&table.file, what).found(table.titles())]);
        }
        if !self.gathered.is_empty() {
            self.building = true;
            return Ok(None);
        }
        if self.unknown_more > 0 {
            let reason =
                format!("{} further files in no known format", thousands(self.unknown_more));
            self.ignore(&self.name.clone(), &reason);
        }
        for path in std::mem::take(&mut self.companions) {
            self.ignore(&path, COMPANION);
        }
        if let Some((_, text)) = self.nests.pop() {
            let notes = std::mem::take(&mut self.notes).into_vec();
            let format = if is_model(text.as_bytes()) { "model" } else { "nests" };
            let content = OpenedContent::NestsJson(text);
            let (kinds, tables) = (Vec::new(), Vec::new());
            return Ok(Some(Opened { content, format, notes, kinds, tables }));
        }
        let format = self.majority();
        self.progress.events = self.trace.events();
        let mut builder = std::mem::replace(&mut self.trace, TraceBuilder::new(0));
        for (process, file) in builder.assign_numbers() {
            self.notes.begin_file(&file);
            self.notes.add(Problem::NumberGiven, |file| {
                Note::new(Severity::Info, file, format!("taken as process {process}"))
                    .found("no process number in the file and its name")
                    .remedy("numbered by the order of the files")
            });
        }
        self.taken = builder.take_items();
        self.given = builder.numbers_given().to_vec();
        let trace = builder.finish();
        check_peers(&trace, &mut self.notes);
        let events = vec![0; trace.table().records().len()];
        self.counting = Some(Counting { trace, format: format.title, next: 0, events });
        Ok(None)
    }

    /// Notes that a file was left out.
    pub(super) fn ignore(&mut self, path: &str, reason: &str) {
        self.notes.begin_file(path);
        self.notes.add(Problem::Ignored, |file| {
            Note::new(Severity::Info, file, format!("ignored: {reason}"))
        });
    }

    /// Notes that a tar archive stops without its end mark.
    pub(super) fn note_unmarked_end(&mut self, path: &str) {
        self.notes.begin_file(path);
        self.notes.add(Problem::UnmarkedEnd, |file| {
            Note::new(Severity::Warning, file, "the tar archive has no end mark")
                .remedy("it may be truncated: files may be missing")
        });
    }

    /// The format of most files; the others are noted.
    fn majority(&mut self) -> &'static Format {
        self.used.order_by(|a, b| natural_order(&a.0, &b.0));
        let count = |name: &str| self.used.iter().filter(|(_, format)| format.name == name).count();
        let formats = loopscope_formats::FORMATS.iter().copied();
        // The first of equals: the order of the list decides.
        let most = formats.rev().max_by_key(|format| count(format.name));
        let most = most.unwrap_or(&loopscope_formats::native::FORMAT);
        for (path, format) in &self.used {
            if format.name != most.name {
                self.notes.begin_file(path);
                self.notes.add(Problem::OtherFormat, |file| {
                    Note::new(Severity::Warning, file, "the file is in another form than most")
                        .found(format.title)
                        .expected(most.title)
                });
            }
        }
        most
    }

    /// Counts the events of one or more processes, as the budget allows.
    pub(super) fn count(&mut self, budget: usize) -> Result<Status, Vec<Note>> {
        let mut left = budget;
        loop {
            let Some(counting) = &mut self.counting else { return Ok(Status::Working) };
            let Some(process) = counting.trace.processes().get(counting.next) else { break };
            for view in View::ALL {
                let Some(events) = process.events(view) else { continue };
                events.each_block(|records| {
                    for record in records {
                        if let Some(count) = counting.events.get_mut(record.index()) {
                            *count += 1;
                        }
                    }
                });
                left = left.saturating_sub(events.len());
            }
            counting.next += 1;
            if left == 0 {
                return Ok(Status::Working);
            }
        }
        let Some(counting) = self.counting.take() else { return Ok(Status::Working) };
        let records = counting.trace.table().records();
        let of_kind = |kind: Kind| -> u64 {
            let counts = records.iter().zip(&counting.events);
            counts.filter(|(record, _)| record.kind == kind).map(|(_, count)| count).sum()
        };
        let kinds = Kind::ALL.map(|kind| (kind, of_kind(kind)));
        let kinds = kinds.into_iter().filter(|(_, count)| *count > 0).collect();
        let notes = std::mem::replace(&mut self.notes, Notes::new()).into_vec();
        let content = OpenedContent::Trace(counting.trace);
        let (format, tables) = (counting.format, std::mem::take(&mut self.tables));
        Ok(Status::Done(Box::new(Opened { content, format, notes, kinds, tables })))
    }
}

/// Above so many files with the same fault one stands for all: a dropped archive of another
/// tracer has hundreds.
const ALIKE: usize = 3;

/// One message where many files fail for one reason, counted; processes that stand in two files
/// are one reason, and the folders to choose from are named.
fn merge_alike(errors: Vec<Note>) -> Vec<Note> {
    let same = |a: &Note, b: &Note| {
        let whole = a.place == Place::Whole && b.place == Place::Whole && a.what == b.what;
        let clash = a.clashes_with.is_some() && b.clashes_with.is_some();
        whole && (clash || (a.found == b.found && a.expected == b.expected))
    };
    let folders = folders_of_clashes(&errors);
    let mut merged: Vec<Note> = Vec::new();
    for (at, note) in errors.iter().enumerate() {
        let alike = errors.iter().filter(|other| same(note, other)).count();
        let clash = note.clashes_with.is_some();
        if !clash && alike <= ALIKE {
            merged.push(note.clone());
        } else if !errors.iter().take(at).any(|earlier| same(note, earlier)) {
            let mut note = Note { count: alike as u64, ..note.clone() };
            if clash && folders.len() > 1 {
                note.remedy = format!("open one of {} alone", folders.join(", "));
            }
            merged.push(note);
        }
    }
    merged
}

/// The folders (or archives) that hold files of the same processes, each once.
fn folders_of_clashes(errors: &[Note]) -> Vec<String> {
    let mut folders: Vec<String> = Vec::new();
    for note in errors {
        let Some(first) = &note.clashes_with else { continue };
        let both = [first, &note.file].into_iter();
        for folder in both.filter_map(|path| Some(path.rsplit_once(['/', '\\'])?.0)) {
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
            }
        }
    }
    folders.order_by(|a, b| natural_order(a, b));
    folders.truncate(8);
    folders
}

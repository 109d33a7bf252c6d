//! The end of an opening: what the files together are.

use std::collections::BTreeSet;
use std::sync::Arc;

use loopscope_core::numbers::{counted, thousands, verb};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{natural_order, Kind, ProcessId, RecordId, Trace, TraceBuilder, View};
use loopscope_formats::native::check_peers;
use loopscope_formats::notes::{some_of, sort_notes, Note, Notes, Place, Problem, Severity, ALSO};
use loopscope_formats::{part_name, source_file_of, Channels, Format};

use super::companion::{base_name, doubt, family};
use super::opening::{Opening, COMPANION, UNLIKELY};
use super::recognise::is_model;
use super::words::{Companion, Unknown, HARDLY_REPEAT, WORDS};
use super::{LeftOut, Opened, OpenedContent, Status};

/// A trace whose events are being counted, process by process.
pub(super) struct Counting {
    pub(super) trace: Trace,
    format: &'static str,
    next: usize,
    /// Events of each record.
    events: Vec<u64>,
    /// The same of the process and view that is being counted, and of which records there are any.
    own: Vec<u64>,
    touched: Vec<RecordId>,
    /// Messages sent less messages received.
    channels: Channels,
}

impl Counting {
    fn new(trace: Trace, format: &'static str) -> Counting {
        let none = vec![0; trace.table().records().len()];
        let (touched, channels) = (Vec::new(), Channels::default());
        Counting { trace, format, next: 0, events: none.clone(), own: none, touched, channels }
    }

    /// Counts the events of the next process, and says how many; `None` behind the last.
    fn process(&mut self) -> Option<usize> {
        let process = self.trace.processes().get(self.next)?;
        self.next += 1;
        let mut seen = 0;
        for view in View::ALL {
            let Some(events) = process.events(view) else { continue };
            seen += events.len();
            let (own, touched) = (&mut self.own, &mut self.touched);
            events.each_block(|records| {
                for &record in records {
                    if let Some(count) = own.get_mut(record.index()) {
                        if *count == 0 {
                            touched.push(record);
                        }
                        *count += 1;
                    }
                }
            });
            for id in self.touched.drain(..) {
                let Some(count) = self.own.get_mut(id.index()).map(std::mem::take) else {
                    continue;
                };
                if let Some(all) = self.events.get_mut(id.index()) {
                    *all += count;
                }
                let record = self.trace.table().record(id);
                let (Some(peer), Some(tag)) = (record.peer, record.tag) else { continue };
                match record.kind {
                    _ if view != View::Communication => {}
                    Kind::Send => self.channels.sent((process.id.0, peer, tag), count),
                    Kind::Recv => self.channels.received((peer, process.id.0, tag), count),
                    _ => {}
                }
            }
        }
        Some(seen)
    }
}

impl Opening {
    /// All files are read. `None` if there is more to do.
    pub(super) fn conclude(&mut self) -> Result<Option<Opened>, Vec<Note>> {
        if let Some(note) = self.unmet_titles() {
            return Err(vec![note]);
        }
        let nothing = self.used.is_empty() && self.nests.is_empty() && self.errors.is_empty();
        if nothing && !self.asking() {
            match self.companions.iter().map(|it| it.doubt).min() {
                Some(WORDS) if self.outweighed(self.companions.len()) => {}
                Some(WORDS) => return Err(vec![self.ask_words()]),
                Some(doubt) => {
                    self.begin_companions(doubt);
                    return Ok(None);
                }
                None => {}
            }
            if self.unknown.is_empty() && self.errors.is_empty() {
                let note = Note::error(&self.name, "there is no file to open")
                    .found("none")
                    .expected("files of a trace, a folder or an archive of them");
                return Err([vec![note], self.passed_by_notes()].concat());
            }
            self.errors.extend(self.unknown.drain(..).map(|it| it.note));
        }
        if self.late.is_none() && self.errors.is_empty() && !self.asking() {
            let late = self.take_late();
            if !late.is_empty() {
                self.begin_late(late);
                return Ok(None);
            }
        }
        if self.nests.is_empty() && self.guessed > 0 && self.guessed == self.used.len() {
            self.outweighed(self.guessed);
        }
        if let Some(several) = self.several() {
            return Err(vec![several]);
        }
        let families: BTreeSet<String> =
            self.used.iter().filter_map(|(path, _)| family(path)).collect();
        for Unknown { note, .. } in std::mem::take(&mut self.unknown) {
            if family(&note.file).is_some_and(|family| families.contains(&family)) {
                self.errors.push(note);
            } else {
                self.ignore(note.file, &note.what);
            }
        }
        self.ask_untold();
        if let Some((path, _)) = self.nests.first() {
            if self.used.len() + self.nests.len() > 1 {
                let note = Note::error(path, "a document of nests is opened alone")
                    .found(format!("{} files", self.used.len() + self.nests.len()))
                    .expected("one file");
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
            let note = Note::error(&table.file, what).found(table.titles());
            return Err(vec![note.expected("titles that say it, or an answer")]);
        }
        if !self.gathered.is_empty() {
            self.building = true;
            return Ok(None);
        }
        for Companion { path, doubt: own, .. } in std::mem::take(&mut self.companions) {
            let reason = match doubt(&path) {
                2 => COMPANION,
                _ if own == WORDS => HARDLY_REPEAT,
                _ => UNLIKELY,
            };
            self.ignore(path, reason);
        }
        self.note_ignored();
        if let Some((_, text)) = self.nests.pop() {
            let notes = std::mem::take(&mut self.notes).into_vec();
            let notes = [self.passed_by_notes(), notes].concat();
            let format = if is_model(text.as_bytes()) { "model" } else { "nests" };
            let content = OpenedContent::NestsJson(text);
            let (kinds, tables) = (Vec::new(), Vec::new());
            let left_out = std::mem::take(&mut self.left_out);
            return Ok(Some(Opened { content, format, notes, kinds, tables, left_out }));
        }
        let format = self.majority();
        self.progress.events = self.trace.events();
        let mut builder = std::mem::replace(&mut self.trace, TraceBuilder::new(0));
        let numbered = builder.assign_numbers();
        self.note_numbers(&numbered);
        self.note_words();
        self.taken = builder.take_items();
        self.given = builder.assigned_ranks().to_vec();
        let trace = builder.finish();
        check_peers(&trace, &mut self.notes);
        self.counting = Some(Counting::new(trace, format.title));
        Ok(None)
    }

    /// What was passed by, a note for each reason.
    fn passed_by_notes(&self) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        for (path, reason) in &self.passed_by {
            let what = format!("passed over: {reason}");
            match notes.iter_mut().find(|note| note.what == what) {
                Some(note) => note.add_also(path),
                None => notes.push(Note::new(Severity::Warning, path, what)),
            }
        }
        notes
    }

    /// Remembers that a file was left out.
    pub(super) fn ignore(&mut self, path: String, reason: &str) {
        let at = self.ignored.iter().position(|it| it.reason == reason).unwrap_or_else(|| {
            self.ignored.push(LeftOut { reason: reason.to_owned(), ..LeftOut::default() });
            self.ignored.len() - 1
        });
        if let Some(group) = self.ignored.get_mut(at) {
            group.add(path);
        }
    }

    /// Completes the list of what was left out, for those who want to check it.
    fn note_left_out(&mut self) {
        if self.unknown_more > 0 {
            let reason = "the file is in no known format".to_owned();
            self.left_out.push(LeftOut { reason, count: self.unknown_more, files: Vec::new() });
        }
        for (path, reason) in &self.passed_by {
            match self.left_out.iter_mut().find(|it| it.reason == *reason) {
                Some(group) => group.add(path.clone()),
                None => {
                    let reason = (*reason).to_owned();
                    let files = vec![path.clone()];
                    self.left_out.push(LeftOut { reason, count: 1, files });
                }
            }
        }
    }

    /// Says what was left out, in one note.
    fn note_ignored(&mut self) {
        let ignored = std::mem::take(&mut self.ignored);
        self.left_out.clone_from(&ignored);
        self.note_left_out();
        let count = ignored.iter().map(|it| it.count).sum::<u64>() + self.unknown_more;
        let note = match ignored.as_slice() {
            [] => return,
            [LeftOut { reason, count: 1, files }] if count == 1 => {
                let path = files.first().map_or("", String::as_str);
                Note::new(Severity::Info, path, format!("ignored: {reason}"))
            }
            all => {
                let told = |LeftOut { reason, count, files }: &LeftOut| {
                    let reason = reason.strip_prefix("the file is ").unwrap_or(reason);
                    let first = files.get(..ALSO).unwrap_or(files);
                    format!("{} {reason}: {}", thousands(*count), some_of(first, *count, "file"))
                };
                let mut found: Vec<String> = all.iter().map(told).collect();
                if self.unknown_more > 0 {
                    found.push(format!("{} in no known format", thousands(self.unknown_more)));
                }
                let what =
                    format!("{} {} ignored", counted(count, "file"), verb(count, "is", "are"));
                Note::new(Severity::Info, &self.name, what).found(found.join("; "))
            }
        };
        self.notes.begin_file(&note.file);
        self.notes.add(Problem::Ignored, |_| note);
    }

    /// Says which processes got their numbers by order, in one note.
    fn note_numbers(&mut self, numbered: &[(ProcessId, Arc<str>)]) {
        let remedy = "numbered by the order of the files";
        let note = match numbered {
            [] => return,
            [(process, file)] => {
                Note::new(Severity::Info, file, format!("taken as process {process}"))
                    .found("no process number in the file and its name")
            }
            [(_, first), ..] => {
                let count = numbered.len() as u64;
                let called = |source: &str| match part_name(source) {
                    Some(name) => name.to_owned(),
                    None => base_name(source).to_owned(),
                };
                let named = numbered.iter().take(ALSO);
                let named: Vec<String> =
                    named.map(|(process, file)| format!("{process} is {}", called(file))).collect();
                let (file, what) = match source_file_of(first) {
                    Some(file)
                        if numbered.iter().all(|(_, it)| source_file_of(it) == Some(file)) =>
                    {
                        (file, "threads without a process number are numbered in order")
                    }
                    _ => (&*self.name, "files without a process number are numbered in order"),
                };
                Note::new(Severity::Info, file, format!("{} {what}", thousands(count)))
                    .found(some_of(&named, count, "process"))
            }
        };
        self.notes.begin_file(&note.file);
        let note = if numbered.len() == 1 { note.remedy(remedy) } else { note };
        self.notes.add(Problem::NumberGiven, |_| note);
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
        self.used.sort_small_by(|a, b| natural_order(&a.0, &b.0));
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
        while let Some(seen) = self.counting.as_mut().and_then(Counting::process) {
            left = left.saturating_sub(seen + 1);
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
        let kinds: Vec<(Kind, u64)> = kinds.into_iter().filter(|(_, count)| *count > 0).collect();
        let mut processes = counting.trace.processes().iter();
        let nothing = match self.giving {
            true => self.progress.events == 0,
            false => kinds.is_empty() && !processes.any(|it| it.values().is_some()),
        };
        if nothing {
            return Err(self.nothing_usable());
        }
        // Readers that know of requests have said it already.
        if !self.notes.has(&[Problem::NeverReceived, Problem::NeverSent]) {
            let present = counting.trace.processes().iter().map(|process| process.id.0).collect();
            self.notes.begin_file(&self.name);
            counting.channels.note(&present, &mut self.notes);
        }
        let notes = std::mem::replace(&mut self.notes, Notes::new()).into_vec();
        let notes = [self.passed_by_notes(), notes].concat();
        let content = OpenedContent::Trace(counting.trace);
        let (format, tables) = (counting.format, std::mem::take(&mut self.tables));
        let left_out = std::mem::take(&mut self.left_out);
        Ok(Status::Done(Box::new(Opened { content, format, notes, kinds, tables, left_out })))
    }
}

impl Opening {
    /// The files were read to their ends and not one event came of them: the error, and why, as far as readers noted it.
    fn nothing_usable(&mut self) -> Vec<Note> {
        let notes = std::mem::replace(&mut self.notes, Notes::new()).into_vec();
        let file = match self.used.as_slice() {
            [(path, _)] => path.clone(),
            _ => self.name.clone(),
        };
        let found = notes.first().map_or("none", |note| &note.what).to_owned();
        let note = Note::error(&file, "there is no event that can be used").found(found);
        let mut said = vec![note.expected("a trace with at least one event")];
        said.extend(notes);
        said
    }
}

/// Above so many files with the same fault one stands for all: a dropped archive of another
/// tracer has hundreds.
const ALIKE: usize = 3;

/// One message where many files fail for one reason, counted.
fn merge_alike(errors: Vec<Note>) -> Vec<Note> {
    let same = |a: &Note, b: &Note| {
        let whole = a.place == Place::Whole && b.place == Place::Whole && a.what == b.what;
        let clash = a.clashes() && b.clashes();
        whole && (clash || (a.found == b.found && a.expected == b.expected))
    };
    let mut merged: Vec<Note> = Vec::new();
    for (at, note) in errors.iter().enumerate() {
        let alike = errors.iter().filter(|other| same(note, other)).count();
        if !note.clashes() && alike <= ALIKE {
            merged.push(note.clone());
        } else if !errors.iter().take(at).any(|earlier| same(note, earlier)) {
            merged.push(Note { count: alike as u64, ..note.clone() });
        }
    }
    merged
}

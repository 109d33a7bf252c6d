//! The end of an opening: counting events, and what there is to say about all files together.

use std::sync::Arc;

use loopscope_core::elided::{may_count, StepTagSearch};
use loopscope_core::numbers::thousands;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{natural_order, Kind, ProcessId, RecordId, Trace, View};
use loopscope_formats::notes::{some_of, Note, Notes, Place, Problem, ALSO};
use loopscope_formats::{part_name, source_file_of, Channels, Format};

use super::side_file::base_name;

/// A trace whose events are being counted, process by process.
pub(super) struct Counting {
    trace: Trace,
    format: &'static str,
    next: usize,
    /// Events of each record.
    events: Vec<u64>,
    /// The same of the process and view that is being counted, and of which records there are any.
    own: Vec<u64>,
    touched: Vec<RecordId>,
    /// Messages sent less messages received.
    channels: Channels,
    /// What looks for tags that count steps, and the next process that it reads.
    tags: Option<StepTagSearch>,
    /// How many messages the process sends to each partner with each tag; and whether tags of some process may count.
    sent: Vec<u64>,
    may_count: bool,
    searched: usize,
}

impl Counting {
    /// Nothing is counted yet.
    pub(super) fn new(trace: Trace, format: &'static str) -> Self {
        let none = vec![0; trace.table().records().len()];
        let (touched, channels) = (Vec::new(), Channels::default());
        let (sent, events) = (Vec::new(), none.clone());
        Self {
            trace,
            format,
            next: 0,
            events,
            own: none,
            touched,
            channels,
            tags: None,
            sent,
            may_count: false,
            searched: 0,
        }
    }

    /// The trace.
    pub(super) fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Counts the events of the next process, and says how many; after the last, looks for step tags in the same way. `None`
    /// at the end.
    pub(super) fn process(&mut self) -> Option<usize> {
        let Some(process) = self.trace.processes().get(self.next) else { return self.search() };
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
                    Kind::Send => {
                        self.channels.sent((process.id.0, peer, tag), count);
                        self.sent.push(count);
                    }
                    Kind::Recv => self.channels.received((peer, process.id.0, tag), count),
                    _ => {}
                }
            }
        }
        self.may_count |= may_count(&self.sent);
        self.sent.clear();
        Some(seen)
    }

    /// Reads the messages of the next process for their tags.
    fn search(&mut self) -> Option<usize> {
        if self.may_count {
            self.may_count = false;
            self.tags = StepTagSearch::new(self.trace.table());
        }
        let search = self.tags.as_mut()?;
        let process = self.trace.processes().get(self.searched)?;
        self.searched += 1;
        search.process(process, self.trace.table());
        process.len(View::Communication).or(Some(0))
    }

    /// All processes are counted: how many events of each kind there are.
    pub(super) fn kinds(&self) -> Vec<(Kind, u64)> {
        let records = self.trace.table().records();
        let of_kind = |kind: Kind| -> u64 {
            let counts = records.iter().zip(&self.events);
            counts.filter(|(record, _)| record.kind == kind).map(|(_, count)| count).sum()
        };
        let kinds = Kind::ALL.map(|kind| (kind, of_kind(kind)));
        kinds.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// Notes messages without a partner, unless readers that know of requests have done so; `name` stands for all files.
    pub(super) fn note_messages(&self, name: &str, notes: &mut Notes) {
        if !notes.has(&[Problem::NeverReceived, Problem::NeverSent]) {
            let present = self.trace.processes().iter().map(|process| process.id.0).collect();
            notes.begin_file(name);
            self.channels.note(&present, notes);
        }
    }

    /// The trace, with tags that count steps read as one, and the title of its format.
    pub(super) fn into_trace(self) -> (Trace, &'static str) {
        let tags = self.tags.map(StepTagSearch::finish).unwrap_or_default();
        let trace = if tags.is_empty() { self.trace } else { self.trace.with_step_tags(tags) };
        (trace, self.format)
    }
}

/// Says which processes got their numbers by order, in one note.
pub(super) fn note_numbers(numbered: &[(ProcessId, Arc<str>)], name: &str, notes: &mut Notes) {
    let remedy = "each process has the place of its file as its number";
    let note = match numbered {
        [] => return,
        [(process, file)] => {
            Note::info(file, format!("taken as process {process}")).found("no process number in the file and its name")
        }
        [(_, first), ..] => {
            let count = numbered.len() as u64;
            let called = |source: &str| match part_name(source) {
                Some(name) => name.to_owned(),
                None => base_name(source).to_owned(),
            };
            let named = numbered.iter().take(ALSO);
            let named: Vec<String> = named.map(|(process, file)| format!("{process} is {}", called(file))).collect();
            let (file, what) = match source_file_of(first) {
                Some(file) if numbered.iter().all(|(_, it)| source_file_of(it) == Some(file)) => {
                    (file, "threads without a process number are numbered in order")
                }
                _ => (name, "files without a process number are numbered in order"),
            };
            Note::info(file, format!("{} {what}", thousands(count))).found(some_of(&named, count, "process"))
        }
    };
    notes.begin_file(&note.file);
    let note = if numbered.len() == 1 { note.remedy(remedy) } else { note };
    notes.add(Problem::NumberGiven, |_| note);
}

/// The format of most files; the others are noted.
pub(super) fn majority(used: &mut [(String, &'static Format)], notes: &mut Notes) -> &'static Format {
    used.sort_small_by(|a, b| natural_order(&a.0, &b.0));
    let count = |name: &str| used.iter().filter(|(_, format)| format.name == name).count();
    let formats = loopscope_formats::FORMATS.iter().copied();
    // The first of equals: the order of the list decides.
    let most = formats.rev().max_by_key(|format| count(format.name));
    let most = most.unwrap_or(&loopscope_formats::native::FORMAT);
    for (path, format) in used.iter() {
        if format.name != most.name {
            notes.begin_file(path);
            notes.add(Problem::OtherFormat, |file| {
                Note::warning(file, "the file is in another form than most").found(format.title).expected(most.title)
            });
        }
    }
    most
}

/// Above so many files with the same fault one stands for all: a dropped archive of another
/// tracer has hundreds.
const ALIKE: usize = 3;

/// One message where many files fail for one reason, counted.
pub(super) fn merge_alike(errors: Vec<Note>) -> Vec<Note> {
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

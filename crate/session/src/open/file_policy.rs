//! Which files count: what each is, whether it is read, and what becomes of the others.
//!
//! In go the files that [`Sources`](super::sources::Sources) found, one by one, each with its first bytes. Out comes a
//! [`Verdict`] on each, and at the end, when all of them are known, which of those that were left aside are errors, are read
//! after all, or are only mentioned. The rules are those of the [module](super).

use std::collections::BTreeSet;
use std::sync::Arc;

use loopscope_core::trace::natural_order;
use loopscope_formats::content::{look, Content as Bytes};
use loopscope_formats::csv_events::{self, columns, Mapping};
use loopscope_formats::notes::{quote, Note};
use loopscope_formats::{foreign, sniff, symbols, Format};

use super::choose::{SeenFiles, Sort};
use super::columns::{is_surely_table, Tables};
use super::left_out::LeftOutFiles;
use super::recognize::is_nests;
use super::side_file::{family, is_called_like_trace, is_side_file, name_match, NameMatch};
use super::sources::{FoundFile, Sources};
use super::words::{excerpt, is_called_so, Words, WordsQuestion, HARDLY_REPEAT};
use crate::lsz::is_compressed;

/// Why a file that may be a list of symbols was left out.
const SIDE_FILE: &str = "the file is named like those kept beside traces";

/// Why one was that is called like nothing known.
const UNLIKELY: &str = "the file may be a list of words or numbers, but its name does not say so";

/// Files in no known format of which the reason is remembered.
const MAX_UNKNOWN: usize = 1000;

/// What is to be done with a file.
pub(super) enum Verdict {
    /// It is read in this format; the columns are those that a user chose.
    Read(&'static Format, Option<Arc<Mapping>>),
    /// It is read as a document of nests.
    Nests,
    /// It is read as a compressed trace.
    Compressed,
    /// It is not read, or not now.
    PassedOver,
    /// No format accepts it.
    NoTrace(Note, Unreadable),
}

/// What a file is that no format accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// A trace or profile of another tool.
    OfATool,
    Binary,
    Text,
}

/// A file that is not read unless nothing better is there.
struct Candidate {
    path: String,
    matches: NameMatch,
    /// Name of its format.
    format: &'static str,
    /// Its first lines, if they are what somebody must be asked about.
    excerpt: String,
}

/// A file that no format accepts.
struct Unknown {
    note: Note,
    what: Unreadable,
}

/// What an opening decided about its files so far.
pub(super) struct FilePolicy {
    /// What stands for all files in messages.
    name: String,
    /// The worst match that is read, of files whose content may be anything.
    accepted: NameMatch,
    words: Words,
    words_question: Option<WordsQuestion>,
    tables: Tables,
    seen: SeenFiles,
    left_out: LeftOutFiles,
    unknown: Vec<Unknown>,
    candidates: Vec<Candidate>,
    /// Format and family of the files that are read: all others of them are meant, too.
    families: BTreeSet<(&'static str, String)>,
    /// Whether the words of the file that was judged last repeat, if it is a list of symbols.
    repeats: bool,
    /// Files that are read as words because their words repeat.
    by_rule: Vec<String>,
    /// How many files are read for what they look like, whatever they are called.
    guessed: usize,
}

impl FilePolicy {
    /// Nothing is decided yet; `name` stands for all files in messages.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            accepted: NameMatch::Trace,
            words: Words::default(),
            words_question: None,
            tables: Tables::default(),
            seen: SeenFiles::default(),
            left_out: LeftOutFiles::default(),
            unknown: Vec::new(),
            candidates: Vec::new(),
            families: BTreeSet::new(),
            repeats: false,
            by_rule: Vec::new(),
            guessed: 0,
        }
    }

    /// Accepts every file whose content may be a trace, whatever its name is.
    pub(super) fn accept_all(&mut self) {
        self.accepted = NameMatch::HardlyRepeats;
    }

    /// Sets which texts in no known format are lists of symbols.
    pub(super) fn read_as_words(&mut self, words: Words) {
        self.words = words;
    }

    /// The files of which somebody must say whether they are lists of symbols.
    pub(super) fn words_question(&self) -> Option<&WordsQuestion> {
        self.words_question.as_ref()
    }

    /// The tables among the files.
    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The same, to be changed.
    pub(super) fn tables_mut(&mut self) -> &mut Tables {
        &mut self.tables
    }

    /// The files that were recognized.
    pub(super) fn seen(&self) -> &SeenFiles {
        &self.seen
    }

    /// The same, to be changed.
    pub(super) fn seen_mut(&mut self) -> &mut SeenFiles {
        &mut self.seen
    }

    /// The files that were left out.
    pub(super) fn left_out(&self) -> &LeftOutFiles {
        &self.left_out
    }

    /// The same, to be changed.
    pub(super) fn left_out_mut(&mut self) -> &mut LeftOutFiles {
        &mut self.left_out
    }

    /// Whether the words of the file that was judged last repeat.
    pub(super) fn repeats(&self) -> bool {
        self.repeats
    }

    /// Whether a file was met that no format accepts.
    pub(super) fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// Decides what is done with a file.
    pub(super) fn judge(&mut self, file: &FoundFile, sources: &Sources) -> Verdict {
        let (head, path) = (&*file.head, &*file.path);
        if is_compressed(head) {
            return self.if_chosen(path, Sort::COMPRESSED, Verdict::Compressed);
        }
        if is_nests(head) {
            return self.if_chosen(path, Sort::NESTS, Verdict::Nests);
        }
        let chosen = self.tables.chosen(head, path);
        let format = match sniff(head, path) {
            _ if chosen.is_some() => &csv_events::FORMAT,
            _ if self.words == Words::All && is_text(head) => &symbols::FORMAT,
            Ok(format) => format,
            Err(note) => {
                self.tables.meet_unrecognized(head, path);
                return Verdict::NoTrace(note, unreadable(head));
            }
        };
        let usual = format.common && chosen.is_none() && !is_surely_table(format, head);
        let is_symbols = format.name == symbols::FORMAT.name;
        // A table of which somebody can be asked what its columns are is a question of its own.
        let table = || self.tables.may_ask() && columns(head).is_some_and(|it| it.may_be_events(true));
        let repeats = is_symbols && (symbols::repeats(head) || table());
        self.repeats = repeats;
        let matches = match usual {
            true => self.name_match(path, format, repeats),
            false => NameMatch::Trace,
        };
        if matches > self.accepted {
            if let Some(verdict) = self.set_aside(file, sources, format, matches) {
                return verdict;
            }
        }
        if !self.seen.is_chosen(path, Sort::of(format)) {
            return Verdict::PassedOver;
        }
        if self.tables.meet(format, head, path, chosen.as_deref()) {
            if chosen.is_some_and(|chosen| chosen.is_empty()) {
                self.left_out.add(path.to_owned(), "none of its columns was chosen");
            }
            return Verdict::PassedOver;
        }
        if chosen.is_none() {
            self.accept(path, format, matches);
        }
        Verdict::Read(format, chosen)
    }

    fn if_chosen(&mut self, path: &str, sort: Sort, verdict: Verdict) -> Verdict {
        match self.seen.is_chosen(path, sort) {
            true => verdict,
            false => Verdict::PassedOver,
        }
    }

    /// Leaves a file aside whose match is not accepted now; nothing if it must be read at once.
    fn set_aside(
        &mut self,
        file: &FoundFile,
        sources: &Sources,
        format: &'static Format,
        matches: NameMatch,
    ) -> Option<Verdict> {
        let asked = matches == NameMatch::HardlyRepeats;
        // What comes through a pipe and is all of it must be said to be words.
        if sources.can_return() || (asked && sources.is_alone()) {
            let excerpt = if asked { excerpt(&file.head) } else { String::new() };
            self.add_candidate(&file.path, format, matches, excerpt);
            return Some(Verdict::PassedOver);
        }
        // A pipe passes by once: only a file that is all of it can be meant.
        (is_side_file(&file.path) && !sources.is_alone()).then(|| {
            let note = Note::error(&file.path, SIDE_FILE)
                .found(format!("a file that may be a trace ({})", format.title))
                .expected("another ending, like .sym, or the archive as a file");
            Verdict::NoTrace(note, Unreadable::Text)
        })
    }

    /// Remembers a file that is read if nothing better is there.
    pub(super) fn add_candidate(&mut self, path: &str, format: &'static Format, matches: NameMatch, excerpt: String) {
        let path = path.to_owned();
        self.candidates.push(Candidate { path, matches, format: format.name, excerpt });
    }

    /// How well a file matches what its user means by a trace. `repeats` is what its words do, if it is a list of symbols.
    pub(super) fn name_match(&self, path: &str, format: &Format, repeats: bool) -> NameMatch {
        let of_a_family = family(path).is_some_and(|family| self.families.contains(&(format.name, family)));
        let is_symbols = format.name == symbols::FORMAT.name;
        if of_a_family || (is_symbols && self.words == Words::All) {
            NameMatch::Trace
        } else if is_symbols && !repeats && !is_called_so(path) && self.words == Words::ByRule {
            NameMatch::HardlyRepeats
        } else {
            name_match(path)
        }
    }

    /// Whether files that match so badly are left aside.
    pub(super) fn is_too_bad(&self, matches: NameMatch) -> bool {
        matches > self.accepted
    }

    /// A file is being read: others of its family are meant, too.
    pub(super) fn accept(&mut self, path: &str, format: &'static Format, matches: NameMatch) {
        self.families.extend(family(path).map(|family| (format.name, family)));
        let by_rule = format.name == symbols::FORMAT.name && !is_called_so(path) && self.words == Words::ByRule;
        if by_rule {
            self.by_rule.push(path.to_owned());
        }
        self.guessed += usize::from(by_rule || matches > NameMatch::Trace);
    }

    /// A file is no trace. Whether that matters is decided at the end, unless it is called like one: then the note is
    /// given back, as an error.
    pub(super) fn add_unknown(&mut self, note: Note, what: Unreadable) -> Option<Note> {
        if is_called_like_trace(&note.file) {
            return Some(note);
        }
        if self.unknown.len() < MAX_UNKNOWN {
            self.unknown.push(Unknown { note, what });
        } else {
            self.left_out.add_unknown();
        }
        None
    }

    /// The best match among the files that were left aside.
    pub(super) fn best_candidate(&self) -> Option<NameMatch> {
        self.candidates.iter().map(|it| it.matches).min()
    }

    /// The files are read again, to accept matches as bad as this.
    pub(super) fn begin_again(&mut self, accepted: NameMatch) {
        self.accepted = accepted;
        self.left_out.begin_again();
        self.unknown.clear();
        self.candidates.clear();
        self.tables.begin_again();
    }

    /// Takes the files that were left aside before another of their family was read.
    pub(super) fn take_late(&mut self) -> Vec<String> {
        let of_a_family =
            |it: &Candidate| family(&it.path).is_some_and(|family| self.families.contains(&(it.format, family)));
        let (late, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.candidates).into_iter().partition(of_a_family);
        self.candidates = others;
        late.into_iter().map(|it| it.path).collect()
    }

    /// Takes the errors of all files that no format accepts.
    pub(super) fn take_unknown(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.unknown).into_iter().map(|it| it.note).collect()
    }

    /// The errors of files that are more likely meant than `read` files that are read for what they look like: those of
    /// another tool, or binary ones if they are more. Empty if there are no such.
    pub(super) fn outweigh(&mut self, read: usize) -> Vec<Note> {
        let count = |wanted| self.unknown.iter().filter(|it| it.what == wanted).count();
        if count(Unreadable::OfATool) == 0 && count(Unreadable::Binary) <= read {
            return Vec::new();
        }
        let unread = std::mem::take(&mut self.unknown).into_iter();
        unread.filter(|it| it.what != Unreadable::Text).map(|it| it.note).collect()
    }

    /// The same for the files that were left aside.
    pub(super) fn outweigh_candidates(&mut self) -> Vec<Note> {
        self.outweigh(self.candidates.len())
    }

    /// How many files are read for what they look like.
    pub(super) fn guessed(&self) -> usize {
        self.guessed
    }

    /// All files are read: the errors of those that no format accepts but that belong to the family of one that was read.
    /// The others are left out.
    pub(super) fn settle_unknown<'a>(&mut self, read: impl Iterator<Item = &'a str>) -> Vec<Note> {
        let families: BTreeSet<String> = read.filter_map(family).collect();
        let mut errors = Vec::new();
        for Unknown { note, .. } in std::mem::take(&mut self.unknown) {
            if family(&note.file).is_some_and(|family| families.contains(&family)) {
                errors.push(note);
            } else {
                self.left_out.add(note.file, &note.what);
            }
        }
        errors
    }

    /// Leaves out the files that were left aside.
    pub(super) fn settle_candidates(&mut self) {
        for Candidate { path, matches, .. } in std::mem::take(&mut self.candidates) {
            let reason = match name_match(&path) {
                NameMatch::SideFile => SIDE_FILE,
                _ if matches == NameMatch::HardlyRepeats => HARDLY_REPEAT,
                _ => UNLIKELY,
            };
            self.left_out.add(path, reason);
        }
    }

    /// The opening ends with the question whether the files that were left aside are lists of symbols.
    pub(super) fn ask_words(&mut self) -> Note {
        let mut asked = std::mem::take(&mut self.candidates);
        asked.retain(|it| it.matches == NameMatch::HardlyRepeats);
        let first = asked.iter().min_by(|a, b| natural_order(&a.path, &b.path));
        let (file, excerpt) = first.map_or_else(Default::default, |it| (it.path.clone(), it.excerpt.clone()));
        let line = excerpt.lines().next().unwrap_or_default();
        let what = "the file is words in no known format, and they do not repeat as events do";
        let mut note =
            Note::error(&file, what).found(quote(line.as_bytes())).expected(loopscope_formats::format::EXPECTED);
        note.count = asked.len() as u64;
        self.words_question = Some(WordsQuestion { file, files: asked.len() as u32, excerpt });
        note
    }

    /// Says which files were read as words although nobody said so.
    pub(super) fn words_note(&mut self) -> Option<Note> {
        super::words::read_as_words(&std::mem::take(&mut self.by_rule), &self.name)
    }

    /// The traces to choose from, as an error, if the files cannot be one trace. `clash`: whether two of them contradict
    /// each other.
    pub(super) fn several(&self, clash: bool) -> Option<Note> {
        self.seen.several(&self.name, clash)
    }
}

/// Whether a file is text that holds anything.
fn is_text(head: &[u8]) -> bool {
    matches!(look(head), Bytes::Text | Bytes::OtherText(_)) && !head.trim_ascii().is_empty()
}

/// What a file is that no format accepts.
fn unreadable(head: &[u8]) -> Unreadable {
    if foreign::recognize(head).is_some() {
        return Unreadable::OfATool;
    }
    match look(head) {
        Bytes::Binary { .. } => Unreadable::Binary,
        _ => Unreadable::Text,
    }
}

#[cfg(test)]
mod tests;

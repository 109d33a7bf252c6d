//! What happens when all files are read: errors, questions, a second round, or the trace.

use loopscope_formats::notes::{Note, Problem};

use super::super::columns::Table;
use super::super::file_policy::FilePolicy;
use super::super::recognize::is_model;
use super::super::side_file::NameMatch;
use super::super::{Opened, OpenedContent, Status};
use super::Opening;

impl Opening {
    /// All files are read. `None` if there is more to do.
    pub(super) fn finish_files(&mut self) -> Result<Option<Opened>, Vec<Note>> {
        if let Some(note) = self.unmet_titles() {
            return Err(vec![note]);
        }
        let asking = self.policy.tables().asking();
        let nothing =
            self.assembly.used().is_empty() && self.assembly.nests().is_empty() && !self.assembly.has_errors();
        if nothing && !asking && self.nothing_read()? {
            return Ok(None);
        }
        if !self.late && !self.assembly.has_errors() && !asking {
            let late = self.policy.take_late();
            if !late.is_empty() {
                self.late = true;
                self.sources.begin_late(late);
                return Ok(None);
            }
        }
        let (guessed, used) = (self.policy.guessed(), self.assembly.used().len());
        if self.assembly.nests().is_empty() && guessed > 0 && guessed == used {
            self.add_errors(|policy| policy.outweigh(guessed));
        }
        if let Some(several) = self.several() {
            return Err(vec![several]);
        }
        let read: Vec<String> = self.assembly.used().iter().map(|(path, _)| path.clone()).collect();
        self.add_errors(|policy| policy.settle_unknown(read.iter().map(String::as_str)));
        self.policy.tables_mut().ask_unrecognized(self.assembly.errors_mut());
        let files = self.assembly.used().len() + self.assembly.nests().len();
        if let Some((path, _)) = self.assembly.nests().first().filter(|_| files > 1) {
            let note = Note::error(path, "a document of nests is opened alone")
                .found(format!("{files} files"))
                .expected("one file");
            self.assembly.add_error(note);
        }
        if self.assembly.has_errors() {
            // Nobody is asked about tables beside a file that cannot be read.
            self.policy.tables_mut().take();
            return Err(self.assembly.take_errors(true));
        }
        if let Some(table) = self.questions().next() {
            let what = "it is not clear what the columns of the table are";
            let note = Note::error(&table.file, what).found(table.titles());
            return Err(vec![note.expected("titles that say it, or an answer")]);
        }
        if self.assembly.begin_building() {
            return Ok(None);
        }
        self.policy.settle_candidates();
        if let Some(note) = self.policy.left_out().note(&self.name) {
            self.assembly.add_note(Problem::Ignored, note);
        }
        if let Some((text, notes)) = self.assembly.take_nests() {
            let format = if is_model(text.as_bytes()) { "model" } else { "nests" };
            let content = OpenedContent::NestsJson(text);
            return Ok(Some(self.opened(content, format, notes, Vec::new())));
        }
        self.assembly.complete(self.policy.words_note());
        Ok(None)
    }

    /// No file could be used: reads again, with less demanding names, if that may help. False if what was met is to be
    /// reported.
    fn nothing_read(&mut self) -> Result<bool, Vec<Note>> {
        match self.policy.best_candidate() {
            Some(NameMatch::HardlyRepeats) => {
                let errors = self.policy.outweigh_candidates();
                if errors.is_empty() {
                    return Err(vec![self.policy.ask_words()]);
                }
                errors.into_iter().for_each(|note| self.assembly.add_error(note));
            }
            Some(matches) => {
                self.late = false;
                self.policy.begin_again(matches);
                self.sources.begin_again();
                self.assembly.forget_notes();
                return Ok(true);
            }
            None => {}
        }
        if !self.policy.has_unknown() && !self.assembly.has_errors() {
            let note = Note::error(&self.name, "there is no file to open")
                .found("none")
                .expected("files of a trace, a folder or an archive of them");
            return Err([vec![note], self.policy.left_out().passed_by_notes()].concat());
        }
        self.add_errors(FilePolicy::take_unknown);
        Ok(false)
    }

    fn add_errors(&mut self, errors: impl FnOnce(&mut FilePolicy) -> Vec<Note>) {
        errors(&mut self.policy).into_iter().for_each(|note| self.assembly.add_error(note));
    }

    /// Counts the events of one or more processes, as the budget allows.
    pub(super) fn count(&mut self, budget: usize) -> Result<Status, Vec<Note>> {
        let Some(counting) = self.assembly.count(budget) else { return Ok(Status::Working) };
        if self.assembly.is_empty(&counting) {
            return Err(self.assembly.nothing_usable());
        }
        let notes = self.assembly.take_notes(&counting);
        let kinds = counting.kinds();
        let (trace, format) = counting.into_trace();
        let tables = self.policy.tables_mut().take();
        let opened = self.opened(OpenedContent::Trace(trace), format, notes, tables);
        Ok(Status::Done(Box::new(Opened { kinds, ..opened })))
    }

    fn opened(&self, content: OpenedContent, format: &'static str, notes: Vec<Note>, tables: Vec<Table>) -> Opened {
        let left_out = self.policy.left_out();
        let notes = [left_out.passed_by_notes(), notes].concat();
        Opened { content, format, notes, kinds: Vec::new(), tables, left_out: left_out.list() }
    }
}

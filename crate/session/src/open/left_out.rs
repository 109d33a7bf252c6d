//! Files that were left out: counted by reason, listed for those who want to check, and said in one note.

use loopscope_core::numbers::{counted, thousands, verb};
use loopscope_formats::notes::{some_of, Note, ALSO};

use super::LeftOut;

/// The files that an opening left out so far.
#[derive(Debug, Default)]
pub(super) struct LeftOutFiles {
    groups: Vec<LeftOut>,
    /// Files in no known format that are not remembered by name.
    unknown_more: u64,
    /// What the caller did not even hand over: the path and the reason.
    passed_by: Vec<(String, &'static str)>,
}

impl LeftOutFiles {
    /// Adds a file.
    pub(super) fn add(&mut self, path: String, reason: &str) {
        let at = self.groups.iter().position(|it| it.reason == reason).unwrap_or_else(|| {
            self.groups.push(LeftOut { reason: reason.to_owned(), ..LeftOut::default() });
            self.groups.len() - 1
        });
        if let Some(group) = self.groups.get_mut(at) {
            group.add(path);
        }
    }

    /// Counts a file in no known format.
    pub(super) fn add_unknown(&mut self) {
        self.unknown_more += 1;
    }

    /// Adds something that the caller did not hand over.
    pub(super) fn pass_by(&mut self, path: String, reason: &'static str) {
        self.passed_by.push((path, reason));
    }

    /// The files are read again: forgets all but what was not handed over.
    pub(super) fn begin_again(&mut self) {
        self.groups.clear();
        self.unknown_more = 0;
    }

    /// What was not handed over, a note for each reason.
    pub(super) fn passed_by_notes(&self) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        for (path, reason) in &self.passed_by {
            let what = format!("skipped: {reason}");
            match notes.iter_mut().find(|note| note.what == what) {
                Some(note) => note.add_also(path),
                None => notes.push(Note::warning(path, what)),
            }
        }
        notes
    }

    /// The files that were left out, by reason.
    pub(super) fn list(&self) -> Vec<LeftOut> {
        let mut list = self.groups.clone();
        if self.unknown_more > 0 {
            let reason = "the file is in no known format".to_owned();
            list.push(LeftOut { reason, count: self.unknown_more, files: Vec::new() });
        }
        for (path, reason) in &self.passed_by {
            match list.iter_mut().find(|it| it.reason == *reason) {
                Some(group) => group.add(path.clone()),
                None => {
                    let reason = (*reason).to_owned();
                    list.push(LeftOut { reason, count: 1, files: vec![path.clone()] });
                }
            }
        }
        list
    }

    /// Says which of the files that were handed over are left out; `name` stands for all of them.
    pub(super) fn note(&self, name: &str) -> Option<Note> {
        let count = self.groups.iter().map(|it| it.count).sum::<u64>() + self.unknown_more;
        match self.groups.as_slice() {
            [] => None,
            [LeftOut { reason, count: 1, files }] if count == 1 => {
                let path = files.first().map_or("", String::as_str);
                Some(Note::info(path, format!("ignored: {reason}")))
            }
            groups => {
                let in_words = |LeftOut { reason, count, files }: &LeftOut| {
                    let reason = reason.strip_prefix("the file is ").unwrap_or(reason);
                    let first = files.get(..ALSO).unwrap_or(files);
                    format!("{} {reason}: {}", thousands(*count), some_of(first, *count, "file"))
                };
                let mut found: Vec<String> = groups.iter().map(in_words).collect();
                if self.unknown_more > 0 {
                    found.push(format!("{} in no known format", thousands(self.unknown_more)));
                }
                let what = format!("{} {} ignored", counted(count, "file"), verb(count, "is", "are"));
                Some(Note::info(name, what).found(found.join("; ")))
            }
        }
    }
}

#[cfg(test)]
mod tests;

//! Several traces in one drop: which there are, and opening one of them.
//!
//! A folder of runs, a trace in several forms, two archives: that cannot be one trace, and nobody can say which is
//! meant but the one who dropped it. So the opening ends with the traces to choose from, and is begun again with
//! [`Opening::choose`](super::Opening::choose). Files are told apart by format, and by folder or, where a format's files share a name, by that.

use loopscope_core::numbers::{counted, thousands};
use loopscope_formats::notes::{some_of, Choice, More, Note};
use loopscope_formats::{Format, Reading};

use super::side_file::{base_name, unpacked};

/// A file that was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sort {
    /// Short name of its format.
    pub(super) name: &'static str,
    /// What people call that.
    pub(super) title: &'static str,
    /// Whether a trace is one such file.
    pub(super) alone: bool,
    /// Whether only a tracer writes it, so that it is no mistake.
    pub(super) certain: bool,
}

impl Sort {
    pub(super) const NESTS: Self = Self { name: "nests", title: "nests", alone: true, certain: true };
    pub(super) const COMPRESSED: Self =
        Self { name: "compressed", title: "compressed trace", alone: true, certain: true };

    pub(super) fn of(format: &Format) -> Self {
        let alone = matches!(format.name, "paje");
        let certain = matches!(format.reading, Reading::Together(_));
        Self { name: format.name, title: format.title, alone, certain }
    }

    /// Whether the files of a trace have a name in common.
    fn shares_name(self) -> bool {
        matches!(self.name, "otf2" | "paraver" | "dumpi")
    }
}

/// Traces listed at most.
const LISTED: usize = 100;

/// Traces named in a message at most.
const NAMED: usize = 8;

/// The files that were recognized, and which of their traces is read.
#[derive(Debug, Default)]
pub(super) struct SeenFiles {
    /// The key of the trace that is read alone.
    only: Option<String>,
    files: Vec<(String, Sort)>,
}

impl SeenFiles {
    /// Reads one of several traces alone: the one with that [key](Choice::key), or all that lies in a folder or archive of
    /// that path.
    pub(super) fn choose(&mut self, only: &str) {
        self.only = Some(only.to_owned());
    }

    /// Whether one of several traces is read alone.
    pub(super) fn has_choice(&self) -> bool {
        self.only.is_some()
    }

    /// Adds a file.
    pub(super) fn add(&mut self, path: &str, sort: Sort) {
        self.files.push((path.to_owned(), sort));
    }

    /// Adds a file, unless it is left out because another trace was chosen; whether it is to be read.
    pub(super) fn is_chosen(&mut self, path: &str, sort: Sort) -> bool {
        let chosen = self.only.as_deref().is_none_or(|only| {
            let below = path
                .strip_prefix(only)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || only.ends_with('/'));
            below || key(path, sort) == only || file_key(path, sort) == only
        });
        if chosen {
            self.add(path, sort);
        }
        chosen
    }

    /// The traces to choose from, as an error, if the files cannot be one trace: they clash, or tracers' formats are mixed
    /// with others. `name` stands for all files.
    pub(super) fn several(&self, name: &str, clash: bool) -> Option<Note> {
        let first = self.files.first()?.1;
        let mixed = self.files.iter().any(|(_, sort)| sort.name != first.name)
            && self.files.iter().any(|(_, sort)| sort.certain);
        if !mixed && !clash {
            return None;
        }
        let mut choices = group(&self.files, false);
        // A trace of this format may be one file or many: if they do not fit together, each is one.
        if choices.len() < 2 && first.name == "chrome" {
            choices = group(&self.files, true);
        }
        if choices.len() < 2 {
            return None;
        }
        let count = choices.len() as u64;
        let in_words = |it: &Choice| format!("{} ({}, {})", it.path, it.format, counted(it.files, "file"));
        let named: Vec<String> = choices.iter().take(NAMED).map(in_words).collect();
        let what = format!("there are {} traces here", thousands(count));
        let mut note = Note::error(name, what)
            .found(some_of(&named, count, "trace"))
            .expected("one trace at a time")
            .remedy("open only one of them");
        note.more = Some(Box::new(More { choices, ..More::default() }));
        Some(note)
    }
}

/// Traces in the order of their first files.
fn group(seen: &[(String, Sort)], by_file: bool) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for (path, kind) in seen {
        let key = if by_file { file_key(path, *kind) } else { key(path, *kind) };
        let at = match choices.iter().position(|known| known.key == key) {
            Some(at) => at,
            None if choices.len() == LISTED => continue,
            None => {
                let path = match kind.shares_name() {
                    true => key.strip_prefix(kind.name).unwrap_or(&key).trim_start().to_owned(),
                    false => path.clone(),
                };
                choices.push(Choice { path, key, format: kind.title, files: 0 });
                choices.len() - 1
            }
        };
        let Some(choice) = choices.get_mut(at) else { continue };
        choice.files += 1;
        // The file that stands for it may be packed.
        if kind.shares_name() && unpacked(path) == choice.path {
            choice.path = path.clone();
        }
        // Of one file its own name says most, of several their folder.
        if choice.files == 2 && !kind.shares_name() {
            let folder = choice.path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
            choice.path = folder.unwrap_or_else(|| format!("{} and others", choice.path));
        }
    }
    choices
}

/// What tells a file's trace from others: its format, and what its path says of the trace.
fn key(path: &str, kind: Sort) -> String {
    let folder = || path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let bare = unpacked(path);
    let (stem, end) = bare.rsplit_once('.').unwrap_or((bare, ""));
    let path = match kind.name {
        "otf2" => {
            let base = base_name(stem);
            let local = matches!(end, "def" | "evt") && base.bytes().all(|byte| byte.is_ascii_digit());
            let archive = match stem.rsplit_once('/') {
                Some((archive, _)) if local => archive,
                _ => stem,
            };
            format!("{archive}.otf2")
        }
        "paraver" => format!("{stem}.prv"),
        "dumpi" => {
            let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit());
            format!("{}*", stem.trim_end_matches(['-', '_', '.']))
        }
        _ if kind.alone => path.to_owned(),
        // Other: traces of most formats are folders of files.
        _ => folder().to_owned(),
    };
    format!("{} {path}", kind.name)
}

/// The same where every file is a trace of its own.
fn file_key(path: &str, kind: Sort) -> String {
    format!("{} {path}", kind.name)
}

#[cfg(test)]
mod tests;

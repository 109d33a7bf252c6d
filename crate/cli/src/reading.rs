//! Reads a trace, with a progress bar if standard error is a terminal.

use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use loopscope_session::analysis::Analysis;
use loopscope_session::files;
use loopscope_session::formats::notes::Note;
use loopscope_session::formats::printable;
use loopscope_session::open::{Limits, Opened, OpenedContent, Opening, Progress, Status};
use loopscope_session::trace::Trace;
use loopscope_session::view::step_tags;

use crate::columns::{doubts, hint, Columns, Tags};
use crate::failure::{misuse, Failure};
use crate::files::{archive_of, gather, path_text};
use crate::print::say;

/// Bytes of decompressed data between two updates of the progress bar.
const SLICE: usize = 1 << 22;

/// The trace that a command reads.
#[derive(Args)]
pub(crate) struct Input {
    #[command(flatten)]
    pub(crate) columns: Columns,
    /// The files, folders or archives of one trace, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

impl Input {
    /// Reads the trace. See [`read`].
    pub(crate) fn read(&self) -> Result<(String, Opened), Failure> {
        read(&self.paths, &self.columns)
    }

    /// Reads the trace with the arguments of its calls, where the format has them, as the sites of the calls.
    pub(crate) fn read_with_arguments(&self) -> Result<(String, Opened), Failure> {
        open(&self.paths, &self.columns, Opening::keep_arguments)
    }
}

/// Reads everything under the paths as one trace, and returns it with a name. Prints the readers' notes on standard error.
pub(crate) fn read(paths: &[PathBuf], columns: &Columns) -> Result<(String, Opened), Failure> {
    open(paths, columns, |_| ())
}

/// The trace of what was read, for a command of which `what` says that it needs one.
pub(crate) fn trace_of<'a>(name: &str, opened: &'a Opened, what: &str) -> Result<&'a Trace, Failure> {
    opened.trace().ok_or_else(|| {
        misuse(name, what, "nests or a model", "a trace", "`loopscope expand` writes the trace of nests")
    })
}

fn open(paths: &[PathBuf], columns: &Columns, prepare: impl FnOnce(&mut Opening)) -> Result<(String, Opened), Failure> {
    let inside = match paths {
        [path] => archive_of(path).map(|archive| (archive.to_owned(), path_text(path))),
        _ => None,
    };
    let from = inside.as_ref().map_or(paths, |(archive, _)| std::slice::from_ref(archive));
    let files = gather(from)?;
    let name = files.name.clone();
    let mut opening = files.opening(Limits::default());
    if let Some((_, only)) = &inside {
        opening.choose(only);
    }
    columns.apply(&mut opening);
    prepare(&mut opening);
    let bar = Bar::new();
    let opened = loop {
        match opening.step(SLICE) {
            Ok(Status::Working) => bar.show(&opening.progress()),
            Ok(Status::Done(opened)) => break opened,
            Err(mut notes) => {
                if let Some(note) = opening.unmet_titles() {
                    return Err(Failure::Usage(note));
                }
                notes.extend(hint(&opening));
                return Err(Failure::Input(notes));
            }
        }
    };
    drop(bar);
    let mut opened = *opened;
    if let OpenedContent::Trace(trace) = &mut opened.content {
        match columns.tags {
            Some(Tags::Recorded) => *trace = trace.as_recorded(),
            _ => note_step_tags(&name, trace),
        }
    }
    if columns.columns.is_empty() {
        opened.notes.extend(doubts(&opened.tables));
    }
    opened.notes.iter().for_each(say);
    Ok((name, opened))
}

/// Says which tags are read as one.
fn note_step_tags(name: &str, trace: &Trace) {
    let tags = trace.table().step_tags();
    if !tags.is_empty() {
        let note = Note::info(name, step_tags(tags).trim_end_matches('.'));
        say(note.remedy("--tags recorded tells them apart"));
    }
}

/// A name for these paths if nothing could be read.
pub(crate) fn named(paths: &[PathBuf]) -> String {
    match paths {
        [one] => path_text(one),
        several => format!("{} files", several.len()),
    }
}

/// A progress bar on standard error, shown only on a terminal. Disappears when it is dropped.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::new(0);
        let template = "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows the progress of reading.
    pub(crate) fn show(&self, progress: &Progress) {
        self.0.set_length(progress.total_bytes);
        self.0.set_position(progress.bytes);
        self.0.set_message(printable(&progress.file).into_owned());
    }

    /// Shows `done` of `total`.
    pub(crate) fn count(&self, done: u64, total: u64) {
        if self.0.length() != Some(total) {
            if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {per_sec}") {
                self.0.set_style(style);
            }
            self.0.set_length(total);
        }
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The nests, if nests were read and not a trace.
pub(crate) fn nests(name: &str, opened: &Opened) -> Result<Option<Analysis>, Failure> {
    let OpenedContent::NestsJson(text) = &opened.content else { return Ok(None) };
    Ok(Some(files::nests::read(name, text)?))
}

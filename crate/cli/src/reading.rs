//! Reading a trace, with a progress bar when somebody watches.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use loopscope_session::analysis::Analysis;
use loopscope_session::files;
use loopscope_session::formats::printable;
use loopscope_session::open::{Limits, Opened, OpenedContent, Progress, Status};

use crate::columns::{doubts, hint, Columns};
use crate::failure::Failure;
use crate::files::{archive_of, gather, path_text};
use crate::print::say;

/// Bytes of decompressed data between two looks at the progress bar.
const SLICE: usize = 1 << 22;

/// Reads everything under the paths as one trace; what readers noted goes to standard error.
pub(crate) fn read(paths: &[PathBuf], columns: &Columns) -> Result<(String, Opened), Failure> {
    let inside = match paths {
        [path] => archive_of(path).map(|archive| (archive.to_owned(), path_text(path))),
        _ => None,
    };
    let from = inside.as_ref().map_or(paths, |(archive, _)| std::slice::from_ref(archive));
    let files = gather(from).map_err(|note| Failure::Input(vec![note]))?;
    let name = files.name.clone();
    let mut opening = files.opening(Limits::default());
    if let Some((_, only)) = &inside {
        opening.choose(only);
    }
    columns.apply(&mut opening);
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
    if columns.columns.is_empty() {
        opened.notes.extend(doubts(&opened.tables));
    }
    opened.notes.iter().for_each(say);
    Ok((name, opened))
}

/// What stands for these paths where nothing could be read of them.
pub(crate) fn named(paths: &[PathBuf]) -> String {
    match paths {
        [one] => path_text(one),
        several => format!("{} files", several.len()),
    }
}

/// How far work is, on standard error, and only if that is a terminal. Goes when it is dropped.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Bar {
        let bar = ProgressBar::new(0);
        let template = "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Bar(bar)
    }

    /// Shows how far reading is.
    pub(crate) fn show(&self, progress: &Progress) {
        self.0.set_length(progress.total_bytes);
        self.0.set_position(progress.bytes);
        self.0.set_message(printable(&progress.file).into_owned());
    }

    /// Shows how many things of how many are done.
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

/// The nests that were read, if they were nests and not a trace.
pub(crate) fn nests(name: &str, opened: &Opened) -> Result<Option<Analysis>, Failure> {
    match &opened.content {
        OpenedContent::Trace(_) => Ok(None),
        OpenedContent::NestsJson(text) => {
            let analysis =
                files::nests::read(name, text).map_err(|note| Failure::Input(vec![note]))?;
            Ok(Some(analysis))
        }
    }
}

//! Reading a trace, with a progress bar when somebody watches.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use loopscope_session::analyse::Analysis;
use loopscope_session::document;
use loopscope_session::open::{Limits, Opened, OpenedContent, Opening, Status};

use crate::files::gather;
use crate::Failure;

/// Bytes of decompressed data between two looks at the progress bar.
const SLICE: usize = 1 << 22;

/// Reads everything under the paths as one trace; what readers noted goes to standard error.
pub(crate) fn read(paths: &[PathBuf]) -> Result<(String, Opened), Failure> {
    let (name, files) = gather(paths).map_err(|note| Failure::Input(vec![note]))?;
    let mut opening = Opening::new(&name, files, Limits::default());
    // indicatif draws on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec}")
    {
        bar.set_style(style);
    }
    let opened = loop {
        match opening.step(SLICE) {
            Ok(Status::Working) => {
                let progress = opening.progress();
                bar.set_length(progress.total_bytes);
                bar.set_position(progress.bytes);
                bar.set_message(progress.file.clone());
            }
            Ok(Status::Done(opened)) => break opened,
            Err(notes) => {
                bar.finish_and_clear();
                return Err(Failure::Input(notes));
            }
        }
    };
    bar.finish_and_clear();
    for note in &opened.notes {
        eprintln!("loopscope: {note}");
    }
    Ok((name, *opened))
}

/// The nests that were read, if they were nests and not a trace.
pub(crate) fn nests(name: &str, opened: &Opened) -> Result<Option<Analysis>, Failure> {
    match &opened.content {
        OpenedContent::Trace(_) => Ok(None),
        OpenedContent::NestsJson(text) => {
            let analysis = document::read(name, text).map_err(|note| Failure::Input(vec![note]))?;
            Ok(Some(analysis))
        }
    }
}

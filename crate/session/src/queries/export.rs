//! Files to save: nests as JSON, text, table or picture.

use loopscope_draw::paint;
use loopscope_draw::scene::ribbon;
use loopscope_formats::notes::Note;

use super::ribbon::ribbon_of;
use crate::files::nests;
use crate::loaded::{without_endings, Loaded};
use crate::view::picture::theme;
use crate::view::{table, text};
use crate::wire::{MimeType, NestFileKind, Reply, RibbonLook};

/// The nests of one process, or of all, as a file to save.
///
/// # Errors
/// There is no such process, or no such kind of file; a picture shows one process.
#[inline(never)] // of a part that a first visit does not need
pub(super) fn export(
    loaded: &Loaded,
    process: Option<u32>,
    what: NestFileKind,
    look: Option<&RibbonLook>,
) -> Result<Reply, Note> {
    let mut analysis = loaded.analysis.clone();
    if let Some(process) = process {
        loaded.process(process)?;
        analysis.processes.retain(|known| known.process.0 == process);
    }
    let (text, ending, mime) = match what {
        NestFileKind::Json => (nests::write(&analysis), "nests.json", MimeType::Json),
        NestFileKind::Text => (text::of(&analysis), "nest.txt", MimeType::Text),
        NestFileKind::Csv => (table::csv(&analysis), "csv", MimeType::Csv),
        NestFileKind::Svg => {
            let (Some(number), Some(look)) = (process, look) else {
                return Err(Note::error(&loaded.name, "cannot be exported so")
                    .found("all processes")
                    .expected("json, text, csv, or svg of one process"));
            };
            (svg(loaded, number, look)?, "svg", MimeType::Svg)
        }
    };
    let base = without_endings(&loaded.name);
    let file_name = match process {
        Some(process) => format!("{base}-process-{process}.{ending}"),
        None => format!("{base}.{ending}"),
    };
    Ok(Reply::Export { text, file_name, mime })
}

/// The ribbon of a process with its legend.
fn svg(loaded: &Loaded, number: u32, look: &RibbonLook) -> Result<String, Note> {
    let process = loaded.process(number)?;
    let mut ribbon = ribbon_of(loaded, process, look, true);
    ribbon::legend(&mut ribbon.scene, &loaded.source(process));
    let title = format!("Loops of process {number} of {}", loaded.name);
    Ok(paint::svg(&ribbon.scene, theme(look.theme), &title))
}

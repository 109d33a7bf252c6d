//! Files to save: nests as JSON, text, table or picture.

use loopscope_draw::paint;
use loopscope_draw::scene::ribbon;
use loopscope_formats::notes::Note;

use super::ribbon::ribbon_of;
use crate::error_note;
use crate::files::nests;
use crate::loaded::Loaded;
use crate::view::picture::theme;
use crate::view::{table, text};
use crate::wire::{Reply, RibbonLook};

/// The nests of one process, or of all, as a file to save.
///
/// # Errors
/// There is no such process, or no such kind of file; a picture shows one process.
pub(super) fn export(
    loaded: &Loaded,
    process: Option<u32>,
    what: &str,
    look: Option<&RibbonLook>,
) -> Result<Reply, Note> {
    let base = base_name(&loaded.name);
    let file = |ending: &str| match process {
        Some(process) => format!("{base}-process-{process}.{ending}"),
        None => format!("{base}.{ending}"),
    };
    let mut analysis = loaded.analysis.clone();
    if let Some(process) = process {
        loaded.process(process)?;
        analysis.processes.retain(|known| known.process.0 == process);
    }
    let (text, file_name, mime) = match (what, process, look) {
        ("json", _, _) => (nests::write(&analysis), file("nests.json"), "application/json"),
        ("text", _, _) => (text::of(&analysis), file("nest.txt"), "text/plain"),
        ("csv", _, _) => (table::csv(&analysis), file("csv"), "text/csv"),
        ("svg", Some(number), Some(look)) => {
            let process = loaded.process(number)?;
            let mut ribbon = ribbon_of(loaded, process, look, true);
            ribbon::legend(&mut ribbon.scene, &loaded.source(process));
            let title = format!("Loops of process {number} of {}", loaded.name);
            (paint::svg(&ribbon.scene, theme(&look.theme), &title), file("svg"), "image/svg+xml")
        }
        _ => {
            let (found, expected) =
                (format!("{what:?}"), "json, text, csv, or svg of one process".to_owned());
            return Err(error_note(
                &loaded.name,
                "cannot be exported so".to_owned(),
                found,
                expected,
                String::new(),
            ));
        }
    };
    Ok(Reply::Export { text, file_name, mime: mime.to_owned() })
}

/// A trace's name without what says how it was packed: `lu.A.16` of `lu.A.16.tar.zst`.
pub(super) fn base_name(name: &str) -> &str {
    const PACKED: [&str; 8] = [".json", ".nests", ".zst", ".gz", ".tar", ".zip", ".trace", ".sym"];
    let mut base = name;
    while let Some(shorter) = PACKED.iter().find_map(|ending| base.strip_suffix(ending)) {
        base = shorter;
    }
    if base.is_empty() {
        "trace"
    } else {
        base
    }
}

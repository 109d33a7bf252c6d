//! Files that an archive lacks, or has twice. Missing processes: `choose.rs`; missing records: [`Program`](crate::mpi::Program).

use super::definitions::Definitions;
use super::location::Location;
use super::stream::Fault;
use crate::mpi::program::list;
use crate::notes::Note;

/// How to open all of an archive.
pub(super) const OPEN_ALL: &str = "open the folder that holds NAME.otf2, NAME.def and NAME/, or an archive of it";

/// The one anchor.
pub(super) fn only_anchor(anchors: &[String], first: &str) -> Result<String, Note> {
    match anchors {
        [only] => Ok(only.clone()),
        [] => Err(Note::error(first, "the anchor file of the OTF2 archive is missing")
            .found("other files of the archive")
            .expected("NAME.otf2 beside NAME.def")
            .remedy(OPEN_ALL)),
        [one, ..] => Err(Note::error(one, "several OTF2 archives were opened together")
            .found(list(anchors.iter().cloned()))
            .expected("one archive at a time")
            .remedy("open only one of them")
            .clashing(one)),
    }
}

/// The one file of global definitions.
pub(super) fn only_definitions(
    mut global: Vec<(String, Box<Definitions>)>,
    anchor: &str,
) -> Result<Box<Definitions>, Note> {
    let base = anchor.strip_suffix(".otf2").unwrap_or(anchor);
    if global.len() > 1 {
        global.retain(|(path, _)| path.strip_suffix(".def") == Some(base));
    }
    match global.pop() {
        Some((_, definitions)) => Ok(definitions),
        None => Err(Note::error(anchor, "the definitions file of the OTF2 archive is missing")
            .found("the anchor file")
            .expected(format!("{base}.def"))
            .remedy(OPEN_ALL)),
    }
}

/// An event file: its location, its path, what was read of it, and why not all of it, if so.
pub(super) type Events = (u64, String, Box<Location>, Option<Fault>);

/// No location may have two files. The events come sorted by location.
pub(super) fn no_twins(events: &[Events], anchor: &str) -> Result<(), Note> {
    if events.is_empty() {
        return Err(Note::error(anchor, "the event files of the OTF2 archive are missing")
            .found("the anchor and definitions files")
            .expected("files like NAME/0.evt")
            .remedy(OPEN_ALL));
    }
    for pair in events.windows(2) {
        if let [one, other] = pair {
            if one.0 == other.0 {
                let note = Note::error(&other.1, "two files contain the same location")
                    .found(format!("location {} in {} and in {}", one.0, one.1, other.1))
                    .expected("one file for each location")
                    .remedy("open one archive at a time");
                return Err(note.clashing(&one.1));
            }
        }
    }
    Ok(())
}

//! OTF2 archives, as Score-P, EZTrace, TAU and others write them.
//!
//! An archive is an anchor `NAME.otf2`, global definitions `NAME.def`, and in a folder `NAME` one
//! file of events `N.evt` and perhaps one of local definitions `N.def` for each location. The reader
//! takes versions 1.x to 3.x in either byte order, stored as files (the substrate POSIX) without the
//! format's own compression. It refuses other archives and says what to do.
//!
//! The bytes are described only by the source of the library (<https://www.score-p.org>,
//! BSD-3-Clause). This reader was written by comparison with the output of `otf2-print`, and the
//! tests compare both record by record. No code of the library is used.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `bytes` | raw and compressed integers, texts, both byte orders |
//! | `stream` | chunks and the records in them; skips unknown records |
//! | `anchor`, `definitions`, `local` | the three kinds of files with definitions |
//! | `event`, `location` | the events of a file, kept while definitions may be missing |
//! | `parts`, `collection` | the role of each file; from all files to a trace |
//! | `rank_map` | locations, processes, ranks of communicators |
//! | `convert` | from the records of a location to the events of a process |
//! | `choose`, `missing` | the location that represents each process; files that an archive lacks |
//! | `clock`, `listing` | times on the global clock; all records as lines |
//!
//! # Order of files
//!
//! Files are read in any order, because an archive in a pipe can be read only once, often with the
//! events first. Events are therefore kept with the ids of their location (4 bytes an
//! event, each different event once) and become events of a trace when all files are read,
//! location by location. The memory of a location is freed as soon as it is converted.
//!
//! # Times
//!
//! The order of events in a process is their order in the file. Clocks decide nothing here: those of
//! EZTrace archives are not aligned, and a quarter of the messages would arrive before they were
//! sent.
//!
//! # Cost
//!
//! Time O(bytes); memory 4 bytes for every event that is kept and about 100 for each distinct
//! event, in addition to the trace.

mod anchor;
mod bytes;
mod choose;
mod clock;
mod collection;
mod convert;
mod definitions;
mod event;
mod listing;
mod local;
mod location;
mod missing;
mod parts;
mod rank_map;
mod region_path;
mod stream;
#[cfg(test)]
mod tests;
mod transfer;

pub use listing::list;

use crate::collection::Assembler;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;

/// OTF2 archives.
pub const FORMAT: Format = Format {
    name: "otf2",
    title: "OTF2",
    // Not the others: archives of other kinds have files of the same endings, which are refused by
    // what their anchor says.
    extensions: &["otf2"],
    common: false,
    sniff,
    highest: Confidence::Signature,
    reading: Reading::Together(|| Box::<Assembler<collection::Archive>>::default()),
};

/// Every file of an archive begins with 3 and the mark of its byte order; then the anchor says its
/// name, and the others have the numbers of 64 bits of the first and last event.
fn sniff(head: &Head<'_>) -> Confidence {
    let own = head.bytes.first() == Some(&3) && head.bytes.get(1).copied().and_then(bytes::Order::of).is_some();
    Confidence::Signature.only_if(own)
}

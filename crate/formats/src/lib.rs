//! Readers of trace files: bytes in, events of [`loopscope_core::trace`] out.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`format`](mod@format) | what a format is: a descriptor, a sniff, a chunked reader; the list of all |
//! | [`report`] | notes: place, what was found, what was expected; merged and counted |
//! | [`content`] | what bytes look like: text, or which known kind of binary file |
//! | [`native`] | the native text form: `src send dst tag` and its kin |
//! | [`symbols`] | symbol lists: tokens between white space |
//! | [`otf2`] | OTF2 archives: an anchor, definitions, and events by location |
//!
//! The crate opens no file and knows no compression: whoever has bytes gives them to a
//! [`Reader`] chunk by chunk. A chunk may end anywhere, and what a reader keeps
//! does not grow with the file, apart from what it puts into the trace.

mod notes;
pub mod report;
pub mod content;
mod lines;
pub mod format;
pub mod native;
pub mod symbols;
pub mod otf2;
#[cfg(test)]
mod tests;

pub use format::{
    process_number, sniff, Collection, FileInfo, Format, Head, Reader, Reading, Sniff, FORMATS,
};
pub use lines::MAX_LINE;
pub use report::{Note, Notes, Place, Problem, Severity};

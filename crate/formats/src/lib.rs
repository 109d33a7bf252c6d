//! Readers of trace files: bytes in, events of [`loopscope_core::trace`] out.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`format`](mod@format) | what a format is: a descriptor, a sniff, a chunked reader; the list of all |
//! | [`report`] | notes: place, what was found, what was expected; merged and counted |
//! | [`content`] | what bytes look like: text, or which known kind of binary file |
//! | [`foreign`] | files of other tools, which are refused by name |
//! | [`native`] | the native text form: `src send dst tag` and its kin |
//! | [`din`] | memory accesses as Dinero reads them: `0 4014f0 8` |
//! | [`lackey`] | memory accesses as valgrind's lackey writes them: ` L 1fff000750,8` |
//! | [`numbers`] | plain numbers: a tuple a line |
//! | [`csv`] | tables of numbers, with or without a header |
//! | [`csv_events`] | tables of events, with a header |
//! | [`fields`] | what columns and arguments are called |
//! | [`symbols`] | symbol lists: tokens between white space |
//! | `mpi` | what readers of MPI calls share: names, open calls, requests, channels, a writer |
//! | [`chrome`] | trace-event JSON, of browsers and profilers |
//! | [`paje`] | Pajé: states and links of containers |
//! | [`simgrid`] | what SimGrid replays: actions without times |
//! | [`otf2`] | OTF2 archives: an anchor, definitions, and events by location |
//! | [`paraver`] | Paraver traces: a text sorted by time, and names beside it |
//! | [`dumpi`] | DUMPI traces: a binary file for each process, or its text |
//!
//! The crate opens no file and knows no compression: whoever has bytes gives them to a
//! [`Reader`] chunk by chunk. A chunk may end anywhere, and what a reader keeps
//! does not grow with the file, apart from what it puts into the trace.

mod notes;
pub mod report;
pub mod content;
pub mod foreign;
mod lines;
mod words;
mod integer;
mod json;
mod later;
pub mod fields;
mod told;
mod tuples;
mod once;
mod part;
mod printable;
mod spreadsheet;
mod mpi;
pub mod format;
pub mod native;
pub mod din;
pub mod lackey;
pub mod numbers;
pub mod csv;
pub mod csv_events;
pub mod symbols;
pub mod chrome;
pub mod otf2;
pub mod paraver;
pub mod paje;
pub mod simgrid;
pub mod dumpi;
#[cfg(test)]
mod tests;

pub use format::{
    is_process_number, process_number, sniff, Collection, FileInfo, Format, Head, Reader, Reading,
    Sniff, FORMATS,
};
pub use lines::MAX_LINE;
pub use mpi::channels::{Channel, Channels};
pub use part::{part_name, part_of};
pub use printable::{is_printable, printable, printable_lines};
pub use report::{Note, Notes, Place, Problem, Severity};
pub use spreadsheet::{guarded, unguarded};

//! Readers of trace files: bytes in, events of [`loopscope_core::trace`] out.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`format`](mod@format) | what a format is: a descriptor, a sniff, a reader of one file or of all files together |
//! | [`registry`] | the list of all formats; which of them a file is in |
//! | [`content`] | what bytes look like: text, or which known kind of binary file |
//! | [`foreign`] | files of other tools, which are refused by name |
//! | [`input`] | lines, words, numbers, cells: what readers of text need |
//! | [`notes`] | what to tell the user about a file: place, found, expected, remedy |
//! | `mpi` | what readers of MPI traces share: names, open calls, requests, channels, a writer |
//! | [`native`] | the native text form: `src send dst tag` and its kin |
//! | [`tuples`] | one tuple of numbers a line: din, lackey, plain numbers, tables of numbers |
//! | [`csv_events`] | tables of events, with a header |
//! | [`symbols`] | symbol lists: tokens separated by white space |
//! | [`chrome`] | trace-event JSON, of browsers and profilers |
//! | [`paje`] | Pajé: states and links of containers |
//! | [`simgrid`] | the actions that SimGrid replays, without times |
//! | [`otf2`] | OTF2 archives: an anchor, definitions, and events by location |
//! | [`paraver`] | Paraver traces: one text sorted by time, and a file of names |
//! | [`dumpi`] | DUMPI traces: a binary file for each process, or its text |
//!
//! The crate opens no file and knows no compression: its caller passes the bytes of a file to a
//! [`Reader`] or a [`Collection`], chunk by chunk. A chunk may end anywhere. A reader keeps a bounded
//! number of bytes beside what it puts into the trace; a collection keeps its files until all are read.

pub mod chrome;
mod collection;
pub mod content;
pub mod csv_events;
pub mod dumpi;
pub mod foreign;
pub mod format;
pub mod input;
mod mpi;
mod nested_items;
pub mod native;
pub mod notes;
pub mod otf2;
pub mod paje;
pub mod paraver;
pub mod registry;
pub mod simgrid;
pub mod symbols;
#[cfg(test)]
mod tests;
pub mod tuples;
#[cfg(test)]
mod twins;

pub use format::{Collection, Confidence, FileInfo, FileSet, Format, Reader, Reading};
pub use input::fields::Field;
pub use input::head::{Head, HEAD_BYTES};
pub use input::lines::MAX_LINE;
pub use input::source_name::{is_process_number, part_name, process_number, source_file_of};
pub use input::spreadsheet::{guarded, unguarded};
pub use mpi::channels::{Channel, Channels};
pub use notes::{is_printable, printable, printable_lines, Note, Notes, Place, Problem, Severity};
pub use registry::{sniff, FORMATS};

//! Notes: what a reader has to say about a file, for the user.
//!
//! A bad line never ends the reading of a file that is good otherwise. It becomes a [`Note`]: the file, the place, what was found,
//! what was expected, what to do. [`Notes`] keeps one note for each file and [`Problem`] and counts the others.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `note` | one note: severity, place, lines around it; its text |
//! | `collector` | all notes of a trace: merged, counted, bounded |
//! | `deferred` | the notes on one file of a [`Collection`](crate::Collection), kept until its trace is built |
//! | `printable` | text from files, made safe to print |

mod collector;
mod deferred;
mod note;
mod printable;

pub use collector::{Notes, Problem};
pub(crate) use deferred::DeferredNotes;
pub(crate) use note::{cut, CONTEXT_BYTES};
pub use note::{
    merge_alike, quote, some_of, sort_notes, Choice, ContextLine, More, Note, Place, Severity, ALSO, CONTEXT_CHARS,
};
pub use printable::{is_printable, printable, printable_lines};

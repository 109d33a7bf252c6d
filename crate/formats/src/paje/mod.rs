//! Pajé traces: what Vite, SimGrid, EZTrace, Akypuera and others draw as Gantt charts.
//!
//! Source: "Pajé Trace File" (Schnorr, <https://paje.sourceforge.net>), whose files describe themselves: each
//! kind of event is defined with its fields, `%EventDef PajePushState 5`, before it is used by its number.
//!
//! | event | becomes |
//! | --- | --- |
//! | `PushState` `PopState` `SetState` `ResetState` | a call from one to the other, or a local event |
//! | `NewEvent` | an item |
//! | `StartLink` and the `EndLink` of the same key | a message, sent where it starts and received where it ends |
//! | `CreateContainer`, definitions | who is who, and how things are called |
//! | variables | passed over and counted |
//!
//! # Processes
//!
//! A container with states, events or links of messages is a process; others, such as the cables and routers of a platform,
//! are counted in a note. Its number is the rank that its name tells, or
//! that of a container around it (`rank 3`, `MPI Rank 3`); else the last number in its name, if all
//! differ; else its place. Where numbers are not in the names and containers exchange messages, a note says which is which.
//!
//! # What the format does not tell
//!
//! - Messages have no tags. Keys like `0_1_7_42` (SimGrid's: from, to, tag, which of them) do, and count;
//!   otherwise the tag is 0. A link's value is taken for its size if it is a number.
//! - Calls do not name their communicators. If every process takes part in each collective operation as
//!   often as the others, they are taken for operations of all, and a note says so.
//! - Which receive a waiting call has completed: the message stands where its link ends, and no call has its
//!   fields but one that receives.
//!
//! Without names of MPI and without links, states are items in the order in which they begin, as in
//! [`chrome`](crate::chrome). Events stand in the order of the file, which the format demands to be that
//! of time.
//!
//! # Cost
//!
//! O(bytes); memory 4 bytes an event and 32 a link until all is read, because what a message's other end
//! is stands further down.

mod convert;
mod define;
mod file;

use crate::collection::{Assembler, FileList};
use crate::content;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;

/// Pajé traces.
pub const FORMAT: Format = Format {
    name: "paje",
    title: "Pajé",
    extensions: &["paje"],
    common: false,
    sniff,
    highest: Confidence::Signature,
    reading: Reading::Together(|| {
        Box::<Assembler<FileList<file::File, convert::PajeProcesses>>>::default()
    }),
};

/// The definition of an event stands first, comments apart.
fn sniff(head: &Head<'_>) -> Confidence {
    let is_comment = |line: &&[u8]| line.is_empty() || line.starts_with(b"#");
    let first = head.lines().map(<[u8]>::trim_ascii).find(|line| !is_comment(line));
    let own = first.is_some_and(|line| {
        let rest = line.strip_prefix(b"%").map(<[u8]>::trim_ascii_start).unwrap_or_default();
        rest.starts_with(b"EventDef")
    });
    Confidence::Signature.only_if(own && content::binary(head.bytes).is_none())
}

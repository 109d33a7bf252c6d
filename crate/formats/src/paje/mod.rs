//! Pajé traces, as SimGrid, EZTrace, Akypuera and others write them and Vite draws them as Gantt charts.
//!
//! Source: "Pajé Trace File" (Schnorr, <https://paje.sourceforge.net>), whose files describe themselves: each
//! kind of event is defined with its fields, `%EventDef PajePushState 5`, before it is used by its number.
//!
//! | event | becomes |
//! | --- | --- |
//! | `PushState` `PopState` `SetState` `ResetState` | a call from one to the other, or a local event |
//! | `NewEvent` | an item |
//! | `StartLink` and the `EndLink` of the same key | a message, sent where it starts and received where it ends |
//! | `CreateContainer`, definitions | the hierarchy of containers, and names |
//! | variables | ignored and counted |
//!
//! # Processes
//!
//! A container with states, events or links of messages is a process; others, such as the cables and routers of a platform,
//! are counted in a note. Its number is the rank in its name, or
//! in the name of a container around it (`rank 3`, `MPI Rank 3`); else the last number in its name, if these numbers all
//! differ; else its position. If names contain no numbers and containers exchange messages, a note lists the numbering.
//!
//! # What the format does not record
//!
//! - Messages have no tags. Keys like `0_1_7_42` (SimGrid's: source, destination, tag, count) contain one, which is used;
//!   otherwise the tag is 0. If the value of a link is a number, it is the size.
//! - Calls do not name their communicators. If every process takes part in each collective operation as
//!   often as the others, they are assumed to include all processes, and a note says so.
//! - Which receive a waiting call has completed: the message is placed where its link ends, and only a call that
//!   receives has its fields.
//!
//! Without MPI names and without links, states are items in the order in which they begin, as in
//! [`chrome`](crate::chrome). Events keep the order of the file, which the format requires to be the order
//! of time.
//!
//! # Times
//!
//! The field `Time` of an event is in seconds, read as an integer of nanoseconds. A message is sent and received at the times
//! of the two ends of its link.
//!
//! # Cost
//!
//! O(bytes); memory 4 bytes an event, 2 to 5 for its time, and 32 a link until all is read, because what a message's other end
//! is comes later in the file.

mod convert;
mod define;
mod file;
mod numbers;
mod times;

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
    reading: Reading::Together(|| Box::<Assembler<FileList<file::File, convert::PajeProcesses>>>::default()),
};

/// The definition of an event comes first, except for comments.
fn sniff(head: &Head<'_>) -> Confidence {
    let is_comment = |line: &&[u8]| line.is_empty() || line.starts_with(b"#");
    let first = head.lines().map(<[u8]>::trim_ascii).find(|line| !is_comment(line));
    let own = first.is_some_and(|line| {
        let rest = line.strip_prefix(b"%").map(<[u8]>::trim_ascii_start).unwrap_or_default();
        rest.starts_with(b"EventDef")
    });
    Confidence::Signature.only_if(own && content::binary(head.bytes).is_none())
}

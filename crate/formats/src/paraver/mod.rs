//! Paraver traces, as Extrae and other tools of the Barcelona Supercomputing Center write them.
//!
//! A trace is `NAME.prv`, text with one record a line, sorted by time; beside it `NAME.pcf` names
//! the types and values of events, and `NAME.row` names the drawn objects. The `.prv` can be read
//! alone, because MPI calls have fixed numbers. The `.row` is not needed.
//!
//! Source: "Paraver: Trace format" (<https://tools.bsc.es/doc/1370.pdf>) and real traces, which take
//! precedence. Processes and communicators are numbered from 1.
//!
//! | line | meaning |
//! | --- | --- |
//! | `#Paraver (date at hh:mm):TIME_ns:NODES(..):N:TASKS(threads:node,..)[,COMMS]` | the applications |
//! | `c:app:comm:n:task:task..` | a communicator |
//! | `1:cpu:app:task:thread:begin:end:state` | a state; ignored, because events give more detail |
//! | `2:cpu:app:task:thread:time:type:value[:type:value]*` | events |
//! | `3:cpu:app:task:thread:lsend:psend:cpu:app:task:thread:lrecv:precv:size:tag` | a message, from its sender to its receiver |
//!
//! # Events
//!
//! | type | meaning here |
//! | --- | --- |
//! | 50000001 to 50000005, or one whose values are named like MPI calls | a call begins; value 0 ends it |
//! | 50100001 to 50100004 | size sent, size received, whether it is the root, communicator of the call that begins there |
//! | one whose values have names, 0 being `End`, `close` or `Outside ..` | `local enter NAME`; 0 leaves the innermost |
//! | another whose values have names | `local TYPE: VALUE` |
//! | 40000000 to 49999999, callers, samples, unnamed others | ignored and counted |
//!
//! Without the `.pcf`, type 60000019 means functions of the program, identified by number.
//!
//! # Messages
//!
//! `lsend` and `lrecv` are the times at which the send and receive calls began; `precv` is the time at which
//! the message had arrived: the end of the `MPI_Recv` or `MPI_Wait` concerned. So a receive is placed at
//! `precv`, and the call that posted it has its fields. Records come sorted by `lsend`, long before
//! the time of their receive; so messages are kept until everything is read and put in place
//! then. Receives that complete in the same call keep the order in which they were posted.
//! Only messages with both ends have a record.
//!
//! # Times
//!
//! The unit of times stands in the first line; without one it is a microsecond. Calls last from their event to the 0 that ends
//! it. Where a process has local events, a send has the time `lsend` and a receive `precv`; elsewhere they have those of
//! their calls, which are around these times. How long a receive waited is `precv - lrecv` where that is positive: from the
//! beginning of the call that asked for it to its arrival. `psend`, when the message left, is not kept.
//!
//! # The root of a collective operation
//!
//! Only the root itself is marked. The other processes take it from there: the first operation of a communicator is
//! the first of each member, and so on, if all members have equally many with the same names.
//!
//! # Cost
//!
//! Time O(bytes), and a sort of the receives; memory 12 bytes an event that is kept, 40 a message,
//! in addition to the trace.

mod collection;
mod convert;
mod header;
mod labels;
mod line;
mod meaning;
mod objects;
mod role;
mod roots;
mod store;

use crate::collection::Assembler;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;
use role::Role;

/// Paraver traces.
pub const FORMAT: Format = Format {
    name: "paraver",
    title: "Paraver",
    extensions: &["prv", "pcf", "row"],
    common: false,
    sniff,
    highest: Confidence::Signature,
    reading: Reading::Together(|| Box::<Assembler<collection::Files>>::default()),
};

fn sniff(head: &Head<'_>) -> Confidence {
    let first = head.lines().find(|line| !line.trim_ascii().is_empty());
    Confidence::Signature.only_if(first.and_then(Role::of).is_some())
}

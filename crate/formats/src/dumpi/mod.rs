//! DUMPI traces, as the tracer of the Structural Simulation Toolkit (SST) writes them.
//!
//! A trace is `NAME.meta`, text with lines `key=value`, and one binary file `NAME-0000.bin` for each
//! process. The reader also takes the text that `dumpi2ascii` makes of such a file. The rank of a process is
//! the result of its `MPI_Comm_rank` call or, without one, the last number in the file's name.
//!
//! Source: the format's description and the sources of its library (<https://github.com/sstsimulator/sst-dumpi>,
//! `docs/traceformat.dox` and `dumpi/common`, BSD-3-Clause), compared with real files and with what
//! `dumpi2ascii` says of them. Nothing of the library is used. Versions from 0.6.9 (2010) on.
//!
//! # A binary file
//!
//! Eight bytes `FF AA DD` `DUMPI`, the seconds from which processor and wall times count, 4 bytes each; then records, of which `functions.rs`
//! lists the arguments: function in 2 bytes, a byte that says what else is present (1 and 2:
//! statuses, 4: processor times, 8: wall times, 64: thread, 128: counters), thread in 2, times in 6 each,
//! counters (how many in a byte, 16 each), arguments. Function 293 is the end. A version, counts, sizes
//! of types and names of functions follow, and an index of them as the last 64 bytes. **Records store no
//! length**: after an unreadable record, the rest of the file is unreadable.
//!
//! # Times
//!
//! A call has the wall times at which it was entered and left: seconds in 2 bytes and nanoseconds in 4. A tracer may leave them
//! out, which is noted. Each process has a clock of its own.
//!
//! # Communicators
//!
//! Each process numbers its own communicators, and only `MPI_COMM_WORLD` is known beforehand. The members
//! of the others follow from the calls that create them: `comms.rs` follows all processes together
//! from one such call to the next. If calls give too little information (between two programs, or with a
//! process whose file is missing), the members are unknown.
//!
//! # Cost
//!
//! Time O(bytes); memory 4 bytes for every record, 3 to 5 for its times, 4 for every request, 8 for one that is complete,
//! and about 100 for each distinct event, in addition to the trace.

mod binary;
mod collection;
mod comms;
mod convert;
mod functions;
mod rank;
mod record;
mod role;
mod tail;
mod text;
mod times;

pub use collection::list;

use crate::collection::Assembler;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;
use role::Role;

/// DUMPI traces.
pub const FORMAT: Format = Format {
    name: "dumpi",
    title: "DUMPI",
    // The endings .bin and .meta are too common to say anything.
    extensions: &["dumpi"],
    common: false,
    sniff,
    highest: Confidence::Signature,
    reading: Reading::Together(|| Box::<Assembler<collection::Files>>::default()),
};

fn sniff(head: &Head<'_>) -> Confidence {
    match Role::of(head.bytes) {
        Some(Role::Binary) => Confidence::Signature,
        Some(Role::Text | Role::Meta) => Confidence::Vocabulary,
        None => Confidence::No,
    }
}

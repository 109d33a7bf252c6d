//! What every reader of MPI calls needs: names, open calls, requests, channels, and a writer.
//!
//! Formats of MPI traces differ in how they write things down, not in what happens. What happens is
//! understood here, once:
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`names`] | the function that a spelling in C, Fortran or of the profiling interface means; its class |
//! | [`calls`] | calls that are open, and what happened inside them |
//! | [`requests`] | non-blocking operations from their beginning to their completion |
//! | [`channels`] | messages sent less messages received |
//! | [`process`] | the writer that a reader drives, one for each process |
//! | [`program`] | what adds up over all processes, and the notes on what the trace lacks |
//! | [`recent`] | ids of records that were just used |
//!
//! # The rules
//!
//! - A call becomes an item of [`View::Calls`] when it is left: only then is it known what it did.
//! - A call has the fields of **its own** message or collective operation: what it sends, else what
//!   it receives; for a posted receive, what the request received in the end. A call that waits has
//!   none, whatever it finds complete.
//! - A receive stands in [`View::Communication`] where it is **complete**: in `MPI_Recv`, or in the
//!   call that found its request done. Source and tag are those of the message, not the wildcards
//!   that it was asked for with.
//! - A send stands where it begins; that it is complete is no event.
//! - A collective operation is one event of each process, where it is complete; without its processes
//!   it is none, and counted.
//! - A message to or from `MPI_PROC_NULL` is no message.
//! - A receive whose completion or source is not in the trace is counted and said, never guessed.
//!
//! # Who uses what
//!
//! Readers that meet one call after the other drive a [`Process`]. The reader of OTF2, whose events
//! say the same a million times, has decided what each means beforehand and uses the parts.
//!
//! [`View::Calls`]: loopscope_core::trace::View::Calls
//! [`View::Communication`]: loopscope_core::trace::View::Communication

pub(crate) mod call_args;
pub(crate) mod call_replay;
pub(crate) mod calls;
pub(crate) mod channels;
pub(crate) mod names;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod record_cache;
pub(crate) mod requests;
#[cfg(test)]
mod tests;

pub(crate) use calls::{Calls, Collective, Left, MessageFields};
pub(crate) use process::{Message, Output, Peer, Process};
pub(crate) use program::Program;
pub(crate) use record_cache::RecordCache;

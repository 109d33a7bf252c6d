//! What readers of MPI traces share: names, open calls, requests, channels, and a writer.
//!
//! Formats of MPI traces differ in how they write events down, not in what the events mean. Their meaning is
//! implemented here, once:
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`names`] | the function behind a spelling in C, in Fortran or of the profiling interface; its class |
//! | [`call_args`] | the arguments of a call, where a trace lists them all |
//! | [`call_replay`] | the effects of such a call on its process |
//! | [`call_notes`] | notes on calls whose begin and end do not match |
//! | [`calls`] | calls that are open, and what happened inside them |
//! | [`requests`] | non-blocking operations, from start to completion |
//! | `open_requests` | which open requests a call completes, by age, for programs made from traces |
//! | [`channels`] | messages sent less messages received |
//! | [`message`] | a message as a reader reports it |
//! | [`process`] | the writer that a reader drives, one for each process |
//! | [`program`] | sums over all processes, and the notes on what the trace lacks |
//! | [`record_cache`] | ids of records that were just used |
//! | [`timeline`] | when a process does what it does, if the format says so |
//!
//! # The rules
//!
//! - A call becomes an item of [`View::Calls`] when it returns, because only then is everything it did known.
//! - A call has the fields of **its own** message or collective operation: what it sends, else what
//!   it receives; for a posted receive, what the request received in the end. A call that waits has
//!   no fields, whatever requests it completes.
//! - A receive is placed in [`View::Communication`] where it **completes**: in `MPI_Recv`, or in the
//!   call that found its request complete. Source and tag are those of the message, not the wildcards
//!   of the call that posted it.
//! - A send is placed where it begins; its completion is not an event.
//! - A collective operation is one event of each process, placed where it completes; with unknown processes
//!   it is only counted.
//! - A message to or from `MPI_PROC_NULL` does not count as a message.
//! - A receive whose completion or source is not in the trace is counted and reported, never guessed.
//!
//! # Who uses what
//!
//! Most readers drive a [`Process`] call by call. The reader of OTF2, whose archives repeat few different events
//! millions of times, decides once what each of them means and uses the parts directly.
//!
//! [`View::Calls`]: loopscope_core::trace::View::Calls
//! [`View::Communication`]: loopscope_core::trace::View::Communication

pub(crate) mod call_args;
pub(crate) mod call_notes;
pub(crate) mod call_replay;
mod completed;
pub(crate) mod calls;
pub(crate) mod channels;
pub(crate) mod message;
pub(crate) mod names;
#[cfg(feature = "arguments")]
pub(crate) mod open_requests;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod record_cache;
pub(crate) mod requests;
pub(crate) mod timeline;
#[cfg(test)]
mod tests;

pub(crate) use calls::{Calls, Collective, Left, MessageFields};
pub(crate) use message::{Message, Peer};
pub(crate) use process::{Output, Process};
pub(crate) use program::Program;
pub(crate) use record_cache::RecordCache;

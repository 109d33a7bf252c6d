//! Programs from traces: C code for MPI that communicates as the traced program did, and waits where that one computed.
//!
//! The code is a loop nest: a loop is a `for`, a place in it a call, and before it a wait as long as the program computed there.
//! It comes from the calls or from the model.
//!
//! From the calls, if the trace says which requests they complete: the nest of each process's calls with all their arguments. The
//! program's own trace has the same calls.
//!
//! From the model: its trace has the same model. Messages leave without waiting (`MPI_Isend`, then `MPI_Request_free`) and are
//! received where the trace receives them, so the program cannot deadlock: the order of the trace is a valid execution.
//!
//! Processes that do the same but for their partners, sizes and times are one function, which tables by rank complete: the code
//! does not grow with the processes. What a model does not say is lost: which calls a message is made of, the roots of collectives.
//!
//! | module | what it does |
//! | --- | --- |
//! | `calls` | the nest of the calls of each process |
//! | `places` | the nest of each process, with the sizes and times at each place |
//! | `program` | what is asked for, and what comes of it |
//! | `emit` | the C code |
//! | `runtime.c`, `calls.c` | what the code calls: waiting, messages, collectives; all calls that concern requests and communicators |
//!
//! Cost: O(events), and 16 bytes for each while its process is read.

mod calls;
mod emit;
mod places;
mod program;
mod refused;

#[cfg(test)]
mod calls_tests;
#[cfg(test)]
mod tests;

use crate::extract::columns::Columns;
use crate::system::Model;
use crate::trace::{CallArguments, Kind, ProcessId, Trace};
use emit::Source;

pub use program::{Skeleton, Time};
pub use refused::Refused;

/// Makes a program from a model and the columns of its trace. `title` stands in a comment. Without sizes messages are empty, and
/// without times nothing is computed.
///
/// # Errors
/// Processes are missing, or columns cannot be read.
pub fn of_model(title: &str, model: &Model, columns: &mut dyn Columns, time: Time) -> Result<Skeleton, Refused> {
    check_ranks(model.processes().iter().copied())?;
    let places = places::find(model, columns, time)?;
    let groups = model.groups().iter().map(|group| &**group).collect();
    let source = Source { title, has_calls: false, groups, made: 0 };
    Ok(emit::program(&source, &places, time))
}

/// Makes a program that makes the calls of a trace, which must have been read with their
/// [arguments](crate::trace::TraceBuilder::keep_arguments). `title` stands in a comment. Without times nothing is computed.
///
/// O(calls) and the cost of [`optimal`](crate::nest::optimal()) nests.
///
/// # Errors
/// Processes or arguments are missing, a process has too many calls, or messages are sent and never received.
pub fn of_calls(title: &str, trace: &Trace, time: Time) -> Result<Skeleton, Refused> {
    check_ranks(trace.processes().iter().map(|process| process.id))?;
    let found = calls::find(trace, time)?;
    let groups = found.groups.iter().map(Vec::as_slice).collect();
    let source = Source { title, has_calls: true, groups, made: found.made };
    Ok(emit::program(&source, &found.places, time))
}

/// Whether calls have their arguments.
pub fn has_arguments(trace: &Trace) -> bool {
    let table = trace.table();
    let mut calls = table.records().iter().filter(|record| record.kind == Kind::Call);
    calls.any(|it| it.site.is_some_and(|site| CallArguments::parse(table.name(site)).is_some()))
}

/// A program needs the processes from 0 on without a gap.
fn check_ranks(processes: impl Iterator<Item = ProcessId>) -> Result<(), Refused> {
    match processes.enumerate().find(|(rank, process)| process.0 as usize != *rank) {
        Some((rank, _)) => Err(Refused::Missing(rank as u32)),
        None => Ok(()),
    }
}

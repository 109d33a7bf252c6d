//! Programs from traces: C code for MPI that communicates as the traced program did, and waits where that one computed.
//!
//! The code is the loop nest of the model: a loop is a `for`, a place in it a call, and before it a wait as long as the program
//! computed there. Its own trace has the same model. Messages leave without waiting (`MPI_Isend`, then `MPI_Request_free`) and are
//! received where the trace receives them, so the program cannot deadlock: the order of the trace is a valid execution.
//!
//! Processes that do the same but for their partners, sizes and times are one function, which tables by rank complete: the code
//! does not grow with the processes. What a model does not say is lost: which calls a message is made of, the roots of collectives.
//!
//! | module | what it does |
//! | --- | --- |
//! | `places` | the nest of each process, with the sizes and times at each place |
//! | `program` | what is asked for, and what comes of it |
//! | `emit` | the C code |
//! | `runtime.c` | what the code calls: waiting, messages, collectives |
//!
//! Cost: O(events), and 16 bytes for each while its process is read.

mod emit;
mod places;
mod program;

#[cfg(test)]
mod tests;

use crate::extract::columns::{Columns, Unreadable};
use crate::system::Model;

pub use program::{Skeleton, Time};

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A process of the program is missing: this one.
    Missing(u32),
    /// The columns cannot be read.
    Unreadable(Unreadable),
}

impl From<Unreadable> for Refused {
    fn from(error: Unreadable) -> Refused {
        Refused::Unreadable(error)
    }
}

/// Makes a program from a model and the columns of its trace. `title` stands in a comment. Without sizes messages are empty, and
/// without times nothing is computed.
///
/// # Errors
/// Processes are missing, or columns cannot be read.
pub fn of_model(
    title: &str,
    model: &Model,
    columns: &mut dyn Columns,
    time: Time,
) -> Result<Skeleton, Refused> {
    for (rank, process) in model.processes().iter().enumerate() {
        if process.0 as usize != rank {
            return Err(Refused::Missing(rank as u32));
        }
    }
    let places = places::find(model, columns, time)?;
    Ok(emit::program(title, model, &places, time))
}

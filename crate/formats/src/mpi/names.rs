//! Names of MPI functions: one function has many spellings.
//!
//! `MPI_Isend` in C is `mpi_isend_` to a linker that meets Fortran, `MPI_ISEND` in a Fortran text,
//! `mpi_isend_f08_` in the bindings of Fortran 2008, `PMPI_Isend` to a profiler. Tables of tracers
//! write `MPI_Isend()`.
//!
//! Source: MPI: A Message-Passing Interface Standard, versions 1.3 to 4.0, language bindings.

use loopscope_core::matching::base_name;

/// What kind of thing a function does, as far as a trace is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    /// Sends, and returns when the buffer may be used again.
    Send,
    /// Begins a send; the request says when it is complete.
    Isend,
    /// Receives.
    Receive,
    /// Posts a receive; the request says when it is complete.
    Ireceive,
    /// Sends and receives.
    SendReceive,
    /// Makes a request of which sends can be started again and again.
    SendInit,
    /// Makes a request of which receives can be started again and again.
    ReceiveInit,
    /// Starts one such request, or several.
    Start,
    /// Waits for requests, or looks whether they are complete.
    Complete,
    /// A collective operation.
    Collective,
    /// Begins a collective operation.
    Icollective,
    /// Makes or frees a communicator, which all its members do together.
    Communicator,
    /// Anything else.
    Other,
}

use Class::*;

/// Functions that are not [`Class::Other`], without `MPI_`, in order.
const FUNCTIONS: &[(&str, Class)] = &[
    ("allgather", Collective),
    ("allgatherv", Collective),
    ("allreduce", Collective),
    ("alltoall", Collective),
    ("alltoallv", Collective),
    ("alltoallw", Collective),
    ("barrier", Collective),
    ("bcast", Collective),
    ("bsend", Send),
    ("bsend_init", SendInit),
    ("cart_create", Communicator),
    ("cart_sub", Communicator),
    ("comm_create", Communicator),
    ("comm_dup", Communicator),
    ("comm_dup_with_info", Communicator),
    ("comm_free", Communicator),
    ("comm_split", Communicator),
    ("comm_split_type", Communicator),
    ("dist_graph_create", Communicator),
    ("dist_graph_create_adjacent", Communicator),
    ("exscan", Collective),
    ("gather", Collective),
    ("gatherv", Collective),
    ("graph_create", Communicator),
    ("iallgather", Icollective),
    ("iallgatherv", Icollective),
    ("iallreduce", Icollective),
    ("ialltoall", Icollective),
    ("ialltoallv", Icollective),
    ("ialltoallw", Icollective),
    ("ibarrier", Icollective),
    ("ibcast", Icollective),
    ("ibsend", Isend),
    ("iexscan", Icollective),
    ("igather", Icollective),
    ("igatherv", Icollective),
    ("imrecv", Ireceive),
    ("intercomm_create", Communicator),
    ("intercomm_merge", Communicator),
    ("irecv", Ireceive),
    ("ireduce", Icollective),
    ("ireduce_scatter", Icollective),
    ("ireduce_scatter_block", Icollective),
    ("irsend", Isend),
    ("iscan", Icollective),
    ("iscatter", Icollective),
    ("iscatterv", Icollective),
    ("isend", Isend),
    ("issend", Isend),
    ("mrecv", Receive),
    ("recv", Receive),
    ("recv_init", ReceiveInit),
    ("reduce", Collective),
    ("reduce_scatter", Collective),
    ("reduce_scatter_block", Collective),
    ("rsend", Send),
    ("rsend_init", SendInit),
    ("scan", Collective),
    ("scatter", Collective),
    ("scatterv", Collective),
    ("send", Send),
    ("send_init", SendInit),
    ("sendrecv", SendReceive),
    ("sendrecv_replace", SendReceive),
    ("ssend", Send),
    ("ssend_init", SendInit),
    ("start", Start),
    ("startall", Start),
    ("test", Complete),
    ("testall", Complete),
    ("testany", Complete),
    ("testsome", Complete),
    ("wait", Complete),
    ("waitall", Complete),
    ("waitany", Complete),
    ("waitsome", Complete),
];

/// The C spelling of a name in any spelling; `None` if it is not an MPI name.
///
/// `mpi_send_`, `MPI_SEND`, `PMPI_Send` and `MPI_Send()` are all `MPI_Send`. Functions that are not
/// known are spelled by the rule of the standard: the first letter after the prefix is a capital.
pub(crate) fn canonical(name: &str) -> Option<String> {
    let base = base_name(name)?;
    let mut text = String::with_capacity(4 + base.len());
    text.push_str("MPI_");
    for (at, c) in base.chars().enumerate() {
        text.push(if at == 0 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
    }
    Some(text)
}

/// Whether a name is one of MPI's, in any spelling.
pub(crate) fn is_mpi(name: &str) -> bool {
    base_name(name).is_some()
}

impl Class {
    /// The class of a function, by its name in any spelling. O(log functions).
    pub(crate) fn of(name: &str) -> Self {
        let Some(base) = base_name(name) else { return Other };
        let lower = base.to_ascii_lowercase();
        let found = FUNCTIONS.binary_search_by(|(known, _)| (*known).cmp(lower.as_str()));
        found.ok().and_then(|at| FUNCTIONS.get(at)).map_or(Other, |(_, class)| *class)
    }

    /// Whether a call of it must have left a record of a message sent.
    pub(crate) fn sends(self) -> bool {
        matches!(self, Send | Isend | SendReceive)
    }

    /// The same for receiving a message. Not for posting a receive: the message is recorded elsewhere.
    pub(crate) fn receives(self) -> bool {
        matches!(self, Receive | SendReceive)
    }

    /// The same of a collective operation that is complete when the call returns.
    pub(crate) fn is_collective(self) -> bool {
        matches!(self, Collective | Communicator)
    }
}

/// Which of its requests a call of [`Class::Complete`] finds complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finds {
    /// All of them: `MPI_Wait`, `MPI_Waitall`.
    All,
    /// One of them: `MPI_Waitany`.
    Any,
    /// One or more: `MPI_Waitsome`.
    Some,
    /// All or none, as a flag says: `MPI_Test`, `MPI_Testall`.
    AllIfTrue,
    /// One or none: `MPI_Testany`.
    AnyIfTrue,
    /// Any number: `MPI_Testsome`.
    SomeIfTrue,
}

impl Finds {
    /// By the name of the function in any spelling; [`Finds::All`] for any other.
    pub(crate) fn of(name: &str) -> Self {
        let lower = base_name(name).unwrap_or_default().to_ascii_lowercase();
        match lower.as_str() {
            "waitany" => Self::Any,
            "waitsome" => Self::Some,
            "test" | "testall" => Self::AllIfTrue,
            "testany" => Self::AnyIfTrue,
            "testsome" => Self::SomeIfTrue,
            // Other: every other function that completes requests completes all of them.
            _ => Self::All,
        }
    }
}

#[cfg(test)]
mod tests;

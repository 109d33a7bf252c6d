//! What users of other tools can do to get a trace that is read here.

/// A file of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// What it is, as the end of "the file is ..".
    pub what: &'static str,
    /// What its user can do.
    pub way_out: &'static str,
}

/// For files that hold how often something was seen, and not what followed what.
pub(super) const SAMPLES: &str =
    "a profile has no order of events, so it has no loops to find; record a trace, as Score-P, Extrae or \
     EZTrace write them, or valgrind's lackey";

pub(super) const RECORD_AGAIN: &str =
    "record the program with Score-P, Extrae or EZTrace, whose traces Loopscope reads";

pub(super) const TAU: &str =
    "convert the pair with tau_trace2json TRC EDF -chrome -o trace.json, or record with TAU_TRACE_FORMAT=otf2";

pub(super) const EXTRAE: &str = "merge the set with mpi2prv -f TRACE.mpits -o trace.prv and open that";

pub(super) const NSIGHT: &str =
    "write the calls as a table with nsys stats --report mpi_event_trace --format csv FILE and open that";

pub(super) const AS_TABLE: &str = "write its events as a table with the columns process,name,start and open that";

pub(super) const PERFETTO: &str = "convert it with traceconv json FILE trace.json";

pub(super) const CTF: &str =
    "print it with babeltrace2, write the events as a table with the columns process,name,start and open that";

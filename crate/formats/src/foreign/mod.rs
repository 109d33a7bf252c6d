//! Files of other tools that are recognised in order to be refused by name, with a way out.
//!
//! A text of another tool is words between blanks, so it would pass for a list of symbols, and a loop found in it would mean
//! nothing. What a file is, its first bytes decide and never its name: each row of the tables has a mark that the tool itself
//! writes and that no format read here can begin with. Where a binary format has no mark, the ending of the name is named in the message, see
//! [`by_ending`].
//!
//! A new row needs the source of its mark and a fixture in `tests/fixtures/foreign`.

mod bytes;
mod lines;
#[cfg(test)]
mod tests;

use crate::format::Head;

/// A file of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// What it is, as the end of "the file is ..".
    pub what: &'static str,
    /// What its user can do.
    pub way_out: &'static str,
}

/// What the file is if it is one of another tool. O(bytes of the head).
pub fn recognise(head: &[u8]) -> Option<Foreign> {
    let head = Head::new(head);
    bytes::recognise(head.bytes).or_else(|| {
        // No text has a zero byte.
        if memchr::memchr(0, head.bytes).is_some() {
            return None;
        }
        lines::recognise(&head)
    })
}

/// What a text is that is no trace of anybody, such as source code. Weaker than [`recognise`]: only for what no format accepts.
pub(crate) fn text(head: &[u8]) -> Option<&'static str> {
    lines::text(&Head::new(head))
}

/// What a binary file may be whose first bytes tell nothing, by the ending of its name: for a message alone.
pub fn by_ending(path: &str) -> Option<Foreign> {
    let (_, ending) = path.rsplit_once('.')?;
    let found = ENDINGS.iter().find(|(known, ..)| ending.eq_ignore_ascii_case(known));
    found.map(|&(_, what, way_out)| Foreign { what, way_out })
}

/// For files that hold how often something was seen, and not what followed what.
const SAMPLES: &str = "a profile has no order of events, so it has no loops to find; record a trace, as Score-P, Extrae or \
     EZTrace write them, or valgrind's lackey";

const RECORD_AGAIN: &str =
    "record the program with Score-P, Extrae or EZTrace, whose traces are read";

const TAU: &str = "convert the pair with tau_trace2json TRC EDF -chrome -o trace.json, or record with TAU_TRACE_FORMAT=otf2";

const EXTRAE: &str = "merge the set with mpi2prv -f TRACE.mpits -o trace.prv and open that";

const NSIGHT: &str = "write the calls as a table with nsys stats --report mpi_event_trace --format csv FILE and open that";

const AS_TABLE: &str =
    "write its events as a table with the columns process,name,start and open that";

const PERFETTO: &str = "convert it with traceconv json FILE trace.json";

/// Endings of binary files that have no mark of their own at their beginning.
const ENDINGS: &[(&str, &str, &str)] = &[
    ("nsys-rep", "a report of Nsight Systems", NSIGHT),
    ("qdrep", "a report of Nsight Systems", NSIGHT),
    ("mpit", "an intermediate file of Extrae", EXTRAE),
    ("trc", "a binary trace of TAU", TAU),
    (
        "etl",
        "an event log of Windows",
        "write its events as a table with tracerpt FILE -of CSV and open that",
    ),
    ("stf", "a trace of the Intel Trace Collector", RECORD_AGAIN),
    ("perfetto-trace", "a trace of Perfetto", PERFETTO),
    ("pftrace", "a trace of Perfetto", PERFETTO),
];

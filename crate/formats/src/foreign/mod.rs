//! Files of other tools that are recognized in order to be refused by name, with a way out.
//!
//! A text of another tool consists of words between blanks, so it would pass for a list of symbols, and a loop found in it would mean
//! nothing. The first bytes of a file decide what it is, never its name: each row of the tables is a mark that the tool itself
//! writes and with which no readable format can begin. Where a binary format has no mark, the message goes by the ending of the
//! name, see [`by_ending`].
//!
//! A new row needs the source of its mark and a fixture in `tests/fixtures/foreign`.

mod advice;
mod bytes;
mod lines;
#[cfg(test)]
mod tests;

use crate::input::head::Head;

pub use advice::Foreign;
use advice::{EXTRAE, NSIGHT, PERFETTO, RECORD_AGAIN, TAU};

/// What the file is if it is one of another tool. O(bytes of the head).
pub fn recognize(head: &[u8]) -> Option<Foreign> {
    let head = Head::new(head);
    bytes::recognize(head.bytes).or_else(|| {
        // No text has a zero byte.
        if memchr::memchr(0, head.bytes).is_some() {
            return None;
        }
        lines::recognize(&head)
    })
}

/// What a text is that is a trace of no tool, such as source code. Weaker than [`recognize`]: only for what no format accepts.
pub(crate) fn text(head: &[u8]) -> Option<&'static str> {
    lines::text(&Head::new(head))
}

/// What a binary file may be whose first bytes tell nothing, by the ending of its name: for a message alone.
pub fn by_ending(path: &str) -> Option<Foreign> {
    let (_, ending) = path.rsplit_once('.')?;
    let found = ENDINGS.iter().find(|(known, ..)| ending.eq_ignore_ascii_case(known));
    found.map(|&(_, what, way_out)| Foreign { what, way_out })
}

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

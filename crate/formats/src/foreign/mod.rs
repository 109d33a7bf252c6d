//! Recognizes files of other tools, so that they are refused by name, with a way out.
//!
//! A text of another tool consists of words, so it would pass for a list of symbols, and a loop found in it would mean
//! nothing. The first bytes of a file decide what it is, never its name: each row of the tables is a mark that the tool itself
//! writes and with which no readable format can begin. Where a binary format has no mark, the message relies on the ending of the
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

/// The tool's file that this is, if any. O(bytes of the head).
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

/// The kind of a text that is not a trace, such as source code. Weaker than [`recognize`]: only for files that no format accepts.
pub(crate) fn text(head: &[u8]) -> Option<&'static str> {
    lines::text(&Head::new(head))
}

/// The likely kind of a binary file whose first bytes say nothing, by the ending of its name; only for a message.
pub fn by_ending(path: &str) -> Option<Foreign> {
    let (_, ending) = path.rsplit_once('.')?;
    let found = ENDINGS.iter().find(|(known, ..)| ending.eq_ignore_ascii_case(known));
    found.map(|&(_, what, way_out)| Foreign { what, way_out })
}

/// Endings of binary files that have no mark of their own at their beginning.
const ENDINGS: &[(&str, &str, &str)] = &[
    ("nsys-rep", "an Nsight Systems report", NSIGHT),
    ("qdrep", "an Nsight Systems report", NSIGHT),
    ("mpit", "an Extrae intermediate file", EXTRAE),
    ("trc", "a binary TAU trace", TAU),
    ("etl", "a Windows event log", "write its events as a table with tracerpt FILE -of CSV and open that"),
    ("stf", "an Intel Trace Collector trace", RECORD_AGAIN),
    ("perfetto-trace", "a Perfetto trace", PERFETTO),
    ("pftrace", "a Perfetto trace", PERFETTO),
];

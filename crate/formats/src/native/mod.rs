//! The native text form of communication traces, one event a line.
//!
//! Source: Ketterlin, Bruneau, Philippe and Clauss, "Communication models" (2011), section II-B.
//!
//! | line | event | process |
//! | --- | --- | --- |
//! | `src send dst tag` | a message leaves | `src` |
//! | `src recv dst tag` | the receive of a message completed | `dst` |
//! | `proc sync name group` | the processes of `group` synchronize, as in a barrier | `proc` |
//! | `proc local words...` | any event of the process alone | `proc` |
//!
//! Words are separated by blanks. A group is a list of numbers and ranges: `0-15`, `0,4,8`, `0-3,8`. A
//! tag is a whole number, also as `tag3000`, which is how the paper prints it. Blank lines and
//! lines that begin with `#` are skipped; lines may end in CR LF. A file holds one process or
//! several, as its lines say.
//!
//! Every event goes to [`View::Communication`](loopscope_core::trace::View::Communication). Pairs
//! of `proc local call X` and `proc local return X` give
//! [`View::Calls`](loopscope_core::trace::View::Calls) besides, one call each, in the order of the
//! returns, because only then is everything inside a call known.
//!
//! # Bad lines
//!
//! A line with a missing word, a word too many, an unknown event, a word that is not a number, a
//! process number above [`ProcessId::MAX`](loopscope_core::trace::ProcessId::MAX), a group that
//! cannot be read or more than [`MAX_LINE`](crate::MAX_LINE) bytes is skipped, counted and noted.
//! Only a file without a single good line is refused.
//!
//! # Cost
//!
//! A looping program repeats its lines, so with a table from the bytes of a line to its meaning
//! a line seen before costs one hash and one comparison. Time is O(bytes); the memory in addition to
//! the trace is the table, whose size is bounded.

mod line;
mod peers;
mod reader;
#[cfg(test)]
mod tests;

pub use peers::check_peers;

use crate::content;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;

/// The native text form.
pub const FORMAT: Format = Format {
    name: "native",
    title: "native text",
    extensions: &["trace", "native", "trc"],
    common: false,
    sniff,
    highest: Confidence::Lines,
    reading: Reading::Each(|file| Box::new(reader::NativeReader::new(file))),
};

/// Lines of the head that the sniff looks at.
const SNIFFED_LINES: usize = 200;

fn sniff(head: &Head<'_>) -> Confidence {
    Confidence::Lines.only_if(looks_native(head) && content::binary(head.bytes).is_none())
}

/// Whether all first lines are events without a fault, blank lines and comments apart. No other format and no other tool
/// writes such lines: SimGrid's, which also send and receive, hold a size besides, and one in each file at least does something else.
pub(crate) fn is_pure(head: &Head<'_>) -> bool {
    let mut events = 0;
    for line in head.whole_lines().take(SNIFFED_LINES) {
        match line::parse(line) {
            Ok(event) => events += usize::from(event.is_some()),
            Err(_) => return false,
        }
    }
    events > 0 && content::binary(head.bytes).is_none()
}

/// Whether at least half of the first lines are events, blank lines and comments apart.
///
/// A line counts as an event if it begins with a digit and its second word is `send`, `recv`,
/// `sync` or `local`: even a damaged line shows what was intended.
fn looks_native(head: &Head<'_>) -> bool {
    let mut events = 0;
    let mut others = 0;
    for line in head.lines() {
        match line::first_words(line) {
            (None, _) => continue,
            (Some(first), _) if first.starts_with(b"#") => continue,
            // The rows of a table may have names with the words of events in them.
            (Some(first), _) if first.contains(&b',') => others += 1,
            (Some([b'0'..=b'9' | b'-', ..]), Some(b"send" | b"recv" | b"sync" | b"local")) => {
                events += 1;
            }
            // Other: a line that speaks against this format.
            _ => others += 1,
        }
        if events + others == SNIFFED_LINES {
            break;
        }
    }
    events > 0 && events >= others
}

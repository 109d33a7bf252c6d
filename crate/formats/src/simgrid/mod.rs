//! Time-independent traces, which SimGrid's SMPI replays: the actions of each process, without times.
//!
//! Source: the manual of SimGrid, "Replaying traces" (<https://simgrid.org/doc/latest/>); where it is
//! silent, whatever SimGrid accepts. One action a line, `RANK ACTION ARGUMENT..`, ranks also as `p3`; one
//! file for all ranks or one for each, in which case another file lists their names. Actions are spelled in lower-case
//! letters, as today, or as before 2018 (`Isend`, `allReduce`, `waitAll`).
//!
//! | action | what happens |
//! | --- | --- |
//! | `send` `isend` DST TAG COUNT \[TYPE\] | a message leaves |
//! | `recv` SRC TAG COUNT \[TYPE\] | a message is received |
//! | `irecv` SRC TAG COUNT \[TYPE\] | a receive is posted |
//! | `wait` SRC DST TAG, `waitall` | that request, or every one, is complete |
//! | `test` SRC DST TAG | nothing: the trace does not record the result |
//! | `bcast` `reduce` `barrier` .. | an operation of all processes: replays know no other communicator |
//! | `compute` `sleep` | `local compute`: how much does not matter |
//!
//! Before 2018 messages had no tags (`send DST COUNT`) and `wait` no arguments: it waited for the last
//! request. Such files are recognized by the first action in a form that only they have; their tags are 0.
//!
//! Sizes are counts of a type, and the number of a type changed between versions: sizes in bytes are known
//! only without a type. Then the unit is a byte, or a number of 8 bytes if `init` has an argument.
//!
//! # Cost
//!
//! O(bytes); memory 4 bytes an action and about 100 for each distinct event. The number
//! of processes is known when all files are read; the trace is built only then.

mod action;
mod collection;
mod replay;

use crate::collection::Assembler;
use crate::content;
use crate::format::{Confidence, Format, Reading};
use crate::input::head::Head;
use crate::input::words::Words;
use action::verb;
use loopscope_core::small_sort::SmallSort;

/// Time-independent traces.
pub const FORMAT: Format = Format {
    name: "simgrid",
    title: "SimGrid time-independent trace",
    extensions: &["tit"],
    common: false,
    sniff,
    highest: Confidence::Vocabulary,
    reading: Reading::Together(|| Box::<Assembler<collection::SimgridFiles>>::default()),
};

fn sniff(head: &Head<'_>) -> Confidence {
    Confidence::Vocabulary.only_if((looks_like_actions(head) || is_list(head)) && content::binary(head.bytes).is_none())
}

/// Lines of the head that the sniff looks at.
const SNIFFED_LINES: usize = 200;

/// Whether at least half of the lines are actions, and more are actions of SimGrid's alone than events
/// of the native form's alone; `send` and `recv` are of both.
fn looks_like_actions(head: &Head<'_>) -> bool {
    let (mut own, mut both, mut native, mut others) = (0, 0, 0, 0);
    for line in head.lines() {
        let mut words = Words::new(line);
        let Some((first, _)) = words.next() else { continue };
        if first.starts_with(b"#") {
            continue;
        }
        let second = words.next().map(|(word, _)| word).unwrap_or_default();
        let kind = match action::rank(first).and(Some(second)) {
            Some(b"send" | b"recv") => &mut both,
            Some(b"sync" | b"local") => &mut native,
            Some(word) if verb(word).is_some() => &mut own,
            // Other: a line that speaks against this format.
            _ => &mut others,
        };
        *kind += 1;
        if own + both + native + others == SNIFFED_LINES {
            break;
        }
    }
    own > native && own + both >= others
}

/// Whether this is a list of the files of a trace: a name that ends in `.txt`, `.trace` or `.tit` on
/// every line, no two alike.
fn is_list(head: &Head<'_>) -> bool {
    let ends = |name: &[u8]| {
        [&b".txt"[..], b".trace", b".tit"].iter().any(|end| name.ends_with(end))
            && !name.iter().any(u8::is_ascii_whitespace)
    };
    let mut names: Vec<&[u8]> = Vec::new();
    for name in head.whole_lines().map(<[u8]>::trim_ascii).filter(|name| !name.is_empty()) {
        if !ends(name) {
            return false;
        }
        names.push(name);
    }
    let count = names.len();
    names.sort_small();
    names.dedup();
    count > 0 && names.len() == count
}

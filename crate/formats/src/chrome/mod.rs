//! Trace-event JSON, as Chrome, PyTorch, TAU, Recorder and many others write it and Perfetto shows it.
//!
//! Source: "Trace Event Format" (the Chromium project,
//! <https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>). The reader takes
//! `{"traceEvents": [..]}` and a bare `[..]`, also without the closing brackets and with extra or
//! missing commas. It skips the values of all other keys.
//!
//! | phase | meaning | becomes |
//! | --- | --- | --- |
//! | `B` `E`, `X` | a slice of a thread's time | an item |
//! | `i` `I` | an instant of a thread | an item |
//! | `M` | names of processes and threads | process numbers and names |
//! | others | counters, flows, events of no single thread | ignored and counted |
//!
//! # Items
//!
//! Each thread is one sequence. Without MPI calls it has one view, calls: its slices and instants in the
//! order in which they **began**, the longer first of two that began together, else in the order of
//! the file. The symbol is the name; arguments do not count, and neither does a number at the end after
//! `#`, which counts the rounds (`ProfilerStep#12`).
//!
//! If slices are named like MPI calls, the file is the trace of an MPI program:
//! calls have the peer, tag and size that their arguments give (see
//! [`fields`](crate::input::fields) for the names of arguments), messages are placed where they complete, and other
//! slices become `local enter NAME` and `local leave NAME`.
//!
//! Files that Loopscope writes begin with metadata named `loopscope`. In them, the reader skips slices of loops and iterations
//! (by their `cat`). Every other slice is an event: its `cat` is the kind, its arguments are the fields, and its `pid`
//! is the process.
//!
//! # Nesting
//!
//! An end event (`E`) ends the innermost open slice of its name that began with `B`, and all slices inside it; without a
//! name, the innermost slice. An end event without a match is left out and counted. A slice `X` that would outlast
//! the slice around it (the format forbids this, but many writers do it) ends with that slice.
//!
//! # Processes
//!
//! Every thread with items is a process of the trace. If the name of a process or thread contains its rank
//! (`MPI Rank 3`, `rank 3`), it has that number. Of several threads of one rank, the one with the
//! most MPI calls, else the most items, has it; the others have none. In the trace of an MPI program, threads
//! besides that one are left out; if no name contains a rank, process ids 0 to n-1 serve as ranks. The rank that
//! PyTorch records for a distributed program counts as the rank of the file's busiest thread.
//!
//! # Cost
//!
//! O(bytes), and O(n log n) for the n events of a thread that are out of order: threads are sorted,
//! because many writers write a slice when it ends. So 24 bytes for each event stay in memory until the file
//! is read.

mod convert;
mod event;
mod file;
mod frame;
mod order;
mod threads;
mod times;
#[cfg(test)]
mod tests;

use crate::collection::{Assembler, FileList};
use crate::format::{Confidence, Format, Reading};
use crate::input::head::{Head, BOM};
use crate::input::json::{is_space, Nesting, Pairs, Value};

/// Trace-event JSON.
pub const FORMAT: Format = Format {
    name: "chrome",
    title: "Chrome trace-event JSON",
    extensions: &[],
    common: false,
    sniff,
    highest: Confidence::Signature,
    reading: Reading::Together(|| Box::<Assembler<FileList<file::File, convert::ChromeProcesses>>>::default()),
};

/// Keys beside the list of events that only such files have.
const KEYS: &[&[u8]] = &[
    frame::EVENTS,
    frame::DISTRIBUTED,
    b"displayTimeUnit",
    b"systemTraceEvents",
    b"otherData",
    b"stackFrames",
    b"controllerTraceDataKey",
    b"powerTraceAsString",
    b"deviceProperties",
];

/// A list whose first objects have a phase, or an object with a key that only these files have.
fn sniff(head: &Head<'_>) -> Confidence {
    let bytes = head.bytes.strip_prefix(BOM).unwrap_or(head.bytes).trim_ascii_start();
    let own = match bytes.first() {
        Some(b'[') => begins_like_list(bytes.get(1..).unwrap_or_default()),
        Some(b'{') => has_key(bytes),
        _ => false,
    };
    Confidence::Signature.only_if(own)
}

fn begins_like_list(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    // A comment or a remark of the tool may come first.
    for _ in 0..4 {
        let start = rest.iter().position(|&byte| !is_space(byte) && byte != b',');
        rest = start.and_then(|start| rest.get(start..)).unwrap_or_default();
        if rest.first() != Some(&b'{') {
            return false;
        }
        let end = Nesting::default().end(rest);
        let mut pairs = Pairs::new(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default());
        while let Ok(Some((key, value))) = pairs.next() {
            if key == b"ph" && matches!(value, Value::Text([_])) {
                return true;
            }
        }
        let Some(end) = end else { return false };
        rest = rest.get(end..).unwrap_or_default();
    }
    false
}

/// Whether the outermost object has one of the keys, as far as the head goes.
fn has_key(bytes: &[u8]) -> bool {
    let mut pairs = Pairs::new(bytes);
    loop {
        let before = pairs.rest();
        match pairs.next() {
            Ok(Some((key, _))) if key == b"format" => return false,
            Ok(Some((key, _))) if KEYS.contains(&key) => return true,
            Ok(Some(_)) => {}
            Ok(None) => return false,
            // The head ends inside a value: its key decides.
            Err(_) => return KEYS.iter().any(|key| starts_with_key(before, key)),
        }
    }
}

fn starts_with_key(bytes: &[u8], key: &[u8]) -> bool {
    let start = bytes.iter().position(|&byte| !is_space(byte) && byte != b',');
    let bytes = start.and_then(|start| bytes.get(start..)).unwrap_or_default();
    let quoted = bytes.strip_prefix(b"\"").and_then(|rest| rest.strip_prefix(key));
    quoted.is_some_and(|rest| rest.starts_with(b"\""))
}

//! The calls of a process as rows: also those that are no events of communication.
//!
//! | column | a call's |
//! | --- | --- |
//! | `call` | place among the calls of its process, from 0 |
//! | `start`, `end` | times in nanoseconds |
//! | `name` | function: a number that the footer explains under `names` |
//! | `peer`, `tag`, `bytes`, `root` | arguments; -1 where there are none |
//! | `position`, `events` | the place of its first event, or of the next one, and how many events it has |

use std::io;

use loopscope_core::matching::Walk;
use loopscope_core::trace::{Process, Trace, View};

use super::rows::{json, Batch};
use super::FORMAT;
use crate::parquet::PAGE;

/// The columns, in their order.
pub const CALL_COLUMNS: [&str; 10] =
    ["call", "start", "end", "name", "peer", "tag", "bytes", "root", "position", "events"];

/// Calls with all calls of a process, in order: a slice for each of [`CALL_COLUMNS`]. O(calls).
///
/// # Errors
/// The callback fails.
pub fn call_rows(
    trace: &Trace,
    process: &Process,
    mut each: impl FnMut(Batch<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let mut columns: [Vec<i64>; CALL_COLUMNS.len()] = Default::default();
    let mut walk = Walk::new();
    loop {
        let step = walk.next(trace, process);
        let is_full = columns.first().is_some_and(|first| first.len() == PAGE);
        if is_full || step.is_none() {
            let batch: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
            each(&batch)?;
            columns.iter_mut().for_each(Vec::clear);
        }
        let Some(step) = step else { return Ok(()) };
        let (Some(call), Some(id)) = (step.call, step.record) else { continue };
        let record = trace.table().record(id);
        let row = [
            signed(call),
            signed(step.enter),
            signed(step.leave),
            record.name.index().into(),
            record.peer.map_or(-1, i64::from),
            record.tag.unwrap_or(-1),
            record.bytes.map_or(-1, signed),
            record.root.map_or(-1, i64::from),
            signed(step.position),
            walk.events().len() as i64,
        ];
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
}

/// What the footer of a file of calls says.
pub fn call_metadata(trace: &Trace) -> Vec<(&'static str, String)> {
    let names: Vec<&str> = trace.table().names().collect();
    vec![
        ("format", FORMAT.to_owned()),
        ("unit", "ns".to_owned()),
        ("clock", "as recorded".to_owned()),
        ("view", View::Calls.name().to_owned()),
        ("names", json(&names)),
    ]
}

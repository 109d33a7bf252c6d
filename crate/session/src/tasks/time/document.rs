//! Where the time of a trace goes, as JSON (`loopscope-time/1`).
//!
//! | field | meaning |
//! | --- | --- |
//! | `format`, `name` | `loopscope-time/1`, what was opened |
//! | `run_ns`, `whole` | how long the run lasts, and whether `MPI_Init` and `MPI_Finalize` are in it |
//! | `clock` | what sets the clocks right (`as-recorded`, `offsets`, `drift`, `logical`), whether times of processes can be compared, and a sentence |
//! | `eager` | the largest size that does not wait for its receive, the smallest that does (bytes), and their evidence |
//! | `processes` | for each its run and the parts that it adds up from, and how long others wait because of it, directly or through others; null where nobody waits |
//! | `loops` | for each, and for 0, which is no loop: where it stands, and for each process its own parts and those with inner loops |
//! | `calls` | for each function and group how many calls, bytes, and their time |
//! | `iterations` | of the loop that was asked for: for each process its iterations; `places` says where they stand if they are those of several loops that do the same |
//!
//! Parts are `compute_ns`, `calls_ns` (in calls, beyond waits) and `wait_ns`; own parts of all loops of a process add up to its
//! run.

use loopscope_core::durations::{Parts, RunEnds};
use serde_json::{json, Value};

use super::builder::Measured;
use super::iterations::places_of;
use crate::view::clock;
use crate::wire::WaitReason;

fn parts(parts: Parts) -> Value {
    json!({"compute_ns": parts.compute, "calls_ns": parts.calls, "wait_ns": parts.wait})
}

/// The times as a document.
pub fn document(name: &str, measured: &Measured) -> String {
    let prepared = &measured.prepared;
    let (waits, run) = (&prepared.waits, &prepared.run);
    let places = || 0..measured.sums.cells.len();
    let processes = places().map(|place| {
        let total = measured.cell(place, 0).map(|cell| cell.total).unwrap_or_default();
        let others = measured.roots.get(place).map(|root| root.run.round() as u64);
        json!({
            "process": measured.number(place),
            "run_ns": run.length(place),
            "parts": parts(total),
            "others_wait_ns": others,
        })
    });
    let loops = prepared.rows.rows.iter().map(|row| {
        let cells = measured.places(row).filter_map(|place| {
            let cell = measured.cell(place, row.id)?;
            let waits_for = measured.longest_wait(place, row.id).map(|wait| {
                let reason = WaitReason::from(wait.cause.reason);
                let process = measured.number(wait.cause.partner as usize);
                json!({"process": process, "reason": reason, "wait_ns": wait.time, "count": wait.count})
            });
            let process = measured.number(place);
            let (own, total) = (parts(cell.own), parts(cell.total));
            Some(json!({"process": process, "own": own, "total": total, "waits_for": waits_for}))
        });
        json!({
            "loop": row.id,
            "in": row.parent,
            "level": row.level,
            "count": row.count,
            "entered": row.entered,
            "processes": cells.collect::<Vec<Value>>(),
        })
    });
    let calls = measured.call_rows().into_iter().map(|row| {
        json!({
            "function": row.name,
            "processes": row.group,
            "count": row.count,
            "bytes": row.bytes,
            "parts": parts(row.parts),
        })
    });
    let limit = waits.limit();
    let value = json!({
        "format": "loopscope-time/1",
        "name": name,
        "run_ns": run.longest(),
        "whole": run.ends == RunEnds::Whole,
        "clock": {
            "method": waits.clocks().method.name(),
            "comparable": waits.comparable(),
            "sentence": clock::sentence_of(waits.clocks()),
        },
        "eager": {
            "eager": limit.eager,
            "synchronous": limit.synchronous,
            "proofs": limit.proofs,
            "supports": limit.supports,
        },
        "of_model": prepared.rows.of_model,
        "processes": processes.collect::<Vec<Value>>(),
        "loops": loops.collect::<Vec<Value>>(),
        "calls": calls.collect::<Vec<Value>>(),
        "iterations": iterations(measured),
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

fn iterations(measured: &Measured) -> Option<Value> {
    let row = measured.row?;
    let processes = measured.sums.iterations.iter().enumerate();
    let processes = processes.filter(|(_, list)| !list.is_empty()).map(|(place, list)| {
        let from = measured.prepared.run.span(place).0;
        let rows = list.iter().map(|it| {
            json!({
                "start_ns": it.start.saturating_sub(from),
                "end_ns": it.end.saturating_sub(from),
                "period_ns": it.period,
                "parts": parts(it.parts),
                "bytes": it.parts.carried.sent,
                "collective_bytes": it.parts.carried.collective,
            })
        });
        json!({"process": measured.number(place), "rows": rows.collect::<Vec<Value>>()})
    });
    let rows = &measured.prepared.rows;
    let places = places_of(rows, rows.together(row)).into_iter();
    let places = places.map(|it| json!({"loop": it.id, "from": it.from, "end": it.end, "first": it.first}));
    let places = places.collect::<Vec<Value>>();
    Some(json!({"loop": row, "places": places, "processes": processes.collect::<Vec<Value>>()}))
}

//! Predictions as JSON (`loopscope-whatif/1`).
//!
//! | field | meaning |
//! | --- | --- |
//! | `format`, `name` | `loopscope-whatif/1`, what was opened |
//! | `tick_ns` | the unit of all times: 1 ns |
//! | `clock` | what sets the clocks right, and a sentence |
//! | `parameters` | of messages: `L_ns`, `o_ns`, `g_ns`, `G_ns` a byte; `S`, the largest size that does not wait and the smallest that does; `from`: `trace`, `user` or `assumed`; `collectives`: `kind` or `tree` |
//! | `trust` | how much of the run is computing and messages: 0 to 1 |
//! | `touched` | of what is changed: `trust`, how much is computing and messages, 0 to 1, or null where the run does not wait for it; `ns`, how much shorter the run would be without it |
//! | `T_ns` | how long the run lasts |
//! | `changes`, `predicted` | what was changed, and how long the run then lasts, by reading of long receives |
//! | `bound_ns`, `processors` | what the run lasts at least on so many processors: all computing, shared by them |
//! | `loops` | for each what it would gain if its computations took no time, and if nobody waited in it |
//! | `curve` | the predicted length as the highest of straight lines over the factor |
//! | `path` | the critical path from its beginning, what follows in the same process, loop and part together |
//! | `path_loops`, `path_processes`, `path_functions`, `path_iterations` | the same added up, and the least slack of calls |
//! | `domino` | the steps of the domino path |

use loopscope_core::whatif::{Candidates, Curve, Origin, PathPart, Reading};
use serde_json::{json, Map, Value};

use super::answer::Answer;
use super::builder::WhatIf;
use super::gains::Times;
use super::path::{context_of, number_of, OnPath, RunPath};
use crate::view::clock;

pub(super) fn reading_name(reading: Reading) -> &'static str {
    match reading {
        Reading::LogGps => "loggps",
        Reading::Measured => "measured",
    }
}

pub(super) fn times(times: &Times) -> Value {
    let entries = times.iter().map(|&(reading, time)| (reading_name(reading).to_owned(), json!(time)));
    Value::Object(entries.collect::<Map<String, Value>>())
}

/// What is known of the run.
pub(super) fn begun(name: &str, run: &WhatIf, trust: f64) -> Map<String, Value> {
    let (parameters, limit) = (&run.parameters, run.waits().limit());
    let from = match parameters.origin {
        Origin::Trace(_) => "trace",
        Origin::Assumed(_) => "assumed",
        Origin::User => "user",
    };
    let bracket = match parameters.synchronous {
        Some(least) => json!([least.checked_sub(1), least]),
        None => json!([limit.eager, limit.synchronous]),
    };
    let clocks = run.waits().clocks();
    let value = json!({
        "format": "loopscope-whatif/1",
        "name": name,
        "tick_ns": 1,
        "clock": {"method": clocks.method.name(), "sentence": clock::sentence_of(clocks)},
        "parameters": {
            "L_ns": parameters.latency,
            "o_ns": parameters.overhead,
            "g_ns": parameters.gap,
            "G_ns": parameters.byte_ps as f64 / 1e3,
            "S": bracket,
            "from": from,
            "collectives": if parameters.trees { "tree" } else { "kind" },
        },
        "trust": trust,
        "T_ns": run.length(),
    });
    match value {
        Value::Object(map) => map,
        // The value above is an object.
        _ => Map::new(),
    }
}

pub(super) fn written(map: Map<String, Value>) -> String {
    let mut text = serde_json::to_string_pretty(&Value::Object(map)).unwrap_or_default();
    text.push('\n');
    text
}

/// Answers as a document.
pub fn document(name: &str, run: &WhatIf, answer: &Answer) -> String {
    let mut map = begun(name, run, answer.trust);
    if let Some(touched) = answer.touched {
        map.insert("touched".to_owned(), json!({"trust": touched.trust(), "ns": touched.all}));
    }
    insert_answer(&mut map, answer);
    written(map)
}

/// Puts the answers into a document.
pub(super) fn insert_answer(map: &mut Map<String, Value>, answer: &Answer) {
    let changes = answer.changes.iter().map(|(text, factor, count)| {
        let factor = f64::from(factor.in_millionths()) / 1e6;
        json!({"select": text, "factor": factor, "count": count})
    });
    map.insert("changes".to_owned(), changes.collect());
    if !answer.predicted.is_empty() {
        map.insert("predicted".to_owned(), times(&answer.predicted));
    }
    if let Some((processors, bound)) = answer.bound {
        map.insert("bound_ns".to_owned(), json!(bound));
        map.insert("processors".to_owned(), json!(processors.get()));
    }
    if !answer.loops.is_empty() {
        let loops = answer.loops.iter().map(|gain| {
            json!({
                "loop": gain.row,
                "computation_gain_ns": times(&gain.computation),
                "wait_gain_ns": times(&gain.waits),
                "call_gain_ns": times(&gain.calls),
            })
        });
        map.insert("loops".to_owned(), loops.collect());
    }
    if let Some((text, curves)) = &answer.curve {
        let mut curve = Map::new();
        curve.insert("select".to_owned(), json!(text));
        for (reading, lines) in curves {
            curve.insert(reading_name(*reading).to_owned(), curve_value(lines));
        }
        map.insert("curve".to_owned(), Value::Object(curve));
    }
}

fn curve_value(curve: &Curve) -> Value {
    let lines = curve.lines.iter().map(|line| json!([line.at_zero, line.slope]));
    json!({"lines_ns": lines.collect::<Vec<Value>>(), "passes": curve.passes})
}

fn on_path(times: OnPath) -> Value {
    json!({
        "computation_ns": times.computation,
        "residual_ns": times.residual,
        "message_ns": times.message,
    })
}

/// The critical path as a document.
pub fn path_document(name: &str, run: &WhatIf, found: &RunPath) -> String {
    let mut map = begun(name, run, run.trust());
    let mut insert = |key: &str, value: Value| drop(map.insert(key.to_owned(), value));
    insert("reading", json!(reading_name(found.reading)));
    insert("hops", json!(found.path.hops));
    insert("path", stretches(run, found));
    let loops = found.loops.iter().map(|it| {
        let (own, total) = (on_path(it.own), on_path(it.total));
        json!({"loop": it.row, "own": own, "total": total, "least_slack_ns": it.slack})
    });
    insert("path_loops", loops.collect());
    let processes = found.processes.iter();
    let processes = processes.map(|&(it, times)| json!({"process": it, "parts": on_path(times)}));
    insert("path_processes", processes.collect());
    let functions = found.functions.iter();
    let functions = functions.map(|(it, times)| json!({"function": it, "parts": on_path(*times)}));
    insert("path_functions", functions.collect());
    let iterations = found
        .iterations
        .iter()
        .map(|it| json!({"iteration": it.iteration, "parts": on_path(it.total), "least_slack_ns": it.slack}));
    insert("path_iterations", iterations.collect());
    let of = match found.of {
        Candidates::Waits => "waits",
        Candidates::Computations => "computation",
    };
    insert("domino_of", json!(of));
    let domino = found.domino.iter().map(|step| {
        let place = run.place_of(found.reading, step.event);
        json!({
            "process": place.process,
            "call": place.call,
            "function": place.function,
            "loop": place.in_loop.map(|(row, _)| row),
            "iteration": place.in_loop.map(|(_, iteration)| iteration),
            "outermost_loop": place.outermost.map(|(row, _)| row),
            "outermost_iteration": place.outermost.map(|(_, iteration)| iteration),
            "time_ns": step.time,
            "gain_ns": step.gain,
            "total_ns": step.total,
        })
    });
    insert("domino", domino.collect());
    written(map)
}

/// Steps of the path that follow each other in the same process, loop and part, as one.
fn stretches(run: &WhatIf, found: &RunPath) -> Value {
    let program = &run.read(found.reading).program;
    let mut all: Vec<(u32, u32, PathPart, Option<u32>, i64)> = Vec::new();
    for step in &found.path.steps {
        let row = program.contexts().row(context_of(program, step));
        match all.last_mut() {
            Some((process, known, part, _, time)) if (*process, *known, *part) == (step.process, row, step.part) => {
                *time += step.time;
            }
            _ => all.push((step.process, row, step.part, step.call, step.time)),
        }
    }
    let values = all.into_iter().map(|(process, row, part, call, time)| {
        let part = match part {
            PathPart::Computation => "computation",
            PathPart::Residual => "residual",
            PathPart::Message => "message",
        };
        let call = call.and_then(|call| program.calls().get(call as usize)).and_then(number_of);
        json!({"process": run.number(process), "call": call, "loop": row, "part": part, "ns": time})
    });
    values.collect()
}

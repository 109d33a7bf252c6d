//! What one iteration of a loop would gain, and how much of the critical path is in it.

use loopscope_core::whatif::{Changes, Factor, Part, Reading};
use loopscope_formats::notes::Note;

use super::super::answer::Delay;
use super::super::builder::WhatIf;
use super::super::path::{iteration_of, OnPath};
use super::iterations::no_such_iteration;
use crate::wire::IterationGains;

/// What a run would gain if the computing, the waits or the calls of an iteration, from 0, took no time.
///
/// # Errors
/// There is no such loop, or it has no such iteration.
#[inline(never)] // It belongs to a part of the engine that most questions do not need.
pub(in super::super) fn iteration_gains(run: &WhatIf, row: u32, iteration: u32) -> Result<IterationGains, Note> {
    if row == 0 || run.rows().get(row).is_none() {
        return Err(crate::tasks::time::error_of_loop(row));
    }
    let iterations = run.iterations_of(row);
    if iteration >= iterations.len() {
        return Err(no_such_iteration((row, iteration), &iterations));
    }
    let calls = 0..run.modelled.program.calls().len() as u32;
    let gain = |part: Part| {
        let mut range = [f64::MAX, f64::MIN];
        for &reading in Delay::Both.readings() {
            let read = run.read(reading);
            let mut changes = Changes::none();
            changes.begin(part, Factor::ZERO, &read.program);
            for call in calls.clone() {
                let of = match part {
                    Part::Computation => iterations.of_gap(call),
                    _ => iterations.of_call(call),
                };
                if of == Some(iteration) {
                    changes.add_call(call);
                }
            }
            let gain = (run.length() - read.predict(&changes)) as f64;
            range = [range[0].min(gain), range[1].max(gain)];
        }
        range
    };
    let (_, path) = run.read(Reading::LogGps).path(&Changes::none());
    let mut on_path = OnPath::default();
    let own = path.steps.iter().filter(|step| iteration_of(&iterations, step) == Some(iteration));
    own.for_each(|step| on_path.add(step));
    let OnPath { computation, residual, message } = on_path;
    Ok(IterationGains {
        computation: gain(Part::Computation),
        waits: gain(Part::Wait),
        calls: gain(Part::Call),
        path: [computation, residual, message].map(|time| time as f64),
    })
}

//! Load imbalance: how much each process computes beyond an even share, in each iteration of a loop.
//!
//! In one iteration, what processes compute directly in the loop is shared evenly by those that compute there, and likewise
//! at each depth of the loops inside it: a phase of its own stays one, even where it is another loop on each process. Each
//! process keeps the proportions of its computations. Their sum stays the same, to a nanosecond for each computation.

use super::loop_iterations::LoopIterations;
use super::program::Program;
use crate::durations::Contexts;
use crate::small_sort::SmallSort;

/// One computation: the iteration it is in, how deep, on which process, before which call, and how long it lasts.
type Computation = (u32, u32, u32, u32, i64);

/// What the computations in the loop of that row are beyond an even share, by the call that follows them: less than nothing where they are
/// below it. The row 0 is the whole run as a single iteration, without what comes after the last calls. O(calls · log calls).
pub fn imbalance(program: &Program, row: u32, iterations: &LoopIterations) -> Vec<(u32, i64)> {
    let mut all: Vec<Computation> = Vec::new();
    for (place, process) in (0..).zip(program.processes()) {
        for call in process.calls() {
            let iteration = if row == 0 { Some(0) } else { iterations.of_gap(call) };
            let context = program.calls().get(call as usize).map_or(0, |own| own.gap_context);
            let time = program.computation(process, call);
            if let (Some(iteration), true) = (iteration, time > 0) {
                let depth = depth_in(program.contexts(), context, row);
                all.push((iteration, depth, place, call, time));
            }
        }
    }
    all.sort_small();
    let mut found = Vec::new();
    for group in all.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)) {
        let of_process = || group.chunk_by(|one, next| one.2 == next.2);
        let processes = of_process().count() as i128;
        let together = sum(group);
        for own in of_process() {
            // Of what a process computes, so much is left, rounded to the nearest nanosecond.
            let (mine, share) = (sum(own) * processes, together);
            found.extend(own.iter().filter_map(|&(.., call, time)| {
                let even = (2 * i128::from(time) * share + mine) / (2 * mine);
                let beyond = time - i64::try_from(even).ok()?;
                (beyond != 0).then_some((call, beyond))
            }));
        }
    }
    found
}

fn sum(computations: &[Computation]) -> i128 {
    computations.iter().map(|&(.., time)| i128::from(time)).sum()
}

/// How many loops are around, inside the one of that row.
fn depth_in(contexts: &Contexts, context: u32, row: u32) -> u32 {
    contexts.rows(context).take_while(|&own| own != row).count() as u32
}

//! What the page asks to be cut: a loop of the graphs that it shows, and which of its steps.

use loopscope_formats::notes::Note;

use super::super::choices::FlowChoices;
use super::super::task::KeptFlow;
use super::choices::{ReduceChoices, ReducedLoop};
use super::steps::calls_of_loops;
use crate::loaded::Loaded;
use crate::wire::ReduceRequest;

/// What is asked for.
///
/// # Errors
/// The process has no graph.
pub(crate) fn wanted_steps(
    loaded: &Loaded,
    request: &ReduceRequest,
    (kept, flow): (Option<&KeptFlow>, FlowChoices),
) -> Result<ReduceChoices, Note> {
    let of = wanted_loop(loaded, request, kept)?;
    let usual = ReduceChoices::default();
    Ok(ReduceChoices {
        flow,
        of,
        steps: request.steps.map_or(usual.steps, |steps| u64::from(steps.max(1))),
        from: request.from.map_or(usual.from, u64::from),
        spread: request.spread,
        irregular: request.irregular,
    })
}

/// The loop that is asked for. The graphs that are drawn may leave calls out, so their numbers and headers are
/// others: most calls are the same.
///
/// # Errors
/// The process has no graph.
fn wanted_loop(loaded: &Loaded, request: &ReduceRequest, kept: Option<&KeptFlow>) -> Result<ReducedLoop, Note> {
    let kept = kept.filter(|kept| kept.is_of(loaded.handle));
    let (Some(place), Some(kept)) = (request.loop_id.checked_sub(1), kept) else {
        return Ok(ReducedLoop::Main);
    };
    let flow = kept.of(request.process)?;
    let id = flow.numbered.get(place as usize).copied().unwrap_or(u32::MAX);
    let calls = calls_of_loops(flow).into_iter().nth(id as usize).unwrap_or_default();
    let iterations = flow.metrics.loops.get(id as usize).map_or(0, |known| known.iterations);
    Ok(ReducedLoop::Like { calls, iterations })
}

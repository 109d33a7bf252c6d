//! The steps of a process: the iterations, or groups of them, of the longest visit to a loop.

use loopscope_core::trace::{ProcessId, Trace};
use loopscope_formats::notes::Note;

use super::super::builder::FlowBuilder;
use super::super::choices::{Details, FlowChoices};
use super::super::process::ProcessFlow;
use crate::error_note;

/// A loop with fewer iterations has one inside that is worth more.
const FEWEST: u64 = 12;

/// Steps of one process.
pub(super) struct Steps {
    pub(super) flow: ProcessFlow,
    pub(super) id: u32,
    /// The calls of each step: its first, and the one after its last.
    pub(super) ranges: Vec<(u64, u64)>,
}

impl Steps {
    /// The steps of the loop of that number of a process, or of its main loop.
    ///
    /// # Errors
    /// There is no such loop, or it has fewer than two steps.
    pub(super) fn new(
        name: &str,
        trace: &Trace,
        id: ProcessId,
        choices: &FlowChoices,
        number: Option<u32>,
    ) -> Result<Steps, Note> {
        let make = |details: Details| -> Result<Option<ProcessFlow>, Note> {
            let flow = FlowChoices { details, ..choices.clone() };
            let mut building = FlowBuilder::new(name, trace, flow, Some(id))?;
            while building.step()? {}
            Ok(building.finish().processes.pop())
        };
        let number = match number {
            Some(number) => Some(number),
            None => make(Details::default())?.and_then(|flow| main_loop(&flow)),
        };
        let details = Details { iterations: number, ..Details::default() };
        let flow = if number.is_some() { make(details)? } else { None };
        let ranges = flow.as_ref().map(ranges).filter(|ranges| ranges.len() > 1);
        match (flow, ranges, number) {
            (Some(flow), Some(ranges), Some(number)) => {
                let id = flow.numbered.get(number as usize - 1).copied().unwrap_or(0);
                Ok(Steps { flow, id, ranges })
            }
            _ => Err(error_note(
                name,
                format!("process {id} has no loop to cut"),
                "fewer than two steps".to_owned(),
                "a loop with at least two".to_owned(),
                "`loopscope flow` lists the loops; choose one with --loop".to_owned(),
            )),
        }
    }
}

/// The number of the outermost loop with enough iterations, following the loops with most calls.
fn main_loop(flow: &ProcessFlow) -> Option<u32> {
    let mut around = None;
    loop {
        let inside = |id: &&u32| flow.loops.get(**id).is_some_and(|known| known.parent == around);
        // They are sorted by their calls.
        let &id = flow.numbered.iter().find(inside)?;
        if flow.metrics.loops.get(id as usize)?.iterations >= FEWEST {
            return Some(flow.number(id));
        }
        around = Some(id);
    }
}

/// The calls of each step: its first, and the one after its last. Where the shapes of iterations loop, steps are that loop's,
/// which may begin with a warm-up that looks like the others; else they are the iterations of the longest visit.
fn ranges(flow: &ProcessFlow) -> Vec<(u64, u64)> {
    let Some(found) = &flow.iterations else { return Vec::new() };
    let (period, first, count) = match found.step {
        Some(step) => (step.period, step.first, step.count),
        None => {
            let visits = found.visits();
            let longest = visits.iter().max().copied().unwrap_or(0);
            let visit = visits.iter().position(|&count| count == longest).unwrap_or(0);
            (1, visits.iter().take(visit).sum(), longest)
        }
    };
    let range = |step: u64| {
        let at = first + step * period;
        let (first, last) =
            (found.list.get(at as usize)?, found.list.get((at + period - 1) as usize)?);
        Some((first.start, last.end))
    };
    (0..count).map_while(range).collect()
}

//! The summary of a model for the page.

use loopscope_core::numbers::{counted, set_text};
use loopscope_core::system::{ConstructId, Model};

use super::collectives::collectives;
use super::iteration::words;
use super::{sentence, Program};
use crate::view::problem;
use crate::wire::{ModelLoopFacts, ModelSummary};

/// The most loops that are listed.
const MOST_LOOPS: usize = 2_000;
/// The most problems that are listed.
const MOST_PROBLEMS: usize = 200;

/// The summary of a model. `name` is the name of the trace, for its notes.
pub(crate) fn summary_of(name: &str, program: &Program) -> ModelSummary {
    let model = program.model();
    let all = model.events().max(1) as f64;
    let loops = model.loops().iter().take(MOST_LOOPS).filter_map(|named| {
        let node = model.as_loop(named.construct)?;
        let members = model.members(named.construct);
        Some(ModelLoopFacts {
            id: named.id,
            parent: model.parent(named.construct).map_or(0, |parent| model.loop_id(parent)),
            count: node.count as f64,
            entered: named.entered as f64,
            events: named.events as f64,
            share: named.events as f64 / all,
            members: members.len() as u32,
            processes: set_text(members.iter().map(|process| process.0)),
        })
    });
    let notes = program.notes(name);
    let mut problems: Vec<_> = notes.iter().take(MOST_PROBLEMS).map(problem).collect();
    if let Some(more) = notes.len().checked_sub(MOST_PROBLEMS).filter(|&more| more > 0) {
        if let Some(last) = problems.last_mut() {
            last.what = format!("{}; and {} more", last.what, counted(more as u64, "problem"));
        }
    }
    let collectives = collectives(model);
    ModelSummary {
        sentence: sentence::about(model),
        order: program.order(),
        hubs: if program.may_split() { program.hubs() } else { None },
        iteration: model.main_loop().map_or(String::new(), |main| words(model, model.loop_id(main.construct)).plain()),
        processes: model.processes().len() as u32,
        constructs: model.len() as f64,
        events: model.events() as f64,
        events_of: events_of(model, model.root()),
        messages: model.matrix().total() as f64,
        coverage: model.coverage(),
        shared_coverage: model.shared_coverage(),
        shared_messages: model.shared_messages(),
        collective_names: collectives.names,
        collective_groups: collectives.groups,
        collective_counts: collectives.counts,
        outside: collectives.outside,
        // Without its K, which is the next field.
        method: program.analysis.method.to_string(),
        k: program.analysis.k(),
        loops: loops.collect(),
        loop_count: model.loops().len() as u32,
        problems,
    }
}

/// The number of events that each process has inside some constructs, over all runs.
pub(crate) fn events_of(model: &Model, constructs: &[ConstructId]) -> Vec<(u32, f64)> {
    let events = model.events_in_all(constructs).into_iter();
    events.map(|(process, events)| (process.0, events as f64)).collect()
}

#[cfg(test)]
mod tests;

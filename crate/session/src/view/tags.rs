//! The colours of the tags of an analysis.

use loopscope_core::nest::Node;
use loopscope_core::symbols::Appearance;
use loopscope_draw::scene::tags::TagSlots;

use crate::analysis::{label_counts, occurrences, Analysis};

/// The colours of an analysis' tags, by how many messages carry each.
pub(crate) fn tag_slots(analysis: &Analysis) -> TagSlots {
    if analysis.processes.iter().any(|process| process.tuples.is_some()) {
        return TagSlots::of_labels(analysis.processes.iter().flat_map(|p| label_counts(p)));
    }
    let mut counted = Vec::new();
    for process in &analysis.processes {
        let nest = &process.nest;
        for (id, times) in nest.ids().zip(occurrences(nest)) {
            let Node::Symbol(symbol) = nest.node(id) else { continue };
            if let Some(tag) = Appearance::of(analysis.view, process.symbols.text(symbol)).tag {
                counted.push((tag, times));
            }
        }
    }
    TagSlots::new(counted)
}

//! Where among the events of a process something stands for the first time, or for the so-many-th, without running
//! loops out.

use super::model::{Construct, ConstructId, Model};
use crate::small_sort::SmallSort;
use crate::trace::ProcessId;

/// The constructs of a process with their places. O(constructs of the process) to make, but for finding the loops
/// around them.
pub(super) struct Positions<'a> {
    model: &'a Model,
    own: &'a [ConstructId],
    /// The events of the process in all iterations of each of its constructs,
    spans: Vec<u64>,
    /// and those before it in an iteration of the loop around it.
    before: Vec<u64>,
}

impl<'a> Positions<'a> {
    pub(super) fn new(model: &'a Model, process: ProcessId) -> Positions<'a> {
        let own = model.constructs_of(process);
        let mut spans = vec![0u64; own.len()];
        let mut before = vec![0u64; own.len()];
        let mut top = 0u64;
        // What is in a loop comes before it, and is summed up in its place until then.
        for (at, &id) in own.iter().enumerate() {
            let span = match model.construct(id) {
                Construct::Loop(node) => spans[at].saturating_mul(node.count),
                _ => 1,
            };
            spans[at] = span;
            let around = model.parent(id).and_then(|parent| own.binary_search(&parent).ok());
            let sum = around.map_or(&mut top, |around| &mut spans[around]);
            before[at] = *sum;
            *sum = sum.saturating_add(span);
        }
        Positions { model, own, spans, before }
    }

    fn place(&self, id: ConstructId) -> Option<usize> {
        self.own.binary_search(&id).ok()
    }

    /// How many events stand before the first time of a construct. O(depth).
    pub(super) fn first(&self, id: ConstructId) -> u64 {
        let (mut sum, mut at) = (0u64, Some(id));
        while let Some(id) = at {
            let before = self.place(id).and_then(|place| self.before.get(place));
            sum = sum.saturating_add(before.copied().unwrap_or(0));
            at = self.model.parent(id);
        }
        sum
    }

    /// How many events stand before the one of some that has `skip` of them before it. O(those x depth), however often
    /// they run.
    pub(super) fn nth(&self, events: &[ConstructId], skip: u64) -> u64 {
        let model = self.model;
        // They and the loops around them, and how many are in all iterations of each.
        let mut nodes: Vec<ConstructId> = Vec::new();
        for &event in events {
            let mut at = Some(event);
            while let Some(id) = at {
                nodes.push(id);
                at = model.parent(id);
            }
        }
        nodes.sort_small();
        nodes.dedup();
        let mut found = vec![0u64; nodes.len()];
        for (at, &id) in nodes.iter().enumerate() {
            found[at] = match model.construct(id) {
                Construct::Loop(node) => found[at].saturating_mul(node.count),
                _ => 1,
            };
            let around = model.parent(id).and_then(|parent| nodes.binary_search(&parent).ok());
            if let Some(around) = around {
                found[around] = found[around].saturating_add(found[at]);
            }
        }
        let (mut position, mut left, mut inside) = (0u64, skip, None);
        // Outer constructs come later: down through the one that holds it, level by level.
        loop {
            let mut next = None;
            for (&id, &found) in
                nodes.iter().zip(&found).filter(|(id, _)| model.parent(**id) == inside)
            {
                if found > left {
                    next = Some((id, found));
                    break;
                }
                left -= found;
            }
            let Some((id, found)) = next else { return position };
            let Some(place) = self.place(id) else { return position };
            position = position.saturating_add(self.before[place]);
            let Some(node) = model.as_loop(id) else { return position };
            let each = (found / node.count).max(1);
            let events = self.spans[place] / node.count;
            position = position.saturating_add(events.saturating_mul(left / each));
            left %= each;
            inside = Some(id);
        }
    }
}

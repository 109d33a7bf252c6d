//! The position of a construct's first event, or of its n-th, among the events of a process, without running loops
//! out.

use super::model::{Construct, ConstructId, Model};
use crate::small_sort::SmallSort;
use crate::trace::ProcessId;

/// The constructs of a process with their positions. Making it takes O(constructs of the process), and a search for the
/// loop around each.
pub(crate) struct ProcessPositions<'a> {
    model: &'a Model,
    own: &'a [ConstructId],
    /// The events of the process in all iterations of each of its constructs.
    spans: Vec<u64>,
    /// The events before each of them in an iteration of the loop around it.
    before: Vec<u64>,
}

impl<'a> ProcessPositions<'a> {
    pub(crate) fn new(model: &'a Model, process: ProcessId) -> Self {
        let own = model.constructs_of(process);
        let mut spans = vec![0u64; own.len()];
        let mut before = vec![0u64; own.len()];
        let mut top = 0u64;
        // The body of a loop comes before the loop: its events are added up in the loop's place.
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
        ProcessPositions { model, own, spans, before }
    }

    fn place(&self, id: ConstructId) -> Option<usize> {
        self.own.binary_search(&id).ok()
    }

    /// How many events of the process precede a construct in one iteration of the loop around it.
    pub(crate) fn before(&self, id: ConstructId) -> Option<u64> {
        self.before.get(self.place(id)?).copied()
    }

    /// The events of the process in one iteration of a loop.
    pub(crate) fn period(&self, id: ConstructId) -> Option<u64> {
        let node = self.model.as_loop(id)?;
        Some(self.spans.get(self.place(id)?)? / node.count.max(1))
    }

    /// How many events precede the first run of a construct. O(depth).
    pub(super) fn first(&self, id: ConstructId) -> u64 {
        let (mut sum, mut at) = (0u64, Some(id));
        while let Some(id) = at {
            let before = self.place(id).and_then(|place| self.before.get(place));
            sum = sum.saturating_add(before.copied().unwrap_or(0));
            at = self.model.parent(id);
        }
        sum
    }

    /// How many events precede the event of some constructs that has `skip` events of these constructs before it.
    /// O(constructs given x depth), however often they run.
    pub(super) fn nth(&self, events: &[ConstructId], skip: u64) -> u64 {
        let model = self.model;
        // The constructs given and the loops around them, and how many of the events are in all iterations of each.
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
        // Goes down, level by level, through the construct that holds the event.
        loop {
            let mut next = None;
            for (&id, &found) in nodes.iter().zip(&found).filter(|(id, _)| model.parent(**id) == inside) {
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

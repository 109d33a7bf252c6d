//! The names of loops, and what share of the events is inside.

use crate::small_sort::SmallSort;
use std::cmp::Reverse;

use super::model::{Construct, ConstructId, Model, ModelLoop};

impl Model {
    /// All loops: the [main loop](Model::main_loop) first, then by the number of events inside them, most first; among
    /// equal ones the outer loop comes first, then the earlier one. The loop named `k` is at `k - 1`.
    pub fn loops(&self) -> &[ModelLoop] {
        &self.loops
    }

    /// The loop of that name.
    pub fn loop_named(&self, id: u32) -> Option<&ModelLoop> {
        self.loops.get((id as usize).checked_sub(1)?)
    }

    /// The name of a loop, 0 for any other construct.
    pub fn loop_id(&self, construct: ConstructId) -> u32 {
        self.loop_ids.get(construct.index()).copied().unwrap_or(0)
    }

    /// Share of the events that are inside loops, 0 to 1; 0 without events.
    pub fn coverage(&self) -> f64 {
        self.share(|_| true)
    }

    /// Share of the events that are inside loops of several processes, 0 to 1. Nests of single processes side by side
    /// do not count, since they are no model of a program.
    pub fn shared_coverage(&self) -> f64 {
        self.share(|id| self.members(id).len() > 1)
    }

    /// Share of the messages that are sent inside loops of several processes, 0 to 1; 0 without messages.
    pub fn shared_messages(&self) -> f64 {
        let all = self.matrix().total();
        let shared = |id: &ConstructId| self.as_loop(*id).is_some() && self.members(*id).len() > 1;
        let loops: Vec<ConstructId> = self.root().iter().copied().filter(shared).collect();
        match all {
            0 => 0.0,
            all => self.matrix_of(&loops).total() as f64 / all as f64,
        }
    }

    fn share(&self, counts: impl Fn(ConstructId) -> bool) -> f64 {
        let loops = self.root().iter().filter(|&&id| self.as_loop(id).is_some() && counts(id));
        let inside: u64 = loops.map(|&id| self.span(id)).sum();
        if self.events == 0 {
            0.0
        } else {
            inside as f64 / self.events as f64
        }
    }
}

/// Names the loops of a model. O(constructs) and a sort of the loops.
pub(super) fn name(model: &mut Model) {
    let mut entered = vec![1u64; model.len()];
    let mut level = vec![1u32; model.len()];
    let mut loops = Vec::new();
    for id in model.ids().rev() {
        let Construct::Loop(node) = model.construct(id) else { continue };
        let (entered_here, level_here) = (entered[id.index()], level[id.index()]);
        let events = entered_here.saturating_mul(model.span(id));
        let found = ModelLoop { id: 0, construct: id, entered: entered_here, events, level: level_here };
        loops.push(found);
        for item in model.body(&node) {
            entered[item.index()] = entered_here.saturating_mul(node.count);
            level[item.index()] = level_here + 1;
        }
    }
    let main = model.main_construct(&model.shapes());
    loops.sort_small_by_key(|l| (Some(l.construct) != main, Reverse(l.events), l.level, l.construct));
    model.loop_ids = vec![0; model.len()];
    for (index, named) in loops.iter_mut().enumerate() {
        named.id = index as u32 + 1;
        model.loop_ids[named.construct.index()] = named.id;
    }
    model.loops = loops;
}

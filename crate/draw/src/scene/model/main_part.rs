//! Which part of the top level is shown when only the main loops are wanted.

use std::cmp::Reverse;

use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{ConstructId, Model};
use rustc_hash::FxHashSet;

use super::body_plan::{BodyPlan, Item};
use super::row_assignment::RowAssignment;

/// The main loops are the largest loops of the top level, as many as it takes to leave out at most this part of the
/// events,
const LEFT_OUT: u64 = 10;
/// or everything, if that many loops are not enough.
const MOST_MAIN: usize = 24;

/// The constructs of the top level from the start of the first main loop to the end of the last. `all`: the plan of
/// the whole top level. O(constructs of the top level) for each main loop.
pub(super) fn main_part(model: &Model, assignment: &RowAssignment, all: &BodyPlan) -> Vec<ConstructId> {
    let mut loops: Vec<&Item> = all.items.iter().filter(|item| model.as_loop(item.id).is_some()).collect();
    loops.sort_small_by_key(|item| (Reverse(model.span(item.id)), item.id));
    let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut kept: FxHashSet<ConstructId> = FxHashSet::default();
    for (index, item) in loops.iter().enumerate() {
        if index >= MOST_MAIN {
            return model.root().to_vec();
        }
        if item.start >= from && item.start + item.width <= to {
            continue;
        }
        from = from.min(item.start);
        to = to.max(item.start + item.width);
        let inside = |item: &&Item| item.start >= from && item.start + item.width <= to;
        kept = all.items.iter().filter(inside).map(|item| item.id).collect();
        let shown = model.root().iter().filter(|&&id| kept.contains(&assignment.drawn(id)));
        let shown: u64 = shown.map(|&id| model.span(id)).sum();
        if model.events().saturating_sub(shown) <= model.events() / LEFT_OUT {
            break;
        }
    }
    if kept.is_empty() {
        return model.root().to_vec();
    }
    // Processes that share a row are drawn as one, so they stay together.
    model.root().iter().copied().filter(|&id| kept.contains(&assignment.drawn(id))).collect()
}

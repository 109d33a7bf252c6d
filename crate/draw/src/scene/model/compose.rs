//! Puts the [plans](super::body_plan) of all bodies together into one layout.
//!
//! Every loop is planned once and drawn as one iteration. O(constructs) beside what the plans cost.

use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{Construct, ConstructId, Links, Model};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body_plan::{BodyPlan, Planner, CHANGE, INSET, MARGIN};
use super::layout::{EventMark, Frame, Layout, ProcessNumber, RowChange};
use super::main_part::main_part;
use super::messages::{arrows_of, Body};
use super::needless_changes::drop_needless_changes;
use super::row_assignment::RowAssignment;

/// Loops on a deeper level are closed: that many boxes inside each other cannot be told apart.
pub(super) const DEEPEST: u32 = 16;

/// Which parts of a model are laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<'a> {
    /// Whether what comes before and after the main loops is shown, too.
    pub(super) whole: bool,
    /// Numbers of the loops whose inside is not drawn.
    pub(super) closed: &'a [u32],
}

/// Lays a model out. `room`: steps for the numbers of the processes where rows change.
pub(super) fn lay_out(model: &Model, assignment: &RowAssignment, parts: Parts<'_>, room: f64) -> Layout {
    let mut planner = Planner::new(model, assignment, room);
    let plans = plans_of_loops(&mut planner, parts.closed);
    let links = model.links(None);
    let rows: Vec<u32> = (0..assignment.rows.len() as u32).collect();
    let all = planner.plan(model.root(), rows.clone(), links.clone());
    let kept = match parts.whole {
        true => model.root().to_vec(),
        false => main_part(model, assignment, &all),
    };
    let shown: u64 = kept.iter().map(|&id| model.span(id)).sum();
    let hidden = model.events().saturating_sub(shown);
    let top = if kept.len() == model.root().len() { all } else { planner.plan(&kept, rows, links_among(&kept, links)) };
    let (rows, length) = (assignment.rows.len(), top.width);
    let starts = (0..rows as u32).collect();
    let mut layout = Layout { rows, starts, length, room, hidden, ..Layout::default() };
    let mut composer = Composer { model, assignment, plans: &plans, layout: &mut layout };
    composer.body(&top, None, (0.0, 0), None);
    layout.changes.sort_small_by(|a, b| a.line.cmp(&b.line).then(a.start.total_cmp(&b.start)));
    drop_needless_changes(&mut layout);
    layout
}

/// The plans of the bodies of all loops that are drawn open, bodies before the loops around them.
fn plans_of_loops(planner: &mut Planner<'_>, closed: &[u32]) -> FxHashMap<ConstructId, BodyPlan> {
    let (model, assignment) = (planner.model, planner.assignment);
    let mut plans: FxHashMap<ConstructId, BodyPlan> = FxHashMap::default();
    for id in model.ids() {
        let Construct::Loop(node) = model.construct(id) else { continue };
        let name = model.loop_id(id);
        let level = model.loop_named(name).map_or(1, |named| named.level);
        if closed.contains(&name) || level >= DEEPEST || assignment.drawn(id) != id {
            planner.set_body(id, None);
            continue;
        }
        let rows = assignment.rows_of(model.members(id));
        let plan = planner.plan(model.body(&node), rows, model.links(Some(&node)));
        planner.set_body(id, Some(&plan));
        plans.insert(id, plan);
    }
    plans
}

/// The links between some constructs of the top level.
fn links_among(kept: &[ConstructId], mut links: Links) -> Links {
    let kept: FxHashSet<ConstructId> = kept.iter().copied().collect();
    let has = |id: &ConstructId| kept.contains(id);
    links.links.retain(|link| has(&link.from) || has(&link.to));
    links.loose.retain(|loose| has(&loose.construct));
    links
}

struct Composer<'a> {
    model: &'a Model,
    assignment: &'a RowAssignment,
    plans: &'a FxHashMap<ConstructId, BodyPlan>,
    layout: &'a mut Layout,
}

impl Composer<'_> {
    /// Puts a body at a step and a row. `frame`: the box around it.
    fn body(&mut self, plan: &BodyPlan, inside: Option<ConstructId>, (left, top): (f64, u32), frame: Option<usize>) {
        let depth = frame.and_then(|at| self.layout.frames.get(at)).map_or(0, |f| f.depth + 1);
        self.row_changes(plan, (left, top), depth);
        for item in &plan.items {
            let Some(stretch) = plan.stretches.get(item.order) else { continue };
            let members = self.assignment.rows_of(self.model.members(item.id));
            let mut rows: Vec<u32> = members.iter().filter_map(|&row| plan.place(stretch, row, top)).collect();
            rows.sort_small();
            let start = left + item.start;
            if self.model.as_loop(item.id).is_none() {
                self.layout.marks.push(EventMark { id: item.id, x: start + 0.5, rows });
                continue;
            }
            let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else { continue };
            let inner = self.plans.get(&item.id);
            let index = self.layout.frames.len();
            let (box_left, box_right) = (start + MARGIN, start + item.width - MARGIN);
            self.layout.frames.push(Frame {
                id: item.id,
                left: box_left,
                right: box_right,
                first,
                last,
                depth,
                parent: frame,
                closed: inner.is_none(),
            });
            if let Some(inner) = inner {
                // A short body is centred.
                let spare = (box_right - box_left - 2.0 * INSET - inner.width).max(0.0);
                let begin = box_left + INSET + spare / 2.0;
                self.body(inner, Some(item.id), (begin, first), Some(index));
            }
        }
        let body = Body { model: self.model, assignment: self.assignment, plan, inside, left, top };
        self.layout.arrows.append(&mut arrows_of(&body));
    }

    /// Adds the changes of rows of a body, and the numbers of the processes after each.
    fn row_changes(&mut self, plan: &BodyPlan, (left, top): (f64, u32), depth: usize) {
        let mut before: Vec<u32> = (0..plan.rows.len() as u32).collect();
        let room = self.layout.room;
        let mut change = |start: f64, after: &[u32]| {
            for (local, &line) in plan.rows.iter().enumerate() {
                let (Some(&from), Some(&to)) = (before.get(local), after.get(local)) else {
                    continue;
                };
                let start = left + start;
                let (from, to) = (top + from, top + to);
                if from != to {
                    self.layout.changes.push(RowChange { line, start, from, to });
                }
                let x = start + CHANGE + room / 2.0;
                self.layout.numbers.push(ProcessNumber { line, start, x, row: to, depth });
            }
            before = after.to_vec();
        };
        for stretch in &plan.stretches {
            if let Some(start) = stretch.change {
                change(start, &stretch.order.places);
            }
        }
        if let Some(start) = plan.back {
            let ascending: Vec<u32> = (0..plan.rows.len() as u32).collect();
            change(start, &ascending);
        }
    }
}

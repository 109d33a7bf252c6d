//! The plan of one body: the step of every construct, and the order of the rows.
//!
//! A step is a tick of a Lamport clock (Lamport 1978) that starts with the body. A construct comes after the one before
//! it of each of its processes; a receive comes at least one step after its send; a loop takes as many steps as its own
//! body and its edges. So one iteration of a loop is laid out once, whichever processes run it.
//!
//! Everything is scheduled twice. The first schedule ignores the rows; in the order that it gives, the loops choose the
//! order of the rows. The second one takes into account that everybody waits wherever the rows change.
//! O(constructs and links of the body, and a sort).

use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{Construct, ConstructId, Links, Model};
use rustc_hash::FxHashMap;

use super::row_assignment::RowAssignment;
use super::row_order::RowOrder;

/// From the left or right end of a loop's steps to its edge.
pub(super) const MARGIN: f64 = 0.5;
/// From its edge to the steps of its body.
pub(super) const INSET: f64 = 0.2;
/// Steps in which lines change their rows.
pub(super) const CHANGE: f64 = 2.4;
/// Steps before such a change.
pub(super) const BEFORE: f64 = 0.3;
/// Steps for the numbers of the processes after it, at the least.
pub(super) const NUMBERS: f64 = 1.7;
/// The fewest steps inside a loop: its count needs room.
const LEAST_INSIDE: f64 = 2.8;
/// Steps inside a closed loop: its name needs room, too.
const CLOSED: f64 = 5.0;

/// A construct of a body in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Item {
    /// Which one.
    pub(super) id: ConstructId,
    /// The step at which it begins, from the begin of the body.
    pub(super) start: f64,
    /// How many steps it takes.
    pub(super) width: f64,
    /// Index of the order of rows that holds at its step.
    pub(super) order: usize,
}

/// An order of rows and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stretch {
    /// The order.
    pub(super) order: RowOrder,
    /// The step at which the lines begin to change into it, if they do.
    pub(super) change: Option<f64>,
}

/// The plan of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BodyPlan {
    /// Its rows in the whole picture when they ascend: the `k`-th row of the body is `rows[k]`.
    pub(super) rows: Vec<u32>,
    /// Its constructs, as a rule in order of their begin.
    pub(super) items: Vec<Item>,
    /// The orders of its rows, in time.
    pub(super) stretches: Vec<Stretch>,
    /// Where the lines begin to return to ascending order at its end, if they do.
    pub(super) back: Option<f64>,
    /// Steps that it takes.
    pub(super) width: f64,
    /// The messages in it.
    pub(super) links: Links,
}

impl BodyPlan {
    /// The row of the picture in which a line is during a stretch of the body, if the body begins at row `top`.
    pub(super) fn place(&self, stretch: &Stretch, line: u32, top: u32) -> Option<u32> {
        let local = self.rows.binary_search(&line).ok()?;
        Some(top + stretch.order.place(local as u32))
    }
}

/// Plans bodies, inner ones first.
pub(super) struct Planner<'a> {
    pub(super) model: &'a Model,
    pub(super) assignment: &'a RowAssignment,
    /// Steps for numbers.
    room: f64,
    /// Steps of every loop that is drawn so far, edges included.
    widths: FxHashMap<ConstructId, f64>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(model: &'a Model, assignment: &'a RowAssignment, room: f64) -> Self {
        Planner { model, assignment, room, widths: FxHashMap::default() }
    }

    /// Notes how wide the body of a loop is; `None` for a closed loop.
    pub(super) fn set_body(&mut self, id: ConstructId, body: Option<&BodyPlan>) {
        let inside = body.map_or(CLOSED, |plan| plan.width.max(LEAST_INSIDE));
        self.widths.insert(id, inside + 2.0 * (MARGIN + INSET));
    }

    fn width(&self, id: ConstructId) -> f64 {
        match self.model.construct(id) {
            Construct::Loop(_) => self.widths.get(&id).copied().unwrap_or(CLOSED + 2.0 * (MARGIN + INSET)),
            _ => 1.0,
        }
    }

    /// The plan of some constructs of a body, whose processes are in these rows. The loops among them must have been
    /// given to [`Planner::set_body`] before.
    pub(super) fn plan(&self, items: &[ConstructId], rows: Vec<u32>, mut links: Links) -> BodyPlan {
        let drawn: Vec<ConstructId> = items.iter().copied().filter(|&id| self.assignment.drawn(id) == id).collect();
        let mut place = FxHashMap::default();
        place.extend(drawn.iter().enumerate().map(|(at, &id)| (id, at)));
        for link in &mut links.links {
            link.from = self.assignment.drawn(link.from);
            link.to = self.assignment.drawn(link.to);
        }
        for loose in &mut links.loose {
            loose.construct = self.assignment.drawn(loose.construct);
        }
        // In a body that cannot be put in order, nothing waits for what comes later.
        let mut waits: Vec<(usize, usize)> = links
            .links
            .iter()
            .filter_map(|link| Some((*place.get(&link.to)?, *place.get(&link.from)?)))
            .filter(|(to, from)| from < to)
            .collect();
        waits.sort_small();
        waits.dedup();
        let members: Vec<Vec<u32>> = drawn.iter().map(|&id| self.local_rows(id, &rows)).collect();
        let body = Body { planner: self, drawn: &drawn, members: &members, waits: &waits };
        let mut order: Vec<usize> = (0..drawn.len()).collect();
        let first = body.schedule(&order, rows.len(), &[], &[]);
        let start = |at: usize| first.starts.get(at).copied().unwrap_or(0.0);
        order.sort_small_by(|&a, &b| start(a).total_cmp(&start(b)).then(a.cmp(&b)));
        let (orders, given) = body.orders(&order, rows.len(), &first.starts);
        let placed = body.schedule(&order, rows.len(), &orders, &given);
        let items = order.iter().filter_map(|&at| {
            let id = *drawn.get(at)?;
            let start = *placed.starts.get(at)?;
            let order = given.get(at).copied().unwrap_or(0);
            Some(Item { id, start, width: self.width(id), order })
        });
        let (mut width, mut back) = (placed.end, None);
        if orders.last().is_some_and(|order| !order.is_ascending()) {
            back = Some(width + BEFORE);
            width += BEFORE + CHANGE + self.room;
        }
        let stretches = orders.into_iter().zip(placed.changes);
        let stretches = stretches.map(|(order, change)| Stretch { order, change });
        BodyPlan { items: items.collect(), stretches: stretches.collect(), back, width, links, rows }
    }

    /// The rows of a construct, counted within the body.
    fn local_rows(&self, id: ConstructId, rows: &[u32]) -> Vec<u32> {
        let own = self.assignment.rows_of(self.model.members(id));
        let local = own.iter().filter_map(|row| rows.binary_search(row).ok());
        local.map(|row| row as u32).collect()
    }
}

/// The constructs of one body, to be scheduled.
struct Body<'a> {
    planner: &'a Planner<'a>,
    drawn: &'a [ConstructId],
    /// Their rows in the body.
    members: &'a [Vec<u32>],
    /// Receiver and sender, sorted.
    waits: &'a [(usize, usize)],
}

/// The steps of a body's constructs.
struct Schedule {
    starts: Vec<f64>,
    /// Where the rows change into each order.
    changes: Vec<Option<f64>>,
    end: f64,
}

impl Body<'_> {
    fn id(&self, at: usize) -> Option<ConstructId> {
        self.drawn.get(at).copied()
    }

    fn is_loop(&self, at: usize) -> bool {
        self.id(at).is_some_and(|id| self.planner.model.as_loop(id).is_some())
    }

    /// Schedules the constructs in that sequence, none earlier than its order of rows begins.
    fn schedule(&self, sequence: &[usize], rows: usize, orders: &[RowOrder], given: &[usize]) -> Schedule {
        let mut clocks = vec![0.0f64; rows];
        let mut starts = vec![0.0f64; self.drawn.len()];
        let mut changes = Vec::new();
        let (mut current, mut floor, mut end) = (None, 0.0f64, 0.0f64);
        for &at in sequence {
            let order = given.get(at).copied().unwrap_or(0);
            if current != Some(order) && order < orders.len() {
                let before = current.and_then(|index: usize| orders.get(index));
                let changed = match (before, orders.get(order)) {
                    (Some(before), Some(now)) => before.rows != now.rows,
                    (None, Some(now)) => !now.is_ascending(),
                    _ => false,
                };
                changes.push(changed.then_some(end + BEFORE));
                if changed {
                    end += BEFORE + CHANGE + self.planner.room;
                    floor = end;
                }
                current = Some(order);
            }
            let Some((id, members)) = self.id(at).zip(self.members.get(at)) else { continue };
            let own = members.iter().filter_map(|&row| clocks.get(row as usize));
            let mut start = own.fold(floor, |latest, &clock| latest.max(clock));
            let from = self.waits.partition_point(|wait| wait.0 < at);
            for &(_, sender) in self.waits.iter().skip(from).take_while(|wait| wait.0 == at) {
                let sent = starts.get(sender).copied().unwrap_or(0.0);
                // An event waits until the loop that sends to it has ended; two loops may run side by side.
                let steps = match self.id(sender) {
                    Some(sender) if !self.is_loop(at) => self.planner.width(sender),
                    _ => 1.0,
                };
                start = start.max(sent + steps);
            }
            let done = start + self.planner.width(id);
            if let Some(place) = starts.get_mut(at) {
                *place = start;
            }
            for &row in members {
                if let Some(clock) = clocks.get_mut(row as usize) {
                    *clock = done;
                }
            }
            end = end.max(done);
        }
        if orders.len() > changes.len() {
            changes.resize(orders.len(), None);
        }
        Schedule { starts, changes, end }
    }

    /// The orders of the rows, and for every construct the index of its order.
    fn orders(&self, sequence: &[usize], rows: usize, starts: &[f64]) -> (Vec<RowOrder>, Vec<usize>) {
        let mut given = vec![0; self.drawn.len()];
        let mut orders = vec![RowOrder::ascending(rows)];
        // How many messages are received before the next loop of several processes.
        let mut until_next = vec![0usize; sequence.len() + 1];
        for (index, &at) in sequence.iter().enumerate().rev() {
            let gathers = self.is_loop(at) && self.members.get(at).is_some_and(|m| m.len() > 1);
            let from = self.waits.partition_point(|wait| wait.0 < at);
            let received = usize::from(self.waits.get(from).is_some_and(|wait| wait.0 == at));
            let after = until_next.get(index + 1).copied().unwrap_or(0);
            if let Some(count) = until_next.get_mut(index) {
                *count = if gathers { 0 } else { after + received };
            }
        }
        let mut boxes_end = 0.0f64;
        for (index, &at) in sequence.iter().enumerate() {
            let Some(((order, members), id)) = orders.last_mut().zip(self.members.get(at)).zip(self.id(at)) else {
                continue;
            };
            let start = starts.get(at).copied().unwrap_or(0.0);
            let busy = until_next.get(index).is_some_and(|&count| count >= rows);
            if self.is_loop(at) {
                if !order.join(members) {
                    let mut next = RowOrder::ascending(rows);
                    next.join(members);
                    orders.push(next);
                }
                boxes_end = boxes_end.max(start + self.planner.width(id));
            } else if busy && start >= boxes_end && !order.is_ascending() {
                // Many messages until the next loop: they are easiest to follow in ascending order.
                orders.push(RowOrder::ascending(rows));
            }
            if let Some(place) = given.get_mut(at) {
                *place = orders.len() - 1;
            }
        }
        (orders, given)
    }
}

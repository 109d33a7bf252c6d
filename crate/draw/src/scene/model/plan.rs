//! The plan of one body: at which step every construct stands, and how the rows are ordered.
//!
//! A step is a tick of a Lamport clock (Lamport 1978) that begins with the body: every construct comes after
//! the one before it of each of its processes, a receive one step after its send at least, and a loop takes
//! as many steps as its own body and its edges. So one iteration of a loop is laid out once, whoever runs it.
//! First all are placed without a thought of rows; in the order that comes of it the loops choose the order
//! of the rows; then they are placed again, since where the rows change everybody waits for that.
//! O(constructs and links of the body, and a sort).

use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{Construct, ConstructId, Links, Model};
use rustc_hash::FxHashMap;

use super::cast::Cast;
use super::rows::Order;

/// From the left or right end of a loop's steps to its edge.
pub(super) const MARGIN: f64 = 0.5;
/// From its edge to the steps of its body.
pub(super) const INSET: f64 = 0.2;
/// Steps in which lines change their rows.
pub(super) const CHANGE: f64 = 2.4;
/// Steps before that.
pub(super) const BEFORE: f64 = 0.3;
/// Steps for the numbers of the processes after it, at least.
pub(super) const NUMBERS: f64 = 1.7;
/// Steps inside every loop at least: its count must have room.
const LEAST_INSIDE: f64 = 2.8;
/// Steps inside a loop that is closed: its name, too.
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
    /// Index of the order of rows that it stands in.
    pub(super) order: usize,
}

/// An order of rows and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stretch {
    /// The order.
    pub(super) order: Order,
    /// The step at which the lines begin to change into it, if they do.
    pub(super) change: Option<f64>,
}

/// The plan of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Plan {
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

/// What plans are made from.
pub(super) struct Planner<'a> {
    pub(super) model: &'a Model,
    pub(super) cast: &'a Cast,
    /// Steps for numbers.
    room: f64,
    /// Steps of every loop that is drawn so far, edges included.
    widths: FxHashMap<ConstructId, f64>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(model: &'a Model, cast: &'a Cast, room: f64) -> Planner<'a> {
        Planner { model, cast, room, widths: FxHashMap::default() }
    }

    /// Says how wide a loop's body is; `None` for one that is closed.
    pub(super) fn know(&mut self, id: ConstructId, body: Option<&Plan>) {
        let inside = body.map_or(CLOSED, |plan| plan.width.max(LEAST_INSIDE));
        self.widths.insert(id, inside + 2.0 * (MARGIN + INSET));
    }

    fn width(&self, id: ConstructId) -> f64 {
        match self.model.construct(id) {
            Construct::Loop(_) => {
                self.widths.get(&id).copied().unwrap_or(CLOSED + 2.0 * (MARGIN + INSET))
            }
            _ => 1.0,
        }
    }

    /// The plan of some constructs of a body, which stand in these rows. What is inside of them must be
    /// known.
    pub(super) fn plan(&self, items: &[ConstructId], rows: Vec<u32>, mut links: Links) -> Plan {
        let drawn: Vec<ConstructId> =
            items.iter().copied().filter(|&id| self.cast.drawn(id) == id).collect();
        let mut place = FxHashMap::default();
        place.extend(drawn.iter().enumerate().map(|(at, &id)| (id, at)));
        for link in &mut links.links {
            link.from = self.cast.drawn(link.from);
            link.to = self.cast.drawn(link.to);
        }
        for loose in &mut links.loose {
            loose.construct = self.cast.drawn(loose.construct);
        }
        // Who waits for whom. In a body that cannot be put in order, nobody waits for what comes later.
        let mut waits: Vec<(usize, usize)> = links
            .links
            .iter()
            .filter_map(|link| Some((*place.get(&link.to)?, *place.get(&link.from)?)))
            .filter(|(to, from)| from < to)
            .collect();
        waits.sort_small();
        waits.dedup();
        let members: Vec<Vec<u32>> = drawn.iter().map(|&id| self.local_rows(id, &rows)).collect();
        let task = Task { planner: self, drawn: &drawn, members: &members, waits: &waits };
        let mut order: Vec<usize> = (0..drawn.len()).collect();
        let first = task.place(&order, rows.len(), &[], &[]);
        let start = |at: usize| first.starts.get(at).copied().unwrap_or(0.0);
        order.sort_small_by(|&a, &b| start(a).total_cmp(&start(b)).then(a.cmp(&b)));
        let (orders, given) = task.orders(&order, rows.len(), &first.starts);
        let placed = task.place(&order, rows.len(), &orders, &given);
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
        Plan { items: items.collect(), stretches: stretches.collect(), back, width, links, rows }
    }

    /// The rows of a construct as the body counts them.
    fn local_rows(&self, id: ConstructId, rows: &[u32]) -> Vec<u32> {
        let own = self.cast.rows_of(self.model.members(id));
        let local = own.iter().filter_map(|row| rows.binary_search(row).ok());
        local.map(|row| row as u32).collect()
    }
}

/// The constructs of one body, to be put in place.
struct Task<'a> {
    planner: &'a Planner<'a>,
    drawn: &'a [ConstructId],
    /// Their rows in the body.
    members: &'a [Vec<u32>],
    /// Receiver and sender, sorted.
    waits: &'a [(usize, usize)],
}

/// Where they are.
struct Placed {
    starts: Vec<f64>,
    /// Where the rows change into each order.
    changes: Vec<Option<f64>>,
    end: f64,
}

impl Task<'_> {
    fn id(&self, at: usize) -> Option<ConstructId> {
        self.drawn.get(at).copied()
    }

    fn is_loop(&self, at: usize) -> bool {
        self.id(at).is_some_and(|id| self.planner.model.as_loop(id).is_some())
    }

    /// Places all in that order, and no earlier than their order of rows begins.
    fn place(&self, sequence: &[usize], rows: usize, orders: &[Order], given: &[usize]) -> Placed {
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
                // Behind a loop, an event waits for all of it; two loops may run side by side.
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
        Placed { starts, changes, end }
    }

    /// The orders of the rows, and for every construct which one it stands in.
    fn orders(&self, sequence: &[usize], rows: usize, starts: &[f64]) -> (Vec<Order>, Vec<usize>) {
        let mut given = vec![0; self.drawn.len()];
        let mut orders = vec![Order::ascending(rows)];
        // Messages that are received until the next loop of several processes.
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
            let Some(((order, members), id)) =
                orders.last_mut().zip(self.members.get(at)).zip(self.id(at))
            else {
                continue;
            };
            let start = starts.get(at).copied().unwrap_or(0.0);
            let busy = until_next.get(index).is_some_and(|&count| count >= rows);
            if self.is_loop(at) {
                if !order.take(members) {
                    let mut next = Order::ascending(rows);
                    next.take(members);
                    orders.push(next);
                }
                boxes_end = boxes_end.max(start + self.planner.width(id));
            } else if busy && start >= boxes_end && !order.is_ascending() {
                // Much is said between here and the next loop: it is read best in plain order.
                orders.push(Order::ascending(rows));
            }
            if let Some(place) = given.get_mut(at) {
                *place = orders.len() - 1;
            }
        }
        (orders, given)
    }
}

//! Where everything stands: in steps from left to right, in rows from top to bottom; no pixels yet.
//!
//! The [plans](super::plan) of all bodies put together. A loop is drawn as one iteration of it.
//! O(constructs) and what the plans cost.

use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{ChannelId, Construct, ConstructId, Links, Model};
use rustc_hash::FxHashMap;

use super::cast::Cast;
use super::flights::{comb, Flight};
use super::plan::{Item, Plan, Planner, Stretch, CHANGE, INSET, MARGIN};
use super::settle::settle;

/// Loops on a deeper level are closed: nobody sees that many boxes in each other.
pub(super) const DEEPEST: u32 = 16;
/// The main loops are the largest ones of the top level, as many as it takes to leave out no more than this
/// part of the events,
const LEFT_OUT: u64 = 10;
/// or all, if that many do not suffice.
const MOST_MAIN: usize = 24;

/// The box of a loop.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) id: ConstructId,
    pub(super) left: f64,
    pub(super) right: f64,
    /// First and last row.
    pub(super) first: u32,
    pub(super) last: u32,
    /// How many boxes are around it.
    pub(super) depth: usize,
    /// The box around it.
    pub(super) parent: Option<usize>,
    /// Whether what is inside is not drawn.
    pub(super) closed: bool,
}

/// An event at its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) id: ConstructId,
    pub(super) x: f64,
    /// Its rows, ascending; many for a collective.
    pub(super) rows: Vec<u32>,
}

/// What became of a message's other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// It is drawn.
    Drawn,
    /// It is in another iteration of the loop.
    Iteration,
    /// It is outside of the loop.
    Outside,
    /// It is in what is not shown.
    Hidden,
    /// There is none.
    Missing,
}

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrow {
    pub(super) channel: ChannelId,
    pub(super) tag: i64,
    /// Step and row of the send; nothing if it is not there.
    pub(super) from: Option<(f64, u32)>,
    /// Step and row of the receive.
    pub(super) to: Option<(f64, u32)>,
    /// What became of the end that is not there.
    pub(super) other: Other,
    /// How many there are in one iteration.
    pub(super) count: u64,
    /// The loop that it is in.
    pub(super) inside: Option<ConstructId>,
    /// The event that sends it, if it is drawn here.
    pub(super) sender: Option<ConstructId>,
    /// When it crosses, if it is not drawn straight.
    pub(super) flight: Option<Flight>,
}

/// A line that changes its row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Move {
    /// The number of its line: its row where all ascend.
    pub(super) line: u32,
    /// The step at which it begins to.
    pub(super) start: f64,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A number of a process inside the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) line: u32,
    /// The step at which the lines begin to change their rows.
    pub(super) start: f64,
    /// The middle of its room.
    pub(super) x: f64,
    pub(super) row: u32,
    /// How many boxes are around it.
    pub(super) depth: usize,
}

/// A laid out model.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    /// Rows, as many as lines: one for each process, or set of processes.
    pub(super) rows: usize,
    /// The row of every line at the left edge.
    pub(super) starts: Vec<u32>,
    /// Steps from left to right.
    pub(super) length: f64,
    /// Outer boxes before inner ones.
    pub(super) frames: Vec<Frame>,
    pub(super) spots: Vec<Spot>,
    pub(super) arrows: Vec<Arrow>,
    /// Of each line in time.
    pub(super) moves: Vec<Move>,
    pub(super) numbers: Vec<Number>,
    /// Steps that are kept free for numbers where rows change.
    pub(super) room: f64,
    /// Events before, between and after the main loops that are not drawn.
    pub(super) hidden: u64,
}

/// Lays a model out. `whole`: with what comes before and after the main loops. `closed`: numbers of loops
/// whose inside is not drawn. `room`: steps for the numbers of the processes where rows change.
pub(super) fn lay_out(
    model: &Model,
    cast: &Cast,
    (whole, closed): (bool, &[u32]),
    room: f64,
) -> Layout {
    let mut planner = Planner::new(model, cast, room);
    let mut plans: FxHashMap<ConstructId, Plan> = FxHashMap::default();
    // Bodies before their loops.
    for id in model.ids() {
        let Construct::Loop(node) = model.construct(id) else { continue };
        let name = model.loop_id(id);
        let level = model.loop_named(name).map_or(1, |named| named.level);
        if closed.contains(&name) || level >= DEEPEST || cast.drawn(id) != id {
            planner.know(id, None);
            continue;
        }
        let rows = cast.rows_of(model.members(id));
        let plan = planner.plan(model.body(&node), rows, model.links(Some(&node)));
        planner.know(id, Some(&plan));
        plans.insert(id, plan);
    }
    let links = model.links(None);
    let rows: Vec<u32> = (0..cast.rows.len() as u32).collect();
    let all = planner.plan(model.root(), rows.clone(), links.clone());
    let kept = if whole { model.root().to_vec() } else { main_part(model, cast, &all) };
    let shown: u64 = kept.iter().map(|&id| model.span(id)).sum();
    let hidden = model.events().saturating_sub(shown);
    let top = if kept.len() == model.root().len() {
        all
    } else {
        planner.plan(&kept, rows, links_among(&kept, links))
    };
    let (rows, length) = (cast.rows.len(), top.width);
    let starts = (0..rows as u32).collect();
    let mut layout = Layout { rows, starts, length, room, hidden, ..Layout::default() };
    let mut builder = Builder { model, cast, plans: &plans, layout: &mut layout };
    builder.body(&top, None, (0.0, 0), None);
    layout.moves.sort_small_by(|a, b| a.line.cmp(&b.line).then(a.start.total_cmp(&b.start)));
    settle(&mut layout);
    layout
}

/// The constructs of the top level from the begin of the first main loop to the end of the last.
fn main_part(model: &Model, cast: &Cast, all: &Plan) -> Vec<ConstructId> {
    let mut loops: Vec<&Item> =
        all.items.iter().filter(|item| model.as_loop(item.id).is_some()).collect();
    loops.sort_small_by_key(|item| (std::cmp::Reverse(model.span(item.id)), item.id));
    let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut kept = rustc_hash::FxHashSet::default();
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
        let ids = all.items.iter().filter(inside).map(|item| item.id);
        kept = ids.collect();
        let shown = model.root().iter().filter(|&&id| kept.contains(&cast.drawn(id)));
        let shown: u64 = shown.map(|&id| model.span(id)).sum();
        if model.events().saturating_sub(shown) <= model.events() / LEFT_OUT {
            break;
        }
    }
    if kept.is_empty() {
        return model.root().to_vec();
    }
    // Processes that share a row are drawn as one, and stay together.
    model.root().iter().copied().filter(|&id| kept.contains(&cast.drawn(id))).collect()
}

/// The links between some constructs of the top level.
fn links_among(kept: &[ConstructId], mut links: Links) -> Links {
    let kept: rustc_hash::FxHashSet<ConstructId> = kept.iter().copied().collect();
    let has = |id: &ConstructId| kept.contains(id);
    links.links.retain(|link| has(&link.from) || has(&link.to));
    links.loose.retain(|loose| has(&loose.construct));
    links
}

struct Builder<'a> {
    model: &'a Model,
    cast: &'a Cast,
    plans: &'a FxHashMap<ConstructId, Plan>,
    layout: &'a mut Layout,
}

impl Builder<'_> {
    /// Puts a body at a step and a row. `frame`: the box around it.
    fn body(
        &mut self,
        plan: &Plan,
        inside: Option<ConstructId>,
        (left, top): (f64, u32),
        frame: Option<usize>,
    ) {
        let depth = frame.and_then(|at| self.layout.frames.get(at)).map_or(0, |f| f.depth + 1);
        self.rows_of(plan, (left, top), depth);
        let mut places: FxHashMap<ConstructId, (&Item, &Stretch)> = FxHashMap::default();
        for item in &plan.items {
            let Some(stretch) = plan.stretches.get(item.order) else { continue };
            places.insert(item.id, (item, stretch));
            let members = self.cast.rows_of(self.model.members(item.id));
            let mut rows: Vec<u32> =
                members.iter().filter_map(|&row| place(plan, stretch, row, top)).collect();
            rows.sort_small();
            let start = left + item.start;
            if self.model.as_loop(item.id).is_none() {
                self.layout.spots.push(Spot { id: item.id, x: start + 0.5, rows });
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
                // A short body stands in the middle.
                let spare = (box_right - box_left - 2.0 * INSET - inner.width).max(0.0);
                let begin = box_left + INSET + spare / 2.0;
                self.body(inner, Some(item.id), (begin, first), Some(index));
            }
        }
        self.arrows(plan, inside, (left, top), &places);
    }

    /// The changes of rows of a body.
    fn rows_of(&mut self, plan: &Plan, (left, top): (f64, u32), depth: usize) {
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
                    self.layout.moves.push(Move { line, start, from, to });
                }
                let x = start + CHANGE + room / 2.0;
                self.layout.numbers.push(Number { line, start, x, row: to, depth });
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

    fn arrows(
        &mut self,
        plan: &Plan,
        inside: Option<ConstructId>,
        (left, top): (f64, u32),
        places: &FxHashMap<ConstructId, (&Item, &Stretch)>,
    ) {
        let model = self.model;
        let end = |id: ConstructId, channel: ChannelId, sends: bool| {
            let (item, stretch) = places.get(&id)?;
            let channel = model.channel(channel);
            let own = if sends { channel.src } else { channel.dst };
            let x = match (model.as_loop(id), sends) {
                (None, _) => item.start + 0.5,
                (Some(_), true) => item.start + item.width - MARGIN,
                (Some(_), false) => item.start + MARGIN,
            };
            Some((left + x, place(plan, stretch, self.cast.row(own), top)?))
        };
        let key = |from: ConstructId, to: ConstructId, id: ChannelId| {
            let channel = model.channel(id);
            (from, to, self.cast.row(channel.src), self.cast.row(channel.dst), channel.tag)
        };
        let mut arrows: Vec<Arrow> = Vec::new();
        let mut known = rustc_hash::FxHashSet::default();
        for link in &plan.links.links {
            // Of processes that share a row only one is drawn, so a message may come again.
            if link.from == link.to || !known.insert(key(link.from, link.to, link.channel)) {
                continue;
            }
            let (from, to) =
                (end(link.from, link.channel, true), end(link.to, link.channel, false));
            // Of two loops that run side by side, the sender may end after the receiver begins.
            let from = match (from, to) {
                (Some(sent), Some(received)) if sent.0 >= received.0 => {
                    let begin = places.get(&link.from).map(|(item, _)| left + item.start + MARGIN);
                    Some((begin.unwrap_or(sent.0), sent.1))
                }
                _ => from,
            };
            let other = match (from, to) {
                (Some(_), Some(_)) => Other::Drawn,
                (None, None) => continue,
                _ => Other::Hidden,
            };
            let (channel, count) = (link.channel, link.count);
            let tag = model.channel(channel).tag;
            let sender = Some(link.from).filter(|&id| model.as_loop(id).is_none());
            arrows.push(Arrow {
                channel,
                tag,
                from,
                to,
                other,
                count,
                inside,
                sender,
                flight: None,
            });
        }
        for loose in &plan.links.loose {
            let is_event = model.as_loop(loose.construct).is_none();
            let own = loose.construct;
            if !is_event || !known.insert(key(own, own, loose.channel)) {
                continue;
            }
            let at = end(loose.construct, loose.channel, loose.sends);
            if at.is_none() {
                continue;
            }
            let (from, to) = if loose.sends { (at, None) } else { (None, at) };
            let open = inside.and_then(|id| model.as_loop(id));
            let other = match open {
                None => Other::Missing,
                Some(node) if model.open(&node).contains(&loose.channel) => Other::Iteration,
                Some(_) => Other::Outside,
            };
            let (channel, count) = (loose.channel, loose.count);
            let tag = model.channel(channel).tag;
            let sender = Some(loose.construct).filter(|_| loose.sends);
            arrows.push(Arrow {
                channel,
                tag,
                from,
                to,
                other,
                count,
                inside,
                sender,
                flight: None,
            });
        }
        comb(&mut arrows);
        self.layout.arrows.append(&mut arrows);
    }
}

/// The row of the picture in which a line stands during a stretch of a body that begins at row `top`.
fn place(plan: &Plan, stretch: &Stretch, line: u32, top: u32) -> Option<u32> {
    let local = plan.rows.binary_search(&line).ok()?;
    Some(top + stretch.order.place(local as u32))
}

//! The loops of a process in a stretch of time.

use crate::small_sort::SmallSort;
use std::cmp::Reverse;

use super::line::own_times;
use crate::clocks::Clocks;
use crate::durations::{LoopTree, TreeItem, TreeLoop};
use crate::trace::{Process, Trace, View, ViewTimes};

/// A loop while it runs on a process, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopBox {
    /// The name of the loop without the L.
    pub row: u32,
    /// How many loops are around it.
    pub depth: usize,
    /// How many iterations it has.
    pub count: u64,
    /// In which iterations of the loops around it, as a number that is the same on all processes; of an outermost loop 0, of one
    /// inside it the iteration from 1.
    pub round: u64,
    /// When its first event begins.
    pub from: i64,
    /// When its last event ends.
    pub to: i64,
}

/// No process has more boxes than this in a picture.
const MOST: usize = 2_000;

/// Positions of a process, and when they are.
pub(super) struct Positions<'a> {
    times: ViewTimes<'a>,
    clocks: &'a Clocks,
    place: usize,
}

impl Positions<'_> {
    fn at(&self, time: u64) -> i64 {
        let time = u64::try_from(self.times.tick().nanoseconds(time)).unwrap_or(u64::MAX);
        self.clocks.at(self.place, time)
    }

    /// When the event at a position begins and ends; at the end of the process for one beyond it.
    fn span(&self, position: u64) -> Option<(i64, i64)> {
        let last = self.times.len().checked_sub(1)?;
        let position = usize::try_from(position).unwrap_or(last).min(last);
        self.times.get(position).map(|span| (self.at(span.enter), self.at(span.leave)))
    }

    /// When what stands before a position is over: as the event there begins, or with the last event.
    fn until(&self, position: u64) -> Option<i64> {
        match usize::try_from(position).ok().filter(|&at| at < self.times.len()) {
            Some(next) => self.times.get(next).map(|span| self.at(span.enter)),
            None => self.span(position).map(|(_, leave)| leave),
        }
    }

    /// How many events end before that time. O(log of the events).
    pub(super) fn before(&self, time: i64) -> u64 {
        self.times.ended(|leave| self.at(leave) < time) as u64
    }
}

impl<'a> Positions<'a> {
    /// The positions of a view of the process at that place; `None` if it has no times.
    pub(super) fn new((trace, clocks): (&'a Trace, &'a Clocks), place: usize, view: View) -> Option<Self> {
        let process: &Process = trace.processes().get(place)?;
        let times = match view {
            View::Calls => own_times(process),
            view => process.times(view),
        };
        Some(Positions { times: times?, clocks, place })
    }
}

/// The loops of the process at that place that run between two times and last at least `least`, down to `depth` loops around
/// them; from the outermost in, each in the order of time. `view`: what the positions of the tree count. O(boxes x log of
/// the events).
pub fn boxes(
    source: (&Trace, &Clocks),
    (place, tree, view): (usize, &LoopTree, View),
    (from, to): (i64, i64),
    (least, depth): (i64, usize),
) -> Vec<LoopBox> {
    let mut found = Vec::new();
    let Some(positions) = Positions::new(source, place, view) else { return found };
    let seen = (positions.before(from), positions.before(to).saturating_add(1));
    let window = (from, to);
    let search = Search { tree, positions, seen, window, least: least.max(1), deepest: depth };
    search.body(&tree.at(0), 0, (0, 0), &mut found);
    found.sort_small_by_key(|it| (it.depth, it.from));
    found
}

/// A loop and one of its iterations, counted over all times that the loop stands in the body around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopPlace {
    /// The name of the loop without the L.
    pub row: u32,
    /// The iteration, from 0.
    pub iteration: u64,
}

/// Of the loop and iteration at the end of a path, over all processes that have it: how many iterations there are, when the
/// first event of this one begins, and when the event after it does, or its last one ends. `None` if no process has it. O(processes x size of the bodies on
/// the path).
pub fn iteration_span(
    source: (&Trace, &Clocks),
    (trees, view): (&[LoopTree], View),
    path: &[LoopPlace],
) -> Option<(u64, i64, i64)> {
    let mut all: Option<(u64, i64, i64)> = None;
    for (place, tree) in trees.iter().enumerate() {
        let Some((count, start, end)) = positions_of(tree, path) else { continue };
        let Some(positions) = Positions::new(source, place, view) else { continue };
        let (first, last) = (positions.span(start), positions.until(end));
        let (Some((from, _)), Some(to)) = (first, last) else { continue };
        all = Some(match all {
            Some((most, start, end)) => (most.max(count), start.min(from), end.max(to)),
            None => (count, from, to),
        });
    }
    all
}

/// Of the loop and iteration at the end of a path: how many iterations there are, and the positions at which this one begins
/// and ends.
fn positions_of(tree: &LoopTree, path: &[LoopPlace]) -> Option<(u64, u64, u64)> {
    let mut body = tree.at(0);
    let mut start = 0u64;
    let mut found = None;
    for step in path {
        let (mut position, mut passed) = (start, 0u64);
        let mut inside = None;
        for item in (0..).map_while(|index| tree.item(&body, index)) {
            if let TreeItem::Loop(place) = item {
                let node = tree.at(place);
                if node.row == step.row {
                    if inside.is_none() && step.iteration < passed + node.count {
                        let at = position + (step.iteration - passed) * node.period;
                        inside = Some((node, at));
                    }
                    passed += node.count;
                }
            }
            position = position.saturating_add(tree.span(item));
        }
        let (node, at) = inside?;
        found = Some((passed, at, at + node.period));
        (body, start) = (node, at);
    }
    found
}

/// The loop with most events of all processes in the iteration at the end of a path, or in the whole program, and how many
/// iterations it has there. Of equals the one with the smaller name. O(processes x size of the bodies).
pub fn largest_loop(trees: &[LoopTree], path: &[LoopPlace]) -> Option<(u32, u64)> {
    // The row of each loop, its events and its iterations: of a tree, then of all.
    let mut all: Vec<(u32, u64, u64)> = Vec::new();
    for tree in trees {
        let Some(body) = body_at(tree, path) else { continue };
        let items = (0..).map_while(|index| tree.item(&body, index));
        let loops = items.filter_map(|item| match item {
            TreeItem::Loop(place) => {
                let node = tree.at(place);
                Some((node.row, tree.span(item), node.count))
            }
            TreeItem::Events(_) => None,
        });
        all.append(&mut merged(loops.collect(), |a, b| a + b));
    }
    let all = merged(all, u64::max);
    let largest = all.into_iter().max_by_key(|&(row, events, _)| (events, Reverse(row)));
    largest.map(|(row, _, count)| (row, count))
}

/// Each row once, ascending, with all its events; `join` says how its iterations are put together.
#[inline(never)]
fn merged(mut list: Vec<(u32, u64, u64)>, join: fn(u64, u64) -> u64) -> Vec<(u32, u64, u64)> {
    list.sort_small_by_key(|&(row, ..)| row);
    list.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            *first = (first.0, first.1.saturating_add(later.1), join(first.2, later.2));
        }
        same
    });
    list
}

fn body_at(tree: &LoopTree, path: &[LoopPlace]) -> Option<TreeLoop> {
    let mut body = tree.at(0);
    for step in path {
        let items = (0..).map_while(|index| tree.item(&body, index));
        let loops = items.filter_map(|item| match item {
            TreeItem::Loop(place) => Some(tree.at(place)),
            TreeItem::Events(_) => None,
        });
        body = loops.into_iter().find(|node| node.row == step.row)?;
    }
    Some(body)
}

struct Search<'a> {
    tree: &'a LoopTree,
    positions: Positions<'a>,
    /// The positions that may be seen.
    seen: (u64, u64),
    window: (i64, i64),
    least: i64,
    /// No loop with more loops around it is looked for.
    deepest: usize,
}

impl Search<'_> {
    /// The loops of a body whose iteration begins at a position; `around`: how many loops, and in which iterations.
    fn body(&self, node: &TreeLoop, start: u64, around: (usize, u64), found: &mut Vec<LoopBox>) {
        let mut position = start;
        let mut index = 0;
        while let Some(item) = self.tree.item(node, index) {
            let span = self.tree.span(item);
            let end = position.saturating_add(span);
            if position >= self.seen.1 || found.len() >= MOST {
                return;
            }
            if let (TreeItem::Loop(place), true) = (item, end > self.seen.0) {
                self.run(&self.tree.at(place), position, around, found);
            }
            position = end;
            index += 1;
        }
    }

    /// A loop that begins at a position.
    fn run(&self, node: &TreeLoop, start: u64, (depth, round): (usize, u64), found: &mut Vec<LoopBox>) {
        let end = start.saturating_add(node.period.saturating_mul(node.count));
        let first = self.positions.span(start);
        let last = self.positions.span(end.saturating_sub(1));
        let (Some((from, _)), Some((_, to))) = (first, last) else { return };
        let length = to.saturating_sub(from);
        if length < self.least || to <= self.window.0 || from >= self.window.1 {
            return;
        }
        found.push(LoopBox { row: node.row, depth, count: node.count, round, from, to });
        // A loop inside is no longer than an iteration.
        let period = node.period.max(1);
        let each = length / i64::try_from(node.count.max(1)).unwrap_or(i64::MAX);
        if each < self.least || depth >= self.deepest {
            return;
        }
        let before = self.seen.0.saturating_sub(start) / period;
        let after = self.seen.1.saturating_sub(start).div_ceil(period).min(node.count);
        for iteration in before..after {
            if found.len() >= MOST {
                return;
            }
            let inside = round.wrapping_mul(0x9e37_79b9).wrapping_add(iteration + 1);
            self.body(node, start + iteration * period, (depth + 1, inside), found);
        }
    }
}

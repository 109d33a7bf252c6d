//! Which rows share which loops.
//!
//! Neighbouring rows whose lists have loops of equal counts in equal order are one group, and the
//! bodies of these loops are grouped in the same way.

use loopscope_core::nest::Loop;

use super::exchange::Exchange;
use super::{INSET, LEAST_SINGLE};
use crate::scene::pieces::{label_width, pieces, Piece};
use crate::scene::source::{List, Source};

/// What one event asks for.
const SINGLE: f64 = 6.0;
/// Many events can be pressed into this, as a halftone.
const LEAST_SINGLES: f64 = 20.0;
/// The narrowest box.
const LEAST_LOOP: f64 = 6.0;
/// Deeper loops are shown as their events.
const DEEPEST: usize = 6;

/// What stands side by side in a group of rows.
pub(super) enum Part<'a> {
    /// Events of each row, perhaps none.
    Gap(Gap<'a>),
    /// A loop of the same count in every row.
    Loop(Loop, Box<Group<'a>>),
}

/// Events of some rows between two of their loops.
pub(super) struct Gap<'a> {
    /// Of each row its list, the first position and the one behind the last.
    pub(super) ranges: Vec<(List<'a>, u64, u64)>,
    /// The events in steps, unless there are too many.
    pub(super) exchange: Option<Exchange>,
}

/// Neighbouring rows.
pub(super) struct Group<'a> {
    /// Index of the first row.
    pub(super) first: usize,
    pub(super) rows: usize,
    pub(super) content: Content<'a>,
}

/// What a group of rows has.
pub(super) enum Content<'a> {
    /// The same loops in the same order.
    Same(Vec<Part<'a>>),
    /// Something else in each of these groups.
    Different(Vec<Group<'a>>),
}

/// Groups neighbouring rows by the counts of the loops in their lists. Reads no more pieces than
/// the budget, which is less afterwards; what is behind them counts as events.
pub(super) fn group_of<'a>(
    sources: &'a [Source<'a>],
    lists: &[List<'a>],
    first: usize,
    depth: usize,
    mains: Option<&[Option<Loop>]>,
    budget: &mut usize,
) -> Group<'a> {
    let all: Vec<Vec<Piece>> = lists
        .iter()
        .enumerate()
        .map(|(row, list)| match mains.map(|mains| mains.get(row).copied().flatten()) {
            Some(Some(node)) => vec![Piece::Loop(node)],
            _ if depth > DEEPEST || *budget == 0 => vec![Piece::Singles(0, list.len)],
            _ => pieces(list).0,
        })
        .collect();
    *budget = budget.saturating_sub(all.iter().map(Vec::len).sum());
    let counts = |row: &[Piece]| -> Vec<u64> {
        row.iter()
            .filter_map(|piece| match piece {
                Piece::Loop(node) => Some(node.count),
                Piece::Singles(..) => None,
            })
            .collect()
    };
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut from = 0;
    while let Some(row) = all.get(from) {
        let shape = counts(row);
        let same = all.get(from..).unwrap_or_default();
        let end = from + same.iter().take_while(|row| counts(row) == shape).count();
        let range = from..end;
        let parts = same_parts(
            sources.get(range.clone()).unwrap_or_default(),
            lists.get(range.clone()).unwrap_or_default(),
            all.get(range.clone()).unwrap_or_default(),
            (first + from, depth, shape.len()),
            budget,
        );
        groups.push(Group { first: first + from, rows: end - from, content: Content::Same(parts) });
        from = end;
    }
    if groups.len() == 1 {
        if let Some(only) = groups.pop() {
            return only;
        }
    }
    Group { first, rows: lists.len(), content: Content::Different(groups) }
}

/// The parts of rows that have the same loops: between every two loops each has its own events.
fn same_parts<'a>(
    sources: &'a [Source<'a>],
    lists: &[List<'a>],
    rows: &[Vec<Piece>],
    (first, depth, loops): (usize, usize, usize),
    budget: &mut usize,
) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    for place in 0..=loops {
        let gaps = lists.iter().zip(rows).map(|(list, row)| {
            let (start, end) = gap(row, place);
            (*list, start, end)
        });
        let ranges: Vec<(List<'a>, u64, u64)> = gaps.collect();
        let exchange = Exchange::new(sources, &ranges);
        parts.push(Part::Gap(Gap { ranges, exchange }));
        let nodes: Vec<Loop> = rows.iter().filter_map(|row| nth_loop(row, place)).collect();
        if let Some(&node) = nodes.first() {
            let bodies: Vec<List<'a>> =
                sources.iter().zip(&nodes).map(|(source, node)| source.body(node)).collect();
            let inner = group_of(sources, &bodies, first, depth + 1, None, budget);
            parts.push(Part::Loop(node, Box::new(inner)));
        }
    }
    parts
}

/// The loop of a row of that number.
fn nth_loop(row: &[Piece], place: usize) -> Option<Loop> {
    let loops = row.iter().filter_map(|piece| match piece {
        Piece::Loop(node) => Some(*node),
        Piece::Singles(..) => None,
    });
    loops.clone().nth(place)
}

/// The events of a row before its loop of that number; behind the last one for their number.
fn gap(row: &[Piece], place: usize) -> (u64, u64) {
    let mut loops = 0;
    for piece in row {
        match piece {
            Piece::Loop(_) => loops += 1,
            Piece::Singles(start, end) if loops == place => return (*start, *end),
            Piece::Singles(..) => {}
        }
    }
    (0, 0)
}

impl Group<'_> {
    /// Levels of boxes around all of its rows: each has a strip for its counts.
    pub(super) fn headers(&self) -> usize {
        match &self.content {
            Content::Different(_) => 0,
            Content::Same(parts) => {
                let inner = parts.iter().filter_map(|part| match part {
                    Part::Loop(_, group) => Some(1 + group.headers()),
                    Part::Gap(_) => None,
                });
                inner.max().unwrap_or(0)
            }
        }
    }

    /// The width at which it is comfortable, and what it can do with.
    pub(super) fn need(&self) -> (f64, f64) {
        match &self.content {
            Content::Same(parts) => parts
                .iter()
                .map(Part::need)
                .fold((0.0, 0.0), |sum, need| (sum.0 + need.0, sum.1 + need.1)),
            Content::Different(groups) => groups
                .iter()
                .map(Group::need)
                .fold((0.0, 0.0), |most, need| (need.0.max(most.0), need.1.max(most.1))),
        }
    }
}

impl Part<'_> {
    pub(super) fn need(&self) -> (f64, f64) {
        match self {
            Part::Gap(gap) => {
                let lengths = gap.ranges.iter().map(|(_, start, end)| end.saturating_sub(*start));
                let most = match &gap.exchange {
                    Some(exchange) => f64::from(exchange.steps),
                    None => lengths.max().unwrap_or(0) as f64,
                };
                // Ever more events ask for ever less each, or they would leave loops no room.
                let wanted = SINGLE * most.min(40.0) + (most - 40.0).max(0.0).sqrt() * SINGLE;
                (wanted, (most * LEAST_SINGLE).min(LEAST_SINGLES))
            }
            Part::Loop(node, inner) => {
                let need = inner.need();
                let label = label_width(node) + 6.0;
                let wanted = need.0.max(label) + 2.0 * INSET;
                (wanted, (need.1 + 2.0 * INSET).max(LEAST_LOOP).min(wanted))
            }
        }
    }
}

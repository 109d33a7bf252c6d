//! Messages as arrows: the colour and the head show the tag.

use super::drawn::Drawn;
use super::grid::Grid;
use super::layout::{Arrow, Crossing};
use super::picture::MessageLine;
use super::words::{arrow_detail, arrow_title};
use crate::scene::heads::{distance, head, TAG_LINE};
use crate::scene::{Ink, Owner, Scene, Shape};

/// Width of a message's line in a card's picture,
const CARD_WIDTH: f64 = 1.0;
/// and where the message waits.
const WAITS: f64 = 0.6;
/// A shorter arrow has no head.
const LEAST_HEAD: f64 = 12.0;
/// Radius of the dot at its start.
const DOT: f64 = 1.6;
/// Length of a message of which one end is not drawn.
const STUB: f64 = 11.0;
/// Points of the arc of a message that stays in its row.
const POINTS: usize = 12;

/// Draws all visible messages and returns where they are.
pub(super) fn arrows(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) -> Vec<MessageLine> {
    let model = drawn.source.model;
    let mut found = Vec::new();
    // Highlighted messages lie above the others.
    for pass in [false, true] {
        for arrow in &drawn.layout.arrows {
            let channel = model.channel(arrow.channel);
            let of = |process| channel.src.0 == process || channel.dst.0 == process;
            let highlighted = drawn.state.process.is_none_or(of);
            if highlighted != pass {
                continue;
            }
            let Some(points) = points(drawn, grid, arrow) else { continue };
            let slot = drawn.source.tags.slot(channel.tag);
            scene.shapes.push(Shape::OwnedBy(Owner::Message(found.len() as u32)));
            draw_arrow(scene, (drawn, grid), arrow, &points, (slot, highlighted));
            found.push(MessageLine {
                points,
                lines: (drawn.assignment.row(channel.src), drawn.assignment.row(channel.dst)),
                slot,
                channel: (channel.src.0, channel.dst.0, channel.tag),
                ends: (arrow.sender, arrow.receiver),
                title: arrow_title(drawn, arrow),
                detail: arrow_detail(drawn, arrow),
            });
        }
    }
    scene.shapes.push(Shape::OwnedBy(Owner::Picture));
    found
}

/// Draws the line of one message, the dot where it starts and its head.
fn draw_arrow(
    scene: &mut Scene,
    (drawn, grid): (&Drawn<'_>, &Grid),
    arrow: &Arrow,
    points: &[(f64, f64)],
    (slot, highlighted): (u8, bool),
) {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
    let card = drawn.state.card;
    let ink = if highlighted { Ink::Tag(slot) } else { Ink::Line };
    let most = if card { CARD_WIDTH } else { TAG_LINE };
    let width = if highlighted { most.min(grid.step * 0.5).max(0.5) } else { 0.75 };
    path(scene, arrow, points, ink, width);
    if card {
        return;
    }
    if arrow.from.is_some() && grid.step >= 4.0 {
        let r = DOT.min(grid.step * 0.25);
        scene.shapes.push(Shape::Disc { x: first.0, y: first.1, r, fill: ink });
    }
    if arrow.to.is_some() && highlighted && distance(first, last) >= LEAST_HEAD {
        let before = points.iter().rev().find(|point| distance(**point, last) > 0.5);
        if let Some(&before) = before {
            head(scene, slot, ink, before, last);
        }
    }
}

/// The points of an arrow's line; `None` if it cannot be seen.
fn points(drawn: &Drawn<'_>, grid: &Grid, arrow: &Arrow) -> Option<Vec<(f64, f64)>> {
    let at = |(step, row): (f64, u32)| Some((grid.x(step), grid.y(row)?));
    let (low, high) = match (arrow.from, arrow.to) {
        (Some(from), Some(to)) => (from.0.min(to.0), from.0.max(to.0)),
        (Some(one), None) | (None, Some(one)) => (one.0, one.0),
        (None, None) => return None,
    };
    if !grid.sees(low, high) {
        return None;
    }
    let channel = drawn.source.model.channel(arrow.channel);
    // A stub points towards the row in which the other process begins.
    let rows = (drawn.assignment.row(channel.src), drawn.assignment.row(channel.dst));
    let slope = match rows.0.cmp(&rows.1) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => -1.0,
    };
    let stub = STUB.min(grid.pitch * 0.4);
    let reach = stub.min(grid.step.max(2.0));
    match (arrow.from, arrow.to) {
        (Some(from), Some(to)) if from.1 == to.1 => {
            let ((x, y), (to_x, _)) = (at(from)?, at(to)?);
            let rise = (grid.pitch * 0.36).min(10.0);
            Some(
                (0..=POINTS)
                    .map(|k| {
                        let part = k as f64 / POINTS as f64;
                        (x + (to_x - x) * part, y - rise * 4.0 * part * (1.0 - part))
                    })
                    .collect(),
            )
        }
        (Some(from), Some(to)) => {
            let (start, end) = (at(from)?, at(to)?);
            Some(match arrow.crossing {
                None => vec![start, end],
                Some(crossing) => untangled(grid, (start, end), &crossing),
            })
        }
        (Some(from), None) => {
            let (x, y) = at(from)?;
            Some(vec![(x, y), (x + reach, y + stub * slope)])
        }
        (None, Some(to)) => {
            let (x, y) = at(to)?;
            Some(vec![(x - reach, y - stub * slope), (x, y)])
        }
        (None, None) => None,
    }
}

/// The points from the sender into its lane, across, and along the receiver's lane to the receiver.
fn untangled(grid: &Grid, (start, end): ((f64, f64), (f64, f64)), crossing: &Crossing) -> Vec<(f64, f64)> {
    let down = if start.1 < end.1 { 1.0 } else { -1.0 };
    let first = (grid.pitch * 0.12).min(3.0);
    let lane = (grid.pitch * 0.06).min(1.6);
    let away = |lanes: u32| down * (first + lane * f64::from(lanes));
    let (leaves, arrives) = (grid.x(crossing.from), grid.x(crossing.to));
    let (above, below) = (start.1 + away(crossing.lanes.0), end.1 - away(crossing.lanes.1));
    let ease = (arrives - leaves).min(grid.step) * 0.35;
    let mut points = vec![start];
    if leaves - start.0 > 1.0 {
        points.push((start.0 + ease.min(leaves - start.0), above));
        points.push((leaves, above));
    }
    if end.0 - arrives > 1.0 {
        points.push((arrives, below));
        points.push((end.0 - ease.min(end.0 - arrives), below));
    }
    points.push(end);
    points
}

/// Draws the line of a message, thin where the message waits.
fn path(scene: &mut Scene, arrow: &Arrow, points: &[(f64, f64)], ink: Ink, width: f64) {
    if arrow.crossing.is_none() {
        return scene.line(points, ink, width);
    }
    // The steepest part is the crossing.
    let climb = |pair: &[(f64, f64)]| match pair {
        [a, b] => (b.1 - a.1).abs(),
        _ => 0.0,
    };
    let steepest = points.windows(2).enumerate();
    let steepest = steepest.max_by(|a, b| climb(a.1).total_cmp(&climb(b.1))).map_or(0, |(at, _)| at);
    let (before, after) = (points.get(..=steepest), points.get(steepest + 1..));
    for waits in [before, after].into_iter().flatten().filter(|part| part.len() > 1) {
        scene.line(waits, ink, WAITS.min(width));
    }
    scene.line(points.get(steepest..steepest + 2).unwrap_or_default(), ink, width);
}

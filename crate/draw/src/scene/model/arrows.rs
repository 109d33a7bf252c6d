//! Messages as arrows, coloured by their tags and marked by them.

use super::boxes::ground;
use super::flights::Flight;
use super::grid::Grid;
use super::layout::Arrow;
use super::words::{arrow_detail, arrow_title};
use super::{Drawn, MessageLine};
use crate::scene::{Ink, Owner, Scene, Shape};

/// Width of a message.
const WIDTH: f64 = 1.4;
/// In a card's picture.
const CARD_WIDTH: f64 = 1.0;
/// Width of one where it waits.
const WAITS: f64 = 0.6;
/// Arrows shorter than this have no head.
const LEAST_HEAD: f64 = 12.0;
/// Length of a head.
const HEAD: f64 = 7.0;
/// Radius of the dot where it begins.
const DOT: f64 = 1.6;
/// Length of what is left of a message without its other end.
const STUB: f64 = 11.0;
/// Points of a message to itself.
const POINTS: usize = 12;

/// Draws all messages that can be seen, and says where they are.
pub(super) fn arrows(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) -> Vec<MessageLine> {
    let model = drawn.source.model;
    let mut found = Vec::new();
    // What stands out comes last.
    for pass in [false, true] {
        for arrow in &drawn.layout.arrows {
            let channel = model.channel(arrow.channel);
            let stands_out = drawn
                .state
                .process
                .is_none_or(|process| channel.src.0 == process || channel.dst.0 == process);
            if stands_out != pass {
                continue;
            }
            let slot = drawn.source.tags.slot(channel.tag);
            let ink = if stands_out { Ink::Tag(slot) } else { Ink::Line };
            let Some(points) = points(drawn, grid, arrow) else { continue };
            let (Some(&first), Some(&last)) = (points.first(), points.last()) else { continue };
            let most = if drawn.state.card { CARD_WIDTH } else { WIDTH };
            let width = if stands_out { most.min(grid.step * 0.5).max(0.5) } else { 0.75 };
            scene.shapes.push(Shape::Of(Owner::Message(found.len() as u32)));
            path(scene, arrow, &points, ink, width);
            if arrow.from.is_some() && grid.step >= 4.0 && !drawn.state.card {
                let r = DOT.min(grid.step * 0.25);
                scene.shapes.push(Shape::Disc { x: first.0, y: first.1, r, fill: ink });
            }
            if arrow.to.is_some() && stands_out && !drawn.state.card {
                let before = points.iter().rev().find(|point| apart(**point, last) > 0.5);
                if let Some(&before) = before.filter(|_| apart(first, last) >= LEAST_HEAD) {
                    head(scene, slot, ink, before, last);
                }
            }
            found.push(MessageLine {
                points,
                lines: (drawn.cast.row(channel.src), drawn.cast.row(channel.dst)),
                slot,
                channel: (channel.src.0, channel.dst.0, channel.tag),
                title: arrow_title(drawn, arrow),
                detail: arrow_detail(drawn, arrow),
            });
        }
    }
    scene.shapes.push(Shape::Of(Owner::Nobody));
    found
}

fn apart((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> f64 {
    (to_x - x).hypot(to_y - y)
}

/// The points that an arrow goes through; nothing if it cannot be seen.
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
    // Towards the row in which the other process begins.
    let rows = (drawn.cast.row(channel.src), drawn.cast.row(channel.dst));
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
            Some(match arrow.flight {
                None => vec![start, end],
                Some(flight) => combed(grid, (start, end), &flight),
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

/// From the sender into its lane, across, and along the receiver's lane to the receiver.
fn combed(grid: &Grid, (start, end): ((f64, f64), (f64, f64)), flight: &Flight) -> Vec<(f64, f64)> {
    let down = if start.1 < end.1 { 1.0 } else { -1.0 };
    let first = (grid.pitch * 0.12).min(3.0);
    let lane = (grid.pitch * 0.06).min(1.6);
    let away = |lanes: u32| down * (first + lane * f64::from(lanes));
    let (leaves, arrives) = (grid.x(flight.from), grid.x(flight.to));
    let (above, below) = (start.1 + away(flight.lanes.0), end.1 - away(flight.lanes.1));
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

/// Draws the line of a message: where it waits, it is thin.
fn path(scene: &mut Scene, arrow: &Arrow, points: &[(f64, f64)], ink: Ink, width: f64) {
    if arrow.flight.is_none() {
        return scene.line(points, ink, width);
    }
    // The crossing is what climbs most.
    let climb = |pair: &[(f64, f64)]| match pair {
        [a, b] => (b.1 - a.1).abs(),
        _ => 0.0,
    };
    let steepest = points.windows(2).enumerate();
    let steepest =
        steepest.max_by(|a, b| climb(a.1).total_cmp(&climb(b.1))).map_or(0, |(at, _)| at);
    let (before, after) = (points.get(..=steepest), points.get(steepest + 1..));
    for waits in [before, after].into_iter().flatten().filter(|part| part.len() > 1) {
        scene.line(waits, ink, WAITS.min(width));
    }
    scene.line(points.get(steepest..steepest + 2).unwrap_or_default(), ink, width);
}

/// The mark of a tag's slot at the end of a line that comes from a point.
pub(super) fn head(
    scene: &mut Scene,
    slot: u8,
    ink: Ink,
    (from_x, from_y): (f64, f64),
    (x, y): (f64, f64),
) {
    let length = apart((from_x, from_y), (x, y)).max(1e-6);
    let (dx, dy) = ((x - from_x) / length, (y - from_y) / length);
    // A point so far back along the line, and so far to its side.
    let point = |back: f64, side: f64| (x - dx * back - dy * side, y - dy * back + dx * side);
    let square = |r: f64| {
        let back = r;
        vec![point(back - r, r), point(back - r, -r), point(back + r, -r), point(back + r, r)]
    };
    let disc = |r: f64, fill: Ink| Shape::Disc { x, y, r, fill };
    match slot {
        1 => scene.polygon(&[(x, y), point(HEAD, 2.9), point(HEAD, -2.9)], ink),
        2 => scene.line(&[point(HEAD, 3.6), (x, y), point(HEAD, -3.6)], ink, WIDTH),
        3 => scene.shapes.push(disc(2.9, ink)),
        4 => {
            scene.shapes.push(disc(3.3, ink));
            scene.shapes.push(disc(2.0, ground(0)));
        }
        5 => scene.polygon(&square(2.7), ink),
        6 => scene.line(&[point(0.0, 3.8), point(0.0, -3.8)], ink, 1.8),
        _ => scene.shapes.push(Shape::Path {
            points: square(2.9),
            closed: true,
            fill: Some(ground(0)),
            line: Some((ink, 1.2)),
        }),
    }
}

//! Boxes, lines of processes, collectives, and the numbers beside the lines.

use loopscope_core::numbers::thousands;
use loopscope_core::system::Construct;

use super::grid::{widest, Grid, BESIDE};
use super::layout::Frame;
use super::plan::{CHANGE, MARGIN};
use super::words::{loop_detail, loop_title, spot_detail, spot_title};
use super::{Drawn, RowLabel};
use crate::scene::{measure, Anchor, Area, Font, Hit, HitKind, Ink, Owner, Scene, Shape};

/// A box narrower than this is not drawn.
const NARROWEST: f64 = 3.0;
/// Points of a curve.
const POINTS: usize = 14;
/// Dashes of a collective's line, and its width.
const DASH: f64 = 3.0;
const DASHED: f64 = 1.25;
/// Hues keep their contrast up to this depth.
const DEEPEST_GREY: usize = 3;

/// The ground inside that many boxes.
pub(super) fn ground(depth: usize) -> Ink {
    if depth == 0 {
        Ink::Canvas
    } else {
        Ink::depth(depth.min(DEEPEST_GREY))
    }
}

fn area(drawn: &Drawn<'_>, grid: &Grid, at: usize, frame: &Frame) -> Option<Area> {
    if !grid.sees(frame.left, frame.right) {
        return None;
    }
    let (top, bottom) = grid.edges(drawn, at)?;
    let area = Area::between(grid.x(frame.left), top, grid.x(frame.right), bottom);
    (area.w >= NARROWEST).then_some(area)
}

/// The boxes of all loops, without their counts.
pub(super) fn frames(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let model = drawn.source.model;
    for (at, frame) in drawn.layout.frames.iter().enumerate() {
        let Some(area) = area(drawn, grid, at, frame) else { continue };
        let radius = 4.0f64.min(area.w / 3.0);
        scene.rect(area, radius, Some(ground(frame.depth + 1)), Some((Ink::Edge, 0.75)));
        let loop_id = model.loop_id(frame.id);
        if frame.closed {
            // There is something in it.
            let (x, y) = (area.x + area.w / 2.0, area.y + area.h / 2.0);
            let r = (grid.step * 0.2).clamp(0.75, 1.75);
            for x in [x - 4.0 * r, x, x + 4.0 * r] {
                scene.shapes.push(Shape::Disc { x, y, r, fill: Ink::Text2 });
            }
        }
        if loop_id == drawn.state.selected {
            let wash = match grid.has_header(at) {
                true => Area { h: grid.header.min(area.h), ..area },
                false => area,
            };
            scene.rect(wash, radius, Some(Ink::Wash), None);
        }
        let seen = area.clipped(grid.left, grid.right);
        scene.hits.push(Hit {
            area: seen,
            kind: HitKind::Loop,
            strip: 0,
            item: Some(frame.id.index()),
            loop_id,
            title: loop_title(model, frame.id),
            detail: loop_detail(model, frame.id),
        });
    }
}

/// The lines of the processes, and the numbers inside of the picture.
pub(super) fn lines(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let (left, right) = (-2.0f64, drawn.layout.length + 2.0);
    let mut moves = drawn.layout.moves.iter().peekable();
    for line in 0..drawn.layout.rows as u32 {
        let starts = &drawn.layout.starts;
        let mut row = starts.get(line as usize).copied().unwrap_or(line);
        let mut points = Vec::new();
        let mut begin = left;
        let mut parts: Vec<Vec<(f64, f64)>> = Vec::new();
        while let Some(step) = moves.next_if(|step| step.line <= line) {
            let end = step.start + CHANGE;
            if let Some(y) = grid.y(row).filter(|_| grid.sees(begin, step.start)) {
                points.push((grid.x(begin.max(grid.from - 1.0)), y));
                points.push((grid.x(step.start), y));
            }
            if let Some((from, to)) = grid.y(step.from).zip(grid.y(step.to)) {
                if grid.sees(step.start, end) {
                    points.extend((1..=POINTS).map(|k| {
                        let part = k as f64 / POINTS as f64;
                        let eased = part * part * (3.0 - 2.0 * part);
                        (grid.x(step.start + part * CHANGE), from + (to - from) * eased)
                    }));
                }
            } else {
                parts.push(std::mem::take(&mut points));
            }
            (row, begin) = (step.to, end);
        }
        if let Some(y) = grid.y(row).filter(|_| grid.sees(begin, right)) {
            points.push((grid.x(begin.max(grid.from - 1.0)), y));
            points.push((grid.x(right.min(grid.to + 1.0)), y));
        }
        parts.push(points);
        scene.shapes.push(Shape::Of(Owner::Line(line)));
        for part in parts.iter().filter(|part| part.len() > 1) {
            scene.line(part, Ink::Line, 1.0);
        }
    }
    if !drawn.state.card {
        numbers(scene, drawn, grid);
    }
    scene.shapes.push(Shape::Of(Owner::Nobody));
}

/// The font of the numbers where the rows change, if there is room for all of them.
fn number_font(drawn: &Drawn<'_>, grid: &Grid) -> Option<Font> {
    let room = (drawn.layout.room + MARGIN) * grid.step - BESIDE;
    let fits = |font: &Font| {
        let high = font.size() < grid.pitch * every(grid) as f64;
        high && widest(drawn.cast, drawn.layout.rows, *font) <= room
    };
    [Font::Caption, Font::TinyLabel].into_iter().find(fits)
}

/// Small rows have a number each only where there is room for it: every how many of them.
fn every(grid: &Grid) -> usize {
    (13.0 / grid.pitch).ceil().max(1.0) as usize
}

/// The numbers of the processes where the rows change; all of them or none.
fn numbers(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let Some(font) = number_font(drawn, grid) else { return };
    let every = every(grid);
    for number in &drawn.layout.numbers {
        let Some(y) = grid.y(number.row).filter(|_| grid.sees(number.x - 2.0, number.x + 2.0))
        else {
            continue;
        };
        if !(number.row as usize).is_multiple_of(every) {
            continue;
        }
        let text = drawn.cast.label(number.line as usize);
        let width = measure::width(font, &text);
        let x = grid.x(number.x);
        let half = font.size() * 0.55;
        let behind =
            Area::between(x - width / 2.0 - 2.0, y - half, x + width / 2.0 + 2.0, y + half);
        scene.shapes.push(Shape::Of(Owner::Nobody));
        scene.rect(behind, 0.0, Some(ground(number.depth)), None);
        scene.shapes.push(Shape::Of(Owner::Line(number.line)));
        let at = (x, y + font.size() * 0.36);
        scene.text(at, Anchor::Middle, (font, Ink::Text), text);
    }
}

/// Collectives and local events.
pub(super) fn spots(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let model = drawn.source.model;
    for spot in &drawn.layout.spots {
        if !grid.sees(spot.x, spot.x) {
            continue;
        }
        let rows: Vec<f64> = spot.rows.iter().filter_map(|&row| grid.y(row)).collect();
        let (Some(&top), Some(&bottom)) = (rows.first(), rows.last()) else { continue };
        let x = grid.x(spot.x);
        let half = (grid.step / 2.0).clamp(1.5, 5.0);
        let touched = match model.construct(spot.id) {
            Construct::Sync { .. } => {
                // Alone, it still reaches a little up and down.
                let reach = if rows.len() == 1 { grid.pitch * 0.35 } else { 0.0 };
                let (from, to) = (top - reach, bottom + reach);
                let width = DASHED.min(grid.step * 0.5).max(0.5);
                let mut dashes = Vec::new();
                let mut y = from;
                while y < to {
                    let end = (y + DASH).min(to);
                    dashes.push(Area::between(x - width / 2.0, y, x + width / 2.0, end));
                    y += 2.0 * DASH;
                }
                scene.comb(from, dashes, Ink::Text2);
                let r = (grid.step * 0.2).clamp(0.75, 2.0);
                for &y in &rows {
                    scene.shapes.push(Shape::Disc { x, y, r, fill: Ink::Text2 });
                }
                Area::between(x - half, from - 3.0, x + half, to + 3.0)
            }
            Construct::Local { .. } => {
                let side = 3.0f64.min(grid.step * 0.6);
                let area = Area::between(
                    x - side / 2.0,
                    top - side / 2.0,
                    x + side / 2.0,
                    top + side / 2.0,
                );
                scene.rect(area, 0.0, Some(Ink::Text2), None);
                Area::between(x - half, top - 5.0, x + half, top + 5.0)
            }
            _ => continue,
        };
        scene.hits.push(Hit {
            area: touched.clipped(grid.left, grid.right),
            kind: HitKind::Event,
            strip: 0,
            item: Some(spot.id.index()),
            loop_id: 0,
            title: spot_title(model, spot.id),
            detail: spot_detail(model, spot.id),
        });
    }
}

/// The counts and names of the boxes, and the outline of the selected one.
pub(super) fn labels(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let model = drawn.source.model;
    for (at, frame) in drawn.layout.frames.iter().enumerate() {
        let Some(area) = area(drawn, grid, at, frame) else { continue };
        let loop_id = model.loop_id(frame.id);
        if loop_id == drawn.state.selected {
            let radius = 4.0f64.min(area.w / 3.0);
            scene.rect(area, radius, None, Some((Ink::Selected, 2.0)));
        }
        let seen = area.clipped(grid.left, grid.right);
        let header = grid.has_header(at);
        if !header && area.h < 2.0 * Font::Caption.size() {
            continue;
        }
        let ink = if loop_id == drawn.state.selected {
            Ink::Text
        } else {
            Ink::secondary_on(ground(frame.depth + 1))
        };
        let count = model.as_loop(frame.id).map_or(0, |node| node.count);
        let count = format!("×{}", thousands(count));
        let usual = if drawn.state.card { Font::Tiny } else { Font::SmallStrong };
        let beyond = 2.0 * MARGIN.min(0.4) * grid.step;
        // Over a narrow box it may be smaller.
        let font = match measure::width(usual, &count) > area.w {
            true => Font::Tiny,
            false => usual,
        };
        let width = measure::width(font, &count);
        let baseline = area.y + if header { grid.header - 4.0 } else { 10.0 };
        if width > seen.w - 6.0 {
            // Over a narrow box its count may reach a little beyond it: boxes side by side are a step apart.
            if header && seen == area && width <= seen.w + beyond {
                let at = (area.x + area.w / 2.0, baseline);
                scene.text(at, Anchor::Middle, (font, Ink::Text), count);
            }
            continue;
        }
        let mut x = seen.x + 4.0;
        scene.text((x, baseline), Anchor::Start, (font, Ink::Text), count);
        if drawn.state.card {
            continue;
        }
        x += width + 4.0;
        let name = format!("L{loop_id}");
        // All digits as wide as the widest, so that boxes side by side have names or none.
        let widest = name.replace(|c: char| c.is_ascii_digit(), "0");
        if x + measure::width(Font::Caption, &widest) + 3.0 <= seen.right() {
            scene.text((x, baseline), Anchor::Start, (Font::Caption, ink), name);
        }
    }
}

/// The rows whose line changes inside the picture without a number that says so.
fn unnumbered(drawn: &Drawn<'_>, grid: &Grid) -> Vec<bool> {
    let mut changes = vec![false; drawn.layout.rows];
    if number_font(drawn, grid).is_none() {
        let seen = drawn
            .layout
            .moves
            .iter()
            .filter(|step| step.start + CHANGE / 2.0 >= grid.from && step.start <= grid.to);
        for row in seen.flat_map(|step| [step.from, step.to]) {
            if let Some(changes) = changes.get_mut(row as usize) {
                *changes = true;
            }
        }
    }
    changes
}

/// The numbers of the processes at the left edge, in the order that they have there. Returns them.
///
/// A row whose line changes further right has none if there is no room for another one there: it would be that of
/// one process beside the events of another.
pub(super) fn gutter(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) -> Vec<RowLabel> {
    let mut lines = drawn.layout.starts.clone();
    for step in drawn.layout.moves.iter().filter(|step| step.start + CHANGE / 2.0 < grid.from) {
        if let Some(row) = lines.get_mut(step.line as usize) {
            *row = step.to;
        }
    }
    let changes = unnumbered(drawn, grid);
    let mut rows = vec![RowLabel::default(); grid.rows()];
    let every = every(grid);
    for (line, &row) in lines.iter().enumerate() {
        let label = drawn.cast.label(line);
        let Some(y) = grid.y(row) else { continue };
        let hidden = changes.get(row as usize).copied().unwrap_or(false);
        if (row as usize).is_multiple_of(every) && !hidden && !drawn.state.card {
            let text = drawn.cast.short_label(line, grid.left - 8.0);
            let at = (grid.left - 6.0, y + 4.3);
            scene.shapes.push(Shape::Of(Owner::Line(line as u32)));
            scene.text(at, Anchor::End, (Font::Label, Ink::Text), text);
        }
        if let Some(place) = rows.get_mut(row as usize) {
            let members = drawn.cast.rows.get(line).map_or(&[][..], Vec::as_slice);
            let processes = members.iter().map(|process| process.0).collect();
            *place = RowLabel { label, y, line: line as u32, processes };
        }
    }
    scene.shapes.push(Shape::Of(Owner::Nobody));
    rows
}

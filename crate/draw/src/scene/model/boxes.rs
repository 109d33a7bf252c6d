//! The boxes of the loops, with their counts and names.

use loopscope_core::numbers::thousands;

use super::body_plan::MARGIN;
use super::drawn::Drawn;
use super::grid::Grid;
use super::layout::Frame;
use super::words::{loop_detail, loop_title};
use crate::scene::{loop_name, measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene, Shape};

/// A narrower box is not drawn.
const NARROWEST: f64 = 3.0;
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

/// Where a box is; `None` if it cannot be seen.
fn area(drawn: &Drawn<'_>, grid: &Grid, at: usize, frame: &Frame) -> Option<Area> {
    if !grid.sees(frame.left, frame.right) {
        return None;
    }
    let (top, bottom) = grid.edges(drawn, at)?;
    let area = Area::between(grid.x(frame.left), top, grid.x(frame.right), bottom);
    (area.w >= NARROWEST).then_some(area)
}

fn radius(area: &Area) -> f64 {
    4.0f64.min(area.w / 3.0)
}

/// Draws the boxes of all loops, without their counts.
pub(super) fn frames(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let model = drawn.source.model;
    for (at, frame) in drawn.layout.frames.iter().enumerate() {
        let Some(area) = area(drawn, grid, at, frame) else { continue };
        let radius = radius(&area);
        scene.rect(area, radius, Some(ground(frame.depth + 1)), Some((Ink::Edge, 0.75)));
        let loop_id = model.loop_id(frame.id);
        if frame.closed {
            // Dots say that it has an inside.
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
        scene.hits.push(Hit {
            area: area.clipped(grid.left, grid.right),
            kind: HitKind::Loop,
            strip: 0,
            item: Some(frame.id.index()),
            loop_id,
            title: loop_title(model, frame.id),
            detail: loop_detail(model, frame.id),
        });
    }
}

/// Writes the counts and names of the boxes, and outlines the selected one.
pub(super) fn labels(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let model = drawn.source.model;
    for (at, frame) in drawn.layout.frames.iter().enumerate() {
        let Some(area) = area(drawn, grid, at, frame) else { continue };
        if model.loop_id(frame.id) == drawn.state.selected {
            scene.rect(area, radius(&area), None, Some((Ink::Selected, 2.0)));
        }
        label(scene, (drawn, grid), (at, frame), area);
    }
}

/// Writes the count of one box, and its name if there is room.
fn label(scene: &mut Scene, (drawn, grid): (&Drawn<'_>, &Grid), (at, frame): (usize, &Frame), area: Area) {
    let model = drawn.source.model;
    let loop_id = model.loop_id(frame.id);
    let visible = area.clipped(grid.left, grid.right);
    let header = grid.has_header(at);
    if !header && area.h < 2.0 * Font::Caption.size() {
        return;
    }
    let count = model.as_loop(frame.id).map_or(0, |node| node.count);
    let count = format!("×{}", thousands(count));
    let usual = if drawn.state.card { Font::Tiny } else { Font::SmallStrong };
    let font = if measure::width(usual, &count) > area.w { Font::Tiny } else { usual };
    let width = measure::width(font, &count);
    let below = if drawn.state.card { 2.5 } else { 4.0 };
    let baseline = area.y + if header { grid.header - below } else { 10.0 };
    if width > visible.w - 6.0 {
        // The count of a narrow box may be a little wider than the box: boxes side by side are a step apart.
        let beyond = 2.0 * MARGIN.min(0.4) * grid.step;
        if header && visible == area && width <= visible.w + beyond {
            let at = (area.x + area.w / 2.0, baseline);
            scene.text(at, Anchor::Middle, (font, Ink::Text), count);
        }
        return;
    }
    let x = visible.x + 4.0;
    scene.text((x, baseline), Anchor::Start, (font, Ink::Text), count);
    let named = if drawn.state.card { Font::Tiny } else { Font::Caption };
    let x = x + (width + 4.0);
    let name = loop_name(loop_id);
    // Digits count as wide as the widest one, so that either all boxes side by side have names or none.
    let widest = name.replace(|c: char| c.is_ascii_digit(), "0");
    if x + measure::width(named, &widest) + 3.0 <= visible.right() {
        let ink = match loop_id == drawn.state.selected {
            true => Ink::Text,
            false => Ink::secondary_on(ground(frame.depth + 1)),
        };
        scene.text((x, baseline), Anchor::Start, (named, ink), name);
    }
}

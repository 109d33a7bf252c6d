//! Collectives as dashed lines, local events as squares.

use loopscope_core::system::Construct;

use super::drawn::Drawn;
use super::grid::Grid;
use super::words::{mark_detail, mark_title};
use crate::scene::{Area, Hit, HitKind, Ink, Scene, Shape};

/// Length of the dashes of a collective's line, and its width.
const DASH: f64 = 3.0;
const DASHED: f64 = 1.25;

/// Draws collectives and local events.
pub(super) fn event_marks(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let model = drawn.source.model;
    for mark in &drawn.layout.marks {
        if !grid.sees(mark.x, mark.x) {
            continue;
        }
        let rows: Vec<f64> = mark.rows.iter().filter_map(|&row| grid.y(row)).collect();
        let Some(&top) = rows.first() else { continue };
        let x = grid.x(mark.x);
        let target = match model.construct(mark.id) {
            Construct::Sync { .. } => collective(scene, grid, x, &rows),
            Construct::Local { .. } => local(scene, grid, (x, top)),
            Construct::Send(_) | Construct::Recv(_) | Construct::Loop(_) => continue,
        };
        scene.hits.push(Hit {
            area: target.clipped(grid.left, grid.right),
            kind: HitKind::Event,
            strip: 0,
            item: Some(mark.id.index()),
            loop_id: 0,
            title: mark_title(model, mark.id),
            detail: mark_detail(model, mark.id),
        });
    }
}

/// Half the width of what the pointer can hit.
fn reach(grid: &Grid) -> f64 {
    (grid.step / 2.0).clamp(1.5, 5.0)
}

/// A dashed line through the rows (their heights, ascending) with a dot on each. Returns its target.
fn collective(scene: &mut Scene, grid: &Grid, x: f64, rows: &[f64]) -> Area {
    let (Some(&top), Some(&bottom)) = (rows.first(), rows.last()) else { return Area::default() };
    // With a single row, the line still reaches a little up and down.
    let beyond = if rows.len() == 1 { grid.pitch * 0.35 } else { 0.0 };
    let (from, to) = (top - beyond, bottom + beyond);
    let width = DASHED.min(grid.step * 0.5).max(0.5);
    let mut dashes = Vec::new();
    let mut y = from;
    while y < to {
        let end = (y + DASH).min(to);
        dashes.push(Area::between(x - width / 2.0, y, x + width / 2.0, end));
        y += 2.0 * DASH;
    }
    scene.bars(from, dashes, Ink::Text2);
    let r = (grid.step * 0.2).clamp(0.75, 2.0);
    for &y in rows {
        scene.shapes.push(Shape::Disc { x, y, r, fill: Ink::Text2 });
    }
    let half = reach(grid);
    Area::between(x - half, from - 3.0, x + half, to + 3.0)
}

/// A square on its line. Returns its target.
fn local(scene: &mut Scene, grid: &Grid, (x, y): (f64, f64)) -> Area {
    let half = 3.0f64.min(grid.step * 0.6) / 2.0;
    scene.rect(Area::between(x - half, y - half, x + half, y + half), 0.0, Some(Ink::Text2), None);
    let half = reach(grid);
    Area::between(x - half, y - 5.0, x + half, y + 5.0)
}

//! Several nests of one string, one below the other on the same axis: where loops start and end in each, and below them
//! where the nests differ.
//!
//! Each row is the top strip of a ribbon without its mark, so a loop looks the same as there.
//! O(pixels x depth x log items) for every row, and O(differing stretches).

use super::boxes::Row;
use super::path::Level;
use super::state::{RibbonState, NARROWEST};
use super::strip::Frame;
use crate::scene::source::Source;
use crate::scene::ticks::TickStyles;
use crate::scene::{measure, picture_width, Anchor, Area, Font, HitKind, Ink, Scene};
use loopscope_core::numbers::{counted, thousands};

/// Height of a row's caption.
const CAPTION: f64 = 19.0;
/// Height of the boxes of a row.
const BOXES: f64 = 24.0;
/// Height of the row of their iterations.
const INSIDE: f64 = 18.0;
/// Between these two rows.
const GAP: f64 = 2.0;
/// Between two rows.
const BETWEEN: f64 = 14.0;
/// Height of a bar that shows a difference.
const BAR: f64 = 7.0;
/// The narrowest such bar.
const LEAST: f64 = 1.5;

/// One of the nests.
#[derive(Clone, Copy, Debug)]
pub struct AlignedRow<'a> {
    /// Its name.
    pub label: &'a str,
    /// Its nest.
    pub source: Source<'a>,
}

/// Draws nests of one string below each other. `differing` are the stretches in which they differ, ascending, each as
/// first position and the one after the last. The strip of a hit is the index of its row.
pub fn aligned(rows: &[AlignedRow<'_>], differing: &[(u64, u64)], width: f64, compact: bool) -> Scene {
    let width = picture_width(width, NARROWEST);
    let mut scene = Scene::new(width, 0.0);
    let state = RibbonState { width, compact, for_export: true, ..RibbonState::default() };
    let mut y = 0.0;
    for (index, row) in rows.iter().enumerate() {
        let hits = scene.hits.len();
        y = draw_row(&mut scene, row, &state, y) + BETWEEN;
        for hit in scene.hits.iter_mut().skip(hits) {
            hit.strip = index;
            if hit.kind == HitKind::Hatch {
                // This picture cannot be zoomed.
                hit.detail.clear();
            }
        }
    }
    if let Some(first) = rows.first() {
        y = draw_differing(&mut scene, first, differing, y);
    }
    scene.height = y.ceil();
    scene
}

/// Draws one nest with its top edge at `top`. Returns where it ends.
fn draw_row(scene: &mut Scene, row: &AlignedRow<'_>, state: &RibbonState, top: f64) -> f64 {
    let source = &row.source;
    let level = Level::top(source);
    let mut frame = Frame::new(source, state, &level, 0, state.width, None);
    frame.boxes_only = true;
    let room = state.width - 12.0 - measure::width(Font::Strong, row.label);
    let items = counted(source.nest.root().len() as u64, "item");
    let notes = [format!("{items} at the top level"), items];
    let note = measure::first_fitting(Font::Caption, &notes, room).unwrap_or("");
    let base = top + 12.0;
    scene.text((0.0, base), Anchor::Start, (Font::Strong, Ink::Text), row.label);
    scene.text((state.width, base), Anchor::End, (Font::Caption, Ink::Text3), note);
    let mut y = top + CAPTION;
    let area = Area::between(frame.left, y, frame.right, y + BOXES);
    let middle = y + BOXES / 2.0;
    scene.line(&[(area.x, middle), (area.right(), middle)], Ink::Line, 1.0);
    let list = level.list;
    let boxes = Row { area, list, start: 0, depth: 1, singles: true, own: true };
    let mut styles = TickStyles::new(source);
    let drawn = frame.row(scene, &mut styles, &boxes);
    y += BOXES;
    if level.height > 1 {
        y += GAP;
        for (placed, node) in drawn.iter().filter(|(_, node)| node.height > 1) {
            frame.inside(scene, &mut styles, placed, node, y);
        }
        y += INSIDE;
    }
    y
}

/// Draws where the nests differ, and the ends of their common axis. Returns where that ends.
fn draw_differing(scene: &mut Scene, row: &AlignedRow<'_>, differing: &[(u64, u64)], top: f64) -> f64 {
    let length = row.source.nest.len();
    let noun = row.source.noun;
    let (width, base) = (scene.width, top + 12.0);
    let title = if differing.is_empty() { "no difference" } else { "differences" };
    scene.text((0.0, base), Anchor::Start, (Font::Strong, Ink::Text), title);
    let y = top + CAPTION;
    let middle = y + BAR / 2.0;
    scene.line(&[(0.5, middle), (width - 0.5, middle)], Ink::Line, 1.0);
    let scale = (width - 1.0) / length.max(1) as f64;
    let mut bars: Vec<Area> = Vec::new();
    for &(from, to) in differing {
        let (left, right) = (0.5 + from as f64 * scale, 0.5 + to as f64 * scale);
        let left = left.min(width - 0.5 - LEAST);
        match bars.last_mut() {
            // Bars that would touch are one.
            Some(last) if left < last.right() + 1.0 => last.w = last.w.max(right - last.x),
            _ => bars.push(Area::between(left, y, right.max(left + LEAST), y + BAR)),
        }
    }
    scene.bars(middle, bars, Ink::Text2);
    let base = y + BAR + 13.0;
    let (font, ink) = (Font::Caption, Ink::Text3);
    scene.text((0.0, base), Anchor::Start, (font, ink), format!("{noun} 0"));
    if length > 1 {
        let last = format!("{noun} {}", thousands(length - 1));
        scene.text((width, base), Anchor::End, (font, ink), last);
    }
    base + 4.0
}

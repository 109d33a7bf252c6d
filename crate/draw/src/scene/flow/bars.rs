//! Columns of bars beside a graph: one for each process, with a bar for each block in its row.

use loopscope_core::numbers::{duration, percent};

use super::columns::Column;
use super::place::{Layout, HEAD};
use crate::scene::{measure, Anchor, Area, Font, Ink, Scene};

/// Width of the room for a share.
const SHARE: f64 = 52.0;
/// Height of a bar.
const BAR: f64 = 13.0;
/// Above the graphs: the name of each process.
pub(super) const TITLE: f64 = 26.0;

/// Where the columns are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Columns {
    /// The left edge of the first.
    pub(super) left: f64,
    /// The width of each.
    pub(super) width: f64,
    /// From the left edge of one to that of the next.
    pub(super) pitch: f64,
    /// The share that is as wide as the bars may be.
    pub(super) scale: f64,
}

impl Columns {
    /// Draws all columns beside a graph. O(columns x rows).
    pub(super) fn draw(&self, scene: &mut Scene, layout: &Layout, columns: &[Column]) {
        for (at, column) in columns.iter().enumerate() {
            let x = self.left + self.pitch * at as f64;
            let right = x + self.width;
            let time = duration(column.nanoseconds);
            let room = self.width - measure::width(Font::Caption, &time) - 8.0;
            let name = measure::fit(Font::Strong, &format!("process {}", column.process), room);
            scene.text((x, 13.0), Anchor::Start, (Font::Strong, Ink::Text), name);
            scene.text((right, 13.0), Anchor::End, (Font::Caption, Ink::Text3), time);
            for boxed in &layout.boxes {
                let sums = column.loops.get(boxed.id as usize).copied().unwrap_or_default();
                let base = boxed.area.y + 13.0;
                let share = percent(column.share(sums.time()));
                let room = self.width - measure::width(Font::Caption, &share) - 6.0;
                let inside = percent(sums.inside_share());
                let words = [format!("{inside} in calls"), inside];
                let words = measure::first_fitting(Font::Caption, &words, room);
                let style = (Font::Caption, Ink::Text);
                scene.text((x, base), Anchor::Start, style, words.unwrap_or(""));
                scene.text((right, base), Anchor::End, style, share);
                let y = boxed.area.y + HEAD + 1.5;
                scene.line(&[(x, y), (right, y)], Ink::Rule, 1.0);
            }
            for placed in &layout.blocks {
                let sums = column.blocks.get(placed.block).copied().unwrap_or_default();
                let y = placed.area.y + placed.area.h.min(24.0) / 2.0;
                let (inside, between) = (column.share(sums.inside), column.share(sums.between));
                self.bar(scene, (x, y - BAR / 2.0), (inside, between));
                let share = percent(inside + between);
                let style = (Font::Caption, Ink::Text2);
                scene.text((right, y + 4.0), Anchor::End, style, share);
            }
        }
    }

    /// A bar of two parts; one that is longer than there is room is broken.
    fn bar(&self, scene: &mut Scene, (x, y): (f64, f64), (inside, between): (f64, f64)) {
        let room = (self.width - SHARE - 6.0).max(8.0);
        let (wanted, scale) = (inside + between, self.scale.max(1e-12));
        let is_broken = wanted > scale * 1.001;
        let whole = if is_broken { room } else { room * wanted / scale };
        let first = if wanted > 0.0 { whole * inside / wanted } else { 0.0 };
        let bar = Area { x, y, w: first.max(1.0), h: BAR };
        scene.rect(bar, 0.0, Some(Ink::Call), None);
        let rest = Area { x: bar.right(), w: whole - bar.w, ..bar };
        if rest.w > 0.0 {
            scene.rect(rest, 0.0, Some(Ink::Work), None);
        }
        if is_broken {
            let (left, slope) = (x + room - 12.0, 4.0);
            let (top, bottom) = (y - 1.0, y + BAR + 1.0);
            let mark = [(left + slope, top), (left + slope + 3.0, top), (left + 3.0, bottom), (left, bottom)];
            scene.polygon(&mark, Ink::Canvas);
        }
    }
}

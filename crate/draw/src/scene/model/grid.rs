//! From steps and rows to pixels.
//!
//! Every box has a strip for its count above its first row and a foot below its last, one for each box that
//! begins or ends there; so no count meets a line, and the rows spread where boxes begin. Where there are
//! many rows, a box of one row goes without.

use loopscope_core::small_sort::SmallSort;

use super::cast::Cast;
use super::layout::Layout;
use super::plan::MARGIN;
use super::{Drawn, ModelState};
use crate::scene::{measure, Font};

/// Height of a strip for a box's count.
const HEADER: f64 = 16.0;
/// In a card's picture.
const CARD_HEADER: f64 = 12.0;
/// Below the last row of a box, for each box that ends there.
const FOOT: f64 = 4.0;
/// There a box with less than this part of the rows goes without.
const SMALL_ON_CARD: usize = 4;
/// A row of a card's picture is at least this high.
const LEAST_OF_CARD: f64 = 3.0;
/// A row is at most this high,
const MOST: f64 = 38.0;
/// or this, where there are no more than so many: flat lines that cross are hard to follow.
const MOST_OF_FEW: (usize, f64) = (8, 52.0);
/// and at least this high as long as there are few.
const LEAST: f64 = 22.0;
const FEW: usize = 24;
/// Of many.
const LEAST_OF_MANY: f64 = 10.0;
/// More rows than this are not drawn.
const MOST_DRAWN: usize = 512;
/// Steps of line left and right of all.
const AROUND: f64 = 1.5;
/// A step is at most this wide when all of them are shown.
const WIDEST_STEP: f64 = 72.0;
/// A step on a phone.
const COMPACT_STEP: f64 = 12.0;
/// Fewer steps than this are not zoomed into.
const LEAST_STEPS: f64 = 2.0;
/// Widest label of a row.
const GUTTER: f64 = 64.0;
/// Pixels beside a number in the picture.
pub(super) const BESIDE: f64 = 3.0;

/// The frame of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The plot's edges.
    pub(super) left: f64,
    pub(super) right: f64,
    /// The visible steps.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Height of a row.
    pub(super) pitch: f64,
    /// Pixels of a step.
    pub(super) step: f64,
    /// Height of the strip for a box's count.
    pub(super) header: f64,
    /// The upper edge of every row that is drawn.
    tops: Vec<f64>,
    /// For every box, how many boxes with strips begin at its first row inside of it, itself included,
    heads: Vec<u32>,
    /// and end at its last.
    feet: Vec<u32>,
}

impl Grid {
    pub(super) fn new(drawn: &Drawn<'_>) -> Grid {
        let (state, layout) = (drawn.state, drawn.layout);
        let width = width_of(state);
        let rows = layout.rows.min(MOST_DRAWN);
        let frames = &layout.frames;
        let (mut heads, mut feet) = (vec![0u32; frames.len()], vec![0u32; frames.len()]);
        let (mut above, mut below) = (vec![0u32; rows + 1], vec![0u32; rows + 1]);
        // Inner boxes come later.
        for (at, frame) in frames.iter().enumerate().rev() {
            let own = (frame.last - frame.first) as usize + 1;
            if (own == 1 && rows > FEW) || (state.card && own * SMALL_ON_CARD < rows) {
                continue;
            }
            for (counts, edges, row, side) in [
                (&mut heads, &mut above, frame.first, true),
                (&mut feet, &mut below, frame.last, false),
            ] {
                let own = counts.get(at).copied().unwrap_or(0) + 1;
                if let Some(count) = counts.get_mut(at) {
                    *count = own;
                }
                if let Some(edge) = edges.get_mut(row as usize) {
                    *edge = own.max(*edge);
                }
                let outer = frame.parent.and_then(|parent| Some((parent, frames.get(parent)?)));
                let Some((parent, outer)) = outer else { continue };
                let same = if side { outer.first == row } else { outer.last == row };
                if let Some(count) = counts.get_mut(parent).filter(|_| same) {
                    *count = own.max(*count);
                }
            }
        }
        let header = if state.card { CARD_HEADER } else { HEADER };
        let extra: f64 = above.iter().map(|&count| f64::from(count) * header).sum::<f64>()
            + below.iter().map(|&count| f64::from(count) * FOOT).sum::<f64>();
        let least = match rows {
            _ if state.card => LEAST_OF_CARD,
            0..=FEW => LEAST,
            _ => LEAST_OF_MANY,
        };
        let wanted = (state.height - 2.0 - extra) / rows.max(1) as f64;
        let most = if rows <= MOST_OF_FEW.0 { MOST_OF_FEW.1 } else { MOST };
        let pitch = if wanted.is_finite() { wanted.clamp(least, most) } else { least };
        let mut tops = Vec::with_capacity(rows);
        let mut top = 1.0;
        for row in 0..rows {
            let edge = |edges: &[u32]| f64::from(edges.get(row).copied().unwrap_or(0));
            top += edge(&above) * header;
            tops.push(top);
            top += pitch + edge(&below) * FOOT;
        }
        let (left, right) = match state.card {
            true => (0.0, width),
            false => (gutter(drawn.cast, rows), width - 4.0),
        };
        let (from, to, step) = window(drawn, right - left);
        Grid {
            width,
            height: top + 1.0,
            left,
            right,
            from,
            to,
            pitch,
            step,
            header,
            tops,
            heads,
            feet,
        }
    }

    /// Rows that are drawn.
    pub(super) fn rows(&self) -> usize {
        self.tops.len()
    }

    /// Where a step is.
    pub(super) fn x(&self, step: f64) -> f64 {
        self.left + (step - self.from) * self.step
    }

    /// The line of a row; `None` for one that is not drawn.
    pub(super) fn y(&self, row: u32) -> Option<f64> {
        Some(self.tops.get(row as usize)? + self.pitch / 2.0)
    }

    /// Whether something between two steps may be seen.
    pub(super) fn sees(&self, from: f64, to: f64) -> bool {
        to >= self.from - 0.5 && from <= self.to + 0.5
    }

    /// Upper and lower edge of a box.
    pub(super) fn edges(&self, drawn: &Drawn<'_>, at: usize) -> Option<(f64, f64)> {
        let frame = drawn.layout.frames.get(at)?;
        let first = self.tops.get(frame.first as usize)?;
        // What reaches beyond the last row that is drawn ends there.
        let last = self.tops.get(frame.last as usize).or(self.tops.last())? + self.pitch;
        let heads = self.heads.get(at).copied().unwrap_or(0);
        if heads == 0 {
            // A box of one row: boxes inside of it are a little lower.
            let inset = 1.5 + 2.0 * self.single_depth(drawn, at);
            let inset = inset.min(self.pitch * 0.35);
            return Some((first + inset, last - inset));
        }
        let feet = f64::from(self.feet.get(at).copied().unwrap_or(1));
        Some((first - self.header * f64::from(heads), last + FOOT * feet - 2.0))
    }

    /// How many boxes of one row are around a box of one row.
    fn single_depth(&self, drawn: &Drawn<'_>, at: usize) -> f64 {
        let frames = &drawn.layout.frames;
        let mut depth = 0.0;
        let mut outer = frames.get(at).and_then(|frame| frame.parent);
        while let Some(parent) = outer.filter(|&parent| self.heads.get(parent) == Some(&0)) {
            depth += 1.0;
            outer = frames.get(parent).and_then(|frame| frame.parent);
        }
        depth
    }

    /// Whether a box has a strip for its count.
    pub(super) fn has_header(&self, at: usize) -> bool {
        self.heads.get(at).is_some_and(|&heads| heads > 0)
    }
}

fn width_of(state: &ModelState) -> f64 {
    if state.width.is_finite() {
        state.width.clamp(160.0, crate::scene::WIDEST)
    } else {
        160.0
    }
}

/// Width of the numbers at the left edge.
fn gutter(cast: &Cast, rows: usize) -> f64 {
    widest(cast, rows, Font::Label).min(GUTTER).ceil() + 10.0
}

/// Width of the widest label of the first rows.
pub(super) fn widest(cast: &Cast, rows: usize, font: Font) -> f64 {
    (0..rows).map(|row| measure::width(font, &cast.label(row))).fold(0.0, f64::max)
}

/// The steps that numbers need where rows change, if the layout has fewer and they can be had: what all of them take
/// must not be more than half of the picture.
pub(super) fn room_for_numbers(layout: &Layout, cast: &Cast, state: &ModelState) -> Option<f64> {
    let mut starts: Vec<f64> = layout.numbers.iter().map(|number| number.start).collect();
    starts.sort_small_by(f64::total_cmp);
    starts.dedup();
    let changes = starts.len() as f64;
    let pixels = (width_of(state) - 4.0 - gutter(cast, layout.rows)).max(1.0);
    let needed = widest(cast, layout.rows, Font::TinyLabel) + BESIDE;
    let least = if state.compact { COMPACT_STEP } else { 0.0 };
    let step = (pixels / (layout.length + 2.0 * AROUND)).clamp(least, WIDEST_STEP.max(least));
    if changes == 0.0 || (layout.room + MARGIN) * step >= needed || changes * needed > pixels / 2.0
    {
        return None;
    }
    // (room + MARGIN) · step = needed, where step = pixels / (steps without numbers + changes · room).
    let others = layout.length + 2.0 * AROUND - changes * layout.room;
    Some((needed * others - MARGIN * pixels) / (pixels - needed * changes) * 1.001)
}

/// The visible steps, and the pixels of one.
fn window(drawn: &Drawn<'_>, room: f64) -> (f64, f64, f64) {
    let room = room.max(1.0);
    let (first, last) = (-AROUND, drawn.layout.length + AROUND);
    let all = (last - first).max(LEAST_STEPS);
    let asked = drawn.state.zoom.filter(|(from, to)| from.is_finite() && to > from);
    if let Some((from, to)) = asked {
        let width = (to - from).clamp(LEAST_STEPS, all.max(room / WIDEST_STEP));
        let from = from.clamp(first, (last - width).max(first));
        return (from, from + width, room / width);
    }
    let step = (room / all).min(WIDEST_STEP);
    let step = if drawn.state.compact { step.max(COMPACT_STEP) } else { step };
    let span = room / step;
    // What is wider than the picture is shown from the selected box on, if that begins out of sight.
    let model = drawn.source.model;
    let chosen =
        drawn.layout.frames.iter().find(|frame| {
            drawn.state.selected > 0 && model.loop_id(frame.id) == drawn.state.selected
        });
    let out = chosen.map(|frame| frame.left).filter(|&left| left > first + span / 2.0);
    let from = out.map_or(first, |left| (left - AROUND).min(last - span).max(first));
    (from, from + span, step)
}

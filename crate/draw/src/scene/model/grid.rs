//! From steps and rows to pixels.
//!
//! A box has a strip for its count above its first row and a foot below its last one; boxes that begin or end at the
//! same row get one each. So no count meets a line, and the rows spread where boxes begin. Where there are many rows,
//! a box of a single row has neither.

use loopscope_core::small_sort::SmallSort;

use super::body_plan::MARGIN;
use super::drawn::Drawn;
use super::layout::{Frame, Layout};
use super::row_assignment::RowAssignment;
use super::state::ModelState;
use crate::scene::{measure, picture_width, Font};

/// The narrowest picture.
const NARROWEST: f64 = 160.0;
/// Height of a strip for a box's count.
const HEADER: f64 = 16.0;
/// The same in a card's picture.
const CARD_HEADER: f64 = 12.0;
/// Height of the foot below the last row of a box.
const FOOT: f64 = 4.0;
/// In a card's picture, a box with less than this part of the rows has no strip.
const SMALL_ON_CARD: usize = 4;
/// The least height of a row in a card's picture.
const LEAST_OF_CARD: f64 = 3.0;
/// A row is at most this high,
const MOST: f64 = 38.0;
/// or this high with at most so many rows: flat lines that cross are hard to follow.
const MOST_OF_FEW: (usize, f64) = (8, 52.0);
/// and at least this high while there are few rows.
const LEAST: f64 = 22.0;
const FEW: usize = 24;
/// The least height of many rows.
const LEAST_OF_MANY: f64 = 10.0;
/// More rows than this are not drawn.
const MOST_DRAWN: usize = 512;
/// Steps of empty lines left and right of everything.
const AROUND: f64 = 1.5;
/// A step is at most this wide when all of them are shown.
const WIDEST_STEP: f64 = 72.0;
/// A step on a phone.
const COMPACT_STEP: f64 = 12.0;
/// Zooming in ends at this many steps.
const LEAST_STEPS: f64 = 2.0;
/// Widest label of a row.
const GUTTER: f64 = 64.0;
/// Pixels beside a number inside the picture.
pub(super) const BESIDE: f64 = 3.0;

/// Where steps and rows are in CSS pixels.
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
    /// For every box, how many boxes inside it, itself included, have a strip and begin at its first row,
    heads: Vec<u32>,
    /// and how many of them end at its last.
    feet: Vec<u32>,
}

impl Grid {
    pub(super) fn new(drawn: &Drawn<'_>) -> Self {
        let (state, layout) = (drawn.state, drawn.layout);
        let width = width_of(state);
        let rows = layout.rows.min(MOST_DRAWN);
        let strips = Strips::new(&layout.frames, rows, state.card);
        let header = if state.card { CARD_HEADER } else { HEADER };
        let pitch = pitch(state, rows, strips.height(header));
        let mut tops = Vec::with_capacity(rows);
        let mut top = 1.0;
        for row in 0..rows {
            let strips_at = |counts: &[u32]| f64::from(counts.get(row).copied().unwrap_or(0));
            top += strips_at(&strips.above) * header;
            tops.push(top);
            top += pitch + strips_at(&strips.below) * FOOT;
        }
        let (left, right) = match state.card {
            true => (0.0, width),
            false => (gutter(drawn.assignment, rows), width - 4.0),
        };
        let (from, to, step) = window(drawn, right - left);
        Self {
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
            heads: strips.heads,
            feet: strips.feet,
        }
    }

    /// How many rows are drawn.
    pub(super) fn rows(&self) -> usize {
        self.tops.len()
    }

    /// Where a step is drawn.
    pub(super) fn x(&self, step: f64) -> f64 {
        self.left + (step - self.from) * self.step
    }

    /// The height of a row's line; `None` for a row that is not drawn.
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
        // A box that reaches beyond the last drawn row ends there.
        let last = self.tops.get(frame.last as usize).or(self.tops.last())? + self.pitch;
        let heads = self.heads.get(at).copied().unwrap_or(0);
        if heads == 0 {
            // A box of one row without a strip: the boxes inside it are a little lower.
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

/// How many strips and feet the boxes need.
struct Strips {
    /// For every box, how many boxes inside it, itself included, have a strip and begin at its first row,
    heads: Vec<u32>,
    /// and how many of them end at its last.
    feet: Vec<u32>,
    /// For every row, the strips above it
    above: Vec<u32>,
    /// and the feet below it.
    below: Vec<u32>,
}

impl Strips {
    /// O(boxes).
    fn new(frames: &[Frame], rows: usize, card: bool) -> Self {
        let (mut heads, mut feet) = (vec![0u32; frames.len()], vec![0u32; frames.len()]);
        let (mut above, mut below) = (vec![0u32; rows + 1], vec![0u32; rows + 1]);
        // Inner boxes come later.
        for (at, frame) in frames.iter().enumerate().rev() {
            let own = (frame.last - frame.first) as usize + 1;
            if (own == 1 && rows > FEW) || (card && own * SMALL_ON_CARD < rows) {
                continue;
            }
            for (counts, edges, row, is_top) in
                [(&mut heads, &mut above, frame.first, true), (&mut feet, &mut below, frame.last, false)]
            {
                let own = counts.get(at).copied().unwrap_or(0) + 1;
                if let Some(count) = counts.get_mut(at) {
                    *count = own;
                }
                if let Some(edge) = edges.get_mut(row as usize) {
                    *edge = own.max(*edge);
                }
                let outer = frame.parent.and_then(|parent| Some((parent, frames.get(parent)?)));
                let Some((parent, outer)) = outer else { continue };
                let same = if is_top { outer.first == row } else { outer.last == row };
                if let Some(count) = counts.get_mut(parent).filter(|_| same) {
                    *count = own.max(*count);
                }
            }
        }
        Self { heads, feet, above, below }
    }

    /// Height of all of them together.
    fn height(&self, header: f64) -> f64 {
        self.above.iter().map(|&count| f64::from(count) * header).sum::<f64>()
            + self.below.iter().map(|&count| f64::from(count) * FOOT).sum::<f64>()
    }
}

/// The height of a row, so that the picture gets the height asked for if possible. `strips`: height of all strips.
fn pitch(state: &ModelState, rows: usize, strips: f64) -> f64 {
    let least = match rows {
        _ if state.card => LEAST_OF_CARD,
        0..=FEW => LEAST,
        _ => LEAST_OF_MANY,
    };
    let wanted = (state.height - 2.0 - strips) / rows.max(1) as f64;
    let most = if rows <= MOST_OF_FEW.0 { MOST_OF_FEW.1 } else { MOST };
    if wanted.is_finite() {
        wanted.clamp(least, most)
    } else {
        least
    }
}

fn width_of(state: &ModelState) -> f64 {
    picture_width(state.width, NARROWEST)
}

/// Width of the numbers at the left edge.
fn gutter(assignment: &RowAssignment, rows: usize) -> f64 {
    widest(assignment, rows, Font::Label).min(GUTTER).ceil() + 10.0
}

/// Width of the widest label of the first rows.
pub(super) fn widest(assignment: &RowAssignment, rows: usize, font: Font) -> f64 {
    (0..rows).map(|row| measure::width(font, &assignment.label(row))).fold(0.0, f64::max)
}

/// The steps that numbers need where rows change. `None` if the layout has that many already, or if all numbers
/// together would take more than half of the picture.
pub(super) fn room_for_numbers(layout: &Layout, assignment: &RowAssignment, state: &ModelState) -> Option<f64> {
    let mut starts: Vec<f64> = layout.numbers.iter().map(|number| number.start).collect();
    starts.sort_small_by(f64::total_cmp);
    starts.dedup();
    let changes = starts.len() as f64;
    let pixels = (width_of(state) - 4.0 - gutter(assignment, layout.rows)).max(1.0);
    let needed = widest(assignment, layout.rows, Font::TinyLabel) + BESIDE;
    let least = if state.compact { COMPACT_STEP } else { 0.0 };
    let step = (pixels / (layout.length + 2.0 * AROUND)).clamp(least, WIDEST_STEP.max(least));
    if changes == 0.0 || (layout.room + MARGIN) * step >= needed || changes * needed > pixels / 2.0 {
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
    // Of a layout wider than the picture, the part from the selected box on is shown if that box is out of sight.
    let model = drawn.source.model;
    let chosen = drawn
        .layout
        .frames
        .iter()
        .find(|frame| drawn.state.selected > 0 && model.loop_id(frame.id) == drawn.state.selected);
    let out = chosen.map(|frame| frame.left).filter(|&left| left > first + span / 2.0);
    let from = out.map_or(first, |left| (left - AROUND).min(last - span).max(first));
    (from, from + span, step)
}

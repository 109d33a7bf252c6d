//! Where the blocks, boxes and lines of one graph are.

use super::blocks::{Blocks, Row};
use super::lanes::{lane_count, Line};
use super::state::FlowSource;
use crate::scene::{measure, Area, Font};
use loopscope_core::numbers::thousands;

/// Height of a line of text in a block, and what is above and below the lines.
const LINE: f64 = 16.0;
const MARGIN: f64 = 4.0;
/// Between two rows.
const GAP: f64 = 8.0;
/// Height of the strip with the name of a loop.
pub(super) const HEAD: f64 = 18.0;
/// How much further right a box lies than the box around it.
const STEP: f64 = 16.0;
/// Between the left edge of a box and its blocks.
const GUTTER: f64 = 30.0;
/// Between the blocks and the first lane, and between two lanes.
const LANE: f64 = 12.0;
const LANES: f64 = 9.0;
/// How much further left the right edge of a box lies than that of the box around it.
const INSET: f64 = 4.0;
/// No more blocks than that are drawn.
const MOST_BLOCKS: usize = 1_000;

/// A placed block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed {
    /// The block.
    pub(super) block: usize,
    /// Where it is.
    pub(super) area: Area,
    /// Width of its tab at the left; 0 without.
    pub(super) tab: f64,
    /// Its lines of text.
    pub(super) lines: Vec<String>,
}

/// A placed box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Boxed {
    /// The loop.
    pub(super) id: u32,
    /// Where it is.
    pub(super) area: Area,
}

/// The places of all parts of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    /// Blocks by row, from the top.
    pub(super) blocks: Vec<Placed>,
    /// Boxes, outer ones first.
    pub(super) boxes: Vec<Boxed>,
    /// The box of each loop that has one, by its place in `boxes`.
    pub(super) box_of: Vec<Option<usize>>,
    /// The right edge of all blocks.
    pub(super) right: f64,
    /// Where lines to the next row run.
    pub(super) down: f64,
    /// Where the lines of each lane run.
    pub(super) lanes: Vec<f64>,
    /// The lowest edge of all.
    pub(super) bottom: f64,
    /// Blocks that are not drawn.
    pub(super) left_out: usize,
}

/// The rows that are drawn, and the row of each block: blocks beyond the most that are drawn have none.
pub(super) fn drawn_rows(rows: &[Row], blocks: &Blocks) -> (Vec<Row>, Vec<Option<usize>>) {
    let mut row_of = vec![None; blocks.list.len()];
    let (mut kept, mut count, mut open) = (Vec::with_capacity(rows.len()), 0, Vec::new());
    for &row in rows {
        match row {
            Row::Block(_) if count == MOST_BLOCKS => break,
            Row::Block(block) => {
                row_of[block as usize] = Some(count);
                count += 1;
            }
            Row::Open(id) => open.push(id),
            Row::Close(_) => {
                open.pop();
            }
        }
        kept.push(row);
    }
    kept.extend(open.into_iter().rev().map(Row::Close));
    (kept, row_of)
}

impl Layout {
    /// Places everything between `left` and `left + width`, below `top`. O(rows).
    pub(super) fn new(
        source: &FlowSource<'_>,
        blocks: &Blocks,
        rows: &[Row],
        lines: &[Line],
        (left, top, width): (f64, f64, f64),
    ) -> Self {
        let deepest = rows.iter().map(|row| depth(source, *row)).max().unwrap_or(0) as f64;
        let lanes = lane_count(lines) as f64;
        // Deep loops and many lanes may take half of the width.
        let squeeze = |wanted: f64, room: f64| if wanted > room { room / wanted } else { 1.0 };
        let indents = squeeze(STEP * deepest + GUTTER - STEP, width * 0.3);
        let (step, gutter) = (STEP * indents, GUTTER * indents);
        let reach = LANE + LANES * (lanes - 1.0).max(0.0) + LANES + INSET * (deepest - 1.0).max(0.0);
        let reach = if deepest + lanes > 0.0 { reach } else { 0.0 };
        let outward = squeeze(reach, width * 0.2);
        let right = left + width - reach * outward;
        let first = right + LANE * outward;
        let mut layout = Self {
            right,
            down: right - 16.0,
            lanes: (0..lanes as usize).map(|at| first + LANES * outward * at as f64).collect(),
            box_of: vec![None; source.loops.all().len()],
            ..Self::default()
        };
        let mut open: Vec<usize> = Vec::new();
        let mut y = top;
        for &row in rows {
            let depth = open.len() as f64;
            match row {
                Row::Open(id) => {
                    let x = left + step * depth;
                    let end = left + width - INSET * outward * depth;
                    layout.box_of[id as usize] = Some(layout.boxes.len());
                    open.push(layout.boxes.len());
                    let area = Area { x, y, w: end - x, h: HEAD };
                    layout.boxes.push(Boxed { id, area });
                    y += HEAD + GAP;
                }
                Row::Close(_) => {
                    if let Some(area) = open.pop().map(|at| &mut layout.boxes[at].area) {
                        area.h = y - area.y;
                    }
                    y += GAP;
                }
                Row::Block(block) => {
                    let inner = if depth > 0.0 { step * (depth - 1.0) + gutter } else { 0.0 };
                    let (x, end) = (left + inner, right);
                    let placed = place_block(source, blocks, block as usize, (x, y, end));
                    y = placed.area.bottom() + GAP;
                    layout.blocks.push(placed);
                }
            }
        }
        layout.bottom = (y - GAP).max(top);
        layout.left_out = blocks.list.len() - layout.blocks.len();
        layout
    }

    /// The area of the box of a loop.
    pub(super) fn boxed(&self, id: u32) -> Option<Area> {
        let place = self.box_of.get(id as usize).copied().flatten();
        place.and_then(|place| self.boxes.get(place)).map(|boxed| boxed.area)
    }
}

fn depth(source: &FlowSource<'_>, row: Row) -> u32 {
    match row {
        Row::Open(id) => source.loops.get(id).map_or(0, |known| known.depth),
        Row::Block(_) | Row::Close(_) => 0,
    }
}

fn place_block(source: &FlowSource<'_>, blocks: &Blocks, at: usize, (x, y, end): (f64, f64, f64)) -> Placed {
    let block = &blocks.list[at];
    let tab = match block.own_loop {
        Some(id) => measure::width(Font::Strong, &source.repeats(id)) + 10.0,
        None => 0.0,
    };
    let tab = tab.ceil().min((end - x) / 2.0);
    let count = measure::width(Font::Caption, &thousands(source.times_of(block)));
    let room = end - x - tab - 8.0 - count - 15.0;
    let lines = source.block_lines(block, room.max(0.0));
    let height = LINE * lines.len().max(1) as f64 + 2.0 * MARGIN;
    Placed { block: at, area: Area { x, y, w: end - x, h: height }, tab, lines }
}

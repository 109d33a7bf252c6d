//! The communication matrix: who sends how much to whom (Ketterlin 2011, figure 6).
//!
//! A field of squares with a row for each process that sends and a column for each that receives; the more is sent, the
//! darker the square. What processes send differs by orders of magnitude, so darkness follows the logarithm, in five
//! steps over at least a decade; the legend says what each step holds. Small matrices show their numbers. With more
//! than [`MOST_SQUARES`] processes, each square stands for several neighbours.
//!
//! O(cells).

use std::collections::BTreeMap;

use loopscope_core::numbers::{bytes, counted, thousands};
use loopscope_core::system::Matrix;
use loopscope_core::trace::ProcessId;

use super::{measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene};

/// With more processes than this, a row stands for several of them.
pub const MOST_SQUARES: usize = 128;

/// What to draw of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct MatrixPicture<'a> {
    /// All processes, ascending: the rows and columns.
    pub processes: &'a [ProcessId],
    /// What they send.
    pub matrix: &'a Matrix,
    /// Whether squares show bytes instead of messages; without known bytes the field is empty.
    pub bytes: bool,
    /// Width of the picture in CSS pixels.
    pub width: f64,
}

/// Steps of darkness.
const STEPS: u8 = 5;
/// Height of the title and of the labels of the columns.
const TOP: f64 = 44.0;
/// Between two squares.
const GAP: f64 = 1.0;

/// Draws a matrix.
pub fn matrix(picture: &MatrixPicture<'_>) -> Scene {
    let field = Field::new(picture);
    let values = values(picture, field.block);
    let mut scene = Scene::new(picture.width, 0.0);
    title(&mut scene, picture.bytes);
    field.draw_ground(&mut scene);
    let ranges = field.draw_squares(&mut scene, &values, picture.bytes);
    let at = (field.left, TOP + field.size() + 24.0);
    legend(&mut scene, at, &ranges, picture.bytes);
    scene
}

/// An amount in words: `640 B`, or `62`.
fn amount(value: u64, in_bytes: bool) -> String {
    if in_bytes {
        bytes(value)
    } else {
        thousands(value)
    }
}

/// What is sent from each row to each column.
fn values(picture: &MatrixPicture<'_>, block: usize) -> BTreeMap<(usize, usize), u64> {
    let mut values: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for cell in picture.matrix.cells() {
        let place = |process| picture.processes.binary_search(&process).ok().map(|at| at / block);
        let value = if picture.bytes { cell.bytes } else { Some(cell.messages) };
        let (Some(row), Some(column), Some(value)) = (place(cell.src), place(cell.dst), value) else {
            continue;
        };
        let sum = values.entry((row, column)).or_insert(0);
        *sum = sum.saturating_add(value);
    }
    values
}

fn title(scene: &mut Scene, in_bytes: bool) {
    let what = if in_bytes { "Bytes" } else { "Messages" };
    scene.text((0.0, 13.0), Anchor::Start, (Font::Strong, Ink::Text), what);
    let from = measure::width(Font::Strong, what) + 8.0;
    let words = "from a row to a column";
    scene.text((from, 13.0), Anchor::Start, (Font::Caption, Ink::Text2), words);
}

/// The field of squares: where it is, and the names of its rows.
struct Field {
    /// Processes of one row.
    block: usize,
    names: Vec<String>,
    /// Width of the widest name.
    widest: f64,
    left: f64,
    /// Side of a square with its gap.
    side: f64,
}

impl Field {
    fn new(picture: &MatrixPicture<'_>) -> Self {
        let processes = picture.processes;
        let block = processes.len().div_ceil(MOST_SQUARES).max(1);
        let squares = processes.len().div_ceil(block);
        let names: Vec<String> = (0..squares).map(|at| label(processes, at, block)).collect();
        let widest = names.iter().map(|n| measure::width(Font::Caption, n)).fold(0.0, f64::max);
        let left = (widest + 10.0).ceil();
        let room = (picture.width - left - 1.0).clamp(40.0, 720.0);
        let side = (room / squares.max(1) as f64).clamp(2.0, 56.0);
        Self { block, names, widest, left, side }
    }

    fn size(&self) -> f64 {
        self.side * self.names.len().max(1) as f64
    }

    /// Draws the ground, and the names of rows and columns as far as there is room.
    fn draw_ground(&self, scene: &mut Scene) {
        let ground = Area { x: self.left, y: TOP, w: self.size(), h: self.size() };
        scene.rect(ground, 0.0, Some(Ink::Canvas), Some((Ink::Rule, 1.0)));
        let every = |room: f64| ((room / self.side).ceil() as usize).max(1);
        let (down, across) = (every(14.0), every(self.widest + 8.0));
        for (at, name) in self.names.iter().enumerate() {
            let middle = (at as f64 + 0.5) * self.side;
            let style = (Font::Caption, Ink::Text2);
            if at % down == 0 {
                let at = (self.left - 6.0, TOP + middle + 4.0);
                scene.text(at, Anchor::End, style, name.clone());
            }
            if at % across == 0 {
                let at = (self.left + middle, TOP - 6.0);
                scene.text(at, Anchor::Middle, style, name.clone());
            }
        }
    }

    /// Draws the squares and their numbers. Returns the least and the most amount of each darkness.
    fn draw_squares(
        &self,
        scene: &mut Scene,
        values: &BTreeMap<(usize, usize), u64>,
        in_bytes: bool,
    ) -> Vec<Option<(u64, u64)>> {
        let most = values.values().copied().max().unwrap_or(0);
        let least = values.values().copied().filter(|&value| value > 0).min().unwrap_or(most);
        // Amounts that differ by less than a decade are about equally dark.
        let least = least.min(most / 10);
        let inner = (self.side - if self.side > 4.0 { GAP } else { 0.0 }).max(1.0);
        let mut bars: Vec<Vec<Area>> = vec![Vec::new(); usize::from(STEPS) + 1];
        let mut ranges: Vec<Option<(u64, u64)>> = vec![None; usize::from(STEPS) + 1];
        let mut numbers = Vec::new();
        for (&(row, column), &value) in values {
            let step = step(value, least, most);
            let (x, y) = (self.left + column as f64 * self.side, TOP + row as f64 * self.side);
            let area = Area { x, y, w: inner, h: inner };
            if let Some(bars) = bars.get_mut(usize::from(step)) {
                bars.push(area);
            }
            if let Some(range) = ranges.get_mut(usize::from(step)) {
                let (from, to) = range.unwrap_or((value, value));
                *range = Some((from.min(value), to.max(value)));
            }
            let text = amount(value, in_bytes);
            let title = match (self.names.get(row), self.names.get(column)) {
                (Some(from), Some(to)) => format!("{from} → {to}"),
                _ => String::new(),
            };
            let detail = if in_bytes { text.clone() } else { counted(value, "message") };
            let (kind, strip, item, loop_id) = (HitKind::Event, 0, None, 0);
            scene.hits.push(Hit { area, kind, strip, item, loop_id, title, detail });
            if measure::width(Font::Tiny, &text) <= inner - 4.0 && inner >= 14.0 {
                numbers.push((x + inner / 2.0, y + inner / 2.0 + 3.0, step, text));
            }
        }
        for (step, bars) in (0u8..).zip(bars) {
            // The base lies on one of the bars, so that nothing is drawn between them.
            let base = bars.first().map_or(0.0, |bar| bar.y);
            scene.bars(base, bars, ink(step));
        }
        for (x, y, step, text) in numbers {
            let style = if step >= 4 { Ink::Canvas } else { Ink::Text };
            scene.text((x, y), Anchor::Middle, (Font::Tiny, style), text);
        }
        ranges
    }
}

/// The processes of a row: `5`, or `8-15`.
fn label(processes: &[ProcessId], at: usize, block: usize) -> String {
    let own = processes.get(at * block..).unwrap_or(&[]);
    let own = own.get(..block).unwrap_or(own);
    match own {
        [] => String::new(),
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
    }
}

/// How dark an amount is, from 1 to [`STEPS`].
fn step(value: u64, least: u64, most: u64) -> u8 {
    let log = |value: u64| (value.max(1) as f64).ln();
    let range = log(most) - log(least);
    if range <= 0.0 {
        return STEPS;
    }
    let place = (log(value) - log(least)) / range * f64::from(STEPS);
    (place.ceil() as u8).clamp(1, STEPS)
}

/// The ink of a darkness: those of loops, by depth, then lines and text.
fn ink(step: u8) -> Ink {
    match step {
        0..=3 => Ink::Depth(step + 1),
        4 => Ink::Line,
        _ => Ink::Text2,
    }
}

/// Adds the legend: the least and the most amount of each darkness.
fn legend(scene: &mut Scene, (left, y): (f64, f64), ranges: &[Option<(u64, u64)>], in_bytes: bool) {
    scene.height = y + 12.0;
    if ranges.iter().all(Option::is_none) {
        scene.text((left, y), Anchor::Start, (Font::Caption, Ink::Text2), "none");
        return;
    }
    let mut x = left;
    for (step, range) in (0u8..).zip(ranges) {
        let Some((from, to)) = *range else { continue };
        let (from, to) = (amount(from, in_bytes), amount(to, in_bytes));
        let text = if from == to { from } else { format!("{from} to {to}") };
        let width = 16.0 + measure::width(Font::Caption, &text);
        if x > left && x + width > scene.width {
            (x, scene.height) = (left, scene.height + 20.0);
        }
        let y = scene.height - 12.0;
        scene.rect(Area { x, y: y - 10.0, w: 11.0, h: 11.0 }, 1.0, Some(ink(step)), None);
        scene.text((x + 16.0, y), Anchor::Start, (Font::Caption, Ink::Text2), text);
        x += width + 14.0;
    }
}

#[cfg(test)]
mod tests;

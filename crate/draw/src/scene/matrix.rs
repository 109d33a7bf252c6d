//! The communication matrix: who sends how much to whom (Ketterlin 2011, figure 6).
//!
//! A field of squares, a row for each process that sends and a column for each that receives, darker for
//! more. Darkness goes by the logarithm, in five steps over a decade at least, since what is sent differs by
//! orders of magnitude; the legend says what each holds. Small matrices have their numbers in them. Beyond [`MOST_SQUARES`] processes each
//! square stands for several neighbours.
//!
//! O(cells).

use std::collections::BTreeMap;

use loopscope_core::numbers::{bytes, counted, thousands};
use loopscope_core::system::Matrix;
use loopscope_core::trace::ProcessId;

use super::{measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene};

/// More rows than this are not drawn one by one.
pub const MOST_SQUARES: usize = 128;

/// What is to be drawn of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct MatrixPicture<'a> {
    /// All processes, ascending: the rows and columns.
    pub processes: &'a [ProcessId],
    /// What they send.
    pub matrix: &'a Matrix,
    /// Bytes instead of messages; where they are not known there is nothing.
    pub bytes: bool,
    /// Width of the picture in CSS pixels.
    pub width: f64,
}

const STEPS: u8 = 5;
const TOP: f64 = 44.0;

/// Draws a matrix.
pub fn matrix(picture: &MatrixPicture<'_>) -> Scene {
    let processes = picture.processes;
    let block = processes.len().div_ceil(MOST_SQUARES).max(1);
    let squares = processes.len().div_ceil(block);
    let (squares_f, gap) = (squares.max(1) as f64, 1.0);
    let name = |at: usize| label(processes, at, block);
    let names: Vec<String> = (0..squares).map(name).collect();
    let widest = names.iter().map(|n| measure::width(Font::Caption, n)).fold(0.0, f64::max);
    let left = (widest + 10.0).ceil();
    let side = ((picture.width - left - 1.0).clamp(40.0, 720.0) / squares_f).clamp(2.0, 56.0);
    let (field, mut scene) = (side * squares_f, Scene::new(picture.width, 0.0));
    let said = |value: u64| if picture.bytes { bytes(value) } else { thousands(value) };

    let mut values: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for cell in picture.matrix.cells() {
        let place = |process| processes.binary_search(&process).ok().map(|at| at / block);
        let value = if picture.bytes { cell.bytes } else { Some(cell.messages) };
        let (Some(row), Some(column), Some(value)) = (place(cell.src), place(cell.dst), value)
        else {
            continue;
        };
        let sum = values.entry((row, column)).or_insert(0);
        *sum = sum.saturating_add(value);
    }
    let most = values.values().copied().max().unwrap_or(0);
    let least = values.values().copied().filter(|&value| value > 0).min().unwrap_or(most);
    // What differs little is equally dark.
    let least = least.min(most / 10);

    let what = if picture.bytes { "Bytes" } else { "Messages" };
    scene.text((0.0, 13.0), Anchor::Start, (Font::Strong, Ink::Text), what);
    let from = measure::width(Font::Strong, what) + 8.0;
    let words = "from a row to a column";
    scene.text((from, 13.0), Anchor::Start, (Font::Caption, Ink::Text2), words);
    let ground = Area { x: left, y: TOP, w: field, h: field };
    scene.rect(ground, 0.0, Some(Ink::Canvas), Some((Ink::Rule, 1.0)));
    // As many labels as have room, at even distances.
    let every = |room: f64| ((room / side).ceil() as usize).max(1);
    let (down, across) = (every(14.0), every(widest + 8.0));
    for (at, name) in names.iter().enumerate() {
        let middle = (at as f64 + 0.5) * side;
        let style = (Font::Caption, Ink::Text2);
        if at % down == 0 {
            scene.text((left - 6.0, TOP + middle + 4.0), Anchor::End, style, name.clone());
        }
        if at % across == 0 {
            scene.text((left + middle, TOP - 6.0), Anchor::Middle, style, name.clone());
        }
    }

    let mut bars: Vec<Vec<Area>> = vec![Vec::new(); usize::from(STEPS) + 1];
    let mut ranges: Vec<Option<(u64, u64)>> = vec![None; usize::from(STEPS) + 1];
    let mut numbers = Vec::new();
    for (&(row, column), &value) in &values {
        let step = step(value, least, most);
        let inner = (side - if side > 4.0 { gap } else { 0.0 }).max(1.0);
        let (x, y) = (left + column as f64 * side, TOP + row as f64 * side);
        let area = Area { x, y, w: inner, h: inner };
        if let Some(bars) = bars.get_mut(usize::from(step)) {
            bars.push(area);
        }
        if let Some(range) = ranges.get_mut(usize::from(step)) {
            let (from, to) = range.unwrap_or((value, value));
            *range = Some((from.min(value), to.max(value)));
        }
        let detail = if picture.bytes { said(value) } else { counted(value, "message") };
        let (from, to) = (names.get(row), names.get(column));
        let title = match (from, to) {
            (Some(from), Some(to)) => format!("{from} → {to}"),
            _ => String::new(),
        };
        let (kind, strip, item, loop_id) = (HitKind::Event, 0, None, 0);
        scene.hits.push(Hit { area, kind, strip, item, loop_id, title, detail });
        if measure::width(Font::Tiny, &said(value)) <= inner - 4.0 && inner >= 14.0 {
            numbers.push((x + inner / 2.0, y + inner / 2.0 + 3.0, step, said(value)));
        }
    }
    for (step, bars) in (0u8..).zip(bars) {
        // The base of a comb lies on one of its bars, so that nothing is drawn between them.
        let base = bars.first().map_or(0.0, |bar| bar.y);
        scene.comb(base, bars, ink(step));
    }
    for (x, y, step, text) in numbers {
        let style = if step >= 4 { Ink::Canvas } else { Ink::Text };
        scene.text((x, y), Anchor::Middle, (Font::Tiny, style), text);
    }
    legend(&mut scene, (left, TOP + field + 24.0), &ranges, &said);
    scene
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

/// How dark, from 1 to [`STEPS`].
fn step(value: u64, least: u64, most: u64) -> u8 {
    let log = |value: u64| (value.max(1) as f64).ln();
    let range = log(most) - log(least);
    if range <= 0.0 {
        return STEPS;
    }
    let place = (log(value) - log(least)) / range * f64::from(STEPS);
    // From the first above the least to the most.
    (place.ceil() as u8).clamp(1, STEPS)
}

/// The inks are those of loops, by depth, and at last that of text.
fn ink(step: u8) -> Ink {
    match step {
        0..=3 => Ink::Depth(step + 1),
        4 => Ink::Line,
        _ => Ink::Text2,
    }
}

/// Which darkness means how much: the least and the most that there is of each.
fn legend(
    scene: &mut Scene,
    (left, y): (f64, f64),
    ranges: &[Option<(u64, u64)>],
    said: &impl Fn(u64) -> String,
) {
    scene.height = y + 12.0;
    if ranges.iter().all(Option::is_none) {
        scene.text((left, y), Anchor::Start, (Font::Caption, Ink::Text2), "none");
        return;
    }
    let mut x = left;
    for (step, range) in (0u8..).zip(ranges) {
        let Some((from, to)) = *range else { continue };
        let (from, to) = (said(from), said(to));
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
mod tests {
    use super::*;
    use loopscope_core::system::text;

    fn drawn(text: &str, width: f64) -> Scene {
        let model = text::parse(text).unwrap_or_default();
        let (processes, matrix) = (model.processes(), &model.matrix());
        super::matrix(&MatrixPicture { processes, matrix, bytes: false, width })
    }

    #[test]
    fn a_square_for_each_pair() {
        let scene = drawn(
            "processes 0-2\nfor i0 = 0 to 9\n0 send 1 7\n0 send 2 7\ndone\n2 send 1 3\n",
            300.0,
        );
        let said: Vec<_> =
            scene.hits.iter().map(|hit| (hit.title.as_str(), hit.detail.as_str())).collect();
        assert_eq!(
            said,
            [("0 → 1", "10 messages"), ("0 → 2", "10 messages"), ("2 → 1", "1 message")]
        );
        assert!(scene
            .hits
            .iter()
            .all(|hit| hit.area.right() <= 300.0 && hit.area.bottom() < scene.height));
        assert_eq!((step(1, 1, 10), step(10, 1, 10), step(3, 1, 10), step(5, 5, 5)), (1, 5, 3, 5));
    }

    #[test]
    fn many_processes_share_squares() {
        let scene = drawn("processes 0-999\n0 send 1 7\n999 send 0 7\n", 700.0);
        let said: Vec<_> = scene.hits.iter().map(|hit| hit.title.as_str()).collect();
        assert_eq!(said, ["0-7 → 0-7", "992-999 → 0-7"]);
        assert!(drawn("processes 0-3\n", 100.0).hits.is_empty());
        assert!(drawn("processes\n", 100.0).hits.is_empty());
    }
}

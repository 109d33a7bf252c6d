//! The lines of the processes, and the numbers beside them: at the left edge and wherever rows change.

use super::body_plan::{CHANGE, MARGIN};
use super::boxes::ground;
use super::drawn::Drawn;
use super::grid::{widest, Grid, BESIDE};
use super::layout::RowChange;
use super::picture::RowLabel;
use crate::scene::{measure, Anchor, Area, Font, Ink, Owner, Scene, Shape};

/// Points of the curve from row to row.
const POINTS: usize = 14;

/// Draws the lines of the processes, and the numbers inside the picture.
pub(super) fn lines(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let mut rest = drawn.layout.changes.as_slice();
    for line in 0..drawn.layout.rows as u32 {
        let (own, later) = rest.split_at(rest.partition_point(|change| change.line <= line));
        rest = later;
        scene.shapes.push(Shape::OwnedBy(Owner::Line(line)));
        for part in parts(drawn, grid, line, own).iter().filter(|part| part.len() > 1) {
            scene.line(part, Ink::Line, 1.0);
        }
    }
    if !drawn.state.card {
        numbers(scene, drawn, grid);
    }
    scene.shapes.push(Shape::OwnedBy(Owner::Picture));
}

/// The visible parts of a line that has these changes of rows, as points.
fn parts(drawn: &Drawn<'_>, grid: &Grid, line: u32, changes: &[RowChange]) -> Vec<Vec<(f64, f64)>> {
    let (left, right) = (-2.0f64, drawn.layout.length + 2.0);
    let mut row = drawn.layout.starts.get(line as usize).copied().unwrap_or(line);
    let mut points = Vec::new();
    let mut begin = left;
    let mut parts: Vec<Vec<(f64, f64)>> = Vec::new();
    for change in changes {
        let end = change.start + CHANGE;
        if let Some(y) = grid.y(row).filter(|_| grid.sees(begin, change.start)) {
            points.push((grid.x(begin.max(grid.from - 1.0)), y));
            points.push((grid.x(change.start), y));
        }
        if let Some((from, to)) = grid.y(change.from).zip(grid.y(change.to)) {
            if grid.sees(change.start, end) {
                points.extend((1..=POINTS).map(|k| {
                    let part = k as f64 / POINTS as f64;
                    let eased = part * part * (3.0 - 2.0 * part);
                    (grid.x(change.start + part * CHANGE), from + (to - from) * eased)
                }));
            }
        } else {
            // One of the rows is not drawn: the line is interrupted.
            parts.push(std::mem::take(&mut points));
        }
        (row, begin) = (change.to, end);
    }
    if let Some(y) = grid.y(row).filter(|_| grid.sees(begin, right)) {
        points.push((grid.x(begin.max(grid.from - 1.0)), y));
        points.push((grid.x(right.min(grid.to + 1.0)), y));
    }
    parts.push(points);
    parts
}

/// The font of the numbers where rows change, if there is room for all of them.
fn number_font(drawn: &Drawn<'_>, grid: &Grid) -> Option<Font> {
    let room = (drawn.layout.room + MARGIN) * grid.step - BESIDE;
    let fits = |font: &Font| {
        font.size() < grid.pitch * every(grid) as f64 && widest(drawn.assignment, drawn.layout.rows, *font) <= room
    };
    [Font::Caption, Font::TinyLabel].into_iter().find(fits)
}

/// Of low rows only every so many-th is numbered.
fn every(grid: &Grid) -> usize {
    (13.0 / grid.pitch).ceil().max(1.0) as usize
}

/// Writes the numbers of the processes where rows change; all of them or none.
fn numbers(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) {
    let Some(font) = number_font(drawn, grid) else { return };
    let every = every(grid);
    for number in &drawn.layout.numbers {
        let Some(y) = grid.y(number.row).filter(|_| grid.sees(number.x - 2.0, number.x + 2.0)) else {
            continue;
        };
        if !(number.row as usize).is_multiple_of(every) {
            continue;
        }
        let text = drawn.assignment.label(number.line as usize);
        let width = measure::width(font, &text);
        let x = grid.x(number.x);
        let half = font.size() * 0.55;
        let patch = Area::between(x - width / 2.0 - 2.0, y - half, x + width / 2.0 + 2.0, y + half);
        scene.shapes.push(Shape::OwnedBy(Owner::Picture));
        scene.rect(patch, 0.0, Some(ground(number.depth)), None);
        scene.shapes.push(Shape::OwnedBy(Owner::Line(number.line)));
        let at = (x, y + font.size() * 0.36);
        scene.text(at, Anchor::Middle, (font, Ink::Text), text);
    }
}

/// For every row, whether its line changes inside the picture and there is no room for a number that says so.
fn unnumbered(drawn: &Drawn<'_>, grid: &Grid) -> Vec<bool> {
    let mut changing = vec![false; drawn.layout.rows];
    if number_font(drawn, grid).is_none() {
        let visible = drawn
            .layout
            .changes
            .iter()
            .filter(|change| change.start + CHANGE / 2.0 >= grid.from && change.start <= grid.to);
        for row in visible.flat_map(|change| [change.from, change.to]) {
            if let Some(changing) = changing.get_mut(row as usize) {
                *changing = true;
            }
        }
    }
    changing
}

/// Writes the numbers of the processes at the left edge, in the order of the rows there, and returns them.
///
/// A row whose line changes further right has no number if there is no room for another one there: the number would
/// belong to one process and the events beside it to another.
pub(super) fn gutter(scene: &mut Scene, drawn: &Drawn<'_>, grid: &Grid) -> Vec<RowLabel> {
    let mut lines = drawn.layout.starts.clone();
    let before = drawn.layout.changes.iter();
    for change in before.filter(|change| change.start + CHANGE / 2.0 < grid.from) {
        if let Some(row) = lines.get_mut(change.line as usize) {
            *row = change.to;
        }
    }
    let unnumbered = unnumbered(drawn, grid);
    let mut rows = vec![RowLabel::default(); grid.rows()];
    let every = every(grid);
    for (line, &row) in lines.iter().enumerate() {
        let label = drawn.assignment.label(line);
        let Some(y) = grid.y(row) else { continue };
        let hidden = unnumbered.get(row as usize).copied().unwrap_or(false);
        if (row as usize).is_multiple_of(every) && !hidden && !drawn.state.card {
            let text = drawn.assignment.short_label(line, grid.left - 8.0);
            let at = (grid.left - 6.0, y + 4.3);
            scene.shapes.push(Shape::OwnedBy(Owner::Line(line as u32)));
            scene.text(at, Anchor::End, (Font::Label, Ink::Text), text);
        }
        if let Some(place) = rows.get_mut(row as usize) {
            let members = drawn.assignment.rows.get(line).map_or(&[][..], Vec::as_slice);
            let processes = members.iter().map(|process| process.0).collect();
            *place = RowLabel { label, y, line: line as u32, processes };
        }
    }
    scene.shapes.push(Shape::OwnedBy(Owner::Picture));
    rows
}

//! Processes over time: what computes, what waits, and messages as arrows, with an axis below.

use super::pen::{line_of, Pen};
use super::stage::{LabBar, LabBarKind, LabLook, LabTimes};
use crate::scene::{heads, measure, Anchor, Area, Font, Ink};

/// The height of a row and of its bar.
const ROW: f64 = 40.0;
const BAR: f64 = 20.0;
const NAMES: f64 = 20.0;
/// Ticks are so far apart at least.
const APART: f64 = 44.0;

/// Rows of bars; returns where the band ends.
pub(super) fn times(pen: &mut Pen<'_>, times: &LabTimes, top: f64) -> f64 {
    let (begin, end) = times.span;
    let left = pen.left + NAMES;
    let room = (pen.right - left - 4.0).max(1.0);
    let scale = room / (end - begin).max(1) as f64;
    let x = |time: i64| left + scale * (time - begin) as f64;
    let line_y = |row: usize| top + ROW * row as f64 + 12.0;
    for (row, name) in times.rows.iter().enumerate() {
        let y = line_y(row) + BAR / 2.0;
        pen.scene.line(&[(left, y), (left + room, y)], Ink::Rule, 1.0);
        let ink = (Font::Strong, if times.pale { Ink::Text3 } else { Ink::Text });
        pen.scene.text((pen.left, y + 4.0), Anchor::Start, ink, name.clone());
    }
    for (place, bar) in times.bars.iter().enumerate() {
        let area = Area::between(x(bar.from), line_y(bar.row), x(bar.to), line_y(bar.row) + BAR);
        one(pen, bar, area, times.pale);
        // Bars that take no time can be pointed at, too.
        let area = Area { x: area.x - if area.w < 4.0 { 2.0 } else { 0.0 }, w: area.w.max(4.0), ..area };
        pen.hit(area, place, &bar.says, "");
    }
    for arrow in &times.arrows {
        let ((from, sent), (to, there)) = (arrow.from, arrow.to);
        let down = from < to;
        let start = (x(sent), line_y(from) + if down { BAR } else { 0.0 });
        let stop = (x(there), line_y(to) + if down { 0.0 } else { BAR });
        let (ink, width) = match arrow.look {
            LabLook::Now => line_of(LabLook::Now),
            LabLook::Gone => (Ink::Rule, 1.0),
            _ if times.pale => (Ink::Line, 1.2),
            _ => (Ink::Tag(1), 1.4),
        };
        pen.scene.line(&[start, stop], ink, width);
        heads::head(pen.scene, 1, ink, start, stop);
        if !arrow.text.is_empty() {
            // In the first gap between rows, clear of the bars that it crosses.
            let share = (ROW - BAR) / 2.0 / (ROW * from.abs_diff(to).max(1) as f64 - BAR);
            let along = |from: f64, to: f64| from + (to - from) * share;
            let at = (along(start.0, stop.0) + 4.0, along(start.1, stop.1) + 4.0);
            pen.scene.text(at, Anchor::Start, (Font::Caption, Ink::Text2), arrow.text.clone());
        }
    }
    axis(pen, (begin, end), &x, top + ROW * times.rows.len() as f64)
}

fn one(pen: &mut Pen<'_>, bar: &LabBar, area: Area, pale: bool) {
    let edge = match bar.look {
        LabLook::Now => Some((Ink::Selected, 2.0)),
        LabLook::Made => Some((Ink::Text, 1.5)),
        _ if area.w > 3.0 => Some((Ink::Edge, 0.75)),
        _ => None,
    };
    match bar.kind {
        LabBarKind::Computes => {
            let fill = if bar.look == LabLook::Now { Ink::Wash } else { Ink::Depth(2) };
            pen.scene.rect(area, 0.0, Some(fill).filter(|_| !pale), edge);
        }
        LabBarKind::Waits => {
            if bar.look == LabLook::Now {
                pen.scene.rect(area, 0.0, Some(Ink::Wash), None);
            }
            pen.scene.bars(area.bottom(), vec![area], Ink::Wait);
            pen.scene.rect(area, 0.0, None, edge);
        }
        LabBarKind::Call => pen.scene.rect(area, 0.0, Some(Ink::Call).filter(|_| !pale), edge),
    }
    if !bar.text.is_empty() && measure::width(Font::Caption, &bar.text) <= area.w - 6.0 {
        let at = (area.x + area.w / 2.0, area.y + 14.0);
        // On a hatch a text needs its ground.
        if bar.kind == LabBarKind::Waits {
            let half = measure::width(Font::Caption, &bar.text) / 2.0 + 2.0;
            let ground = if bar.look == LabLook::Now { Ink::Wash } else { Ink::Canvas };
            let patch = Area::between(at.0 - half, area.y + 4.0, at.0 + half, area.y + 17.0);
            pen.scene.rect(patch, 0.0, Some(ground), None);
        }
        pen.scene.text(at, Anchor::Middle, (Font::Caption, Ink::Text), bar.text.clone());
    }
}

/// Ticks at round times; returns where the axis ends.
fn axis(pen: &mut Pen<'_>, (begin, end): (i64, i64), x: &dyn Fn(i64) -> f64, top: f64) -> f64 {
    let mut step = 1;
    let mut next = [2, 5, 10].into_iter().cycle();
    let mut decade = 1;
    while x(begin + step) - x(begin) < APART && step <= end - begin {
        let factor = next.next().unwrap_or(10);
        step = decade * factor;
        if factor == 10 {
            decade *= 10;
        }
    }
    let mut time = begin.div_euclid(step) * step;
    while time <= end {
        if time >= begin {
            pen.scene.line(&[(x(time), top - 6.0), (x(time), top - 2.0)], Ink::Line, 1.0);
            let anchor = if x(time) + 14.0 > pen.right { Anchor::End } else { Anchor::Middle };
            pen.scene.text((x(time), top + 9.0), anchor, (Font::Caption, Ink::Text3), time.to_string());
        }
        time += step;
    }
    top + 14.0
}

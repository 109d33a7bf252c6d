//! What stands in the columns of a string.

use super::pen::{ink_of, line_of, Pen};
use super::stage::{LabArc, LabBoxes, LabDots, LabLook, LabSpan};
use crate::scene::{measure, Anchor, Area, Font, Ink};

/// A narrower column has no letter.
const LEAST_LETTER: f64 = 9.0;
/// The height of a box of a class, and of one among many rows.
const ROW: f64 = 28.0;
/// The height of the head of a loop's box, and of the letters in it.
const HEAD: f64 = 18.0;
const LETTER: f64 = 28.0;
/// The height of a row of dots, and the inks of their looks; what has left the game has no dot.
const DOTS: f64 = 5.0;
const DOT_INKS: [(Ink, &[LabLook]); 4] = [
    (Ink::Rule, &[LabLook::Next]),
    (Ink::Edge, &[LabLook::Plain]),
    (Ink::Text, &[LabLook::Made]),
    (Ink::Highlight, &[LabLook::Now]),
];
/// The highest arc.
const HIGHEST_ARC: f64 = 62.0;
/// Straight lines that make half an arc.
const CORNERS: usize = 28;

/// The string with the number of each column; returns where the band ends.
pub(super) fn letters(pen: &mut Pen<'_>, letters: &[(String, LabLook)], top: f64) -> f64 {
    // Numbers of columns that have no room for all: every fifth.
    let widest = measure::width(Font::Caption, &letters.len().to_string()) + 4.0;
    let every = if pen.column >= widest { 1 } else { 5 };
    for (place, (text, look)) in letters.iter().enumerate() {
        let area = Area { x: pen.x(place), y: top + 18.0, w: pen.column, h: 24.0 };
        let middle = area.x + area.w / 2.0;
        let number = place + 1;
        if place == 0 || number % every == 0 {
            let ink = (Font::Caption, Ink::Text3);
            pen.scene.text((middle, top + 12.0), Anchor::Middle, ink, number.to_string());
        }
        if *look == LabLook::Now {
            pen.boxed(area, LabLook::Now, false);
        }
        if pen.column >= LEAST_LETTER {
            let font = if pen.column >= 18.0 && text.chars().count() == 1 { Font::Letter } else { Font::Mono };
            let shown = measure::fit(font, text, pen.column - 1.0);
            let ink = (font, ink_of(*look));
            pen.scene.text((middle, top + 36.0), Anchor::Middle, ink, shown);
        } else {
            pen.scene.rect(
                Area { x: area.x + 0.5, y: top + 26.0, w: (area.w - 1.0).max(0.5), h: 8.0 },
                0.0,
                Some(Ink::Edge),
                None,
            );
        }
        pen.hit(area, place, &format!("{number}: {text}"), "");
    }
    top + 46.0
}

/// A string with boxes around its loops; returns where the band ends.
pub(super) fn boxes(pen: &mut Pen<'_>, known: &LabBoxes, top: f64) -> f64 {
    let LabBoxes { letters, loops, copies, below } = known;
    let depth = loops.iter().map(|span| span.row + 1).max().unwrap_or(0) as f64;
    let base = top + depth * HEAD + LETTER;
    for (item, span) in loops.iter().enumerate() {
        let inset = if pen.column < 8.0 { 0.25 } else { 1.5 + 2.0 * span.row.min(4) as f64 };
        let width = pen.column * span.to.saturating_sub(span.from) as f64;
        let begin = top + span.row as f64 * HEAD;
        let area = Area {
            x: pen.x(span.from) + inset,
            y: begin,
            w: (width - 2.0 * inset).max(0.5),
            h: base + 2.0 * (depth - span.row as f64) - begin,
        };
        pen.boxed(area, span.look, false);
        for text in [&span.text, &span.short] {
            if measure::width(Font::SmallStrong, text) <= area.w - 8.0 {
                let at = (area.x + 5.0, area.y + 13.0);
                pen.scene.text(at, Anchor::Start, (Font::SmallStrong, ink_of(span.look)), text);
                break;
            }
        }
        // A line between copies, where there is room for both.
        let many = copies.get(item).copied().unwrap_or(0);
        if many > 1 && width / many as f64 >= 12.0 {
            for copy in 1..many {
                let x = pen.x(span.from) + width * copy as f64 / many as f64;
                let ends = [(x, area.y + HEAD - 2.0), (x, area.bottom() - 3.0)];
                pen.scene.line(&ends, Ink::Edge, 0.75);
            }
        }
        pen.hit(area, item, &span.says, "");
    }
    for (place, (text, says)) in letters.iter().enumerate() {
        let area = Area { x: pen.x(place), y: base - LETTER, w: pen.column, h: LETTER };
        if pen.column >= LEAST_LETTER {
            let font = if pen.column >= 18.0 { Font::Letter } else { Font::Mono };
            let at = (area.x + area.w / 2.0, base - 8.0);
            let shown = measure::fit(font, text, pen.column - 1.0);
            pen.scene.text(at, Anchor::Middle, (font, Ink::Text), shown);
        }
        pen.hit(area, loops.len() + place, says, "");
    }
    let end = base + 2.0 * depth + 4.0;
    if below.is_empty() {
        return end;
    }
    spans(pen, (below, loops.len() + letters.len()), end + 2.0)
}

/// Rows of dots; returns where the band ends. A few shapes a row, however many dots it has.
pub(super) fn dots(pen: &mut Pen<'_>, rows: &[LabDots], top: f64) -> f64 {
    let w = (pen.column - 0.75).clamp(0.5, 6.0);
    for (item, row) in rows.iter().enumerate() {
        let y = top + item as f64 * DOTS;
        for (ink, looks) in DOT_INKS {
            let cells = row.cells.iter().filter(|cell| looks.contains(&cell.1));
            let bars = cells.map(|cell| Area { x: pen.x(cell.0) + (pen.column - w) / 2.0, y, w, h: DOTS - 1.0 });
            pen.scene.bars(y, bars.collect(), ink);
        }
        let area = Area { x: pen.left, y, w: pen.right - pen.left, h: DOTS };
        pen.hit(area, item, &row.name, &row.says);
    }
    top + rows.len() as f64 * DOTS
}

/// Boxes in columns, in one or more rows; the first has that number.
pub(super) fn spans(pen: &mut Pen<'_>, (spans, first): (&[LabSpan], usize), top: f64) -> f64 {
    let rows = spans.iter().map(|span| span.row + 1).max().unwrap_or(0);
    for (item, span) in spans.iter().enumerate() {
        let inset = if pen.column < 8.0 { 0.25 } else { 2.0 };
        let area = Area {
            x: pen.x(span.from) + inset,
            y: top + span.row as f64 * (ROW + 4.0),
            w: (pen.column * span.to.saturating_sub(span.from) as f64 - 2.0 * inset).max(0.5),
            h: ROW,
        };
        pen.boxed(area, span.look, span.small);
        pen.label(area, (&span.text, &span.short), span.look);
        pen.hit(area, first + item, &span.says, "");
    }
    top + rows as f64 * (ROW + 4.0)
}

/// Arcs, one from each copy to the next, all on one base line.
pub(super) fn arcs(pen: &mut Pen<'_>, arcs: &[LabArc], top: f64) -> f64 {
    let widest = arcs.iter().map(|arc| arc.period).max().unwrap_or(1).max(1) as f64;
    let high = (widest * pen.column * 0.4).clamp(10.0, HIGHEST_ARC);
    let base = top + high + 4.0;
    // What the step is about lies above everything else.
    for now in [false, true] {
        for (item, arc) in arcs.iter().enumerate() {
            if (arc.look == LabLook::Now) != now {
                continue;
            }
            let (ink, width) = line_of(arc.look);
            let tall = (arc.period as f64 / widest).sqrt() * high;
            for copy in 0..arc.count {
                let from = pen.x(arc.start + copy * arc.period) + pen.column * 0.08;
                let to = pen.x(arc.start + (copy + 1) * arc.period) - pen.column * 0.08;
                pen.scene.line(&half_ellipse(from, to, base, tall), ink, width);
            }
            let area =
                Area { x: pen.x(arc.start), y: base - tall, w: pen.column * (arc.period * arc.count) as f64, h: tall };
            if arc.look == LabLook::Now {
                let mark = Area { y: base + 1.0, h: 5.0, ..area };
                pen.scene.rect(mark, 2.0, Some(Ink::Highlight), None);
            }
            pen.hit(area, item, &arc.says, "");
        }
    }
    base + 8.0
}

/// The upper half of an ellipse as straight lines, by the rational form of the circle: the same bytes everywhere.
fn half_ellipse(from: f64, to: f64, base: f64, tall: f64) -> Vec<(f64, f64)> {
    let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
    let corner = |at: usize| {
        let t = 2.0 * at as f64 / CORNERS as f64 - 1.0;
        let below = 1.0 + t * t;
        (middle + half * 2.0 * t / below, base - tall * (1.0 - t * t) / below)
    };
    (0..=CORNERS).map(corner).collect()
}

//! Boxes that are as wide as their texts, and lists.

use super::pen::{ink_of, Pen};
use super::stage::{LabLine, LabLook, LabTerm};
use crate::scene::{measure, Anchor, Area, Font, Ink};

/// Left and right of a text in its box.
const INSET: f64 = 9.0;
/// The height of a box with one line, and of one with two; a few boxes are larger.
const ONE: f64 = 32.0;
const TWO: f64 = 50.0;
const MORE: f64 = 8.0;
/// The height of a line of a list.
const LINE: f64 = 26.0;
/// Between the columns of a list.
const BETWEEN: f64 = 20.0;

/// Boxes side by side, in as many rows as they need; returns where the band ends.
pub(super) fn terms(pen: &mut Pen<'_>, terms: &[LabTerm], top: f64) -> f64 {
    let (mut x, mut y) = (pen.left, top);
    let room = pen.right - pen.left;
    let wanted = |term: &LabTerm, font: Font| {
        let text = measure::width(font, &term.text);
        (text.max(measure::width(Font::SmallStrong, &term.head)) + 2.0 * INSET).max(30.0)
    };
    // Letters of the larger size where all stand in one row with them.
    let large: f64 = terms.iter().map(|term| wanted(term, Font::Letter) + 6.0).sum();
    let (font, more) = if large <= room { (Font::Letter, MORE) } else { (Font::Mono, 0.0) };
    let has_heads = terms.iter().any(|term| !term.head.is_empty());
    let high = if has_heads { TWO } else { ONE } + more;
    for (item, term) in terms.iter().enumerate() {
        let w = wanted(term, font).min(room);
        if x > pen.left && x + w > pen.right {
            (x, y) = (pen.left, y + high + 6.0);
        }
        let area = Area { x: x + 1.0, y: y + 1.0, w: w - 2.0, h: high - 2.0 };
        pen.boxed(area, term.look, false);
        let ink = ink_of(term.look);
        let base = if term.head.is_empty() { y + high / 2.0 + 4.0 } else { y + high - 14.0 };
        if !term.head.is_empty() {
            let head = measure::fit(Font::SmallStrong, &term.head, w - 2.0 * INSET);
            pen.scene.text((x + INSET, y + 17.0), Anchor::Start, (Font::SmallStrong, ink), head);
        }
        let text = measure::fit(font, &term.text, w - 2.0 * INSET + 1.0);
        pen.scene.text((x + INSET, base), Anchor::Start, (font, ink), text);
        let said = [term.head.as_str(), term.text.as_str()].join(" ");
        pen.hit(area, item, said.trim(), "");
        x += w + 6.0;
    }
    y + high
}

/// A list whose columns are as wide as their widest texts; the last but one gives way.
pub(super) fn lines(pen: &mut Pen<'_>, lines: &[LabLine], top: f64) -> f64 {
    let columns = lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
    let mut widths = vec![0.0_f64; columns];
    for line in lines {
        for (width, text) in widths.iter_mut().zip(&line.cells) {
            *width = width.max(measure::width(Font::Label, text));
        }
    }
    let room = pen.right - pen.left - 12.0;
    let all: f64 = widths.iter().sum::<f64>() + BETWEEN * columns.saturating_sub(1) as f64;
    if let (true, Some(widest)) = (
        all > room,
        (0..columns).max_by(|&a, &b| {
            let width = |at: usize| widths.get(at).copied().unwrap_or(0.0);
            width(a).total_cmp(&width(b))
        }),
    ) {
        if let Some(width) = widths.get_mut(widest) {
            *width = (*width - (all - room)).max(20.0);
        }
    }
    for (item, line) in lines.iter().enumerate() {
        let y = top + item as f64 * LINE;
        let area = Area { x: pen.left, y, w: pen.right - pen.left, h: LINE };
        if line.look == LabLook::Now {
            pen.scene.rect(area, 0.0, Some(Ink::Wash), None);
        }
        pen.scene.line(&[(area.x, area.bottom()), (area.right(), area.bottom())], Ink::Rule, 1.0);
        let mut x = pen.left + 6.0;
        for (text, width) in line.cells.iter().zip(&widths) {
            let shown = measure::fit(Font::Label, text, *width + 1.0);
            let ink = (Font::Label, ink_of(line.look));
            pen.scene.text((x, y + 17.0), Anchor::Start, ink, shown);
            x += width + BETWEEN;
        }
        pen.hit(area, item, &line.cells.join(", "), "");
    }
    top + lines.len() as f64 * LINE
}

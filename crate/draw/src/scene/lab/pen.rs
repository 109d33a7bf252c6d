//! What all bands draw with: inks by meaning, boxes, and hits with their words.

use super::stage::LabLook;
use crate::scene::{measure, Anchor, Area, Font, Hit, HitKind, Ink, Line, Scene};

/// The widest column of a string.
const WIDEST_COLUMN: f64 = 72.0;
/// Dashes and the gaps between them.
const DASH: f64 = 4.0;

/// Draws one band.
pub(super) struct Pen<'a> {
    /// Where to.
    pub(super) scene: &'a mut Scene,
    /// The left edge of the bands.
    pub(super) left: f64,
    /// Their right edge.
    pub(super) right: f64,
    /// The width of a column of the string.
    pub(super) column: f64,
    /// How many columns the stage has.
    pub(super) columns: usize,
    strip: usize,
}

impl<'a> Pen<'a> {
    pub(super) fn new(scene: &'a mut Scene, (left, right): (f64, f64), columns: usize, strip: usize) -> Self {
        let column = ((right - left) / columns.max(1) as f64).min(WIDEST_COLUMN);
        Pen { scene, left, right, column, columns, strip }
    }

    /// The left edge of a column.
    pub(super) fn x(&self, column: usize) -> f64 {
        self.left + self.column * column as f64
    }

    /// A box that looks like that; `small`: with a second edge.
    pub(super) fn boxed(&mut self, area: Area, look: LabLook, small: bool) {
        let (fill, line) = paper_of(look);
        let radius = if area.w < 8.0 { 0.0 } else { 4.0 };
        self.scene.rect(area, radius, fill, line);
        if small && area.w > 10.0 {
            let inner = Area { x: area.x + 2.5, y: area.y + 2.5, w: area.w - 5.0, h: area.h - 5.0 };
            self.scene.rect(inner, 2.0, None, line);
        }
        match look {
            LabLook::Gone if area.w > 6.0 => {
                let (from, to) = ((area.x, area.bottom()), (area.right(), area.y));
                self.scene.line(&[from, to], Ink::Edge, 1.0);
            }
            LabLook::Passed => self.dashes(area),
            _ => {}
        }
    }

    /// A dashed edge.
    fn dashes(&mut self, area: Area) {
        let mut bars = Vec::new();
        let mut x = area.x;
        while x < area.right() {
            let w = DASH.min(area.right() - x);
            for y in [area.y, area.bottom() - 1.0] {
                bars.push(Area { x, y, w, h: 1.0 });
            }
            x += 2.0 * DASH;
        }
        let mut y = area.y;
        while y < area.bottom() {
            let h = DASH.min(area.bottom() - y);
            for x in [area.x, area.right() - 1.0] {
                bars.push(Area { x, y, w: 1.0, h });
            }
            y += 2.0 * DASH;
        }
        self.scene.bars(area.y, bars, Ink::Edge);
    }

    /// A text in the middle of an area, or a shorter one that fits, or none.
    pub(super) fn label(&mut self, area: Area, (text, short): (&str, &str), look: LabLook) {
        for one in [text, short] {
            if !one.is_empty() && measure::width(Font::Mono, one) <= area.w - 4.0 {
                let at = (area.x + area.w / 2.0, area.y + area.h / 2.0 + 4.0);
                return self.scene.text(at, Anchor::Middle, (Font::Mono, ink_of(look)), one);
            }
        }
    }

    /// Says what is there.
    pub(super) fn hit(&mut self, area: Area, item: usize, title: &str, detail: &str) {
        self.scene.hits.push(Hit {
            area,
            kind: HitKind::Event,
            strip: self.strip,
            item: Some(item),
            loop_id: 0,
            title: title.to_owned(),
            detail: detail.to_owned(),
        });
    }
}

/// Filling and edge.
fn paper_of(look: LabLook) -> (Option<Ink>, Option<Line>) {
    match look {
        LabLook::Plain => (Some(Ink::Depth(1)), Some((Ink::Edge, 0.75))),
        LabLook::Now => (Some(Ink::Wash), Some((Ink::Selected, 2.0))),
        LabLook::Made => (Some(Ink::Depth(1)), Some((Ink::Text, 1.5))),
        LabLook::Next => (None, Some((Ink::Rule, 1.0))),
        LabLook::Gone => (None, Some((Ink::Rule, 1.0))),
        LabLook::Passed => (None, None),
        LabLook::Deep(depth) => (Some(Ink::depth(usize::from(depth))), Some((Ink::Edge, 0.75))),
    }
}

/// The ink of a text in a box that looks like that.
pub(super) fn ink_of(look: LabLook) -> Ink {
    match look {
        LabLook::Next | LabLook::Gone => Ink::Text3,
        LabLook::Passed => Ink::Text2,
        _ => Ink::Text,
    }
}

/// The line of an arc or an edge that looks like that.
pub(super) fn line_of(look: LabLook) -> Line {
    match look {
        LabLook::Now => (Ink::Selected, 2.0),
        LabLook::Next => (Ink::Rule, 1.0),
        LabLook::Gone | LabLook::Passed => (Ink::Line, 1.0),
        _ => (Ink::Edge, 1.0),
    }
}

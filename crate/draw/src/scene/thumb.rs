//! The thumbnail of a loop: its body on a card.
//!
//! A few events have short words, more of them have ticks; inner loops are boxes with their count and one iteration
//! inside. The shade is that of the loop's depth, as in the ribbon.
//! O(pixels x depth x log items), and the first few thousand items of each body are read.

use loopscope_core::symbols::Shape;

use super::pieces::{label_width, pieces, widths, Piece, INSET, LEAST_SINGLE};
use super::source::{List, Source};
use super::ticks::{Halftone, TickStyles, Ticks};
use super::words::{Label, Wording};
use super::{Anchor, Area, Font, Ink, Scene};
use loopscope_core::numbers::thousands;

/// Left and right of the body.
const SIDE: f64 = 10.0;
/// Length of a tick.
const TICK: f64 = 12.0;
/// A body of more events than this has no words.
const WORDS: u64 = 6;
/// The height that words need.
const WORDS_HEIGHT: f64 = 38.0;
/// The height that the count of an inner loop takes above the base line.
const LABELLED: f64 = 11.5;
/// From a tick to its label.
const TO_LABEL: f64 = 6.0;

/// Draws the body of the loop with number `id`; an empty box for an unknown one.
pub fn thumb(source: &Source<'_>, id: u32, width: f64, height: f64) -> Scene {
    let (width, height) = (width.clamp(16.0, 4e3), height.clamp(12.0, 4e3));
    let mut scene = Scene::new(width, height);
    let named = source.names.get(id);
    let depth = named.map_or(1, |named| named.level as usize);
    // Hues keep their contrast up to depth 3.
    let ground = Ink::depth(depth.min(3));
    let area = Area::between(0.5, 0.5, width - 0.5, height - 0.5);
    scene.rect(area, 4.0, Some(ground), Some((Ink::Edge, 0.75)));
    let Some(node) = named.and_then(|named| source.nest.as_loop(named.node)) else { return scene };
    let list = source.body(&node);
    let base = (height / 2.0).round();
    let mut card = Card { scene, styles: TickStyles::new(source), source, base };
    let (left, right) = (SIDE, width - SIDE);
    card.scene.line(&[(left, base), (right, base)], Ink::Line, 1.0);
    let words = node.height == 1 && list.len <= WORDS && height >= WORDS_HEIGHT;
    if !words || !card.words(&list, left, right, ground) {
        let reach = (height / 2.0 - 4.0).max(4.0);
        card.body(&list, (left, right), reach, depth);
    }
    card.scene
}

/// A card being drawn.
struct Card<'a> {
    scene: Scene,
    styles: TickStyles<'a>,
    source: &'a Source<'a>,
    base: f64,
}

impl<'a> Card<'a> {
    /// Draws the events with the fullest wording for which all of them have room; `false` if there is none.
    fn words(&mut self, list: &List<'a>, left: f64, right: f64, ground: Ink) -> bool {
        let pitch = (right - left) / list.len.max(1) as f64;
        let indent = (pitch / 2.0).min(6.0);
        let found: Vec<_> = (0..list.len).filter_map(|at| list.event_at(at)).collect();
        let x = |at: usize| left + pitch * at as f64 + indent;
        let font = Font::Caption;
        let fitting = [Wording::Full, Wording::Short, Wording::Arrow].into_iter().find_map(|wording| {
            let room = |at: usize| if at + 1 == found.len() { right + 6.0 } else { x(at + 1) - 5.0 };
            let labels: Vec<Label> = found
                .iter()
                .enumerate()
                .map(|(at, event)| {
                    let appearance = self.source.appearance(event.symbol);
                    let label = Label::new(&appearance, wording);
                    if label.is_empty() {
                        // Only messages have an arrow; of others, as much of the name as fits.
                        Label::name(&appearance, font, room(at) - x(at) - TO_LABEL)
                    } else {
                        label
                    }
                })
                .collect();
            let fits = labels.iter().enumerate().all(|(at, label)| x(at) + TO_LABEL + label.width(font) <= room(at));
            fits.then_some(labels)
        });
        let Some(labels) = fitting else { return false };
        let mut ticks = Ticks::new(self.base, TICK);
        for (at, (event, label)) in found.iter().zip(labels).enumerate() {
            let style = self.styles.of(event.symbol, 0);
            ticks.add(style, x(at), 2.0);
            let below = style.shape == Shape::Receive;
            let y = if below { self.base + 13.0 } else { self.base - 5.0 };
            label.write(&mut self.scene, (x(at) + TO_LABEL, y), font, ground);
        }
        ticks.draw(&mut self.scene);
        true
    }

    /// Draws a body from `left` to `right`: boxes for inner loops, ticks for the rest.
    fn body(&mut self, list: &List<'a>, (left, right): (f64, f64), reach: f64, depth: usize) {
        let (pieces, complete) = pieces(list);
        let inner = reach < self.base - 5.0;
        let dots = if inner { 0.0 } else { 12.0 };
        let mut widths_of = widths(&pieces, right - left, 1.8);
        let whole = complete && widths_of.len() == pieces.len();
        if !whole {
            widths_of = widths(&pieces, (right - left - dots).max(0.0), 1.8);
        }
        let length = (TICK - 3.0 * (depth as f64 - 1.0)).clamp(4.0, TICK).min(reach);
        let mut ticks = Ticks::new(self.base, length);
        let mut x = left;
        for (piece, width) in pieces.iter().zip(&widths_of) {
            match piece {
                Piece::Singles(start, end) => {
                    self.singles(&mut ticks, list, (*start, *end), (x, x + width));
                }
                Piece::Loop(node) => {
                    let air = if *width > 10.0 { 1.0 } else { 0.5 };
                    let area = Area::between(x + air, self.base - reach, x + width - air, self.base + reach);
                    let ground = Ink::depth((depth + 1).min(3));
                    let radius = (area.w / 3.0).min(3.0);
                    self.scene.rect(area, radius, Some(ground), Some((Ink::Edge, 0.75)));
                    let labelled = label_width(node) + 5.0 <= area.w && reach >= LABELLED + 3.0;
                    let inside = if labelled { reach - LABELLED } else { reach - 2.0 };
                    if area.w >= 2.0 * INSET {
                        let ends = (area.x + INSET * 0.75, area.right() - INSET * 0.75);
                        self.scene.line(&[(ends.0, self.base), (ends.1, self.base)], Ink::Line, 1.0);
                        self.body(&self.source.body(node), ends, inside, depth + 1);
                    }
                    if labelled {
                        let text = format!("×{}", thousands(node.count));
                        let at = (area.x + 3.0, area.y + 9.75);
                        self.scene.text(at, Anchor::Start, (Font::Tiny, Ink::Text), text);
                    }
                }
            }
            x += width;
        }
        ticks.draw(&mut self.scene);
        if !whole && !inner {
            let at = (right, self.base - 3.0);
            self.scene.text(at, Anchor::End, (Font::Caption, Ink::Text2), "…");
        }
    }

    fn singles(&mut self, ticks: &mut Ticks, list: &List<'a>, (start, end): (u64, u64), (left, right): (f64, f64)) {
        let count = end.saturating_sub(start).max(1);
        let pitch = ((right - left) / count as f64).max(LEAST_SINGLE);
        let places = ((right - left) / pitch).round() as u64;
        if places >= count {
            for at in 0..count {
                let Some(found) = list.event_at(start + at) else { continue };
                let x = left + pitch * (at as f64 + 0.5);
                let style = self.styles.of(found.symbol, 0);
                ticks.add(style, x, (pitch * 0.55).clamp(0.75, 2.0));
            }
            return;
        }
        let mut halftone = Halftone::default();
        for place in 0..places {
            let range = (start + count * place / places, start + count * (place + 1) / places);
            if let Some(style) = halftone.choose(list, &mut self.styles, range) {
                ticks.add(style, left + pitch * (place as f64 + 0.5), pitch * 0.55);
            }
        }
    }
}

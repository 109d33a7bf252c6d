//! A row of loops as boxes, with the single events between them if no other row shows those.

use super::strip::Frame;
use crate::scene::source::{List, Placed};
use crate::scene::ticks::{Halftone, TickStyles, Ticks};
use crate::scene::{loop_name, measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene};
use loopscope_core::nest::{Loop, Node};
use loopscope_core::numbers::{percent, thousands};
use loopscope_core::symbols::{Shape, Symbol};

/// A narrower loop has no box of its own.
pub(super) const NARROW: f64 = 3.0;
/// From this many pixels an event on, single events are ticks of their own.
pub(super) const RESOLVED: f64 = 0.6;
/// Width of a place: events that are too small share one tick for each.
pub(super) const PLACE: f64 = 1.5;
/// How far a box extends beyond the visible range, so that an end that is cut off has no round corners.
const BEYOND: f64 = 8.0;
/// Items of one place that are sampled to tell loops from events.
const LOOKED_AT: usize = 8;

/// A row of boxes, and the list that it shows.
pub(super) struct Row<'a> {
    pub(super) area: Area,
    /// The items.
    pub(super) list: List<'a>,
    /// Event of the strip at which the list begins.
    pub(super) start: u64,
    /// Depth of the loops in it, 1 = outermost.
    pub(super) depth: usize,
    /// Whether single events are drawn in this row.
    pub(super) singles: bool,
    /// Whether the list is the strip's own, so that the page knows the indices of its items.
    pub(super) own: bool,
}

impl<'a> Frame<'a> {
    /// Draws the strip's own loops and, below each, what its iterations hold.
    pub(super) fn boxes(&self, scene: &mut Scene, styles: &mut TickStyles<'_>, area: Area, inside: Option<f64>) {
        let level = self.level;
        let singles = self.singles_in_boxes();
        let (list, depth) = (level.list, level.depth + 1);
        let row = Row { area, list, start: 0, depth, singles, own: true };
        let drawn = self.row(scene, styles, &row);
        if let Some(top) = inside {
            for (placed, node) in drawn {
                self.inside(scene, styles, &placed, &node, top);
            }
        }
    }

    /// Draws a row. Returns the loops that have boxes of their own.
    pub(super) fn row(&self, scene: &mut Scene, styles: &mut TickStyles<'_>, row: &Row<'a>) -> Vec<(Placed, Loop)> {
        let list = row.list;
        let middle = row.area.y + row.area.h / 2.0;
        let mut ticks = Ticks::new(middle, (row.area.h / 2.0 - 2.0).min(12.0));
        let mut halftone = Halftone::default();
        let mut crowd: Option<Area> = None;
        let mut drawn = Vec::new();
        let x = |position: u64| self.x(row.start as f64 + position as f64);
        let to = self.to - row.start as f64;
        let mut item = list.item_at((self.from - row.start as f64).max(0.0) as u64);
        while let Some(placed) = list.get(item) {
            if placed.start as f64 >= to {
                break;
            }
            let (left, right) = (x(placed.start), x(placed.start.saturating_add(placed.span)));
            match placed.node {
                Node::Loop(node) if right - left >= NARROW => {
                    self.crowd(scene, row, &mut crowd);
                    self.loop_box(scene, row, &placed, (left, right));
                    drawn.push((placed, node));
                    item += 1;
                }
                Node::Symbol(symbol) if self.scale >= RESOLVED => {
                    self.crowd(scene, row, &mut crowd);
                    if row.singles {
                        let style = styles.of(symbol, 0);
                        if style.shape != Shape::Other || !self.word(scene, row, symbol, left) {
                            let middle = left + (self.scale / 2.0).min(8.0);
                            ticks.add(style, middle, tick_width(self.scale));
                        }
                        self.event_hit(scene, row, &placed, (left, right));
                    }
                    item += 1;
                }
                _ => {
                    let next = self.place_end(row, &placed, left);
                    let end = list.get(next).map_or(list.len, |placed| placed.start);
                    let right = x(end);
                    if mostly_loops(&list, item, next) {
                        let area = Area::between(left, row.area.y, right, row.area.bottom());
                        let before = crowd.get_or_insert(area);
                        *before = Area::between(before.x, before.y, right, before.bottom());
                    } else {
                        self.crowd(scene, row, &mut crowd);
                        let style = halftone.choose(&list, styles, (placed.start, end));
                        if let Some(style) = style.filter(|_| row.singles) {
                            ticks.add(style, left + PLACE / 2.0, PLACE / 2.0);
                        }
                    }
                    item = next;
                }
            }
        }
        self.crowd(scene, row, &mut crowd);
        ticks.draw(scene);
        drawn
    }

    /// Writes the name of an event that is no message in place of its dot, if it has room there; returns whether it has.
    fn word(&self, scene: &mut Scene, row: &Row<'_>, symbol: Symbol, left: f64) -> bool {
        const AIR: f64 = 2.0;
        let appearance = self.source.appearance(symbol);
        let width = measure::width(Font::Caption, appearance.name);
        if appearance.name.is_empty() || width + 2.0 * AIR > self.scale {
            return false;
        }
        let (middle, centre) = (left + self.scale / 2.0, row.area.y + row.area.h / 2.0);
        if row.own {
            // The base line of the row stops at the word.
            let (x, w) = (middle - width / 2.0 - AIR, width + 2.0 * AIR);
            let area = Area { x, y: centre - 6.0, w, h: 12.0 };
            scene.rect(area, 0.0, Some(self.level.ground()), None);
        }
        let style = (Font::Caption, Ink::Text);
        scene.text((middle, centre + 4.0), Anchor::Middle, style, appearance.name);
        true
    }

    /// The first item after those that share a place with this one. A loop that is wide enough for a box of its own does
    /// not share. O(log items).
    fn place_end(&self, row: &Row<'_>, placed: &Placed, left: f64) -> usize {
        let end = self.position(left + PLACE) - row.start as f64;
        let next = row.list.first_from(end.max(0.0).ceil() as u64).max(placed.item + 1);
        let last = row.list.get(next - 1).filter(|last| last.item > placed.item);
        let wide = last.is_some_and(|last| last.as_loop().is_some() && last.span as f64 * self.scale >= NARROW);
        if wide {
            next - 1
        } else {
            next
        }
    }

    /// Draws many loops side by side that are too narrow for boxes of their own.
    fn crowd(&self, scene: &mut Scene, row: &Row<'_>, crowd: &mut Option<Area>) {
        let Some(area) = crowd.take() else { return };
        let area = area.clipped(self.left, self.right);
        let y = area.y + 3.0;
        let area = Area { y, h: area.h - 6.0, w: area.w.max(0.75), ..area };
        let line = (area.w >= 2.0).then_some((Ink::Edge, 0.75));
        let fill = if area.w >= 2.0 { Ink::depth(row.depth + 1) } else { Ink::Edge };
        scene.rect(area, 1.0, Some(fill), line);
        scene.hits.push(Hit {
            area,
            kind: HitKind::Hatch,
            strip: self.index,
            item: None,
            loop_id: 0,
            title: "loops too small to be told apart".to_owned(),
            detail: "zoom in".to_owned(),
        });
    }

    fn loop_box(&self, scene: &mut Scene, row: &Row<'_>, placed: &Placed, (left, right): (f64, f64)) {
        let id = self.source.names.id(placed.id);
        let selected = id != 0 && id == self.state.selected;
        // Half a pixel of space on each side of neighbours.
        let area =
            Area::between(left, row.area.y, right, row.area.bottom()).clipped(self.left - BEYOND, self.right + BEYOND);
        let air = if area.w > 4.0 { 0.5 } else { 0.0 };
        let inset = if selected { 1.0 } else { 0.375 };
        let area =
            Area { x: area.x + air, y: area.y + inset, w: (area.w - 2.0 * air).max(1.0), h: area.h - 2.0 * inset };
        let (ground, line) = if selected {
            // A loop that is in every iteration gets a thinner outline; otherwise outlines would hide the rest.
            (Ink::Wash, (Ink::Selected, if row.own { 2.0 } else { 1.25 }))
        } else {
            (Ink::depth(row.depth), (Ink::Edge, 0.75))
        };
        let radius = (area.w / 3.0).min(4.0);
        scene.rect(area, radius, Some(ground), Some(line));
        let visible = area.clipped(self.left, self.right);
        self.label(scene, row, &visible, (id, placed), ground);
        let title = format!("{} ×{}", loop_name(id), thousands(placed.times()));
        let each = placed.each(self.source);
        scene.hits.push(Hit {
            area: visible,
            kind: HitKind::Loop,
            strip: self.index,
            item: row.own.then_some(placed.item),
            loop_id: id,
            title,
            detail: format!("{each} each time, {}", self.share(row, placed.span)),
        });
    }

    /// The share of a loop in its list, in words.
    fn share(&self, row: &Row<'_>, span: u64) -> String {
        let share = percent(span as f64 / row.list.len as f64);
        let whole = if row.own && self.index == 0 { "trace" } else { "iteration" };
        format!("{share} of the {whole}")
    }

    /// Writes count, name, body length and share, as many of them as fit.
    fn label(&self, scene: &mut Scene, row: &Row<'_>, area: &Area, (id, placed): (u32, &Placed), ground: Ink) {
        let small = row.area.h < 22.0;
        let (strong, plain) = if small { (Font::SmallStrong, Font::Caption) } else { (Font::Strong, Font::Label) };
        let count = format!("×{}", thousands(placed.times()));
        let count_width = measure::width(strong, &count);
        let inset = if area.w < count_width + 18.0 {
            3.0
        } else if small {
            6.0
        } else {
            9.0
        };
        if count_width + 2.0 * inset > area.w {
            return;
        }
        let each = placed.each(self.source);
        let span = placed.span;
        let mut texts = vec![loop_name(id)];
        if !self.state.compact {
            let full = format!("{} · {each} each time", loop_name(id));
            texts.insert(0, format!("{full} · {}", self.share(row, span)));
            texts.insert(1, full);
        }
        texts.insert(texts.len() - 1, format!("{} · {each} each", loop_name(id)));
        let gap = if small { 5.0 } else { 9.0 };
        let room = area.w - count_width - 2.0 * inset - gap;
        let text = measure::first_fitting(plain, &texts, room).unwrap_or("");
        let baseline = area.y + area.h / 2.0 + strong.size() * 0.36;
        let x = area.x + inset;
        let ink = Ink::secondary_on(ground);
        scene.text((x, baseline), Anchor::Start, (strong, Ink::Text), count);
        scene.text((x + count_width + gap, baseline), Anchor::Start, (plain, ink), text);
    }

    fn event_hit(&self, scene: &mut Scene, row: &Row<'_>, placed: &Placed, (left, right): (f64, f64)) {
        let Node::Symbol(symbol) = placed.node else { return };
        if right - left < NARROW {
            return;
        }
        let area = Area::between(left, row.area.y, right, row.area.bottom());
        let item = row.own.then_some(placed.item);
        let position = row.start.saturating_add(placed.start);
        self.hit_event(scene, area, item, symbol, position);
    }
}

/// The width of the tick of an event that is `scale` pixels wide.
pub(super) fn tick_width(scale: f64) -> f64 {
    (scale * 0.55).min(1.75)
}

/// Whether loops hold more events than there are single events, in a sample of these items.
fn mostly_loops(list: &List<'_>, first: usize, end: usize) -> bool {
    let count = end.saturating_sub(first).max(1);
    let looked = count.min(LOOKED_AT);
    let mut balance = 0.0;
    for k in 0..looked {
        let Some(placed) = list.get(first + k * count / looked) else { continue };
        balance += if placed.as_loop().is_some() { placed.span as f64 } else { -1.0 };
    }
    balance > 0.0
}

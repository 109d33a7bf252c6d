//! One strip: its title, its rows and the mark on the iteration that is opened.

use loopscope_core::trace::View;

use super::path::Level;
use super::state::{RibbonState, Strip};
use crate::scene::source::Source;
use crate::scene::ticks::TickStyles;
use crate::scene::{loop_name, measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene, Shape};
use loopscope_core::numbers::{counted, thousands};

/// Between a strip and the one that it opens.
pub(super) const BETWEEN: f64 = 24.0;
/// The narrowest mark.
const MARK: f64 = 3.5;
/// A mark of this width or wider is an outline, a narrower one a bar.
const OUTLINED: f64 = 5.0;
/// Left and right of the plot in a strip with a ground of its own.
const PADDING: f64 = 8.0;
/// Height of a row of boxes.
const BOXES: f64 = 26.0;
/// Height of the row below it, which shows the iterations.
const INSIDE: f64 = 18.0;
/// From this many pixels an event on, the top strip has a row of single events, too.
const SINGLE: f64 = 2.0;
/// Between two rows.
const ROW_GAP: f64 = 3.0;

/// A strip about to be drawn, with its axis.
pub(super) struct Frame<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) state: &'a RibbonState,
    pub(super) level: &'a Level<'a>,
    /// Index of the strip.
    pub(super) index: usize,
    width: f64,
    /// The visible range in pixels.
    pub(super) left: f64,
    pub(super) right: f64,
    /// The visible range in events.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Pixels an event.
    pub(super) scale: f64,
    /// Whether the boxes are all there is: no row of single events belongs to them.
    pub(super) boxes_only: bool,
}

/// The rows of a strip, and where they are.
struct Rows {
    boxes: Option<f64>,
    inside: Option<f64>,
    /// The base line of single events.
    events: Option<f64>,
    bottom: f64,
}

impl<'a> Frame<'a> {
    pub(super) fn new(
        source: &'a Source<'a>,
        state: &'a RibbonState,
        level: &'a Level<'a>,
        index: usize,
        width: f64,
        zoom: Option<(f64, f64)>,
    ) -> Self {
        let length = level.list.len as f64;
        let padding = if index == 0 { 0.5 } else { PADDING };
        let (left, right) = (padding, width - padding);
        let (from, to) = visible(length, zoom);
        let scale = (right - left) / (to - from);
        let boxes_only = false;
        Frame { source, state, level, index, width, left, right, from, to, scale, boxes_only }
    }

    /// The place of a position on the axis.
    pub(super) fn x(&self, position: f64) -> f64 {
        self.left + (position - self.from) * self.scale
    }

    /// The position at a place on the axis.
    pub(super) fn position(&self, x: f64) -> f64 {
        self.from + (x - self.left) / self.scale
    }

    /// The visible positions: the first, and the one after the last.
    pub(super) fn visible(&self) -> (u64, u64) {
        let end = (self.to.ceil() as u64).min(self.level.list.len);
        ((self.from.floor() as u64).min(end), end)
    }

    /// Whether the strip shows less than its whole range.
    fn is_zoomed(&self) -> bool {
        self.from > 0.0 || self.to < self.level.list.len as f64
    }

    /// Whether the strip has a row of single events.
    fn has_events(&self) -> bool {
        self.index > 0 || self.level.height == 0 || self.scale >= SINGLE
    }

    /// Whether single events are drawn between the boxes of loops.
    pub(super) fn singles_in_boxes(&self) -> bool {
        self.boxes_only || !self.has_events()
    }

    /// Draws the strip with its top edge at `top`. Returns it, and the edges of its mark if that is visible.
    pub(super) fn draw(&self, scene: &mut Scene, top: f64) -> (Strip, Option<(f64, f64)>) {
        let rows = self.rows(top);
        let whole = Area::between(0.0, top, self.width, rows.bottom);
        let ground = self.level.ground();
        if self.index > 0 {
            scene.rect(whole, 0.0, Some(ground), None);
        }
        let (title, note) = self.caption(scene, top);
        let plot = Area::between(self.left - 1.5, top + 18.0, self.right + 1.5, rows.bottom);
        scene.shapes.push(Shape::Layer { strip: self.index, area: plot });
        let mut styles = TickStyles::new(self.source);
        if let Some(y) = rows.boxes {
            let row = Area::between(self.left, y, self.right, y + BOXES);
            self.boxes(scene, &mut styles, row, rows.inside);
        }
        if let Some(base) = rows.events {
            self.events(scene, &mut styles, base);
        }
        let mark = self.mark(scene, &rows);
        scene.shapes.push(Shape::EndLayer);
        if mark.is_none() {
            self.off_screen_hint(scene, rows.bottom);
        }
        let strip = Strip {
            title,
            note,
            loop_id: self.level.loop_id,
            top,
            height: rows.bottom - top,
            plot_left: self.left,
            plot_right: self.right,
            length: self.level.list.len,
            from: self.from,
            to: self.to,
            origin: self.level.origin,
            opened: self.level.opened.map(|(_, opened)| opened),
        };
        (strip, mark)
    }

    /// Which rows the strip has. That depends on the nest and not on the zoom, so that nothing jumps while zooming. Only
    /// the top strip gets one more row once its events can be told apart: zooming has to end in single events, and over
    /// the whole trace that row would be grey.
    fn rows(&self, top: f64) -> Rows {
        let deepest = self.level.height;
        let first = self.index == 0;
        let mut y = top + if first { 19.0 } else { 23.0 };
        let mut rows = Rows { boxes: None, inside: None, events: None, bottom: y };
        if deepest > 0 {
            rows.boxes = Some(y);
            y += BOXES + ROW_GAP;
        }
        if deepest > 1 || (first && deepest > 0) {
            rows.inside = Some(y);
            y += INSIDE + ROW_GAP;
        }
        if !self.has_events() {
            rows.bottom = y - ROW_GAP + 1.0;
        } else {
            // On a phone, a label of a call may have a second line for the size.
            let sized = self.source.view == View::Calls;
            let line = if self.state.compact && sized && deepest == 0 { 10.0 } else { 0.0 };
            rows.events = Some(y + 20.0 + line);
            rows.bottom = y + if deepest > 0 { 43.0 } else { 48.0 } + 2.0 * line;
        }
        rows
    }

    /// Writes the title on the left and the range on the right, without overlap. Returns their longest forms.
    fn caption(&self, scene: &mut Scene, top: f64) -> (String, String) {
        let baseline = top + if self.index == 0 { 12.0 } else { 15.0 };
        let (left, right) = if self.index == 0 { (0.0, self.width) } else { (self.left, self.right) };
        let room = right - left;
        let titles = self.titles();
        let shown = measure::first_fitting(Font::Strong, &titles, room)
            .map_or_else(|| measure::fit(Font::Strong, "…", room), str::to_owned);
        let rest = room - measure::width(Font::Strong, &shown) - 16.0;
        let notes = self.notes();
        let note = measure::first_fitting(Font::Caption, &notes, rest).unwrap_or("").to_owned();
        let ink = Ink::caption_on(self.level.ground());
        scene.text((left, baseline), Anchor::Start, (Font::Strong, Ink::Text), shown);
        scene.text((right, baseline), Anchor::End, (Font::Caption, ink), note);
        let mut texts = titles.into_iter().zip(notes.into_iter().chain([String::new()]));
        texts.next().unwrap_or_default()
    }

    /// What the strip shows, in fewer and fewer words.
    pub(super) fn titles(&self) -> Vec<String> {
        let (iteration, count) = self.level.iteration;
        let number = format!("number {} of {}", thousands(iteration + 1), thousands(count));
        let mut titles = if self.index == 0 {
            let process = self.source.process;
            let part = if self.is_zoomed() { "part of the trace" } else { "whole trace" };
            let short = if self.is_zoomed() { "Part of the trace" } else { "Whole trace" };
            vec![format!("Process {process}, {part}"), short.to_owned()]
        } else {
            let name = loop_name(self.level.loop_id);
            let all = self.level.all.map(|all| {
                let all = thousands(all);
                vec![
                    format!("All {all} iterations of {name}, which differ"),
                    format!("{name}: all {all}"),
                    name.clone(),
                ]
            });
            all.unwrap_or_else(|| {
                vec![
                    format!("One iteration of {name}: {number}"),
                    format!("{name}: {} of {}", thousands(iteration + 1), thousands(count)),
                    name,
                ]
            })
        };
        if self.state.compact {
            titles.remove(0);
        }
        titles
    }

    /// The visible range, in fewer and fewer words.
    fn notes(&self) -> Vec<String> {
        let noun = self.source.noun;
        let length = self.level.list.len;
        let (first, end) = self.visible();
        let all = counted(length, noun);
        let seen = counted(end - first, noun);
        let range = |text: &str| {
            let (first, last) = (self.level.origin + first, self.level.origin + end - 1);
            if first == last {
                return format!("{noun} {}{text}", thousands(first));
            }
            format!("{noun}s {} to {}{text}", thousands(first), thousands(last))
        };
        if length == 0 {
            return vec![format!("no {noun}s")];
        }
        let a_pixel = 1.0 / self.scale;
        let mut notes = if self.is_zoomed() {
            let part = match self.index {
                0 => format!(" of {}", thousands(length)),
                _ => format!(", {} of {}", thousands(end - first), thousands(length)),
            };
            vec![range(&part), range(""), seen]
        } else if self.index == 0 {
            let a_pixel = thousands(a_pixel.round() as u64);
            vec![format!("{all} · one pixel is {a_pixel} {noun}s"), all]
        } else {
            vec![range(", drag the mark for another"), range(""), all]
        };
        let no_hint = self.index > 1 || self.state.for_export || self.level.all.is_some();
        if self.index > 0 && no_hint && !self.is_zoomed() {
            notes.remove(0);
        }
        if self.index == 0 && !self.is_zoomed() && (a_pixel < 1.5 || self.state.compact) {
            notes.remove(0);
        }
        if self.state.compact && !self.is_zoomed() {
            notes.drain(..notes.len() - 1);
        }
        notes
    }

    /// Draws the mark on the iteration that the next strip shows. Returns its edges if it is visible.
    fn mark(&self, scene: &mut Scene, rows: &Rows) -> Option<(f64, f64)> {
        let (_, opened) = self.level.opened?;
        let start = opened.start as f64 + opened.iteration as f64 * opened.period as f64;
        let (left, right) = (self.x(start), self.x(start + opened.period as f64));
        if right <= self.left || left >= self.right {
            return None;
        }
        // A thin mark on a hatch is solid; on events it is an outline, so that they stay visible.
        let least = if rows.events.is_none() { MARK } else { OUTLINED };
        let (mut left, mut right) = (left.max(self.left), right.min(self.right));
        if right - left < least {
            let half = least / 2.0;
            let middle = ((left + right) / 2.0).clamp(half, self.width - half);
            (left, right) = (middle - half, middle + half);
        }
        let (top, bottom) = match (rows.inside, rows.events) {
            (Some(y), _) => (y - 1.0, rows.bottom),
            (None, base) => (base? - 20.0, rows.bottom),
        };
        let area = Area::between(left, top, right, bottom);
        if area.w < OUTLINED {
            scene.rect(area, 1.0, Some(Ink::Text), None);
        } else {
            // Open at the bottom, where it continues as the guides to the next strip.
            let line = Area::between(left + 0.75, top + 0.75, right - 0.75, bottom + 4.0);
            scene.rect(line, 2.0, None, Some((Ink::Text, 1.5)));
        }
        // A finger or a pointer needs more than three pixels to grab it.
        let grip = Area::between(left - 4.0, top, right + 4.0, bottom);
        scene.hits.push(Hit {
            area: grip.clipped(0.0, self.width),
            kind: HitKind::Mark,
            strip: self.index,
            item: Some(opened.item),
            loop_id: opened.loop_id,
            title: opened.in_words(),
            detail: if opened.all.is_some() { "" } else { "drag for another" }.to_owned(),
        });
        Some((left, right))
    }

    /// Draws an arrow and a few words that say on which side the iteration is that the next strip shows, for when it is
    /// out of sight: below the strip, where the guides from the mark would be.
    fn off_screen_hint(&self, scene: &mut Scene, top: f64) {
        const ARROW: f64 = 9.0;
        let Some((_, opened)) = self.level.opened else { return };
        let start = opened.start as f64 + opened.iteration as f64 * opened.period as f64;
        let to_left = start < self.from;
        let number = thousands(opened.iteration + 1);
        let name = loop_name(opened.loop_id);
        let side = if to_left { "left" } else { "right" };
        let texts = [format!("iteration {number} of {name} is to the {side}"), format!("{number} of {name}")];
        let font = Font::Caption;
        let room = self.right - self.left - 2.0 * ARROW;
        let text = measure::first_fitting(font, &texts, room).unwrap_or("");
        let (edge, inwards) = if to_left { (self.left, 1.0) } else { (self.right, -1.0) };
        let (x, y) = (edge + inwards, top + BETWEEN / 2.0);
        let (neck, tail) = (x + inwards * 5.0, x + inwards * ARROW);
        scene.line(&[(x, y), (tail, y)], Ink::Text, 1.5);
        scene.polygon(&[(x, y), (neck, y - 4.0), (neck, y + 4.0)], Ink::Text);
        let anchor = if to_left { Anchor::Start } else { Anchor::End };
        let ink = Ink::caption_on(Ink::Canvas);
        scene.text((tail + inwards * 5.0, y + 4.0), anchor, (font, ink), text);
        let far = edge + inwards * (ARROW + 12.0 + measure::width(font, text));
        scene.hits.push(Hit {
            area: Area::between(edge.min(far), top + 1.0, edge.max(far), top + BETWEEN - 1.0).clipped(0.0, self.width),
            kind: HitKind::MarkOutOfSight,
            strip: self.index,
            item: Some(opened.item),
            loop_id: opened.loop_id,
            title: opened.in_words(),
            detail: format!("to the {side} of what this strip shows: click to go there"),
        });
    }
}

/// The visible range: the part asked for, kept inside the strip and at least half an event wide.
fn visible(length: f64, zoom: Option<(f64, f64)>) -> (f64, f64) {
    if length < 1.0 {
        return (0.0, 1.0);
    }
    let asked = zoom.filter(|(from, to)| from.is_finite() && to.is_finite() && from < to);
    let (from, to) = asked.unwrap_or((0.0, length));
    let width = (to - from).clamp(0.5, length);
    let from = from.clamp(0.0, length - width);
    (from, from + width)
}

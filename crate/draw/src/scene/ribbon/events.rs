//! The row of single events of a strip: ticks on a base line, with words where there is room.

use loopscope_core::symbols::{Appearance, Shape, Symbol};

use super::boxes::{tick_width, NARROW, PLACE, RESOLVED};
use super::strip::Frame;
use crate::scene::source::Found;
use crate::scene::ticks::{Halftone, TickStyle, TickStyles, Ticks};
use crate::scene::tuples::moves;
use crate::scene::words::{Label, Wording};
use crate::scene::{measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene};
use loopscope_core::numbers::{counted, thousands};

/// Length of a tick, and of an arrow, which replaces it where there is room.
const TICK: f64 = 12.0;
const ARROW: f64 = 16.0;
/// From this many pixels an event on, a tick is an arrow.
const ARROWS: f64 = 14.0;
/// A tick is this far right of the start of its event, so that its label can use the rest of the cell.
const INDENT: f64 = 16.0;
/// Between a tick and its label, and between a label and the head of the next arrow on its side.
const TO_LABEL: f64 = 9.0;
const AIR: f64 = 8.0;
/// The same for the shortest labels.
const TIGHT_TO_LABEL: f64 = 5.5;
const TIGHT_AIR: f64 = 1.5;
/// Half of the head of an arrow.
const HEAD: f64 = 4.0;
/// Length of a tick that has a number at its end.
const NUMBERED: f64 = 10.0;

/// One visible event.
struct Seen {
    position: u64,
    x: f64,
    found: Found,
    style: TickStyle,
    /// Its tuple at this position, as text.
    tuple: Option<String>,
}

impl Frame<'_> {
    /// Draws all events of the strip, including those inside its loops.
    pub(super) fn events(&self, scene: &mut Scene, styles: &mut TickStyles<'_>, base: f64) {
        let mut ground = self.level.ground();
        if self.level.depth > 3 {
            // Hues have enough contrast on the lighter grounds only.
            ground = Ink::Canvas;
            let reach = ARROW + 3.0;
            let panel = Area::between(self.left, base - reach, self.right, base + reach);
            scene.rect(panel, 3.0, Some(ground), None);
        }
        if self.level.list.len == 0 {
            return;
        }
        let ends = [self.from.max(0.0), self.to.min(self.level.list.len as f64)];
        let [left, right] = ends.map(|end| self.x(end).clamp(self.left, self.right));
        scene.line(&[(left, base), (right, base)], Ink::Line, 1.0);
        if self.scale < RESOLVED {
            self.halftone(scene, styles, base);
            return;
        }
        let seen = self.seen(styles);
        let written = self.written(&seen);
        let numbers = if written.is_empty() { self.numbers(&seen) } else { Vec::new() };
        let numbered = !numbers.is_empty();
        let mut ticks = Ticks::new(base, if numbered { NUMBERED } else { TICK });
        for event in &seen {
            if self.scale >= ARROWS && !numbered {
                arrow(scene, event.style, event.x, base);
            } else {
                ticks.add(event.style, event.x, tick_width(self.scale));
            }
        }
        ticks.draw(scene);
        for (x, above, label, wording) in &written {
            let y = match (above, label.has_second_line()) {
                (true, true) => base - 18.0,
                (true, false) => base - 6.0,
                (false, _) => base + 14.0,
            };
            label.write(scene, (*x, y), wording.font(), ground);
        }
        if let Some(orders) = self.source.orders.filter(|orders| !orders.is_empty()) {
            self.any_orders(scene, orders, base, ground);
        }
        let ink = Ink::secondary_on(ground);
        for (x, above, number) in numbers {
            let y = if above { base - NUMBERED - 2.0 } else { base + NUMBERED + 10.0 };
            scene.text((x, y), Anchor::Middle, (Font::Caption, ink), number);
        }
        for event in &seen {
            if self.scale >= NARROW {
                let left = self.x(event.position as f64);
                let area = Area::between(left, base - ARROW - 2.0, left + self.scale, base + ARROW + 2.0);
                self.hit_event(scene, area, Some(event.found.item), event.found.symbol, event.position);
            }
        }
        if self.scale < NARROW {
            self.hit_all(scene, base);
        }
    }

    /// The visible events; fewer than pixels, because each is wider than one.
    fn seen(&self, styles: &mut TickStyles<'_>) -> Vec<Seen> {
        let list = self.level.list;
        let (first, end) = self.visible();
        let events = (first..end).filter_map(|position| {
            let found = list.event_at(position)?;
            let x = self.x(position as f64) + (self.scale / 2.0).min(INDENT);
            let style = styles.of(found.symbol, found.depth);
            let words = self.scale * 2.0 >= TO_LABEL + AIR;
            let tuples = self.source.tuples.filter(|_| words);
            let at = self.level.origin.saturating_add(position);
            let tuple = tuples.and_then(|tuples| tuples.text_at(at));
            Some(Seen { position, x, found, style, tuple })
        });
        events.filter(|event| event.x >= self.left && event.x <= self.right).collect()
    }

    /// The labels: where each begins, whether it is above the line, and its wording.
    ///
    /// All labels get the fullest wording for which nearly all of them have room; the others get a shorter one or none.
    /// Labels that the right edge cuts off do not count.
    fn written(&self, seen: &[Seen]) -> Vec<(f64, bool, Label, Wording)> {
        let mut wordings = vec![Wording::Full, Wording::Short, Wording::Arrow, Wording::Tight];
        let sized = |event: &Seen| self.appearance(event).bytes.is_some();
        if self.state.compact && self.level.height == 0 && seen.iter().any(sized) {
            wordings.insert(1, Wording::TwoLines);
        }
        // The shortest label is wider than this.
        if self.scale * 2.0 < TO_LABEL + AIR {
            return Vec::new();
        }
        let limits = self.limits(seen);
        let label = |(event, limit): (&Seen, &Limit), wording: Wording| {
            let label = Label::new(&self.appearance(event), wording);
            let (before, after) = air(wording);
            let right = event.x + before + label.width(wording.font()) + after;
            // At the edge there is no next label to keep clear of.
            let end = if limit.edge { self.right + after } else { limit.x };
            let fits = right <= end;
            (label, fits)
        };
        let cut = self.to < self.level.list.len as f64;
        let fitting = wordings.into_iter().find(|&wording| {
            let (mut all, mut too_wide) = (0_usize, 0_usize);
            for place in seen.iter().zip(&limits).filter(|(_, limit)| !(cut && limit.edge)) {
                let (label, fits) = label(place, wording);
                if !label.is_empty() {
                    all += 1;
                    too_wide += usize::from(!fits);
                }
            }
            too_wide <= all / 8
        });
        let Some(fitting) = fitting else { return Vec::new() };
        let mut written = Vec::new();
        for (event, limit) in seen.iter().zip(&limits) {
            let mut wording = Some(fitting);
            while let Some(tried) = wording {
                let (label, fits) = label((event, limit), tried);
                if fits {
                    let label = match label.is_empty() {
                        true => self.end_of_name(event, limit, tried),
                        false => label,
                    };
                    if !label.is_empty() {
                        let x = event.x + air(tried).0;
                        let above = event.style.shape != Shape::Receive;
                        written.push((x, above, label, tried));
                    }
                    break;
                }
                wording = tried.shorter();
            }
        }
        written
    }

    /// The end of an event's name, as much of it as there is room for.
    fn end_of_name(&self, event: &Seen, limit: &Limit, wording: Wording) -> Label {
        let (before, after) = air(wording);
        let end = if limit.edge { self.right } else { limit.x - after };
        let room = end - event.x - before;
        Label::end_of_name(&self.appearance(event), wording.font(), room)
    }

    /// Where the next event begins on the side of each event's label.
    fn limits(&self, seen: &[Seen]) -> Vec<Limit> {
        let edge = Limit { x: self.right, edge: true };
        let (mut above, mut below) = (edge, edge);
        let mut limits: Vec<Limit> = Vec::with_capacity(seen.len());
        for event in seen.iter().rev() {
            let is_above = event.style.shape != Shape::Receive;
            limits.push(if is_above { above } else { below });
            let begin = Limit { x: event.x - HEAD, edge: false };
            if is_above {
                above = begin;
            }
            if matches!(event.style.shape, Shape::Receive | Shape::Collective) {
                below = begin;
            }
        }
        limits.reverse();
        limits
    }

    /// The numbers of the peers at the ends of the ticks, for where words have no room; all of them or none. Each with its
    /// place and whether it is above the line.
    fn numbers(&self, seen: &[Seen]) -> Vec<(f64, bool, String)> {
        const GAP: f64 = 2.5;
        let mut numbers = Vec::new();
        // The narrowest number is wider than this.
        if self.scale * 2.0 < 5.0 + GAP {
            return numbers;
        }
        let (mut above, mut below) = (self.left, self.left);
        for event in seen {
            let is_above = event.style.shape != Shape::Receive;
            let appearance = self.appearance(event);
            let Some(peer) = appearance.peer else { continue };
            let half = measure::width(Font::Caption, peer) / 2.0;
            let (left, right) = (event.x - half, event.x + half);
            if left < self.left || right > self.right {
                // The edge cuts it off.
                continue;
            }
            let before = if is_above { &mut above } else { &mut below };
            if left < *before {
                return Vec::new();
            }
            *before = right + GAP;
            numbers.push((event.x, is_above, peer.to_owned()));
        }
        numbers
    }

    fn appearance<'b>(&'b self, event: &'b Seen) -> Appearance<'b> {
        match &event.tuple {
            Some(text) => Appearance::of(self.source.view, text),
            None => self.source.appearance(event.found.symbol),
        }
    }

    /// Draws events that are too small for ticks of their own.
    fn halftone(&self, scene: &mut Scene, styles: &mut TickStyles<'_>, base: f64) {
        let mut halftone = Halftone::default();
        let mut ticks = Ticks::new(base, TICK);
        let list = self.level.list;
        let mut left = self.x(self.from);
        while left < self.right {
            let (start, end) = (self.position(left), self.position(left + PLACE));
            let range = (start.round().max(0.0) as u64, end.round().max(0.0) as u64);
            if let Some(style) = halftone.choose(&list, styles, range) {
                ticks.add(style, left + PLACE / 2.0, PLACE / 2.0);
            }
            left += PLACE;
        }
        ticks.draw(scene);
        self.hit_all(scene, base);
    }

    /// Adds one target for all events of the row, which are too narrow for the pointer.
    fn hit_all(&self, scene: &mut Scene, base: f64) {
        let (first, end) = self.visible();
        scene.hits.push(Hit {
            area: Area::between(self.left, base - TICK, self.right, base + TICK),
            kind: HitKind::Hatch,
            strip: self.index,
            item: None,
            loop_id: 0,
            title: counted(end - first, self.source.noun),
            detail: "zoom in to tell them apart".to_owned(),
        });
    }

    /// Adds the target of one event.
    pub(super) fn hit_event(&self, scene: &mut Scene, area: Area, item: Option<usize>, symbol: Symbol, position: u64) {
        let at = self.level.origin.saturating_add(position);
        let number = thousands(at);
        let text = measure::fit(Font::Mono, self.source.symbols.text(symbol), 400.0);
        let tuple = self.source.tuples.and_then(|tuples| {
            let ((value, way), title) = (tuples.value(symbol)?, tuples.text_at(at)?);
            let moves = moves(tuples.nest, way, value);
            Some((title, format!("{} {number} · {moves}", self.source.noun)))
        });
        let (title, detail) = tuple.unwrap_or_else(|| {
            let detail = format!("{} {number} · {text}", self.source.noun);
            (self.source.event_title(symbol), detail)
        });
        scene.hits.push(Hit {
            area: area.clipped(self.left, self.right),
            kind: HitKind::Event,
            strip: self.index,
            item,
            loop_id: 0,
            title,
            detail,
        });
    }
}

/// Where the room of a label ends.
#[derive(Clone, Copy)]
struct Limit {
    x: f64,
    /// Whether that is the edge of the strip.
    edge: bool,
}

/// The space before and after a label.
fn air(wording: Wording) -> (f64, f64) {
    match wording {
        Wording::Tight => (TIGHT_TO_LABEL, TIGHT_AIR),
        _ => (TO_LABEL, AIR),
    }
}

/// Draws a tick with a head, for an event that has room.
fn arrow(scene: &mut Scene, style: TickStyle, x: f64, base: f64) {
    let away = match style.shape {
        Shape::Send => -1.0,
        Shape::Receive => 1.0,
        Shape::Collective => {
            let mut ticks = Ticks::new(base, ARROW);
            ticks.add(TickStyle { nested: false, ..style }, x, 2.0);
            ticks.draw(scene);
            return;
        }
        Shape::Other => {
            scene.shapes.push(crate::scene::Shape::Disc { x, y: base, r: 2.0, fill: style.ink });
            return;
        }
    };
    let tip = base + away * ARROW;
    let neck = tip - away * 7.0;
    let shaft = Area::between(x - 1.0, base.min(neck), x + 1.0, base.max(neck));
    scene.bars(base, vec![shaft], style.ink);
    scene.polygon(&[(x - 3.5, neck), (x + 3.5, neck), (x, tip)], style.ink);
}

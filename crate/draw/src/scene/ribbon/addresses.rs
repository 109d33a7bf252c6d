//! The pattern of addresses: what one strip of the ribbon reads and writes, position against address.
//!
//! Positions run from left to right as in the strip; higher numbers are higher up. The loops of the strip are bands behind
//! the dots. Ranges that are far from each other in memory have a panel each: on one scale, an array and the stack would be two
//! lines. At most eight tuples a pixel are drawn, sampled without a period of its own, so that the picture shows no
//! pattern that is not in the trace. O(pixels x (depth + items of the bodies on the way)).

use loopscope_core::small_sort::SmallSort;
use std::collections::{BTreeMap, BTreeSet};

use loopscope_core::affine::Node;
use loopscope_core::numbers::{bytes, counted, thousands};
use loopscope_core::trace::Notation;

use super::boxes::Row;
use super::path::{self, Level};
use super::state::{RibbonState, NARROWEST};
use super::strip::Frame;
use crate::scene::source::Source;
use crate::scene::ticks::TickStyles;
use crate::scene::tuples::{moves_of, Tuples};
use crate::scene::{measure, picture_width, Anchor, Area, Font, Hit, HitKind, Ink, Scene};

/// Height of the caption.
const CAPTION: f64 = 20.0;
/// Height of the row of loops.
const BOXES: f64 = 18.0;
/// Height of all panels together, on a wide screen and on a narrow one.
const PLOT: (f64, f64) = (176.0, 140.0);
/// The least height of a panel.
const LEAST_PANEL: f64 = 18.0;
/// The line of words above each panel.
const WORDS: f64 = 15.0;
/// Above the highest dot of a panel and below the lowest.
const INSET: f64 = 4.0;
/// With fewer dots a pixel than this, dots are larger.
const LARGE: f64 = 4.0;
/// The most panels; the closest ranges are joined until there are no more.
const MOST_PANELS: usize = 4;
/// The most tuples a pixel that are drawn.
const DENSITY: f64 = 8.0;
/// There are lines between iterations of at least this width.
const SEPARATE: f64 = 6.0;

/// The pattern of one strip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Addresses {
    /// What to draw.
    pub scene: Scene,
    /// What it shows: `One iteration of L1: number 16 of 32`.
    pub title: String,
    /// The strip that is shown: the one asked for, or the last.
    pub strip: usize,
    /// The values of the strip, as symbols, in order of first appearance.
    pub values: Vec<loopscope_core::symbols::Symbol>,
    /// Tuples in the visible range, and how many of them are drawn.
    pub drawn: (u64, u64),
}

/// One tuple of the sample.
struct Dot {
    position: u64,
    number: i128,
    value: u32,
    ink: Ink,
}

/// Numbers that share a scale.
#[derive(Clone, Copy)]
struct Panel {
    least: i128,
    most: i128,
    top: f64,
    height: f64,
}

impl Panel {
    fn size(&self) -> f64 {
        self.most.saturating_sub(self.least) as f64
    }

    fn y(&self, number: i128) -> f64 {
        let part = number.saturating_sub(self.least) as f64 / self.size().max(1.0);
        let part = if self.most == self.least { 0.5 } else { part };
        self.top + INSET + (1.0 - part) * (self.height - 2.0 * INSET)
    }
}

/// Draws the pattern of a field in one strip of the ribbon with that state; nothing for a process without
/// tuples of functions.
pub fn addresses(source: &Source<'_>, state: &RibbonState, strip: usize, field: usize) -> Addresses {
    let width = picture_width(state.width, NARROWEST);
    let (levels, _) = path::resolve(source, state);
    let strip = strip.min(levels.len().saturating_sub(1));
    let (Some(tuples), Some(level)) = (source.tuples, levels.get(strip)) else {
        return Addresses::default();
    };
    let zoom = state.zoom.get(strip).copied();
    let frame = Frame::new(source, state, level, strip, width, zoom);
    let mut scene = Scene::new(width, 0.0);
    let title = frame.titles().into_iter().next().unwrap_or_default();
    let dots = sample(&frame, &tuples, field);
    let (first, end) = frame.visible();
    let drawn = (end - first, dots.len() as u64);
    caption(&mut scene, &frame, drawn);
    let known = tuples.nest.fields().get(field);
    let (_, most) = PLOT;
    let height = if state.compact { most } else { PLOT.0 };
    let panels = panels(&dots, CAPTION + BOXES + 4.0, height);
    let bottom = panels.last().map_or(CAPTION + BOXES, |panel| panel.top + panel.height + 3.0);
    bands(&mut scene, &frame, level, bottom);
    let notation = known.map_or(Notation::Decimal, |field| field.notation);
    for panel in &panels {
        words(&mut scene, panel, notation);
    }
    draw_dots(&mut scene, &frame, &panels, &dots);
    hits(&mut scene, &frame, (&tuples, field), &panels, &dots);
    scene.height = (bottom + 1.0).ceil();
    Addresses { scene, title, strip, values: values(&tuples, level.loop_id), drawn }
}

/// Writes what is shown, and how much of it is drawn.
fn caption(scene: &mut Scene, frame: &Frame<'_>, (all, drawn): (u64, u64)) {
    let (titles, base, width) = (frame.titles(), 12.0, scene.width);
    let title = measure::first_fitting(Font::Strong, &titles, width).unwrap_or("");
    let counted = counted(all, frame.source.noun);
    let notes = match drawn < all {
        true => vec![format!("{} of {counted} drawn", thousands(drawn)), counted],
        false => vec![counted],
    };
    let room = width - measure::width(Font::Strong, title) - 16.0;
    let note = measure::first_fitting(Font::Caption, &notes, room).unwrap_or("");
    scene.text((0.0, base), Anchor::Start, (Font::Strong, Ink::Text), title);
    scene.text((width, base), Anchor::End, (Font::Caption, Ink::Text3), note);
}

/// The tuples of the visible range, or a sample of as many as can be told apart.
fn sample(frame: &Frame<'_>, tuples: &Tuples<'_>, field: usize) -> Vec<Dot> {
    let (first, end) = frame.visible();
    let (len, most) = (end - first, ((frame.right - frame.left) * DENSITY) as u64);
    let count = len.min(most);
    let mut dots = Vec::with_capacity(count as usize);
    for k in 0..count {
        let at = if len <= most {
            k
        } else {
            // One from each stretch, chosen by a hash, which resonates with no period.
            let from = (u128::from(k) * u128::from(len) / u128::from(count)) as u64;
            let to = (u128::from(k + 1) * u128::from(len) / u128::from(count)) as u64;
            from + mixed(k) % (to - from).max(1)
        };
        let position = first + at;
        let Some(place) = tuples.nest.at(frame.level.origin.saturating_add(position)) else {
            continue;
        };
        let Some(&number) = place.numbers.get(field) else { continue };
        let Some(Node::Value { label, .. }) = tuples.nest.node(place.value) else { continue };
        let ink = frame.source.tags.ink_of(tuples.nest.label(*label));
        dots.push(Dot { position, number, value: place.value, ink });
    }
    dots
}

/// A hash of a number (the finalizer of MurmurHash3).
fn mixed(k: u64) -> u64 {
    let mut h = k.wrapping_add(0x9e37_79b9_7f4a_7c15);
    h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}

/// The panels from the top, highest numbers first.
fn panels(dots: &[Dot], top: f64, height: f64) -> Vec<Panel> {
    let mut ranges: BTreeMap<u32, (i128, i128)> = BTreeMap::new();
    for dot in dots {
        let range = ranges.entry(dot.value).or_insert((dot.number, dot.number));
        *range = (range.0.min(dot.number), range.1.max(dot.number));
    }
    let mut ranges: Vec<(i128, i128)> = ranges.into_values().collect();
    ranges.sort_small();
    let mut joined: Vec<(i128, i128)> = Vec::new();
    for (least, most) in ranges {
        match joined.last_mut() {
            Some(last) if near(*last, (least, most)) => last.1 = last.1.max(most),
            _ => joined.push((least, most)),
        }
    }
    while joined.len() > MOST_PANELS {
        let gap = |at: &usize| joined[at + 1].0.saturating_sub(joined[*at].1);
        let Some(at) = (0..joined.len() - 1).min_by_key(gap) else { break };
        let (_, most) = joined.remove(at + 1);
        joined[at].1 = most;
    }
    // A larger range gets more room, by its logarithm.
    let weight = |&(least, most): &(i128, i128)| (most.saturating_sub(least) as f64 + 2.0).log2();
    let all: f64 = joined.iter().map(weight).sum();
    let free = (height - joined.len() as f64 * (WORDS + LEAST_PANEL)).max(0.0);
    let mut y = top;
    let mut panels = Vec::with_capacity(joined.len());
    for range in joined.iter().rev() {
        y += WORDS;
        let height = LEAST_PANEL + free * weight(range) / all.max(1.0);
        panels.push(Panel { least: range.0, most: range.1, top: y, height });
        y += height + 3.0;
    }
    panels
}

/// Whether two ranges, ascending, belong on one scale: the gap is no larger than the larger of them.
fn near(low: (i128, i128), high: (i128, i128)) -> bool {
    let size = low.1.saturating_sub(low.0).max(high.1.saturating_sub(high.0));
    high.0.saturating_sub(low.1) <= size.max(64)
}

/// The loops of the strip: a row of boxes, and their bands behind the dots.
fn bands(scene: &mut Scene, frame: &Frame<'_>, level: &Level<'_>, bottom: f64) {
    let area = Area::between(frame.left, CAPTION, frame.right, CAPTION + BOXES);
    let row = Row { area, list: level.list, start: 0, depth: level.depth + 1, singles: false, own: true };
    let drawn = frame.row(scene, &mut TickStyles::new(frame.source), &row);
    for (placed, node) in drawn {
        let (left, right) = (frame.x(placed.start as f64), frame.x((placed.start + placed.span) as f64));
        let band =
            Area::between(left + 0.5, CAPTION + BOXES + 2.0, right - 0.5, bottom).clipped(frame.left, frame.right);
        scene.rect(band, 0.0, Some(Ink::depth(level.depth + 1)), None);
        let pitch = node.period as f64 * frame.scale;
        if pitch >= SEPARATE && placed.all.is_none() {
            let (from, to) = frame.iterations_seen(&placed, &node);
            let line = |iteration: u64| {
                let x = frame.x((placed.start + iteration * node.period) as f64);
                Area { x: x - 0.25, y: band.y, w: 0.5, h: band.h }
            };
            let lines = (from.max(1)..to).map(line);
            let seen = lines.filter(|line| line.x > frame.left && line.right() < frame.right);
            scene.bars(band.y, seen.collect(), Ink::Edge);
        }
    }
}

/// Writes the range of a panel.
fn words(scene: &mut Scene, panel: &Panel, notation: Notation) {
    let (least, most) = (notation.text(panel.least), notation.text(panel.most));
    let mut text = if panel.least == panel.most { least } else { format!("{least} to {most}") };
    if let (Notation::Hexadecimal, Ok(size)) = (notation, u64::try_from(panel.most.saturating_sub(panel.least))) {
        if size > 0 {
            text = format!("{text}, {}", bytes(size));
        }
    }
    let text = measure::fit(Font::Caption, &text, scene.width - 12.0);
    let patch =
        Area { x: 1.0, y: panel.top - WORDS + 1.0, w: measure::width(Font::Caption, &text) + 10.0, h: WORDS - 2.0 };
    scene.rect(patch, 2.0, Some(Ink::Canvas), None);
    let at = (6.0, panel.top - 4.0);
    scene.text(at, Anchor::Start, (Font::Caption, Ink::Text2), text);
}

/// Draws dots on a grid of pixels; neighbours in a row are one bar.
fn draw_dots(scene: &mut Scene, frame: &Frame<'_>, panels: &[Panel], dots: &[Dot]) {
    let few = (dots.len() as f64) < (frame.right - frame.left) * LARGE;
    let side = if few { 2.0 } else { 1.0 };
    let mut cells: BTreeMap<Ink, BTreeSet<(i64, i64)>> = BTreeMap::new();
    for dot in dots {
        let of = panels.iter().find(|p| p.least <= dot.number && dot.number <= p.most);
        let Some(panel) = of else { continue };
        let x = frame.x(dot.position as f64 + 0.5) - side / 2.0;
        let x = x.clamp(frame.left, frame.right - side);
        let y = panel.y(dot.number) - side / 2.0;
        cells.entry(dot.ink).or_default().insert((y.round() as i64, x.round() as i64));
    }
    // Rare inks lie above frequent ones.
    let mut cells: Vec<(Ink, BTreeSet<(i64, i64)>)> = cells.into_iter().collect();
    cells.sort_small_by_key(|(ink, cells)| (std::cmp::Reverse(cells.len()), *ink));
    for (ink, cells) in cells {
        let mut bars: Vec<Area> = Vec::new();
        for (y, x) in cells {
            let (x, y) = (x as f64, y as f64);
            match bars.last_mut() {
                Some(last) if last.y == y && x <= last.right() => last.w = x + side - last.x,
                _ => bars.push(Area { x, y, w: side, h: side }),
            }
        }
        let base = bars.first().map_or(0.0, |bar| bar.y);
        scene.bars(base, bars, ink);
    }
}

/// Adds a target for every value, the smaller ones above the larger.
fn hits(scene: &mut Scene, frame: &Frame<'_>, (tuples, field): (&Tuples<'_>, usize), panels: &[Panel], dots: &[Dot]) {
    let mut areas: BTreeMap<u32, Area> = BTreeMap::new();
    for dot in dots {
        let of = panels.iter().find(|p| p.least <= dot.number && dot.number <= p.most);
        let Some(panel) = of else { continue };
        let (x, y) = (frame.x(dot.position as f64 + 0.5), panel.y(dot.number));
        let own = Area::between(x - 2.0, y - 2.0, x + 2.0, y + 2.0);
        let area = areas.entry(dot.value).or_insert(own);
        *area = Area::between(
            area.x.min(own.x),
            area.y.min(own.y),
            area.right().max(own.right()),
            area.bottom().max(own.bottom()),
        );
    }
    let mut areas: Vec<(u32, Area)> = areas.into_iter().collect();
    areas.sort_small_by(|a, b| (b.1.w * b.1.h).total_cmp(&(a.1.w * a.1.h)).then(a.0.cmp(&b.0)));
    for (value, area) in areas {
        let Some((symbol, way)) = tuples.drawn(value) else { continue };
        scene.hits.push(Hit {
            area: area.clipped(frame.left, frame.right),
            kind: HitKind::Event,
            strip: frame.index,
            item: None,
            loop_id: 0,
            title: measure::fit(Font::Mono, frame.source.symbols.text(symbol), 400.0),
            detail: moves_of(tuples.nest, way, value, field),
        });
    }
}

/// The values inside a loop; all values for 0.
fn values(tuples: &Tuples<'_>, loop_id: u32) -> Vec<loopscope_core::symbols::Symbol> {
    let inside = |(_, (value, way)): &(usize, (u32, &[u32]))| {
        matches!(tuples.nest.node(*value), Some(Node::Value { .. }))
            && (loop_id == 0 || way.iter().any(|&node| tuples.nest.id(node) == loop_id))
    };
    let symbol = |(symbol, _)| loopscope_core::symbols::Symbol(symbol as u32);
    tuples.drawing.values().enumerate().filter(inside).map(symbol).collect()
}

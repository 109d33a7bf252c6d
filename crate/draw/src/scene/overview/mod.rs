//! All processes of a program in one small picture.
//!
//! Each process is a row with one iteration of its main loop: inner loops as boxes with one of
//! their iterations each, messages as lines between the rows in the colours of their tags. Where
//! neighbouring rows have the same loops (equal counts in equal order) a box is drawn once around
//! all of them, so the program's common structure stands out and what differs stays with its
//! processes. A send or receive whose partner is not in sight is a tick.
//!
//! O(rows x (pixels x depth x log items + items of each body, bounded)).

mod exchange;
mod groups;

use super::pieces::{label_width, share_out};
use super::source::{List, Source};
use super::ticks::{Halftone, Look, Looks, Ticks};
use super::{Anchor, Area, Font, Ink, Scene};
use groups::{group_of, Content, Gap, Group, Part};
use loopscope_core::nest::Loop;
use loopscope_core::numbers::thousands;

/// Left and right of the outermost box; the lines of the processes go on there.
const SIDE: f64 = 6.0;
/// Height of a strip for the counts of one level of boxes.
const HEADER: f64 = 12.0;
/// Below the last row, for each level of boxes that ends there.
const FOOT: f64 = 3.0;
/// A row is at least this high; of more processes than fit, evenly spread ones are shown.
const LEAST_ROW: f64 = 3.0;
/// And at most this high.
const MOST_ROW: f64 = 28.0;
/// Fewer pixels an event than this are a halftone.
const LEAST_SINGLE: f64 = 1.25;
/// More loops and stretches of events than this cannot be seen on any screen.
const MOST_PIECES: usize = 50_000;
/// Left and right inside a box.
const INSET: f64 = 4.0;

/// The picture of all processes of a program; an empty one without any.
pub fn overview(processes: &[Source<'_>], width: f64, height: f64) -> Scene {
    let (width, height) = (width.clamp(40.0, 4e3), height.clamp(30.0, 4e3));
    let mut scene = Scene::new(width, height);
    let most = (((height - 2.0 * HEADER) / LEAST_ROW) as usize).max(1);
    let rows = spread(processes, most);
    let lists: Vec<List<'_>> = rows.iter().map(|source| source.root()).collect();
    // On the top level only the main loop counts.
    let mains: Vec<Option<Loop>> =
        lists.iter().map(|list| list.largest_loop().and_then(|placed| placed.as_loop())).collect();
    let mut budget = MOST_PIECES;
    let group = group_of(&rows, &lists, 0, 0, Some(&mains), &mut budget);
    let headers = group.headers();
    let top = 1.0 + HEADER * headers as f64;
    let pitch = ((height - top - 1.0 - FOOT * headers.max(1) as f64) / rows.len().max(1) as f64)
        .min(MOST_ROW);
    let (messages, ticks, dense) = Default::default();
    let mut sheet = Sheet {
        scene: &mut scene,
        rows: &rows,
        top,
        pitch,
        left_out: false,
        messages,
        ticks,
        dense,
    };
    sheet.group(&group, (SIDE, width - SIDE), 0, true);
    // Stable: within a row they stay in their order.
    sheet.ticks.sort_by_key(|tick| tick.0);
    sheet.dense.sort_by_key(|segment| segment.row);
    sheet.lines(width);
    if sheet.left_out && headers > 0 {
        let at = (width - SIDE - 4.0, 9.0);
        scene.text(at, Anchor::End, (Font::Caption, Ink::Text2), "…");
    }
    scene
}

/// As many of the processes, evenly spread.
fn spread<'a>(processes: &[Source<'a>], most: usize) -> Vec<Source<'a>> {
    let count = processes.len().min(most);
    (0..count).filter_map(|row| processes.get(row * processes.len() / count).copied()).collect()
}

/// The picture being drawn.
struct Sheet<'a, 'b> {
    scene: &'b mut Scene,
    rows: &'a [Source<'a>],
    /// Where the first row begins.
    top: f64,
    pitch: f64,
    /// Whether something had no room.
    left_out: bool,
    /// What is drawn over all boxes: messages as ink and ends,
    messages: Vec<(Ink, [(f64, f64); 2])>,
    /// single events as row, look, place and width,
    ticks: Vec<(usize, Look, f64, f64)>,
    /// and events too many to be laid out.
    dense: Vec<Dense<'a>>,
}

/// Many events of one row between two places.
struct Dense<'a> {
    row: usize,
    list: List<'a>,
    range: (u64, u64),
    ends: (f64, f64),
}

impl<'a> Sheet<'a, '_> {
    /// Draws a group between two places. `whole`: it and all around it are of all rows, so that
    /// its boxes have strips for their counts.
    fn group(&mut self, group: &Group<'a>, (left, right): (f64, f64), depth: usize, whole: bool) {
        let parts = match &group.content {
            Content::Same(parts) => parts,
            Content::Different(groups) => {
                for group in groups {
                    self.group(group, (left, right), depth, false);
                }
                return;
            }
        };
        let needs: Vec<(f64, f64)> = parts.iter().map(Part::need).collect();
        let mut widths = share_out(&needs, right - left, f64::INFINITY);
        if widths.len() < parts.len() {
            widths = share_out(&needs, (right - left - 12.0).max(0.0), f64::INFINITY);
            self.left_out = true;
        }
        let mut x = left;
        for (part, width) in parts.iter().zip(widths) {
            match part {
                Part::Gap(gap) => self.gap(group.first, gap, (x, x + width)),
                Part::Loop(node, inner) => {
                    let area = self.loop_box(node, group, (x, x + width), depth, whole);
                    let inset = INSET.min(area.w / 6.0);
                    let ends = (area.x + inset, area.right() - inset);
                    self.group(inner, ends, depth + 1, whole);
                }
            }
            x += width;
        }
    }

    fn loop_box(
        &mut self,
        node: &Loop,
        group: &Group<'_>,
        (left, right): (f64, f64),
        depth: usize,
        whole: bool,
    ) -> Area {
        let first = self.top + group.first as f64 * self.pitch;
        let last = first + group.rows as f64 * self.pitch;
        let air = if right - left > 8.0 && depth > 0 { 1.0 } else { 0.0 };
        let (top, bottom) = if whole {
            // Every level has its strip above the rows and ends a little before the one around it.
            let level = (self.top - 1.0) / HEADER - depth as f64;
            (self.top - HEADER * level.max(0.0), last + (FOOT * level).clamp(0.5, FOOT * 4.0))
        } else {
            (first + 0.75, last - 0.75)
        };
        let area = Area::between(left + air, top, right - air, bottom);
        let radius = 3.0f64.min(area.w / 3.0).min(area.h / 4.0);
        // Hues keep their contrast up to depth 3.
        let fill = Ink::depth((depth + 1).min(3));
        self.scene.rect(area, radius, Some(fill), Some((Ink::Edge, 0.75)));
        if whole && label_width(node) + 5.0 <= area.w {
            let text = format!("×{}", thousands(node.count));
            let at = (area.x + 3.5, top + 9.5);
            self.scene.text(at, Anchor::Start, (Font::Tiny, Ink::Text), text);
        }
        area
    }

    /// Places the events of some rows, to be drawn over all boxes.
    fn gap(&mut self, first: usize, gap: &Gap<'a>, (left, right): (f64, f64)) {
        let Some(exchange) = &gap.exchange else {
            for (row, (list, start, end)) in gap.ranges.iter().enumerate() {
                let (list, range, ends) = (*list, (*start, *end), (left, right));
                self.dense.push(Dense { row: first + row, list, range, ends });
            }
            return;
        };
        let pitch = (right - left) / f64::from(exchange.steps.max(1));
        let x = |step: u32| left + pitch * (f64::from(step) - 0.5);
        let width = (pitch * 0.5).clamp(0.625, 1.5);
        for (row, events) in exchange.rows.iter().enumerate() {
            for event in events {
                let at = (x(event.step), self.middle(first + row));
                if let Some(place) = event.from {
                    let Some(send) = exchange.get(place) else { continue };
                    let from = (x(send.step), self.middle(first + place.0));
                    self.messages.push((send.look.ink, [from, at]));
                } else if !event.is_joined() {
                    self.ticks.push((first + row, event.look, at.0, width));
                }
            }
        }
    }

    /// The base line of a row.
    fn middle(&self, row: usize) -> f64 {
        self.top + (row as f64 + 0.5) * self.pitch
    }

    /// The lines of the processes, the messages between them, and what stands for itself.
    fn lines(&mut self, width: f64) {
        for row in 0..self.rows.len() {
            let y = self.middle(row);
            self.scene.line(&[(0.0, y), (width, y)], Ink::Line, 0.625);
        }
        let thick = if self.pitch < 8.0 { 0.875 } else { 1.125 };
        for (ink, ends) in std::mem::take(&mut self.messages) {
            self.scene.line(&ends, ink, thick);
        }
        let mut single = std::mem::take(&mut self.ticks).into_iter().peekable();
        let mut dense = std::mem::take(&mut self.dense).into_iter().peekable();
        for (row, source) in self.rows.iter().enumerate() {
            // A collective's dashes reach from row to row.
            let mut ticks = Ticks::new(self.middle(row), (self.pitch * 0.45).min(9.0));
            while let Some((_, look, x, width)) = single.next_if(|tick| tick.0 == row) {
                ticks.add(look, x, width);
            }
            let mut looks = Looks::new(source);
            while let Some(segment) = dense.next_if(|segment| segment.row == row) {
                segment.draw(&mut ticks, &mut looks);
            }
            ticks.draw(self.scene);
        }
    }
}

impl<'a> Dense<'a> {
    /// A halftone of the events, or a tick for each if there are few.
    fn draw(&self, ticks: &mut Ticks, looks: &mut Looks<'a>) {
        let ((start, end), (left, right)) = (self.range, self.ends);
        let count = end.saturating_sub(start);
        let places = count.min(((right - left) / LEAST_SINGLE) as u64);
        let pitch = (right - left) / places.max(1) as f64;
        let mut halftone = Halftone::default();
        for place in 0..places {
            let range = (start + count * place / places, start + count * (place + 1) / places);
            if let Some(look) = halftone.choose(&self.list, looks, range) {
                let x = left + pitch * (place as f64 + 0.5);
                ticks.add(look, x, (pitch * 0.5).clamp(0.625, 1.5));
            }
        }
    }
}

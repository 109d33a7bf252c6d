//! The row that shows what the iterations of a loop hold: as boxes where they can be seen, else as a hatch with a line at
//! the start of each iteration, and a sentence.

use loopscope_core::nest::Loop;

use super::boxes::{Row, NARROW};
use super::strip::Frame;
use crate::scene::source::{List, Placed};
use crate::scene::ticks::TickStyles;
use crate::scene::{loop_name, measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene};
use loopscope_core::numbers::{counted, thousands};

/// Height of the row.
const HEIGHT: f64 = 18.0;
/// From this many pixels an event on, iterations are drawn with their events instead of a hatch.
const SHOWN: f64 = 1.5;
/// If iterations are narrower than this, the hatch is a flat grey.
const FLAT: f64 = 1.25;
/// The sentence names this many inner loops and counts the rest.
const NAMED: usize = 3;
/// At most this many items of a body are searched for loops to name,
const SEARCHED: usize = 20_000;
/// and at most this many different loops are counted.
const MOST_COUNTED: usize = 100;

impl Frame<'_> {
    /// Draws the row below the box of a loop.
    pub(super) fn inside(
        &self,
        scene: &mut Scene,
        styles: &mut TickStyles<'_>,
        placed: &Placed,
        node: &Loop,
        top: f64,
    ) {
        let body = self.source.body(node);
        let widest = body.largest_loop().map_or(1, |inner| inner.span);
        let (left, right) = (self.x(placed.start as f64), self.x((placed.start + placed.span) as f64));
        let area = Area::between(left, top, right, top + HEIGHT).clipped(self.left, self.right);
        let boxed = widest > 1 && widest as f64 * self.scale >= 2.0 * NARROW;
        if boxed || self.scale >= SHOWN {
            self.iterations(scene, styles, placed, node, area);
        } else {
            self.hatch(scene, (placed, node), &body, area);
        }
    }

    /// Draws every visible iteration with what it holds. Each is at least two narrow boxes wide, so there are fewer of them
    /// than pixels.
    fn iterations(&self, scene: &mut Scene, styles: &mut TickStyles<'_>, placed: &Placed, node: &Loop, area: Area) {
        let depth = self.level.depth + 1;
        scene.rect(area, 0.0, Some(Ink::depth(depth)), None);
        let (first, end) = self.iterations_seen(placed, node);
        let mut starts = Vec::new();
        for iteration in first..end {
            let start = placed.start + iteration * node.period;
            let x = self.x(start as f64);
            if iteration > 0 && x > self.left {
                starts.push(Area { x: x - 0.5, y: area.y, w: 1.0, h: area.h });
            }
            let list = self.source.body(node);
            let area = Area { y: area.y + 1.5, h: area.h - 3.0, ..area };
            let singles = self.singles_in_boxes();
            let row = Row { area, list, start, depth: depth + 1, singles, own: false };
            self.row(scene, styles, &row);
        }
        scene.bars(area.y, starts, Ink::Line);
    }

    /// The visible iterations: the first, and the one after the last.
    pub(super) fn iterations_seen(&self, placed: &Placed, node: &Loop) -> (u64, u64) {
        let period = node.period.max(1);
        let (from, to) = self.visible();
        let first = from.saturating_sub(placed.start) / period;
        let end = to.saturating_sub(placed.start).div_ceil(period).min(node.count);
        (first.min(end), end)
    }

    fn hatch(&self, scene: &mut Scene, (placed, node): (&Placed, &Loop), body: &List<'_>, area: Area) {
        let ground = Ink::depth(self.level.depth + 2);
        scene.rect(area, 0.0, Some(ground), None);
        // Iterations that differ have no common pitch.
        let pitch = if placed.all.is_some() { 0.0 } else { node.period as f64 * self.scale };
        if pitch >= FLAT {
            let (first, end) = self.iterations_seen(placed, node);
            let width = (pitch * 0.4).clamp(0.625, 1.0);
            let starts = (first..end).map(|iteration| {
                let x = self.x((placed.start + iteration * node.period) as f64);
                Area { x, y: area.y, w: width, h: area.h }.clipped(area.x, area.right())
            });
            scene.bars(area.y, starts.filter(|bar| bar.w > 0.0).collect(), Ink::Line);
        }
        let inner = self.inner_loops(body);
        let sentences = self.sentences(placed, node, &inner);
        self.sentence(scene, &sentences, area, ground);
        let id = self.source.names.id(placed.id);
        let title = sentences.first().cloned().unwrap_or_default();
        let title = title.split(';').next().unwrap_or_default().to_owned();
        let times = thousands(placed.times());
        let detail = format!("{times} iterations of {}; zoom in to tell them apart", loop_name(id));
        let (strip, item) = (self.index, Some(placed.item));
        let kind = HitKind::Hatch;
        scene.hits.push(Hit { area, kind, strip, item, loop_id: id, title, detail });
    }

    /// What the iterations hold, in fewer and fewer words.
    fn sentences(&self, placed: &Placed, node: &Loop, inner: &[Inner]) -> Vec<String> {
        let names: Vec<String> = inner.iter().map(|inner| loop_name(inner.id)).collect();
        let counted_names: Vec<String> = inner.iter().map(Inner::in_words).collect();
        let zoom_in = if self.state.for_export { "" } else { "; zoom in to tell them apart" };
        if let (Some(all), Some(inside)) = (placed.all, listed(&counted_names, " and ")) {
            let every = format!("{inside}, in {} different iterations", thousands(all));
            return vec![format!("{every}{zoom_in}"), every, inside];
        }
        let Some(all) = listed(&counted_names, " and ") else {
            let each = counted(node.period, self.source.noun);
            let every = format!("{each} in every iteration");
            return vec![format!("{every}{zoom_in}"), every, format!("{each} each"), each];
        };
        let short = listed(&names, ", ").unwrap_or_default();
        let mut sentences = vec![
            format!("{all} in every iteration{zoom_in}"),
            format!("{all} in every iteration"),
            format!("{short} in each iteration"),
            short,
        ];
        if self.state.compact {
            sentences.drain(..2);
        }
        sentences
    }

    /// Writes the first of the sentences that fits beside the mark.
    fn sentence(&self, scene: &mut Scene, sentences: &[String], area: Area, ground: Ink) {
        const INSET: f64 = 16.0;
        let mark = self.level.opened.map(|(_, opened)| {
            let start = opened.start as f64 + opened.iteration as f64 * opened.period as f64;
            (self.x(start) - 10.0, self.x(start + opened.period as f64) + 10.0)
        });
        let (left, right) = (area.x + INSET, area.right() - INSET);
        let (before, after) = mark.unwrap_or((right, right));
        // Left of the mark, or right of it where there is more room.
        let rooms = [(left, right.min(before)), (left.max(after), right)];
        let fits = |text: &String| {
            let width = measure::width(Font::Caption, text);
            rooms.iter().find(|(from, to)| to - from >= width + 16.0).map(|&(from, _)| (from, width))
        };
        let Some((text, (x, width))) = sentences.iter().find_map(|text| fits(text).map(|place| (text, place))) else {
            return;
        };
        let patch = Area { x, y: area.y + 1.0, w: width + 16.0, h: area.h - 2.0 };
        scene.rect(patch, 0.0, Some(ground), None);
        let ink = Ink::secondary_on(ground);
        let baseline = area.y + area.h / 2.0 + 4.0;
        scene.text((x + 8.0, baseline), Anchor::Start, (Font::Caption, ink), text.as_str());
    }

    /// Numbers and counts of the loops of a body, each once, in order; of a very long body, those near its start.
    fn inner_loops(&self, body: &List<'_>) -> Vec<Inner> {
        let mut inner: Vec<Inner> = Vec::new();
        for placed in body.iter().take(SEARCHED).filter(|placed| placed.as_loop().is_some()) {
            let (id, times) = (self.source.names.id(placed.id), placed.times());
            match inner.iter_mut().find(|known| known.id == id) {
                // A loop whose bound varies has several counts.
                Some(known) => {
                    known.least = known.least.min(times);
                    known.most = known.most.max(times);
                }
                None => inner.push(Inner { id, least: times, most: times }),
            }
            if inner.len() == MOST_COUNTED {
                break;
            }
        }
        inner
    }
}

/// A loop of a body and how often it runs there.
struct Inner {
    id: u32,
    least: u64,
    most: u64,
}

impl Inner {
    /// `L2 ×62`, `L2 ×6 to 21`.
    fn in_words(&self) -> String {
        let least = format!("{} ×{}", loop_name(self.id), thousands(self.least));
        if self.least == self.most {
            least
        } else {
            format!("{least} to {}", thousands(self.most))
        }
    }
}

/// `L2`, `L2 and L3`, `L2, L3, L4 and 5 more`.
fn listed(names: &[String], and: &str) -> Option<String> {
    match names {
        [] => None,
        [one] => Some(one.clone()),
        [most @ .., last] if names.len() <= NAMED => Some(format!("{}{and}{last}", most.join(", "))),
        _ => {
            let named = names.get(..NAMED).unwrap_or_default().join(", ");
            Some(format!("{named} and {} more", names.len() - NAMED))
        }
    }
}

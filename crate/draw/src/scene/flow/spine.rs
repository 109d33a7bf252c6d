//! Draws the graph of one process: boxes first, then lines, then blocks over them.

use loopscope_core::numbers::thousands;
use loopscope_core::small_sort::SmallSort;

use super::blocks::Blocks;
use super::columns::Column;
use super::lanes::{Line, Way};
use super::place::{Boxed, Layout, Placed, HEAD};
use super::state::{FlowBlock, FlowLine, FlowMark, FlowSource, FlowSpine};
use crate::scene::{measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene};

/// Height of the arrow heads.
const POINT: f64 = 5.0;
/// Radius of corners of lines.
const ROUND: f64 = 5.0;
/// Where lines leave a block, above its lower edge, and where they reach it, below its upper edge.
const LEAVES: f64 = 7.0;
const REACHES: f64 = 7.0;
/// Where lines run in the box of a loop, from its left edge.
const IN_BOX: f64 = 6.0;
/// How far beside a line the pointer still hits it.
const NEAR: f64 = 3.0;

/// One graph to draw.
pub(super) struct Spine<'a> {
    pub(super) source: &'a FlowSource<'a>,
    pub(super) blocks: &'a Blocks,
    pub(super) lines: &'a [Line],
    pub(super) layout: &'a Layout,
    /// The figures of its own process.
    pub(super) own: &'a Column,
    /// Its index in the picture.
    pub(super) index: usize,
    /// What is highlighted in it.
    pub(super) mark: Option<FlowMark>,
    /// Whether bars stand in the blocks.
    pub(super) has_bars: bool,
}

impl Spine<'_> {
    /// Draws everything. O(rows + lines).
    pub(super) fn draw(&self, scene: &mut Scene) -> FlowSpine {
        let mut drawn =
            FlowSpine { process: self.source.process, left_out: self.layout.left_out, ..FlowSpine::default() };
        for boxed in &self.layout.boxes {
            self.draw_box(scene, boxed);
            drawn.boxes.push((self.source.number(boxed.id), boxed.area));
        }
        // The most frequent ones on top.
        let mut order: Vec<usize> = (0..self.lines.len()).collect();
        order.sort_small_by_key(|&at| (self.lines[at].count, at));
        let most = self.lines.iter().map(|line| line.count).max().unwrap_or(1);
        for at in order {
            self.draw_line(scene, at, most);
        }
        drawn.lines = self.lines.iter().map(|it| FlowLine { from: it.from, to: it.to }).collect();
        for (at, placed) in self.layout.blocks.iter().enumerate() {
            self.draw_block(scene, at, placed);
            let nodes = self.blocks.list[placed.block].nodes.clone();
            drawn.blocks.push(FlowBlock { nodes, area: placed.area });
        }
        drawn
    }

    fn hit(&self, area: Area, kind: HitKind, title: String, detail: String) -> Hit {
        Hit { area, kind, strip: self.index, item: None, loop_id: 0, title, detail }
    }

    fn is_marked(&self, id: u32) -> bool {
        let number = self.source.number(id);
        self.mark == Some(FlowMark::Loop { spine: self.index, number })
    }

    fn draw_box(&self, scene: &mut Scene, boxed: &Boxed) {
        let Boxed { id, area } = *boxed;
        let depth = self.source.loops.get(id).map_or(1, |known| known.depth as usize);
        let (ground, marked) = (Ink::depth(depth), self.is_marked(id));
        scene.rect(area, 3.0, Some(ground), None);
        let strip = Area { h: HEAD, ..area };
        if marked {
            scene.rect(strip, 3.0, Some(Ink::Wash), None);
        }
        let line = if marked { (Ink::Selected, 2.0) } else { (Ink::Line, 1.0) };
        scene.rect(area, 3.0, None, Some(line));
        self.name_box(scene, id, strip, if marked { Ink::Wash } else { ground });
        let (title, detail) = (self.source.loop_title(id), self.source.loop_detail(id, self.own));
        let hit = self.hit(area, HitKind::Loop, title, detail);
        scene.hits.push(Hit { loop_id: self.source.number(id), ..hit });
    }

    /// How often a loop iterates, its name, and its visits: from the back, as far as there is room before the line that runs down.
    fn name_box(&self, scene: &mut Scene, id: u32, strip: Area, ground: Ink) {
        let (second, base) = (Ink::secondary_on(ground), strip.y + 13.0);
        let end = self.layout.down - 8.0;
        let mut x = strip.x + 7.0;
        let count = format!("×{}", thousands(self.source.iterations(id)));
        let name = format!("F{}", self.source.number(id));
        let [long, short] = self.source.visit_words(id);
        let fits = |x: f64, font: Font, text: &str| x + measure::width(font, text) <= end;
        if !fits(x, Font::Strong, &count) {
            return;
        }
        scene.text((x, base), Anchor::Start, (Font::Strong, Ink::Text), count.as_str());
        x += measure::width(Font::Strong, &count) + 6.0;
        if !fits(x, Font::Label, &name) {
            return;
        }
        scene.text((x, base), Anchor::Start, (Font::Label, second), name.as_str());
        x += measure::width(Font::Label, &name) + 8.0;
        if let Some(text) = [long, short].into_iter().find(|text| fits(x, Font::Caption, text)) {
            scene.text((x, base), Anchor::Start, (Font::Caption, second), text);
        }
    }

    fn draw_block(&self, scene: &mut Scene, at: usize, placed: &Placed) {
        let block = &self.blocks.list[placed.block];
        let Placed { area, tab, .. } = *placed;
        let own = block.own_loop;
        let marked = own.is_some_and(|id| self.is_marked(id))
            || matches!(self.mark, Some(FlowMark::Block { spine, node })
                if spine == self.index && block.nodes.contains(&node));
        let ground = if marked { Ink::Wash } else { Ink::Canvas };
        scene.rect(area, 3.0, Some(ground), None);
        if let Some(id) = own {
            let depth = self.source.loops.get(id).map_or(1, |known| known.depth as usize);
            let ground = Ink::depth(depth);
            scene.rect(Area { w: tab, ..area }, 3.0, Some(ground), Some((Ink::Line, 1.0)));
            let text = measure::fit(Font::Strong, &self.source.repeats(id), tab - 4.0);
            let middle = (area.x + tab / 2.0, area.y + area.h / 2.0 + 4.0);
            scene.text(middle, Anchor::Middle, (Font::Strong, Ink::Text), text);
        }
        if self.has_bars {
            self.draw_bar(scene, placed);
        }
        let line = if marked { (Ink::Selected, 2.0) } else { (Ink::Edge, 1.0) };
        scene.rect(area, 3.0, None, Some(line));
        for (line, text) in placed.lines.iter().enumerate() {
            let base = area.y + 16.0 * (line as f64 + 1.0);
            let style = (Font::Label, Ink::Text);
            scene.text((area.x + tab + 8.0, base), Anchor::Start, style, text.as_str());
        }
        let count = thousands(self.source.times_of(block));
        if measure::width(Font::Caption, &count) + tab + 12.0 <= area.w {
            let at = (area.right() - 7.0, area.y + 16.0);
            scene.text(at, Anchor::End, (Font::Caption, Ink::secondary_on(ground)), count);
        }
        let sums = self.own.blocks.get(placed.block).copied().unwrap_or_default();
        let title = self.source.block_title(block);
        let detail = self.source.block_detail(block, sums, self.own);
        let hit = self.hit(area, HitKind::Event, title, detail);
        let loop_id = own.map_or(0, |id| self.source.number(id));
        scene.hits.push(Hit { item: Some(at), loop_id, ..hit });
    }

    /// A bar at the foot of a block: its share of the time of the process, which is as long as the block is wide.
    fn draw_bar(&self, scene: &mut Scene, placed: &Placed) {
        let sums = self.own.blocks.get(placed.block).copied().unwrap_or_default();
        let area = placed.area;
        let width = |time: u64| self.own.share(time) * (area.w - 2.0);
        let (inside, between) = (width(sums.inside), width(sums.between));
        let bar = Area { x: area.x + 1.0, y: area.bottom() - 3.5, w: inside, h: 3.0 };
        scene.rect(bar, 0.0, Some(Ink::Call), None);
        let bar = Area { x: bar.right(), w: between, ..bar };
        scene.rect(bar, 0.0, Some(Ink::Work), None);
    }

    fn draw_line(&self, scene: &mut Scene, at: usize, most: u64) {
        let line = &self.lines[at];
        let blocks = &self.layout.blocks;
        let (Some(from), Some(to)) = (blocks.get(line.rows.0), blocks.get(line.rows.1)) else {
            return;
        };
        let (from, to) = (from.area, to.area);
        let (leaves, reaches) = (from.bottom() - LEAVES, to.y + REACHES);
        let points = match line.way {
            Way::Down => {
                let x = self.layout.down;
                vec![(x, from.bottom()), (x, to.y)]
            }
            Way::Lane(lane) => {
                let x = self.layout.lanes.get(lane).copied().unwrap_or(self.layout.right);
                vec![(from.right(), leaves), (x, leaves), (x, reaches), (to.right(), reaches)]
            }
            Way::Back(around) => {
                let left = around.and_then(|id| self.layout.boxed(id));
                let x = left.map_or(0.0, |area| area.x) + IN_BOX;
                let x = x.min(from.x - 1.0).min(to.x - POINT - 1.0);
                vec![(from.x, leaves), (x, leaves), (x, reaches), (to.x, reaches)]
            }
        };
        let width = 1.0 + 2.2 * logarithm(line.count) / logarithm(most).max(1.0);
        // The line ends in the head, so that its end does not show beside the point.
        let (mut drawn, head) = (points.clone(), arrow(&points, 2.5 + width / 2.0));
        if let [.., (before_x, before_y), last] = drawn.as_mut_slice() {
            let (dx, dy) = (last.0 - *before_x, last.1 - *before_y);
            let back = |along: f64| along.signum() * along.abs().min(POINT - 1.0);
            *last = (last.0 - back(dx), last.1 - back(dy));
        }
        scene.line(&rounded(&drawn), Ink::Text2, width);
        scene.polygon(&head, Ink::Text2);
        for pair in points.windows(2) {
            if let [a, b] = pair {
                let area =
                    Area::between(a.0.min(b.0) - NEAR, a.1.min(b.1) - NEAR, a.0.max(b.0) + NEAR, a.1.max(b.1) + NEAR);
                let area = area.clipped(0.0, scene.width);
                let (title, detail) = (self.source.line_title(line), self.source.line_detail(line));
                let hit = self.hit(area, HitKind::Line, title, detail);
                scene.hits.push(Hit { item: Some(at), ..hit });
            }
        }
    }
}

/// About the binary logarithm, from whole numbers alone, so that it is the same everywhere.
fn logarithm(count: u64) -> f64 {
    let whole = count.max(1).ilog2();
    let rest = count.max(1) as f64 / (1u64 << whole) as f64 - 1.0;
    f64::from(whole) + rest
}

/// The head of an arrow at the end of a line.
fn arrow(points: &[(f64, f64)], half: f64) -> [(f64, f64); 3] {
    let [.., a, (x, y)] = *points else { return [(0.0, 0.0); 3] };
    if a.0 == x {
        let back = y - (y - a.1).signum() * POINT;
        [(x - half, back), (x + half, back), (x, y)]
    } else {
        let back = x - (x - a.0).signum() * POINT;
        [(back, y - half), (back, y + half), (x, y)]
    }
}

/// A line of horizontal and vertical pieces, with its corners rounded.
fn rounded(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut round = Vec::with_capacity(points.len() * 4);
    round.extend(points.first());
    for corner in points.windows(3) {
        let [a, b, c] = *corner else { continue };
        let toward = |(x, y): (f64, f64)| {
            let (dx, dy) = (x - b.0, y - b.1);
            let length = dx.abs().max(dy.abs());
            let radius = ROUND.min(length / 2.0) / length.max(1e-9);
            (b.0 + dx * radius, b.1 + dy * radius)
        };
        let (before, after) = (toward(a), toward(c));
        // A quadratic curve with its middle at the corner.
        for step in 0..=4 {
            let t = f64::from(step) / 4.0;
            let mix = |before: f64, corner: f64, after: f64| {
                (1.0 - t) * (1.0 - t) * before + 2.0 * t * (1.0 - t) * corner + t * t * after
            };
            round.push((mix(before.0, b.0, after.0), mix(before.1, b.1, after.1)));
        }
    }
    round.extend(points.last().filter(|_| points.len() > 1));
    round
}

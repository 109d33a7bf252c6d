//! A graph in one column: nodes below one another, edges to the next node as short lines, all others as brackets at the right, loops as boxes.

use super::pen::{ink_of, line_of, Pen};
use super::stage::{LabEdge, LabLook, LabNode, LabRoom};
use crate::scene::{measure, Anchor, Area, Font, Ink};
use loopscope_core::small_sort::sort_few_by_key;

/// The height of a node, and between nodes; of a graph with many nodes they are lower.
const NODE: f64 = 24.0;
const LOW_NODE: f64 = 17.0;
const BETWEEN: f64 = 14.0;
const MANY: usize = 16;
/// The width of a node.
const WIDE: f64 = 92.0;
/// Between brackets, and how much of it a count needs.
const LANE: f64 = 22.0;
const LEAST_LANE: f64 = 14.0;
/// How far a loop's box reaches beyond the one inside it, to the sides and up and down: an outer box never ends where an inner one
/// begins.
const INSET: f64 = 7.0;
const STEP: f64 = 4.0;
/// How far all of them together reach at most, to the sides and up and down: boxes of loops nested very deep stand closer.
const MOST_INSET: f64 = 63.0;
const MOST_STEP: f64 = 16.0;

/// Where the rows of nodes stand: the deeper loops are nested, the more room is between them.
#[derive(Clone, Copy)]
struct Rows {
    top: f64,
    node: f64,
    between: f64,
    /// How far a loop's box reaches beyond the one inside it.
    step: f64,
}

impl Rows {
    fn new(top: f64, deepest: f64, nodes: usize) -> Self {
        let step = STEP.min(MOST_STEP / deepest.max(1.0));
        let reach = step * deepest;
        let node = if nodes > MANY { LOW_NODE } else { NODE };
        Self { node, step, top: top + 12.0 + reach.max(4.0) - 4.0, between: BETWEEN.max(2.0 * reach + 12.0) }
    }

    /// The upper edge of a node.
    fn y(self, place: usize) -> f64 {
        self.top + place as f64 * (self.node + self.between)
    }
}

/// Draws the graph; returns where the band ends.
pub(super) fn graph(
    pen: &mut Pen<'_>,
    (nodes, edges, loops): (&[LabNode], &[LabEdge], &[String]),
    kept: &LabRoom,
    top: f64,
) -> f64 {
    let notes = nodes.iter().map(|node| node.note.as_str()).chain([kept.note.as_str()]);
    let notes = notes.map(|note| measure::width(Font::Caption, note)).fold(40.0, f64::max) + 14.0;
    let deepest = nodes.iter().map(|node| node.inside.len()).chain([kept.deepest]);
    let deepest = deepest.max().unwrap_or(0) as f64;
    let inset = INSET.min(MOST_INSET / deepest.max(1.0));
    let left = pen.left + notes + deepest * inset;
    let rows = Rows::new(top, deepest, nodes.len());
    let y = |place: usize| rows.y(place);
    // The boxes of loops, outermost first: a stretch of rows for each run of nodes inside.
    let depth_of = |id: usize| {
        let places = nodes.iter().filter_map(|node| node.inside.iter().position(|&one| one == id));
        places.min().unwrap_or(0)
    };
    let mut order: Vec<(usize, &String)> = loops.iter().enumerate().collect();
    sort_few_by_key(&mut order, |&(id, _)| depth_of(id));
    for (id, name) in order {
        let mut open: Option<(usize, usize)> = None;
        for place in 0..=nodes.len() {
            let depth = nodes.get(place).and_then(|node| node.inside.iter().position(|&inner| inner == id));
            match (open, depth) {
                (None, Some(depth)) => open = Some((place, depth)),
                (Some((from, depth)), None) => {
                    open = None;
                    let reach = (deepest - depth as f64) * inset;
                    let up = (deepest - depth as f64) * rows.step;
                    let area = Area {
                        x: left - reach,
                        y: y(from) - up,
                        w: WIDE + 2.0 * reach,
                        h: y(place) - y(from) - rows.between + 2.0 * up,
                    };
                    let fill = Some(Ink::depth(depth + 1));
                    pen.scene.rect(area, 4.0, fill, Some((Ink::Edge, 0.75)));
                    pen.hit(area, nodes.len() + edges.len() + id, name, "");
                }
                _ => {}
            }
        }
    }
    for (place, node) in nodes.iter().enumerate() {
        let area = Area { x: left, y: y(place), w: WIDE, h: rows.node };
        pen.boxed(area, node.look, false);
        let name = measure::fit(Font::Mono, &node.name, WIDE - 10.0);
        let base = y(place) + rows.node / 2.0 + 4.0;
        let at = (left + WIDE / 2.0, base);
        pen.scene.text(at, Anchor::Middle, (Font::Mono, ink_of(node.look)), name);
        let note = (pen.left, base);
        pen.scene.text(note, Anchor::Start, (Font::Caption, Ink::Text2), node.note.clone());
        pen.hit(area, place, &node.name, &node.note);
    }
    brackets(pen, (edges, nodes), (left + WIDE, deepest * inset), rows);
    y(nodes.len())
}

/// The edges: nearest brackets first, each in the first lane that is free over its rows.
fn brackets(pen: &mut Pen<'_>, (edges, nodes): (&[LabEdge], &[LabNode]), (right, inset): (f64, f64), rows: Rows) {
    let all = rows;
    let y = |place: usize| all.y(place);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    sort_few_by_key(&mut order, |&at| edges.get(at).map(|edge| (edge.from.abs_diff(edge.to), edge.from)));
    // The lanes of all brackets first: where they are many, they stand closer, and are not counted one by one.
    let mut lanes: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut lane_of = vec![0; edges.len()];
    for &at in &order {
        let Some(edge) = edges.get(at).filter(|edge| edge.to != edge.from + 1) else { continue };
        let rows = (edge.from.min(edge.to), edge.from.max(edge.to));
        let free = |lane: &Vec<(usize, usize)>| lane.iter().all(|used| used.1 < rows.0 || used.0 > rows.1);
        let lane = lanes.iter().position(free).unwrap_or(lanes.len());
        match lanes.get_mut(lane) {
            Some(used) => used.push(rows),
            None => lanes.push(vec![rows]),
        }
        if let Some(known) = lane_of.get_mut(at) {
            *known = lane;
        }
    }
    let room = pen.right - (right + inset + 16.0) - 14.0;
    let between = (room / lanes.len().max(1) as f64).clamp(1.0, LANE);
    for at in order {
        let Some(edge) = edges.get(at) else { continue };
        let (ink, mut width) = line_of(edge.look);
        if edge.path {
            width = 3.0;
        }
        let ink = if edge.path && edge.look != LabLook::Now { Ink::Text } else { ink };
        let words = (Font::Caption, if edge.look == LabLook::Next { Ink::Text3 } else { Ink::Text });
        let item = nodes.len() + at;
        if edge.to == edge.from + 1 {
            let x = right - WIDE / 2.0;
            let (from, to) = (y(edge.from) + rows.node, y(edge.to));
            pen.scene.line(&[(x, from), (x, to - 4.0)], ink, width);
            pen.scene.polygon(&[(x, to), (x - 4.0, to - 6.0), (x + 4.0, to - 6.0)], ink);
            // Between the boxes of loops above and below it.
            let base = (from + to) / 2.0 + 4.0;
            pen.scene.text((x + 9.0, base), Anchor::Start, words, counted(edge));
            let area = Area { x: x - 6.0, y: from, w: 24.0, h: rows.between };
            pen.hit(area, item, &said(edge, nodes), "");
            continue;
        }
        let lane = lane_of.get(at).copied().unwrap_or(0);
        let x = right + inset + 16.0 + lane as f64 * between;
        let (high, low) = (0.3 * all.node, 0.7 * all.node);
        // An edge of a node to itself leaves below and enters above, as one that leads down.
        let (from, to) = if edge.from <= edge.to {
            (y(edge.from) + low, y(edge.to) + high)
        } else {
            (y(edge.from) + high, y(edge.to) + low)
        };
        pen.scene.line(&[(right, from), (x, from), (x, to), (right + 5.0, to)], ink, width);
        pen.scene.polygon(&[(right, to), (right + 6.0, to - 4.0), (right + 6.0, to + 4.0)], ink);
        if between >= LEAST_LANE {
            let at = (x + 3.0, (from + to) / 2.0 + 4.0);
            pen.scene.text(at, Anchor::Start, words, counted(edge));
        }
        let area = Area::between(x - 5.0, from.min(to), x + 14.0, from.max(to));
        pen.hit(area, item, &said(edge, nodes), "");
    }
}

/// How often it was taken; nothing before it was.
fn counted(edge: &LabEdge) -> String {
    if edge.count == 0 {
        String::new()
    } else {
        edge.count.to_string()
    }
}

fn said(edge: &LabEdge, nodes: &[LabNode]) -> String {
    let name = |place: usize| nodes.get(place).map_or("", |node| node.name.as_str());
    format!("edge {} to {}, {} times", name(edge.from), name(edge.to), edge.count)
}

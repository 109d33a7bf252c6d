//! Lines between blocks: to the next row, back to the begin of a loop, or forward past other rows in a lane.

use loopscope_core::small_sort::SmallSort;

use super::blocks::Blocks;
use super::state::FlowSource;

/// More lanes than that are not drawn side by side: the last one is shared.
const MOST_LANES: usize = 8;

/// Where a line runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Down to the next row.
    Down,
    /// Along the left edge of the box of a loop, up to its header; outside of loops, of the picture.
    Back(Option<u32>),
    /// In a lane at the right, the innermost being 0.
    Lane(usize),
}

/// A line from the end of a block to the begin of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The node it leaves.
    pub(super) from: u32,
    /// The node it leads to.
    pub(super) to: u32,
    /// How often it is taken.
    pub(super) count: u64,
    /// Time between the two, added up.
    pub(super) time: u64,
    /// The rows of its ends.
    pub(super) rows: (usize, usize),
    /// Where it runs.
    pub(super) way: Way,
}

/// All lines between drawn blocks. `row_of`: the row of each block, if it is drawn. The lines of a node to itself are not
/// drawn: their block says how often it repeats. O(edges log edges).
pub(super) fn lines(source: &FlowSource<'_>, blocks: &Blocks, row_of: &[Option<usize>]) -> Vec<Line> {
    let mut lines = Vec::new();
    let row = |node: u32| {
        let block = *blocks.of_node.get(node as usize)? as usize;
        Some((block, (*row_of.get(block)?)?))
    };
    for edge in source.graph.edges() {
        let (Some((left, above)), Some((reached, below))) = (row(edge.from), row(edge.to)) else {
            continue;
        };
        let is_entered = blocks.list[reached].first() == edge.to;
        let is_self = edge.from == edge.to && blocks.list[left].own_loop.is_some();
        let is_inside = left == reached && (!is_entered || blocks.list[left].is_folded);
        if is_inside || is_self {
            continue;
        }
        let way = if below <= above {
            Way::Back(source.loops.passage(edge.from, edge.to).common)
        } else if below == above + 1 {
            Way::Down
        } else {
            Way::Lane(0)
        };
        let rows = (above, below);
        let (count, time) = (edge.count, edge.time);
        lines.push(Line { from: edge.from, to: edge.to, count, time, rows, way });
    }
    colour(&mut lines);
    lines
}

/// Gives each forward jump the innermost lane in which it meets no other, the shortest first.
fn colour(lines: &mut [Line]) {
    let mut jumps: Vec<usize> = (0..lines.len()).filter(|&at| matches!(lines[at].way, Way::Lane(_))).collect();
    let length = |line: &Line| line.rows.1 - line.rows.0;
    jumps.sort_small_by_key(|&at| (length(&lines[at]), lines[at].rows, at));
    // Of each lane the stretches that are taken, ascending: where each begins and ends. One that ends in a row leaves it free.
    let mut lanes: Vec<Vec<(usize, usize)>> = Vec::new();
    for at in jumps {
        let (from, to) = lines[at].rows;
        let before = |lane: &[(usize, usize)]| lane.partition_point(|&(begin, _)| begin < to);
        let is_free = |lane: &Vec<(usize, usize)>| {
            let last = before(lane).checked_sub(1).and_then(|place| lane.get(place));
            last.is_none_or(|&(_, end)| end <= from)
        };
        let found = lanes.iter().position(is_free);
        let lane = found.unwrap_or(lanes.len().min(MOST_LANES - 1));
        if lane == lanes.len() {
            lanes.push(Vec::new());
        }
        let place = lanes[lane].partition_point(|&(begin, _)| begin < from);
        match lanes[lane].get_mut(place).filter(|(begin, _)| *begin == from) {
            Some((_, end)) => *end = to.max(*end),
            None => lanes[lane].insert(place, (from, to)),
        }
        lines[at].way = Way::Lane(lane);
    }
}

/// How many lanes there are.
pub(super) fn lane_count(lines: &[Line]) -> usize {
    let lanes = lines.iter().map(|line| if let Way::Lane(lane) = line.way { lane + 1 } else { 0 });
    lanes.max().unwrap_or(0)
}

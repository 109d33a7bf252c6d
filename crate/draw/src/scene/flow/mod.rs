//! Event flow graphs as a spine: calls one below the other, loops as boxes around them.
//!
//! Graphs of programs are paths with a few branches, so one column is enough, and figures line up with their rows. In: one
//! [`FlowSource`] for each graph, those of other processes of the same kind for the columns beside it, and a [`FlowState`].
//! Out: a [`FlowDrawn`].
//!
//! - [`blocks`]: calls that always follow each other are one box,
//! - [`order`]: rows in an order in which each loop is one stretch, so boxes never cross,
//! - [`lanes`]: lines to the next row, forward in lanes at the right, back at the left edge of their loop,
//! - [`place`]: how large all of that is, [`spine`]: drawing it,
//! - [`columns`]: the figures of each process, [`bars`]: drawing them.
//!
//! Processes of different kinds stand side by side, a spine each: the union of their graphs would be unreadable.
//!
//! O(nodes + edges log edges), times the depth of loops, for each graph.

mod bars;
mod blocks;
mod columns;
mod lanes;
mod order;
mod place;
mod spine;
mod state;
mod words;

use loopscope_core::numbers::{counted, verb};

use super::{legend, measure, picture_width, Anchor, Area, Font, Ink, Scene};
use bars::{Columns, TITLE};
use blocks::{Blocks, Row};
use columns::Column;
use lanes::Line;
use place::Layout;
use spine::Spine;
use state::NARROWEST;
pub use state::{FlowBlock, FlowDrawn, FlowLine, FlowMark, FlowSource, FlowSpine, FlowState};

/// From this width on there are columns of bars beside a single graph.
const COLUMNS_FROM: f64 = 560.0;
/// The narrowest graph beside others.
const NARROW: f64 = 170.0;
/// Between two graphs side by side.
const BETWEEN: f64 = 26.0;
/// The widest graph.
const WIDE: f64 = 420.0;
/// The narrowest column of bars, and between two of them.
const COLUMN: f64 = 118.0;
const GAP: f64 = 14.0;
/// Around everything: half of the thickest line.
const EDGE: f64 = 1.5;

/// What is known of a graph before there is a place for it.
struct Prepared<'a> {
    source: &'a FlowSource<'a>,
    blocks: Blocks,
    rows: Vec<Row>,
    lines: Vec<Line>,
    own: Column,
}

impl<'a> Prepared<'a> {
    /// The loops, and nodes in the runs, that are one row each are given.
    fn new(source: &'a FlowSource<'a>, (loops, runs): (&[u32], &[u32])) -> Self {
        let mut blocks = Blocks::new(source, loops);
        let mut rows = order::rows(source, &blocks);
        blocks.fold_runs(&mut rows, runs);
        let (rows, row_of) = place::drawn_rows(&rows, &blocks);
        let lines = lanes::lines(source, &blocks, &row_of);
        let own = Column::new(source, &blocks, source);
        Prepared { source, blocks, rows, lines, own }
    }

    fn layout(&self, left: f64, width: f64) -> Layout {
        let place = (left, TITLE, width);
        Layout::new(self.source, &self.blocks, &self.rows, &self.lines, place)
    }

    fn draw(
        &self,
        scene: &mut Scene,
        layout: &Layout,
        (index, mark): (usize, Option<FlowMark>),
        has_bars: bool,
    ) -> FlowSpine {
        let (blocks, lines) = (&self.blocks, &self.lines[..]);
        let (source, own) = (self.source, &self.own);
        let has_bars = has_bars && source.tick.is_some();
        Spine { source, blocks, lines, layout, own, index, mark, has_bars }.draw(scene)
    }
}

/// How many graphs have room side by side.
pub fn spines_in(width: f64) -> usize {
    let width = picture_width(width, NARROWEST);
    (((width + BETWEEN) / (NARROW + BETWEEN)) as usize).max(1)
}

/// Draws graphs. One alone has a column of bars for each of `columns`, processes with the same graph, as far as there is room;
/// several stand side by side, as many as there is room for.
pub fn flow(spines: &[FlowSource<'_>], columns: &[FlowSource<'_>], state: &FlowState<'_>) -> FlowDrawn {
    let width = picture_width(state.width, NARROWEST);
    let mut drawn = FlowDrawn { scene: Scene::new(width, TITLE), ..FlowDrawn::default() };
    match spines {
        [] => {}
        [only] if width >= COLUMNS_FROM && only.tick.is_some() => {
            with_columns(&mut drawn, only, columns, state);
        }
        several => side_by_side(&mut drawn, several, state),
    }
    drawn.scene.height = drawn.scene.height.ceil();
    drawn
}

fn with_columns(drawn: &mut FlowDrawn, source: &FlowSource<'_>, others: &[FlowSource<'_>], state: &FlowState<'_>) {
    let prepared = Prepared::new(source, (state.folded, state.runs));
    let scene = &mut drawn.scene;
    let share = if others.len() > 1 { 0.435 } else { 0.48 };
    let graph = (scene.width * share).min(WIDE);
    let left = graph + BETWEEN;
    let room = scene.width - left;
    let most = (((room + GAP) / (COLUMN + GAP)) as usize).max(1);
    let columns: Vec<Column> =
        others.iter().take(most).map(|other| Column::new(source, &prepared.blocks, other)).collect();
    let count = columns.len().max(1) as f64;
    let column = (room - GAP * (count - 1.0)) / count;
    let scale = columns::scale(&prepared.blocks, &columns);
    let bars = Columns { left, width: column, pitch: column + GAP, scale };
    let layout = prepared.layout(EDGE, graph - 2.0 * EDGE);
    let said = format!(
        "{}, {}",
        counted(prepared.blocks.list.len() as u64, "block"),
        counted(source.graph.nodes().len() as u64, "call")
    );
    let whose = format!("times, process {}", source.process);
    let style = (Font::Caption, Ink::Text3);
    let room = layout.right - EDGE - 20.0 - measure::width(Font::Caption, &said);
    scene.text((EDGE, 13.0), Anchor::Start, style, said);
    let whose = measure::fit(Font::Caption, &whose, room);
    scene.text((layout.right - 7.0, 13.0), Anchor::End, style, whose);
    let spine = prepared.draw(scene, &layout, (0, state.mark), false);
    bars.draw(scene, &layout, &columns);
    scene.height = layout.bottom + EDGE;
    drawn.columns = columns.iter().map(|column| column.process).collect();
    finish(drawn, vec![spine], true, 0);
}

fn side_by_side(drawn: &mut FlowDrawn, sources: &[FlowSource<'_>], state: &FlowState<'_>) {
    let scene = &mut drawn.scene;
    let shown = sources.len().min(spines_in(scene.width));
    let count = shown as f64;
    let width = ((scene.width - BETWEEN * (count - 1.0)) / count).min(WIDE);
    let (mut bottom, mut spines, mut timed) = (TITLE, Vec::new(), false);
    for (index, source) in sources.iter().take(shown).enumerate() {
        let left = (width + BETWEEN) * index as f64;
        let folded = if index == 0 { (state.folded, state.runs) } else { (&[][..], &[][..]) };
        let prepared = Prepared::new(source, folded);
        let layout = prepared.layout(left + EDGE, width - 2.0 * EDGE);
        let name = measure::fit(Font::Strong, source.name, width);
        scene.text((left + EDGE, 13.0), Anchor::Start, (Font::Strong, Ink::Text), name);
        spines.push(prepared.draw(scene, &layout, (index, state.mark), true));
        bottom = bottom.max(layout.bottom);
        timed |= source.tick.is_some();
    }
    scene.height = bottom + EDGE;
    finish(drawn, spines, timed, sources.len() - shown);
}

/// What bars mean.
enum BarSign {
    InCalls,
    After,
}

impl legend::Sign for BarSign {
    fn width(&self) -> f64 {
        28.0
    }

    fn draw(&self, scene: &mut Scene, x: f64, y: f64) {
        let ink = match self {
            Self::InCalls => Ink::Call,
            Self::After => Ink::Work,
        };
        scene.rect(Area { x, y: y - 5.5, w: 22.0, h: 11.0 }, 0.0, Some(ink), None);
    }
}

/// Adds what is not drawn, and the legend.
fn finish(drawn: &mut FlowDrawn, spines: Vec<FlowSpine>, timed: bool, hidden: usize) {
    let mut said = Vec::new();
    let left_out = spines.iter().map(|spine| spine.left_out).sum::<usize>() as u64;
    let is = |count: u64| verb(count, "is", "are");
    if left_out > 0 {
        said.push(format!("{} more {} not drawn", counted(left_out, "block"), is(left_out)));
    }
    if hidden > 0 {
        let kinds = counted(hidden as u64, "kind");
        said.push(format!("{kinds} more {} not drawn", is(hidden as u64)));
    }
    let mut entries: Vec<legend::Entry<BarSign>> = Vec::new();
    if timed {
        let sign = |sign, words: &str| legend::Entry::Sign(sign, words.to_owned());
        entries.push(sign(BarSign::InCalls, "in calls"));
        entries.push(sign(BarSign::After, "compute after it"));
    }
    entries.push(legend::Entry::Heading("Width of a line: how often (log). Grey: loop depth."));
    let scene = &mut drawn.scene;
    if !said.is_empty() {
        let text = measure::fit(Font::Caption, &format!("{}.", said.join("; ")), scene.width);
        scene.text((EDGE, scene.height + 18.0), Anchor::Start, (Font::Caption, Ink::Text2), text);
        scene.height += 22.0;
    }
    legend::draw(scene, &entries);
    drawn.spines = spines;
}

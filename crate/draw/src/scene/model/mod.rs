//! The model graph: a whole program as one picture (Ketterlin 2011, figures 4 and 5).
//!
//! A line for every process, from left to right in the order of a Lamport clock; loops as boxes with their
//! count in the upper left corner, darker inside; messages as arrows in the colours of their tags, and
//! marked by them; collectives as dashed lines through those that meet. Of every loop one iteration is shown.
//!
//! [`layout`] finds the place of everything in steps and rows, [`grid`] turns these into pixels, the rest
//! draws. What comes before and after the main loops is left out unless it is asked for.
//!
//! O(constructs log constructs) for the layout, and what is seen of it for the drawing.

mod arrows;
mod boxes;
mod cast;
mod flights;
mod grid;
mod layout;
mod legend;
mod plan;
mod rows;
mod settle;
mod words;

#[cfg(test)]
mod tests;

use loopscope_core::numbers::percent;
use loopscope_core::system::{Model, Volumes};

use super::tags::TagSlots;
use super::{Area, Scene, Shape};
pub use cast::set as set_in_words;
use cast::Cast;
use grid::Grid;
use layout::{lay_out, Layout};

/// With more processes than this, those that do the same share a row.
pub const MOST_ROWS: usize = 64;
/// With more than this, they may.
pub const FOLDS_FROM: usize = 16;

/// A program to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct ModelSource<'a> {
    /// Its model.
    pub model: &'a Model,
    /// The colours of the trace's tags.
    pub tags: &'a TagSlots,
    /// What its sends have sent, if the trace says it.
    pub volumes: Option<&'a Volumes>,
}

/// What is to be shown of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelState {
    /// Width of the picture in CSS pixels.
    pub width: f64,
    /// The height that it should fill if it can; 0 for what its rows need.
    pub height: f64,
    /// For a phone: a step keeps its width, and what does not fit is beside the window.
    pub compact: bool,
    /// Also what comes before and after the main loops.
    pub whole: bool,
    /// Processes that do the same up to a shift of rank share a row; so they do beyond [`MOST_ROWS`] anyway.
    pub folded: bool,
    /// The visible steps, from and to; all of them (on a phone the first) where nothing is said.
    pub zoom: Option<(f64, f64)>,
    /// Name of the selected loop, 0 for none.
    pub selected: u32,
    /// Names of the loops whose inside is not drawn.
    pub closed: Vec<u32>,
    /// A process whose messages stand out; those of the others are grey.
    pub process: Option<u32>,
    /// For a card: as high as asked for, without legend, numbers and names.
    pub card: bool,
    /// Processes that have a row of their own even if others do the same.
    pub opened: Vec<u32>,
}

/// A message of the picture, to be found by the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct MessageLine {
    /// The points of its line in the picture, from where it is sent to where it is received.
    pub points: Vec<(f64, f64)>,
    /// The lines of its ends: of the sender, of the receiver.
    pub lines: (u32, u32),
    /// The slot of its tag's colour.
    pub slot: u8,
    /// Who sends, to whom, and the tag.
    pub channel: (u32, u32, i64),
    /// What it is: `5 → 6, tag 2`, and its bytes where the trace says them.
    pub title: String,
    /// How often: `62 × 249 = 15,438 times`.
    pub detail: String,
}

/// What stands beside a row at the left edge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowLabel {
    /// `3`, `1-14`.
    pub label: String,
    /// The height of its line there.
    pub y: f64,
    /// The number of the line that stands in this row there.
    pub line: u32,
    /// The processes of that line, ascending.
    pub processes: Vec<u32>,
}

/// A drawn model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelPicture {
    /// What to draw, and where loops and collectives are.
    pub scene: Scene,
    /// Where the messages are.
    pub messages: Vec<MessageLine>,
    /// Steps of all that can be shown.
    pub length: f64,
    /// The visible steps.
    pub from: f64,
    /// Where they end.
    pub to: f64,
    /// Where the first visible step is drawn.
    pub plot_left: f64,
    /// Where the last one ends.
    pub plot_right: f64,
    /// Height of the rows, without the legend.
    pub plot_height: f64,
    /// What stands beside each row at the left edge, from the top.
    pub rows: Vec<RowLabel>,
    /// Whether processes that do the same share rows.
    pub folded: bool,
    /// Rows that are not drawn since they are too many.
    pub rows_left_out: usize,
    /// Events that are not shown: before, after and beside the main loops.
    pub hidden: u64,
    /// All events.
    pub events: u64,
}

impl ModelPicture {
    /// What is not shown, in words; nothing if all is.
    pub fn hidden_in_words(&self) -> String {
        if self.hidden == 0 || self.events == 0 {
            return String::new();
        }
        let share = percent(self.hidden as f64 / self.events as f64);
        format!("before and after the main loops, {share} of the events")
    }
}

/// Draws the graph of a model.
pub fn model(source: &ModelSource<'_>, state: &ModelState) -> ModelPicture {
    let own = source.model.processes().len();
    let folded = own > MOST_ROWS || (state.folded && own > 1);
    let cast = Cast::new(source.model, folded, &state.opened);
    let layout = roomy(source.model, &cast, state);
    let drawn = Drawn { source, state, cast: &cast, layout: &layout };
    let grid = Grid::new(&drawn);
    let mut scene = Scene::new(grid.width, 0.0);
    let plot = Area::between(grid.left, 0.0, grid.right, grid.height);
    scene.shapes.push(Shape::Layer { strip: 0, area: plot });
    boxes::frames(&mut scene, &drawn, &grid);
    boxes::lines(&mut scene, &drawn, &grid);
    boxes::spots(&mut scene, &drawn, &grid);
    let messages = arrows::arrows(&mut scene, &drawn, &grid);
    boxes::labels(&mut scene, &drawn, &grid);
    scene.shapes.push(Shape::EndLayer);
    let rows = boxes::gutter(&mut scene, &drawn, &grid);
    scene.height = grid.height.ceil();
    if !state.card {
        legend::legend(&mut scene, &drawn);
    }
    ModelPicture {
        scene,
        messages,
        length: layout.length,
        from: grid.from,
        to: grid.to,
        plot_left: grid.left,
        plot_right: grid.right,
        plot_height: grid.height,
        rows,
        folded,
        rows_left_out: layout.rows.saturating_sub(grid.rows()),
        hidden: layout.hidden,
        events: source.model.events(),
    }
}

/// The layout in which the numbers of the processes find room where rows change, all steps being shown.
fn roomy(model: &Model, cast: &Cast, state: &ModelState) -> Layout {
    let parts = (state.whole, &state.closed[..]);
    let layout = lay_out(model, cast, parts, plan::NUMBERS);
    if state.card {
        return layout;
    }
    match grid::room_for_numbers(&layout, cast, state) {
        Some(room) => lay_out(model, cast, parts, room),
        None => layout,
    }
}

/// What all parts of the drawing look at.
struct Drawn<'a> {
    source: &'a ModelSource<'a>,
    state: &'a ModelState,
    cast: &'a Cast,
    layout: &'a Layout,
}

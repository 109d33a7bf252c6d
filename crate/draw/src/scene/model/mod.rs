//! The model graph: a whole program as one picture (Ketterlin 2011, figures 4 and 5).
//!
//! Every process has a line; time runs from left to right by a Lamport clock. Loops are boxes with their count in the
//! upper left corner, darker inside, and show one iteration. Messages are arrows in the colour and with the mark of
//! their tag; a collective is a dashed line through the processes that take part. What comes before and after the main
//! loops is left out unless [`ModelState::whole`] asks for it.
//!
//! In: a [`ModelSource`] (the model and the colours of its tags) and a [`ModelState`] (what to show). Out: a
//! [`ModelPicture`]. The steps, each in a file of its own:
//!
//! 1. [`row_assignment`] decides which processes share a row.
//! 2. [`body_plan`] places the constructs of one body in steps, and [`row_order`] orders its rows.
//! 3. [`compose`] puts the plans of all bodies together into a [`Layout`](layout::Layout); [`messages`] adds the arrows
//!    of each body and [`crossings`] untangles them; [`needless_changes`] removes changes of rows that nobody needs.
//! 4. [`grid`] turns steps and rows into pixels.
//! 5. [`boxes`], [`lines`], [`marks`], [`arrows`] and [`legend`] draw; [`words`] has the texts.
//!
//! The layout takes O(constructs log constructs); drawing takes time for what is visible.

mod arrows;
mod body_plan;
mod boxes;
mod compose;
mod crossings;
mod drawn;
mod grid;
mod layout;
mod legend;
mod lines;
mod main_part;
mod marks;
mod messages;
mod needless_changes;
mod picture;
mod row_assignment;
mod row_order;
mod state;
mod words;

#[cfg(test)]
mod tests;

use loopscope_core::system::Model;

use super::{Area, Scene, Shape};
use compose::{lay_out, Parts};
use drawn::Drawn;
use grid::Grid;
use layout::Layout;
pub use picture::{MessageLine, ModelPicture, RowLabel};
use row_assignment::RowAssignment;
pub use state::{ModelSource, ModelState};

/// With more processes than this, processes that do the same always share a row.
pub const MOST_ROWS: usize = 64;
/// With more processes than this, sharing rows is worth offering.
pub const FOLDS_FROM: usize = 16;

/// Draws the graph of a model.
pub fn model(source: &ModelSource<'_>, state: &ModelState) -> ModelPicture {
    let processes = source.model.processes().len();
    let folded = processes > MOST_ROWS || (state.folded && processes > 1);
    let assignment = RowAssignment::new(source.model, folded, &state.opened);
    let layout = layout_with_numbers(source.model, &assignment, state);
    let drawn = Drawn { source, state, assignment: &assignment, layout: &layout };
    let grid = Grid::new(&drawn);
    let mut scene = Scene::new(grid.width, 0.0);
    let plot = Area::between(grid.left, 0.0, grid.right, grid.height);
    scene.shapes.push(Shape::Layer { strip: 0, area: plot });
    boxes::frames(&mut scene, &drawn, &grid);
    lines::lines(&mut scene, &drawn, &grid);
    marks::event_marks(&mut scene, &drawn, &grid);
    let messages = arrows::arrows(&mut scene, &drawn, &grid);
    boxes::labels(&mut scene, &drawn, &grid);
    scene.shapes.push(Shape::EndLayer);
    let rows = lines::gutter(&mut scene, &drawn, &grid);
    scene.height = grid.height.ceil();
    if !state.card {
        legend::draw(&mut scene, &drawn);
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

/// The layout with enough room for the numbers of the processes wherever rows change, when all steps are shown.
fn layout_with_numbers(model: &Model, assignment: &RowAssignment, state: &ModelState) -> Layout {
    let parts = Parts { whole: state.whole, closed: &state.closed };
    let layout = lay_out(model, assignment, parts, body_plan::NUMBERS);
    if state.card {
        return layout;
    }
    match grid::room_for_numbers(&layout, assignment, state) {
        Some(room) => lay_out(model, assignment, parts, room),
        None => layout,
    }
}

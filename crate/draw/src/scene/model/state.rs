//! What the graph of a model is drawn from: the model, and what the reader wants to see of it.

use loopscope_core::system::{Model, Volumes};

use crate::scene::tags::TagSlots;

/// A program to draw.
#[derive(Clone, Copy, Debug)]
pub struct ModelSource<'a> {
    /// The model of the program.
    pub model: &'a Model,
    /// The colours of the trace's tags.
    pub tags: &'a TagSlots,
    /// The bytes that each send of the model sends, if the trace records them.
    pub volumes: Option<&'a Volumes>,
}

/// What to show of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelState {
    /// Width of the picture in CSS pixels.
    pub width: f64,
    /// The height to fill if possible, in CSS pixels; 0 for what the rows need.
    pub height: f64,
    /// For a phone: steps keep their width, and what does not fit is reached by panning.
    pub compact: bool,
    /// Whether to show what comes before and after the main loops, too.
    pub whole: bool,
    /// Whether processes that do the same up to a shift of rank share a row. Beyond
    /// [`MOST_ROWS`](super::MOST_ROWS) processes they always do.
    pub folded: bool,
    /// The visible steps, from and to. `None` shows all of them, on a phone the first ones.
    pub zoom: Option<(f64, f64)>,
    /// Number of the selected loop, 0 for none.
    pub selected: u32,
    /// Numbers of the loops whose inside is not drawn.
    pub closed: Vec<u32>,
    /// A process whose messages are highlighted; the messages of the others are grey.
    pub process: Option<u32>,
    /// For a card: exactly as high as asked for, without legend and numbers of processes.
    pub card: bool,
    /// Processes that get a row of their own even if others do the same.
    pub opened: Vec<u32>,
}

//! What a ribbon is asked to show, and what drawing it returns.

use loopscope_core::nest::Step;
use loopscope_core::numbers::thousands;

use crate::scene::{loop_name, Scene};

/// The narrowest ribbon in CSS pixels: below that, no text fits.
pub(super) const NARROWEST: f64 = 120.0;

/// What to show of a process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RibbonState {
    /// Width of the picture in CSS pixels.
    pub width: f64,
    /// Whether to use shorter texts, for a phone.
    pub compact: bool,
    /// Which loop and iteration each strip opens, from the top. Where the path ends or does not exist, the ribbon
    /// continues with the selected loop, else with the largest one, each in its middle iteration.
    pub path: Vec<Step>,
    /// The visible range of each strip, from and to in events; a strip without one shows everything.
    pub zoom: Vec<(f64, f64)>,
    /// Number of the selected loop, 0 for none.
    pub selected: u32,
    /// Whether the picture goes into a file, where hints on zooming and dragging make no sense.
    pub for_export: bool,
}

/// One strip of the ribbon: what the page needs for gestures and for the text beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// What it is: `One iteration of L1: number 125 of 249`.
    pub title: String,
    /// Its visible range: `calls 63,551 to 64,058`.
    pub note: String,
    /// Number of the loop of which it shows an iteration, 0 for the whole trace.
    pub loop_id: u32,
    /// Its top edge in the picture.
    pub top: f64,
    /// Its height.
    pub height: f64,
    /// Where the visible range begins in the picture.
    pub plot_left: f64,
    /// Where it ends.
    pub plot_right: f64,
    /// Events in its whole range.
    pub length: u64,
    /// Where the visible range begins, in events from the start of the strip.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Position in the trace of the strip's first event.
    pub origin: u64,
    /// The iteration that the next strip shows.
    pub opened: Option<Opened>,
}

/// An iteration of a loop that is opened in the next strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Index of the loop among the items of this strip's body.
    pub item: usize,
    /// The iteration, from 0.
    pub iteration: u64,
    /// How many iterations there are.
    pub count: u64,
    /// Number of the loop.
    pub loop_id: u32,
    /// Event of this strip at which the loop begins.
    pub start: u64,
    /// Events in one iteration.
    pub period: u64,
    /// For a loop whose iterations differ: how many it has. They are shown together, as a single one.
    pub all: Option<u64>,
}

impl Opened {
    /// `L1, iteration 125 of 249`.
    pub(super) fn in_words(&self) -> String {
        if let Some(all) = self.all {
            return format!("{}, all {} iterations", loop_name(self.loop_id), thousands(all));
        }
        let (iteration, count) = (thousands(self.iteration + 1), thousands(self.count));
        format!("{}, iteration {iteration} of {count}", loop_name(self.loop_id))
    }
}

/// A drawn ribbon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ribbon {
    /// What to draw.
    pub scene: Scene,
    /// The strips, from the top.
    pub strips: Vec<Strip>,
    /// The path that is shown: the one asked for as far as it exists, then the one that the ribbon chose.
    pub path: Vec<Step>,
}

//! The ribbon: one process's trace as a vernier.
//!
//! The whole trace lies on top. A mark on one iteration of a loop opens it at full width below,
//! a mark in there opens one iteration of an inner loop, and so on down to single events in
//! words. Each strip has its own range of positions and its own zoom. So a trace of any length
//! is read in a few strips, where one axis would need as many pixels as it has events.
//!
//! A strip shows what can be seen and no more: boxes of three pixels and wider, ticks where they
//! can be told apart, a hatch with a sentence for iterations that cannot, and below that an
//! honest halftone. Items are found by binary search, so the cost is O(pixels x depth x
//! log items) for every strip, whatever the length of the trace: 10^12 events cost what 10^3 do.

mod addresses;
mod aligned;
mod boxes;
mod events;
mod hatch;
mod legend;
mod path;
mod strip;

use loopscope_core::nest::Step;

use super::source::Source;
use super::{measure, Anchor, Font, Ink, Scene, WIDEST};
pub use addresses::{addresses, Addresses};
pub use aligned::{aligned, AlignedRow};
pub use legend::legend;
use loopscope_core::numbers::{counted, thousands};
use path::Level;
use strip::Frame;

/// What is to be shown of a process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RibbonState {
    /// Width of the picture in CSS pixels.
    pub width: f64,
    /// Shorter words, for a phone.
    pub compact: bool,
    /// Which loop and iteration each strip opens, from the top. Where it ends or leads nowhere,
    /// the ribbon goes on by itself: into the selected loop, else the largest, each in its
    /// middle iteration.
    pub path: Vec<Step>,
    /// What each strip shows of its range, from and to in events; all of it where nothing is said.
    pub zoom: Vec<(f64, f64)>,
    /// Number of the selected loop, 0 for none.
    pub selected: u32,
    /// A picture that nobody can zoom or drag, such as a file: without words on how to.
    pub still: bool,
}

/// One strip of the ribbon, in what the page needs for gestures and for the text beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// What it is: `One iteration of L1: number 125 of 249`.
    pub title: String,
    /// What of it is seen: `calls 63,551 to 64,058`.
    pub note: String,
    /// Number of the loop that it shows an iteration of, 0 for the whole trace.
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
    /// Where the visible range begins, in events from the strip's own begin.
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
    /// Of a loop whose iterations differ: how many they are. They are shown as a single one.
    pub all: Option<u64>,
}

impl Opened {
    /// `L1, iteration 125 of 249`.
    fn in_words(&self) -> String {
        if let Some(all) = self.all {
            return format!("{}, all {} iterations", name(self.loop_id), thousands(all));
        }
        let (iteration, count) = (thousands(self.iteration + 1), thousands(self.count));
        format!("{}, iteration {iteration} of {count}", name(self.loop_id))
    }
}

/// A drawn ribbon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ribbon {
    /// What to draw.
    pub scene: Scene,
    /// The strips, from the top.
    pub strips: Vec<Strip>,
    /// The path that is shown: what was asked for as far as it exists, then what the ribbon chose.
    pub path: Vec<Step>,
}

/// Narrower than this, nothing can be read.
const NARROWEST: f64 = 120.0;
/// Between a strip and the one it opens.
const BETWEEN: f64 = 24.0;

/// Draws the ribbon of a process.
pub fn ribbon(source: &Source<'_>, state: &RibbonState) -> Ribbon {
    let width =
        if state.width.is_finite() { state.width.clamp(NARROWEST, WIDEST) } else { NARROWEST };
    let (levels, left_out) = path::resolve(source, state);
    let mut scene = Scene::new(width, 0.0);
    let mut strips: Vec<Strip> = Vec::with_capacity(levels.len());
    let (mut top, mut mark) = (0.0, None);
    for (index, level) in levels.iter().enumerate() {
        let zoom = state.zoom.get(index).copied();
        let frame = Frame::new(source, state, level, index, width, zoom);
        if index > 0 {
            if let Some(mark) = mark {
                guides(&mut scene, mark, top, level.ground());
            }
            top += BETWEEN;
        }
        let (strip, opens) = frame.draw(&mut scene, top);
        mark = opens;
        top = strip.top + strip.height;
        strips.push(strip);
    }
    if left_out > 0 {
        let levels = counted(left_out, "level");
        let text = format!("{levels} of loops inside it are not drawn");
        let text = measure::fit(Font::Caption, &text, width - 16.0);
        scene.text((8.0, top + 15.0), Anchor::Start, (Font::Caption, Ink::Text3), text);
        top += 20.0;
    }
    scene.height = top.ceil();
    let path = levels.iter().filter_map(|level| level.opened.map(|(step, _)| step)).collect();
    Ribbon { scene, strips, path }
}

/// The trapezoid between the mark of a strip and the strip that it opens.
fn guides(scene: &mut Scene, (left, right): (f64, f64), top: f64, ground: Ink) {
    let (width, bottom) = (scene.width, top + BETWEEN);
    scene.polygon(&[(left, top), (right, top), (width, bottom), (0.0, bottom)], ground);
    scene.line(&[(left + 0.5, top), (0.5, bottom)], Ink::Line, 1.0);
    scene.line(&[(right - 0.5, top), (width - 0.5, bottom)], Ink::Line, 1.0);
}

/// Names of loops as they stand in pictures: `L3`.
fn name(id: u32) -> String {
    format!("L{id}")
}

impl Level<'_> {
    /// What lies behind the strip: the inside of the loop that it shows an iteration of.
    fn ground(&self) -> Ink {
        if self.depth == 0 {
            Ink::Canvas
        } else {
            Ink::depth(self.depth)
        }
    }
}

//! The ribbon: the trace of one process as a vernier.
//!
//! The whole trace is on top. A mark on one iteration of a loop opens it at full width in the strip below, a mark in
//! there opens one iteration of an inner loop, and so on down to single events in words. Each strip has its own range
//! of positions and its own zoom. So a few strips show a trace of any length, where one axis would need as many pixels
//! as the trace has events.
//!
//! In: a [`Source`] (one process) and a [`RibbonState`] (what to show). Out: a [`Ribbon`]. [`path`] decides which
//! strips there are, [`strip`] draws one; its rows are in [`boxes`] (loops), [`hatch`] (what their iterations hold) and
//! [`events`] (single events). [`addresses`] and [`aligned`] are two further pictures made of the same rows.
//!
//! A strip shows what can be seen and no more: boxes of three pixels and wider, ticks where they can be told apart, a
//! hatch with a sentence for iterations that cannot, and below that a halftone in the true proportions. Items are found
//! by binary search, so a strip costs O(pixels x depth x log items) whatever the length of the trace: 10^12 events cost
//! as much as 10^3.

mod addresses;
mod aligned;
mod any_order;
mod boxes;
mod events;
mod hatch;
mod legend;
mod path;
mod state;
mod strip;

use loopscope_core::numbers::counted;

use super::source::Source;
use super::{guides, measure, picture_width, Anchor, Font, Ink, Scene};
pub use addresses::{addresses, Addresses};
pub use aligned::{aligned, AlignedRow};
pub use legend::legend;
use state::NARROWEST;
pub use state::{Opened, Ribbon, RibbonState, Strip};
use strip::{Frame, BETWEEN};

/// Draws the ribbon of a process.
pub fn ribbon(source: &Source<'_>, state: &RibbonState) -> Ribbon {
    let width = picture_width(state.width, NARROWEST);
    let (levels, left_out) = path::resolve(source, state);
    let mut scene = Scene::new(width, 0.0);
    let mut strips: Vec<Strip> = Vec::with_capacity(levels.len());
    let (mut top, mut mark) = (0.0, None);
    for (index, level) in levels.iter().enumerate() {
        let zoom = state.zoom.get(index).copied();
        let frame = Frame::new(source, state, level, index, width, zoom);
        if index > 0 {
            if let Some(mark) = mark {
                guides(&mut scene, mark, (top, top + BETWEEN), level.ground());
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

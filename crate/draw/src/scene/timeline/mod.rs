//! The timeline: all processes of a trace over time, as a vernier.
//!
//! The whole run is on top. A mark on one iteration of a loop opens it at full width in the strip below, for all processes at
//! once, and in there a mark on one iteration of an inner loop opens the strip of single calls. Each strip has its own range
//! of seconds and its own zoom; a row is a process.
//!
//! In: a [`TimeSource`] (calls, waits, loops) and a [`TimelineState`] (what to show). Out: a [`Drawn`]. [`windows`] decides which
//! strips there are and what stretch of time each shows, [`strip`] draws one: [`columns`] where a pixel holds several
//! calls, [`bars`] where calls can be told apart, [`boxes`] for the loops behind them, [`arrows`] for messages.
//!
//! What is drawn is bounded by the pixels: a row costs O(width) and the unpacking of as many calls as it shows. With more
//! processes than [`MOST_ROWS`] those are shown that wait longest.

mod arrows;
mod bars;
mod boxes;
mod columns;
mod frame;
mod state;
mod strip;
mod windows;
mod words;

use loopscope_core::numbers::counted;

use super::{guides, measure, picture_width, Anchor, Font, Ink, Scene};
use frame::{Frame, BETWEEN};
use state::NARROWEST;
pub use state::{rows, Drawn, OpenedTime, TimeSource, TimeStrip, TimelineState, MOST_ROWS};

/// Draws the timeline.
pub fn timeline(source: &TimeSource<'_>, state: &TimelineState) -> Drawn {
    let width = picture_width(state.width, NARROWEST);
    let windows = windows::windows(source, state);
    let rows = rows(source.trace, source.timeline);
    let mut scene = Scene::new(width, 0.0);
    let mut strips = Vec::with_capacity(windows.len());
    let (mut top, mut mark): (f64, Option<(f64, f64)>) = (0.0, None);
    for (index, window) in windows.iter().enumerate() {
        let next = windows.get(index + 1);
        let frame = Frame::new((source, state, &rows), window, index, width);
        if index > 0 {
            if let Some(mark) = mark {
                guides(&mut scene, mark, (top, top + BETWEEN), frame.ground());
            }
            top += BETWEEN;
        }
        let (strip, opens) = frame.draw(&mut scene, top, next);
        mark = opens;
        top = strip.top + strip.height;
        strips.push(strip);
    }
    let hidden = source.processes().saturating_sub(rows.len());
    if hidden > 0 {
        let others = counted(hidden as u64, "process");
        let text = format!("The {} that wait longest; {others} more are not drawn", rows.len());
        let text = measure::fit(Font::Caption, &text, width - 16.0);
        scene.text((8.0, top + 15.0), Anchor::Start, (Font::Caption, Ink::Text3), text);
        top += 20.0;
    }
    scene.height = top.ceil();
    let path = windows.iter().filter_map(|window| window.opened).collect();
    Drawn { scene, strips, path }
}

//! The timeline: all processes of a trace over time, as a vernier.
//!
//! The whole run is on top. A mark on one iteration of a loop opens it at full width in the strip below, for all processes at
//! once, and in there a mark on one iteration of an inner loop opens the strip of single calls. Each strip has its own range
//! of seconds and its own zoom; a row is a process.
//!
//! In: a [`TimeSource`] (calls, waits, loops) and a [`TimelineState`] (what to show). Out: a [`Drawn`]. [`windows`] decides which
//! strips there are and what stretch of time each shows, [`strip`] draws one unless it is [`kept`]: [`columns`] where a pixel holds several
//! calls, [`bars`] where calls can be told apart, [`boxes`] for the loops behind them, [`arrows`] for messages.
//!
//! What is drawn is bounded by the pixels: a row costs O(width) and the unpacking of as many calls as it shows. With more
//! processes than [`MOST_ROWS`] those are shown that wait longest.

mod arrows;
mod bars;
mod boxes;
mod columns;
mod frame;
mod kept;
mod state;
mod strip;
mod windows;
mod words;

use loopscope_core::numbers::{counted, verb};

use super::{guides, measure, picture_width, Anchor, Font, Ink, Scene};
use frame::{Frame, BETWEEN};
pub use kept::LastPicture;
use state::NARROWEST;
pub use state::{rows, Drawn, OpenedTime, TimeRow, TimeSource, TimeStrip, TimelineState, MOST_ROWS};
pub use words::{called, range as range_in_words, why};

/// Draws the timeline. `last` is the picture before, of the same source, or none; the new one is the same with either.
pub fn timeline<'a>(source: &TimeSource<'_>, state: &TimelineState, last: &'a mut LastPicture) -> &'a Drawn {
    let width = picture_width(state.width, NARROWEST);
    let windows = windows::windows(source, state);
    let rows = rows(source.trace, source.timeline);
    let mut scene = Scene::new(width, 0.0);
    let mut strips = Vec::with_capacity(windows.len());
    let (mut top, mut mark): (f64, Option<(f64, f64)>) = (0.0, None);
    let mut before = last.begin();
    for (index, window) in windows.iter().enumerate() {
        let next = windows.get(index + 1);
        let frame = Frame::new((source, state, &rows), window, (index, windows.len()), width);
        let drawn = scene.shapes.len();
        if index > 0 {
            if let Some(mark) = mark {
                guides(&mut scene, mark, (top, top + BETWEEN), frame.ground());
            }
            top += BETWEEN;
        }
        let drawn = scene.shapes.len() - drawn;
        let (strip, opens) = last.strip(&mut scene, &mut before, (&frame, top, next), drawn);
        mark = opens;
        top = strip.top + strip.height;
        strips.push(strip);
    }
    if let Some(text) = left_out(source, rows.len()) {
        let text = measure::fit(Font::Caption, &text, width - 16.0);
        scene.text((8.0, top + 15.0), Anchor::Start, (Font::Caption, Ink::Text3), text);
        top += 20.0;
    }
    scene.height = top.ceil();
    let path = windows.iter().filter_map(|window| window.opened).collect();
    last.drawn = Drawn { scene, strips, path };
    &last.drawn
}

/// Which processes have no row, if there are any.
fn left_out(source: &TimeSource<'_>, rows: usize) -> Option<String> {
    let all = source.processes();
    let timed = (0..all).filter(|&place| source.timeline.span(place).is_some()).count();
    let (untimed, hidden) = ((all - timed) as u64, (timed - rows.min(timed)) as u64);
    let without = format!("{} {} no times", counted(untimed, "process"), verb(untimed, "has", "have"));
    let longest = format!(
        "The {rows} that wait longest; {} more {} not drawn",
        counted(hidden, "process"),
        verb(hidden, "is", "are")
    );
    match (hidden, untimed) {
        (0, 0) => None,
        (0, _) => Some(without),
        (_, 0) => Some(longest),
        _ => Some(format!("{longest}; {without}")),
    }
}
